//! Choosing without telling much: the exponential mechanism, drawn exactly.
//!
//! Textbook samplers compute weights in floating point, and the rounding of a weight may tell what
//! the weight was to hide. Here nothing is rounded: a possibility is drawn with equal chances and
//! accepted with the probability e^−x for a fraction x, which is decided by whole numbers alone.

use crate::Decimal;

/// Chooses one of the possibilities, given by their scores, the better ones with a greater chance:
/// one of score *q* with a probability in proportion to e^(ε·q/Δ), exactly. `draw` gives 64 random
/// bits at a time.
///
/// # Guarantee
/// The choice is ε-differentially private if one record more raises no score by more than Δ, the
/// `sensitivity`, and *lowers none*.
///
/// *The argument.* Let q and q' be the scores without and with one record more, so that q ≤ q' ≤
/// q + Δ, and let Z and Z' be the sums of the weights; then Z ≤ Z' ≤ e^ε·Z. Any possibility has the
/// probabilities p = e^(εq/Δ)/Z and p' = e^(εq'/Δ)/Z'. So p'/p = e^(ε(q'−q)/Δ)·Z/Z' ≤ e^ε·1, and
/// p/p' = e^(ε(q−q')/Δ)·Z'/Z ≤ 1·e^ε. (Scores that may also fall need half of the exponent.)
///
/// *Drawn exactly.* A possibility that is drawn with equal chances and accepted with probability
/// e^(ε(q−best)/Δ), and drawn again otherwise, has the probability above. One of the best is always
/// accepted, so as many draws are expected as there are possibilities, at most.
///
/// # Panics
/// If there is no possibility, or the sensitivity is 0.
///
/// # References
/// F. `McSherry`, K. Talwar (2007), *Mechanism design via differential privacy*,
/// doi:10.1109/FOCS.2007.66. C. Canonne, G. Kamath, T. Steinke (2020), *The discrete Gaussian for
/// differential privacy*, arXiv:2004.00010, for the coin of probability e^−x.
pub fn choose(
    scores: &[u64],
    epsilon: Decimal,
    sensitivity: u64,
    mut draw: impl FnMut() -> u64,
) -> usize {
    let best = *scores.iter().max().expect("there is something to choose from");
    let budget =
        u64::try_from(epsilon.digits()).expect("a budget has at most 18 digits, and no sign");
    assert!(sensitivity > 0, "a score that nobody can change needs no secrecy");
    loop {
        let at = below(scores.len() as u128, &mut draw) as usize;
        // Both fit: numbers and scores have 64 bits.
        let above = u128::from(budget) * u128::from(best - scores[at]);
        let under = 10_u128.pow(epsilon.places()) * u128::from(sensitivity);
        if exponential(above, under, &mut draw) {
            return at;
        }
    }
}

/// True with the probability e^−(above/under): once for each whole of the exponent, then for what
/// is left of it.
fn exponential(above: u128, under: u128, draw: &mut impl FnMut() -> u64) -> bool {
    let mut wholes = above / under;
    while wholes > 0 {
        if !small_exponential(1, 1, draw) {
            return false;
        }
        wholes -= 1;
    }
    small_exponential(above % under, under, draw)
}

/// The same for an exponent x of at most one. Coins of probability x, x/2, x/3, … are tossed until
/// one fails. That the first j − 1 succeed has the probability x^(j−1)/(j−1)!, so that the first
/// failure has an odd number has 1 − x + x²/2 − x³/6 + … = e^−x.
fn small_exponential(above: u128, under: u128, draw: &mut impl FnMut() -> u64) -> bool {
    let mut number = 1;
    loop {
        // The coin of probability above/(under·number) is one of probability above/under and one of
        // probability 1/number, which keeps the numbers small.
        if below(under, draw) >= above || below(number, draw) != 0 {
            return number % 2 == 1;
        }
        number += 1;
    }
}

/// A whole number below another, each equally likely: the least bits that can hold it, drawn again
/// if they are too many.
fn below(limit: u128, draw: &mut impl FnMut() -> u64) -> u128 {
    let bits = u128::BITS - limit.saturating_sub(1).leading_zeros();
    if bits == 0 {
        return 0;
    }
    loop {
        let high = if bits > u64::BITS { u128::from(draw()) << u64::BITS } else { 0 };
        let number = (high | u128::from(draw())) & (u128::MAX >> (u128::BITS - bits));
        if number < limit {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers that are the same in each run.
    fn dice() -> impl FnMut() -> u64 {
        let mut state = 7_u64;
        move || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^ (mixed >> 31)
        }
    }

    /// How often something was true in so many trials lies within five standard deviations.
    fn assert_share(times: u32, trials: u32, probability: f64) {
        let expected = f64::from(trials) * probability;
        let deviation = (expected * (1.0 - probability)).sqrt();
        let off = (f64::from(times) - expected).abs();
        assert!(off <= 5.0 * deviation + 1e-9, "{times} of {trials}, not {expected}");
    }

    #[test]
    fn coins_have_the_probability_of_the_exponential() {
        let mut draw = dice();
        for (above, under) in [(0, 1), (1, 3), (1, 1), (7, 3), (1 << 100, (1 << 100) + 1), (9, 1)] {
            let trials = 60_000;
            let heads = (0..trials).filter(|_| exponential(above, under, &mut draw)).count();
            assert_share(heads as u32, trials, (-(above as f64 / under as f64)).exp());
        }
    }

    #[test]
    fn numbers_below_a_limit_are_equally_likely() {
        let mut draw = dice();
        for limit in [1, 2, 3, 5, 8] {
            let mut seen = vec![0; limit];
            (0..30_000).for_each(|_| seen[below(limit as u128, &mut draw) as usize] += 1);
            for times in seen {
                assert_share(times, 30_000, 1.0 / limit as f64);
            }
        }
        assert!((0..99).all(|_| below(u128::MAX, &mut draw) < u128::MAX));
    }

    #[test]
    fn better_ones_are_chosen_more_often_in_proportion_to_their_weight() {
        let epsilon = Decimal::new(7, 1);
        let scores = [40_u64, 10, 0, 40, 35];
        let weight = |score: u64| (0.7 * score as f64 / 20.0).exp();
        let whole: f64 = scores.iter().map(|&score| weight(score)).sum();
        let (mut seen, mut draw) = ([0_u32; 5], dice());
        (0..80_000).for_each(|_| seen[choose(&scores, epsilon, 20, &mut draw)] += 1);
        for (times, score) in seen.into_iter().zip(scores) {
            assert_share(times, 80_000, weight(score) / whole);
        }
        // Nothing is lost to rounding, however far scores are apart.
        assert_eq!(choose(&[0, u64::MAX], epsilon, 1, &mut draw), 1);
        assert_eq!(choose(&[5], epsilon, 1, &mut draw), 0);
    }
}
