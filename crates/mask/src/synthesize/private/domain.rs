//! The values that an attribute can have, told by the policy and not by the data.

use rand::RngExt;
use ridotto_core::Values;
use ridotto_numbers::dice::Stream;

/// The values of an attribute. A missing value is always one of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// Codes from 0 on. A code beyond them counts as missing.
    Categories(usize),
    /// Numbers in bins of equal width. One out of the range counts as its nearest end.
    Numbers {
        /// The least number.
        least: f64,
        /// The greatest number.
        most: f64,
        /// How many bins.
        bins: usize,
        /// Digits behind the point that numbers are drawn with; none if there is no end to them.
        decimals: Option<u32>,
    },
}

impl Domain {
    /// How many cells a table of the attribute has: the last is for missing values.
    pub(super) fn cells(&self) -> usize {
        match self {
            Self::Categories(count) | Self::Numbers { bins: count, .. } => count.saturating_add(1),
        }
    }

    pub(super) fn is_sound(&self) -> bool {
        match *self {
            Self::Categories(count) => count > 0,
            Self::Numbers { least, most, bins, decimals } => {
                let finite = least.is_finite() && most.is_finite() && (most - least).is_finite();
                finite && least < most && bins > 0 && decimals.is_none_or(|digits| digits <= 15)
            }
        }
    }

    pub(super) fn fits(&self, values: &Values) -> bool {
        matches!(
            (self, values),
            (Self::Categories(_), Values::Categories { .. })
                | (Self::Numbers { .. }, Values::Numbers(_))
        )
    }

    pub(super) fn decimals(&self) -> Option<u32> {
        match self {
            Self::Categories(_) => None,
            Self::Numbers { decimals, .. } => *decimals,
        }
    }

    /// The values of cells: a number is drawn evenly from its bin.
    pub(super) fn values(&self, cells: &[u32], stream: &mut Stream) -> Values {
        match *self {
            Self::Categories(count) => Values::Categories {
                codes: cells
                    .iter()
                    .map(|&cell| Some(cell).filter(|&at| (at as usize) < count))
                    .collect(),
                categories: count,
                ordered: false,
            },
            Self::Numbers { least, most, bins, decimals } => {
                let width = (most - least) / bins as f64;
                let number = |&cell: &u32| {
                    if cell as usize >= bins {
                        return f64::NAN;
                    }
                    let drawn = least + width * (f64::from(cell) + stream.random::<f64>());
                    let Some(decimals) = decimals else { return drawn.min(most) };
                    let unit = (0..decimals).fold(1.0, |unit, _| unit * 10.0);
                    ((drawn * unit).round() / unit).clamp(least, most)
                };
                Values::Numbers(cells.iter().map(number).collect())
            }
        }
    }
}

/// The cell of each value; nothing if kinds differ.
#[expect(clippy::cast_sign_loss, reason = "a number in the range is not below its least")]
pub(super) fn cells(domain: &Domain, values: &Values) -> Option<Vec<u32>> {
    let cells = match (domain, values) {
        (Domain::Categories(count), Values::Categories { codes, .. }) => codes
            .iter()
            .map(|code| code.filter(|&code| (code as usize) < *count).unwrap_or(*count as u32))
            .collect(),
        (&Domain::Numbers { least, most, bins, .. }, Values::Numbers(numbers)) => {
            let cell = |number: &f64| {
                if number.is_nan() {
                    return bins as u32;
                }
                let share = (number.clamp(least, most) - least) / (most - least);
                ((share * bins as f64) as u32).min(bins as u32 - 1)
            };
            numbers.iter().map(cell).collect()
        }
        _ => return None,
    };
    Some(cells)
}
