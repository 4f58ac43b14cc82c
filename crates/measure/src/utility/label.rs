//! Reading labels of any masked file: ours, or another program's.
//!
//! A label is tried, in this order, as
//! 1. a label of the attribute's hierarchy (the finest level that has it), if there is one;
//! 2. a value that stood in the file before;
//! 3. `*`: the whole domain;
//! 4. a number, or a range of numbers in our notation (`20-24`, `[0.5, 1)`, `<15`, `>=95`), also
//!    with brackets around both ends (`[20-24]`);
//!    where values are days, a period: `2024-03`, `2024-Q1`, `2024`, `2020-2029`, `2024-03-01/..`;
//! 5. a set or a range of days, as the caller's `covers` reads it;
//! 6. a month or a year, `2024-03`, of days that are written like `2024-03-31`;
//! 7. a redacted text, `9403*`: what fits letter by letter;
//! 8. and otherwise it is unknown.
//!
//! The loss of a numeric label is the length of its range by that of the domain (least and greatest
//! value before); open ends are cut at the domain's. Of any other it is (leaves − 1)/(D − 1) with
//! the leaves of the hierarchy or, without one, the distinct values before.

use super::{Domain, Recoded};
use crate::calendar;
use ridotto_core::hierarchy::{Decimal, Span, TOP};
use ridotto_core::{Code, Dictionary, Hierarchy, KeyedMap, Kind, Reading};
use std::ops::Range;

/// Whether a label (first) may stand for a value (second); `None` is a missing one.
pub type Covers<'a> = &'a dyn Fn(Option<&str>, Option<&str>, &Reading) -> bool;

/// The finest level with a label, and its group there.
type Places<'a> = KeyedMap<&'a str, (usize, Code)>;

/// Reads the labels of one attribute.
pub struct Labels<'a> {
    dictionary: &'a Dictionary,
    domain: &'a Domain,
    covers: Covers<'a>,
    hierarchy: Option<(&'a Hierarchy, Places<'a>)>,
}

impl<'a> Labels<'a> {
    /// For the values before masking and perhaps their hierarchy.
    pub fn new(
        dictionary: &'a Dictionary,
        domain: &'a Domain,
        hierarchy: Option<&'a Hierarchy>,
        covers: Covers<'a>,
    ) -> Self {
        let places = |hierarchy: &'a Hierarchy| {
            let mut places = KeyedMap::default();
            // Finer levels overwrite coarser ones.
            for level in (0..=hierarchy.height()).rev() {
                let groups = hierarchy.labels(level).iter().zip(0..);
                let named = groups.filter(|&(_, group)| hierarchy.label(level, group).is_some());
                places.extend(named.map(|(label, group)| (label, (level, group))));
            }
            (hierarchy, places)
        };
        Self { dictionary, domain, covers, hierarchy: hierarchy.map(places) }
    }

    /// What a label stands for.
    pub fn read(&self, label: &str) -> Recoded {
        if let Some((hierarchy, places)) = &self.hierarchy
            && let Some(&(level, group)) = places.get(label)
        {
            return self.of_group(hierarchy, level, group);
        }
        if let Some(code) = self.dictionary.code(label) {
            return Recoded::value(code, self.domain.number(code));
        }
        if label == TOP {
            return self.domain.top();
        }
        if self.domain.is_numeric()
            && let Some(recoded) = self.of_numbers(label)
        {
            return recoded;
        }
        let reading = self.dictionary.reading();
        let mut members = self.members(|value| (self.covers)(Some(label), Some(value), reading));
        if members.is_empty() && reading.kind == Kind::Date {
            let within =
                |value: &str| value.strip_prefix(label).is_some_and(|rest| rest.starts_with('-'));
            members = self.members(within);
        }
        if members.is_empty() && label.contains('*') {
            members = self.members(|value| fits(label, value));
        }
        if members.is_empty() { Recoded::unknown() } else { self.of_members(members) }
    }

    fn of_group(&self, hierarchy: &Hierarchy, level: usize, group: Code) -> Recoded {
        let map = hierarchy.map(level);
        let values = 0..self.domain.values as Code;
        let members = ranges(values.filter(|&code| map[code as usize] == group));
        let leaves = hierarchy.leaves(level)[group as usize] as f64;
        let label = hierarchy.label(level, group).unwrap_or_default();
        let numeric = || self.of_numbers(label);
        let recoded = match self.domain.is_numeric().then(numeric).flatten() {
            Some(recoded) => Recoded { members, ..recoded },
            None => self.of_members(members),
        };
        let share = if self.domain.is_numeric() && recoded.share.is_finite() {
            recoded.share
        } else {
            self.domain.share_of(leaves)
        };
        if level > 0 && level == hierarchy.height() {
            return Recoded { leaves, ..self.domain.top() };
        }
        let height = level as f64 / hierarchy.height().max(1) as f64;
        Recoded { share, height, leaves, ..recoded }
    }

    fn of_numbers(&self, label: &str) -> Option<Recoded> {
        let reading = self.dictionary.reading();
        if let Some(number) = point(label, reading) {
            return Some(Recoded::number(number));
        }
        if reading.kind == Kind::Date {
            // A year is no number of days, but an interval of them.
            let (first, last) = calendar::period(label, |day| reading.parse(day).as_f64())?;
            return Some(self.domain.range(first, last, true)).filter(Recoded::is_known);
        }
        let span = |text: &str| text.parse::<Span>().ok();
        let bare = || label.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let infinite = f64::INFINITY;
        let (lower, upper, included) = match span(label).or_else(|| bare().and_then(span))? {
            Span::Below(end) => (-infinite, Decimal::to_f64(end), false),
            Span::Whole(first, last) => (Decimal::to_f64(first), Decimal::to_f64(last), true),
            Span::HalfOpen(start, end) => (Decimal::to_f64(start), Decimal::to_f64(end), false),
            Span::AtLeast(start) => (Decimal::to_f64(start), infinite, true),
            Span::AtMost(end) => (-infinite, Decimal::to_f64(end), true),
        };
        // Below 15 means up to 14 where numbers are whole.
        let upper = if !included && self.domain.whole { upper.ceil() - 1.0 } else { upper };
        let recoded = self.domain.range(lower, upper, included || self.domain.whole);
        recoded.is_known().then_some(recoded)
    }

    fn members(&self, holds: impl Fn(&str) -> bool) -> Vec<Range<Code>> {
        let texts = self.dictionary.texts().iter().zip(0..);
        ranges(texts.filter(|(text, _)| holds(text)).map(|(_, code)| code))
    }

    fn of_members(&self, members: Vec<Range<Code>>) -> Recoded {
        let recoded = Recoded { members, ..Recoded::unknown() };
        let leaves = recoded.members_count() as f64;
        let numbers = || recoded.codes().map(|code| self.domain.number(code));
        let (lower, upper) =
            (numbers().fold(f64::NAN, f64::min), numbers().fold(f64::NAN, f64::max));
        let length = self.domain.upper - self.domain.lower;
        let share = if length > 0.0 && upper >= lower {
            (upper - lower) / length
        } else {
            self.domain.share_of(leaves)
        };
        Recoded { share, leaves, lower, upper, ..recoded }
    }
}

/// A number by itself; a mean of whole numbers may have a fraction.
fn point(label: &str, reading: &Reading) -> Option<f64> {
    if let Some(number) = reading.parse(label).as_f64() {
        return Some(number);
    }
    let numeric = matches!(reading.kind, Kind::Integer | Kind::Decimal);
    let text = if reading.decimal_comma { label.replace(',', ".") } else { label.to_owned() };
    numeric.then(|| text.parse().ok().filter(|number: &f64| number.is_finite())).flatten()
}

/// Whether a value fits a redacted text: `*` stands for any one letter, and at an end for all that
/// follow.
fn fits(label: &str, value: &str) -> bool {
    let open = label.ends_with('*');
    let mut letters = value.chars();
    for wanted in label.chars() {
        match letters.next() {
            Some(letter) if wanted == '*' || wanted == letter => {}
            None if wanted == '*' && open => return true,
            _ => return false,
        }
    }
    letters.next().is_none()
}

/// Ascending codes as ranges.
fn ranges(codes: impl Iterator<Item = Code>) -> Vec<Range<Code>> {
    let mut ranges: Vec<Range<Code>> = Vec::new();
    for code in codes {
        match ranges.last_mut() {
            Some(range) if range.end == code => range.end += 1,
            _ => ranges.push(code..code + 1),
        }
    }
    ranges
}
