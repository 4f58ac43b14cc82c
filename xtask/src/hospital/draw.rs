//! Chance that is the same on every machine.
//!
//! Every patient and every stay has its own `ChaCha` stream, chosen by kind and number. So the
//! thousandth patient is known without making the first 999, nothing is kept in memory, and two
//! stays of one patient agree about the patient. What is drawn from the streams uses whole
//! numbers, and for the two bell-shaped quantities only `+ - * /`, which every machine rounds
//! alike; `exp` and `ln` of the standard library may differ in the last digit.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What a stream of chance is for; streams of different kinds share nothing.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Someone who may come again.
    Resident = 1,
    /// A child born in the hospital or shortly before, who comes once.
    Infant = 2,
    /// One row.
    Stay = 3,
    /// An enterprise, of another example in the same country.
    Enterprise = 4,
}

/// The seed, from which every stream is opened.
pub struct Source(ChaCha8Rng);

impl Source {
    pub fn new(seed: u64) -> Self {
        let mut key = *b"--------the hospital of Marelia.";
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    pub fn open(&self, kind: Kind, number: u64) -> Draw {
        let mut stream = self.0.clone();
        stream.set_stream((kind as u64) << 56 | number);
        Draw(stream)
    }
}

/// One stream of chance.
pub struct Draw(ChaCha8Rng);

impl Draw {
    /// A number from 0 to `end - 1`, each as likely as the next (to one part in 2³² / `end`).
    pub fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(end)) >> 32) as u32
    }

    pub fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < per_mille
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    /// Nearly standard normal: the sum of twelve uniform numbers, less its mean.
    pub fn bell(&mut self) -> f64 {
        let sum: u32 = (0..6)
            .map(|_| {
                let word = self.0.next_u32();
                (word & 0xffff) + (word >> 16)
            })
            .sum();
        f64::from(sum) / 65536.0 - 6.0
    }

    /// Log-normal with the given median; `spread` is the standard deviation of the logarithm.
    pub fn around(&mut self, median: f64, spread: f64) -> f64 {
        median * exponential(spread * self.bell())
    }
}

/// `e^x` as the limit's 1024th term, by ten squarings: 0.2 % off at 2, and alike everywhere.
fn exponential(x: f64) -> f64 {
    (0..10).fold(1.0 + x / 1024.0, |power, _| power * power)
}

/// Items with weights, drawn in proportion.
pub struct Wheel<T> {
    items: Vec<T>,
    /// Sum of the weights up to and including each item.
    ends: Vec<u32>,
}

impl<T: Copy> Wheel<T> {
    pub fn new(weighted: impl IntoIterator<Item = (T, u32)>) -> Self {
        let (mut items, mut ends, mut end) = (Vec::new(), Vec::new(), 0);
        for (item, weight) in weighted {
            end += weight;
            items.push(item);
            ends.push(end);
        }
        assert!(end > 0, "a wheel needs an item with a weight");
        Self { items, ends }
    }

    pub fn spin(&self, draw: &mut Draw) -> T {
        let at = draw.below(self.ends[self.ends.len() - 1]);
        self.items[self.ends.partition_point(|&end| end <= at)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_depends_on_seed_kind_and_number_only() {
        let first = |seed, kind, number| Source::new(seed).open(kind, number).below(1 << 31);
        assert_eq!(first(1, Kind::Stay, 7), first(1, Kind::Stay, 7));
        assert_ne!(first(1, Kind::Stay, 7), first(2, Kind::Stay, 7));
        assert_ne!(first(1, Kind::Stay, 7), first(1, Kind::Infant, 7));
        assert_ne!(first(1, Kind::Stay, 7), first(1, Kind::Stay, 8));
    }

    #[test]
    fn a_wheel_keeps_its_proportions() {
        let wheel = Wheel::new([('a', 1), ('b', 0), ('c', 3)]);
        let mut draw = Source::new(1).open(Kind::Stay, 0);
        let drawn: Vec<char> = (0..4000).map(|_| wheel.spin(&mut draw)).collect();
        let share = |item| drawn.iter().filter(|&&one| one == item).count();
        assert_eq!(share('b'), 0);
        assert!((900..1100).contains(&share('a')), "{} of 4000", share('a'));
    }

    #[test]
    fn the_bell_is_centred_with_deviation_one() {
        let mut draw = Source::new(1).open(Kind::Stay, 0);
        let drawn: Vec<f64> = (0..4000).map(|_| draw.bell()).collect();
        let mean = drawn.iter().sum::<f64>() / 4000.0;
        let variance = drawn.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 4000.0;
        assert!(mean.abs() < 0.05 && (variance - 1.0).abs() < 0.1, "{mean} {variance}");
        assert!((exponential(1.0) - std::f64::consts::E).abs() < 0.01);
    }
}
