//! Normal scores: a number's rank as a quantile of the standard normal distribution, and back.

/// The scores of a column.
pub(super) struct Scores {
    /// Distinct numbers in order, and the score of each.
    numbers: Vec<f64>,
    scores: Vec<f64>,
}

impl Scores {
    /// Learns from numbers; equal ones share the mean of their ranks.
    pub fn learn(numbers: &[f64]) -> Self {
        let mut sorted: Vec<f64> =
            numbers.iter().copied().filter(|number| !number.is_nan()).collect();
        sorted.sort_by(f64::total_cmp);
        let (mut distinct, mut scores, mut before) = (Vec::new(), Vec::new(), 0.0);
        for run in sorted.chunk_by(|a, b| a.total_cmp(b).is_eq()) {
            distinct.push(run[0]);
            let middle = before + run.len() as f64 / 2.0;
            scores.push(quantile(middle / sorted.len() as f64));
            before += run.len() as f64;
        }
        Self { numbers: distinct, scores }
    }

    /// The score of a number, between those of its neighbours if it is new.
    pub fn score(&self, number: f64) -> f64 {
        between(&self.numbers, &self.scores, number)
    }

    /// The number of a score, between its neighbours.
    pub fn number(&self, score: f64) -> f64 {
        between(&self.scores, &self.numbers, score)
    }
}

/// Where `x` is among `from`, in proportion there in `to`; the ends go no further.
fn between(from: &[f64], to: &[f64], x: f64) -> f64 {
    let above = from.partition_point(|&one| one < x);
    match (above.checked_sub(1), from.get(above)) {
        (_, None) => to.last().copied().unwrap_or(0.0),
        (None, Some(_)) => to[0],
        (Some(below), Some(&high)) => {
            let share = (x - from[below]) / (high - from[below]);
            to[below] + share * (to[above] - to[below])
        }
    }
}

/// The number below which a standard normal one is with probability `p` (M. Wichura 1988,
/// *Algorithm AS 241: the percentage points of the normal distribution*, doi:10.2307/2347330, with
/// seven digits).
pub(super) fn quantile(p: f64) -> f64 {
    let ratio = |r: f64, above: &[f64], below: &[f64]| {
        let polynomial = |of: &[f64]| of.iter().rev().fold(0.0, |sum, one| sum * r + one);
        polynomial(above) / polynomial(below)
    };
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let above = [3.387_132_717_9, 50.434_271_938, 159.291_132_02, 59.109_374_72];
        return q * ratio(
            0.180_625 - q * q,
            &above,
            &[1.0, 17.895_169_469, 78.757_757_664, 67.187_563_6],
        );
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    if tail <= 0.0 {
        return q.signum() * 38.0;
    }
    let r = (-tail.ln()).sqrt();
    let size = if r <= 5.0 {
        let above = [1.423_437_277_7, 2.756_815_39, 1.306_728_481_6, 0.170_238_211_03];
        ratio(r - 1.6, &above, &[1.0, 0.737_001_642_5, 0.120_211_329_75])
    } else {
        let above = [6.657_905_115, 3.081_226_386, 0.428_682_943_37, 0.017_337_203_997];
        ratio(r - 5.0, &above, &[1.0, 0.241_978_942_25, 0.012_258_202_635])
    };
    q.signum() * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_known_ones() {
        let known = [
            (0.5, 0.0),
            (0.975, 1.959_964),
            (0.025, -1.959_964),
            (0.9, 1.281_551_6),
            (0.999, 3.090_232_3),
            (1e-12, -7.034_484),
        ];
        for (p, expected) in known {
            assert!((quantile(p) - expected).abs() < 2e-6, "{p}: {}", quantile(p));
        }
    }

    #[test]
    fn scores_lead_back() {
        let scores = Scores::learn(&[5.0, 1.0, f64::NAN, 3.0, 3.0, 100.0]);
        for number in [1.0, 2.0, 3.0, 4.5, 5.0, 77.0, 100.0] {
            assert!((scores.number(scores.score(number)) - number).abs() < 1e-9);
        }
        assert!(scores.number(9.0) <= 100.0 && scores.number(-9.0) >= 1.0);
    }
}
