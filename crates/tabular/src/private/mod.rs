//! Differentially private counts whose totals add up.
//!
//! Every cell of every level gets noise of its own, the cells that nobody is in too, and then the table is
//! found that adds up, has nothing negative and is nearest to the noisy one (Hay and others 2010, for
//! hierarchies); whole numbers near it are published. All that comes after the noise looks at the noise alone,
//! so it costs no privacy.
//!
//! # Guarantee
//! ε-differential privacy (discrete Laplace), or (ε, δ) where δ is above 0 (discrete Gaussian).
//! A record is in one cell of each combination of levels; so it changes as many cells by one as there are
//! cells above its own, itself included, and the noise is for that. Where neighbours differ in what one
//! record says it leaves as many as it enters.
//!
//! # Does not protect against
//! A person with several records is protected as several records are. Which cells a table has must not come
//! from the data.

mod cells;

pub use cells::{Cells, Dimension};

use crate::additive::{Additive, Windows, project};
use ridotto_audit::System;
use ridotto_noise::{
    Accountant, Budget, Exact, Gaussian, Laplace, Neighbours, NoiseError, Protected, Released,
    rho_within,
};

/// What is promised.
#[derive(Clone, Debug)]
pub struct Promise {
    /// ε.
    pub epsilon: Exact,
    /// δ; 0 for Laplace noise.
    pub delta: Exact,
    /// Which files cannot be told apart.
    pub neighbours: Neighbours,
}

impl Promise {
    /// Who adds up what is lost.
    pub fn accountant(&self) -> Result<Accountant, NoiseError> {
        let budget = if self.delta.is_zero() {
            Budget::pure(self.epsilon.clone())?
        } else {
            Budget::concentrated(rho_within(&self.epsilon, &self.delta)?)?
        };
        Ok(Accountant::new(budget, Protected::record(self.neighbours)))
    }

    /// By how much a record changes a table in all, each cell by one.
    fn changes(&self, cells: &Cells) -> u64 {
        match self.neighbours {
            Neighbours::AddRemove => cells.of_a_record(),
            Neighbours::ChangeOne => 2 * cells.of_a_record(),
        }
    }

    /// The noise of one table, for all that is left of the budget's ε or ρ.
    pub fn noisy(
        &self,
        accountant: &mut Accountant,
        cells: &Cells,
        counts: &[i64],
    ) -> Result<Released<Vec<i64>>, NoiseError> {
        let changes = self.changes(cells);
        let purpose = "a table of counts with all totals";
        if self.delta.is_zero() {
            let laplace = Laplace::new(changes, &self.epsilon)?;
            return accountant.charge(purpose, laplace)?.release(counts);
        }
        // The squares of changes by one are ones.
        let rho = rho_within(&self.epsilon, &self.delta)?;
        let gaussian = Gaussian::new(changes, &rho)?;
        accountant.charge(purpose, gaussian)?.release(counts)
    }
}

/// Whole numbers that add up, none negative, near noisy ones: what is drawn is all that is looked at.
pub fn consistent(
    system: &System,
    noisy: &Released<Vec<i64>>,
    stopped: &dyn Fn() -> bool,
) -> Vec<i64> {
    let noisy = noisy.get();
    let target: Vec<f64> = noisy.iter().map(|&count| count as f64).collect();
    // All cells have the same noise, so the same weight.
    let weight = vec![1.0; noisy.len()];
    let (low, high) = (vec![0.0; noisy.len()], vec![f64::INFINITY; noisy.len()]);
    let real = project(system, (&target, &weight), (&low, &high), stopped).values;
    let below: Vec<i64> = real.iter().map(|value| (value + 1e-6).floor() as i64).collect();
    let above: Vec<i64> = real.iter().map(|value| (value - 1e-6).ceil() as i64).collect();
    let windows = Windows { target: &real, low: &below, high: &above, weight: &weight };
    let additive = Additive::new(system);
    let found = additive.within(&windows, stopped);
    found.values.or(found.farther).expect("of a table all totals follow from inner cells")
}

#[cfg(test)]
mod tests;
