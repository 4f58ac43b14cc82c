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
    mask: u64,
    weights: Vec<u64>,
}

impl Sums {
    /// The sums of some attributes' weights, each given by code.
    pub fn new(layout: &Layout, attributes: impl Iterator<Item = (usize, Vec<u64>)>) -> Self {
        let field = |(attribute, weights)| {
            let (word, shift) = layout.place(attribute);
            Field { word, shift, mask: layout.mask(attribute), weights }
        };
        Self { fields: attributes.map(field).collect() }
    }

    /// The codes of a tuple, weighed and added up.
    #[inline]
    pub fn of(&self, tuple: &[u64]) -> u64 {
        let weight = |field: &Field| {
            let code = (tuple[field.word] >> field.shift) & field.mask;
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
