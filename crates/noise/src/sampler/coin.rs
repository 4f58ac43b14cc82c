//! A coin of probability e^−x, and whole numbers that are equally likely: with whole numbers alone.

use rand::Rng;

/// True with the probability e^−(above/under): once for each whole of the exponent, then for what
/// is left of it.
pub(crate) fn exponential(above: u128, under: u128, random: &mut impl Rng) -> bool {
    let mut wholes = above / under;
    while wholes > 0 {
        if !small_exponential(1, 1, random) {
            return false;
        }
        wholes -= 1;
    }
    small_exponential(above % under, under, random)
}

/// The same for an exponent x of at most one. Coins of probability x, x/2, x/3, … are tossed until
/// one fails. That the first j − 1 succeed has the probability x^(j−1)/(j−1)!, so that the first
/// failure has an odd number has 1 − x + x²/2 − x³/6 + … = e^−x.
fn small_exponential(above: u128, under: u128, random: &mut impl Rng) -> bool {
    let mut number = 1;
    loop {
        // The coin of probability above/(under·number) is one of probability above/under and one of
        // probability 1/number, which keeps the numbers small.
        if below(under, random) >= above || below(number, random) != 0 {
            return number % 2 == 1;
        }
        number += 1;
    }
}

/// A whole number below another, each equally likely: the least bits that can hold it, drawn again
/// if they are too many.
pub(crate) fn below(limit: u128, random: &mut impl Rng) -> u128 {
    let bits = u128::BITS - limit.saturating_sub(1).leading_zeros();
    if bits == 0 {
        return 0;
    }
    loop {
        let high = if bits > u64::BITS { u128::from(random.next_u64()) << u64::BITS } else { 0 };
        let number = (high | u128::from(random.next_u64())) & (u128::MAX >> (u128::BITS - bits));
        if number < limit {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha20Rng;

    /// How often something was true in so many trials lies within five standard deviations.
    fn assert_share(times: u32, trials: u32, probability: f64) {
        let expected = f64::from(trials) * probability;
        let deviation = (expected * (1.0 - probability)).sqrt();
        let off = (f64::from(times) - expected).abs();
        assert!(off <= 5.0 * deviation + 1e-9, "{times} of {trials}, not {expected}");
    }

    #[test]
    fn coins_have_the_probability_of_the_exponential() {
        let mut random = ChaCha20Rng::seed_from_u64(7);
        for (above, under) in [(0, 1), (1, 3), (1, 1), (7, 3), (1 << 100, (1 << 100) + 1), (9, 1)] {
            let trials = 60_000;
            let heads = (0..trials).filter(|_| exponential(above, under, &mut random)).count();
            assert_share(heads as u32, trials, (-(above as f64 / under as f64)).exp());
        }
    }

    #[test]
    fn numbers_below_a_limit_are_equally_likely() {
        let mut random = ChaCha20Rng::seed_from_u64(8);
        for limit in [1, 2, 3, 5, 8] {
            let mut seen = vec![0; limit];
            (0..30_000).for_each(|_| seen[below(limit as u128, &mut random) as usize] += 1);
            for times in seen {
                assert_share(times, 30_000, 1.0 / limit as f64);
            }
        }
        assert!((0..99).all(|_| below(u128::MAX, &mut random) < u128::MAX));
    }
}
