//! Recoding: values are replaced by others that somebody listed.

pub(crate) mod bind;
mod entry;

use crate::replaced::Replaced;
pub use entry::RECODE;
use ridotto_core::Dictionary;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// Replaces listed values by others, the same for all records: `widowed` by `widowed or divorced`.
///
/// # Guarantee
/// A listed value is nowhere in what is left, unless another value becomes it. Whether anybody is
/// safe is for the models to say.
///
/// # Does not protect against
/// Values that nobody listed: without `others` they stay as they are.
///
/// # Parameters
/// What each listed value becomes, and what all others become. A text that means "missing" stands
/// for the missing value on either side.
///
/// # Cost
/// One look-up for each distinct value.
///
/// # Example
/// ```
/// use ridotto_core::{Dictionary, Kind, Reading};
/// use ridotto_mask::Recode;
///
/// let reading = Reading::of_kind(Kind::Text);
/// let (status, _) = Dictionary::of_labels(["married", "widowed"].map(Some).into_iter(), &reading);
/// let recode = Recode::new([("widowed", "widowed or divorced")], None);
/// let replaced = recode.replace(&status, &|text| text.is_empty());
/// assert_eq!(replaced.dictionary.texts().get(1), "widowed or divorced");
/// assert_eq!(replaced.cells(&[20, 3]), 3);
/// ```
///
/// # References
/// Hundepool, A., Domingo-Ferrer, J., Franconi, L., Giessing, S., Nordholt, E. S., Spicer, K., de
/// Wolf, P.-P. (2012): Statistical Disclosure Control. Wiley. doi:10.1002/9781118348239 (global
/// recoding).
#[derive(Clone, PartialEq, Eq)]
pub struct Recode {
    map: BTreeMap<String, String>,
    others: Option<String>,
}

impl Recode {
    /// Replaces each value by the one beside it, and all others by `others`, if there is one.
    pub fn new<T: Into<String>>(
        map: impl IntoIterator<Item = (T, T)>,
        others: Option<String>,
    ) -> Self {
        let map = map.into_iter().map(|(from, to)| (from.into(), to.into())).collect();
        Self { map, others }
    }

    /// What becomes of a column's values; see [`Change::replace`](crate::Change::replace).
    pub fn replace(&self, dictionary: &Dictionary, is_missing: &dyn Fn(&str) -> bool) -> Replaced {
        // What is missing stays missing, unless a text that means so is listed.
        let missing = self.map.iter().find(|(from, _)| is_missing(from)).map(|(_, to)| to.as_str());
        Replaced::new(dictionary, is_missing, |_, text| match text {
            Some(text) => {
                let listed = self.map.get(text).or(self.others.as_ref());
                Some(Cow::Owned(listed.map_or(text, String::as_str).to_owned()))
            }
            None => missing.map(|label| Cow::Owned(label.to_owned())),
        })
    }

    /// The listed values that the column does not have.
    pub fn absent<'a>(
        &'a self,
        dictionary: &'a Dictionary,
        is_missing: &'a dyn Fn(&str) -> bool,
    ) -> impl Iterator<Item = &'a str> {
        let is_there = |text: &str| {
            if is_missing(text) { dictionary.missing() } else { dictionary.code(text) }.is_some()
        };
        self.map.keys().map(String::as_str).filter(move |text| !is_there(text))
    }
}

/// Tells how many values are listed.
impl fmt::Debug for Recode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recode({} values)", self.map.len())
    }
}
