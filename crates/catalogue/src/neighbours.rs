//! Which files are neighbours, and why a proof may be about some only.

use crate::names;

names! {
    /// Which files differential privacy makes hard to tell apart.
    Neighbours {
        /// One has a person more: that somebody is in the file is hidden.
        AddRemove = "add-remove" Now,
        /// They differ in what one person says: what somebody says is hidden, and how many records there are is not.
        ChangeOne = "change-one" Now,
    }
}

/// The neighbours that a proof is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// What holds where a policy names none.
    pub usual: Neighbours,
    /// Why it does not hold for the other kind; `None` where it does.
    pub not_other: Option<&'static str>,
}

impl Proved {
    /// Of what publishes a record for each that there is.
    pub const OF_RECORDS: Self = Self {
        usual: Neighbours::ChangeOne,
        not_other: Some(
            "as many records are published as there are, which tells whether one more is there: \
             what a record says is hidden, and not that it is there",
        ),
    };

    /// Of tables of counts with noise.
    pub const OF_COUNTS: Self = Self { usual: Neighbours::AddRemove, not_other: None };

    /// Of a sample of records whose small classes are left out.
    pub const OF_SAMPLES: Self = Self {
        usual: Neighbours::AddRemove,
        not_other: Some(
            "the proof is about a sample of a file and of the same with a record more; a record \
             that says something else is one less and one more, and loses twice epsilon",
        ),
    };

    /// Why it does not hold for these neighbours, if it does not.
    pub fn refuses(self, neighbours: Neighbours) -> Option<&'static str> {
        self.not_other.filter(|_| neighbours != self.usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_is_never_refused() {
        for proved in [Proved::OF_RECORDS, Proved::OF_COUNTS, Proved::OF_SAMPLES] {
            assert_eq!(proved.refuses(proved.usual), None);
        }
        assert!(Proved::OF_RECORDS.refuses(Neighbours::AddRemove).is_some());
        assert!(Proved::OF_SAMPLES.refuses(Neighbours::ChangeOne).is_some());
        assert_eq!(Proved::OF_COUNTS.refuses(Neighbours::ChangeOne), None);
    }
}
