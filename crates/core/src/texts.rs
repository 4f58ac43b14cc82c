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

/// Whether two texts are the same. Most are short, and then a call to compare memory would take
/// longer than the comparison.
#[inline]
pub fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    match a.len() {
        0 => true,
        1..=3 => a[0] == b[0] && a[a.len() / 2] == b[b.len() / 2] && a.last() == b.last(),
        4..=7 => ends_are_same::<4>(a, b),
        8..=16 => ends_are_same::<8>(a, b),
        17..=32 => ends_are_same::<16>(a, b),
        33..=64 => ends_are_same::<32>(a, b),
        _ => a == b,
    }
}

/// Whether the first `N` bytes and the last are the same: all of them, if there are between `N` and
/// twice as many.
#[inline]
fn ends_are_same<const N: usize>(a: &[u8], b: &[u8]) -> bool {
    a.first_chunk::<N>() == b.first_chunk() && a.last_chunk::<N>() == b.last_chunk()
}

/// Looks at memory, so that it is in the cache when it is needed: one after the other, searches would
/// wait for it; looked at beforehand, all wait at once.
#[inline]
pub fn prefetch(values: impl Iterator<Item = u32>) {
    std::hint::black_box(values.fold(0, |seen, value| seen ^ value));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_comparisons_are_comparisons(a: Vec<u8>, b: Vec<u8>, at: usize, byte: u8) {
            prop_assert_eq!(same(&a, &b), a == b);
            prop_assert!(same(&a, &a.clone()));
            let mut near = a.clone();
            if !near.is_empty() {
                let at = at % near.len();
                near[at] = byte;
            }
            prop_assert_eq!(same(&a, &near), a == near);
        }

        #[test]
        fn short_texts_that_differ_in_a_byte(a in "[ab]{0,80}", b in "[ab]{0,80}") {
            prop_assert_eq!(same(a.as_bytes(), b.as_bytes()), a == b);
        }
    }

    #[test]
    fn texts_come_back_and_debug_hides_them() {
        let texts: Texts = ["Flu", "", "HIV"].into_iter().collect();
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["Flu", "", "HIV"]);
        assert_eq!(format!("{texts:?}"), "Texts(3)");
    }
}
