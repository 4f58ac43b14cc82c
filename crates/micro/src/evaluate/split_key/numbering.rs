//! Numbering tuples: equal ones get equal numbers, counted up as tuples appear.

use ridotto_core::Code;
use rustc_hash::FxHashMap;

/// Numbers the distinct pairs (old number, code) in order of appearance.
pub(crate) fn number_pairs(
    numbers: &mut [u32],
    groups: usize,
    codes: impl Iterator<Item = Code>,
    radix: usize,
) -> usize {
    let mut next = 0;
    let mut give = |slot: &mut u32| {
        if *slot == u32::MAX {
            *slot = next;
            next += 1;
        }
        *slot
    };
    if groups.saturating_mul(radix) <= dense(numbers.len()) {
        let mut dense = vec![u32::MAX; groups * radix];
        for (number, code) in numbers.iter_mut().zip(codes) {
            *number = give(&mut dense[*number as usize * radix + code as usize]);
        }
    } else {
        let mut sparse: FxHashMap<u64, u32> = FxHashMap::default();
        for (number, code) in numbers.iter_mut().zip(codes) {
            let pair = u64::from(*number) << 32 | u64::from(code);
            *number = give(sparse.entry(pair).or_insert(u32::MAX));
        }
    }
    next as usize
}

/// So many pairs of which these many occur are numbered in a table; of more only those that occur.
fn dense(numbers: usize) -> usize {
    8 * numbers + 1024
}

/// So many combinations of which these many occur are told apart before it is known which occur. Of
/// large tables the table of them should not grow far beyond what it is about; numbers fit 32 bits.
fn loose(numbers: usize) -> usize {
    dense(numbers).min((2 * numbers).max(1 << 20)).min(u32::MAX as usize)
}

/// Numbers tuples attribute by attribute. As long as all combinations there could be fit a small
/// table, codes are only put together as digits; which of them occur is found out once.
#[derive(Debug)]
pub struct Numbering {
    numbers: Vec<u32>,
    /// Numbers are below this.
    groups: usize,
    /// Whether every number below that occurs, and they count up as they appear.
    is_tight: bool,
}

impl Numbering {
    /// So many tuples of no attribute.
    pub fn new(tuples: usize) -> Self {
        Self { numbers: vec![0; tuples], groups: 1, is_tight: true }
    }

    /// Adds an attribute with its code in each tuple, below `radix`.
    pub fn split(&mut self, codes: impl Iterator<Item = Code>, radix: usize) {
        if radix <= 1 {
            return;
        }
        let most = loose(self.numbers.len());
        if self.groups.saturating_mul(radix) > most {
            self.tighten();
        }
        if self.groups.saturating_mul(radix) <= most {
            for (number, code) in self.numbers.iter_mut().zip(codes) {
                *number = *number * radix as u32 + code;
            }
            self.groups *= radix;
            self.is_tight = false;
        } else {
            self.groups = number_pairs(&mut self.numbers, self.groups, codes, radix);
            self.is_tight = true;
        }
    }

    fn tighten(&mut self) {
        if !self.is_tight {
            let none = std::iter::repeat(0);
            self.groups = number_pairs(&mut self.numbers, self.groups, none, 1);
            self.is_tight = true;
        }
    }

    /// The number of each tuple, and how many there are.
    pub fn finish(mut self) -> (Vec<u32>, usize) {
        self.tighten();
        (self.numbers, self.groups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Numbers are those that a list of the tuples met so far gives.
        #[test]
        fn numbers_count_up_as_tuples_appear(
            columns in prop::collection::vec((1_u32..400, any::<u64>()), 0..5),
            tuples in 0_usize..60,
        ) {
            let code = |&(radix, seed): &(u32, u64), tuple: usize| {
                let mixed = (seed ^ tuple as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                (mixed >> 40) as u32 % radix.min(1 + seed as u32 % 400)
            };
            let mut numbering = Numbering::new(tuples);
            for column in &columns {
                numbering.split((0..tuples).map(|at| code(column, at)), column.0 as usize);
            }
            let (numbers, groups) = numbering.finish();
            let mut met: Vec<Vec<u32>> = Vec::new();
            for (at, &number) in numbers.iter().enumerate() {
                let tuple: Vec<u32> = columns.iter().map(|column| code(column, at)).collect();
                let place = met.iter().position(|other| *other == tuple);
                let place = place.unwrap_or_else(|| {
                    met.push(tuple);
                    met.len() - 1
                });
                prop_assert_eq!(number as usize, place);
            }
            prop_assert!(groups == met.len() || tuples == 0);
        }
    }
}
