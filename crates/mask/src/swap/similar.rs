//! Records that are alike: the same categories, and numbers that are near.

use super::order::ranking;
use crate::Dice;
use rayon::prelude::*;
use ridotto_core::{Series, Values};
use ridotto_numbers::{Numbers, components, correlations};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Free records looked at on either side.
const NEIGHBOURS: usize = 16;

/// Calls for each row that misses a value.
pub(crate) fn each_missing(column: &Series, mut each: impl FnMut(usize)) {
    match &column.values {
        Values::Numbers(numbers) => (numbers.iter().enumerate())
            .filter(|(_, number)| !number.is_finite())
            .for_each(|(row, _)| each(row)),
        Values::Categories { codes, .. } => (codes.iter().enumerate())
            .filter(|(_, code)| code.is_none())
            .for_each(|(row, _)| each(row)),
    }
}

/// Whether two rows have the same value.
pub(crate) fn is_same(column: &Series, a: usize, b: usize) -> bool {
    match &column.values {
        Values::Numbers(numbers) => numbers[a].partial_cmp(&numbers[b]) == Some(Ordering::Equal),
        Values::Categories { codes, .. } => codes[a] == codes[b],
    }
}

/// Records that can still be swapped, in an order in which like stands by like.
pub(super) struct Free {
    /// The records, group by group.
    rows: Vec<u32>,
    /// Where each record stands in it; `u32::MAX` if it does not.
    place: Vec<u32>,
    /// The group of each place.
    group: Vec<u32>,
    /// Standardised numbers by which records are compared.
    numbers: Vec<Vec<f64>>,
    next: Vec<u32>,
    previous: Vec<u32>,
}

impl Free {
    /// The records that may be swapped, ordered by what makes them similar.
    pub(super) fn new(may: &[bool], similar: &[Series], dice: &Dice) -> Self {
        let groups = groups(may.len(), similar);
        let numbers = standardised(similar);
        let along = projection(&numbers, may.len());
        let mut rows = ranking(&along, &mut dice.stream(0));
        rows.retain(|&row| may[row as usize]);
        // A stable sort keeps the order within a group.
        rows.par_sort_by_key(|&row| groups[row as usize]);
        let group = rows.iter().map(|&row| groups[row as usize]).collect();
        let mut place = vec![u32::MAX; may.len()];
        rows.iter().enumerate().for_each(|(at, &row)| place[row as usize] = at as u32);
        let count = rows.len() as u32;
        let next = (1..=count).collect();
        let previous = (0..count).map(|at| at.wrapping_sub(1)).collect();
        Self { rows, place, group, numbers, next, previous }
    }

    /// The nearest free record of the same group, among those that `fits`; both are then not free
    /// any more.
    pub(super) fn take_partner(
        &mut self,
        row: usize,
        fits: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let place = self.place[row] as usize;
        let look = |steps: &[u32]| {
            let mut at = place;
            let mut near = Vec::with_capacity(NEIGHBOURS);
            // Some of those beside may be equal and not fit: look further than we need.
            for _ in 0..8 * NEIGHBOURS {
                at = steps[at] as usize;
                if at >= self.rows.len() || self.group[at] != self.group[place] {
                    break;
                }
                if fits(self.rows[at] as usize) {
                    near.push(at);
                }
                if near.len() == NEIGHBOURS {
                    break;
                }
            }
            near
        };
        let candidates = look(&self.next).into_iter().chain(look(&self.previous));
        let distance = |at: &usize| {
            let other = self.rows[*at] as usize;
            let apart = |numbers: &Vec<f64>| (numbers[row] - numbers[other]).powi(2);
            self.numbers.iter().map(apart).sum::<f64>()
        };
        let nearest = candidates.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        self.remove(place);
        self.remove(nearest);
        Some(self.rows[nearest] as usize)
    }

    /// Whether the record is still free.
    pub(super) fn has(&self, row: usize) -> bool {
        self.place[row] != u32::MAX
    }

    fn remove(&mut self, place: usize) {
        let (next, previous) = (self.next[place], self.previous[place]);
        if let Some(after) = self.previous.get_mut(next as usize) {
            *after = previous;
        }
        if let Some(before) = self.next.get_mut(previous as usize) {
            *before = next;
        }
        self.place[self.rows[place] as usize] = u32::MAX;
    }
}

/// Rows with the same categories have the same number; a missing category is one of its own.
fn groups(rows: usize, similar: &[Series]) -> Vec<u32> {
    let mut groups = vec![0_u32; rows];
    for column in similar {
        let Values::Categories { codes, .. } = &column.values else { continue };
        let mut seen: FxHashMap<(u32, Option<u32>), u32> = FxHashMap::default();
        for (group, code) in groups.iter_mut().zip(codes) {
            let fresh = seen.len() as u32;
            *group = *seen.entry((*group, *code)).or_insert(fresh);
        }
    }
    groups
}

/// The columns of numbers with mean 0 and variance 1; a missing one counts as the mean.
fn standardised(similar: &[Series]) -> Vec<Vec<f64>> {
    let numbers = |column: &Series| match &column.values {
        Values::Numbers(numbers) => {
            let known = Numbers::complete(&[numbers]);
            let (mean, deviation) = (known.means()[0], known.covariances().at(0, 0).sqrt());
            let standard = |number: &f64| match (number - mean) / deviation {
                z if z.is_finite() => z,
                _ => 0.0,
            };
            Some(numbers.iter().map(standard).collect())
        }
        Values::Categories { .. } => None,
    };
    similar.iter().filter_map(numbers).collect()
}

/// Where each row lies on the first principal component.
fn projection(numbers: &[Vec<f64>], rows: usize) -> Vec<f64> {
    if numbers.is_empty() {
        return vec![0.0; rows];
    }
    let table = Numbers { columns: numbers.to_vec() };
    let first = &components(&correlations(&table.covariances())).vectors[0];
    let score = |row: usize| first.iter().zip(numbers).map(|(v, z)| v * z[row]).sum();
    (0..rows).into_par_iter().map(score).collect()
}
