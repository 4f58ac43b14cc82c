//! Controlled rounding: every cell becomes a multiple of a base, and totals stay sums of what is published.
//!
//! Conventional rounding rounds each cell by itself, so totals do not fit, and who subtracts them undoes
//! much of it. Controlled rounding chooses for each cell one of the two multiples beside it, and for
//! multiples themselves: *zero-restricted* (Cox 1987). In two dimensions there is always such a table, and the
//! nearest is a cheapest flow. With three, or with linked tables, there may be none; then cells may go
//! farther, and it is said how far.
//!
//! # Guarantee
//! Published values are multiples of the base and add up. If the rounding is restricted, each true value
//! is less than a base away from what is published.
//!
//! # Does not protect against
//! Who combines all relations may know a value more narrowly than by the base: who publishes asks the audit.
//! Zeros and other multiples are published as they are if it is restricted.

mod small_counts;

use crate::additive::{Additive, Windows, is_additive};
use ridotto_audit::System;

pub use small_counts::round_small;

/// A table whose values are multiples of a base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// What is published.
    pub values: Vec<i64>,
    /// Which multiples were allowed.
    pub way: Way,
    /// Whether no table of that way is nearer in its inner cells.
    pub is_nearest: bool,
    /// How far a value is from the true one at most.
    pub farthest: i64,
}

/// Which multiples cells were allowed to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One of the two beside the value; a multiple stays.
    Restricted,
    /// One that is less than a base away, or by a base from a multiple.
    Adjacent,
    /// The same for inner cells, and totals are what these add up to.
    AddedUp,
}

/// Why nothing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAdditive {
    /// Whether it is known that there is no such table, or it was only not found.
    pub is_proved: bool,
}

/// The nearest table of multiples of a base that adds up. Not every table has one that is
/// zero-restricted; then cells may go farther, unless that, too, is impossible.
pub fn round(
    system: &System,
    values: &[i64],
    base: i64,
    restricted: bool,
    stopped: &dyn Fn() -> bool,
) -> Result<Rounded, NotAdditive> {
    round_where(system, values, base, restricted.then_some(&|_, _| true), stopped)
}

/// Whether a cell may become a multiple, for all that everybody then knows of it.
pub type Fits<'a> = &'a dyn Fn(usize, i64) -> bool;

/// The same, where a zero-restricted table is good only if each cell becomes a multiple that fits it;
/// `None` if it need not be restricted. Of a cell that neither multiple fits both are possible: the audit
/// will say so.
pub fn round_where(
    system: &System,
    values: &[i64],
    base: i64,
    restricted: Option<Fits<'_>>,
    stopped: &dyn Fn() -> bool,
) -> Result<Rounded, NotAdditive> {
    let additive = Additive::new(system);
    let (mut proved, mut farther) = (true, None);
    let ways = [Way::Restricted, Way::Adjacent];
    for way in ways.into_iter().filter(|&way| restricted.is_some() || way != Way::Restricted) {
        let mut question = Multiples::new(&additive, values, base, way);
        if let (Way::Restricted, Some(fits)) = (way, restricted) {
            question.narrow(fits);
        }
        let answer = additive.within(&question.windows(), stopped);
        if let Some(units) = answer.values {
            return Ok(question.rounded(system, &units, answer.is_proved));
        }
        proved &= answer.is_proved;
        farther = answer.farther;
    }
    let question = Multiples::new(&additive, values, base, Way::AddedUp);
    match farther {
        Some(units) => Ok(question.rounded(system, &units, false)),
        None => Err(NotAdditive { is_proved: proved }),
    }
}

/// The question in units of the base.
struct Multiples<'a> {
    values: &'a [i64],
    base: i64,
    way: Way,
    target: Vec<f64>,
    low: Vec<i64>,
    high: Vec<i64>,
    weight: Vec<f64>,
}

impl<'a> Multiples<'a> {
    fn new(additive: &Additive<'_>, values: &'a [i64], base: i64, way: Way) -> Self {
        let below = |&value: &i64| value.div_euclid(base);
        let is_multiple = |value: i64| value.rem_euclid(base) == 0;
        let low = values.iter().map(|value| {
            // Nothing that is not negative becomes so.
            let farther = way == Way::Adjacent && is_multiple(*value) && *value != 0;
            below(value) - i64::from(farther)
        });
        let high = values.iter().map(|value| {
            let farther = way == Way::Adjacent || !is_multiple(*value);
            below(value) + i64::from(farther)
        });
        // What is near counts inside: totals follow.
        let is_inner = |cell: u32| additive.sums().is_none_or(|sums| sums.is_leaf(cell));
        let weight = (0..values.len() as u32).map(|cell| if is_inner(cell) { 1.0 } else { 0.0 });
        Self {
            target: values.iter().map(|&value| ratio(value, base)).collect(),
            low: low.collect(),
            high: high.collect(),
            weight: weight.collect(),
            values,
            base,
            way,
        }
    }

    /// Leaves each cell only the multiples that fit it, if one does.
    fn narrow(&mut self, fits: Fits<'_>) {
        for (cell, (low, high)) in self.low.iter_mut().zip(&mut self.high).enumerate() {
            match (fits(cell, *low * self.base), fits(cell, *high * self.base)) {
                (true, false) => *high = *low,
                (false, true) => *low = *high,
                _ => {}
            }
        }
    }

    fn windows(&self) -> Windows<'_> {
        Windows { target: &self.target, low: &self.low, high: &self.high, weight: &self.weight }
    }

    fn rounded(&self, system: &System, units: &[i64], is_nearest: bool) -> Rounded {
        let values: Vec<i64> = units.iter().map(|&units| units * self.base).collect();
        debug_assert!(is_additive(system, &values));
        let off = values.iter().zip(self.values).map(|(after, before)| after.abs_diff(*before));
        let farthest = off.max().unwrap_or(0).cast_signed();
        Rounded { values, way: self.way, is_nearest, farthest }
    }
}

/// A quotient whose whole part is exact.
fn ratio(value: i64, base: i64) -> f64 {
    value.div_euclid(base) as f64 + value.rem_euclid(base) as f64 / base as f64
}

#[cfg(test)]
mod tests;
