//! Conversions against exact rational arithmetic, and against figures of the literature.

use super::*;
use proptest::prelude::*;

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

fn pure(text: &str) -> Loss {
    Loss::Pure { epsilon: exact(text) }
}

#[test]
fn losses_add_up_without_rounding() {
    let ten = (0..10).map(|_| pure("0.1")).reduce(|a, b| a.and(&b).unwrap()).unwrap();
    assert_eq!(ten, pure("1"));
    let approximate = Loss::of(exact("0.5"), exact("0.00001")).unwrap();
    let both = approximate.and(&pure("0.25")).unwrap();
    assert_eq!(both, Loss::of(exact("0.75"), exact("0.00001")).unwrap());
    let rho = Loss::Concentrated { rho: exact("0.1") };
    assert_eq!(rho.and(&rho), Some(Loss::Concentrated { rho: exact("0.2") }));
    assert_eq!(rho.and(&pure("1")), None, "they are different promises");
    assert_eq!(pure("0.4").concentrated(), Some(exact("0.08")));
}

/// Vector `dp.composition`: four queries of ε = 0.5 about all records lose 2; about one record each,
/// 0.5. The scale of the noise of a record in 0..100 is 200.
#[test]
fn the_lectures_composition() {
    let query = pure("0.5");
    let all = (1..4).fold(query.clone(), |sum, _| sum.and(&query).unwrap());
    assert_eq!(all, pure("2"));
    assert_eq!(exact("100").over(&exact("0.5")), Some(exact("200")));
}

/// δ of a group of three is δ (1 + e^ε + e^(2ε)), held against the exact series of e^x.
#[test]
fn groups_lose_more() {
    let three = NonZeroU64::new(3).unwrap();
    assert_eq!(pure("0.5").of_group(three).unwrap(), pure("1.5"));
    let rho = Loss::Concentrated { rho: exact("0.1") };
    assert_eq!(rho.of_group(three).unwrap(), Loss::Concentrated { rho: exact("0.9") });
    let loss = Loss::of(exact("0.5"), exact("0.001")).unwrap();
    let Loss::Approximate { epsilon, delta } = loss.of_group(three).unwrap() else { panic!() };
    assert_eq!(epsilon, exact("1.5"));
    let exp = |power: &str| {
        let (mut sum, mut term) = (Exact::whole(1), Exact::whole(1));
        for number in 1..60 {
            term = term.times(&exact(power)).over(&Exact::whole(number)).unwrap();
            sum = sum.plus(&term);
        }
        sum
    };
    let least = exact("0.001").times(&Exact::whole(1).plus(&exp("0.5")).plus(&exp("1")));
    assert!(delta >= least);
    assert!(delta <= least.times(&exact("1.000000000001")));
    // Where ε is 0, δ is added once for each.
    let none = Loss::Approximate { epsilon: Exact::zero(), delta: exact("0.1") };
    let Loss::Approximate { delta, .. } = none.of_group(three).unwrap() else { panic!() };
    assert_eq!(delta, exact("0.3"));
    let hopeless = Loss::of(exact("2"), exact("0.1")).unwrap().of_group(three);
    assert!(matches!(hopeless, Err(NoiseError::Delta { .. })), "{hopeless:?}");
}

/// A δ of 1 promises nothing, and an ε of 0 with a δ of 0 would be no loss at all.
#[test]
fn senseless_losses_are_refused() {
    assert!(Loss::of(Exact::zero(), Exact::zero()).is_err());
    assert!(Loss::of(exact("1"), exact("1")).is_err());
    assert!(epsilon_of(&exact("1"), &Exact::zero()).is_err());
    assert!(epsilon_of(&exact("1"), &exact("1")).is_err());
    assert!(rho_within(&Exact::zero(), &exact("0.1")).is_err());
}

/// ρ + 2 √(ρ ln(1/δ)) for ρ = 0.5 and δ = 10⁻⁵ is 5.2985; the better bound is 4.728386985 (its least
/// value over orders, by another program), and the true ε of a Gaussian of this ρ, σ = 1, is 4.377.
#[test]
fn epsilon_is_that_of_the_literature() {
    let epsilon = epsilon_of(&exact("0.5"), &exact("0.00001")).unwrap().to_f64();
    assert!((4.728_386_98..4.728_387_1).contains(&epsilon), "{epsilon}");
}

/// Series in units of 2⁻⁴⁰⁰, in which every rounding goes down: what they give is not above the truth, and
/// below it by less than 2⁻³⁷⁰ of it. The code under test has 192 bits, so what it rounds the wrong way
/// is seen.
mod series {
    use super::Exact;
    use num_bigint::BigInt;

    const BITS: u32 = 400;

    /// A fraction, rounded down.
    pub fn units(of: &Exact) -> BigInt {
        (BigInt::from(of.numerator().clone()) << BITS) / BigInt::from(of.denominator().clone())
    }

    fn product(one: &BigInt, other: &BigInt) -> BigInt {
        (one * other) >> BITS
    }

    /// Rounding errors of a few thousand units.
    pub fn slack() -> BigInt {
        BigInt::from(1) << 30
    }

    /// The logarithm of a number of at least 1, by powers of two and Σ 2 z^(2j+1)/(2j+1).
    pub fn ln(of: &Exact) -> BigInt {
        let (mut part, mut halvings) = (of.clone(), 0);
        while part >= Exact::whole(2) {
            (part, halvings) = (part.over(&Exact::whole(2)).unwrap(), halvings + 1);
        }
        let of_part = |part: &Exact| {
            let z = part.minus(&Exact::whole(1)).unwrap();
            let z = units(&z.over(&part.plus(&Exact::whole(1))).unwrap());
            let (square, mut power, mut sum) = (product(&z, &z), z, BigInt::ZERO);
            for odd in (1..300).step_by(2) {
                sum += &power * 2 / odd;
                power = product(&power, &square);
            }
            sum
        };
        of_part(&part) + of_part(&Exact::whole(2)) * halvings
    }

    /// e to a power of at least 0, by Taylor's series.
    pub fn exp(power: &BigInt) -> BigInt {
        let mut term = BigInt::from(1) << BITS;
        let mut sum = term.clone();
        for number in 1..900 {
            term = product(&term, power) / number;
            sum += &term;
        }
        sum
    }

    /// One over a number.
    pub fn inverse(of: &BigInt) -> BigInt {
        (BigInt::from(1) << (2 * BITS)) / of
    }
}

/// Every order proves an ε and a δ, and what is stated is not below either by the last digit: the bound of
/// the same order, by [`series`].
#[test]
fn conversions_round_up() {
    use num_bigint::BigInt;
    for (rho, delta, alpha) in [
        ("0.5", "0.00001", "5.5"),
        ("0.5", "0.00001", "1.25"),
        ("0.001", "0.1", "37.125"),
        ("3", "1/3000000007", "3.0625"),
        ("1/7", "0.000001", "8.5"),
        ("0.01", "1/12345678901", "60"),
    ] {
        let (rho, delta, alpha) = (exact(rho), exact(delta), exact(alpha));
        let one = Exact::whole(1);
        let less = alpha.minus(&one).unwrap();
        let inverse = one.over(&delta).unwrap();
        let log = Enclosure::ln(&inverse).unwrap();
        // α ρ + (ln(1/δ) − ln α)/(α − 1) − ln(α/(α − 1)), of which what is subtracted may be too low.
        let ratio = series::ln(&alpha.over(&less).unwrap());
        let share = series::units(&one.over(&less).unwrap());
        let part = (series::ln(&inverse) - series::ln(&alpha)) * &share;
        let truth: BigInt = series::units(&alpha.times(&rho)) + (part >> 400) - &ratio;
        // No ε is below 0.
        let truth = truth.max(BigInt::ZERO);
        let got = epsilon_by(&rho, &log, &alpha).unwrap();
        let units = series::units(&got);
        assert!(units >= &truth - series::slack(), "{got}");
        assert!(units - &truth < BigInt::from(1) << 230, "{got} is far above");
        // ρ + 2 √(ρ ln(1/δ)): its square root's square is at least that.
        let plain = plain_epsilon(&rho, &log).minus(&rho).unwrap().over(&exact("2")).unwrap();
        let square = series::units(&plain.times(&plain));
        let product = (series::units(&rho) * series::ln(&inverse)) >> 400;
        assert!(square >= product - series::slack());
        // e^((α−1)(αρ−ε)) (1 − 1/α)^α / (α − 1).
        for epsilon in ["0.25", "1", "9"].map(exact) {
            let grown = series::units(&alpha.times(&rho).times(&less));
            let shrunk = (series::units(&alpha) * &ratio) >> 400;
            let power: BigInt = grown - series::units(&epsilon.times(&less)) - shrunk;
            let factor = if power < BigInt::ZERO {
                series::inverse(&series::exp(&-power))
            } else {
                series::exp(&power)
            };
            let truth = (factor * &share) >> 400;
            let got = delta_by(&rho, &epsilon, &alpha).unwrap();
            // Relative to the number, for one of many digits before the point.
            let slack = series::slack() + (&truth >> 320);
            assert!(series::units(&got) >= &truth - slack, "{got}");
            assert!(series::units(&got) - &truth < (BigInt::from(1) << 240) + (&truth >> 100));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// ε from δ and δ from ε do not contradict each other, and the order that is found is as good as the best
    /// of many, in floating point.
    #[test]
    fn the_best_order_is_found(
        rho in 1_u64..3000,
        power in 2_u32..12,
    ) {
        let rho = Exact::ratio(rho.into(), 1000).unwrap();
        let delta = Exact::decimal(1, power);
        let epsilon = epsilon_of(&rho, &delta).unwrap();
        let back = delta_of(&rho, &epsilon);
        prop_assert!(back <= delta.times(&exact("1.0001")), "{back}");
        let (r, d) = (rho.to_f64(), delta.to_f64());
        let least = (1..4000).map(|at| {
            let alpha = 1.0 + 1e-3 * 1.006_f64.powi(at);
            alpha * r + (-d.ln() - alpha.ln()) / (alpha - 1.0) - (alpha / (alpha - 1.0)).ln()
        });
        let least = least.fold(f64::MAX, f64::min);
        let got = epsilon.to_f64();
        // The orders tried here are others: the direction of rounding is `conversions_round_up`.
        prop_assert!((got - least).abs() <= 1e-3 * least.abs() + 1e-3, "{got} {least}");
    }

    #[test]
    fn the_rho_of_a_budget_keeps_to_it(epsilon in 1_u64..100, power in 3_u32..10) {
        let epsilon = Exact::ratio(epsilon.into(), 20).unwrap();
        let delta = Exact::decimal(1, power);
        let rho = rho_within(&epsilon, &delta).unwrap();
        prop_assert!(epsilon_of(&rho, &delta).unwrap() <= epsilon);
        let more = rho.times(&exact("1.00001"));
        prop_assert!(epsilon_of(&more, &delta).unwrap() > epsilon);
    }
}
