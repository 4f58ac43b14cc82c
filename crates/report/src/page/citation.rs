//! Sentences with their sources.

use serde::{Deserialize, Serialize};

/// A sentence about what was done, and where it is written up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// The sentence, or a few.
    pub text: String,
    /// Authors, year and title of what describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl Sentence {
    pub(crate) fn new(text: String) -> Self {
        Self { text, reference: None }
    }

    pub(crate) fn cited(text: String, reference: &str) -> Self {
        let reference = (!reference.is_empty()).then(|| reference.to_owned());
        Self { text, reference }
    }
}

/// Something that the release does not protect against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// In a few words; empty for a sentence of the caller's.
    pub name: String,
    /// In a sentence.
    pub text: String,
}

impl Limit {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}
