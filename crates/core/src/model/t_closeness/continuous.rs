//! The distance on the line: the area between the two cumulative distributions, over the range.
//!
//! As the ordered distance, but steps between neighbours have the length of the gap between their
//! numbers. Sums of lengths, and of lengths times rows, are made once; between two values that a
//! class has only the place is looked for where the table overtakes the class.

use super::{NAME, product, rows};
use crate::Code;
use crate::model::{Baseline, ModelError};

#[derive(Clone)]
pub(super) struct Continuous {
    /// For each code its rank among the numbers that the table has.
    rank: Vec<Option<u32>>,
    /// Rows of the table up to and with each rank.
    below: Vec<u64>,
    /// Where each rank lies, in shares of the range.
    places: Vec<f64>,
    /// Areas under the table's cumulative share, from the least number to each rank.
    areas: Vec<f64>,
    /// Whether codes have the order of their numbers, so that a histogram has it as well.
    sorted: bool,
}

impl Continuous {
    pub(super) fn new(baseline: &Baseline, numbers: &[f64]) -> Result<Self, ModelError> {
        let (values, given) = (baseline.counts().len(), numbers.len());
        if given != values {
            return Err(ModelError::WrongLength { model: NAME, what: "a number", values, given });
        }
        let present = |code: &usize| baseline.counts()[*code] > 0;
        let mut order: Vec<usize> = (0..values).filter(present).collect();
        let count = order.iter().filter(|&&code| !numbers[code].is_finite()).count();
        if count > 0 {
            return Err(ModelError::NotNumbers { model: NAME, count });
        }
        order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
        let sorted = order.is_sorted();
        let (mut rank, mut below, mut numbers_of) = (vec![None; values], Vec::new(), Vec::new());
        for code in order {
            if numbers_of.last() != Some(&numbers[code]) {
                below.push(below.last().copied().unwrap_or(0));
                numbers_of.push(numbers[code]);
            }
            let last = below.len() - 1;
            below[last] += baseline.counts()[code];
            rank[code] = Some(last as u32);
        }
        let (least, range) = (numbers_of[0], numbers_of[numbers_of.len() - 1] - numbers_of[0]);
        let place = |number: &f64| if range > 0.0 { (number - least) / range } else { 0.0 };
        let places: Vec<f64> = numbers_of.iter().map(place).collect();
        let mut areas = vec![0.0];
        for at in 1..places.len() {
            let share = below[at - 1] as f64 / baseline.rows() as f64;
            areas.push(areas[at - 1] + share * (places[at] - places[at - 1]));
        }
        Ok(Self { rank, below, places, areas, sorted })
    }

    /// ∫ |P(x) − Q(x)| dx over the range. A value that the table does not have is infinitely far.
    pub(super) fn measure(&self, histogram: &[(Code, u64)]) -> f64 {
        if self.sorted {
            return self.walk(rows(histogram), histogram.iter().copied());
        }
        let mut sorted = histogram.to_vec();
        sorted.sort_by_key(|&(code, _)| self.rank.get(code as usize).copied().flatten());
        self.walk(rows(histogram), sorted.into_iter())
    }

    fn walk(&self, size: u64, histogram: impl Iterator<Item = (Code, u64)>) -> f64 {
        let (mut from, mut passed, mut area) = (0, 0, 0.0);
        for (code, count) in histogram {
            let Some(Some(rank)) = self.rank.get(code as usize) else { return f64::INFINITY };
            area += self.stretch(from, *rank as usize, passed, size);
            (from, passed) = (*rank as usize, passed + count);
        }
        area + self.stretch(from, self.below.len() - 1, passed, size)
    }

    /// The area between the table's cumulative share and a class's constant one, from rank to rank.
    fn stretch(&self, from: usize, to: usize, passed: u64, size: u64) -> f64 {
        let all = self.below[self.below.len() - 1];
        let own = product(passed, all);
        let overtakes = |&below: &u64| product(below, size) <= own;
        let cut = from + self.below[from..to].partition_point(overtakes);
        let share = passed as f64 / size as f64;
        let between = |from: usize, to: usize| {
            share * (self.places[to] - self.places[from]) - (self.areas[to] - self.areas[from])
        };
        between(from, cut).max(0.0) + (-between(cut, to)).max(0.0)
    }
}
