//! The notation of numbers that were generalised.
//!
//! | text | holds |
//! |---|---|
//! | `<15` | everything below 15 |
//! | `20-24` | the whole numbers from 20 to 24, both included; `-10--6` below zero |
//! | `[0.5, 1)` | from 0.5, included, to 1, excluded; `[0,5; 1)` with a decimal comma |
//! | `>=95` | 95 and everything above |
//! | `<=15` | 15 and everything below |
//!
//! A span of one whole number is written as the number.

use super::Decimal;
use ridotto_catalogue::floor_units;
use std::str::FromStr;

/// A range of numbers, as it is written in a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// All numbers below.
    Below(Decimal),
    /// The whole numbers from the first to the last, both included.
    Whole(Decimal, Decimal),
    /// The numbers from the first, included, to the second, excluded.
    HalfOpen(Decimal, Decimal),
    /// This number and all above.
    AtLeast(Decimal),
    /// This number and all below.
    AtMost(Decimal),
}

impl Span {
    /// The span as text; the decimal mark is a comma if so asked.
    pub fn text(self, decimal_comma: bool) -> String {
        let mark = if decimal_comma { ',' } else { '.' };
        match self {
            Self::Below(end) => format!("<{}", end.text(mark)),
            Self::Whole(first, last) if first == last => first.text(mark),
            Self::Whole(first, last) => format!("{}-{}", first.text(mark), last.text(mark)),
            Self::HalfOpen(start, end) => {
                let between = if decimal_comma { ';' } else { ',' };
                format!("[{}{between} {})", start.text(mark), end.text(mark))
            }
            Self::AtLeast(start) => format!(">={}", start.text(mark)),
            Self::AtMost(end) => format!("<={}", end.text(mark)),
        }
    }

    /// Whether a number, as it is written, lies in the span; a text that is no number does not.
    /// Exact for any number of digits.
    pub fn contains(self, number: &str, decimal_comma: bool) -> bool {
        let mark = if decimal_comma { ',' } else { '.' };
        let at_least = |bound: Decimal| {
            let units = floor_units(number, mark, bound.places());
            units.map(|units| units >= bound.digits())
        };
        let inside = match self {
            Self::Below(end) => at_least(end).map(|beyond| !beyond),
            Self::AtLeast(start) => at_least(start),
            Self::AtMost(end) => {
                // As the other end of the number line, because units are rounded down.
                let units = floor_units(&negated(number), mark, end.places());
                units.map(|units| units >= -end.digits())
            }
            Self::HalfOpen(start, end) => {
                at_least(start).zip(at_least(end)).map(|(after, beyond)| after && !beyond)
            }
            Self::Whole(first, last) => {
                // A whole number is its own floor, seen from both ends of the number line; others
                // are not in the span.
                let whole = floor_units(number, mark, 0);
                let exact = floor_units(&negated(number), mark, 0) == whole.map(|units| -units);
                let inside = |units| (first..=last).contains(&Decimal::new(units, 0));
                whole.map(|units| exact && inside(units))
            }
        };
        inside.unwrap_or(false)
    }
}

/// A number with the other sign, as it is written.
fn negated(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(positive) => positive.to_owned(),
        None => format!("-{}", number.strip_prefix('+').unwrap_or(number)),
    }
}

/// Not the text of a [`Span`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a span of numbers")]
pub struct NotSpan;

impl FromStr for Span {
    type Err = NotSpan;

    /// Reads what [`text`](Span::text) writes, with either decimal mark.
    fn from_str(text: &str) -> Result<Self, NotSpan> {
        let number = |part: &str| part.replace(',', ".").parse::<Decimal>().map_err(|_| NotSpan);
        if let Some(end) = text.strip_prefix("<=") {
            return Ok(Self::AtMost(number(end)?));
        }
        if let Some(end) = text.strip_prefix('<') {
            return Ok(Self::Below(number(end)?));
        }
        if let Some(start) = text.strip_prefix(">=") {
            return Ok(Self::AtLeast(number(start)?));
        }
        if let Some(pair) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(')')) {
            let (start, end) =
                pair.split_once("; ").or_else(|| pair.split_once(", ")).ok_or(NotSpan)?;
            return Ok(Self::HalfOpen(number(start)?, number(end)?));
        }
        let whole =
            |part: &str| number(part).ok().filter(|number| number.is_whole()).ok_or(NotSpan);
        // The dash between two numbers is the first one that is not a sign.
        let dash = text.char_indices().skip(1).find(|&(_, letter)| letter == '-');
        match dash {
            Some((at, _)) => {
                let (first, last) = (whole(&text[..at])?, whole(&text[at + 1..])?);
                // `2024-03` is a month.
                if first < last { Ok(Self::Whole(first, last)) } else { Err(NotSpan) }
            }
            None => whole(text).map(|number| Self::Whole(number, number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_written_and_read() {
        let number = |text: &str| text.parse::<Decimal>().unwrap();
        for (span, point, comma) in [
            (Span::Below(number("15")), "<15", "<15"),
            (Span::Below(number("-1.5")), "<-1.5", "<-1,5"),
            (Span::AtLeast(number("95")), ">=95", ">=95"),
            (Span::AtMost(number("-1.5")), "<=-1.5", "<=-1,5"),
            (Span::Whole(number("20"), number("24")), "20-24", "20-24"),
            (Span::Whole(number("-10"), number("-6")), "-10--6", "-10--6"),
            (Span::Whole(number("-5"), number("5")), "-5-5", "-5-5"),
            (Span::Whole(number("7"), number("7")), "7", "7"),
            (Span::HalfOpen(number("0.5"), number("1")), "[0.5, 1)", "[0,5; 1)"),
            (Span::HalfOpen(number("-1"), number("-0.25")), "[-1, -0.25)", "[-1; -0,25)"),
        ] {
            assert_eq!((span.text(false).as_str(), span.text(true).as_str()), (point, comma));
            assert_eq!((point.parse(), comma.parse()), (Ok(span), Ok(span)), "{point}");
        }
        for (span, inside, outside) in [
            (
                "20-24",
                vec!["20", "24", "+22"],
                vec!["19", "25", "24.5", "22.0001", "1e40", "x", "", "-20"],
            ),
            ("<15", vec!["14.999999999999999999999", "-3e9"], vec!["15", "15.0", "NaN"]),
            (">=95", vec!["95", "9.5e1", "1e300"], vec!["94.99999999999999999999"]),
            ("<=15", vec!["15", "15.00", "+3", "-4", "-1e300"], vec!["15.00000000000000000000001"]),
            ("<=-2", vec!["-2", "-2.1"], vec!["-1.99999999999999999999", "2", "", "x", "--3"]),
            ("[0.5, 1)", vec!["0.5", "0.50", "0.99"], vec!["0.4999", "1", "1.0"]),
        ] {
            let span: Span = span.parse().unwrap();
            assert!(inside.iter().all(|number| span.contains(number, false)), "{span:?}");
            assert!(!outside.iter().any(|number| span.contains(number, false)), "{span:?}");
        }
        assert!("[0,5; 1)".parse::<Span>().unwrap().contains("0,75", true));
        for text in ["", "*", "<", "a-b", "1.5-2", "[1)", "94***", "2024-W07", "2024-03", "1-2-3"] {
            assert_eq!(text.parse::<Span>(), Err(NotSpan), "{text}");
        }
    }
}
