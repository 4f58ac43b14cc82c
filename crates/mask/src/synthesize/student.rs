//! Quantiles of Student's t distribution.

use super::normal_score;

/// The number below which a t-distributed one is with probability `p`, for at least one degree of
/// freedom. By halving, as it is asked for once an interval.
pub(super) fn quantile(p: f64, degrees: f64) -> f64 {
    if degrees > 1e6 || p <= 0.0 || p >= 1.0 {
        return normal_score::quantile(p);
    }
    let (mut low, mut high) = (-1e7, 1e7);
    for _ in 0..120 {
        let middle = f64::midpoint(low, high);
        if below(middle, degrees) < p { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The probability of less than t.
fn below(t: f64, degrees: f64) -> f64 {
    let tail = 0.5 * incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t));
    if t < 0.0 { tail } else { 1.0 - tail }
}

/// The regularised incomplete beta function, by its continued fraction (W. Lentz 1976's method).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    let away = |x: f64| if x.abs() < 1e-300 { 1e-300 } else { x };
    let (mut above, mut below) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = below;
    for place in (1..500).map(f64::from) {
        let twice = a + 2.0 * place;
        let even = place * (b - place) * x / ((twice - 1.0) * twice);
        let odd = -(a + place) * (a + b + place) * x / (twice * (twice + 1.0));
        let before = fraction;
        for term in [even, odd] {
            below = 1.0 / away(1.0 + term * below);
            above = away(1.0 + term / above);
            fraction *= above * below;
        }
        if (fraction - before).abs() < 1e-15 * fraction.abs() {
            break;
        }
    }
    front * fraction / a
}

/// The logarithm of the gamma function of a positive number: Stirling's series, beyond 10.
fn ln_gamma(x: f64) -> f64 {
    if x < 10.0 {
        return ln_gamma(x + 1.0) - x.ln();
    }
    let square = x * x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + 1.0 / (12.0 * x)
        - 1.0 / (360.0 * x * square)
        + 1.0 / (1260.0 * x * square * square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let known = [
            (0.975, 1.0, 12.706_205),
            (0.975, 2.0, 4.302_653),
            (0.95, 5.0, 2.015_048),
            (0.995, 10.0, 3.169_273),
            (0.975, 120.0, 1.979_930),
            (0.025, 10.0, -2.228_139),
            (0.975, f64::INFINITY, 1.959_964),
        ];
        for (p, degrees, expected) in known {
            let found = quantile(p, degrees);
            assert!((found - expected).abs() < 1e-5, "{p} {degrees}: {found}");
        }
    }
}
