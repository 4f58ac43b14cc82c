//! A number as a reader may see it: exactly, about, or only that it is small.

use super::Disclosure;
use crate::text::{grouped, number, percent, significant, whole};
pub use ridotto_catalogue::Unit;
use serde::{Deserialize, Serialize};

/// The fewest records of a large file that a sample has.
const SAMPLE: u64 = 2_500;

/// A number as a reader may see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// The number itself.
    Exact(f64),
    /// A number near it.
    About(f64),
    /// It is above zero and below this.
    Below(f64),
    /// It was not measured, or is no number.
    #[default]
    Unknown,
}

impl Figure {
    /// For those who may see everything.
    pub fn exact(value: Option<f64>) -> Self {
        value.filter(|value| value.is_finite()).map_or(Self::Unknown, Self::Exact)
    }

    /// For the public. Shares are of so many records.
    pub fn public(value: Option<f64>, unit: Unit, records: u64, rules: &Disclosure) -> Self {
        let Some(value) = value.filter(|value| value.is_finite()) else { return Self::Unknown };
        if value == 0.0 {
            return Self::Exact(0.0);
        }
        match unit {
            Unit::Count if value > 0.0 && value < rules.threshold as f64 => {
                Self::Below(rules.threshold as f64)
            }
            Unit::Count => Self::About(rules.rounded(whole(value)) as f64),
            Unit::Share if rules.is_small_share(value, records) => Self::Below(rules.step(records)),
            Unit::Share => {
                let step = rules.step(records);
                match (value / step).round() {
                    steps if steps < 1.0 => Self::Below(step),
                    steps => Self::About((steps * step).min(1.0)),
                }
            }
            Unit::Sample => Self::public(Some(value), Unit::Share, records.min(SAMPLE), rules),
            Unit::Part | Unit::Index if value < 0.01 => Self::Below(0.01),
            Unit::Part | Unit::Index => Self::near(value, (value * 100.0).round() / 100.0),
            // It may be a count that nobody called one.
            Unit::Number
                if value.fract() == 0.0 && (0.0..rules.threshold as f64).contains(&value) =>
            {
                Self::Below(rules.threshold as f64)
            }
            Unit::Number => Self::near(value, significant(value)),
        }
    }

    fn near(value: f64, rounded: f64) -> Self {
        if (value - rounded).abs() < 1e-12 { Self::Exact(rounded) } else { Self::About(rounded) }
    }

    /// In words.
    pub fn words(self, unit: Unit) -> String {
        match (self, unit) {
            (Self::Exact(value), _) => written(value, unit),
            (Self::About(value), _) => format!("about {}", written(value, unit)),
            (Self::Below(value), Unit::Count) => format!("fewer than {}", written(value, unit)),
            (Self::Below(value), _) => format!("less than {}", written(value, unit)),
            (Self::Unknown, _) => "–".into(),
        }
    }

    /// In signs, where there is little room.
    pub fn signs(self, unit: Unit) -> String {
        match self {
            Self::About(value) => format!("≈\u{a0}{}", written(value, unit)),
            Self::Below(value) => format!("<\u{a0}{}", written(value, unit)),
            Self::Exact(_) | Self::Unknown => self.words(unit),
        }
    }
}

fn written(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Count if value >= 0.0 => grouped(whole(value)),
        Unit::Share | Unit::Sample | Unit::Part => percent(value),
        Unit::Count | Unit::Index | Unit::Number => number(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_measure::MEASURES;

    #[test]
    fn the_public_sees_no_small_count_in_any_form() {
        let rules = Disclosure::new(MEASURES);
        let words = |value, unit| Figure::public(Some(value), unit, 10_000, &rules).words(unit);
        assert_eq!(words(3.0, Unit::Count), "fewer than 10");
        assert_eq!(words(0.0, Unit::Count), "0");
        assert_eq!(words(123.0, Unit::Count), "about 120");
        assert_eq!(words(0.0003, Unit::Share), "less than 0.1 %");
        assert_eq!(words(0.0134, Unit::Share), "about 1.3 %");
        let many = Figure::public(Some(0.000_4), Unit::Share, 100_000, &rules);
        assert_eq!(many.words(Unit::Share), "less than 0.1 %", "40 records are not about none");
        assert_eq!(words(0.2, Unit::Part), "20 %");
        assert_eq!(words(0.333_3, Unit::Part), "about 33 %");
        assert_eq!(words(0.0001, Unit::Part), "less than 1 %");
        assert_eq!(words(0.003, Unit::Sample), "less than 0.4 %", "7 of 2,500 are few");
        assert_eq!(words(0.333_3, Unit::Index), "about 0.33");
        assert_eq!(words(1.0, Unit::Index), "1");
        assert_eq!(words(0.0001, Unit::Index), "less than 0.01");
        assert_eq!(words(3.0, Unit::Number), "less than 10");
        assert_eq!(words(1_844_400.0, Unit::Number), "about 1,800,000");
        assert_eq!(words(f64::NAN, Unit::Number), "–");
        assert_eq!(Figure::About(0.33).signs(Unit::Part), "≈\u{a0}33 %");
        assert_eq!(Figure::Below(10.0).signs(Unit::Count), "<\u{a0}10");
        assert_eq!(Figure::Exact(7.0).signs(Unit::Count), "7");
    }

    #[test]
    fn a_rounded_count_does_not_tell_that_it_was_round() {
        let rules = Disclosure::new(MEASURES);
        let shown = |value| Figure::public(Some(value), Unit::Count, 0, &rules);
        assert_eq!(shown(120.0), shown(121.0));
    }
}
