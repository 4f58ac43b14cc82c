//! Differential privacy of a release: sample, generalise as planned beforehand, hide small classes.

mod binomial;
mod definition;
mod interval;
mod sampling;
#[cfg(test)]
mod tests;

pub use definition::{DIFFERENTIAL_PRIVACY, Private, out_of_range};

use super::ModelError;
use crate::Decimal;
use interval::Interval;
use sampling::Sampling;
use std::num::NonZeroU64;

/// The release would be nearly as likely without any one record: (ε, δ)-differential privacy of a
/// file of records, by the construction of `SafePub`.
///
/// Each record is kept with probability β, by chance that nobody can foresee. What is kept is
/// generalised in a way that was fixed before anybody looked at the data. Records of which fewer
/// than `k` look the same are left out; the others are released. From ε and δ this type computes β
/// and the least `k` for which that is proved to be enough.
///
/// # Guarantee
/// Let *D* and *D'* be files of which one has one record more, and *S* a set of releases. Then
/// P(release of *D* ∈ *S*) ≤ e^ε · P(release of *D'* ∈ *S*) + δ, and the same with *D* and *D'*
/// exchanged. Whatever somebody concludes from the release about a person with one record, he
/// would have concluded nearly the same had the person not been in the file; that holds for
/// intruders with any knowledge, and for several releases ε and δ add up.
///
/// *The argument.* Records are sampled independently, so the classes of the release are independent
/// of one another, and the two files differ in the size of one class: it has `n` records in one and
/// `n − 1` in the other. Let f(j; n) be the probability that `j` of `n` are sampled. What is seen
/// of the class is `j` if `j ≥ k`, and else that it is absent.
/// - *The smaller file is not too likely.* f(j; n−1) / f(j; n) = (n−j) / (n(1−β)) ≤ 1/(1−β), for
///   sums over several `j` too. That is at most e^ε if β ≤ 1 − e^−ε. Nothing of δ is needed.
/// - *The larger file is not too likely.* Absence is likelier in the smaller file. For `j ≥ k`,
///   f(j; n) exceeds e^ε · f(j; n−1) if and only if n(1−β) exceeds e^ε(n−j), which is `j > γn` with
///   γ = 1 − (1−β)·e^−ε. So δ need not exceed P(j ≥ k and j > γn) for the worst `n`.
/// - *The worst n.* Let `m` be the least such `j`; then `m ≥ k` and `n < m/γ`. More records make it
///   likelier that `m` are sampled, so for each `m` only the greatest `n` below m/γ counts, and δ =
///   max over m ≥ k of P(Bin(⌈m/γ⌉ − 1, β) ≥ m). This is *d(k, β, ε)* of Bild and others.
/// - *Infinitely many m.* With s = γe^ε/β we have 1 − β + βs = e^ε, and Chernoff's bound is
///   P(Bin(n, β) ≥ m) ≤ (1 − β + βs)ⁿ/sᵐ = e^εn (β/(γe^ε))ᵐ < Rᵐ for n < m/γ, where R = (β/γ) ·
///   e^(ε(1−γ)/γ) is below 1. So all `m` from some `M` on are bounded by R^M, and the others are
///   looked at one by one.
///
/// All of this is computed between bounds that no rounding can cross, so [`bound`](Self::bound) is
/// an upper bound on δ and not an estimate of it. β is a whole number of 2⁻⁵³, so that it can be
/// drawn exactly.
///
/// # Does not protect against
/// Conclusions about groups, families or a person with several records: for `g` records ε becomes
/// gε, and δ more than gδ. With probability δ nothing is promised: a record may be disclosed, so
/// take δ far below one in the number of records. Nothing that is published beside the release is
/// covered: counts of the input, its digest, how long it took, whether an error was met. What the
/// data have in common is not hidden, nor should it be: that smoking harms is learnt of a smoker
/// who was never asked.
///
/// # Parameters
/// `epsilon`, from 0.000001 to 20: 0.1 to 1 is strong, 2 is usual, above 5 little is promised.
/// `delta`, above 0 and below 1: much less than one in the number of records. `sample`: β if it is
/// to be less than 1 − e^−ε, the most allowed and the value otherwise. For ε above 2, a little less
/// makes `k` a great deal smaller.
///
/// # Cost
/// Milliseconds for the parameters, also where `k` is large; for each record one random number.
///
/// # Example
/// ```
/// use ridotto_core::{Decimal, model::DifferentialPrivacy};
/// let delta = Decimal::new(1, 5);
/// let private = DifferentialPrivacy::new(Decimal::from(1), delta, None).unwrap();
/// assert_eq!(private.k().get(), 61);
/// assert!((private.beta() - 0.632).abs() < 0.001);
/// assert!(private.bound() <= 0.000_01);
/// ```
///
/// # References
/// N. Li, W. Qardaji, D. Su (2012), *On sampling, anonymization, and differential privacy: or,
/// k-anonymization meets differential privacy*, doi:10.1145/2414456.2414474. R. Bild, K. A. Kuhn,
/// F. Prasser (2018), *`SafePub`: a truthful data anonymization algorithm with strong privacy
/// guarantees*, doi:10.1515/popets-2018-0004. H. Chernoff (1952), *A measure of asymptotic
/// efficiency for tests of a hypothesis based on the sum of observations*,
/// doi:10.1214/aoms/1177729330.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferentialPrivacy {
    epsilon: Decimal,
    delta: Decimal,
    /// β in units of 2⁻⁵³.
    units: u64,
    k: NonZeroU64,
    proof: Proof,
}

/// The numbers of the proof that δ suffices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proof {
    /// γ, rounded: a class tells too much if more than this share of it was sampled.
    pub gamma: f64,
    /// The number of sampled records for which the probability is greatest.
    pub sampled: u64,
    /// Of how many records.
    pub of: u64,
    /// The probability that so many are sampled, at most: no class fails more often.
    pub bound: f64,
    /// For so many sampled records and more, Chernoff's bound was used.
    pub beyond: u64,
    /// R of Chernoff's bound, rounded up.
    pub rate: f64,
}

const NAME: &str = "differential-privacy";
/// β has so many bits.
const BITS: u32 = 53;
/// β is a whole number of these: 2⁻⁵³.
const UNIT: f64 = f64::EPSILON / 2.0;
/// No class is asked to be larger.
const MOST: u64 = 1_000_000;

impl DifferentialPrivacy {
    /// Computes β and the least `k` for which (ε, δ) is proved.
    pub fn new(
        epsilon: Decimal,
        delta: Decimal,
        sample: Option<Decimal>,
    ) -> Result<Self, ModelError> {
        let wrong = |parameter, given: Decimal, needed| {
            ModelError::out_of_range(NAME, parameter, given.to_f64(), needed)
        };
        let least = Decimal::new(1, 6);
        if epsilon < least || epsilon > Decimal::from(20) {
            return Err(wrong("epsilon", epsilon, "a number from 0.000001 to 20"));
        }
        if !delta.is_positive() || delta >= Decimal::ONE {
            return Err(wrong("delta", delta, "a number above 0 and below 1"));
        }
        let exactly = Interval::of(epsilon);
        let most = (Interval::ONE / exactly.exponential()).rest_of_one();
        let most = whole(most.low / UNIT);
        let units = match sample {
            None => most,
            Some(sample) => units_of(sample)
                .filter(|&units| (1..=most).contains(&units))
                .ok_or_else(|| wrong("sample", sample, "at most 1 − e^−epsilon, and above 0"))?,
        };
        let sampling = Sampling::new(exactly, units as f64 * UNIT);
        let (k, proof) = least_size(&sampling, Interval::of(delta).low).ok_or_else(|| {
            let needed = "a greater delta, or a smaller epsilon or sample: classes would need \
                          more than a million records";
            wrong("delta", delta, needed)
        })?;
        Ok(Self { epsilon, delta, units, k, proof })
    }

    /// ε.
    pub fn epsilon(&self) -> Decimal {
        self.epsilon
    }

    /// δ as it was asked for.
    pub fn delta(&self) -> Decimal {
        self.delta
    }

    /// The probability with which each record is kept, exactly.
    pub fn beta(&self) -> f64 {
        self.units as f64 * UNIT
    }

    /// The least size of a class.
    pub fn k(&self) -> NonZeroU64 {
        self.k
    }

    /// What δ is proved to be at most; not above the one asked for.
    pub fn bound(&self) -> f64 {
        self.proof.bound
    }

    /// The numbers of the proof.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// That probability in units of 2⁻⁵³: whoever samples draws with exactly these.
    pub fn units(&self) -> u64 {
        self.units
    }
}

/// A number that is not negative, rounded down.
#[expect(clippy::cast_sign_loss, reason = "it has no sign")]
fn whole(number: f64) -> u64 {
    number as u64
}

/// A probability in units of 2⁻⁵³, rounded down.
fn units_of(sample: Decimal) -> Option<u64> {
    u64::try_from(sample.floor_of(1 << BITS)?).ok()
}

/// The least k with d(k, β, ε) ≤ δ, and why it is enough. From the size on from which Chernoff's
/// bound serves, it goes down as long as the tails do not exceed δ.
fn least_size(sampling: &Sampling, delta: f64) -> Option<(NonZeroU64, Proof)> {
    let mut k = sampling.beyond(delta, MOST)?;
    while k > 1 && sampling.tail(k - 1).high <= delta {
        k -= 1;
    }
    // Chernoff's bound is below the first tail only a little later.
    let worst = sampling.worst(k, 2 * MOST)?;
    let proof = Proof {
        gamma: sampling.gamma.low,
        sampled: worst.size,
        of: sampling.most(worst.size).1,
        bound: worst.probability.high,
        beyond: worst.beyond,
        rate: sampling.rate.high,
    };
    (proof.bound <= delta).then_some((NonZeroU64::new(k)?, proof))
}
