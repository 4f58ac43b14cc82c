//! Matrices that leave expected frequencies as they are.

use super::Transition;
use super::transition::complete;
use crate::Refused;

impl Transition {
    /// The invariant matrix R = P · Q, where Q takes the changes of P back with the probabilities of
    /// Bayes: `Q[j][i] = P[i][j] f[i] / Σ P[k][j] f[k]`. Then `Rᵀ f = f`. It changes more values
    /// than P does.
    pub fn two_stages(&self, frequencies: &[f64]) -> Result<Self, Refused> {
        self.fits(frequencies)?;
        let (n, masked) = (self.categories(), self.expected(frequencies));
        let back = |from: usize| -> Vec<f64> {
            let entry = |to: usize| match masked[from] {
                // A category that nothing becomes is never taken back.
                0.0 => f64::from(u8::from(from == to)),
                all => self.row(to)[from] * frequencies[to] / all,
            };
            (0..n).map(entry).collect()
        };
        let back: Vec<Vec<f64>> = (0..n).map(back).collect();
        let row = |from: usize| {
            let mut row = vec![0.0; n];
            for (step, &first) in self.row(from).iter().enumerate().filter(|(_, p)| **p > 0.0) {
                row.iter_mut().zip(&back[step]).for_each(|(sum, second)| *sum += first * second);
            }
            complete(&mut row, from);
            row
        };
        Self::new((0..n).map(row).collect())
    }

    /// The invariant matrix that takes a change of P only as often as the opposite change balances
    /// it: `R[i][j] = min(P[i][j], P[j][i] f[j] / f[i])`, and what is left stays. Then as many values
    /// go from i to j as back, so `Rᵀ f = f`, and what P forbids is forbidden still. It changes fewer
    /// values than P does. (N. Metropolis and others 1953, *Equation of state calculations by fast
    /// computing machines*; W. Hastings 1970.)
    pub fn reversible(&self, frequencies: &[f64]) -> Result<Self, Refused> {
        self.fits(frequencies)?;
        let n = self.categories();
        let row = |from: usize| {
            let entry = |to: usize| {
                if frequencies[from] > 0.0 && to != from {
                    let back = self.row(to)[from] * frequencies[to] / frequencies[from];
                    self.row(from)[to].min(back)
                } else {
                    0.0
                }
            };
            let mut row: Vec<f64> = (0..n).map(entry).collect();
            row[from] = 1.0 - row.iter().sum::<f64>().min(1.0);
            complete(&mut row, from);
            row
        };
        Self::new((0..n).map(row).collect())
    }

    /// Refuses frequencies of another number of categories.
    pub(super) fn fits(&self, frequencies: &[f64]) -> Result<(), Refused> {
        if frequencies.len() == self.categories() {
            return Ok(());
        }
        Err(Refused::MatrixSize { categories: frequencies.len(), rows: self.categories() })
    }
}
