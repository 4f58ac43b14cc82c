//! Where each of many tuples is.

use super::words::scatter;

/// Stands for a free slot: there are fewer tuples than this.
const FREE: u32 = u32::MAX;

/// Where each tuple is, with open addressing.
pub(super) struct Places<'a> {
    tuples: &'a [u64],
    /// How many of these a tuple has.
    words: usize,
    slots: Vec<u32>,
}

impl<'a> Places<'a> {
    pub fn new(tuples: &'a [u64], words: usize) -> Self {
        let all = tuples.len() / words;
        let slots = vec![FREE; (all * 2).next_power_of_two().max(2)];
        let mut places = Self { tuples, words, slots };
        for (at, tuple) in tuples.chunks_exact(words).enumerate() {
            let slot = places.slot(tuple);
            places.slots[slot] = at as u32;
        }
        places
    }

    /// The place of a tuple, if it is in the tally.
    pub fn find(&self, tuple: &[u64]) -> Option<u32> {
        let place = self.slots[self.slot(tuple)];
        (place != FREE).then_some(place)
    }

    fn tuple(&self, at: u32) -> &[u64] {
        let start = at as usize * self.words;
        &self.tuples[start..start + self.words]
    }

    fn slot(&self, tuple: &[u64]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (scatter_all(tuple) >> 20) as usize & mask;
        while self.slots[slot] != FREE && self.tuple(self.slots[slot]) != tuple {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// Spreads the words of a tuple over all bits of one.
fn scatter_all(tuple: &[u64]) -> u64 {
    tuple.iter().fold(0, |before, &word| scatter(before ^ word))
}
