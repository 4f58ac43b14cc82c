//! Requirements that were not met: what was tried, how far off it was, and what would help.

use ridotto_core::count::{grouped, records};
use ridotto_release::Error;
use ridotto_release::Unmet;
use std::fmt::Write;

/// What was tried. Only the first says that there is nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// All generalisations, or enough of them to know that none will do.
    Everything,
    /// Those that an algorithm came by.
    Some(&'static str),
    /// As many as there was time for.
    Stopped,
    /// The values as they stand: nothing is searched for.
    NoSearch,
    /// The values as they stand: nothing may be generalised.
    Values,
    /// Nothing but suppression, up to the last cell of the quasi-identifiers.
    Suppression,
    /// A decision that was made before.
    Recoding,
}

/// The requirements are not met: what came nearest, and what would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shortfall {
    /// What was tried.
    pub tried: Tried,
    /// Records in the data.
    pub rows: u64,
    /// The size that every class must have, if that is all that is asked.
    pub k: Option<u64>,
    /// Records that may be suppressed.
    pub limit: u64,
    /// Records that would have to be suppressed at the coarsest of what was tried.
    pub needed: u64,
    /// The largest k that the coarsest allows within the limit.
    pub largest_k: u64,
    /// Quasi-identifiers that a `max-level` keeps from their top.
    pub limited: Vec<String>,
}

impl Shortfall {
    /// What classes of these sizes lack, if every one must have `k` records and `limit` may go.
    pub(crate) fn nearest(tried: Tried, sizes: &[u64], k: u64, limit: u64) -> Self {
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        // The classes that may go, smallest first; the next one sets k. At least one must stay.
        let mut gone = 0;
        let largest = sizes.iter().find(|&&size| {
            gone += size;
            gone > limit
        });
        Self {
            tried,
            rows: sizes.iter().sum(),
            k: Some(k),
            limit,
            needed: sizes.iter().take_while(|&&size| size < k).sum(),
            largest_k: largest.or(sizes.last()).copied().unwrap_or(0),
            limited: Vec::new(),
        }
    }

    /// What classes lack that must satisfy other models than k-anonymity.
    pub(crate) fn models(tried: Tried, rows: u64, needed: u64, limit: u64) -> Self {
        Self { tried, rows, k: None, limit, needed, largest_k: 0, limited: Vec::new() }
    }

    /// With the attributes that a `max-level` keeps from their top.
    pub(crate) fn limited_by(self, limited: Vec<String>) -> Self {
        Self { limited, ..self }
    }

    fn message(&self) -> String {
        match self.tried {
            Tried::Everything => "no generalisation makes every requirement hold".into(),
            Tried::Some(name) => {
                format!("`{name}` found no generalisation that makes every requirement hold")
            }
            Tried::Stopped => {
                "the search was stopped before it found what makes every requirement hold".into()
            }
            Tried::NoSearch => {
                "nothing was searched for, and the values as they stand do not make every \
                 requirement hold"
                    .into()
            }
            Tried::Values => {
                "nothing may be generalised, and the values as they stand do not make every \
                 requirement hold"
                    .into()
            }
            Tried::Suppression => "suppression alone does not make every requirement hold".into(),
            Tried::Recoding => {
                "the recoding does not make every requirement hold on these data".into()
            }
        }
    }

    /// Where the records were counted.
    fn place(&self) -> &'static str {
        match self.tried {
            Tried::Everything => "even with every attribute at its coarsest level",
            Tried::Some(_) | Tried::Stopped => "with every attribute at its coarsest level",
            Tried::NoSearch | Tried::Values => "as they stand",
            Tried::Suppression => "even with every quasi-identifier suppressed",
            Tried::Recoding => "as the recoding shows them",
        }
    }

    /// What has to do with what was tried, and not with how far off it was.
    fn way_out(&self) -> Option<String> {
        let say = |text: &str| Some(text.to_owned());
        match self.tried {
            Tried::Everything | Tried::Suppression => None,
            Tried::Some(name) => Some(format!(
                "`{name}` does not look at every generalisation: `algorithm = \"optimal\"` does."
            )),
            Tried::Stopped => say("With more time it may find one."),
            Tried::NoSearch => say("Let `algorithm = \"optimal\"` search for levels."),
            Tried::Values => say("Let values be generalised: `generalize = \"attribute\"`."),
            Tried::Recoding => say(
                "Nothing was searched for: `ridotto anonymize` makes a recoding for these data.",
            ),
        }
    }

    fn advice(&self) -> String {
        let figures =
            if let Some(k) = self.k { self.sizes_advice(k) } else { self.models_advice() };
        match self.way_out() {
            Some(way) if self.is_possible() => format!("{figures}\n{way}"),
            _ => figures,
        }
    }

    /// Whether anything at all could meet what is asked.
    fn is_possible(&self) -> bool {
        self.k.is_none_or(|k| k <= self.rows)
    }

    fn sizes_advice(&self, k: u64) -> String {
        let Self { rows, largest_k, .. } = self;
        if !self.is_possible() {
            let none =
                format!("the data have {}, so no class can have {k} of them.", records(*rows));
            return none + &self.largest();
        }
        let mut advice = self.count(&format!("smaller than {k}"));
        if self.needed < *rows && self.tried != Tried::Recoding {
            let _ = write!(advice, "\n{}", self.share());
            if *largest_k >= 2 {
                let _ = write!(advice, ", or ask for `k = {largest_k}` or less");
            }
            return advice + &self.raise();
        }
        advice + &self.largest()
    }

    fn largest(&self) -> String {
        match self.largest_k {
            0 | 1 => String::new(),
            k => format!("\nThe largest k that holds is {k}."),
        }
    }

    fn models_advice(&self) -> String {
        let Self { rows, limit, needed, .. } = self;
        if needed <= limit && needed < rows {
            return format!(
                "{}, what is left does not satisfy a requirement on the table as a whole.",
                self.place()
            );
        }
        let advice = self.count("that fail a requirement");
        if self.tried == Tried::Recoding {
            advice
        } else if needed < rows {
            format!("{advice}\n{}, or ask for less{}", self.share(), self.raise())
        } else if self.way_out().is_none() {
            advice + "\nAsk for less: `ridotto check` tells what the file attains."
        } else {
            advice
        }
    }

    /// How many records fail, and how many may.
    fn count(&self, classes: &str) -> String {
        format!(
            "{}, {} of {} {} in classes {classes}, and {} may be suppressed.",
            self.place(),
            grouped(self.needed),
            records(self.rows),
            if self.needed == 1 { "is" } else { "are" },
            grouped(self.limit)
        )
    }

    /// What share would suffice. Rounded up: a share rounded down would not.
    fn share(&self) -> String {
        let share = (self.needed as f64 / self.rows as f64 * 10_000.0).ceil() / 10_000.0;
        format!("Allow `suppression = {share}` or more")
    }

    /// The end of the sentence, with the levels that could be raised.
    fn raise(&self) -> String {
        if self.limited.is_empty() {
            return ".".into();
        }
        format!(", or raise the `max-level` of {}.", self.limited.join(", "))
    }
}

impl From<Shortfall> for Error {
    fn from(shortfall: Shortfall) -> Self {
        Unmet { message: shortfall.message(), advice: shortfall.advice() }.into()
    }
}
