//! What microaggregation has to say, and how it is said of many strata at once.

use crate::note::Joined;
use ridotto_core::count::counted;
use std::fmt;

/// What a steward should know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// Attributes were grouped on their own; records are not k-anonymous.
    Individual {
        /// The attribute's place.
        attribute: usize,
        /// Half of the records are known to lie within a stretch of this share of the range,
        /// between the means of the groups before and after theirs.
        pinned: f64,
    },
    /// Several parts of the attributes were grouped on their own.
    Parts,
    /// Fewer records than k share all their masked values.
    Below {
        /// The smallest number that do.
        reached: usize,
    },
    /// Known cells were made missing.
    Suppressed {
        /// The attribute's place.
        attribute: usize,
        /// How many cells.
        cells: u64,
    },
    /// The center is a value that somebody has.
    TrueValues,
    /// There were too many records to look at all of them at once.
    Blocks {
        /// How many records a block has at most.
        records: usize,
    },
    /// There are groups of 2k or more, which a constraint made.
    Large {
        /// The size of the largest.
        size: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Individual { pinned, .. } => write!(
                f,
                "each attribute was grouped on its own, so records are not k-anonymous, and the \
                 averages before and after a group say between what its values lie: for half of \
                 the records, within {:.2} % of the range",
                100.0 * pinned
            ),
            Self::Parts => write!(
                f,
                "parts of the attributes were grouped on their own: k-anonymity holds for each \
                 part, and not for all of them together"
            ),
            Self::Below { reached } => write!(
                f,
                "only {reached} records share all their masked values; do not call the file \
                 k-anonymous for more than that"
            ),
            Self::Suppressed { cells, .. } => write!(
                f,
                "{} made missing, because fewer than k records of their group have a value there, or \
                 lack the same ones",
                counted(*cells, "cell was", "cells were")
            ),
            Self::TrueValues => {
                write!(f, "the center shows values that somebody really has; a mean does not")
            }
            Self::Blocks { records } => write!(
                f,
                "the file is large: records were grouped within blocks of at most {records} \
                 neighbours"
            ),
            Self::Large { size } => write!(
                f,
                "groups had to grow to keep what was required of them: the largest has {size} \
                 records"
            ),
        }
    }
}

impl Note {
    /// Takes up what is said of another stratum, if it is the same thing of the same attribute.
    pub(crate) fn join(&mut self, other: &Self) -> Option<Joined> {
        match (self, other) {
            (
                Self::Suppressed { attribute, cells },
                Self::Suppressed { attribute: same, cells: more },
            ) if attribute == same => {
                *cells += more;
                Some(Joined::Added)
            }
            (
                Self::Individual { attribute, pinned },
                Self::Individual { attribute: same, pinned: other },
            ) if attribute == same => {
                *pinned = pinned.min(*other);
                Some(Joined::Worse)
            }
            (Self::Below { reached }, Self::Below { reached: other }) => {
                *reached = (*reached).min(*other);
                Some(Joined::Worse)
            }
            (Self::Large { size: most }, Self::Large { size: other })
            | (Self::Blocks { records: most }, Self::Blocks { records: other }) => {
                *most = (*most).max(*other);
                Some(Joined::Worse)
            }
            (Self::Parts, Self::Parts) | (Self::TrueValues, Self::TrueValues) => Some(Joined::Same),
            _ => None,
        }
    }
}
