//! Reading labels of any masked file: ours, or another program's.
//!
//! A label is tried, in this order, as
//! 1. a label of the attribute's hierarchy (the finest level that has it), if there is one;
//! 2. a value that stood in the file before;
//! 3. `*`: the whole domain;
//! 4. a number, or a range of numbers in our notation (`20-24`, `[0.5, 1)`, `<15`, `>=95`), also
//!    with brackets around both ends (`[20-24]`);
//! 5. a set or a range of days, as the caller's `covers` reads it;
//! 6. a redacted text, `9403*`: what fits letter by letter;
//! 7. and otherwise it is unknown.
//!
//! The loss of a numeric label is the length of its range by that of the domain (least and greatest
//! value before); open ends are cut at the domain's. Of any other it is (leaves − 1)/(D − 1) with
//! the leaves of the hierarchy or, without one, the distinct values before.

use super::Recoded;
use ridotto_core::hierarchy::{Decimal, Span, TOP};
use ridotto_core::{Code, Dictionary, Hierarchy, Kind, Reading};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Whether a label (first) may stand for a value (second); `None` is a missing one.
pub type Covers<'a> = &'a dyn Fn(Option<&str>, Option<&str>, &Reading) -> bool;

/// What an attribute's values were before masking.
#[derive(Clone)]
pub struct Domain {
    /// How many distinct values there were, without the missing one.
    pub values: usize,
    /// The number of each value, in their order; empty if the attribute has no numbers.
    pub numbers: Vec<f64>,
    /// The least number.
    pub lower: f64,
    /// The greatest.
    pub upper: f64,
    /// Whether the numbers are whole, as days are.
    pub whole: bool,
    /// How many leaves the hierarchy has; without one, the distinct values.
    pub leaves: f64,
}

impl Domain {
    /// Of a dictionary, with the hierarchy if there is one.
    pub fn new(dictionary: &Dictionary, hierarchy: Option<&Hierarchy>) -> Self {
        let reading = dictionary.reading();
        let numeric = matches!(reading.kind, Kind::Integer | Kind::Decimal | Kind::Date);
        let number = |text: &str| reading.parse(text).as_f64().unwrap_or(f64::NAN);
        let numbers: Vec<f64> =
            if numeric { dictionary.texts().iter().map(number).collect() } else { Vec::new() };
        let values = dictionary.texts().len();
        Self {
            values,
            lower: numbers.iter().copied().fold(f64::NAN, f64::min),
            upper: numbers.iter().copied().fold(f64::NAN, f64::max),
            whole: matches!(reading.kind, Kind::Integer | Kind::Date),
            leaves: hierarchy.map_or(values as f64, |hierarchy| hierarchy.domain() as f64),
            numbers,
        }
    }

    /// Of so many categories without a hierarchy.
    pub fn of_categories(values: usize) -> Self {
        let (lower, upper) = (f64::NAN, f64::NAN);
        let leaves = values as f64;
        Self { values, numbers: Vec::new(), lower, upper, whole: false, leaves }
    }

    /// Of distinct numbers, ascending, without a hierarchy.
    pub fn of_numbers(numbers: Vec<f64>, whole: bool) -> Self {
        let end = |number: Option<&f64>| number.copied().unwrap_or(f64::NAN);
        let (lower, upper) = (end(numbers.first()), end(numbers.last()));
        let values = numbers.len();
        Self { values, numbers, lower, upper, whole, leaves: values as f64 }
    }

    /// Whether the values are numbers or days.
    pub fn is_numeric(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// The number of a value; `NaN` if it has none.
    pub fn number(&self, code: Code) -> f64 {
        self.numbers.get(code as usize).copied().unwrap_or(f64::NAN)
    }

    /// The whole domain.
    pub fn top(&self) -> Recoded {
        Recoded {
            share: 1.0,
            height: 1.0,
            leaves: self.leaves,
            lower: self.lower,
            upper: self.upper,
            suppressed: true,
            members: std::iter::once(0..self.values as Code).collect(),
        }
    }

    /// The loss of so many leaves.
    fn share_of(&self, leaves: f64) -> f64 {
        if self.leaves > 1.0 { (leaves - 1.0) / (self.leaves - 1.0) } else { 0.0 }
    }

    /// The codes of the values from one number to another, both included.
    fn between(&self, lower: f64, upper: f64, upper_included: bool) -> Range<Code> {
        // What could not be read as a number comes last, and NaN is below nothing.
        let start = self.numbers.partition_point(|&number| number < lower);
        let end = self
            .numbers
            .partition_point(|&number| number < upper || (upper_included && number <= upper));
        start as Code..end.max(start) as Code
    }

    /// A range of numbers, cut at the ends of the domain.
    pub(crate) fn range(&self, lower: f64, upper: f64, upper_included: bool) -> Recoded {
        let (lower, upper) = (lower.max(self.lower), upper.min(self.upper));
        if lower > upper {
            return Recoded::unknown();
        }
        let members = self.between(lower, upper, upper_included || upper >= self.upper);
        let length = self.upper - self.lower;
        let share = if length > 0.0 { (upper - lower) / length } else { 0.0 };
        let (height, leaves) = (f64::NAN, members.len().max(1) as f64);
        let members = std::iter::once(members).filter(|range| !range.is_empty()).collect();
        Recoded { share, height, leaves, lower, upper, suppressed: false, members }
    }
}

impl std::fmt::Debug for Domain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Domain({} values)", self.values)
    }
}

/// The finest level with a label, and its group there.
type Places<'a> = FxHashMap<&'a str, (usize, Code)>;

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
            let mut places = FxHashMap::default();
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
        let covered = self.members(|value| (self.covers)(Some(label), Some(value), reading));
        if !covered.is_empty() {
            return self.of_members(covered);
        }
        if label.contains('*') {
            let fitting = self.members(|value| fits(label, value));
            if !fitting.is_empty() {
                return self.of_members(fitting);
            }
        }
        Recoded::unknown()
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
        let span = |text: &str| text.parse::<Span>().ok();
        let bare = || label.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let infinite = f64::INFINITY;
        let (lower, upper, included) = match span(label).or_else(|| bare().and_then(span))? {
            Span::Below(end) => (-infinite, float(end), false),
            Span::Whole(first, last) => (float(first), float(last), true),
            Span::HalfOpen(start, end) => (float(start), float(end), false),
            Span::AtLeast(start) => (float(start), infinite, true),
            Span::AtMost(end) => (-infinite, float(end), true),
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

fn float(number: Decimal) -> f64 {
    number.to_string().parse().unwrap_or(f64::NAN)
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
