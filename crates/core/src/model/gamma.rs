//! The gamma function and its kin, as far as estimates need them.
//!
//! Each is brought above 10 by its recurrence and summed there by its asymptotic series, whose
//! first left-out term is below 1e-15.

/// Above this the series are used.
const LARGE: f64 = 10.0;

/// The part of the logarithm of the gamma function that Stirling's formula leaves, for large `x`.
fn stirling_rest(x: f64) -> f64 {
    let square = 1.0 / (x * x);
    let rest = 1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0);
    (1.0 / 12.0 - square * (1.0 / 360.0 - square * rest)) / x
}

/// The logarithm of Γ(x + a) / Γ(x), for `x > 0` and `x + a > 0`, exact also where both are huge.
pub(super) fn ln_gamma_ratio(x: f64, a: f64) -> f64 {
    let (mut low, mut result) = (x, 0.0);
    while low < LARGE || low + a < LARGE {
        result += low.ln() - (low + a).ln();
        low += 1.0;
    }
    let high = low + a;
    let stirling = (low - 0.5) * (a / low).ln_1p() + a * high.ln() - a;
    result + stirling + stirling_rest(high) - stirling_rest(low)
}

/// The derivative of the logarithm of the gamma function, for `x > 0`.
pub(super) fn digamma(mut x: f64) -> f64 {
    let mut result = 0.0;
    while x < LARGE {
        result -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let rest = 1.0 / 252.0 - square * (1.0 / 240.0 - square * (1.0 / 132.0));
    result + x.ln() - 0.5 / x - square * (1.0 / 12.0 - square * (1.0 / 120.0 - square * rest))
}

/// The probability of `count` where `mean` are expected, if each comes by itself.
pub(super) fn poisson(mean: f64, count: u64) -> f64 {
    let count = count as f64;
    (count * mean.ln() - mean - ln_gamma_ratio(1.0, count)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() <= 1e-13 * expected.abs().max(1.0)
    }

    #[test]
    fn known_values() {
        const EULER: f64 = 0.577_215_664_901_532_9;
        assert!(near(digamma(1.0), -EULER));
        assert!(near(digamma(0.5), -EULER - 2.0 * std::f64::consts::LN_2));
        assert!(near(digamma(2.0), 1.0 - EULER));
        assert!(near(ln_gamma_ratio(1.0, 4.0), 24_f64.ln()));
        assert!(near(ln_gamma_ratio(1.0, -0.5), std::f64::consts::PI.sqrt().ln()));
        assert!(near(ln_gamma_ratio(3e8, 1.0), 3e8_f64.ln()));
        assert!(near(ln_gamma_ratio(3e8, -2.0), -((3e8_f64 - 1.0) * (3e8 - 2.0)).ln()));
        assert!(near(poisson(2.0, 0), (-2_f64).exp()));
        assert!(near(poisson(2.0, 3), 8.0 / 6.0 * (-2_f64).exp()));
    }

    #[test]
    fn recurrences() {
        for step in 1..400 {
            let x = f64::from(step) * 0.37;
            assert!(near(digamma(x + 1.0), digamma(x) + 1.0 / x), "{x}");
            assert!(near(ln_gamma_ratio(x, 1.0), x.ln()), "{x}");
            assert!(near(ln_gamma_ratio(x, 7.5), -ln_gamma_ratio(x + 7.5, -7.5)), "{x}");
        }
    }
}
