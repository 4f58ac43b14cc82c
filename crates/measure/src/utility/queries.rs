//! A workload of aggregate queries: how wrong would the answers be?
//!
//! A record after masking answers as far as it may: a label that meets a condition with a part of
//! what it stands for counts that part, as if its values were spread evenly ("of the whole numbers
//! 20-24, three are at most 22"), and conditions on several attributes as if they were independent
//! within the record. A summed number is the middle of what is left of its range.

mod workload;

pub use workload::random_counts;

use super::{Attribute, Domain, Recoded};
use crate::group;
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::Code;
use ridotto_numbers::sum::sum_vectors;

/// How several examples begin.
macro_rules! a_question {
    () => {
        "How many are 45 to 49? Before 2. After, rows 4 and 5 say 40-49, and 5 of those 10 ages are asked for: `2 * 5/10 = 1`, an error of `|1 - 2| / 2 = 0.5`. Many such questions, drawn at random, are asked of both files. "
    };
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// How many records?
    Count,
    /// The sum of an attribute's numbers, by its place.
    Sum(usize),
    /// Their mean.
    Mean(usize),
}

/// Which values of an attribute are asked about.
#[derive(Clone, PartialEq)]
pub enum Wanted {
    /// Numbers from the first to the second, both included.
    Between(f64, f64),
    /// Values by their codes before, ascending.
    Among(Vec<Code>),
}

/// One condition of a query.
#[derive(Clone, PartialEq)]
pub struct Condition {
    /// The place of the attribute.
    pub attribute: usize,
    /// What is wanted of it.
    pub wanted: Wanted,
}

/// An aggregate over the records that meet all conditions.
#[derive(Clone, PartialEq)]
pub struct Query {
    /// What is asked.
    pub aggregate: Aggregate,
    /// All of which a record must meet.
    pub conditions: Vec<Condition>,
}

/// The answer before and after, and how far they are apart.
#[derive(Clone, Copy, PartialEq)]
pub struct Answer {
    /// From the file before; `None` for the mean of no record.
    pub before: Option<f64>,
    /// Expected from the file after.
    pub after: Option<f64>,
    /// |after − before| / max(|before|, floor). `None` if either is not known.
    pub relative_error: Option<f64>,
}

/// Counts below this share of the records are taken for it when an error is made relative: nobody
/// expects to count single people.
pub const FLOOR: f64 = 0.001;

/// Answers a query from both files. Rows need not belong together.
///
/// # Range
/// The relative error is from 0; 0 is exact, less is better.
///
/// # Does not see
/// Queries that were not asked.
///
/// # References
/// K. `LeFevre`, D. `DeWitt`, R. Ramakrishnan (2008), *Workload-aware anonymization techniques for
/// large-scale datasets*, doi:10.1145/1386118.1386123; for the floor: J. Vitter, M. Wang (1999),
/// *Approximate computation of multidimensional aggregates of sparse data using wavelets*,
/// doi:10.1145/304182.304199.
///
/// # Panics
/// If a query names an attribute that is not there.
pub fn answer(query: &Query, attributes: &[Attribute]) -> Answer {
    let rows_before = attributes.first().map_or(0, |one| one.before.len());
    let rows_after = attributes.first().map_or(0, |one| one.after.len());
    let summed = match query.aggregate {
        Aggregate::Count => None,
        Aggregate::Sum(at) | Aggregate::Mean(at) => Some(at),
    };
    let before = Totals::over(
        query,
        attributes,
        summed,
        rows_before,
        Cells {
            codes: |attribute| &attribute.before,
            parts: |attribute, wanted| {
                let held = |code: Code| f64::from(u8::from(wanted.holds(code, &attribute.domain)));
                (0..attribute.domain.values as Code).map(held).collect()
            },
            middles: |attribute, _| {
                let number = |code: Code| attribute.domain.number(code);
                (0..attribute.domain.values as Code).map(number).collect()
            },
        },
    );
    let after = Totals::over(
        query,
        attributes,
        summed,
        rows_after,
        Cells {
            codes: |attribute| &attribute.after,
            parts: |attribute, wanted| {
                let whole = attribute.domain.whole;
                attribute.labels.iter().map(|label| wanted.part(label, whole)).collect()
            },
            middles: |attribute, wanted| {
                let middle = |label: &Recoded| match wanted {
                    Some(wanted) => wanted.middle(label),
                    None => label.midpoint(),
                };
                attribute.labels.iter().map(middle).collect()
            },
        },
    );
    let (before, after) = (before.answer(query.aggregate), after.answer(query.aggregate));
    let floor = match query.aggregate {
        Aggregate::Count => FLOOR * rows_before as f64,
        _ => 0.0,
    };
    let relative_error = before.zip(after).and_then(|(before, after)| {
        let scale = before.abs().max(floor);
        let difference = (after - before).abs();
        if scale > 0.0 { Some(difference / scale) } else { (difference <= 0.0).then_some(0.0) }
    });
    Answer { before, after, relative_error }
}

/// Expected records, those of them whose number is known, and the sum of these numbers.
struct Totals {
    records: f64,
    numbered: f64,
    sum: f64,
}

/// How a file is asked.
#[derive(Clone, Copy)]
struct Cells {
    /// The code of each row.
    codes: fn(&Attribute) -> &[Option<Code>],
    /// How much of each code is wanted.
    parts: fn(&Attribute, &Wanted) -> Vec<f64>,
    /// The number of each code, perhaps of what is wanted of it.
    middles: fn(&Attribute, Option<&Wanted>) -> Vec<f64>,
}

impl Totals {
    fn over(
        query: &Query,
        attributes: &[Attribute],
        summed: Option<usize>,
        rows: usize,
        cells: Cells,
    ) -> Self {
        let conditions: Vec<(&[Option<Code>], Vec<f64>)> = query
            .conditions
            .iter()
            .map(|condition| {
                let attribute = &attributes[condition.attribute];
                ((cells.codes)(attribute), (cells.parts)(attribute, &condition.wanted))
            })
            .collect();
        let numbers = summed.map(|at| {
            let own = query.conditions.iter().find(|condition| condition.attribute == at);
            let middles = (cells.middles)(&attributes[at], own.map(|condition| &condition.wanted));
            ((cells.codes)(&attributes[at]), middles)
        });
        let sums = sum_vectors(rows, 3, |rows, sums| {
            for row in rows {
                let part = |(cells, parts): &(&[Option<Code>], Vec<f64>)| {
                    cells[row].map_or(0.0, |label| parts[label as usize])
                };
                let record: f64 = conditions.iter().map(part).product();
                sums[0] += record;
                let number = numbers
                    .as_ref()
                    .and_then(|(cells, middles)| cells[row].map(|label| middles[label as usize]));
                if let Some(number) = number.filter(|number| number.is_finite() && record > 0.0) {
                    sums[1] += record;
                    sums[2] += record * number;
                }
            }
        });
        Self { records: sums[0], numbered: sums[1], sum: sums[2] }
    }

    fn answer(&self, aggregate: Aggregate) -> Option<f64> {
        match aggregate {
            Aggregate::Count => Some(self.records),
            Aggregate::Sum(_) => Some(self.sum),
            Aggregate::Mean(_) => (self.numbered > 0.0).then(|| self.sum / self.numbered),
        }
    }
}

impl Wanted {
    /// Whether a value is wanted.
    fn holds(&self, code: Code, domain: &Domain) -> bool {
        match self {
            Self::Between(lower, upper) => (*lower..=*upper).contains(&domain.number(code)),
            Self::Among(codes) => codes.binary_search(&code).is_ok(),
        }
    }

    /// How much of what a label stands for is wanted, 0 to 1; of one that cannot be read, nothing.
    fn part(&self, label: &Recoded, whole: bool) -> f64 {
        match self {
            Self::Between(lower, upper) => {
                let more = if whole { 1.0 } else { 0.0 };
                let length = label.upper - label.lower + more;
                let common = label.upper.min(*upper) - label.lower.max(*lower) + more;
                // `max` and `min` would take a number over NaN.
                if length.is_nan() {
                    0.0
                } else if length > 0.0 {
                    (common / length).clamp(0.0, 1.0)
                } else {
                    f64::from(u8::from(common >= 0.0))
                }
            }
            Self::Among(codes) => {
                let members = label.members_count();
                let inside = label.codes().filter(|code| codes.binary_search(code).is_ok()).count();
                if members == 0 { 0.0 } else { inside as f64 / members as f64 }
            }
        }
    }

    /// The middle of what is wanted of a label.
    fn middle(&self, label: &Recoded) -> f64 {
        match self {
            Self::Between(lower, upper) if label.lower <= label.upper => {
                f64::midpoint(label.lower.max(*lower), label.upper.min(*upper))
            }
            _ => label.midpoint(),
        }
    }
}

macro_rules! without_values {
    ($($type:ident),*) => {
        $(
            impl std::fmt::Debug for $type {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str(concat!(stringify!($type), "(…)"))
                }
            }
        )*
    };
}

without_values!(Wanted, Condition, Query, Answer);

/// Average error of a query.
pub static QUERY_ERROR: Entry = MeasureEntry {
    name: "query-error",
    title: "Average error of a query",
    aliases: &["relative-query-error"],
    formula: "mean of |after - before| / |before|",
    summary: "How far answers from the release are off, as a share of the true ones.",
    facts: MeasureFacts {
        group: &group::QUERIES,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::assessed(concat!(a_question!(), "On average the error is **3.184**: on eight records most questions are about nobody or one person, and then any answer is far off."), &["query-error 0 3.184"]),
}
.entry();

/// Median error of a query.
pub static QUERY_ERROR_MEDIAN: Entry = MeasureEntry {
    name: "query-error-median",
    title: "Median error of a query",
    aliases: &["median-query-error"],
    formula: "median of |after - before| / |before|",
    summary: "Half of the answers are nearer than this.",
    facts: MeasureFacts {
        group: &group::QUERIES,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::assessed(
        concat!(a_question!(), "Half of the questions have an error below **0.3167**."),
        &["query-error-median 0 0.3167"],
    ),
}
.entry();

/// Worst error of a query.
pub static QUERY_ERROR_WORST: Entry = MeasureEntry {
    name: "query-error-worst",
    title: "Worst error of a query",
    aliases: &["worst-query-error"],
    formula: "max of |after - before| / |before|",
    summary: "The answer that is furthest off.",
    facts: MeasureFacts {
        group: &group::QUERIES,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::assessed(concat!(a_question!(), "The worst has an error of **83.33**: a question about nobody that was answered with a part of a person, which counts against a thousandth of the records."), &["query-error-worst 0 83.33"]),
}
.entry();
