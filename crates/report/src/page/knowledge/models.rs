//! What each model promises, from its entry.

use crate::{Guarantee, Parameter};
use ridotto_catalogue::{Entry, When, Wording};

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
    let facts = entry.model()?;
    let first = |words: &'static [Wording]| {
        words.iter().find(|words| fits(words.when, guarantee)).map_or("", |words| words.text)
    };
    Some(About { entry, promise: first(facts.promises), statistic: first(facts.statistics) })
}

/// Whether words are for such a requirement.
fn fits(when: When, guarantee: &Guarantee) -> bool {
    let text = |name: &str| match guarantee.parameters.get(name) {
        Some(Parameter::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    match when {
        When::Always => true,
        When::DecidedBy(bound) => guarantee.decided_by.as_deref() == Some(bound),
        When::With(name, words) => text(name).is_some_and(|text| words.contains(&text)),
        When::Column(name) => text(name).is_some(),
    }
}
