//! Keeping each record with the same probability: the chance within a construction that is private
//! because of it.

use super::{Mechanism, released, sealed};
use crate::{Exact, Loss, NoiseError, Permit, Released};
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
    /// Keeps each record with the probability `keep`·2⁻⁵³. The loss is that of what is released.
    pub fn new(keep: u64, loss: Loss) -> Result<Self, NoiseError> {
        if keep == 0 || keep > 1 << BITS {
            return Err(NoiseError::Positive { parameter: "sample" });
        }
        Ok(Self { keep, loss })
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
        let kept = permit(half, 5).keep(100_000).into_inner();
        assert!((49_200..50_800).contains(&kept.len()), "{}", kept.len());
        assert!(kept.is_sorted());
        let all = Thinning::new(1 << 53, loss()).unwrap();
        assert_eq!(permit(all, 5).keep(1000).get().len(), 1000);
        assert!(Thinning::new(0, loss()).is_err() && Thinning::new((1 << 53) + 1, loss()).is_err());
    }
}
