//! Whether a label covers a value: the question that verification asks of every released cell.
//!
//! It reads the two texts and nothing else, so it shares nothing with what made the label but the
//! notation. Labels of a hierarchy are not its business: there, ancestors are looked up.

use super::{DaySpan, Span, TOP, set};
use crate::{Kind, Reading};

/// Whether a label is the value, everything, or a range or set that holds it.
///
/// `value` is a cell of the input and is read as `reading` says; a missing value (`None`) is
/// covered by missing (`None`) and by `*` alone.
pub fn covers(label: Option<&str>, value: Option<&str>, reading: &Reading) -> bool {
    let (label, value) = match (label, value) {
        (Some(TOP), _) => return true,
        (Some(label), Some(value)) => (label, value),
        (label, value) => return label == value,
    };
    if label == value || set::read(label).is_some_and(|set| set.iter().any(|one| one == value)) {
        return true;
    }
    match reading.kind {
        Kind::Integer | Kind::Decimal => {
            label.parse().is_ok_and(|span: Span| span.contains(value, reading.decimal_comma))
        }
        Kind::Date => label.parse().is_ok_and(|span: DaySpan| span.contains(value, reading)),
        Kind::Text | Kind::Boolean | Kind::Ordinal => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_cover_what_they_hold_and_nothing_else() {
        for (kind, label, inside, outside) in [
            (Kind::Integer, "25-26", vec!["25", "26"], vec!["24", "27", "x"]),
            (Kind::Decimal, "[0.5, 1.3)", vec!["0.5", "1.2"], vec!["1.3", "0.4"]),
            (Kind::Date, "2024-01-01/2024-02-29", vec!["2024-02-29"], vec!["2024-03-01"]),
            (Kind::Text, "{a, \"b, c\"}", vec!["a", "b, c"], vec!["b", "c", "{a}"]),
            (Kind::Text, "*", vec!["a", ""], vec![]),
            (Kind::Text, "25-26", vec!["25-26"], vec!["25"]),
        ] {
            let reading = Reading::of_kind(kind);
            let held = |value: &&str| covers(Some(label), Some(value), &reading);
            assert!(inside.iter().all(held), "{label}");
            assert!(!outside.iter().any(held), "{label}");
        }
        let text = Reading::of_kind(Kind::Text);
        assert!(covers(None, None, &text) && covers(Some("*"), None, &text));
        assert!(!covers(None, Some("a"), &text) && !covers(Some("a"), None, &text));
    }
}
