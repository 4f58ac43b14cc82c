//! Recodings: decisions as data.
//!
//! A recoding holds values of the data it was fitted on, so it is for the owner's eyes. It can be
//! saved and applied to next month's file: a value that it never saw becomes `*`.

use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, Dictionary, Hierarchy, Texts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Full-domain generalisation: each attribute has one level, the same for all records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recoding {
    /// What becomes of each generalised attribute.
    pub attributes: Vec<Generalized>,
}

/// What becomes of one attribute's values. Its `Debug` shows no value.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generalized {
    /// The attribute's name.
    pub name: String,
    /// The level chosen.
    pub level: u8,
    /// The hierarchy's height.
    pub height: u8,
    /// What each value becomes.
    pub values: BTreeMap<String, String>,
    /// What a missing value becomes: `None` if it stays missing.
    pub missing: Option<String>,
}

/// A column's codes translated to labels: what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelling {
    /// For each code of the column the position of its label.
    pub label_of: Vec<Code>,
    /// The labels.
    pub labels: Texts,
    /// The label that stands for "missing", if there is one.
    pub missing: Option<Code>,
    /// Whether every label is the value itself.
    pub is_raw: bool,
}

impl Generalized {
    /// The decision to use a level of a hierarchy.
    pub fn new(name: &str, dictionary: &Dictionary, hierarchy: &Hierarchy, level: u8) -> Self {
        let label = |code: Code| {
            let group = hierarchy.map(level.into())[code as usize];
            hierarchy.label(level.into(), group).map(str::to_owned)
        };
        let values = (0..).zip(dictionary.texts().iter());
        Self {
            name: name.to_owned(),
            level,
            height: hierarchy.height() as u8,
            values: values
                .map(|(code, text)| (text.to_owned(), label(code).unwrap_or_default()))
                .collect(),
            missing: dictionary.missing().map_or_else(|| None, label),
        }
    }

    /// Translates the values of a column, which may be another one than that of the decision.
    pub fn label(&self, dictionary: &Dictionary) -> Labelling {
        let mut labels = Texts::new();
        let mut positions: BTreeMap<&str, Code> = BTreeMap::new();
        let mut place = |label: &'_ str, positions: &mut BTreeMap<&str, Code>| {
            // The map borrows from the decision, the labels are copied.
            positions.get(label).copied().unwrap_or_else(|| {
                labels.push(label);
                labels.len() as Code - 1
            })
        };
        let mut label_of = Vec::with_capacity(dictionary.len());
        let mut is_raw = true;
        for text in dictionary.texts().iter() {
            let label = self.values.get(text).map_or(TOP, String::as_str);
            is_raw &= label == text;
            let at = place(label, &mut positions);
            positions.insert(label, at);
            label_of.push(at);
        }
        let mut missing = None;
        if dictionary.missing().is_some() {
            let at = match &self.missing {
                Some(label) => {
                    is_raw = false;
                    place(label, &mut positions)
                }
                None => {
                    labels.push("");
                    missing = Some(labels.len() as Code - 1);
                    labels.len() as Code - 1
                }
            };
            label_of.push(at);
        }
        Labelling { label_of, labels, missing, is_raw }
    }
}

impl fmt::Debug for Generalized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, level, height, values, .. } = self;
        write!(f, "Generalized({name}, level {level} of {height}, {} values)", values.len())
    }
}
