//! Mironov's attack by least significant bits (2012, doi:10.1145/2382196.2382264): it succeeds on a
//! naive sampler in floating point, which lives here alone, and fails on ours.
//!
//! A naive Laplace draw is −b ln(u) with u a multiple of 2⁻⁵³, added to the value. Not every number
//! can come out for every value: who sees one asks for each candidate whether any u gives it. If one
//! candidate alone can, the secret is known, whatever ε was.

#![expect(clippy::cast_sign_loss, reason = "it is not negative")]

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use ridotto_noise::{
    Accountant, Budget, Decimal, Exact, Grid, Laplace, Neighbours, Protected, Source,
};

/// ε is a tenth and the sensitivity 1: nobody should guess which of two neighbours it was in more than
/// e^0.1/(1 + e^0.1) = 52.5 % of all cases.
const SCALE: f64 = 10.0;
const TRIALS: u64 = 2000;

/// What textbooks do.
fn naive(value: f64, random: &mut ChaCha20Rng) -> f64 {
    let unit = ((random.next_u64() >> 11) + 1) as f64 * 2.0_f64.powi(-53);
    let sign = if random.next_u64() & 1 == 0 { 1.0 } else { -1.0 };
    value + sign * -SCALE * unit.ln()
}

/// Whether the naive sampler can give this for a value: the u that it takes is about
/// e^(−|seen − value|/b), so those near it are tried.
fn is_reachable(seen: f64, value: f64) -> bool {
    let (away, sign) = ((seen - value).abs(), if seen >= value { 1.0 } else { -1.0 });
    let guess = ((-away / SCALE).exp() * 2.0_f64.powi(53)) as u64;
    (guess.saturating_sub(40)..guess + 40).any(|units| {
        let unit = units as f64 * 2.0_f64.powi(-53);
        units > 0 && (value + sign * -SCALE * unit.ln()).to_bits() == seen.to_bits()
    })
}

/// How often the attacker, who looks at what can be reached and guesses where that says nothing, is
/// right about which of 0 and 1 it was; and how often they were sure.
fn attack(
    mut answer: impl FnMut(f64, u64) -> f64,
    is_reachable: impl Fn(f64, f64) -> bool,
) -> (f64, f64) {
    let (mut right, mut sure) = (0_u64, 0_u64);
    for trial in 0..TRIALS {
        let truth = (trial % 2) as f64;
        let seen = answer(truth, trial);
        let (zero, one) = (is_reachable(seen, 0.0), is_reachable(seen, 1.0));
        if zero == one {
            right += u64::from(trial % 4 < 2); // a guess, right in half of the cases
        } else {
            sure += 1;
            right += u64::from(one == (truth > 0.5));
        }
    }
    (right as f64 / TRIALS as f64, sure as f64 / TRIALS as f64)
}

#[test]
fn the_attack_finds_out_naive_noise() {
    let mut random = ChaCha20Rng::seed_from_u64(1);
    let (right, sure) = attack(|value, _| naive(value, &mut random), is_reachable);
    assert!(right > 0.6 && sure > 0.2, "right in {right}, sure in {sure}");
}

/// Ours gives multiples of a step, and every multiple for every value: which of them came out tells what
/// ε allows, and its digits tell nothing.
#[test]
fn the_attack_finds_nothing_in_ours() {
    let decimal = |digits, places| Decimal { digits, places };
    let grid = Grid::new(decimal(0, 0), decimal(1, 0), decimal(1, 3)).unwrap();
    let laplace = Laplace::new(grid.steps(), &Exact::decimal(1, 1)).unwrap();
    assert_eq!(laplace.scale(), &Exact::whole(10_000));
    let answer = |value: f64, seed: u64| {
        let budget = Budget::pure(Exact::whole(1)).unwrap();
        let mut accountant = Accountant::new(budget, Protected::record(Neighbours::ChangeOne))
            .drawing_from(Source::seeded_for_tests(seed));
        let permit = accountant.charge("a test", laplace.clone()).unwrap();
        let noisy = permit.release(&[grid.place(value).unwrap()]).unwrap().into_inner()[0];
        grid.value(noisy)
    };
    // As with the naive sampler: which candidates can give what was seen, to the last bit? Noise is any whole
    // number of steps, so all those near the distance are tried.
    let is_reachable = |seen: f64, value: f64| {
        let place = grid.place(value).unwrap();
        let guess = ((seen - value) / grid.step()).round() as i64;
        (guess - 40..=guess + 40).any(|noise| grid.value(place + noise).to_bits() == seen.to_bits())
    };
    let (right, sure) = attack(answer, is_reachable);
    assert_eq!(sure.to_bits(), 0.0_f64.to_bits(), "what one value can give the other can, too");
    for trial in 0..200 {
        let seen = answer(0.0, trial);
        assert!(
            is_reachable(seen, 0.0) && is_reachable(seen, 1.0),
            "the attack sees what is drawn"
        );
    }
    // Five standard errors beside what ε allows at most.
    assert!(right < 0.525 + 5.0 * 0.5 / (TRIALS as f64).sqrt(), "right in {right}");
    // Every step can be reached from either value: each noisy value is the other's with other noise.
    for seed in 0..200 {
        let seen = answer(0.0, seed);
        let steps = seen / grid.step();
        assert!((steps - steps.round()).abs() < 1e-6, "{seen} is a multiple of the step");
    }
}
