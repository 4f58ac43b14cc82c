//! Original frequencies, estimated from masked ones and the published matrix.

use super::Transition;
use crate::Refused;
use ridotto_numbers::Matrix;
use ridotto_numbers::general::Triangles;

/// What the original frequencies were, as far as the masked data tell.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// How often each category occurred.
    pub frequencies: Vec<f64>,
    /// The standard error of each of them, which the random changes bring about.
    pub errors: Vec<f64>,
}

impl Transition {
    /// Estimates the original frequencies from those of the masked data: `(Pᵀ)⁻¹` times them, which
    /// has no bias. An estimate may be negative; with `clip` such ones are 0 and the others are
    /// scaled to the same total, which brings a small bias and a smaller error.
    pub fn estimate(&self, observed: &[f64], clip: bool) -> Result<Estimate, Refused> {
        self.fits(observed)?;
        let triangles = self.triangles().ok_or(Refused::MatrixSingular)?;
        let mut frequencies = triangles.solve(observed);
        let errors = self.errors(&triangles, &frequencies);
        if clip {
            let total: f64 = frequencies.iter().sum();
            for frequency in &mut frequencies {
                *frequency = frequency.max(0.0);
            }
            let positive: f64 = frequencies.iter().sum();
            if positive > 0.0 {
                for frequency in &mut frequencies {
                    *frequency *= total / positive;
                }
            }
        }
        Ok(Estimate { frequencies, errors })
    }

    /// Whether the original frequencies can be estimated at all.
    pub fn is_invertible(&self) -> bool {
        self.triangles().is_some()
    }

    /// The transpose, taken apart.
    fn triangles(&self) -> Option<Triangles> {
        let n = self.categories();
        let mut transpose = Matrix::zero(n);
        for from in 0..n {
            for (to, &entry) in self.row(from).iter().enumerate() {
                transpose.set(to, from, entry);
            }
        }
        Triangles::new(&transpose)
    }

    /// Records of category i fall into the categories as multinomial numbers with row i, so the
    /// masked frequencies have the covariances `V = Σ f[i] (diag(P[i]) − P[i] P[i]ᵀ)`, and the
    /// estimate has those of `A V Aᵀ`, A being the inverse. As `A P[i]` is the i-th unit vector, its
    /// i-th variance is `Σ_j m[j] A[i][j]² − f[i]`, m being the masked frequencies to expect.
    fn errors(&self, triangles: &Triangles, frequencies: &[f64]) -> Vec<f64> {
        let n = self.categories();
        let known: Vec<f64> = frequencies.iter().map(|frequency| frequency.max(0.0)).collect();
        let masked = self.expected(&known);
        let mut variances: Vec<f64> = known.iter().map(|frequency| -frequency).collect();
        for (at, masked) in masked.iter().enumerate() {
            let unit: Vec<f64> = (0..n).map(|to| f64::from(u8::from(to == at))).collect();
            let column = triangles.solve(&unit);
            variances
                .iter_mut()
                .zip(&column)
                .for_each(|(sum, entry)| *sum += masked * entry * entry);
        }
        variances.iter().map(|variance| variance.max(0.0).sqrt()).collect()
    }
}
