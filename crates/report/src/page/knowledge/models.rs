//! What each model promises, from its entry.

use crate::Guarantee;
use ridotto_catalogue::Entry;

/// What is known about a model.
#[derive(Clone, Copy, Debug)]
pub(in crate::page) struct About {
    pub entry: &'static Entry,
    /// What it means for people; `{k}` and the like stand for parameters.
    pub promise: &'static str,
    /// What the number is, in a few words.
    pub statistic: &'static str,
}

impl About {
    /// Where it comes from.
    pub fn reference(&self) -> String {
        self.entry.references.first().map(ToString::to_string).unwrap_or_default()
    }
}

/// What is known about the model of a requirement.
pub(in crate::page) fn model(guarantee: &Guarantee) -> Option<About> {
    let entry = guarantee.entry()?;
    let promise = guarantee.fitting(entry.model()?.promises);
    Some(About { entry, promise, statistic: guarantee.statistic() })
}
