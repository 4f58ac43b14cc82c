//! A range of numbers.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The numbers between two ends, each included or not. Days and addresses are numbers, too.
#[derive(Clone, Copy, PartialEq)]
pub struct Range {
    low: f64,
    low_open: bool,
    high: f64,
    high_open: bool,
}

impl Range {
    /// From `low` to `high`, both included; `None` if nothing lies between.
    pub fn closed(low: f64, high: f64) -> Option<Self> {
        Self::new((low, false), (high, false))
    }

    /// Between two ends, each with whether it is left out; `None` if nothing lies between.
    pub fn new((low, low_open): (f64, bool), (high, high_open): (f64, bool)) -> Option<Self> {
        let some = low < high || (low <= high && !low_open && !high_open);
        some.then_some(Self { low, low_open, high, high_open })
    }

    /// The same whole numbers with both ends included; `None` if there is none.
    pub fn whole(self) -> Option<Self> {
        let low = if self.low_open { (self.low + 1.0).floor() } else { self.low.ceil() };
        let high = if self.high_open { (self.high - 1.0).ceil() } else { self.high.floor() };
        Self::closed(low, high)
    }

    /// The least and the greatest numbers that fit digits with gaps; `None` if there is a letter.
    pub fn of_pattern(letters: &[Option<char>]) -> Option<Self> {
        let number = |gap: char| {
            let text: String = letters.iter().map(|letter| letter.unwrap_or(gap)).collect();
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok())?
        };
        Self::closed(number('0')?, number('9')?)
    }

    /// Whether a number lies between.
    pub fn contains(self, number: f64) -> bool {
        let above = if self.low_open { number > self.low } else { number >= self.low };
        let below = if self.high_open { number < self.high } else { number <= self.high };
        above && below
    }

    /// What lies in both; `None` if nothing does.
    pub fn both(self, other: Self) -> Option<Self> {
        let tighter = |one: (f64, bool), other: (f64, bool), order: Option<Ordering>| match order {
            Some(Ordering::Equal) => (one.0, one.1 || other.1),
            Some(Ordering::Greater) => one,
            _ => other,
        };
        let (low, high) = ((self.low, self.low_open), (self.high, self.high_open));
        let (other_low, other_high) = ((other.low, other.low_open), (other.high, other.high_open));
        Self::new(
            tighter(low, other_low, self.low.partial_cmp(&other.low)),
            tighter(high, other_high, other.high.partial_cmp(&self.high)),
        )
    }

    /// The least and the greatest number between; of whole numbers whole ones.
    pub fn inclusive(self, whole: bool) -> (f64, f64) {
        if let Some(Self { low, high, .. }) = self.whole().filter(|_| whole) {
            return (low, high);
        }
        let low = if self.low_open { self.low.next_up() } else { self.low };
        (low, if self.high_open { self.high.next_down() } else { self.high })
    }

    /// The lower end, included or not.
    pub(in crate::attack) fn low(self) -> f64 {
        self.low
    }

    /// The upper end, included or not.
    pub(in crate::attack) fn high(self) -> f64 {
        self.high
    }
}

/// An end is a number, never `NaN`.
impl Eq for Range {}

impl Hash for Range {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Adding 0 makes the negative zero the positive one, as they are equal.
        let (low, high) = ((self.low + 0.0).to_bits(), (self.high + 0.0).to_bits());
        (low, self.low_open, high, self.high_open).hash(state);
    }
}

/// Without its ends: they may be somebody's.
impl fmt::Debug for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Range(…)")
    }
}
