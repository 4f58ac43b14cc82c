//! What a library of differential privacy must do.

use crate::synthesize::Unfit;

/// Noise that keeps secrets. Who implements it must draw exactly from these distributions, from a
/// cryptographic generator: floating-point samplers do not.
pub trait CountNoise {
    /// Counts, each with its own noise of the discrete Laplace distribution, so that the whole is
    /// `epsilon`-private if neighbouring counts are at most `distance` apart, summed over all of
    /// them. Also says how much of ε that costs, which is at most `epsilon`.
    fn add(
        &mut self,
        counts: &[i64],
        distance: u32,
        epsilon: f64,
    ) -> Result<(Vec<i64>, f64), Unfit>;

    /// One of the scores, a high one preferred, so that the choice is `epsilon`-private if each
    /// score differs by at most one between neighbours, up or down. Also says how much of ε that
    /// costs, which is at most `epsilon`.
    fn choose(&mut self, scores: &[i64], epsilon: f64) -> Result<(usize, f64), Unfit>;
}
