//! Distinct words, numbered in the order in which they first come.

/// Numbers the distinct words of a list, with open addressing; used again and again.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    slots: Vec<(u64, u32, u32)>,
    round: u32,
}

impl Numbers {
    /// Gives each word the number of its first like, and says how many there are.
    pub(crate) fn number(&mut self, words: &[u64], numbers: &mut Vec<u32>) -> u32 {
        let room = (words.len() * 2).next_power_of_two().max(2);
        if self.slots.len() < room || self.round == u32::MAX {
            self.slots = vec![(0, 0, 0); room];
            self.round = 0;
        }
        self.round += 1;
        let mask = room - 1;
        let mut next = 0;
        numbers.clear();
        for &word in words {
            let product = u128::from(word ^ 0xA076_1D64_78BD_642F) * 0xE703_7ED1_A0B4_28DB_u128;
            let mut at = ((product >> 64) as u64 ^ product as u64) as usize & mask;
            loop {
                let (other, number, round) = self.slots[at];
                if round != self.round {
                    self.slots[at] = (word, next, self.round);
                    numbers.push(next);
                    next += 1;
                    break;
                }
                if other == word {
                    numbers.push(number);
                    break;
                }
                at = (at + 1) & mask;
            }
        }
        next
    }
}
