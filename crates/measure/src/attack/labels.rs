//! Meanings numbered as they come, so that equal ones have one code.

use super::meaning::Meaning;
use ridotto_core::{Code, KeyedMap};

/// Numbers for meanings.
#[derive(Default)]
pub(super) struct Labels(KeyedMap<Meaning, Code>);

impl Labels {
    /// The number of a meaning; a new one gets the next.
    pub fn number(&mut self, meaning: &Meaning) -> Code {
        let next = self.0.len() as Code;
        match self.0.get(meaning) {
            Some(&code) => code,
            None => *self.0.entry(meaning.clone()).or_insert(next),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The meanings in the order of their numbers.
    pub fn into_meanings(self) -> Vec<Meaning> {
        let mut numbered: Vec<(Meaning, Code)> = self.0.into_iter().collect();
        numbered.sort_unstable_by_key(|label| label.1);
        numbered.into_iter().map(|label| label.0).collect()
    }
}
