//! How a tuple of codes is laid into machine words.
//!
//! Each attribute gets as many bits as its number of values needs; the first attribute has the
//! highest bits, so the order of words is the lexicographic order of tuples. Eight attributes of
//! everyday data take 31 to 60 bits: one word. Where one word is too narrow a tuple takes several,
//! and no attribute straddles two.

use crate::Code;

/// The place of every attribute's code in a packed tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    fields: Vec<Field>,
    words: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field {
    word: usize,
    shift: u32,
    bits: u32,
}

impl Layout {
    /// A layout for attributes with these numbers of values.
    pub fn new(values: &[usize]) -> Self {
        let bits = |values: usize| usize::BITS - values.saturating_sub(1).leading_zeros();
        let mut fields = Vec::with_capacity(values.len());
        let (mut word, mut used) = (0, 0);
        for &values in values {
            let bits = bits(values);
            if used + bits > u64::BITS {
                (word, used) = (word + 1, 0);
            }
            used += bits;
            fields.push(Field { word, shift: u64::BITS - used, bits });
        }
        Self { fields, words: word + 1 }
    }

    /// How many words a tuple takes.
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many attributes a tuple has.
    pub fn attributes(&self) -> usize {
        self.fields.len()
    }

    /// The code of an attribute in a packed tuple.
    pub fn code(&self, tuple: &[u64], attribute: usize) -> Code {
        let Field { word, shift, bits } = self.fields[attribute];
        if bits == 0 {
            return 0;
        }
        ((tuple[word] >> shift) & (u64::MAX >> (u64::BITS - bits))) as Code
    }

    /// Sets an attribute's code in a packed tuple whose field is still zero.
    pub fn set(&self, tuple: &mut [u64], attribute: usize, code: Code) {
        let Field { word, shift, bits } = self.fields[attribute];
        if bits > 0 {
            tuple[word] |= u64::from(code) << shift;
        }
    }

    /// Sets all bits of an attribute: a mask that picks it out.
    pub(super) fn set_all(&self, tuple: &mut [u64], attribute: usize) {
        let Field { word, shift, bits } = self.fields[attribute];
        if bits > 0 {
            tuple[word] |= (u64::MAX >> (u64::BITS - bits)) << shift;
        }
    }

    /// The bits of an attribute's code, moved down to the lowest.
    pub(super) fn mask(&self, attribute: usize) -> u64 {
        u64::MAX.checked_shr(u64::BITS - self.fields[attribute].bits).unwrap_or(0)
    }

    /// The word in which an attribute lies, and how far its code is shifted there.
    pub(super) fn place(&self, attribute: usize) -> (usize, u32) {
        let Field { word, shift, .. } = self.fields[attribute];
        (word, shift.min(u64::BITS - 1)) // an attribute with one value has code 0 anywhere
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_from_one_word_and_from_many() {
        for values in [vec![1], vec![2, 100, 5, 7, 1], vec![1 << 30, 1 << 30, 3, 1 << 32, 1 << 31]]
        {
            let layout = Layout::new(&values);
            let codes: Vec<Code> = values.iter().map(|&n| (n - 1) as Code).collect();
            let mut tuple = vec![0; layout.words()];
            for (attribute, &code) in codes.iter().enumerate() {
                layout.set(&mut tuple, attribute, code);
            }
            for (attribute, &code) in codes.iter().enumerate() {
                assert_eq!(layout.code(&tuple, attribute), code, "{values:?}");
            }
        }
    }

    #[test]
    fn eight_everyday_attributes_fit_one_word() {
        assert_eq!(Layout::new(&[2, 72, 5, 7, 16, 41, 7, 14]).words(), 1);
        assert_eq!(Layout::new(&[40_000, 2, 20_000, 150, 6, 60, 5, 1096]).words(), 1);
        assert_eq!(Layout::new(&[1 << 20; 7]).words(), 3);
    }
}
