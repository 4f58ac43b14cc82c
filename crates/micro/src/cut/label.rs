//! What the groups of a grouping are called.
//!
//! A group of a hierarchy has its label there. Neighbours that were joined without a hierarchy are
//! called by what they hold: whole numbers `20-24`, other numbers `[0.5, 1)` up to where the next
//! group begins, or `>=95` if none does, dates `2024-01-03/2024-02-11`, both included, and other
//! values by the set `{a, b}`. A value alone is itself, and all values together are `*`. The
//! notation is that of local methods, so [`covers`](ridotto_core::hierarchy::covers) reads it.

use super::Grouping;
use ridotto_core::hierarchy::set;
use ridotto_core::hierarchy::{Decimal, Ranges, Span, TOP};
use ridotto_core::{Code, Dictionary, Hierarchy, Kind, Value};

impl Grouping {
    /// The label of each value of the dictionary, by code; `None` is missing and stays so.
    pub fn labels(&self, dictionary: &Dictionary, hierarchy: &Hierarchy) -> Vec<Option<String>> {
        let values = 0..hierarchy.groups(0) as Code;
        let Self::Ranges(_) = self else {
            let label = |value: Code| {
                let level = usize::from(self.level_of(value).unwrap_or_default());
                let group = hierarchy.map(level)[value as usize];
                hierarchy.label(level, group).map(str::to_owned)
            };
            return values.map(label).collect();
        };
        let map = self.map(hierarchy);
        let ends = map.first.iter().skip(1).copied().chain([values.end]);
        let labels: Vec<Option<String>> = map
            .first
            .iter()
            .zip(ends)
            .map(|(&start, end)| range_label(dictionary, start, end, values.end))
            .collect();
        map.of.iter().map(|&group| labels[group as usize].clone()).collect()
    }
}

/// The label of the values from `start` to before `end`, of `all`.
fn range_label(dictionary: &Dictionary, start: Code, end: Code, all: Code) -> Option<String> {
    if end - start == 1 {
        return dictionary.text(start).map(str::to_owned);
    }
    if start == 0 && end == all {
        return Some(TOP.to_owned());
    }
    let texts: Vec<&str> = (start..end).filter_map(|code| dictionary.text(code)).collect();
    let (first, last) = (*texts.first()?, *texts.last()?);
    let next = (end < all).then(|| dictionary.text(end)).flatten();
    let kind = dictionary.reading().kind;
    let label = match kind {
        Kind::Integer | Kind::Decimal => span(dictionary, first, last, next),
        Kind::Date => {
            let day = |code: Code| dictionary.text(code).is_some();
            let last = (start..end).rev().find(|&code| day(code))?;
            Ranges::new(dictionary).map(|ranges| ranges.label(Some(start), Some(last)))
        }
        _ => None,
    };
    Some(label.unwrap_or_else(|| set::write(texts.into_iter())))
}

/// The notation of numbers; none if a text is not read as its kind, or if the next group begins with
/// another text of the same number.
fn span(dictionary: &Dictionary, first: &str, last: &str, next: Option<&str>) -> Option<String> {
    let reading = dictionary.reading();
    let whole = |text: &str| match reading.parse(text) {
        Value::Integer(number) => Some(Decimal::from(number)),
        _ => None,
    };
    let number = |text: &str| text.trim().replace(',', ".").parse::<Decimal>().ok();
    let span = match (reading.kind, next) {
        (Kind::Integer, _) => Span::Whole(whole(first)?, whole(last)?),
        (_, Some(next)) if number(next)? == number(last)? => return None,
        (_, Some(next)) => Span::HalfOpen(number(first)?, number(next)?),
        (_, None) => Span::AtLeast(number(first)?),
    };
    Some(span.text(reading.decimal_comma))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::hierarchy::Builder;
    use ridotto_core::{Reading, Texts};

    fn labels(kind: Kind, texts: &[&str], starts: &[Code]) -> Vec<String> {
        let texts: Texts = texts.iter().collect();
        let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(kind), |text| text == "?");
        let counts = vec![1; dictionary.len()];
        let hierarchy = Builder::Suppress
            .compile("column", &dictionary, &counts, &|_| false)
            .expect("a star fits every column");
        let labels = Grouping::Ranges(starts.to_vec()).labels(&dictionary, &hierarchy);
        labels.into_iter().map(|label| label.unwrap_or_else(|| "missing".into())).collect()
    }

    #[test]
    fn ranges_are_called_by_what_they_hold() {
        let ages = ["20", "24", "31", "40"];
        assert_eq!(labels(Kind::Integer, &ages, &[2, 3]), ["20-24", "20-24", "31", "40"]);
        assert_eq!(labels(Kind::Integer, &ages, &[]), ["*"; 4]);
        let sizes = ["0.5", "0.75", "1", "2"];
        assert_eq!(labels(Kind::Decimal, &sizes, &[2]), ["[0.5, 1)", "[0.5, 1)", ">=1", ">=1"]);
        assert_eq!(labels(Kind::Text, &["a", "b", "c"], &[2]), ["{a, b}", "{a, b}", "c"]);
        let days = ["2024-01-03", "2024-02-11", "2024-03-01"];
        let both = "2024-01-03/2024-02-11";
        assert_eq!(labels(Kind::Date, &days, &[2]), [both, both, "2024-03-01"]);
        assert_eq!(labels(Kind::Text, &["a", "b", "?"], &[2]), ["{a, b}", "{a, b}", "missing"]);
        assert_eq!(labels(Kind::Text, &["a", "b", "?"], &[]), ["*"; 3]);
    }
}
