//! What was decided, in the words of the kind of data.

use crate::ReleaseReport;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The part of a report that belongs to the kind of data: each has figures of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Section {
    /// Of microdata: algorithm, levels, classes.
    Microdata(Box<ReleaseReport>),
    /// Of another kind: its figures by name.
    Figures(Figures),
}

impl Default for Section {
    fn default() -> Self {
        ReleaseReport::default().into()
    }
}

impl From<ReleaseReport> for Section {
    fn from(release: ReleaseReport) -> Self {
        Self::Microdata(Box::new(release))
    }
}

impl Section {
    /// What was decided about microdata; `None` of other kinds.
    pub fn microdata(&self) -> Option<&ReleaseReport> {
        match self {
            Self::Microdata(release) => Some(release),
            Self::Figures(_) => None,
        }
    }

    /// A figure of another kind of data, by its name.
    pub fn figure(&self, name: &str) -> Option<&Value> {
        match self {
            Self::Microdata(_) => None,
            Self::Figures(figures) => {
                figures.0.iter().find(|(other, _)| other == name).map(|(_, value)| value)
            }
        }
    }
}

/// Figures by name, in the order in which they are told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures(pub Vec<(String, Value)>);

impl Figures {
    /// These and one more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.push((name.to_owned(), value.into()));
        self
    }
}

impl From<Figures> for Section {
    fn from(figures: Figures) -> Self {
        Self::Figures(figures)
    }
}

impl Serialize for Figures {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Figures {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = serde_json::Map::deserialize(deserializer)?;
        Ok(Self(map.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_read_as_it_was_written() {
        let figures = Figures::default().with("cells", 12).with("by_rule", 3);
        for section in [Section::default(), figures.into()] {
            let text = crate::to_json(&section);
            assert_eq!(
                serde_json::from_str::<Section>(&text).unwrap().microdata().is_some(),
                section.microdata().is_some()
            );
        }
        let told = Section::from(Figures::default().with("unsafe", 0));
        assert_eq!(crate::to_json(&told), "{\n  \"unsafe\": 0\n}\n");
        assert_eq!(told.figure("unsafe"), Some(&Value::from(0)));
    }
}
