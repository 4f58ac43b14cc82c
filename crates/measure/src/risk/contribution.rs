//! Which quasi-identifiers matter.

use super::uniqueness::share;
use crate::{group, reference};
use rayon::prelude::*;
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::ClassTable;
use ridotto_core::class::Tally;

/// How well a set of attributes tells records apart.
///
/// # Definition
/// *Distinction* is the number of distinct combinations as a share of the records. *Separation* is
/// the share of all pairs of records that differ in at least one of the attributes.
///
/// # Range
/// Both from 0 (one combination: exactly, distinction is then 1/n) to 1 (all records differ), and
/// both grow as attributes are added.
///
/// # What it does not see
/// Which attributes an intruder can know at all.
///
/// # Reference
/// R. Motwani, Y. Xu (2007), *Efficient algorithms for masking and finding quasi-identifiers*.
#[derive(Clone, Debug, PartialEq)]
pub struct Telling {
    /// The attributes' places, ascending.
    pub attributes: Vec<usize>,
    /// Distinct combinations over records.
    pub distinction: f64,
    /// Pairs of records that are told apart, over all pairs.
    pub separation: f64,
    /// The share of records that are unique.
    pub unique: f64,
}

/// Every set of up to `most` attributes, smaller sets first, each in lexicographic order.
pub fn telling(table: &ClassTable, most: usize) -> Vec<Telling> {
    let sets = subsets(table.values().len(), most);
    let one = |attributes: Vec<usize>| {
        let values: Vec<usize> = attributes.iter().map(|&at| table.values()[at]).collect();
        of_tally(&table.keys().project(&attributes, &values), attributes)
    };
    sets.into_par_iter().map(one).collect()
}

/// The sets of 1 to `most` of so many attributes.
pub fn subsets(attributes: usize, most: usize) -> Vec<Vec<usize>> {
    let (mut all, mut last): (Vec<Vec<usize>>, _) = (Vec::new(), vec![Vec::new()]);
    for _ in 0..most.min(attributes) {
        let longer = |set: &Vec<usize>| {
            let set = set.clone();
            let first = set.last().map_or(0, |&last| last + 1);
            (first..attributes).map(move |next| set.iter().copied().chain([next]).collect())
        };
        last = last.iter().flat_map(longer).collect::<Vec<Vec<usize>>>();
        all.extend(last.iter().cloned());
    }
    all
}

fn of_tally(tally: &Tally, attributes: Vec<usize>) -> Telling {
    let counts = tally.counts();
    let rows: u64 = counts.iter().sum();
    let pairs = |records: u64| u128::from(records) * u128::from(records.saturating_sub(1)) / 2;
    let (all, same) = (pairs(rows), counts.iter().map(|&count| pairs(count)).sum::<u128>());
    let separation = if all == 0 { 0.0 } else { (all - same) as f64 / all as f64 };
    let uniques = counts.iter().filter(|&&count| count == 1).count() as u64;
    Telling {
        attributes,
        distinction: share(counts.len() as u64, rows),
        separation,
        unique: share(uniques, rows),
    }
}

/// What an attribute adds to the risk: the file's figures with all attributes, less those without
/// this one.
///
/// # Range
/// Each from 0 to 1, because an attribute never makes classes larger.
///
/// # What it does not see
/// Two attributes that say the same: either can be dropped without loss of risk, and both have a
/// difference of nearly 0. The contributions of
/// [`special_uniques`](super::special_unique::special_uniques) do not have this blind spot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Added {
    /// To the mean over the records of 1 / (size of class).
    pub average: f64,
    /// To the highest risk of a record.
    pub highest: f64,
    /// To the share of unique records.
    pub unique: f64,
}

/// What each attribute adds.
pub fn added(table: &ClassTable) -> Vec<Added> {
    let figures = |tally: &Tally| {
        let counts = tally.counts();
        let (rows, smallest) = (counts.iter().sum(), counts.iter().min().copied().unwrap_or(0));
        let unique = counts.iter().filter(|&&count| count == 1).count() as u64;
        let average = share(counts.len() as u64, rows);
        Added { average, highest: share(1, smallest), unique: share(unique, rows) }
    };
    let all = figures(table.keys());
    let without = |dropped: usize| {
        let kept: Vec<usize> = (0..table.values().len()).filter(|&at| at != dropped).collect();
        let values: Vec<usize> = kept.iter().map(|&at| table.values()[at]).collect();
        let less = figures(&table.keys().project(&kept, &values));
        Added {
            average: all.average - less.average,
            highest: all.highest - less.highest,
            unique: all.unique - less.unique,
        }
    };
    (0..table.values().len()).into_par_iter().map(without).collect()
}

/// Distinction.
pub static DISTINCTION: Entry = MeasureEntry {
    name: "distinction",
    title: "Distinction",
    aliases: &["distinct-ratio"],
    formula: "values / records",
    summary: "Different values of this attribute alone, as a share of the records.",
    facts: MeasureFacts {
        group: &group::TELLING,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::MOTWANI_2007],
    worked: Worked::assessed("The eight ages are all different, `8/8 = 1`. Released there are three decades, `3/8 = 0.375`. So **0.375**.", &["distinction of age 1 0.375"]),
}
.entry();

/// Separation.
pub static SEPARATION: Entry = MeasureEntry {
    name: "separation",
    title: "Separation",
    aliases: &["separation-ratio"],
    formula: "pairs of records with different values / pairs of records",
    summary: "The share of all pairs of records that this attribute alone tells apart.",
    facts: MeasureFacts {
        group: &group::TELLING,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::MOTWANI_2007],
    worked: Worked::assessed("There are `8 * 7 / 2 = 28` pairs of records. Decades part all but `3 + 1 + 3 = 7` of them: `(28 - 7) / 28 = 0.75`, so **0.75** after and 1 before.", &["separation of age 1 0.75"]),
}
.entry();

/// Adds to the average risk.
pub static ADDS_TO_AVERAGE_RISK: Entry = MeasureEntry {
    name: "adds-to-average-risk",
    title: "Adds to the average risk",
    aliases: &["contribution to risk", "marginal risk of an attribute"],
    formula: "average risk - average risk without the attribute",
    summary: "How much lower the average risk would be without this attribute; little if another one says the same.",
    facts: MeasureFacts {
        group: &group::TELLING,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
    worked: Worked::assessed("With all three attributes the average risk is `3/8 = 0.375`. Without age, two classes are left, `1220*` and `1230*`: `2/8 = 0.25`. So age adds `0.375 - 0.25 = 0.125`: **0.125**. Sex is hidden and adds **0**.", &["adds-to-average-risk of age 0 0.125", "adds-to-average-risk of sex 0 0"]),
}
.entry();
