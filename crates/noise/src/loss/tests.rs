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

/// ρ + 2 √(ρ ln(1/δ)) for ρ = 0.5 and δ = 10⁻⁵ is 5.2985; the better bound is 4.55 (both computed
/// with 50 digits by another program).
#[test]
fn epsilon_is_that_of_the_literature() {
    let epsilon = epsilon_of(&exact("0.5"), &exact("0.00001")).unwrap().to_f64();
    assert!(epsilon < 5.2985, "{epsilon}");
    // Not below the true ε of a Gaussian of this ρ, σ = 1, at this δ: 4.377.
    assert!(epsilon > 4.377, "{epsilon}");
    assert!(epsilon < 4.75, "{epsilon}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// ε from δ and δ from ε do not contradict each other, and both are on the safe side of the
    /// bound that they come from, evaluated in floating point over many orders.
    #[test]
    fn conversions_are_on_the_safe_side(
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
        prop_assert!(got >= least - 1e-4 * least.abs() - 1e-9, "{got} {least}");
        prop_assert!(got <= least * 1.001 + 1e-3, "{got} {least}");
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
