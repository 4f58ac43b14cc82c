//! How safe is a masked file, and what did it cost? Any pair of files, ours or not.

mod alike;
mod assessor;
mod charts;
mod displaced;
mod effort;
mod linkage;
mod matrix;
mod nearest;
mod population;
mod queries;
mod quick;
mod records;
mod risk;
mod score;
mod survey;
mod wanted;

pub use assessor::{KnowsMeasures, PageAssessor};
pub use effort::Effort;
pub use matrix::read_matrix;
pub use quick::{Known, Quick, quick};

use self::alike::Alike;
use self::population::Population;
use self::wanted::Wanted;
use super::pair::{Pair, PairOptions, Shared};
use crate::utility::{self, summary::Measured};
use crate::utility::{Alignment, Attribute};
use ridotto_core::Watch;
use ridotto_core::class::number_rows;
use ridotto_core::{ClassTable, CodeColumn, Parts};
use ridotto_io::{Place, Table};
use ridotto_policy::Requirement;
use ridotto_policy::language::{Missing, Role};
use ridotto_release::{Error, Impatient, file_report, left_out};
use ridotto_report::page::{self, Charts, Combination, Page, Subject};
use ridotto_report::{AssessReport, Audience, Concern, FileReport, Finding, Report};
use std::path::Path;
use std::rc::Rc;

/// What to measure.
#[derive(Clone, Debug, Default)]
pub struct AssessOptions {
    /// The files' columns and rows.
    pub pair: PairOptions,
    /// Attributes that somebody will want to predict, beside the sensitive ones.
    pub targets: Vec<String>,
    /// How many people the file was drawn from, if it is a sample.
    pub population: Option<u64>,
    /// Records with a higher risk than this are counted; 0.2 if not given.
    pub threshold: Option<f64>,
    /// Attributes whose values were exchanged over ranks, and over how many per cent of them.
    pub rank_swapped: Option<(Vec<String>, f64)>,
    /// Attributes that were replaced by averages of neighbours, each by itself.
    pub averaged: Vec<String>,
    /// Weights of quasi-identifiers for a linkage by distance; 1 for those that are not named.
    pub weights: Vec<(String, f64)>,
    /// Columns of numbers, and the matrix of a bilinear form of their differences, row by row.
    pub matrix: Option<(Vec<String>, Vec<f64>)>,
    /// False links and misses that linkage by probability puts up with; 0.01 and 0.05 if not given.
    pub errors: Option<(f64, f64)>,
    /// The width of the intervals around released numbers, in per cent; 10 if not given.
    pub interval: Option<f64>,
    /// Sets of special uniques have so many attributes at most; as many as can be if not given.
    pub special_size: Option<usize>,
    /// Only these measures, by name; all if there is none.
    pub only: Vec<String>,
    /// Tell the risk of every record, too.
    pub by_record: bool,
    /// How much work may be done.
    pub effort: Effort,
    /// For tests: what is drawn at random is drawn by this seed.
    pub seed: u64,
}

/// What was measured, and pictures of it.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The figures.
    pub report: AssessReport,
    /// The pictures.
    pub charts: Charts,
    /// Combinations of quasi-identifiers that single people out, the worst first.
    pub combinations: Vec<Combination>,
    /// The risk of every record of the file after, if it was asked for: a file with commas. For the
    /// owner alone.
    pub records: Option<String>,
}

impl Assessment {
    /// The page about the pair of files.
    pub fn page(&self, audience: Audience) -> Page {
        let AssessReport { ridotto, before, after, findings, guarantees, notes, .. } =
            self.report.clone();
        let (input, output) = (before, after);
        let report =
            Report { ridotto, input, output, findings, guarantees, notes, ..Report::default() };
        let risk = page::Risk { combinations: self.combinations.clone(), ..Default::default() };
        let (subject, charts) = (Subject::Pair, self.charts.clone());
        Page { audience, subject, report, risk, charts, ..Page::default() }
    }
}

/// Everything that measures look at.
struct Evidence<'a> {
    pair: &'a Pair,
    options: &'a AssessOptions,
    attributes: &'a [Attribute],
    keys: Vec<usize>,
    sensitive: Vec<usize>,
    /// The classes of the file before, with the histograms of the sensitive attributes.
    before: ClassTable,
    /// Those of the file after.
    after: ClassTable,
    /// Everybody, if the policy names a file of the population.
    population: Option<Population>,
    /// The records that are like each record, of both files.
    alike: (Alike, Alike),
    /// What was asked for.
    wanted: Rc<Wanted>,
}

/// Measures a pair of files. What the policy requires is judged by who knows models: `guarantees` are
/// empty.
pub fn assess<'a>(
    before: impl Into<Place<'a>>,
    after: impl Into<Place<'a>>,
    options: &AssessOptions,
    watch: &dyn Watch,
) -> Result<Assessment, Error> {
    let (before, after) = (before.into(), after.into());
    let pair = Pair::read(before, after, &options.pair, watch)?;
    of_pair(pair, (before.name(), after.name()), options, watch)
}

/// Measures a pair of files that were read, and have these names.
pub(crate) fn of_pair(
    mut pair: Pair,
    (before, after): (&Path, &Path),
    options: &AssessOptions,
    watch: &dyn Watch,
) -> Result<Assessment, Error> {
    let wanted = Rc::new(Wanted::new(&options.only)?);
    let groups = wanted.groups();
    let mut notes = std::mem::take(&mut pair.notes);
    watch.begin("measuring", None);
    let attributes = pair.attributes();
    let (keys, sensitive) =
        (pair.with_role(Role::QuasiIdentifier), pair.with_role(Role::Sensitive));
    let targets = targets(&pair, options, &sensitive)?;
    let asked = queries::bind(&pair, &attributes, options.pair.policy.as_ref())?;
    let own: Vec<_> = asked.iter().map(|bound| bound.query.clone()).collect();
    let importance: Vec<f64> = pair.shared.iter().map(|column| column.importance).collect();
    let mut parts = Parts::new(watch);
    let pair_measured = utility::summary::Pair {
        attributes: &attributes,
        quasi_identifiers: &keys,
        importance: &importance,
        alignment: &pair.alignment,
        k: required_k(options),
        targets: &targets,
        queries: &own,
        most: options.effort.most(),
        seed: options.seed,
        groups: groups.as_deref(),
    };
    let measured = pair_measured.measure_in(&mut parts);
    let mut findings: Vec<Finding> = measured.into_iter().map(of_utility).collect();
    if wanted.any(&["query-error"]) {
        findings.extend(parts.part("queries", |_| queries::findings(&asked, &attributes)));
    }
    if wanted.everything() {
        notes.extend(options.effort.notes(pair.before.rows, !targets.is_empty()));
        notes.extend(predicted_in_groups(&attributes, &targets));
    }
    let classes_before = classes((&pair, &pair.before), |of| of.before, (&keys, &sensitive), watch);
    let classes_after = classes((&pair, &pair.after), |of| of.after, (&keys, &sensitive), watch);
    let alike = alike(&pair, &keys, options, watch);
    if matches_anything(options) {
        notes.push(
            "`*` and missing values match anything, as the policy says: a record's risk is one over \
             the records that fit it"
                .to_owned(),
        );
    }
    let population = parts
        .part("the population", |watch| Some(Population::read(&pair, options, &Impatient(watch))));
    let population = population.transpose()?.flatten();
    notes.extend(population.iter().map(|population| population.note.clone()));
    let evidence = Evidence {
        pair: &pair,
        options,
        attributes: &attributes,
        keys,
        sensitive,
        before: classes_before,
        after: classes_after,
        population,
        alike,
        wanted: Rc::clone(&wanted),
    };
    let mut found = linkage::Found { wanted: Rc::clone(&wanted), ..linkage::Found::default() };
    measure_risk(&evidence, &mut found, &mut parts)?;
    findings.extend(found.findings);
    notes.extend(found.notes);
    let has_more = attributes.len() > evidence.keys.len();
    let score = score::measure(&findings, has_more);
    if has_more && !score.is_empty() {
        notes.push(format!(
            "disclosure-risk, and so the score, is of linkage by all {} columns that both files have",
            attributes.len()
        ));
    }
    findings.extend(score);
    notes.extend(remarks(&pair, &attributes));
    let (mut charts, mut combinations) = (Charts::default(), Vec::new());
    if wanted.everything() {
        charts = parts.part("charts", |_| charts::draw(&evidence));
        combinations = parts.part("combinations", |_| risk::combinations(&evidence));
    }
    let records = options
        .by_record
        .then(|| parts.part("risk by record", |watch| records::told(&evidence, watch)));
    notes.extend(left_out(&parts, watch)?);
    let report = AssessReport {
        ridotto: env!("CARGO_PKG_VERSION").to_owned(),
        before: file(before, &pair.before),
        after: file(after, &pair.after),
        findings: wanted.of(findings),
        guarantees: Vec::new(),
        linkage: found.model,
        notes,
    };
    Ok(Assessment { report, charts, combinations, records })
}

/// The classes of one file, with the histograms of the sensitive attributes.
fn classes(
    (pair, table): (&Pair, &Table),
    place: fn(&Shared) -> usize,
    (keys, sensitive): (&[usize], &[usize]),
    watch: &dyn Watch,
) -> ClassTable {
    let column = |&at: &usize| {
        let cells = super::pair::cells(table, place(&pair.shared[at]));
        CodeColumn { codes: cells.codes, values: cells.dictionary.len() }
    };
    let columns = |places: &[usize]| places.iter().map(column).collect::<Vec<_>>();
    // When time is up nobody will look at them.
    let rows = if watch.goes_on() { table.rows } else { 0 };
    ClassTable::count(&columns(keys), &columns(sensitive), rows)
}

/// The measures of risk.
fn measure_risk(
    of: &Evidence<'_>,
    found: &mut linkage::Found,
    parts: &mut Parts<'_>,
) -> Result<(), Error> {
    found.findings = risk::measure(of, parts);
    let special = risk::special_size(of);
    if special < of.keys.len() && of.wanted.any(&["special-uniques"]) {
        found.notes.push(format!("special uniques are of sets of up to {special} attributes"));
    }
    if of.wanted.any(&["individual-risk-", "household-risk-"]) {
        let (more, said) = parts.part("survey risk", |_| survey::measure(of));
        found.findings.extend(more);
        found.notes.extend(said);
    }
    linkage::measure(of, found, parts)?;
    if of.wanted.any(&["guessed-"]) {
        let more = parts.part("nearest records", |watch| nearest::measure(of, watch));
        found.findings.extend(more);
    }
    Ok(())
}

/// What the reader of all figures should know of the files.
fn remarks(pair: &Pair, attributes: &[Attribute]) -> Vec<String> {
    let mut notes = Vec::new();
    if pair.alignment == Alignment::Unknown {
        notes.push(
            "nothing says which row was which, so no record was compared with itself: say \
             it if it is known, by the order of the rows or by a column that tells them apart"
                .to_owned(),
        );
    }
    let unread: Vec<String> = attributes
        .iter()
        .filter(|attribute| attribute.unreadable() > 0.0)
        .map(|attribute| format!("`{}`", attribute.name))
        .collect();
    if !unread.is_empty() {
        notes.push(format!(
            "some values of {} are neither values of the file before nor ranges, sets or levels \
             of them; measures that need their meaning leave them out",
            unread.join(", ")
        ));
    }
    notes
}

/// Whether the policy lets missing values match anything.
fn matches_anything(options: &AssessOptions) -> bool {
    let missing = options.pair.policy.as_ref().map(|policy| *policy.release.missing);
    missing == Some(Missing::MatchesAnything)
}

/// The records that are like each record, of both files.
fn alike(
    pair: &Pair,
    keys: &[usize],
    options: &AssessOptions,
    watch: &dyn Watch,
) -> (Alike, Alike) {
    // When time is up nobody will look at them.
    if !watch.goes_on() {
        return (Alike::none(), Alike::none());
    }
    let shared: Vec<&Shared> = keys.iter().map(|&at| &pair.shared[at]).collect();
    let is_wild = matches_anything(options);
    (
        Alike::new(&pair.before, &shared, |of| of.before, is_wild),
        Alike::new(&pair.after, &shared, |of| of.after, is_wild),
    )
}

/// The class of each row of the file after, as the class table counts them.
fn class_of_rows(of: &Evidence<'_>) -> Vec<u32> {
    let column = |&at: &usize| {
        let cells = super::pair::cells(&of.pair.after, of.pair.shared[at].after);
        CodeColumn { codes: cells.codes, values: cells.dictionary.len() }
    };
    let columns: Vec<CodeColumn<'_>> = of.keys.iter().map(column).collect();
    number_rows(of.after.keys(), &columns, of.pair.after.rows)
}

/// The k that the policy requires over all quasi-identifiers, if it does.
fn required_k(options: &AssessOptions) -> Option<u64> {
    let policy = options.pair.policy.as_ref()?;
    policy.requirements.iter().filter_map(Requirement::plain_k).map(|k| *k).max()
}

/// The places of attributes to predict: those asked for, and the sensitive ones.
fn targets(pair: &Pair, options: &AssessOptions, sensitive: &[usize]) -> Result<Vec<usize>, Error> {
    let names: Vec<&str> = pair.shared.iter().map(|column| column.name.as_str()).collect();
    let mut targets = sensitive.to_vec();
    for name in &options.targets {
        let Some(at) = names.iter().position(|other| other == name) else {
            return Err(Error::Usage {
                message: format!("no column `{name}` is in both files"),
                hint: ridotto_catalogue::similar(name, &names),
            });
        };
        if !targets.contains(&at) {
            targets.push(at);
        }
    }
    Ok(targets)
}

/// Says which targets have too many values to be predicted one by one.
fn predicted_in_groups(attributes: &[Attribute], targets: &[usize]) -> Option<String> {
    let many = targets.iter().map(|&at| &attributes[at]).filter(|attribute| {
        !attribute.domain.is_numeric() && attribute.domain.values > utility::MOST_CLASSES
    });
    let names: Vec<String> = many.map(|attribute| format!("`{}`", attribute.name)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "prediction of {}: the {} most frequent values were told apart from each other and \
             from all others, and learnt from {} records at most",
            names.join(", "),
            utility::CLASSES_OF_MANY - 1,
            ridotto_core::count::grouped(utility::ROWS_OF_MANY as u64),
        )
    })
}

fn of_utility(measured: Measured) -> Finding {
    Finding {
        name: measured.name().to_owned(),
        attribute: measured.attribute.map(|name| name.to_string()),
        concern: Concern::Utility,
        before: measured.before,
        after: measured.after,
    }
}

/// A finding about risk.
fn risk_finding(name: &str, before: Option<f64>, after: Option<f64>) -> Finding {
    let finite = |figure: Option<f64>| figure.filter(|figure| figure.is_finite());
    let (before, after) = (finite(before), finite(after));
    Finding { name: name.to_owned(), attribute: None, concern: Concern::Risk, before, after }
}

fn file(path: &Path, table: &Table) -> FileReport {
    file_report(path, table.rows as u64, table.sha256)
}
