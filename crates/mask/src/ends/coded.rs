//! Numbers of which one end, or both, are coded already: the labels are texts, and so is the column.

use ridotto_core::hierarchy::Span;
use ridotto_core::{Dictionary, Kind, Reading, Value};

/// A label that a step before gave, and what it stands for.
pub(super) type Label = (String, Span);

/// Which values are in a span, if they are numbers beside labels of ends: those that steps before gave,
/// or such as `<=15`. A label is in the span if all that it stands for is.
pub(super) fn within(span: Span, dictionary: &Dictionary, labels: &[Label]) -> Option<Vec<bool>> {
    [false, true].into_iter().find_map(|comma| read(span, dictionary, labels, comma))
}

/// As [`within`], with a comma as decimal mark or without.
fn read(
    span: Span,
    dictionary: &Dictionary,
    labels: &[Label],
    decimal_comma: bool,
) -> Option<Vec<bool>> {
    let reading = Reading { decimal_comma, ..Reading::of_kind(Kind::Decimal) };
    let mut met = false;
    let mut is_within = |text: &str| {
        let given = labels.iter().find(|(label, _)| label == text).map(|(_, end)| *end);
        if given.is_none() && reading.parse(text) != Value::Text {
            return Some(span.contains(text, decimal_comma));
        }
        let end = given.or_else(|| text.parse().ok())?;
        met = true;
        is_end(end).then(|| is_part(end, span))
    };
    let all: Option<Vec<bool>> = dictionary.texts().iter().map(&mut is_within).collect();
    all.filter(|_| met)
}

fn is_end(span: Span) -> bool {
    matches!(span, Span::AtLeast(_) | Span::AtMost(_))
}

/// Whether all numbers of an end are in another one.
fn is_part(end: Span, of: Span) -> bool {
    match (end, of) {
        (Span::AtLeast(own), Span::AtLeast(other)) => own >= other,
        (Span::AtMost(own), Span::AtMost(other)) => own <= other,
        _ => false,
    }
}
