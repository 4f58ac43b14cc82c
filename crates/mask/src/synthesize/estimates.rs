//! A file of what was computed from each synthetic copy, and one estimate from it.

use super::combine::{Combined, Rule, combine as by_rule};
use ridotto_core::count::counted;
use ridotto_core::{Kind, Watch};
use ridotto_io::{FileSource, ReadAs, Source, SourceOptions, Table};
use ridotto_release::Error;
use ridotto_report::{CombineReport, CombinedReport, FileReport};
use std::path::Path;

/// The columns that a file of estimates has.
const ESTIMATE: &str = "estimate";
const VARIANCE: &str = "variance";
const NAME: &str = "name";

/// How synthetic copies were made, which decides by which rule estimates are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// Every attribute was drawn, each time from models drawn anew: `kind = "multiple-imputation"`.
    Full,
    /// Some attributes were drawn, and the others are true: `kind = "partial"`.
    Partial,
    /// Every attribute was drawn, from models with their best parameters: `kind = "sequential"`.
    Plain,
}

impl Copies {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Partial => "partial",
            Self::Plain => "plain",
        }
    }

    fn rule(self, ratio: f64) -> Rule {
        match self {
            Self::Full => Rule::Full { ratio },
            Self::Partial => Rule::Partial,
            Self::Plain => Rule::Plain { ratio },
        }
    }

    /// How many copies the rule needs.
    fn least(self) -> usize {
        if self == Self::Plain { 1 } else { 2 }
    }
}

/// How to combine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CombineOptions {
    /// How the copies were made.
    pub copies: Copies,
    /// Records of a copy for each record of the original.
    pub ratio: f64,
    /// How often an interval is to cover the truth: 0.95 usually.
    pub level: f64,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

/// Combines estimates. The file has a row for each copy, with the columns `estimate` and
/// `variance`, which were computed from the copy as if it were the original; with several
/// quantities also `name`, and a row for each copy and quantity.
///
/// What holds of the result, and what does not, stands at
/// [`combine`](by_rule).
pub fn combine_file(
    data: &Path,
    options: &CombineOptions,
    watch: &dyn Watch,
) -> Result<CombineReport, Error> {
    checked(options)?;
    let table = read(data, options.threads, watch)?;
    let of = |name: &str| table.names.iter().position(|other| other == name);
    let column = |name: &str| {
        let missing = || Error::no_column(data, name, &table.names);
        of(name).map(|at| table.numbers(at)).ok_or_else(missing)
    };
    let (estimates, variances) = (column(ESTIMATE)?, column(VARIANCE)?);
    sound(&table, &estimates, &variances)?;
    if table.rows == 0 {
        return Err(Error::Combination {
            code: "combine::copies",
            message: format!("{}: there is no row", data.display()),
            hint: "compute the estimate from every copy, and write one row for each".into(),
        });
    }
    let mut quantities = Vec::new();
    for (name, rows) in groups(&table, of(NAME)) {
        let take = |numbers: &[f64]| rows.iter().map(|&row| numbers[row]).collect::<Vec<f64>>();
        let (own, least) = (rows.len(), options.copies.least());
        if own < least {
            let (rows, kind) = (counted(own as u64, "row", "rows"), options.copies.name());
            let of = name.map_or(String::new(), |name| format!(" of `{name}`"));
            return Err(Error::Combination {
                code: "combine::copies",
                message: format!(
                    "{}: there is {rows}{of}, and `{kind}` copies need {least} at least",
                    data.display()
                ),
                hint: "compute the estimate from every copy, and write one row for each".into(),
            });
        }
        let rule = options.copies.rule(options.ratio);
        let found = by_rule(rule, &take(&estimates), &take(&variances)).map_err(|refused| {
            Error::Combination {
                code: "combine::estimates",
                message: format!("{}: {refused}", data.display()),
                hint: "an estimate and its variance are finite numbers".into(),
            }
        })?;
        quantities.push(told(name, own, &found, options.level));
    }
    Ok(CombineReport {
        ridotto: env!("CARGO_PKG_VERSION").into(),
        file: FileReport {
            file: data.file_name().unwrap_or(data.as_os_str()).to_string_lossy().into_owned(),
            rows: Some(table.rows as u64),
            sha256: table.sha256.map(|sha256| sha256.to_string()),
        },
        copies: options.copies.name().into(),
        ratio: options.ratio,
        level: options.level,
        notes: notes(&quantities),
        quantities,
    })
}

fn checked(options: &CombineOptions) -> Result<(), Error> {
    let wrong = |message: &str, hint: &str| {
        Err(Error::Usage { message: message.to_owned(), hint: hint.to_owned() })
    };
    if !(options.level > 0.0 && options.level < 1.0) {
        return wrong(
            "the level of an interval is between 0 and 1",
            "say 0.95 in `CombineOptions::level`",
        );
    }
    if !(options.ratio.is_finite() && options.ratio > 0.0) {
        return wrong(
            "the ratio of records is above 0",
            "divide the records of a copy by those of the original: 1 in `CombineOptions::ratio` for as many",
        );
    }
    Ok(())
}

fn read(data: &Path, threads: usize, watch: &dyn Watch) -> Result<Table, Error> {
    let source = FileSource::open(data, &SourceOptions { threads, ..SourceOptions::default() })?;
    let want = |name: &str| match name {
        ESTIMATE | VARIANCE => ReadAs::Code { kind: None },
        NAME => ReadAs::Code { kind: Some(Kind::Text) },
        _ => ReadAs::Skip,
    };
    let wants: Vec<ReadAs> = source.columns().iter().map(|field| want(&field.name)).collect();
    watch.begin("reading", std::fs::metadata(data).ok().map(|metadata| metadata.len()));
    Ok(source.read(&wants, watch)?)
}

/// Every estimate and variance is a number, and no variance is negative.
fn sound(table: &Table, estimates: &[f64], variances: &[f64]) -> Result<(), Error> {
    let wrong = |rows: Vec<usize>, message: &str, hint: &str| {
        let Some(&first) = rows.first() else { return Ok(()) };
        let (rows, line) = (counted(rows.len() as u64, "row", "rows"), table.line_of(first));
        Err(Error::Combination {
            code: "combine::estimates",
            message: format!("{message} in {rows}; the first is in line {line}"),
            hint: hint.to_owned(),
        })
    };
    let no_number = |numbers: &[f64]| {
        (0..table.rows).filter(|&row| !numbers[row].is_finite()).collect::<Vec<_>>()
    };
    let hint = "leave out a copy of which it could not be computed, for each quantity";
    wrong(no_number(estimates), "`estimate` is no number", hint)?;
    wrong(no_number(variances), "`variance` is no number", hint)?;
    let negative = (0..table.rows).filter(|&row| variances[row] < 0.0).collect();
    wrong(negative, "`variance` is negative", "it is the square of the standard error")
}

/// The rows of each quantity, in the order in which quantities first stand in the file.
fn groups(table: &Table, name: Option<usize>) -> Vec<(Option<String>, Vec<usize>)> {
    let Some(at) = name else { return vec![(None, (0..table.rows).collect())] };
    let (codes, dictionary) = table.coded(at);
    let mut place = vec![None; dictionary.len()];
    let mut groups: Vec<(Option<String>, Vec<usize>)> = Vec::new();
    for (row, code) in codes.iter().enumerate() {
        let place = *place[code as usize].get_or_insert_with(|| {
            let name = dictionary.text(code).unwrap_or_default().to_owned();
            groups.push((Some(name), Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(row);
    }
    groups
}

fn told(name: Option<String>, copies: usize, of: &Combined, level: f64) -> CombinedReport {
    let (lower, upper) = of.interval(level);
    CombinedReport {
        name,
        copies: copies as u64,
        estimate: of.estimate,
        standard_error: of.variance.sqrt(),
        lower,
        upper,
        degrees: of.degrees.is_finite().then(|| of.degrees.max(1.0)),
        between: of.between,
        within: of.within,
        replaced: of.replaced,
    }
}

fn notes(quantities: &[CombinedReport]) -> Vec<String> {
    let replaced = quantities.iter().filter(|one| one.replaced).count() as u64;
    let few = quantities.iter().filter(|one| !one.replaced && one.degrees == Some(1.0)).count();
    let mut notes = Vec::new();
    if replaced > 0 {
        notes.push(format!(
            "for {} the copies differ too little for the rule, whose variance would be 0 or less: \
             the mean variance of the copies times the ratio was taken, which is usually too large; \
             more copies help",
            counted(replaced, "quantity", "quantities"),
        ));
    }
    if few > 0 {
        notes.push(format!(
            "for {} there is no more than one degree of freedom: the interval is wide and says \
             little; more copies help",
            counted(few as u64, "quantity", "quantities"),
        ));
    }
    notes
}
