//! A column's values after a step.

use crate::unsuited::Unsuited;
use ridotto_core::{Code, Dictionary};
use std::borrow::Cow;

/// What a step makes of a column's values.
#[derive(Clone, Debug)]
pub struct Replaced {
    /// The values that are there now.
    pub dictionary: Dictionary,
    /// The new code of each old value.
    pub new: Vec<Code>,
    /// Which old values are no longer what they were.
    pub changed: Vec<bool>,
    /// Whether the label of joined values is also a value that was not joined: the two can no
    /// longer be told apart.
    pub collides: bool,
}

impl Replaced {
    /// Replaces each value by its label, `None` being "missing"; a label that means "missing" is
    /// that, too. `label` gets a value's code and its text, which is `None` for the missing value.
    pub fn new<'a>(
        dictionary: &'a Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
        label: impl Fn(Code, Option<&'a str>) -> Option<Cow<'a, str>>,
    ) -> Self {
        let old = || (0..dictionary.len() as Code).map(|code| (code, dictionary.text(code)));
        let known = |label: &Cow<'a, str>| !is_missing(label);
        let labels: Vec<Option<Cow<'a, str>>> =
            old().map(|(code, text)| label(code, text).filter(known)).collect();
        let (made, new) =
            Dictionary::of_labels(labels.iter().map(Option::as_deref), dictionary.reading());
        let changed: Vec<bool> =
            old().zip(&labels).map(|((_, text), label)| text != label.as_deref()).collect();
        Self { dictionary: made, new, changed, collides: false }
    }

    /// How many cells are no longer what they were, if each old value occurs so often.
    pub fn cells(&self, counts: &[u64]) -> u64 {
        self.changed
            .iter()
            .zip(counts)
            .filter(|(changed, _)| **changed)
            .map(|(_, count)| count)
            .sum()
    }
}

/// Refuses values of which nothing is known.
pub(crate) fn refuse<T>(
    known: impl Iterator<Item = Option<T>>,
    why: &'static str,
) -> Result<Vec<T>, Unsuited> {
    let (mut all, mut count, mut first) = (Vec::new(), 0, 0);
    for (code, known) in (0..).zip(known) {
        match known {
            Some(known) => all.push(known),
            None => {
                first = if count == 0 { code } else { first };
                count += 1;
            }
        }
    }
    if count == 0 { Ok(all) } else { Err(Unsuited::Values { count, first, why }) }
}
