//! How many records are looked at where looking at all of them takes long.
//!
//! `assess` is asked for figures and takes its time. The page of a release comes with every release,
//! and draws smaller samples: what is a sample is said to be one, there and here.

use crate::linkage::learn;
use crate::utility::summary::Most;
use ridotto_core::count::grouped;

/// How much work an assessment may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Samples that leave little to chance.
    #[default]
    Full,
    /// Samples for a page that is made along with a release, in a part of a second.
    Page,
    /// Samples for one of many releases that are compared: fewer people in larger files.
    Map,
}

/// So many records are looked through at most, people times records, for one point of a map.
const MAP_PAIRS: usize = 200_000_000;

impl Effort {
    /// So many people are looked for by record linkage at most, in a file of so many records.
    pub(super) fn people(self, records: usize) -> usize {
        match self {
            Self::Full => 5_000,
            Self::Page => 300,
            Self::Map => (MAP_PAIRS / records.max(1)).clamp(100, 1_000),
        }
    }

    /// So many pairs are compared at most to see which agree.
    pub(super) fn pairs(self) -> usize {
        match self {
            Self::Full => 100_000_000,
            Self::Page => 3_000_000,
            Self::Map => 10_000_000,
        }
    }

    /// How distances are learnt that link best.
    pub(super) fn learning(self) -> learn::Effort {
        match self {
            Self::Full => learn::Effort::default(),
            Self::Page | Self::Map => {
                learn::Effort { people: 80, others: 250, trials: 40, ..Default::default() }
            }
        }
    }

    /// So many records models learn from at most.
    pub(super) fn most(self) -> Most {
        match self {
            Self::Full => Most::default(),
            Self::Page | Self::Map => Most { told: 2_000, learnt: 500, folds: 3 },
        }
    }

    /// Says which figures are of samples, in files of so many records.
    pub(super) fn notes(self, rows: usize, has_targets: bool) -> Vec<String> {
        let Most { told, learnt, .. } = self.most();
        let of = |many: usize| grouped(many as u64);
        let mut notes = Vec::new();
        if rows > told {
            notes.push(format!(
                "the models that tell the two files apart (propensity) learnt from a sample of {} \
                 records of each",
                of(told)
            ));
        }
        if has_targets && rows > learnt {
            notes.push(format!(
                "predictions were learnt from, and tried on, a sample of {} records at most",
                of(learnt)
            ));
        }
        if self == Self::Page && !notes.is_empty() {
            notes.push(
                "this page was made along with the release, from smaller samples than `ridotto \
                 assess` draws"
                    .to_owned(),
            );
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_sample_is_said_to_be_one() {
        assert_eq!(Effort::Page.notes(500, true), Vec::<String>::new());
        let notes = Effort::Page.notes(20_000, true).join("; ");
        for part in ["sample of 2,000", "sample of 500", "smaller samples"] {
            assert!(notes.contains(part), "{part} in {notes}");
        }
        assert_eq!(Effort::Full.notes(20_000, false), Vec::<String>::new());
    }
}
