//! Keeping each record with the same probability: the chance within a construction that is private
//! because of it.

use super::{Mechanism, released, sealed};
use crate::enclosure::Enclosure;
use crate::{Exact, Loss, Neighbours, NoiseError, Permit, Released};
use rand::Rng;

/// A random sample, as a part of a release of k-anonymous records.
///
/// # Guarantee
/// That of the construction which it belongs to, and which states the loss: a sample alone is not
/// differentially private. The construction of ours is `DifferentialPrivacy` in `ridotto-core`,
/// with its proof; this type sees to it that the sample is drawn by nobody else's numbers, once, and
/// after it was charged for.
#[derive(Clone, Debug)]
pub struct Thinning {
    keep: u64,
    loss: Loss,
}

/// A probability is a whole number of 2⁻⁵³.
const BITS: u32 = 53;

impl Thinning {
    /// Keeps each record with the probability β = `keep`·2⁻⁵³. The loss is that of what is released, and what
    /// must hold of it whatever the construction is, is checked: 1 − β ≥ e^(−ε), or the release without a
    /// record is too unlikely beside that with it; and δ is above 0, because a sample of many records may be
    /// all of them.
    pub fn new(keep: u64, loss: Loss) -> Result<Self, NoiseError> {
        if keep == 0 || keep > 1 << BITS {
            return Err(NoiseError::Positive { parameter: "sample" });
        }
        let Loss::Approximate { epsilon, .. } = &loss else {
            return Err(NoiseError::Positive { parameter: "delta" });
        };
        let left_out = Exact::ratio((1_u128 << BITS) - u128::from(keep), 1 << BITS);
        let least = Enclosure::exp(epsilon).ok_or(NoiseError::TooLarge)?.lower();
        match left_out {
            Some(left_out) if left_out.times(&least) >= Exact::whole(1) => Ok(Self { keep, loss }),
            _ => Err(NoiseError::Sample),
        }
    }

    /// The probability.
    pub fn probability(&self) -> Exact {
        Exact::ratio(self.keep.into(), 1 << BITS).unwrap_or_else(Exact::zero)
    }
}

impl sealed::Sealed for Thinning {}

impl Mechanism for Thinning {
    fn loss(&self) -> Loss {
        self.loss.clone()
    }

    fn name(&self) -> &'static str {
        "sample-and-threshold"
    }

    fn sensitivity(&self) -> Option<u64> {
        None
    }

    /// The proof is about a record more or less.
    fn argued_for(&self) -> Option<Neighbours> {
        Some(Neighbours::AddRemove)
    }

    fn noise(&self) -> String {
        format!("each record kept with probability {:.6}", self.probability().to_f64())
    }
}

impl Permit<Thinning> {
    /// The records that are kept.
    pub fn keep(self, records: usize) -> Released<Vec<u32>> {
        let mut random = self.key.stream(0);
        let keep = self.mechanism.keep;
        let is_kept = |_: &u32| random.next_u64() >> (u64::BITS - BITS) < keep;
        released((0..records as u32).filter(is_kept).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accountant::tests::permit;

    #[test]
    fn records_are_kept_as_often_as_said() {
        let loss = || Loss::of(Exact::whole(1), Exact::decimal(1, 5)).unwrap();
        let half = Thinning::new(1 << 52, loss()).unwrap();
        let kept = permit(half.clone(), 5).keep(100_000).into_inner();
        assert!((49_200..50_800).contains(&kept.len()), "{}", kept.len());
        assert!(kept.is_sorted());
        assert!(permit(half, 5).keep(0).get().is_empty());
        assert!(Thinning::new(0, loss()).is_err() && Thinning::new((1 << 53) + 1, loss()).is_err());
    }

    /// A sample cannot claim less than it surely loses: 1 − β is at least e^(−ε), and δ above 0.
    #[test]
    fn losses_that_are_too_small_are_refused() {
        let approximate = |epsilon| Loss::of(epsilon, Exact::decimal(1, 5)).unwrap();
        // 1 − e^(−1) is 0.632120558828557678…
        let most = 5_693_635_826_387_044_u64;
        let of = |keep| Thinning::new(keep, approximate(Exact::whole(1)));
        assert!(of(most - 8).is_ok());
        for keep in [most + 8, 1 << 53] {
            assert!(matches!(of(keep), Err(NoiseError::Sample)));
        }
        let pure = Loss::Pure { epsilon: Exact::whole(1) };
        assert!(Thinning::new(1 << 50, pure).is_err());
    }
}
