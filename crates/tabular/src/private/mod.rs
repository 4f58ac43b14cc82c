//! Differentially private counts whose totals add up.
//!
//! Every cell of every level gets noise of its own, the cells that nobody is in too, and then the table is
//! found that adds up, has nothing negative and is nearest to the noisy one (Hay and others 2010, for
//! hierarchies; totals count more the more inner cells they have); whole numbers near it are published. All that comes after the noise looks at the noise alone,
//! so it costs no privacy.
//!
//! # Guarantee
//! ε-differential privacy (discrete Laplace), or (ε, δ) where δ is above 0 (discrete Gaussian).
//! A record is in one cell of each combination of levels; so it changes as many cells by one as there are
//! cells above its own, itself included, and the noise is for that. Where neighbours differ in what one
//! record says it leaves as many as it enters, and stays in the grand total.
//!
//! Where a person has several records at most so many are counted, the first of the file, and what is lost is
//! what a group of so many loses.
//!
//! *Why nothing else tells of records.* Which cells there are follows from what the policy declares
//! (`asked`, `declared`); what becomes of a record depends on that record, on the records of the same person
//! and on the policy (`counted`); no rule, no audit and no figure looks at true counts (`table`).
//!
//! # Does not protect against
//! A person with several records where `rows-per-person` is not said. What is true of everybody. How long the
//! work takes.

mod asked;
mod cells;
mod counted;
mod declared;
mod drawn;
mod table;

pub use asked::{Asked, refuse};
pub use cells::{Cells, Dimension};
pub use counted::Counted;
pub use table::Noisy;

use crate::additive::{Choice, Sums, even, project_near};
use ridotto_audit::System;
use ridotto_noise::{
    Accountant, Budget, Exact, Gaussian, Laplace, Mechanism, Neighbours, NoiseError, Protected,
    Released, rho_within,
};
use std::num::NonZeroU64;

/// What is promised.
#[derive(Clone, Debug)]
pub struct Promise {
    /// ε.
    pub epsilon: Exact,
    /// δ; 0 for Laplace noise.
    pub delta: Exact,
    /// Which files cannot be told apart.
    pub neighbours: Neighbours,
    /// How many records of a person are counted at most.
    pub records: NonZeroU64,
}

/// Which noise every cell gets.
#[derive(Clone, Debug)]
pub enum Noise {
    /// Discrete Laplace.
    Laplace(Laplace),
    /// Discrete Gaussian.
    Gaussian(Gaussian),
}

impl Noise {
    /// How far a noisy count is from the true one in the mean. It follows from the policy alone.
    pub fn mean_error(&self) -> f64 {
        match self {
            Self::Laplace(noise) => noise.mean_error(),
            Self::Gaussian(noise) => {
                noise.deviation().to_f64() * (2.0 / std::f64::consts::PI).sqrt()
            }
        }
    }

    /// In words.
    pub fn words(&self) -> String {
        match self {
            Self::Laplace(noise) => noise.noise(),
            Self::Gaussian(noise) => noise.noise(),
        }
    }
}

/// What the noise is for, in reports and ledgers.
const PURPOSE: &str = "a table of counts with all totals";

impl Promise {
    /// What may be lost in all: (ε, δ) is stated, and counted in ρ, where δ is more than 0.
    pub fn budget(&self) -> Result<Budget, NoiseError> {
        if self.delta.is_zero() {
            Budget::pure(self.epsilon.clone())
        } else {
            Budget::concentrated_within(&self.epsilon, &self.delta)
        }
    }

    /// Whom it protects.
    pub fn protected(&self) -> Protected {
        Protected::person(self.neighbours, self.records)
    }

    /// Who adds up what is lost, where that is nobody of a run.
    pub fn accountant(&self) -> Result<Accountant, NoiseError> {
        Ok(Accountant::new(self.budget()?, self.protected()))
    }

    /// By how much a record changes a table in all, each cell by one. What it says may be something else
    /// altogether; then it leaves all of its cells and enters as many, but for the grand total, in which it
    /// stays; or it counts nowhere any more.
    pub fn changes(&self, cells: &Cells) -> u64 {
        match self.neighbours {
            Neighbours::AddRemove => cells.of_a_record(),
            Neighbours::ChangeOne => {
                let own = cells.of_a_record();
                own.max((own - 1).saturating_mul(2))
            }
        }
    }

    /// The noise of every cell of a table: for one record, so that what a person loses is all of it.
    pub fn noise(&self, cells: &Cells) -> Result<Noise, NoiseError> {
        let changes = self.changes(cells);
        if self.delta.is_zero() {
            let share = self.epsilon.share(self.records);
            return Ok(Noise::Laplace(Laplace::new(changes, &share)?));
        }
        // The squares of changes by one are ones; a group of m loses m squared times as much.
        let rho = rho_within(&self.epsilon, &self.delta)?;
        let share = rho.share(self.records).share(self.records);
        Ok(Noise::Gaussian(Gaussian::new(changes, &share)?))
    }

    /// The counts of one table with noise, for all that is left of the budget.
    pub fn noisy(
        &self,
        accountant: &mut Accountant,
        cells: &Cells,
        counts: &[i64],
    ) -> Result<Released<Vec<i64>>, NoiseError> {
        match self.noise(cells)? {
            Noise::Laplace(noise) => accountant.charge(PURPOSE, noise)?.release(counts),
            Noise::Gaussian(noise) => accountant.charge(PURPOSE, noise)?.release(counts),
        }
    }
}

/// By how much sums may fail before inner cells become whole: nobody misses a tenth of a record beside noise.
const ENOUGH: f64 = 0.1;

/// Whole numbers that add up, none negative, near noisy ones: what is drawn is all that is looked at.
pub fn consistent(
    system: &System,
    noisy: &Released<Vec<i64>>,
    stopped: &dyn Fn() -> bool,
) -> Vec<i64> {
    let noisy = noisy.get();
    let target: Vec<f64> = noisy.iter().map(|&count| count as f64).collect();
    let sums = Sums::of(system).expect("in a table no cell is a part of itself");
    let weight = weights(system, &sums);
    let (low, high) = (vec![0.0; noisy.len()], vec![f64::INFINITY; noisy.len()]);
    let real = project_near(system, (&target, &weight), (&low, &high), ENOUGH, stopped).values;
    whole(system, &sums, &real, stopped)
}

/// What a cell counts: the root of how many inner cells it adds up. All have the same noise, and counted alike
/// they would be best if nothing were cut off at 0; but many empty cells, each of which becomes a little more
/// than 0 at the least, then pull the few totals above them with them. Weights follow from the policy alone.
fn weights(system: &System, sums: &Sums) -> Vec<f64> {
    let above = sums.above(system);
    let mut below = vec![0_u32; system.cells()];
    for &leaf in sums.leaves() {
        below[leaf as usize] += 1;
        for &total in above.of(leaf) {
            below[total as usize] += 1;
        }
    }
    below.into_iter().map(|cells| f64::from(cells).sqrt()).collect()
}

/// Inner cells become one of the two whole numbers beside them, so that totals come out even.
fn whole(system: &System, sums: &Sums, real: &[f64], stopped: &dyn Fn() -> bool) -> Vec<i64> {
    let mut values: Vec<i64> = real.iter().map(|value| value.floor().max(0.0) as i64).collect();
    let choice = |&leaf: &u32| {
        let down = values[leaf as usize] as f64 - real[leaf as usize];
        Choice { leaf, down, up: down + 1.0 }
    };
    let is_open = |choice: &Choice| choice.down < 0.0;
    let choices: Vec<Choice> = sums.leaves().iter().map(choice).filter(is_open).collect();
    let ups = even(values.len(), &sums.above(system), &choices, stopped);
    for (choice, is_up) in choices.iter().zip(ups) {
        values[choice.leaf as usize] += i64::from(is_up);
    }
    sums.fill(system, &mut values);
    values
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod through_tests;
