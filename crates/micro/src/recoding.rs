//! Recodings: decisions as data.
//!
//! A recoding holds values of the data it was fitted on, so it is for the owner's eyes. It can be
//! saved and applied to next month's file: a value that it never saw becomes `*`.

use crate::Grouping;
use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, Dictionary, Hierarchy, Texts};
use ridotto_table::Labelling;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// A generalisation that is the same for all records: each value of an attribute has one label.
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
    /// The level chosen; `None` if values are at levels of their own, or have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The hierarchy's height.
    pub height: u8,
    /// What each value becomes.
    pub values: BTreeMap<String, String>,
    /// What a missing value becomes: `None` if it stays missing.
    pub missing: Option<String>,
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
            level: Some(level),
            height: hierarchy.height() as u8,
            values: values
                .map(|(code, text)| (text.to_owned(), label(code).unwrap_or_default()))
                .collect(),
            missing: dictionary.missing().map_or_else(|| None, label),
        }
    }

    /// The decision to group values as said: by level, by a cut through the hierarchy, or in ranges.
    pub fn grouped(
        name: &str,
        dictionary: &Dictionary,
        hierarchy: &Hierarchy,
        grouping: &Grouping,
    ) -> Self {
        let labels = grouping.labels(dictionary, hierarchy);
        let values = dictionary.texts().iter().zip(&labels);
        Self {
            name: name.to_owned(),
            level: grouping.level(),
            height: hierarchy.height() as u8,
            values: values
                .map(|(text, label)| (text.to_owned(), label.clone().unwrap_or_default()))
                .collect(),
            missing: dictionary.missing().and_then(|code| labels[code as usize].clone()),
        }
    }

    /// Translates the values of a column, which may be another one than that of the decision.
    pub fn label(&self, dictionary: &Dictionary) -> Labelling {
        let mut labels = Labels::default();
        let mut label_of = Vec::with_capacity(dictionary.len());
        let mut is_raw = true;
        for text in dictionary.texts().iter() {
            let label = self.values.get(text).map_or(TOP, String::as_str);
            is_raw &= label == text;
            label_of.push(labels.place(label));
        }
        let mut missing = None;
        if dictionary.missing().is_some() {
            let at =
                if let Some(label) = &self.missing { labels.place(label) } else { labels.add("") };
            label_of.push(at);
            is_raw &= self.missing.is_none();
            missing = self.missing.is_none().then_some(at);
        }
        Labelling { label_of, labels: labels.texts, missing, is_raw }
    }
}

/// Labels, each once.
#[derive(Default)]
struct Labels<'a> {
    texts: Texts,
    places: HashMap<&'a str, Code>,
}

impl<'a> Labels<'a> {
    fn place(&mut self, label: &'a str) -> Code {
        if let Some(&place) = self.places.get(label) {
            return place;
        }
        let place = self.add(label);
        self.places.insert(label, place);
        place
    }

    fn add(&mut self, label: &str) -> Code {
        self.texts.push(label);
        self.texts.len() as Code - 1
    }
}

impl fmt::Debug for Generalized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, level, height, values, .. } = self;
        let values = values.len();
        match level {
            Some(level) => {
                write!(f, "Generalized({name}, level {level} of {height}, {values} values)")
            }
            None => write!(f, "Generalized({name}, levels by value, {values} values)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::hierarchy::{Builder, Row};
    use ridotto_core::{Kind, Reading};

    fn dictionary(texts: &[&str]) -> Dictionary {
        let texts: Texts = texts.iter().collect();
        Dictionary::new(&texts, Reading::of_kind(Kind::Text), |text| text == "?").0
    }

    #[test]
    fn values_share_labels_and_new_ones_become_stars() {
        let values = [("a", "vowel"), ("b", "consonant"), ("e", "vowel")];
        let decision = Generalized {
            name: "letter".into(),
            level: Some(1),
            height: 2,
            values: values.map(|(value, label)| (value.into(), label.into())).into(),
            missing: None,
        };
        let labelling = decision.label(&dictionary(&["a", "b", "e", "x", "?"]));
        let shown: Vec<&str> =
            labelling.label_of.iter().map(|&at| labelling.labels.get(at as usize)).collect();
        assert_eq!(shown, ["vowel", "consonant", "vowel", "*", ""]);
        assert_eq!(labelling.label_of[0], labelling.label_of[2]);
        assert_eq!((labelling.missing, labelling.is_raw), (Some(labelling.label_of[4]), false));
        let placed = Generalized { missing: Some("none".into()), ..decision };
        let labelling = placed.label(&dictionary(&["a", "?"]));
        assert_eq!(labelling.labels.get(labelling.label_of[1] as usize), "none");
        assert_eq!(labelling.missing, None);
        assert_eq!(format!("{placed:?}"), "Generalized(letter, level 1 of 2, 3 values)");
    }

    #[test]
    fn what_was_saved_with_a_level_is_read_and_a_cut_has_none() {
        let saved = r#"{"name":"letter","level":1,"height":2,"values":{"a":"x"},"missing":null}"#;
        let read: Generalized = serde_json::from_str(saved).expect("an older file is readable");
        assert_eq!(read.level, Some(1));
        assert_eq!(serde_json::to_string(&read).expect("it is written"), saved);
        let dictionary = dictionary(&["a", "b", "c"]);
        let tree = [["a", "ab", "*"], ["b", "ab", "*"], ["c", "cd", "*"]];
        let rows = (1..).zip(tree).map(|(line, cells)| Row::line(line, cells)).collect();
        let hierarchy = Builder::Table(rows)
            .compile("letter", &dictionary, &[1; 3], &|_| false)
            .expect("the hierarchy fits");
        let cut = Grouping::Cut(vec![1, 1, 0]);
        let decision = Generalized::grouped("letter", &dictionary, &hierarchy, &cut);
        assert_eq!(decision.level, None);
        assert_eq!(decision.values.values().collect::<Vec<_>>(), ["ab", "ab", "c"]);
        let written = serde_json::to_string(&decision).expect("it is written");
        assert!(!written.contains("level"));
        assert_eq!(serde_json::from_str::<Generalized>(&written).expect("it is read"), decision);
        assert_eq!(format!("{decision:?}"), "Generalized(letter, levels by value, 3 values)");
        let even = Generalized::grouped("letter", &dictionary, &hierarchy, &Grouping::Level(1));
        assert_eq!(even, Generalized::new("letter", &dictionary, &hierarchy, 1));
    }
}
