//! For whom a page is made, and what such a reader may see.
//!
//! A report is itself a way out for data. What the public may know at all is decided in
//! [`PublicReport`](crate::PublicReport). How numbers are shown to it is decided here: counts are
//! rounded and small ones hidden, and plain digests, which confirm a guess of the whole file, give
//! way to digests with a key.

mod figure;

use crate::fingerprint::FingerprintKey;
pub use figure::{Figure, Unit};
use ridotto_catalogue::{Entry, Measures, Reader};
use serde::{Deserialize, Serialize};

/// For whom a page is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Those who may see the input: everything is shown.
    #[default]
    Internal,
    /// Anybody: what follows from the release and the policy, and about how many records are not
    /// in it.
    Public,
}

/// What may be shown to whom.
#[derive(Clone, Debug)]
pub struct Disclosure {
    /// Counts below this, other than zero, are small: the public reads "fewer than 10". All other
    /// counts are rounded to a multiple of it, so that differences of counts are not small either.
    pub threshold: u64,
    /// Whether values of the data may be shown as labels. Only ever in an internal page.
    pub show_values: bool,
    /// The key of digests in a public page. Without it, the page has no digest of the input.
    pub digest_key: Option<FingerprintKey>,
    /// What is known of measures: what they are called, and who may read which.
    pub measures: Measures,
}

impl Disclosure {
    /// The usual rules, with these measures. What is none of them is shown by its bare name, and
    /// never to the public.
    pub fn new(measures: &'static [&'static Entry]) -> Self {
        let measures = Measures(measures);
        Self { threshold: 10, show_values: false, digest_key: None, measures }
    }

    /// Whether the public may read what a finding says of the released file.
    pub(crate) fn is_public(&self, finding: &str) -> bool {
        self.measures.of(finding).is_some_and(|(_, facts)| facts.reader == Reader::Public)
    }

    /// Whether a count may not be shown: there are some, and few.
    pub(crate) fn is_small(&self, count: u64) -> bool {
        count > 0 && count < self.threshold
    }

    /// A count as the public sees it: the nearest multiple of the threshold.
    pub(crate) fn rounded(&self, count: u64) -> u64 {
        let step = self.threshold.max(1);
        count.saturating_add(step / 2) / step * step
    }

    /// How many records were suppressed, as the public may know it: none, or fewer than a multiple
    /// of the threshold. Unlike the nearest multiple, each such figure stands for as many numbers.
    pub(crate) fn suppressed(&self, records: Option<u64>) -> Figure {
        let step = self.threshold.max(1);
        match records {
            None => Figure::Unknown,
            Some(0) => Figure::Exact(0.0),
            Some(records) => Figure::Below((records / step + 1).saturating_mul(step) as f64),
        }
    }

    /// The smallest difference of shares that the public may see, if the whole has so many records.
    pub(crate) fn step(&self, records: u64) -> f64 {
        let least = if records == 0 { 1.0 } else { self.threshold as f64 / records as f64 };
        least.clamp(0.001, 1.0)
    }

    /// Whether a share of so many records stands for a small count.
    pub(crate) fn is_small_share(&self, share: f64, records: u64) -> bool {
        share > 0.0 && share * (records as f64) < self.threshold as f64
    }

    /// Joins neighbours until no bin has a small count; `None` if that cannot be done.
    ///
    /// Joining, unlike hiding, leaves nothing that could be worked out from a total.
    pub(crate) fn joined<B: Clone>(
        &self,
        bins: &[B],
        counts: impl Fn(&B) -> Vec<u64>,
        join: impl Fn(&B, &B) -> B,
    ) -> Option<Vec<B>> {
        let small = |bin: &B| counts(bin).into_iter().any(|count| self.is_small(count));
        let mut done: Vec<B> = Vec::new();
        let mut open: Option<B> = None;
        for bin in bins {
            let bin = open.take().map_or_else(|| bin.clone(), |open| join(&open, bin));
            if small(&bin) {
                open = Some(bin);
            } else {
                done.push(bin);
            }
        }
        while let Some(rest) = open.take() {
            let joined = join(&done.pop()?, &rest);
            if small(&joined) {
                open = Some(joined);
            } else {
                done.push(joined);
            }
        }
        Some(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_measure::MEASURES;

    #[test]
    fn neighbours_are_joined_until_none_is_small() {
        let rules = Disclosure::new(MEASURES);
        let joined = |bins: &[u64]| rules.joined(bins, |&bin| vec![bin], |a, b| a + b);
        assert_eq!(joined(&[3, 4, 5, 0, 50, 2]), Some(vec![12, 0, 52]));
        assert_eq!(joined(&[50, 9]), Some(vec![59]));
        assert_eq!(joined(&[3, 4]), None);
        assert_eq!(joined(&[0, 3]), None);
        assert_eq!(joined(&[]), Some(vec![]));
    }

    #[test]
    fn counts_are_rounded_to_the_threshold() {
        let rules = Disclosure::new(MEASURES);
        assert_eq!([0, 12, 15, 104].map(|count| rules.rounded(count)), [0, 10, 20, 100]);
        assert!(rules.is_small(9) && !rules.is_small(10) && !rules.is_small(0));
        assert!(rules.is_small_share(0.000_3, 10_000) && !rules.is_small_share(0.002, 10_000));
    }
}
