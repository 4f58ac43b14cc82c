//! Rounding: numbers become multiples of another number.

pub(crate) mod bind;
mod entry;

use crate::replaced::{Replaced, refuse};
use crate::unsuited::Unsuited;
pub use entry::ROUND;
use ridotto_core::hierarchy::Decimal;
use ridotto_core::{Dictionary, Kind};
use std::borrow::Cow;

/// Replaces every number by the nearest multiple of another; from the middle between two, by the
/// one further from 0 (12.5 to a multiple of 5 is 15, and -12.5 is -15).
///
/// # Guarantee
/// Every number that is left is a multiple, and at most half of it away from what it was. Rounding
/// what was rounded changes nothing. The arithmetic is exact, with all digits.
///
/// # Does not protect against
/// An extreme number that is far from all others is still alone after rounding: top-code it.
///
/// # Parameters
/// The number whose multiples are left, above 0.
///
/// # Cost
/// One division for each distinct value.
///
/// # Example
/// ```
/// use ridotto_core::{Dictionary, Kind, Reading};
/// use ridotto_mask::Round;
///
/// let reading = Reading::of_kind(Kind::Integer);
/// let (income, _) = Dictionary::of_labels(["1249", "1250"].map(Some).into_iter(), &reading);
/// let rounded = Round { to: 500.into() }.replace(&income, &|_| false)?;
/// assert_eq!(rounded.dictionary.texts().iter().collect::<Vec<_>>(), ["1000", "1500"]);
/// # Ok::<(), ridotto_mask::Unsuited>(())
/// ```
///
/// # References
/// Willenborg, L., de Waal, T. (2001): Elements of Statistical Disclosure Control. Springer.
/// doi:10.1007/978-1-4613-0121-9 (rounding of microdata).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The number whose multiples are left.
    pub to: Decimal,
}

impl Round {
    /// What becomes of a column's values; see [`Change::replace`](crate::Change::replace).
    pub fn replace(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Replaced, Unsuited> {
        let reading = dictionary.reading();
        if !matches!(reading.kind, Kind::Integer | Kind::Decimal) {
            return Err(Unsuited::Kind { needs: "numbers", kind: reading.kind });
        }
        let mark = if reading.decimal_comma { ',' } else { '.' };
        let texts = dictionary.texts().iter();
        let rounded = texts.map(|text| self.to.nearest_multiple(text, mark));
        let rounded = refuse(rounded, "are no numbers, or have more than 20 digits")?;
        Ok(Replaced::new(dictionary, is_missing, |code, _| {
            rounded.get(code as usize).map(|text| Cow::Owned(text.clone()))
        }))
    }
}
