//! The nearest table that adds up, in real numbers: weighted least squares with bounds.
//!
//! Each relation has a multiplier, and given all multipliers every cell is best where its own bounds and
//! weight say. So multipliers are improved one after the other, each until its relation holds (Hildreth
//! 1957, *A quadratic programming procedure*; Bregman's row actions). What is found costs at least what
//! the multipliers say, whenever the work ends: a bound that holds without any trust in convergence.

use ridotto_audit::System;

/// A table that adds up nearly, and a bound.
#[derive(Clone, Debug)]
pub struct Projected {
    /// What was found.
    pub values: Vec<f64>,
    /// By how much a relation fails at most.
    pub residual: f64,
    /// What the sum of weighted squares is at least.
    pub bound: f64,
}

/// How many times all relations are gone through.
const ROUNDS: usize = 4_000;

/// Minimises Σ weight (x − target)² over tables that add up, cells between their bounds. Where there is
/// none the residual stays large and the bound grows.
pub fn project(
    system: &System,
    (target, weight): (&[f64], &[f64]),
    (low, high): (&[f64], &[f64]),
    stopped: &dyn Fn() -> bool,
) -> Projected {
    let size = target.iter().fold(1.0_f64, |size, value| size.max(value.abs()));
    project_near(system, (target, weight), (low, high), 1e-10 * size, stopped)
}

/// The same, done as soon as no relation fails by more than enough.
pub fn project_near(
    system: &System,
    (target, weight): (&[f64], &[f64]),
    (low, high): (&[f64], &[f64]),
    enough: f64,
    stopped: &dyn Fn() -> bool,
) -> Projected {
    let mut state = State { target, weight, low, high, pull: vec![0.0; target.len()] };
    let mut multipliers = vec![0.0; system.len()];
    let mut residual = f64::INFINITY;
    for _ in 0..ROUNDS {
        residual = 0.0;
        for (relation, multiplier) in system.relations().zip(&mut multipliers) {
            let off = state.off(relation.terms());
            residual = f64::max(residual, off.abs());
            if off.abs() > enough * 1e-3 {
                *multiplier += state.balance(relation);
            }
        }
        if residual <= enough || stopped() {
            break;
        }
    }
    let values: Vec<f64> = (0..target.len()).map(|cell| state.value(cell)).collect();
    let bound = (0..target.len()).map(|cell| state.least(cell)).sum();
    Projected { values, residual, bound }
}

struct State<'a> {
    target: &'a [f64],
    weight: &'a [f64],
    low: &'a [f64],
    high: &'a [f64],
    /// The sum of the multipliers of each cell's relations, with its signs.
    pull: Vec<f64>,
}

impl State<'_> {
    /// Where a cell is best: the minimum of weight (x − target)² − pull x between its bounds.
    fn at(&self, cell: usize, pull: f64) -> f64 {
        let free = self.target[cell] + pull / (2.0 * self.weight[cell]);
        free.max(self.low[cell]).min(self.high[cell])
    }

    fn value(&self, cell: usize) -> f64 {
        self.at(cell, self.pull[cell])
    }

    /// That minimum.
    fn least(&self, cell: usize) -> f64 {
        let value = self.value(cell);
        let off = value - self.target[cell];
        self.weight[cell] * off * off - self.pull[cell] * value
    }

    fn off(&self, terms: impl Iterator<Item = (u32, f64)>) -> f64 {
        terms.map(|(cell, sign)| sign * self.value(cell as usize)).sum()
    }

    /// Changes the multiplier of a relation until it holds, by Newton's steps within a bracket.
    fn balance(&mut self, relation: ridotto_audit::Relation<'_>) -> f64 {
        let off = |by: f64| -> (f64, f64) {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (cell, sign) in relation.terms() {
                let cell = cell as usize;
                let pull = self.pull[cell] + sign * by;
                let free = self.target[cell] + pull / (2.0 * self.weight[cell]);
                sum += sign * free.max(self.low[cell]).min(self.high[cell]);
                if free > self.low[cell] && free < self.high[cell] {
                    slope += 1.0 / (2.0 * self.weight[cell]);
                }
            }
            (sum, slope)
        };
        let by = root(off);
        for (cell, sign) in relation.terms() {
            self.pull[cell as usize] += sign * by;
        }
        by
    }
}

/// Where a function that does not fall is nothing, or as near as it comes.
fn root(of: impl Fn(f64) -> (f64, f64)) -> f64 {
    let (mut at, mut low, mut high) = (0.0, f64::NEG_INFINITY, f64::INFINITY);
    let mut stride = 1.0;
    for _ in 0..60 {
        let (off, slope) = of(at);
        if off.abs() < 1e-13 {
            break;
        }
        if off > 0.0 {
            high = at;
        } else {
            low = at;
        }
        let newton = at - off / slope;
        let next = if slope > 0.0 && newton > low && newton < high {
            newton
        } else if low.is_infinite() || high.is_infinite() {
            // Everybody is at a bound: farther out somebody may not be.
            stride *= 4.0;
            if stride > 1e18 {
                break;
            }
            if off > 0.0 { at - stride } else { at + stride }
        } else {
            f64::midpoint(low, high)
        };
        if (next - at).abs() <= f64::EPSILON * at.abs() {
            break;
        }
        at = next;
    }
    if at.abs() > 1e15 { 0.0 } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::additive::samples::{LECTURE, table};

    fn squares(one: &[f64], other: &[f64]) -> f64 {
        one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum()
    }

    /// Two cells of 1 and 2 whose total was told as 6: each is off by one.
    #[test]
    fn what_does_not_add_up_is_shared() {
        let system = System::new(3, [[2, 0, 1]]);
        let (target, weight) = ([1.0, 2.0, 6.0], [1.0; 3]);
        let (low, high) = ([f64::NEG_INFINITY; 3], [f64::INFINITY; 3]);
        let found = project(&system, (&target, &weight), (&low, &high), &|| false);
        for (value, expected) in found.values.iter().zip([2.0, 3.0, 5.0]) {
            assert!((value - expected).abs() < 1e-8, "{:?}", found.values);
        }
        assert!((found.bound - 3.0).abs() < 1e-8);
        // The second may not be more than 2.5.
        let high = [9.0, 2.5, 9.0];
        let found = project(&system, (&target, &weight), (&low, &high), &|| false);
        assert!((found.values[0] - 2.25).abs() < 1e-8, "{:?}", found.values);
    }

    /// A cell of the lectures' table goes down by 4, totals stay: the cheapest move by squares takes from
    /// everybody. Against the same by equations: cell (r, c) moves by −4 in its place, 2 in its row and
    /// column, and −1 elsewhere.
    #[test]
    fn a_cell_that_moves_takes_all_others_along() {
        let of = table(&[3, 3], &LECTURE);
        let target: Vec<f64> = of.values.iter().map(|&value| value as f64).collect();
        let (mut low, mut high) = (target.clone(), target.clone());
        for &cell in &of.inner {
            (low[cell], high[cell]) = (0.0, 1000.0);
        }
        let cell = of.inner[3];
        (low[cell], high[cell]) = (4.0, 4.0);
        let weight = vec![1.0; target.len()];
        let found = project(&of.system, (&target, &weight), (&low, &high), &|| false);
        assert!(found.residual < 1e-6, "{}", found.residual);
        let moves = [2.0, -1.0, -1.0, -4.0, 2.0, 2.0, 2.0, -1.0, -1.0];
        for (&cell, by) in of.inner.iter().zip(moves) {
            assert!((found.values[cell] - target[cell] - by).abs() < 1e-6, "{:?}", found.values);
        }
        assert!((found.bound - squares(&found.values, &target)).abs() < 1e-5);
    }
}
