//! Values that a saved decision never saw: its policy says how they become coarser.
//!
//! The recoding has its policy, and a builder of the policy gives any value its labels: next year's
//! dates have months and years, too. A value is placed only where the builder, asked about the values
//! that the decision did see, says what was decided about them; so nothing is placed by a policy that
//! was changed by hand, or by a reading of the data that is not the same. Where data made the ranges
//! a value is placed within one of these. A hierarchy file is not part of the recoding: what it lists is what was saved.

use ridotto_core::hierarchy::{Auto, Builder, DateUnit, TOP, covers};
use ridotto_core::{Code, Dictionary, Hierarchy, Reading, Texts};
use ridotto_micro::Generalized;
use ridotto_policy::language::Generalize;
use ridotto_policy::{HierarchySource, Policy};
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

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
        let by = Placing { decided, missing, builder, level };
        readings.iter().find_map(|reading| by.labels(reading, &new))
    });
    let within = || readings.iter().find_map(|reading| covered(decided, reading, &new));
    let labels: Labels = found.or_else(|| within().filter(|_| is_built)).unwrap_or_default();
    let count = labels.len() as u64;
    all.values.extend(labels);
    (all, count)
}

/// What may have made the labels of an attribute, and at which level if that is not the decision's.
fn builders(policy: &Policy, name: &str) -> Vec<(Builder, Option<usize>)> {
    let Some(attribute) = policy.attribute(name) else { return Vec::new() };
    let release = &policy.release;
    let is_bare = *release.generalize == Generalize::None
        || release.searches_nothing() && *attribute.min_level == 0;
    match attribute.hierarchy.as_ref().map(|source| &source.value).filter(|_| !is_bare) {
        None => vec![(Builder::Suppress, None)],
        Some(HierarchySource::File(_)) => Vec::new(),
        Some(source) => match ridotto_release::hierarchy::builder(source, Path::new("")) {
            // Of dates it chooses units, one for each level; which one shows.
            Ok(Builder::Auto(Auto { by: None, .. })) => {
                let unit = |&unit: &DateUnit| (Builder::Dates(vec![unit]), Some(1));
                UNITS.iter().map(unit).collect()
            }
            Ok(builder) => vec![(builder, None)],
            Err(_) => Vec::new(),
        },
    }
}

const UNITS: [DateUnit; 5] =
    [DateUnit::Day, DateUnit::Month, DateUnit::Year, DateUnit::Decade, DateUnit::Century];

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

/// A builder, and the decision that it must agree with.
struct Placing<'a> {
    decided: &'a Generalized,
    missing: &'a [String],
    builder: Builder,
    level: Option<usize>,
}

impl Placing<'_> {
    /// The labels of new values, if the builder says of the others what was decided.
    fn labels(&self, reading: &Reading, new: &BTreeSet<&str>) -> Option<Labels> {
        let together = self.compile(reading, new)?;
        match self.level.or(self.decided.level.map(usize::from)) {
            Some(level) => together.at_level(self.decided, level),
            None => together.on_cut(self.decided),
        }
    }

    /// The hierarchy of the values that were decided about, and of the new ones that it can read.
    fn compile(&self, reading: &Reading, new: &BTreeSet<&str>) -> Option<Together> {
        let known = || self.decided.values.keys().map(String::as_str);
        let longest = known().map(|text| text.chars().count()).max();
        // A longer value would lengthen the labels of all.
        let is_long = |text: &str| Some(text.chars().count()) > longest;
        let is_redacted = matches!(self.builder, Builder::Redact(_));
        let mut new = new.clone();
        new.retain(|text| !(is_redacted && is_long(text)));
        loop {
            let texts: Texts = known().chain(new.iter().copied()).collect();
            let is_missing = |text: &str| self.missing.iter().any(|missing| missing == text);
            let (dictionary, _) = Dictionary::new(&texts, reading.clone(), is_missing);
            let counts = vec![1; dictionary.len()];
            match self.builder.compile(&self.decided.name, &dictionary, &counts, &is_missing) {
                Ok(hierarchy) => return Some(Together { dictionary, hierarchy }),
                Err(error) => {
                    let before = new.len();
                    for &code in &error.values()?.codes {
                        new.remove(dictionary.text(code)?);
                    }
                    (new.len() < before).then_some(())?;
                }
            }
        }
    }
}

/// Values that were decided about and values that are new, in one hierarchy.
struct Together {
    dictionary: Dictionary,
    hierarchy: Hierarchy,
}

impl Together {
    fn label(&self, code: Code, level: usize) -> Option<&str> {
        let group = *self.hierarchy.map(level).get(code as usize)?;
        self.hierarchy.label(level, group)
    }

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
