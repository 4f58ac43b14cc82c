//! Many short texts in one allocation.

use std::fmt;

/// A list of texts, held end to end. Its `Debug` gives the number of texts and never a text.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Texts {
    bytes: String,
    ends: Vec<usize>,
}

impl Texts {
    /// No texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// The texts that lie end to end in `bytes`; `None` if one of them is not UTF-8.
    pub(crate) fn from_parts(bytes: Vec<u8>, ends: Vec<usize>) -> Option<Self> {
        let bytes = String::from_utf8(bytes).ok()?;
        ends.iter().all(|&end| bytes.is_char_boundary(end)).then_some(Self { bytes, ends })
    }

    /// Appends a text.
    pub fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
    }

    /// The text at a position.
    pub fn get(&self, position: usize) -> &str {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        &self.bytes[start..self.ends[position]]
    }

    /// The bytes of the text at a position.
    pub fn bytes(&self, position: usize) -> &[u8] {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        &self.bytes.as_bytes()[start..self.ends[position]]
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All texts in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len()).map(|position| self.get(position))
    }
}

impl<T: AsRef<str>> FromIterator<T> for Texts {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut all = Self::new();
        texts.into_iter().for_each(|text| all.push(text.as_ref()));
        all
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Texts({})", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_and_debug_hides_them() {
        let texts: Texts = ["Flu", "", "HIV"].into_iter().collect();
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["Flu", "", "HIV"]);
        assert_eq!(format!("{texts:?}"), "Texts(3)");
    }
}
