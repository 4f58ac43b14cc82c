//! Individual risk in a sample with survey weights.
//!
//! # Definition
//! A class with `f` records in the sample, whose weights add up to `F`, is thought to have been
//! drawn with probability `p = f / F`. The number of its people in the population then has a
//! negative binomial distribution, and a record's risk is the expected value of 1 over it,
//!
//! ```text
//! r = Σ_{h ≥ f}  (1/h) · C(h-1, f-1) p^f (1-p)^(h-f)  =  ∫₀¹ p v^(f-1) / (p + (1-p) v) dv .
//! ```
//!
//! The integral gives `r(1) = p/(1-p) · ln(1/p)` and `r(f+1) = p/(1-p) · (1/f - r(f))`, which is
//! used where it is stable; elsewhere `r = p Σ_n (1-p)^n B(f, n+1)`, a series of positive terms.
//! So all class sizes are exact. Other programs replace `r(f)` for `f ≥ 3` by
//! `p / (f - (1-p))`: [`approximate_inverse`].
//!
//! # Range
//! Above 0; at most 1/f, which is attained when the sample is the population.
//!
//! # What it does not see
//! Who is in the sample is taken to be unknown to the intruder. Weights that are not inverse
//! probabilities of being drawn make the figure meaningless.
//!
//! # References
//! L. Franconi, S. Polettini (2004), *Individual risk estimation in μ-Argus: a review*,
//! doi:10.1007/978-3-540-25955-8_20. R. Benedetti, L. Franconi (1998), *Statistical and
//! technological solutions for controlled data dissemination*. D. Rinott, N. Shlomo (2006).

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};

/// How several examples begin.
macro_rules! risks_by_weights {
    () => {
        "Row 3 (30-39, m) is alone and stands for 15 people, so p is 1/15, and its risk `(1/15) / (14/15) * ln(15) = 0.1934`. Row 6 stands for 40: `(1/40) / (39/40) * ln(40) = 0.0946`. Rows 1 and 2 stand for 30 together, rows 4 and 5 for 15; a class of two has `p / (1 - p)` times one less the risk of a class of one: `(2/28) * (1 - (2/28) * ln(15)) = 0.0576` and `(2/13) * (1 - (2/13) * ln(7.5)) = 0.1062`. "
    };
}

/// Above this many records of a class the series needs few terms.
const RECURRENCE: u64 = 30;
/// Up to this probability the recurrence makes errors smaller at every step.
const STABLE: f64 = 0.3;

/// The expected value of 1/F for a class with `size` records, each drawn with probability `p`:
/// exact for every size. 0 without a record.
pub fn expected_inverse(size: u64, p: f64) -> f64 {
    if size == 0 {
        return 0.0;
    }
    if p >= 1.0 {
        return 1.0 / size as f64;
    }
    if p <= STABLE && size <= RECURRENCE {
        let odds = p / (1.0 - p);
        return (1..size).fold(odds * -p.ln(), |risk, f| odds * (1.0 / f as f64 - risk));
    }
    let (f, q) = (size as f64, 1.0 - p);
    let (mut term, mut sum, mut n) = (1.0 / f, 0.0, 0.0);
    while term > sum * 1e-17 {
        sum += term;
        n += 1.0;
        term *= q * n / (f + n);
    }
    p * sum
}

/// What some programs take instead: the same for classes of one and two, and `p / (f - (1-p))`
/// from three on.
pub fn approximate_inverse(size: u64, p: f64) -> f64 {
    if size <= 2 { expected_inverse(size, p) } else { p / (size as f64 - (1.0 - p)) }
}

/// The individual risks of a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Individual {
    /// The records of each class.
    pub sizes: Vec<u64>,
    /// The estimated people of each class: the sum of its weights, but not fewer than its records.
    pub people: Vec<f64>,
    /// The risk of each record of a class.
    pub risks: Vec<f64>,
    /// How many people are expected to be found if every record is tried.
    pub expected: f64,
    /// The same as a share of the records.
    pub average: f64,
}

/// The individual risks of records of which the class (`0..classes`) and the weight are known.
/// `None` if there are not as many weights as records, a weight is negative or not finite, or a
/// class does not exist.
pub fn individual(class_of: &[u32], weights: &[f64], classes: usize) -> Option<Individual> {
    let fits = class_of.len() == weights.len()
        && weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0)
        && class_of.iter().all(|&class| (class as usize) < classes);
    if !fits {
        return None;
    }
    let (mut sizes, mut people) = (vec![0_u64; classes], vec![0.0; classes]);
    for (&class, &weight) in class_of.iter().zip(weights) {
        sizes[class as usize] += 1;
        people[class as usize] += weight;
    }
    let mut risks = Vec::with_capacity(classes);
    for (&size, people) in sizes.iter().zip(&mut people) {
        *people = f64::max(*people, size as f64);
        risks.push(if size == 0 { 0.0 } else { expected_inverse(size, size as f64 / *people) });
    }
    let expected = sizes.iter().zip(&risks).map(|(&size, risk)| size as f64 * risk).sum::<f64>();
    let average = if class_of.is_empty() { 0.0 } else { expected / class_of.len() as f64 };
    Some(Individual { sizes, people, risks, expected, average })
}

/// Individual risk: highest.
pub static INDIVIDUAL_RISK_HIGHEST: Entry = MeasureEntry {
    name: "individual-risk-highest",
    title: "Individual risk: highest",
    aliases: &["individual-risk"],
    formula: "max of E(1/F) over the records, F estimated by weights",
    summary: "By survey weights: the chance that the most exposed record is that of the one person in the population who is looked for.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::FRANCONI_2004],
    worked: Worked::surveyed(concat!(risks_by_weights!(), "The highest is **0.1934**: a small weight tells that there are few like row 3."), &["individual-risk-highest 0.1934 0.1934"]),
}
.entry();

/// Individual risk: average.
pub static INDIVIDUAL_RISK_AVERAGE: Entry = MeasureEntry {
    name: "individual-risk-average",
    title: "Individual risk: average",
    aliases: &["global-risk"],
    formula: "mean of E(1/F) over the records",
    summary: "The same chance, on average over records.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::FRANCONI_2004],
    worked: Worked::surveyed(
        concat!(
            risks_by_weights!(),
            "The mean is `(2 * 0.0576 + 0.1934 + 2 * 0.1062 + 0.0946) / 6 = 0.1026`, so **0.1026**."
        ),
        &["individual-risk-average 0.1026 0.1026"],
    ),
}
.entry();

/// Individual risk: people found.
pub static INDIVIDUAL_RISK_EXPECTED: Entry = MeasureEntry {
    name: "individual-risk-expected",
    title: "Individual risk: people found",
    aliases: &["expected number of re-identifications", "global risk", "tau"],
    formula: "sum of E(1/F) over the records",
    summary: "How many people are expected to be found if every record is tried, by survey weights.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Count,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::FRANCONI_2004],
    worked: Worked::surveyed(concat!(risks_by_weights!(), "The sum is `2 * 0.0576 + 0.1934 + 2 * 0.1062 + 0.0946 = 0.6156`: **0.6156** people are found if all are tried."), &["individual-risk-expected 0.6156 0.6156"]),
}
.entry();

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these shares are exact")]
mod tests {
    use super::*;

    /// The integral by Simpson's rule; in the logarithm of `v`, where it is smooth for small `p`.
    fn integral(f: i32, p: f64) -> f64 {
        let steps = 200_000;
        let width = 70.0 / f64::from((f - 1).max(1)) / f64::from(steps);
        let value = |at: i32| {
            let v = (-f64::from(at) * width).exp();
            p * v.powi(f) / (p + (1.0 - p) * v)
        };
        let inner = |at: i32| value(at) * if at % 2 == 1 { 4.0 } else { 2.0 };
        (value(0) + value(steps) + (1..steps).map(inner).sum::<f64>()) * width / 3.0
    }

    #[test]
    fn every_size_is_the_integral() {
        for f in [1_i32, 2, 3, 5, 12, 29, 30, 31, 32, 200] {
            for p in [0.001, 0.02, 0.25, 0.299, 0.301, 0.5, 0.9, 0.999] {
                let (ours, theirs) =
                    (expected_inverse(u64::from(f.unsigned_abs()), p), integral(f, p));
                assert!((ours - theirs).abs() < 1e-11 * theirs, "{f}, {p}: {ours} and {theirs}");
            }
        }
        assert_eq!(expected_inverse(4, 1.0), 0.25);
        assert_eq!(expected_inverse(0, 0.5), 0.0);
    }

    #[test]
    fn the_approximation_is_near_and_grows_better() {
        let relative = |f| (approximate_inverse(f, 0.1) / expected_inverse(f, 0.1) - 1.0).abs();
        assert_eq!(relative(2), 0.0);
        assert!(relative(3) > relative(10) && relative(10) > relative(100) && relative(100) < 1e-3);
    }
}
