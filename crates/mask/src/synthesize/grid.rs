//! The numbers that an attribute can have: its range, its decimals, and those that are one record's
//! own.

use rand::RngExt;
use ridotto_numbers::dice::{Stream, normal};

/// What numbers of an attribute look like.
#[derive(Clone)]
pub(super) struct Grid {
    pub least: f64,
    pub most: f64,
    /// Digits behind the point; none if there are more than [`MOST_DECIMALS`].
    pub decimals: Option<u32>,
    /// Numbers that one record alone has, in order.
    uniques: Vec<f64>,
    /// Numbers that several records share, in order: whoever has them has nothing of their own.
    shared: Vec<f64>,
}

/// Numbers with more digits behind the point are taken to be continuous.
const MOST_DECIMALS: u32 = 9;

/// A number that so many records share is drawn as it is.
const SHARED: usize = 5;

impl Grid {
    /// Learns from numbers, of which some may be missing.
    pub fn learn(numbers: &[f64]) -> Self {
        let mut sorted: Vec<f64> =
            numbers.iter().copied().filter(|number| !number.is_nan()).collect();
        let decimals = decimals(&sorted);
        // What is written alike counts as equal.
        for number in &mut sorted {
            *number = round(*number, decimals);
        }
        sorted.sort_by(f64::total_cmp);
        let runs = || sorted.chunk_by(|a, b| a.total_cmp(b).is_eq());
        Self {
            least: sorted.first().copied().unwrap_or(0.0),
            most: sorted.last().copied().unwrap_or(0.0),
            decimals,
            uniques: runs().filter(|run| run.len() == 1).map(|run| run[0]).collect(),
            shared: runs().filter(|run| run.len() >= SHARED).map(|run| run[0]).collect(),
        }
    }

    /// Whether a number is within the range.
    pub fn holds(&self, number: f64) -> bool {
        self.least <= number && number <= self.most
    }

    /// Whether one record alone has this number.
    pub fn is_unique(&self, number: f64) -> bool {
        self.uniques.binary_search_by(|own| own.total_cmp(&number)).is_ok()
    }

    /// Whether several records share this number.
    pub fn is_shared(&self, number: f64) -> bool {
        self.shared.binary_search_by(|own| own.total_cmp(&number)).is_ok()
    }

    /// Whether every number of the grid is one record's own.
    pub fn is_full(&self) -> bool {
        let points = self.decimals.map(|decimals| {
            let scale = unit(decimals);
            (self.most * scale).round() - (self.least * scale).round() + 1.0
        });
        !self.uniques.is_empty() && points == Some(self.uniques.len() as f64)
    }

    /// The number with the grid's decimals.
    pub fn round(&self, number: f64) -> f64 {
        round(number, self.decimals)
    }

    /// The number mirrored into the range, with the grid's decimals.
    pub fn fit(&self, number: f64) -> f64 {
        let mirrored = if number < self.least {
            2.0 * self.least - number
        } else if number > self.most {
            2.0 * self.most - number
        } else {
            number
        };
        let rounded = self.round(mirrored.clamp(self.least, self.most));
        let step = self.decimals.map_or(0.0, |decimals| 1.0 / unit(decimals));
        if rounded < self.least {
            self.round(rounded + step).min(self.most)
        } else if rounded > self.most {
            self.round(rounded - step).max(self.least)
        } else {
            rounded
        }
    }

    /// The nearest number that is not one record's own, if there is one in the range: on either side
    /// as likely.
    pub fn free(&self, number: f64, stream: &mut Stream) -> Option<f64> {
        if !self.is_unique(number) {
            return Some(number);
        }
        let free = |number: &f64| self.holds(*number) && !self.is_unique(*number);
        let Some(decimals) = self.decimals else {
            let width = self.most - self.least;
            return (0..64).map(|_| self.fit(number + 1e-3 * width * normal(stream))).find(free);
        };
        let scale = unit(decimals);
        let at = (number * scale).round();
        let side = if stream.random::<bool>() { 1.0 } else { -1.0 };
        let steps = (1..=self.uniques.len() + 1).map(|step| side * step as f64);
        let beside = steps.flat_map(|step| [at + step, at - step]);
        beside.map(|at| at / scale + 0.0).find(free)
    }
}

/// Ten to the number of decimals.
fn unit(decimals: u32) -> f64 {
    (0..decimals).fold(1.0, |unit, _| unit * 10.0)
}

fn round(number: f64, decimals: Option<u32>) -> f64 {
    let rounded = match decimals {
        Some(decimals) => {
            let scale = unit(decimals);
            (number * scale).round() / scale
        }
        None => number,
    };
    // Never −0, which is written otherwise than 0.
    rounded + 0.0
}

/// The digits behind the point that all numbers get along with.
pub(super) fn decimals(numbers: &[f64]) -> Option<u32> {
    (0..=MOST_DECIMALS).find(|&decimals| {
        let scale = unit(decimals);
        numbers.iter().filter(|number| !number.is_nan()).all(|number| {
            let scaled = (number * scale).round();
            scaled.abs() < 9e15 && (scaled / scale - number).abs() <= 1e-15 * number.abs()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_numbers::Dice;

    #[test]
    fn decimals_are_counted() {
        assert_eq!(decimals(&[1.0, -3.0, f64::NAN]), Some(0));
        assert_eq!(decimals(&[0.1, 0.25]), Some(2));
        assert_eq!(decimals(&[1.0 / 3.0]), None);
    }

    #[test]
    fn numbers_stay_in_the_range() {
        let grid = Grid::learn(&[1.0, 5.0, 5.0, 5.0, 5.0, 5.0, 9.0]);
        for (number, fitted) in [(0.0, 2.0), (11.2, 7.0), (4.4, 4.0), (100.0, 1.0)] {
            assert!((grid.fit(number) - fitted).abs() < 1e-12, "{number}");
        }
        assert!(grid.is_unique(1.0) && !grid.is_unique(5.0) && !grid.is_unique(2.0));
        assert!(grid.is_shared(5.0) && !grid.is_shared(9.0));
        let mut stream = Dice::seeded(1).stream(0);
        assert_eq!(grid.free(1.0, &mut stream), Some(2.0));
        assert_eq!(grid.free(9.0, &mut stream), Some(8.0));
        assert_eq!(grid.free(5.0, &mut stream), Some(5.0));
        let full = Grid::learn(&[0.1, 0.2, 0.3]);
        assert!(full.is_full() && !grid.is_full());
        assert_eq!(full.free(0.2, &mut stream), None);
    }
}
