//! Choosing one of several by their scores: the exponential mechanism in its better form,
//! permute-and-flip.

use super::{Mechanism, released, sealed};
use crate::sampler::coin;
use crate::{Exact, Loss, Neighbours, NoiseError, Permit, Released};
use std::num::NonZeroUsize;

/// How one record more, or another record, moves scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scores {
    /// Some up and some down, each by the sensitivity at most.
    MoveEitherWay,
    /// All the same way or not at all: no score falls where another rises, between neighbours of
    /// which one has a record more.
    MoveTogether,
}

/// One of several possibilities, the better ones with a greater chance.
///
/// The possibilities are asked in a random order; each says yes with the probability
/// e^(−(best − score) ε/(2Δ)), or e^(−(best − score) ε/Δ) if scores move together, and the first that
/// says yes is chosen. One of the best always says yes.
///
/// # Guarantee
/// ε-differential privacy, if one record changes no score by more than Δ.
///
/// *The argument.* The same choice is made by adding exponential noise of mean s to every score and
/// taking the greatest, with s = 2Δ/ε or Δ/ε (Ding, Kifer and others 2021, arXiv:2105.07260). Fix the
/// noise of all others; then possibility r is chosen if its own noise is at least t − q, q being its
/// score and t the greatest noisy score of the others, and that has the probability
/// min(1, e^(−(t−q)/s)). Between neighbours t and q each move by Δ at most, so t − q moves by 2Δ, or
/// by Δ if both move the same way; the probability changes by the factor e^ε at most, and so does its
/// mean over the others' noise. The expected score is never below that of the exponential mechanism
/// (`McKenna` and Sheldon). Nothing is rounded: every coin is decided by whole numbers.
///
/// # References
/// F. `McSherry`, K. Talwar (2007), *Mechanism design via differential privacy*,
/// doi:10.1109/FOCS.2007.66. R. `McKenna`, D. Sheldon (2020), *Permute-and-flip: a new mechanism for
/// differentially private selection*, arXiv:2010.12603.
#[derive(Clone, Debug)]
pub struct Selection {
    options: NonZeroUsize,
    sensitivity: u64,
    scores: Scores,
    epsilon: Exact,
    /// ε over the mean of the noise, as two numbers: what is multiplied with a score and what it is
    /// divided by.
    above: u64,
    under: u128,
}

impl Selection {
    /// For so many scores, of which one record changes none by more than the sensitivity.
    pub fn new(
        options: usize,
        sensitivity: u64,
        scores: Scores,
        epsilon: &Exact,
    ) -> Result<Self, NoiseError> {
        let options = NonZeroUsize::new(options).ok_or(NoiseError::Nothing)?;
        if sensitivity == 0 {
            return Err(NoiseError::Sensitivity);
        }
        if epsilon.is_zero() {
            return Err(NoiseError::Positive { parameter: "epsilon" });
        }
        let ways = match scores {
            Scores::MoveEitherWay => 2,
            Scores::MoveTogether => 1,
        };
        // Scores are up to 2^64 apart, and the product must fit.
        let parts = epsilon.short_parts();
        let (above, under) = parts.ok_or(NoiseError::Fine)?;
        let above = u64::try_from(above).ok().filter(|above| *above < 1 << 62);
        let under = under.checked_mul(ways).and_then(|under| under.checked_mul(sensitivity.into()));
        Ok(Self {
            options,
            sensitivity,
            scores,
            epsilon: epsilon.clone(),
            above: above.ok_or(NoiseError::Fine)?,
            under: under.ok_or(NoiseError::Fine)?,
        })
    }
}

impl sealed::Sealed for Selection {}

impl Mechanism for Selection {
    fn loss(&self) -> Loss {
        Loss::Pure { epsilon: self.epsilon.clone() }
    }

    fn name(&self) -> &'static str {
        "permute-and-flip"
    }

    fn sensitivity(&self) -> Option<u64> {
        Some(self.sensitivity)
    }

    fn noise(&self) -> String {
        format!("permute-and-flip among {}", self.options)
    }

    /// Where a record says something else, one score may fall as another rises, by the sensitivity each:
    /// scores that move together do so for a record more or less.
    fn argued_for(&self) -> Option<Neighbours> {
        (self.scores == Scores::MoveTogether).then_some(Neighbours::AddRemove)
    }
}

impl Permit<Selection> {
    /// The place of the one that was chosen.
    pub fn choose(self, scores: &[i64]) -> Result<Released<usize>, NoiseError> {
        let Selection { options, above, under, .. } = self.mechanism;
        if scores.len() != options.get() {
            return Err(NoiseError::Number { given: scores.len(), charged: options.get() });
        }
        let best = scores.iter().copied().max().ok_or(NoiseError::Nothing)?;
        let mut random = self.key.stream(0);
        let mut order: Vec<usize> = (0..scores.len()).collect();
        for asked in 0..order.len() {
            let other = asked + coin::below((order.len() - asked) as u128, &mut random) as usize;
            order.swap(asked, other);
            let at = order[asked];
            let short = u128::from(best.abs_diff(scores[at]));
            if coin::exponential(u128::from(above) * short, under, &mut random) {
                return Ok(released(at));
            }
        }
        unreachable!("one of the best says yes");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accountant::tests::permit;

    /// The probabilities of permute-and-flip for these coins, over all orders.
    fn exact(coins: &[f64]) -> Vec<f64> {
        fn go(coins: &[f64], left: &[usize], reached: f64, got: &mut [f64]) {
            for (place, &at) in left.iter().enumerate() {
                let asked = reached / left.len() as f64;
                got[at] += asked * coins[at];
                let mut rest = left.to_vec();
                rest.remove(place);
                go(coins, &rest, asked * (1.0 - coins[at]), got);
            }
        }
        let mut got = vec![0.0; coins.len()];
        go(coins, &(0..coins.len()).collect::<Vec<_>>(), 1.0, &mut got);
        got
    }

    #[test]
    fn choices_have_the_exact_probabilities() {
        let scores = [40, 10, 0, 40, 35];
        for (way, ways) in [(Scores::MoveEitherWay, 2.0), (Scores::MoveTogether, 1.0)] {
            let epsilon: Exact = "0.7".parse().unwrap();
            let selection = Selection::new(5, 20, way, &epsilon).unwrap();
            let coins = scores.map(|score| (-0.7 * f64::from(40 - score) / 20.0 / ways).exp());
            let (expected, mut seen) = (exact(&coins), [0.0; 5]);
            let trials = 80_000;
            for seed in 0..trials {
                let scores = scores.map(i64::from);
                seen[*permit(selection.clone(), seed).choose(&scores).unwrap().get()] += 1.0;
            }
            let chi: f64 = (seen.iter().zip(&expected))
                .map(|(seen, p)| (seen - p * trials as f64).powi(2) / (p * trials as f64))
                .sum();
            assert!(chi < 23.0, "{chi} with 4 degrees: {seen:?} {expected:?}");
        }
    }

    #[test]
    fn far_scores_lose_nothing_to_rounding() {
        let epsilon: Exact = "0.7".parse().unwrap();
        let of = |options| Selection::new(options, 1, Scores::MoveTogether, &epsilon).unwrap();
        assert_eq!(*permit(of(2), 1).choose(&[i64::MIN, i64::MAX]).unwrap().get(), 1);
        assert_eq!(*permit(of(1), 1).choose(&[5]).unwrap().get(), 0);
        assert!(permit(of(2), 1).choose(&[5]).is_err());
        assert!(Selection::new(0, 1, Scores::MoveTogether, &epsilon).is_err());
        assert!(Selection::new(2, 0, Scores::MoveTogether, &epsilon).is_err());
        assert!(Selection::new(2, 1, Scores::MoveTogether, &Exact::zero()).is_err());
    }
}
