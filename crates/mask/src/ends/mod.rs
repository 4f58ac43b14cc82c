//! Top and bottom coding: the values at one end of their range become one.

pub(crate) mod bind;
mod coded;
mod entry;

use crate::replaced::{Replaced, refuse};
use crate::unsuited::Unsuited;
pub use entry::{BOTTOM_CODE, TOP_CODE};
use ridotto_core::hierarchy::{Decimal, Span};
use ridotto_core::{Dictionary, Kind, Reading, Value};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// The end of the range that is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The threshold and all above.
    Top,
    /// The threshold and all below.
    Bottom,
}

/// Where coding begins; the threshold is coded itself.
#[derive(Clone, PartialEq, Eq)]
pub enum Threshold {
    /// A number. Numbers are compared exactly, with all their digits.
    Number(Decimal),
    /// A day, in the column's own notation or as `2020-01-31`.
    Date(String),
    /// A value among all in their order, the lowest first.
    Ordered {
        /// The value.
        value: String,
        /// All values.
        order: Vec<String>,
    },
}

/// Joins a value and all above it (top coding), or all below it (bottom coding), into one label.
///
/// # Guarantee
/// No value at or beyond the threshold is in what is left. Everybody whose value was there shows
/// the same, so that the few at the ends, who are often alone with theirs, are no longer alone with
/// it if they are several.
///
/// # Does not protect against
/// Rare values in the middle, and an end at which there is only one person. Ask for a model as well.
///
/// # Parameters
/// The threshold, which is *included*, and the label. Without a label numbers become `>=90` or
/// `<=15`. A label that is a number keeps the column numeric; another makes it text, whose other end
/// can be coded still.
///
/// # Cost
/// One comparison for each distinct value.
///
/// # Example
/// ```
/// use ridotto_core::{Dictionary, Kind, Reading};
/// use ridotto_mask::{Ends, Side, Threshold};
///
/// let reading = Reading::of_kind(Kind::Integer);
/// let (ages, _) = Dictionary::of_labels(["20", "21", "25"].map(Some).into_iter(), &reading);
/// let top = Ends { side: Side::Top, threshold: Threshold::Number(21.into()), label: None };
/// let coded = top.replace(&ages, &|_| false)?;
/// assert_eq!(coded.dictionary.texts().iter().collect::<Vec<_>>(), ["20", ">=21"]);
/// # Ok::<(), ridotto_mask::Unsuited>(())
/// ```
///
/// # References
/// Hundepool, A., Domingo-Ferrer, J., Franconi, L., Giessing, S., Nordholt, E. S., Spicer, K., de
/// Wolf, P.-P. (2012): Statistical Disclosure Control. Wiley. doi:10.1002/9781118348239 (top and
/// bottom coding).
#[derive(Clone, PartialEq, Eq)]
pub struct Ends {
    /// The end that is coded.
    pub side: Side,
    /// Where coding begins.
    pub threshold: Threshold,
    /// What the values become.
    pub label: Option<String>,
}

impl Ends {
    /// What becomes of a column's values; see [`Change::replace`](crate::Change::replace).
    pub fn replace(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Replaced, Unsuited> {
        self.replace_beside(dictionary, is_missing, &[])
    }

    /// As [`replace`](Self::replace), where steps before gave these labels.
    fn replace_beside(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
        labels: &[coded::Label],
    ) -> Result<Replaced, Unsuited> {
        let beyond = self.beyond(dictionary, labels)?;
        let label = self.label(dictionary.reading());
        let mut others = dictionary.texts().iter().zip(&beyond);
        let collides = others.any(|(text, beyond)| !beyond && *text == label);
        let replaced = Replaced::new(dictionary, is_missing, |code, text| {
            let text = text?;
            let is_beyond = beyond[code as usize];
            Some(if is_beyond { Cow::Owned(label.clone()) } else { Cow::Borrowed(text) })
        });
        Ok(Replaced { collides, ..replaced })
    }

    /// Which values are at or beyond the threshold.
    fn beyond(
        &self,
        dictionary: &Dictionary,
        labels: &[coded::Label],
    ) -> Result<Vec<bool>, Unsuited> {
        let (reading, texts) = (dictionary.reading(), dictionary.texts());
        let is_top = self.side == Side::Top;
        match &self.threshold {
            Threshold::Number(bound) => {
                let span = if is_top { Span::AtLeast(*bound) } else { Span::AtMost(*bound) };
                if !matches!(reading.kind, Kind::Integer | Kind::Decimal) {
                    let unsuited = Unsuited::Kind { needs: "numbers", kind: reading.kind };
                    return coded::within(span, dictionary, labels).ok_or(unsuited);
                }
                let known = texts.iter().map(|text| {
                    let is_number = reading.parse(text) != Value::Text;
                    is_number.then(|| span.contains(text, reading.decimal_comma))
                });
                refuse(known, "are no numbers")
            }
            Threshold::Date(date) => {
                if reading.kind != Kind::Date {
                    return Err(Unsuited::Kind { needs: "dates", kind: reading.kind });
                }
                let day = |reading: &Reading, text: &str| match reading.parse(text) {
                    Value::Day(day) => Some(day),
                    _ => None,
                };
                let bound = day(reading, date)
                    .or_else(|| day(&Reading::of_kind(Kind::Date), date))
                    .ok_or(Unsuited::Threshold)?;
                let is_beyond = |day: i32| if is_top { day >= bound } else { day <= bound };
                refuse(texts.iter().map(|text| day(reading, text).map(is_beyond)), "are no dates")
            }
            Threshold::Ordered { value, order } => {
                let rank: HashMap<&str, usize> =
                    order.iter().map(String::as_str).zip(0..).collect();
                let bound = rank.get(value.as_str()).copied().ok_or(Unsuited::Threshold)?;
                let is_beyond = |rank: &usize| if is_top { *rank >= bound } else { *rank <= bound };
                refuse(texts.iter().map(|text| rank.get(text).map(is_beyond)), "are not in `order`")
            }
        }
    }

    fn label(&self, reading: &Reading) -> String {
        match (&self.label, &self.threshold, self.side) {
            (Some(label), ..) => label.clone(),
            (None, Threshold::Number(bound), Side::Top) => {
                Span::AtLeast(*bound).text(reading.decimal_comma)
            }
            (None, Threshold::Number(bound), Side::Bottom) => {
                Span::AtMost(*bound).text(reading.decimal_comma)
            }
            (None, Threshold::Date(value) | Threshold::Ordered { value, .. }, Side::Top) => {
                format!(">={value}")
            }
            (None, Threshold::Date(value) | Threshold::Ordered { value, .. }, Side::Bottom) => {
                format!("<={value}")
            }
        }
    }
}

/// Tells the side, and no value.
impl fmt::Debug for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ends({:?})", self.side)
    }
}

/// Tells the kind, and no value.
impl fmt::Debug for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Number(_) => "Number(…)",
            Self::Date(_) => "Date(…)",
            Self::Ordered { .. } => "Ordered(…)",
        })
    }
}
