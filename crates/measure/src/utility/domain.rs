//! What an attribute's values were before masking: the measure of what labels stand for.

use super::Recoded;
use ridotto_core::objective::granularity;
use ridotto_core::{Code, Dictionary, Hierarchy, Kind};
use std::ops::Range;

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
    /// Whether categories are in an order that somebody said.
    pub ordered: bool,
    /// How many leaves the hierarchy has; without one, the distinct values.
    pub leaves: f64,
    /// For each level of the hierarchy, from the values up, the group of each value; empty without one,
    /// and where values are numbers.
    pub groups: Vec<Vec<Code>>,
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
        let of_level =
            |hierarchy: &Hierarchy, level: usize| hierarchy.map(level)[..values].to_vec();
        let groups = hierarchy.filter(|_| !numeric).map(|hierarchy| {
            (0..=hierarchy.height()).map(|level| of_level(hierarchy, level)).collect()
        });
        Self {
            values,
            groups: groups.unwrap_or_default(),
            lower: numbers.iter().copied().fold(f64::NAN, f64::min),
            upper: numbers.iter().copied().fold(f64::NAN, f64::max),
            whole: matches!(reading.kind, Kind::Integer | Kind::Date),
            ordered: reading.kind == Kind::Ordinal,
            leaves: hierarchy.map_or(values as f64, |hierarchy| hierarchy.domain() as f64),
            numbers,
        }
    }

    /// Of so many categories without a hierarchy.
    pub fn of_categories(values: usize) -> Self {
        let (lower, upper) = (f64::NAN, f64::NAN);
        let leaves = values as f64;
        Self {
            values,
            numbers: Vec::new(),
            lower,
            upper,
            whole: false,
            ordered: false,
            leaves,
            groups: Vec::new(),
        }
    }

    /// Of distinct numbers, ascending, without a hierarchy.
    pub fn of_numbers(numbers: Vec<f64>, whole: bool) -> Self {
        let end = |number: Option<&f64>| number.copied().unwrap_or(f64::NAN);
        let (lower, upper) = (end(numbers.first()), end(numbers.last()));
        let values = numbers.len();
        let (leaves, groups) = (values as f64, Vec::new());
        Self { values, numbers, lower, upper, whole, ordered: false, leaves, groups }
    }

    /// Whether the values are numbers or days.
    pub fn is_numeric(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// Whether a hierarchy says of some categories that they are nearer to each other than to others.
    pub fn has_tree(&self) -> bool {
        self.groups.len() > 2
    }

    /// How far two categories are from each other, from 0 to 1: by their order; or else by a hierarchy,
    /// the level of their nearest common ancestor over that of the root; or else whether they differ.
    pub fn apart(&self, one: Code, other: Code) -> f64 {
        if self.ordered {
            let steps = self.values.saturating_sub(1).max(1);
            return f64::from(one.abs_diff(other)) / steps as f64;
        }
        if one == other {
            return 0.0;
        }
        let common = |groups: &Vec<Code>| groups[one as usize] == groups[other as usize];
        match self.groups.iter().position(common) {
            Some(level) => level as f64 / (self.groups.len() - 1) as f64,
            None => 1.0,
        }
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
    #[expect(clippy::cast_sign_loss, reason = "leaves are counted")]
    pub(crate) fn share_of(&self, leaves: f64) -> f64 {
        granularity(leaves as u64, self.leaves as u64)
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
