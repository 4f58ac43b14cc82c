//! What packed tuples become: a word that is a sum of one number for each attribute's code.

use super::Layout;
use crate::Code;

/// Turns packed tuples into words by adding up what their codes weigh.
///
/// With digits of a number system as weights, or codes shifted to their place in another layout,
/// words are equal where the replaced codes are.
#[derive(Clone, Debug)]
pub struct Sums {
    fields: Vec<Field>,
}

#[derive(Clone, Debug)]
struct Field {
    word: usize,
    shift: u32,
    bits: u32,
    weights: Vec<u64>,
}

/// Neighbours whose codes together have so many bits are weighed at one look: that many sums stay
/// in the first-level cache.
const TOGETHER: u32 = 10;

impl Sums {
    /// The sums of some attributes' weights, each given by code.
    pub fn new(layout: &Layout, attributes: impl Iterator<Item = (usize, Vec<u64>)>) -> Self {
        let field = |(attribute, weights)| {
            let (word, shift) = layout.place(attribute);
            Field { word, shift, bits: layout.mask(attribute).count_ones(), weights }
        };
        let mut fields: Vec<Field> = attributes.map(field).collect();
        fields.sort_by_key(|field| (field.word, std::cmp::Reverse(field.shift)));
        let mut together: Vec<Field> = Vec::with_capacity(fields.len());
        for field in fields {
            match together.last_mut() {
                Some(last) if last.is_before(&field) => *last = last.with(&field),
                _ => together.push(field),
            }
        }
        Self { fields: together }
    }

    /// The codes of a tuple, weighed and added up.
    #[inline]
    pub fn of(&self, tuple: &[u64]) -> u64 {
        let weight = |field: &Field| {
            let code = (tuple[field.word] >> field.shift) & ((1 << field.bits) - 1);
            field.weights[code as usize]
        };
        self.fields.iter().map(weight).fold(0, u64::wrapping_add)
    }

    /// The weights of codes that become other codes and are shifted to their place in a layout of
    /// one word.
    pub(super) fn shifted(
        layout: &Layout,
        attribute: usize,
        codes: impl Iterator<Item = Code>,
    ) -> Vec<u64> {
        let (_, shift) = layout.place(attribute);
        codes.map(|code| u64::from(code) << shift).collect()
    }
}

impl Field {
    /// Whether another field follows without a gap, and both are few enough bits.
    fn is_before(&self, next: &Self) -> bool {
        let adjoins = self.word == next.word && self.shift == next.shift + next.bits;
        adjoins && self.bits + next.bits <= TOGETHER
    }

    /// Both as one field.
    fn with(&self, next: &Self) -> Self {
        let weight = |code: usize| {
            let (high, low) = (code >> next.bits, code & ((1 << next.bits) - 1));
            let of = |field: &Self, code: usize| field.weights.get(code).copied().unwrap_or(0);
            of(self, high).wrapping_add(of(next, low)) // codes that no value has weigh nothing
        };
        let bits = self.bits + next.bits;
        Self { bits, weights: (0..1 << bits).map(weight).collect(), ..*next }
    }
}
