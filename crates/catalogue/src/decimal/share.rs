//! Parts of a whole.

use super::Decimal;
use std::fmt;

/// A part of a whole, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(Decimal);

impl Share {
    /// Nothing.
    pub const ZERO: Self = Self(Decimal::ZERO);

    /// `None` outside 0 to 1.
    pub fn new(part: Decimal) -> Option<Self> {
        (Decimal::ZERO..=Decimal::ONE).contains(&part).then_some(Self(part))
    }

    /// This share of a number of things, rounded down to whole ones, exactly.
    ///
    /// ```
    /// use ridotto_catalogue::{Decimal, Share};
    ///
    /// let share = Decimal::parse("0.29").and_then(Share::new).unwrap();
    /// assert_eq!(share.of(100), 29); // while 0.29 * 100.0 is 28.999999999999996
    /// ```
    pub fn of(self, things: u64) -> u64 {
        let part = self.0.floor_of(things).and_then(|part| part.try_into().ok());
        part.expect("a share is at most the whole")
    }

    /// The number itself.
    pub fn decimal(self) -> Decimal {
        self.0
    }

    /// The nearest binary number.
    pub fn to_f64(self) -> f64 {
        self.0.to_f64()
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
