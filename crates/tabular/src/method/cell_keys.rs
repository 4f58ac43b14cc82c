//! Cell-key perturbation.

use super::common::{changed, refuse_means};
use super::{Case, MethodDefinition, Outcome, Published};
use crate::cell_key::{
    CellKey, MaximumEntropy, Ptable, drawn, perturbed_counts, perturbed_sums, read, written,
};
use crate::plan::Planned;
use crate::space::Key;
use ridotto_catalogue::{
    Entry, Facts, FileUse, Given, Limit, Limits, MethodFacts, Parameter, Problem, Reference, Shape,
    Status, Wording, Worked, small,
};
use ridotto_policy::Policy;
use ridotto_release::{Error, folder_of};
use ridotto_table::Column;
use rustc_hash::FxHashMap;
use std::path::Path;

const VARIANCE: Limits =
    Limits { least: 0, open: true, most: 10_000, because: "without variance there is no noise" };

const DEVIATION: Limits =
    Limits { least: 1, open: false, most: 100, because: "a count is changed by a whole number" };

/// Adds noise that belongs to the records of a cell, and not to a table.
///
/// # Guarantee
/// No count changes by more than the greatest deviation; zeros stay; nothing changes on average; and the same
/// records have the same noise in any table that is made of the same data with the same keys.
///
/// # Does not protect against
/// Who combines the sums of many cells. Published cells do not add up, and no interval is promised.
///
/// # References
/// B. Fraser and J. Wooton (2005), *A proposed method for confidentialising tabular output to protect against differencing*.
pub static CELL_KEY: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "cell-key",
        title: "Cell-key perturbation",
        aliases: &["cell key method", "CKM", "cell key perturbation", "ABS method"],
        formula: "x(c) = c + ptable(c, sum of record keys of c mod 1)",
        status: Status::Now,
        summary: "Adds to every cell noise that follows from the keys of its records, so that the same cell has the same noise in every table.",
        parameters: &[&[
            Parameter::new(
                "ptable",
                Shape::File(FileUse::Read),
                "\"ptable.csv\"",
                "A perturbation table as the field's packages write it: a file with the columns `i`, `v` and `p_int_ub`.",
            )
            .told("of maximum entropy"),
            Parameter::new(
                "variance",
                Shape::Number(VARIANCE),
                "2",
                "The variance of the noise, where there is no `ptable`.",
            )
            .told("2"),
            Parameter::new(
                "deviation",
                Shape::Integer(DEVIATION),
                "5",
                "By how much a count changes at most, where there is no `ptable`.",
            )
            .told("5"),
            Parameter::new(
                "record-key",
                Shape::Text,
                "\"key\"",
                "The column that has a key for each record, between 0 and 1; drawn when absent.",
            )
            .told("drawn"),
        ]],
        check: either,
        facts: Facts::Method(MethodFacts {
            does: "perturbs values",
            status: "perturbed",
            is_exact: true,
            promises: &[Wording::always(
                "Zeros stay zeros, and values change by no more than the perturbation table says, a sum by no more than its largest contribution.",
            )],
            limits: &[
                Limit {
                    name: "Sums",
                    text: "Published values do not add up; who adds up the parts of a total averages noise away, and no interval is promised.",
                },
                Limit {
                    name: "Keys",
                    text: "Who knows the keys of all records of a cell knows its noise.",
                },
            ],
            serves: "many tables of the same records, on demand",
        }),
        advice: include_str!("cell_key.md"),
        references: &[Reference {
            authors: "B. Fraser, J. Wooton",
            year: 2005,
            title: "A proposed method for confidentialising tabular output to protect against differencing",
            doi: "",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"cell-key\"\nvariance = 2\ndeviation = 5\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"cell-key\"\n",
            text: "All **9** cells of the firms get noise, and none by more than the turnover of its largest firm: northern food, `90 + 5 + 3 + 2 = 100`, stays between `100 - 90 = 10` and `100 + 90 = 190`.",
            run: &["table firms.toml --seed 1"],
            says: &["perturbed 9 of 9 cells,"],
        },
    },
    protect: perturbed,
    keeps: zeros,
    keeps_rules: false,
};

/// A file says all that the two numbers say.
fn either(given: &Given) -> Vec<Problem> {
    let numbers = ["variance", "deviation"].into_iter().filter(|key| given.peek(key).is_some());
    if given.peek("ptable").is_none() {
        return Vec::new();
    }
    let of = |key: &str| {
        Problem::error("policy::contradiction", format!("`{key}` and `ptable` say the same"))
            .at(given.key_of(key), "also said by the file")
            .with_help("remove one of them")
    };
    numbers.map(of).collect()
}

fn perturbed(case: &Case<'_>) -> Result<Outcome, Error> {
    refuse_means(case)?;
    if case.plan.has_cells {
        let problem =
            Problem::error("bind::cells", "keys belong to records, and the data are cells")
                .at(case.given.span(), "needs records")
                .with_help(
                    "make the tables from records, or choose another method: `round` or `adjust`",
                );
        return Err(case.plan.policy.error([problem]).into());
    }
    let table = table(&case.plan.policy, &case.plan.folder)?;
    whole_for_counts(case, &table)?;
    let keys = cell_keys(case, &record_keys(case)?);
    let cells = case.cells;
    let mut values = cells.values.clone();
    for measure in 0..case.plan.measures.len() {
        let own = cells.index.of_measure(measure);
        let own = own.start as usize..own.end as usize;
        let (sums, keys) = (&cells.values[own.clone()], &keys[own.clone()]);
        let noisy = if measure == 0 && case.plan.weight.is_none() {
            perturbed_counts(&table, sums, keys)
        } else {
            let largest =
                own.clone().map(|cell| cells.tops.of(cell).first().map_or(0, |top| top.amount));
            perturbed_sums(&table, (sums, &largest.collect::<Vec<_>>()), keys)
        };
        values[own].copy_from_slice(&noisy);
    }
    let notes = vec!["published values do not add up: totals have noise of their own".to_owned()];
    Ok(Outcome { notes, ..changed(case, values) })
}

/// Zeros stay, and no sum changes by more than its largest contribution.
fn zeros(of: &Published<'_>) -> Result<(), &'static str> {
    for (cell, (&after, &before)) in of.values.iter().zip(&of.cells.values).enumerate() {
        if before == 0 && after != 0 {
            return Err("a zero is published as something else");
        }
        let is_sum = of.cells.index.measure(cell as u32) > 0;
        let largest = of.cells.tops.of(cell).first().map_or(0, |top| top.amount.unsigned_abs());
        if is_sum && after.abs_diff(before) > largest.saturating_add(1) {
            return Err("a sum changed by more than its largest contribution");
        }
    }
    Ok(())
}

/// The perturbation table that a policy with `method = "cell-key"` names or describes, as a file that the
/// field's packages read.
pub fn ptable(policy: &Policy) -> Result<String, Error> {
    let given = &policy.protection.method;
    if given.entry().name != CELL_KEY.entry.name {
        let problem = Problem::error("bind::ptable", "the method has no perturbation table")
            .at(given.span(), "another method")
            .with_help("say `method = \"cell-key\"` in `[release]`");
        return Err(policy.error([problem]).into());
    }
    Ok(written(&table(policy, folder_of(policy))?))
}

/// Counts are changed by whole numbers: noise of half a one would be rounded, and be other noise than the
/// table says.
fn whole_for_counts(case: &Case<'_>, table: &Ptable) -> Result<(), Error> {
    let counts = case.plan.tables.iter().any(|table| table.measure == 0);
    if !counts || case.plan.weight.is_some() || table.is_whole() {
        return Ok(());
    }
    let problem =
        Problem::error("bind::ptable", "the perturbation table is for amounts: it has fractions")
            .at(case.given.at("ptable"), "and records are counted")
            .with_help("take a table of counts, in which `i` and `v` are whole numbers");
    Err(case.plan.policy.error([problem]).into())
}

/// The perturbation table that the policy names or describes.
fn table(policy: &Policy, folder: &Path) -> Result<Ptable, Error> {
    let given = &policy.protection.method;
    let refused = |problem: Problem| Error::from(policy.error([problem]));
    if let Some(file) = given.text("ptable") {
        let path = folder.join(&file.value);
        let unread = |what: String| {
            refused(
                Problem::error("bind::ptable", format!("`{}`: {what}", file.value))
                    .at(file.span, "this file"),
            )
        };
        let text =
            std::fs::read_to_string(&path).map_err(|error| unread(error.kind().to_string()))?;
        return read(&text).map_err(|error| unread(format!("line {}: {}", error.line, error.what)));
    }
    let variance =
        given.number_if_given("variance").map_or(2.0, ridotto_catalogue::Decimal::to_f64);
    let deviation = given.whole_if_given("deviation").unwrap_or(5) as u32;
    let asked = MaximumEntropy { variance, deviation, unpublished: 0 };
    asked.table().map_err(|error| {
        let message = format!("no noise for a count of {} changes nothing on average", error.count);
        refused(Problem::error("bind::ptable", message).with_help("give it a larger `deviation`"))
    })
}

/// The key of each record: from a column, or drawn.
fn record_keys(case: &Case<'_>) -> Result<Vec<CellKey>, Error> {
    let Some(at) = case.plan.record_key else {
        let mut stream = case.options.randomness.stream("record keys")?;
        return Ok(drawn(&mut stream, case.table.rows));
    };
    let Column::Coded { codes, dictionary, .. } = &case.table.columns[at] else {
        unreachable!("what tables look at is read as codes");
    };
    let keys: Vec<Option<CellKey>> = (0..dictionary.len())
        .map(|code| dictionary.text(code as u32).and_then(CellKey::parse))
        .collect();
    let key = |(row, code): (usize, u32)| {
        keys[code as usize].ok_or_else(|| {
            let (name, line) = (&case.table.names[at], case.table.line_of(row));
            let problem =
                Problem::error("bind::record-key", format!("`{name}` is no key in line {line}"))
                    .at(case.given.at("record-key"), "must be from 0 up to 1 in every record")
                    .with_help("draw keys evenly between 0 and 1, or leave `record-key` out");
            Error::from(case.plan.policy.error([problem]))
        })
    };
    codes.iter().enumerate().map(key).collect()
}

/// The key of each cell: the sum of its records' keys.
fn cell_keys(case: &Case<'_>, records: &[CellKey]) -> Vec<CellKey> {
    let mut keys = vec![CellKey::default(); case.cells.len()];
    let mut done = vec![false; case.cells.len()];
    for table in &case.plan.tables {
        for (place, key) in of_table(case, table, records) {
            for measure in table.shown_measures() {
                let cell = case.cells.index.find(measure, place);
                // A cell that several tables have in common has the same records in each.
                if let Some(cell) = cell.filter(|&cell| !done[cell as usize]) {
                    (keys[cell as usize], done[cell as usize]) = (key, true);
                }
            }
        }
    }
    keys
}

/// The keys of the cells of a table: finest cells first, then each in all cells that it is in.
fn of_table(case: &Case<'_>, table: &Planned, records: &[CellKey]) -> FxHashMap<Key, CellKey> {
    let space = case.space;
    let columns: Vec<_> = (table.dimensions.iter())
        .map(|&at| (at, crate::records::coded(case.table, case.plan.dimensions[at].1)))
        .collect();
    let mut finest: FxHashMap<Key, CellKey> = FxHashMap::default();
    for (row, key) in records.iter().enumerate() {
        let with = |place: Key, (at, of): &(usize, ridotto_core::CodeColumn<'_>)| {
            space.with(place, *at, of.codes.get(row))
        };
        *finest.entry(columns.iter().fold(space.total(), with)).or_default() += *key;
    }
    let mut all: FxHashMap<Key, CellKey> = FxHashMap::default();
    for (place, key) in finest {
        let mut places = vec![place];
        for (at, _) in &columns {
            let nodes = space.nodes(*at);
            let up = |place: Key| {
                let above =
                    std::iter::successors(Some(space.node(place, *at)), |&node| nodes.parent(node));
                above.map(|node| space.with(place, *at, node)).collect::<Vec<_>>()
            };
            places = places.into_iter().flat_map(up).collect();
        }
        for place in places {
            *all.entry(place).or_default() += key;
        }
    }
    all
}
