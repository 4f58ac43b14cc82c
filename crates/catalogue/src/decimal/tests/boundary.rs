//! Oracle: the boundaries of intervals, as they were kept before all were one.
use std::{fmt, str::FromStr};

/// At most so many digits after the decimal mark.
pub const MAX_SCALE: u32 = 15;
/// At most so many digits before it.
pub const MAX_DIGITS: u32 = 20;

/// A number of at most 20 digits before the decimal mark and 15 after it, held exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    digits: i128,
    scale: u32,
}

impl Decimal {
    /// `digits` times 10^-`scale`, in lowest terms.
    pub fn new(mut digits: i128, mut scale: u32) -> Self {
        while scale > 0 && digits % 10 == 0 {
            digits /= 10;
            scale -= 1;
        }
        Self { digits, scale }
    }

    /// How many digits stand after the decimal mark.
    pub fn scale(self) -> u32 {
        self.scale
    }

    /// The number in units of 10^-`scale`, which is at least the number's own scale.
    pub fn units(self, scale: u32) -> i128 {
        self.digits * 10_i128.pow(scale - self.scale)
    }

    /// The multiple of this number, which is above 0, that is nearest to a number as it is written;
    /// from the middle the one further from 0. Exact. `None` if the text is no number, or one of
    /// more than 20 digits before the decimal mark.
    ///
    pub fn nearest_multiple(self, text: &str, mark: char) -> Option<String> {
        let magnitude = text.strip_prefix(['-', '+']).unwrap_or(text);
        // With one digit more, half of the number is whole; the text is rounded down to such units,
        // which keeps it on its side of every middle.
        let scale = self.scale + 1;
        let units = floor_units(magnitude, mark, scale).filter(|_| !magnitude.starts_with('-'))?;
        if units >= 10_i128.pow(MAX_DIGITS + scale) || self.digits <= 0 {
            return None;
        }
        let step = self.units(scale);
        let multiple = (units + step / 2) / step * step;
        let sign = if text.starts_with('-') { -1 } else { 1 };
        Some(Self::new(sign * multiple, scale).text(mark))
    }

    /// The number as text with the decimal mark given.
    pub fn text(self, mark: char) -> String {
        if self.scale == 0 {
            return self.digits.to_string();
        }
        let sign = if self.digits < 0 { "-" } else { "" };
        let unit = 10_u128.pow(self.scale);
        let (whole, rest) = (self.digits.unsigned_abs() / unit, self.digits.unsigned_abs() % unit);
        format!("{sign}{whole}{mark}{rest:0width$}", width = self.scale as usize)
    }
}

impl From<i64> for Decimal {
    fn from(number: i64) -> Self {
        Self { digits: number.into(), scale: 0 }
    }
}

impl TryFrom<f64> for Decimal {
    type Error = NotDecimal;

    /// The shortest decimal number that reads as this one: 0.1 is one tenth.
    fn try_from(number: f64) -> Result<Self, NotDecimal> {
        number.to_string().parse()
    }
}

/// Not a number, or one with too many digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a number of at most 20 digits before the decimal point and 15 after it")]
pub struct NotDecimal;

impl FromStr for Decimal {
    type Err = NotDecimal;

    fn from_str(text: &str) -> Result<Self, NotDecimal> {
        let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
        let fraction = fraction.trim_end_matches('0').len() as u32;
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte));
        if !plain || fraction > MAX_SCALE {
            return Err(NotDecimal);
        }
        let units = floor_units(text, '.', fraction).ok_or(NotDecimal)?;
        if units.unsigned_abs() >= 10_u128.pow(MAX_DIGITS + fraction) {
            return Err(NotDecimal);
        }
        Ok(Self::new(units, fraction))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text('.'))
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Numbers of units beyond this are given as this: no boundary is as far out.
pub const FAR: i128 = 10_i128.pow(36);

/// Exponents beyond this make no difference.
const LARGE: i64 = 1 << 30;

/// Reads a number as the number of whole units of 10^-`scale` below or at it; exact for any
/// number of digits and any exponent.
pub fn floor_units(text: &str, mark: char, scale: u32) -> Option<i128> {
    let negative = text.starts_with('-');
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (mut digits, mut shift) = (0_i128, exponent.clamp(-LARGE, LARGE) + i64::from(scale));
    let (mut seen_mark, mut seen_digit, mut dropped) = (false, false, false);
    for letter in mantissa.chars() {
        if letter == mark && !seen_mark {
            seen_mark = true;
            continue;
        }
        let digit = i128::from(letter.to_digit(10)?);
        seen_digit = true;
        if digits < FAR {
            digits = 10 * digits + digit;
            shift -= i64::from(seen_mark);
        } else {
            dropped |= digit != 0;
            shift += i64::from(!seen_mark);
        }
    }
    if !seen_digit {
        return None;
    }
    let (mut units, inexact) = shifted(digits, shift);
    if negative {
        units = -units - i128::from(inexact || dropped);
    }
    Some(units.clamp(-FAR, FAR))
}

/// `digits` times 10^`shift`, rounded toward zero, and whether anything was cut off.
fn shifted(digits: i128, shift: i64) -> (i128, bool) {
    if digits == 0 {
        return (0, false);
    }
    match u32::try_from(shift) {
        Ok(up) => {
            let far = 10_i128.checked_pow(up).and_then(|power| digits.checked_mul(power));
            (far.unwrap_or(FAR), false)
        }
        Err(_) if shift < -38 => (0, true),
        Err(_) => {
            let power = 10_i128.pow(shift.unsigned_abs() as u32);
            (digits / power, digits % power != 0)
        }
    }
}
