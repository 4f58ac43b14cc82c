//! What noise, swapping and post-randomisation give back: columns, how to write them, and what was
//! reached beside what was expected.

use ridotto_catalogue::names;
use ridotto_core::{Series, Values};
use ridotto_numbers::sum::parts;
use std::fmt;

/// Masked columns with what a report says of them.
#[derive(Clone, Debug)]
pub struct Masked {
    /// In the order in which they came.
    pub columns: Vec<Series>,
    /// With how many decimals each should be written; `None`: with all that its numbers have, or it
    /// has categories.
    pub decimals: Vec<Option<u8>>,
    /// What was expected and what was reached.
    pub figures: Vec<Figure>,
    /// What the publisher should know.
    pub notes: Vec<Note>,
}

/// A statistic of the original, what the method promises for it, and what came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name: "variance of income".
    pub name: String,
    /// In the original.
    pub original: f64,
    /// In the masked data on average over all draws; `None` if the method does not say.
    pub expected: Option<f64>,
    /// In the masked data of this draw.
    pub reached: f64,
}

names! {
    /// What rank swapping does with the least and the greatest value.
    Extremes {
        /// They stay: who knows that somebody has the greatest value has found them.
        Keep = "keep" Now,
        /// They are swapped like others.
        Move = "swap" Now,
    }
}

/// What the publisher should know about a mask. No note has a cell's value in it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// The extreme values stay where they are.
    ExtremesKept {
        /// Of this attribute.
        attribute: String,
        /// In so many records.
        records: u64,
    },
    /// Some values came out as they went in.
    Unchanged {
        /// Of this attribute.
        attribute: String,
        /// In so many records.
        records: u64,
        /// Of so many that have a value.
        of: u64,
    },
    /// What depends on several attributes was computed from the complete records alone.
    Incomplete {
        /// So many records lack a value.
        records: u64,
    },
    /// Factors leave zeros as they are.
    ZerosKept {
        /// Of this attribute.
        attribute: String,
        /// In so many records.
        records: u64,
    },
    /// Values swap over a smaller range than asked, so that correlations stay within their bound.
    RangeLowered {
        /// The share asked for.
        asked: f64,
        /// The share used.
        used: f64,
    },
    /// Records that should have been swapped found no similar record that was still free.
    NoPartner {
        /// So many.
        records: u64,
        /// Of so many that should.
        of: u64,
    },
    /// The numbers of the second file were not enough, and some are used more than once.
    DonorsRepeated {
        /// So many numbers it has.
        donors: u64,
        /// So many records need one.
        records: u64,
    },
    /// The matrix that keeps frequencies keeps fewer values as they are, or more, than was asked.
    Retention {
        /// Of this attribute.
        attribute: String,
        /// The share of values that the matrix asked for would keep.
        asked: f64,
        /// The share that the matrix used keeps.
        used: f64,
    },
    /// More than half of the values are of one category, which stays more often than asked.
    Dominant {
        /// Of this attribute.
        attribute: String,
        /// With which probability categories should stay.
        asked: f64,
        /// With which this one stays; others as asked.
        used: f64,
    },
    /// Values stay as no other category occurs.
    Alone {
        /// Of this attribute.
        attribute: String,
        /// In so many records.
        records: u64,
    },
    /// Values may become categories that no record had.
    NewCategories {
        /// Of this attribute.
        attribute: String,
        /// So many, a missing value among them if there was none.
        categories: u64,
    },
    /// A matrix cannot be inverted, so nobody can estimate the original frequencies.
    NoWayBack {
        /// Of this attribute.
        attribute: String,
    },
    /// Bounds left less noise than was asked for.
    LessNoise {
        /// Of this attribute.
        attribute: String,
        /// The share of the variance that was asked for.
        share: f64,
    },
    /// The guarantee does not cover which values are missing.
    GapsShown {
        /// Of this attribute.
        attribute: String,
        /// In so many records.
        records: u64,
    },
    /// The linear transformation is published: subgroups can be estimated without bias, and masked
    /// values can be taken back to the values with noise.
    TransformationRevealed,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ExtremesKept { attribute, records } => write!(
                f,
                "the smallest and the largest values of {attribute} were not changed (records: \
                 {records}): who knows whose they are finds that person's record, and learns the \
                 value if it was not known"
            ),
            Self::Unchanged { attribute, records, of } => {
                write!(f, "{records} of the {of} values of {attribute} came out unchanged")
            }
            Self::Incomplete { records } => write!(
                f,
                "{records} records lack a value, and what several attributes have in common was \
                 computed without them"
            ),
            Self::ZerosKept { attribute, records } => write!(
                f,
                "{records} zeros of {attribute} are still zeros: a factor cannot hide them"
            ),
            Self::RangeLowered { asked, used } => write!(
                f,
                "values were swapped over a range of {used:.6} instead of {asked:.6}, as a wider \
                 one changes correlations by more than allowed: they are protected less"
            ),
            Self::NoPartner { records, of } => write!(
                f,
                "{records} of {of} records were not swapped, as no similar record was left for them"
            ),
            Self::DonorsRepeated { donors, records } => write!(
                f,
                "the second file has {donors} values for {records} records: some are used more \
                 than once"
            ),
            Self::Retention { attribute, asked, used } => write!(
                f,
                "to keep the frequencies of {attribute}, {:.1} % of its values stay as they are on \
                 average, instead of the {:.1} % of the matrix it was made from",
                100.0 * used,
                100.0 * asked
            ),
            Self::Dominant { attribute, asked, used } => write!(
                f,
                "more than half of the values of {attribute} are of one category, which stays with \
                 the probability {used:.3} instead of {asked}, as frequencies could not be kept \
                 otherwise; every other category stays with {asked}"
            ),
            Self::Alone { attribute, records } => write!(
                f,
                "{records} values of {attribute} stay as they are, as no other category occurs \
                 among these records"
            ),
            Self::NewCategories { attribute, categories } => write!(
                f,
                "values of {attribute} may become {categories} categories that no record had"
            ),
            Self::NoWayBack { attribute } => write!(
                f,
                "the matrix of {attribute} has no inverse: the original frequencies cannot be \
                 estimated from the masked data"
            ),
            Self::LessNoise { attribute, share } => write!(
                f,
                "the bounds of {attribute} left its noise {:.1} % of the variance that `alpha` asks \
                 for: values near a bound are protected less",
                100.0 * share
            ),
            Self::GapsShown { attribute, records } => write!(
                f,
                "{records} values of {attribute} are missing, and that they are is not covered by \
                 differential privacy"
            ),
            Self::TransformationRevealed => f.write_str(
                "the transformation is published: users can estimate subgroups without bias, and \
                 everybody can undo it, which leaves the noise alone as protection",
            ),
        }
    }
}

/// How many decimals the numbers have, if all of them have at most nine.
pub(crate) fn decimals(values: &[f64]) -> Option<u8> {
    let most = |decimals: Option<u8>, value: &f64| -> Option<u8> {
        let from = decimals?;
        if !value.is_finite() {
            return decimals;
        }
        (from..=9).find(|&places| {
            let scaled = value * 10_f64.powi(i32::from(places));
            (scaled - scaled.round()).abs() <= 4.0 * f64::EPSILON * scaled.abs()
        })
    };
    let of = |part: &[f64]| part.iter().fold(Some(0), most);
    let all = parts(values.len(), |rows| of(&values[rows]));
    all.into_iter().try_fold(0, |most, part| part.map(|part| most.max(part)))
}

/// In how many rows both have a value and it is the same one, and how many rows have one.
pub(crate) fn unchanged(before: &Values, after: &Values) -> (u64, u64) {
    let count = |pairs: &mut dyn Iterator<Item = (bool, bool)>| {
        pairs.fold((0, 0), |(same, all), (is_known, is_same)| {
            (same + u64::from(is_known && is_same), all + u64::from(is_known))
        })
    };
    match (before, after) {
        (Values::Numbers(before), Values::Numbers(after)) => count(
            &mut (before.iter().zip(after))
                .map(|(a, b)| (a.is_finite(), a.to_bits() == b.to_bits())),
        ),
        (Values::Categories { codes: before, .. }, Values::Categories { codes: after, .. }) => {
            count(&mut before.iter().zip(after).map(|(a, b)| (a.is_some(), a == b)))
        }
        _ => (0, before_len(before)),
    }
}

fn before_len(values: &Values) -> u64 {
    match values {
        Values::Numbers(numbers) => numbers.len() as u64,
        Values::Categories { codes, .. } => codes.len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_of_the_longest_number() {
        for (values, expected) in [
            (vec![1.0, -20.0, 0.0, f64::NAN], Some(0)),
            (vec![1.0, 0.1], Some(1)),
            (vec![1234.567, 0.1, 99.99], Some(3)),
            (vec![1e15 + 1.0, 3.0], Some(0)),
            (vec![0.123_456_789], Some(9)),
            (vec![std::f64::consts::PI, 1.0], None),
            (vec![], Some(0)),
        ] {
            assert_eq!(decimals(&values), expected, "{values:?}");
        }
    }

    #[test]
    fn notes_are_sentences_without_cells() {
        let note = Note::Unchanged { attribute: "income".to_owned(), records: 2, of: 9 };
        assert_eq!(note.to_string(), "2 of the 9 values of income came out unchanged");
    }
}
