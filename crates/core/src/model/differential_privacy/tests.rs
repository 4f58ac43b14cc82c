//! What the arithmetic must be: figures worked out elsewhere, exact whole numbers, and an attack
//! that knows the distribution of the releases.

use super::interval::{Interval, Product};
use super::sampling::Sampling;
use super::{DifferentialPrivacy, UNIT, binomial, whole};
use crate::Decimal;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn decimal(number: f64) -> Decimal {
    Decimal::try_from(number).expect("a short number")
}

fn private(epsilon: f64, delta: f64) -> DifferentialPrivacy {
    DifferentialPrivacy::new(decimal(epsilon), decimal(delta), None).expect("it can be had")
}

/// Worked out with 60 digits in another language: the least k, and the greatest tail from there.
#[test]
fn figures_worked_out_with_many_digits() {
    for (epsilon, delta, beta, gamma, k, bound) in [
        (0.01, 1e-6, 0.009_950_166_250_83, 0.019_801_326_693_2, 60, 9.292_515_500_226_22e-7),
        (0.1, 1e-5, 0.095_162_581_964, 0.181_269_246_922, 49, 8.867_776_231_578_43e-6),
        (0.5, 1e-5, 0.393_469_340_287, 0.632_120_558_829, 51, 9.113_202_502_745_91e-6),
        (1.0, 1e-5, 0.632_120_558_829, 0.864_664_716_763, 61, 7.802_839_759_357_4e-6),
        (1.0, 1e-6, 0.632_120_558_829, 0.864_664_716_763, 74, 8.994_780_812_377_26e-7),
        (1.5, 1e-5, 0.776_869_839_852, 0.950_212_931_632, 80, 9.664_498_373_770_39e-6),
        (2.0, 1e-5, 0.864_664_716_763, 0.981_684_361_111, 113, 9.811_912_534_883_03e-6),
        (2.0, 1e-6, 0.864_664_716_763, 0.981_684_361_111, 131, 9.445_777_333_735_38e-7),
        (3.0, 1e-6, 0.950_212_931_632, 0.997_521_247_823, 271, 9.760_538_913_875_15e-7),
        (5.0, 1e-5, 0.993_262_053_001, 0.999_954_600_07, 1703, 9.993_693_514_336_68e-6),
    ] {
        let got = private(epsilon, delta);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-10 * b;
        assert_eq!(got.k().get(), k, "ε = {epsilon}, δ = {delta}");
        assert!(near(got.beta(), beta) && near(got.proof().gamma, gamma), "{got:?}");
        assert!(near(got.bound(), bound), "{got:?} has {}, not {bound}", got.bound());
    }
    let less = DifferentialPrivacy::new(decimal(5.0), decimal(1e-5), Some(decimal(0.9)));
    let less = less.expect("it can be had");
    assert_eq!(less.k().get(), 110);
    assert!((less.bound() - 9.261_387_130_997_88e-6).abs() < 1e-15, "{less:?}");
}

#[test]
fn one_less_would_not_be_enough() {
    for (epsilon, delta) in [(0.1, 1e-5), (1.0, 1e-5), (2.0, 1e-6), (3.0, 1e-9)] {
        let got = private(epsilon, delta);
        let sampling = Sampling::new(Interval::of(got.epsilon()), got.beta());
        let less = sampling.worst(got.k().get() - 1, 1 << 20).expect("it is bounded");
        assert!(less.probability.low > delta, "{less:?}");
    }
}

#[test]
fn what_cannot_be_had_is_refused() {
    for (epsilon, delta, sample) in [
        (0.0, 1e-5, None),
        (1e-7, 1e-5, None),
        (21.0, 1e-5, None),
        (1.0, 0.0, None),
        (1.0, 1.0, None),
        (1.0, 1e-5, Some(0.0)),
        (1.0, 1e-5, Some(0.633)),
        (1.0, 1e-5, Some(1.0)),
        (15.0, 1e-5, None),
    ] {
        let sample = sample.map(decimal);
        let got = DifferentialPrivacy::new(decimal(epsilon), decimal(delta), sample);
        assert!(got.is_err(), "ε = {epsilon}, δ = {delta}, {sample:?}");
    }
    assert!(DifferentialPrivacy::new(decimal(1.0), decimal(1e-5), Some(decimal(0.632))).is_ok());
}

#[test]
fn exponentials_hold_their_true_value() {
    // To 20 digits, rounded down and up.
    for (of, low, high) in [
        (decimal(2.0), 7.389_056_098_930_65, 7.389_056_098_930_651),
        (decimal(0.1), 1.105_170_918_075_647_6, 1.105_170_918_075_647_8),
        (decimal(20.0), 485_165_195.409_790_2, 485_165_195.409_790_4),
    ] {
        let got = Interval::of(of).exponential();
        assert!(got.low <= high && got.high >= low, "{got:?}");
        assert!(got.high - got.low < 1e-12 * got.high, "{got:?} is wide");
    }
    let small = Product::power(Interval::exactly(0.5), 5000).number();
    assert!(small.low <= 0.0 && small.high > 0.0 && small.high < 1e-300);
    let product = Product::power(Interval::exactly(0.5), 2000)
        .and(Product::power(Interval::exactly(2.0), 1990))
        .number();
    assert!(
        (product.low * 1024.0 - 1.0).abs() < 1e-9 && (product.high * 1024.0 - 1.0).abs() < 1e-9
    );
}

#[expect(clippy::cast_sign_loss, reason = "chances are not negative")]
fn units(number: f64) -> u128 {
    number as u128
}

/// n over j, times a to the power of j, times b to the power of n − j: exact while it fits.
fn weight(sampled: u32, of: u32, a: u128, b: u128) -> u128 {
    let ways =
        (0..sampled).fold(1_u128, |ways, at| ways * u128::from(of - at) / u128::from(at + 1));
    ways * a.pow(sampled) * b.pow(of - sampled)
}

proptest! {
    /// Tails hold the exact sum of whole numbers over a power of 16.
    #[test]
    fn tails_hold_the_exact_sum(of in 1_u32..30, least in 0_u32..30, part in 1_u128..16) {
        prop_assume!(least <= of);
        let exact: u128 = (least..=of).map(|j| weight(j, of, part, 16 - part)).sum();
        let got = binomial::at_least(least.into(), of.into(), Interval::exactly(part as f64 / 16.0));
        let whole = (0..of).fold(1.0, |whole, _| 16.0 * whole);
        prop_assert!(units(got.low * whole) <= exact, "{:?}", got);
        prop_assert!(units((got.high * whole).ceil()) >= exact, "{:?}", got);
        prop_assert!(got.high - got.low <= 1e-11 * got.high, "{:?} is wide", got);
    }

    /// A weaker promise needs no larger classes from the same sample, a smaller sample neither.
    #[test]
    fn weaker_promises_need_less(epsilon in 1_i128..40, more in 1_i128..20, power in 2_u32..9) {
        let of = |tenths| Decimal::new(tenths, 1);
        let delta = |power| Decimal::new(1, power);
        let make = |epsilon, power, sample| {
            DifferentialPrivacy::new(of(epsilon), delta(power), sample).expect("it can be had")
        };
        let base = make(epsilon, power, None);
        prop_assert!(base.bound() <= delta(power).to_f64() && base.beta() < 1.0);
        prop_assert!(make(epsilon, power + 1, None).k() >= base.k());
        let units = whole(base.beta() / UNIT);
        let same = Some(Decimal::ceil_share(units, 1 << 53));
        prop_assert!(make(epsilon + more, power, same).k() <= base.k());
        let half = Some(Decimal::ceil_share(units / 2, 1 << 53));
        prop_assert!(make(epsilon, power, half).k() <= base.k());
        prop_assert!(make(epsilon + more, power, None).beta() > base.beta());
    }
}

#[test]
fn records_are_kept_with_exactly_this_probability() {
    let private = private(1.0, 1e-5);
    let units = whole(private.beta() / UNIT);
    assert_eq!(private.units(), units);
    assert!(private.beta() <= 1.0 - (-1.0_f64).exp() && private.beta() > 0.632);
}

/// The chances of every release of records whose classes are given, in units of 16^−records.
/// A release shows how many sampled records each class has, and nothing of classes below k.
fn releases(classes: &[usize], k: u64, part: u128) -> BTreeMap<[u64; 3], u128> {
    let mut chances = BTreeMap::new();
    for sample in 0_u32..1 << classes.len() {
        let mut counts = [0_u64; 3];
        let mut chance = 1;
        for (at, &class) in classes.iter().enumerate() {
            let is_kept = sample >> at & 1 == 1;
            counts[class] += u64::from(is_kept);
            chance *= if is_kept { part } else { 16 - part };
        }
        let seen = counts.map(|count| if count >= k { count } else { 0 });
        *chances.entry(seen).or_insert(0) += chance;
    }
    chances
}

/// The least δ with which no set of releases is likelier than e^ε times as with the other file:
/// the sum of what each release has too much. Both in units of 16^−records.
fn needed(of: &BTreeMap<[u64; 3], u128>, other: &BTreeMap<[u64; 3], u128>, power: f64) -> f64 {
    let excess = |(seen, &chance): (&[u64; 3], &u128)| {
        let allowed = power * other.get(seen).copied().unwrap_or(0) as f64;
        (chance as f64 - allowed).max(0.0)
    };
    of.iter().map(excess).sum()
}

/// With and without one record, for small files of up to three classes: the exact distributions of
/// the releases keep to ε and d(k, β, ε), and do not keep to much less.
#[test]
fn an_attacker_who_knows_the_distributions_gains_no_more() {
    let mut nearest = 0.0_f64;
    for part in [2_u128, 4, 8, 10] {
        let beta = part as f64 / 16.0;
        for more in [0.0, 0.3] {
            // The least ε that β allows, a little above, or more.
            let epsilon = 1e-9 + more - (1.0 - beta).ln();
            let sampling = Sampling::new(Interval::exactly(epsilon), beta);
            let power = epsilon.exp();
            for k in 1..6 {
                let delta = sampling.worst(k, 1 << 20).expect("bounded").probability.high;
                for sizes in [[9, 0, 0], [7, 2, 1], [5, 5, 0], [3, 4, 2], [1, 3, 3], [6, 1, 0]] {
                    let classes: Vec<usize> =
                        (0..3).flat_map(|class| vec![class; sizes[class]]).collect();
                    let without = releases(&classes[1..], k, part);
                    let scaled = without.into_iter().map(|(seen, chance)| (seen, chance * 16));
                    let (with, without) = (releases(&classes, k, part), scaled.collect());
                    let whole = classes.iter().fold(1.0, |whole, _| 16.0 * whole);
                    let more = needed(&with, &without, power) / whole;
                    let less = needed(&without, &with, power) / whole;
                    assert!(more <= delta, "{more} > {delta}: β = {beta}, k = {k}, {sizes:?}");
                    assert!(less <= 1e-12, "{less}: β = {beta}, k = {k}, {sizes:?}");
                    nearest = nearest.max(more / delta);
                }
            }
        }
    }
    assert!(nearest > 0.5, "the bound is idle: {nearest}");
}

/// For real parameters, over every size of the class: what an attacker needs is within δ, and with
/// classes of half that size it is not.
#[test]
fn no_class_size_breaks_real_parameters() {
    for (epsilon, delta) in [(0.5, 1e-5), (1.0, 1e-5), (2.0, 1e-6)] {
        let private = private(epsilon, delta);
        let (beta, power) = (private.beta(), epsilon.exp());
        let worst = |k: u64| {
            let of_size = |n: u64| {
                let chance = |j: u64, n: u64| chance(j, n, beta);
                let excess = |j| (chance(j, n) - power * chance(j, n - 1)).max(0.0);
                (k..=n).map(excess).sum::<f64>()
            };
            (1..400).map(of_size).fold(0.0, f64::max)
        };
        let k = private.k().get();
        assert!(worst(k) <= delta, "{} for ε = {epsilon}", worst(k));
        assert!(worst(k / 2) > delta, "{} for ε = {epsilon}", worst(k / 2));
    }
}

/// f(j; n) in plain arithmetic.
fn chance(j: u64, n: u64, beta: f64) -> f64 {
    if j > n {
        return 0.0;
    }
    let ways: f64 = (1..=j).map(|at| ((n - j + at) as f64 / at as f64).ln()).sum();
    (ways + j as f64 * beta.ln() + (n - j) as f64 * (-beta).ln_1p()).exp()
}
