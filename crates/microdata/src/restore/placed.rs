//! Values that a saved decision never saw: its policy says how they become coarser.
//!
//! The recoding has its policy, and a builder of the policy gives any value its labels: next year's
//! dates have months and years, too. A value is placed only where the builder, asked about the values
//! that the decision did see, says what was decided about them; so nothing is placed by a policy that
//! was changed by hand, or by a reading of the data that is not the same. Where data made the ranges
//! a value is placed within one of these. A hierarchy file is not part of the recoding: what it lists is
//! what was saved.

use super::built::{Together, Values, builders};
use ridotto_core::hierarchy::{TOP, covers};
use ridotto_core::{Code, Dictionary, Reading};
use ridotto_micro::Generalized;
use ridotto_policy::Policy;
use std::collections::{BTreeSet, HashSet};

/// What values become.
type Labels = Vec<(String, String)>;

/// What becomes of the values of a column: the decision, with the values added that it never saw and
/// that the policy's builder places. How many these are is said, too.
pub(super) fn placed(
    decided: &Generalized,
    dictionary: &Dictionary,
    policy: &Policy,
    missing: &[String],
) -> (Generalized, u64) {
    let mut all = decided.clone();
    let new: BTreeSet<&str> =
        dictionary.texts().iter().filter(|text| !decided.values.contains_key(*text)).collect();
    if new.is_empty() || decided.values.is_empty() {
        return (all, 0);
    }
    let known = || decided.values.keys().map(String::as_str);
    let readings = [dictionary.reading().clone(), Reading::detect(known(), None, &[])];
    let builders = builders(policy, &decided.name);
    let is_built = !builders.is_empty();
    let found = builders.into_iter().find_map(|(builder, level)| {
        let values = Values { name: &decided.name, known: known().collect(), missing };
        let level = level.or(decided.level.map(usize::from));
        readings.iter().find_map(|reading| {
            let together = values.with(&new, &builder, reading)?;
            match level {
                Some(level) => together.at_level(decided, level),
                None => together.on_cut(decided),
            }
        })
    });
    let within = || readings.iter().find_map(|reading| covered(decided, reading, &new));
    let labels: Labels = found.or_else(|| within().filter(|_| is_built)).unwrap_or_default();
    let count = labels.len() as u64;
    all.values.extend(labels);
    (all, count)
}

/// New values within a range or set that was decided, where each known value lies in its own alone:
/// ranges that the data made.
fn covered(decided: &Generalized, reading: &Reading, new: &BTreeSet<&str>) -> Option<Labels> {
    let labels: BTreeSet<&str> = decided.values.values().map(String::as_str).collect();
    let only = |text: &str| {
        let mut covering = labels
            .iter()
            .filter(|label| **label != TOP && covers(Some(label), Some(text), reading));
        covering.next().filter(|_| covering.next().is_none())
    };
    let is_own = |(text, label): (&String, &String)| only(text).is_some_and(|own| *own == label);
    decided.values.iter().all(is_own).then(|| {
        let place = |text: &&str| Some(((*text).to_owned(), (*only(text)?).to_owned()));
        new.iter().filter_map(place).collect()
    })
}

impl Together {
    /// The values that the decision lacks.
    fn unseen<'a>(&'a self, decided: &'a Generalized) -> impl Iterator<Item = (Code, &'a str)> {
        let texts = (0..).zip(self.dictionary.texts().iter());
        texts.filter(|(_, text)| !decided.values.contains_key(*text))
    }

    /// Whether the builder says of every value that was decided about what was decided.
    fn agrees(&self, decided: &Generalized, says: impl Fn(Code, &str) -> bool) -> bool {
        let mut values = decided.values.iter();
        values.all(|(text, label)| self.dictionary.code(text).is_some_and(|at| says(at, label)))
    }

    /// Every value at one level.
    fn at_level(&self, decided: &Generalized, level: usize) -> Option<Labels> {
        let is_there = level <= self.hierarchy.height();
        let is_same = |code, label: &str| self.label(code, level) == Some(label);
        (is_there && self.agrees(decided, is_same)).then(|| {
            let labels = self.unseen(decided);
            labels
                .filter_map(|(code, text)| Some((text.into(), self.label(code, level)?.into())))
                .collect()
        })
    }

    /// Each value at the lowest level at which it meets a group that was decided for another.
    fn on_cut(&self, decided: &Generalized) -> Option<Labels> {
        let levels = 0..=self.hierarchy.height();
        let mut groups: HashSet<(usize, Code)> = HashSet::new();
        for (text, label) in &decided.values {
            let code = self.dictionary.code(text)?;
            let is_at = |&level: &usize| self.label(code, level) == Some(label);
            let at: Vec<usize> = levels.clone().filter(is_at).collect();
            (!at.is_empty()).then_some(())?;
            let group = |level: usize| (level, self.hierarchy.map(level)[code as usize]);
            groups.extend(at.into_iter().map(group));
        }
        let place = |code: Code| {
            let is_met = |&level: &usize| {
                groups.contains(&(level, self.hierarchy.map(level)[code as usize]))
            };
            self.label(code, levels.clone().find(is_met)?)
        };
        let new = self.unseen(decided);
        Some(new.filter_map(|(code, text)| Some((text.into(), place(code)?.into()))).collect())
    }
}
