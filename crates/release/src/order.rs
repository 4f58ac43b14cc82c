//! The order in which records are written.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;
use ridotto_numbers::{NoRandomness, Randomness};

/// In which order the rows of an output are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// At random, every order being as likely as any other: a row's place tells nothing.
    Shuffled,
    /// As the domain gives them, because their order says nothing about anybody.
    AsGiven,
}

impl Order {
    /// The rows in the order in which they are written.
    pub fn of(
        self,
        rows: impl Iterator<Item = u32> + Clone,
        randomness: Randomness,
    ) -> Result<Vec<u32>, NoRandomness> {
        match self {
            Self::AsGiven => Ok(rows.collect()),
            Self::Shuffled => Ok(shuffle(rows, &mut randomness.stream("order")?, MANY)),
        }
    }
}

/// More records than this are dealt to piles first.
const MANY: usize = 1 << 16;
/// Piles: what a random byte can name.
const PILES: usize = 256;

/// Shuffles so that every order is equally likely. Many records are dealt to piles at random, and
/// each pile is shuffled by itself where the cache holds it (Rao 1961, Sandelius 1962). A pile has
/// a stream of random numbers of its own, so the order is the same for any number of threads.
fn shuffle(
    records: impl Iterator<Item = u32> + Clone,
    dice: &mut ChaCha20Rng,
    many: usize,
) -> Vec<u32> {
    let count = records.clone().count();
    if count <= many {
        let mut few: Vec<u32> = records.collect();
        few.shuffle(dice);
        return few;
    }
    let mut pile_of = vec![0_u8; count];
    dice.fill(&mut pile_of[..]);
    let mut ends = [0; PILES];
    for &pile in &pile_of {
        ends[pile as usize] += 1;
    }
    let mut next = [0; PILES];
    for pile in 1..PILES {
        next[pile] = next[pile - 1] + ends[pile - 1];
    }
    let mut dealt = vec![0; count];
    for (record, &pile) in records.zip(&pile_of) {
        let place = &mut next[pile as usize];
        dealt[*place] = record;
        *place += 1;
    }
    let mut piles = Vec::with_capacity(PILES);
    let mut rest = &mut dealt[..];
    for &size in &ends {
        let (pile, others) = rest.split_at_mut(size);
        piles.push(pile);
        rest = others;
    }
    piles.into_par_iter().enumerate().for_each(|(at, pile)| {
        let mut dice = dice.clone();
        dice.set_stream(1 + at as u64);
        dice.set_word_pos(0);
        pile.shuffle(&mut dice);
    });
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn shuffled(count: u32, seed: u64) -> Vec<u32> {
        shuffle(0..count, &mut ChaCha20Rng::seed_from_u64(seed), 64)
    }

    #[test]
    fn every_record_is_there_once_and_seeds_differ() {
        for count in [0, 1, 2, 64, 65, 1000] {
            let mut records = shuffled(count, 7);
            assert_eq!(records, shuffled(count, 7));
            assert!(count < 60 || records != shuffled(count, 8));
            records.sort_unstable();
            assert_eq!(records, (0..count).collect::<Vec<_>>());
        }
    }

    /// Where a record goes is uniform, whatever the way it takes: the sum of squared deviations
    /// over a coarse grid of (from, to) stays near its expectation.
    #[test]
    fn all_places_are_equally_likely() {
        for count in [60_u32, 600] {
            let (cells, runs) = (12_u32, 3000);
            let mut seen = vec![0_u32; (cells * cells) as usize];
            for seed in 0..runs {
                for (to, from) in (0..).zip(shuffled(count, seed)) {
                    seen[(from * cells / count * cells + to * cells / count) as usize] += 1;
                }
            }
            let expected = f64::from(count * runs as u32) / f64::from(cells * cells);
            let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
            let statistic: f64 = seen.iter().map(square).sum();
            // Nearly 121 degrees of freedom; 250 is beyond any chance.
            assert!(statistic < 250.0, "{statistic}");
        }
    }
}
