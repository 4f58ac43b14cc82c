//! The three attackers: prosecutor, journalist and marketer.

mod entries;

pub use entries::{
    AVERAGE_RISK, HIGHEST_RISK, JOURNALIST_AVERAGE, JOURNALIST_EXPECTED, JOURNALIST_HIGHEST,
    JOURNALIST_SHARE_ABOVE, MARKETER_EXPECTED, PROSECUTOR_AVERAGE, PROSECUTOR_HIGHEST,
    PROSECUTOR_SHARE_ABOVE, RISK_THRESHOLD, SMALLEST_CLASS,
};

use super::individual;
use ridotto_core::ClassTable;

/// What an attacker finds in a file.
///
/// # Definition
/// Let a record's class have `f` records in the file, and `F` people in the population.
/// - The *prosecutor* looks for one person of whom he knows that they are in the file: 1/f.
/// - The *journalist* looks for any person, to show that it can be done, and does not know who is
///   in the file: 1/F.
/// - The *marketer* wants as many people as possible and does not care who. Her figure is the share
///   of all records that she is expected to be right about: the mean of the journalist's over the
///   records, or of the prosecutor's if the file is all there is.
///
/// # Range
/// From 0 (nobody) to 1 (everybody, for certain).
///
/// # What it does not see
/// What is learnt about a person without finding the record; quasi-identifiers that were not
/// counted; mistakes in the data, which make every attacker worse than this.
///
/// # References
/// K. El Emam (2013), *Guide to the de-identification of personal health information*.
/// F. K. Dankar, K. El Emam (2010), *A method for evaluating marketer re-identification risk*,
/// doi:10.1145/1754239.1754271.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Risk {
    /// The highest risk of a record.
    pub highest: f64,
    /// The lowest risk of a record.
    pub lowest: f64,
    /// The mean risk over the records, which is the marketer's success.
    pub average: f64,
    /// How many records have the highest risk.
    pub records_at_highest: u64,
    /// How many records have a risk above the threshold.
    pub records_above: u64,
    /// The share of records with a risk above the threshold.
    pub share_above: f64,
    /// How many people are expected to be found if every record is tried.
    pub expected: f64,
}

/// How the people outside of the file are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum People {
    /// The file is the population.
    File,
    /// The class table carries its population. A class with fewer people than records counts as
    /// having as many people as records: the population is then out of date.
    Counted,
    /// The file is a random sample of this share of the population, and a class's people follow
    /// the negative binomial distribution that [`individual`] describes; the risk is the expected
    /// value of 1/F.
    Sample(f64),
}

/// The risk of each class, in the order of the table's classes; `None` if people are to be counted
/// and the table has no population, or the sampled share is not above 0 and at most 1.
pub fn of_classes(table: &ClassTable, people: People) -> Option<Vec<f64>> {
    match people {
        People::File => Some(table.classes().map(|class| 1.0 / class.size() as f64).collect()),
        People::Counted => table
            .classes()
            .map(|class| Some(1.0 / class.population()?.max(class.size()) as f64))
            .collect(),
        People::Sample(share) if share > 0.0 && share <= 1.0 => {
            let risk = |size: u64| individual::expected_inverse(size, share);
            let mut known = rustc_hash::FxHashMap::default();
            let of = |size| *known.entry(size).or_insert_with(|| risk(size));
            Some(table.keys().counts().iter().copied().map(of).collect())
        }
        People::Sample(_) => None,
    }
}

/// The prosecutor's risk, and with it that of a marketer who has the whole file's people.
pub fn prosecutor(table: &ClassTable, threshold: f64) -> Risk {
    let risks = of_classes(table, People::File).expect("the file is always there");
    summary(table.keys().counts(), &risks, threshold)
}

/// The journalist's risk, and with it the marketer's; `None` where [`of_classes`] has none.
pub fn journalist(table: &ClassTable, people: People, threshold: f64) -> Option<Risk> {
    Some(summary(table.keys().counts(), &of_classes(table, people)?, threshold))
}

/// A summary of classes of these sizes whose records have these risks; all 0 without a record.
///
/// # Panics
/// If there are not as many risks as sizes.
pub fn summary(sizes: &[u64], risks: &[f64], threshold: f64) -> Risk {
    assert_eq!(sizes.len(), risks.len(), "each class has a size and a risk");
    let mut risk = Risk {
        highest: 0.0,
        lowest: if sizes.is_empty() { 0.0 } else { f64::INFINITY },
        average: 0.0,
        records_at_highest: 0,
        records_above: 0,
        share_above: 0.0,
        expected: 0.0,
    };
    let mut records = 0;
    for (&size, &of) in sizes.iter().zip(risks) {
        records += size;
        risk.expected += size as f64 * of;
        risk.lowest = risk.lowest.min(of);
        if of > threshold {
            risk.records_above += size;
        }
        if of > risk.highest {
            (risk.highest, risk.records_at_highest) = (of, 0);
        }
        if of >= risk.highest {
            risk.records_at_highest += size;
        }
    }
    if records > 0 {
        risk.average = risk.expected / records as f64;
        risk.share_above = risk.records_above as f64 / records as f64;
    }
    risk
}
