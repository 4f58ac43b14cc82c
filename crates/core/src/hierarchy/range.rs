//! Labels for any range of a column's ordered values, as methods need that choose their own cuts.
//!
//! | values | label | holds |
//! |---|---|---|
//! | whole numbers | `25-26` | both ends and all between |
//! | decimals | `[0.5, 1.3)` | from the first, included, to the second, excluded |
//! | days | `1971-06-01/1974-02-28` | both days and all between |
//!
//! A range without an end is written `<15` or `>=95`; of days, `../1974-02-28` and
//! `1971-06-01/..`. Both ends are as [`Span`] and ISO 8601 write them.

use super::{
    Span,
    builder::Column,
    numbers::{self, MOST_PLACES},
};
use crate::{
    Code, Dictionary, Kind,
    kind::{Reading, Value, civil},
};
use ridotto_catalogue::floor_units;
use std::str::FromStr;

/// The numbers or days of a column, ready to name ranges of them. Its `Debug` shows no value.
#[derive(Clone)]
pub struct Ranges {
    points: Points,
    /// Each value as a number, for means and widths.
    numbers: Vec<f64>,
}

#[derive(Clone)]
enum Points {
    Numbers { units: Vec<i128>, scale: u32, whole: bool, comma: bool },
    Days(Vec<i32>),
}

impl Ranges {
    /// The ranges of a column; `None` if its values are not all numbers or days, or too large to
    /// be named. A missing value is in no range.
    pub fn new(dictionary: &Dictionary) -> Option<Self> {
        let reading = dictionary.reading();
        let texts = dictionary.texts();
        let numbers: Option<Vec<f64>> =
            texts.iter().map(|text| reading.parse(text).as_f64()).collect();
        let points = match reading.kind {
            Kind::Date => {
                Points::Days(texts.iter().map(|text| day(reading, text)).collect::<Option<_>>()?)
            }
            Kind::Integer | Kind::Decimal => {
                let scale = if reading.kind == Kind::Integer { 0 } else { scale(dictionary)? };
                let column = Column { name: "", dictionary, counts: &[], is_missing: &|_| false };
                let read = numbers::read(column, scale).ok()?;
                let limit = read.limit();
                if read.units.iter().any(|units| units.abs() >= limit - 1) {
                    return None;
                }
                let whole = reading.kind == Kind::Integer;
                Points::Numbers { units: read.units, scale, whole, comma: reading.decimal_comma }
            }
            Kind::Text | Kind::Boolean | Kind::Ordinal => return None,
        };
        Some(Self { points, numbers: numbers? })
    }

    /// The value of a code as a number; of a day its number since 1970-01-01.
    pub fn number(&self, code: Code) -> f64 {
        self.numbers[code as usize]
    }

    /// The label of the range from one value to another, both included; `None` is no end.
    pub fn label(&self, first: Option<Code>, last: Option<Code>) -> String {
        self.named(first.map(|code| self.unit(code)), last.map(|code| self.unit(code)))
    }

    /// The label of what lies between two cuts: from right after the value before `first`, up to
    /// `last`. Without a value before or after there is no end, so such ranges together hold every
    /// number or day there is.
    pub fn region_label(&self, first: Code, last: Code) -> String {
        // Two texts of one number lie at one point: the range then begins at it.
        let start = first.checked_sub(1).map(|before| self.unit(first).min(self.unit(before) + 1));
        let end = (last as usize + 1 < self.numbers.len()).then(|| self.unit(last));
        self.named(start, end)
    }

    /// The place of any number or day: how many values lie before it, or that of the last value
    /// if all do. `None` if the text is neither.
    pub fn place(&self, text: &str, reading: &Reading) -> Option<Code> {
        let unit = match &self.points {
            Points::Numbers { scale, whole, comma, .. } => {
                let mark = if *comma { ',' } else { '.' };
                let unit = floor_units(text, mark, *scale)?;
                // Whole numbers alone have a place among whole numbers.
                if *whole && reading.parse(text).as_f64().is_none() {
                    return None;
                }
                unit
            }
            Points::Days(_) => day(reading, text)?.into(),
        };
        let values: Vec<Code> = (0..self.numbers.len() as Code).collect();
        let before = values.partition_point(|&code| self.unit(code) < unit);
        Some(before.min(self.numbers.len().checked_sub(1)?) as Code)
    }

    fn unit(&self, code: Code) -> i128 {
        match &self.points {
            Points::Numbers { units, .. } => units[code as usize],
            Points::Days(days) => days[code as usize].into(),
        }
    }

    fn named(&self, start: Option<i128>, end: Option<i128>) -> String {
        if start.is_none() && end.is_none() {
            return super::TOP.to_owned();
        }
        match &self.points {
            Points::Numbers { scale, whole, comma, .. } => {
                let number = |units| super::Decimal::new(units, *scale);
                let span = match (start, end) {
                    (None, end) => Span::Below(number(end.unwrap_or(0) + 1)),
                    (Some(start), None) => Span::AtLeast(number(start)),
                    (Some(start), Some(end)) if *whole => Span::Whole(number(start), number(end)),
                    (Some(start), Some(end)) => Span::HalfOpen(number(start), number(end + 1)),
                };
                span.text(*comma)
            }
            Points::Days(_) => {
                let day = |unit: Option<i128>| unit.map(|unit| unit as i32);
                DaySpan { first: day(start), last: day(end) }.text()
            }
        }
    }

    /// The label of a mean: a number with two digits more than the values have, or a day.
    pub fn mean_label(&self, mean: f64) -> String {
        match &self.points {
            Points::Numbers { scale, comma, .. } => {
                let text = format!("{mean:.*}", (*scale + 2) as usize);
                let text = text.trim_end_matches('0').trim_end_matches('.');
                if *comma { text.replace('.', ",") } else { text.to_owned() }
            }
            Points::Days(_) => iso(mean.round() as i32),
        }
    }
}

impl std::fmt::Debug for Ranges {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ranges({} values)", self.numbers.len())
    }
}

/// Digits after the decimal mark that the values have at most; `None` if they are too many to
/// tell the end of a range exactly.
fn scale(dictionary: &Dictionary) -> Option<u32> {
    let digits = |text: &str| {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let fraction = mantissa.split_once(['.', ',']).map_or(0, |(_, fraction)| fraction.len());
        let exponent = exponent.parse::<i32>().unwrap_or(0);
        (fraction as u32).saturating_add_signed(exponent.saturating_neg())
    };
    let most = dictionary.texts().iter().map(digits).max().unwrap_or(0);
    (most <= MOST_PLACES).then_some(most)
}

fn day(reading: &Reading, text: &str) -> Option<i32> {
    match reading.parse(text) {
        Value::Day(day) if civil(day).is_some() => Some(day),
        _ => None,
    }
}

fn iso(day: i32) -> String {
    civil(day).map_or_else(String::new, |date| {
        format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
    })
}

/// A range of days, as it is written in a release; `None` is no end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DaySpan {
    first: Option<i32>,
    last: Option<i32>,
}

impl DaySpan {
    fn text(self) -> String {
        let end = |day: Option<i32>| day.map_or_else(|| "..".to_owned(), iso);
        match self.first {
            Some(_) if self.first == self.last => end(self.first),
            _ => format!("{}/{}", end(self.first), end(self.last)),
        }
    }

    /// Whether a day, as a column writes it, lies in the range.
    pub fn contains(self, text: &str, reading: &Reading) -> bool {
        day(reading, text).is_some_and(|day| {
            self.first.is_none_or(|first| first <= day) && self.last.is_none_or(|last| day <= last)
        })
    }
}

impl std::fmt::Debug for DaySpan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DaySpan(…)")
    }
}

impl FromStr for DaySpan {
    type Err = super::NotSpan;

    /// Reads what [`Ranges::label`] writes for days.
    fn from_str(text: &str) -> Result<Self, super::NotSpan> {
        let reading = Reading::of_kind(Kind::Date);
        let one = |text: &str| day(&reading, text).ok_or(super::NotSpan);
        let end = |text: &str| if text == ".." { Ok(None) } else { one(text).map(Some) };
        match text.split_once('/') {
            Some((first, last)) => Ok(Self { first: end(first)?, last: end(last)? }),
            None => one(text).map(|day| Self { first: Some(day), last: Some(day) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Texts;

    fn ranges(kind: Kind, texts: &[&str]) -> Option<Ranges> {
        let texts: Texts = texts.iter().collect();
        Ranges::new(&Dictionary::new(&texts, Reading::of_kind(kind), |text| text == "?").0)
    }

    #[test]
    fn ranges_are_named_and_hold_their_ends() {
        for (kind, texts, middle, below, above) in [
            (Kind::Integer, ["-3", "25", "99"], "25-99", "<26", ">=25"),
            (Kind::Decimal, ["0.25", "0.5", "1.3"], "[0.5, 1.31)", "<0.51", ">=0.5"),
            (
                Kind::Date,
                ["1971-06-01", "1974-02-28", "2024-01-01"],
                "1974-02-28/2024-01-01",
                "../1974-02-28",
                "1974-02-28/..",
            ),
        ] {
            let ranges = ranges(kind, &texts).unwrap();
            assert_eq!(ranges.label(Some(1), Some(2)), middle);
            assert_eq!(ranges.label(None, Some(1)), below);
            assert_eq!(ranges.label(Some(1), None), above);
            assert_eq!(ranges.label(None, None), "*");
            let inside = |label: &str, text: &str| match kind {
                Kind::Date => {
                    let span: DaySpan = label.parse().unwrap();
                    span.contains(text, &Reading::of_kind(kind))
                }
                _ => label.parse::<Span>().unwrap().contains(text, false),
            };
            let held = |label: &str| texts.map(|text| inside(label, text));
            assert_eq!(held(middle), [false, true, true]);
            assert_eq!(held(below), [true, true, false]);
            assert_eq!(held(above), [false, true, true]);
        }
        assert!(ranges(Kind::Text, &["a"]).is_none());
        assert!(ranges(Kind::Decimal, &["0.1234567890123456"]).is_none());
        assert!(ranges(Kind::Integer, &["1", "x"]).is_none());
        assert!(ranges(Kind::Integer, &["1", "?"]).is_some());
    }

    #[test]
    fn means_are_rounded_and_debug_hides() {
        let ages = ranges(Kind::Integer, &["25", "26"]).unwrap();
        assert_eq!(ages.mean_label(25.5), "25.5");
        assert_eq!(ages.mean_label(30.0), "30");
        assert_eq!(format!("{ages:?}"), "Ranges(2 values)");
    }
}
