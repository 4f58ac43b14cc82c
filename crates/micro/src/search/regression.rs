//! Bayesian linear regression over features that are present or absent, one observation at a time
//! (recursive least squares, or a Kalman filter at rest).

/// Weights of features, and how sure each is.
#[derive(Clone, Debug)]
pub struct Regression {
    mean: Vec<f64>,
    /// The weights' covariance, row by row.
    covariance: Vec<f64>,
    /// The variance of an observation about the sum of its weights.
    noise: f64,
}

impl Regression {
    /// Begins with independent weights of these means and standard deviations.
    pub fn new(mean: Vec<f64>, deviation: &[f64], noise: f64) -> Self {
        let features = mean.len();
        let mut covariance = vec![0.0; features * features];
        for (at, deviation) in deviation.iter().enumerate() {
            covariance[at * (features + 1)] = deviation * deviation;
        }
        Self { mean, covariance, noise: noise * noise }
    }

    /// Lets all weights also vary together, by `direction` times one unknown standard normal.
    pub fn vary_along(&mut self, direction: &[f64]) {
        for (row, a) in self.covariance.chunks_exact_mut(direction.len()).zip(direction) {
            row.iter_mut().zip(direction).for_each(|(cell, b)| *cell += a * b);
        }
    }

    /// The weight of a feature.
    pub fn weight(&self, feature: usize) -> f64 {
        self.mean[feature]
    }

    /// What an observation with these features is expected to be.
    pub fn expect(&self, present: impl Iterator<Item = usize>) -> f64 {
        present.map(|feature| self.mean[feature]).sum()
    }

    /// Learns from an observation.
    pub fn learn(&mut self, present: &[usize], value: f64) {
        let error = value - self.expect(present.iter().copied());
        let features = self.mean.len();
        let shared: Vec<f64> = self
            .covariance
            .chunks_exact(features)
            .map(|row| present.iter().map(|&feature| row[feature]).sum())
            .collect();
        let variance: f64 = present.iter().map(|&at| shared[at]).sum::<f64>() + self.noise;
        for (mean, shared) in self.mean.iter_mut().zip(&shared) {
            *mean += shared / variance * error;
        }
        for (row, a) in self.covariance.chunks_exact_mut(features).zip(&shared) {
            row.iter_mut().zip(&shared).for_each(|(cell, b)| *cell -= a / variance * b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_found_from_sums() {
        let truth = [1.0, -2.0, 0.5, 3.0];
        let mut regression = Regression::new(vec![0.0; 4], &[10.0; 4], 0.01);
        for present in [vec![0], vec![0, 1], vec![1, 2], vec![0, 2, 3], vec![3]] {
            regression.learn(&present, present.iter().map(|&at| truth[at]).sum());
        }
        for (at, truth) in truth.iter().enumerate() {
            assert!((regression.weight(at) - truth).abs() < 0.01);
        }
        assert!((regression.expect(0..4) - 2.5).abs() < 0.04);
    }

    #[test]
    fn what_varies_together_is_learned_together() {
        let mut regression = Regression::new(vec![0.0; 3], &[0.1; 3], 0.1);
        regression.vary_along(&[1.0, 2.0, 4.0]);
        regression.learn(&[0], 1.0);
        assert!(regression.weight(2) > 3.0 && regression.weight(1) > 1.5);
    }
}
