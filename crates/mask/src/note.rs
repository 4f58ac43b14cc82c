//! What noise, swapping and post-randomisation have to say, and how it is said of many strata at once.

use std::fmt;

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
    /// Of what a record's values are private, and of what they are not.
    ValuesPrivate {
        /// Of a whole record.
        epsilon: f64,
    },
    /// The guarantee does not cover which values are missing.
    GapsShown {
        /// Of this attribute.
        attribute: String,
        /// In so many records.
        records: u64,
    },
    /// How an attribute was transformed, which everybody may know.
    Transformed {
        /// The attribute.
        attribute: String,
        /// What values with noise were multiplied by.
        scale: f64,
        /// What was added then.
        shift: f64,
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
            Self::ValuesPrivate { epsilon } => write!(
                f,
                "the values of a record are differentially private: neighbours differ in what one \
                 record says of these attributes, epsilon is {epsilon} for all of them together, and \
                 delta 0; the sensitivity of each is the distance of its bounds. Not hidden are that \
                 a record is there, which values are missing, and other attributes; a person with \
                 several records loses as much with each"
            ),
            Self::GapsShown { attribute, records } => write!(
                f,
                "{records} values of {attribute} are missing, and that they are is not covered by \
                 differential privacy"
            ),
            Self::Transformed { attribute, scale, shift } => write!(
                f,
                "{attribute} was transformed by the scale {scale} and the shift {shift}; in a \
                 subgroup its mean is (mean - shift) / scale, and its variance is variance / \
                 scale^2 - (1 / scale^2 - 1) times the variance of all records"
            ),
            Self::TransformationRevealed => f.write_str(
                "the transformation is published: users can estimate subgroups without bias, and \
                 everybody can undo it, which leaves the noise alone as protection",
            ),
        }
    }
}

/// What becomes of two strata's notes of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joined {
    /// They say the same.
    Same,
    /// Their counts were added up.
    Added,
    /// The worse of the two is told.
    Worse,
}

impl Note {
    /// Takes up what is said of another stratum, if it is the same thing of the same attribute.
    pub(crate) fn join(&mut self, other: &Self) -> Option<Joined> {
        if self == other && !self.counts() {
            return Some(Joined::Same);
        }
        if std::mem::discriminant(self) != std::mem::discriminant(other)
            || self.attribute() != other.attribute()
        {
            return None;
        }
        match (self, other) {
            (Self::ExtremesKept { records, .. }, Self::ExtremesKept { records: more, .. })
            | (Self::Incomplete { records }, Self::Incomplete { records: more })
            | (Self::ZerosKept { records, .. }, Self::ZerosKept { records: more, .. })
            | (Self::Alone { records, .. }, Self::Alone { records: more, .. })
            | (Self::GapsShown { records, .. }, Self::GapsShown { records: more, .. }) => {
                *records += more;
                Some(Joined::Added)
            }
            (
                Self::Unchanged { records, of, .. },
                Self::Unchanged { records: more, of: all, .. },
            )
            | (Self::NoPartner { records, of }, Self::NoPartner { records: more, of: all }) => {
                (*records, *of) = (*records + more, *of + all);
                Some(Joined::Added)
            }
            (
                Self::DonorsRepeated { donors, records },
                Self::DonorsRepeated { donors: fewer, records: more },
            ) => {
                if more * *donors > *records * fewer {
                    (*donors, *records) = (*fewer, *more);
                }
                Some(Joined::Worse)
            }
            (Self::RangeLowered { used, .. }, Self::RangeLowered { used: other, .. })
            | (Self::LessNoise { share: used, .. }, Self::LessNoise { share: other, .. }) => {
                *used = used.min(*other);
                Some(Joined::Worse)
            }
            (Self::Dominant { used, .. }, Self::Dominant { used: other, .. }) => {
                *used = used.max(*other);
                Some(Joined::Worse)
            }
            (
                Self::Retention { asked, used, .. },
                Self::Retention { asked: wanted, used: other, .. },
            ) => {
                if (wanted - other).abs() > (*asked - *used).abs() {
                    (*asked, *used) = (*wanted, *other);
                }
                Some(Joined::Worse)
            }
            (
                Self::NewCategories { categories, .. },
                Self::NewCategories { categories: other, .. },
            ) => {
                *categories = (*categories).max(*other);
                Some(Joined::Worse)
            }
            _ => None,
        }
    }

    /// Whether it counts records, so that two that are equal are about twice as many.
    fn counts(&self) -> bool {
        matches!(
            self,
            Self::ExtremesKept { .. }
                | Self::Unchanged { .. }
                | Self::Incomplete { .. }
                | Self::ZerosKept { .. }
                | Self::NoPartner { .. }
                | Self::Alone { .. }
                | Self::GapsShown { .. }
        )
    }

    /// The attribute that it is about.
    fn attribute(&self) -> Option<&str> {
        match self {
            Self::ExtremesKept { attribute, .. }
            | Self::Unchanged { attribute, .. }
            | Self::ZerosKept { attribute, .. }
            | Self::Retention { attribute, .. }
            | Self::Dominant { attribute, .. }
            | Self::Alone { attribute, .. }
            | Self::NewCategories { attribute, .. }
            | Self::NoWayBack { attribute }
            | Self::Transformed { attribute, .. }
            | Self::LessNoise { attribute, .. }
            | Self::GapsShown { attribute, .. } => Some(attribute),
            Self::Incomplete { .. }
            | Self::RangeLowered { .. }
            | Self::NoPartner { .. }
            | Self::DonorsRepeated { .. }
            | Self::ValuesPrivate { .. }
            | Self::TransformationRevealed => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_sentences_without_cells() {
        let note = Note::Unchanged { attribute: "income".to_owned(), records: 2, of: 9 };
        assert_eq!(note.to_string(), "2 of the 9 values of income came out unchanged");
    }

    #[test]
    fn notes_of_strata_become_one() {
        let unchanged = |records, of| Note::Unchanged { attribute: "x".to_owned(), records, of };
        let less = |name: &str, share| Note::LessNoise { attribute: name.to_owned(), share };
        let mut note = unchanged(2, 9);
        assert_eq!(note.join(&unchanged(2, 9)), Some(Joined::Added));
        assert_eq!(note, unchanged(4, 18));
        let mut note = less("x", 0.9);
        assert_eq!(note.join(&less("y", 0.5)), None);
        assert_eq!(note.join(&less("x", 0.7)), Some(Joined::Worse));
        assert_eq!(note.join(&unchanged(1, 1)), None);
        assert_eq!(note, less("x", 0.7));
        let mut note = Note::TransformationRevealed;
        assert_eq!(note.join(&Note::TransformationRevealed), Some(Joined::Same));
    }
}
