//! Requirements that no generalisation meets: how far off the data are, and what would help.

use ridotto_core::count::{grouped, records};
use ridotto_release::Error;
use ridotto_release::Unmet;
use std::fmt::Write;

/// No generalisation meets the requirements: what came nearest, and what would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shortfall {
    /// Records in the data.
    pub rows: u64,
    /// The size that every class must have, if that is all that is asked.
    pub k: Option<u64>,
    /// Records that may be suppressed.
    pub limit: u64,
    /// Records that would have to be suppressed even at the coarsest generalisation allowed.
    pub needed: u64,
    /// The largest k that the coarsest generalisation allows within the limit.
    pub largest_k: u64,
    /// Quasi-identifiers that a `max-level` keeps from their top.
    pub limited: Vec<String>,
}

impl Shortfall {
    /// What classes of these sizes lack, if every one must have `k` records and `limit` may go.
    pub(crate) fn nearest(sizes: &[u64], k: u64, limit: u64, limited: Vec<String>) -> Self {
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        // The classes that may go, smallest first; the next one sets k. At least one must stay.
        let mut gone = 0;
        let largest = sizes.iter().find(|&&size| {
            gone += size;
            gone > limit
        });
        Self {
            rows: sizes.iter().sum(),
            k: Some(k),
            limit,
            needed: sizes.iter().take_while(|&&size| size < k).sum(),
            largest_k: largest.or(sizes.last()).copied().unwrap_or(0),
            limited,
        }
    }

    /// What classes lack that must satisfy other models than k-anonymity.
    pub(crate) fn models(rows: u64, needed: u64, limit: u64, limited: Vec<String>) -> Self {
        Self { rows, k: None, limit, needed, largest_k: 0, limited }
    }

    fn advice(&self) -> String {
        let Self { rows, k, limit, needed, largest_k, limited } = self;
        let Some(k) = k else { return self.models_advice() };
        let mut advice = format!(
            "even with every attribute at its coarsest level, {} of {} {} in classes smaller than \
             {k}, and {} may be suppressed.",
            grouped(*needed),
            records(*rows),
            if *needed == 1 { "is" } else { "are" },
            grouped(*limit)
        );
        if k > rows {
            advice = format!("the data have {}, so no class can have {k} of them.", records(*rows));
        } else if needed < rows {
            // Rounded up: a share rounded down would not suffice.
            let share = (*needed as f64 / *rows as f64 * 10_000.0).ceil() / 10_000.0;
            let _ = write!(advice, "\nAllow `suppression = {share}` or more");
            if *largest_k >= 2 {
                let _ = write!(advice, ", or ask for `k = {largest_k}` or less");
            }
            if !limited.is_empty() {
                let _ = write!(advice, ", or raise the `max-level` of {}", limited.join(", "));
            }
            advice += ".";
            return advice;
        }
        if *largest_k >= 2 {
            let _ = write!(advice, "\nThe largest k that holds is {largest_k}.");
        }
        advice
    }
}

impl Shortfall {
    fn models_advice(&self) -> String {
        let Self { rows, limit, needed, limited, .. } = self;
        let mut advice = format!(
            "even with every attribute at its coarsest level, {} of {} {} in classes that fail a \
             requirement, and {} may be suppressed.",
            grouped(*needed),
            records(*rows),
            if *needed == 1 { "is" } else { "are" },
            grouped(*limit)
        );
        if needed <= limit {
            "even with every attribute at its coarsest level, what is left does not satisfy a \
             requirement on the table as a whole."
                .clone_into(&mut advice);
        } else if needed < rows {
            let share = (*needed as f64 / *rows as f64 * 10_000.0).ceil() / 10_000.0;
            let _ = write!(advice, "\nAllow `suppression = {share}` or more, or ask for less");
            if !limited.is_empty() {
                let _ = write!(advice, ", or raise the `max-level` of {}", limited.join(", "));
            }
            advice += ".";
        } else {
            advice += "\nAsk for less: `ridotto check` tells what the file attains.";
        }
        advice
    }
}

impl From<Shortfall> for Error {
    fn from(shortfall: Shortfall) -> Self {
        Unmet {
            message: "no generalisation makes every requirement hold".into(),
            advice: shortfall.advice(),
        }
        .into()
    }
}
