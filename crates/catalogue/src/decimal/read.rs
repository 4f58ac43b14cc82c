//! Reading decimals: as people write them, as they are printed, and as cells of any length.

use super::Decimal;
use std::str::FromStr;

/// The most digits that a person may write.
const WRITTEN: u32 = 18;

impl Decimal {
    /// Reads `-12.50` or `3e-2`, as a person writes it; `None` for anything else and for more than 18
    /// digits.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (negative, number) = match number.as_bytes().first()? {
            b'-' => (true, &number[1..]),
            b'+' => (false, &number[1..]),
            _ => (false, number),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let kept = digits.trim_end_matches('0');
        let zeros = i32::try_from(digits.len() - kept.len()).ok()?;
        let places = i32::try_from(fraction.len()).ok()?.checked_sub(zeros)?;
        Self::from_parts(negative, kept, places.checked_sub(exponent)?)
    }

    fn from_parts(negative: bool, digits: &str, places: i32) -> Option<Self> {
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() {
            return Some(Self::ZERO);
        }
        let zeros = u32::try_from(places.checked_neg()?.max(0)).ok()?;
        let places = places.max(0).unsigned_abs();
        let most = u64::from(WRITTEN);
        if u64::from(places) > most || digits.len() as u64 + u64::from(zeros) > most {
            return None;
        }
        let digits = digits.parse::<i128>().ok()? * 10_i128.pow(zeros);
        Some(Self { digits: if negative { -digits } else { digits }, places })
    }
}

impl From<i32> for Decimal {
    fn from(whole: i32) -> Self {
        i64::from(whole).into()
    }
}

impl From<i64> for Decimal {
    fn from(whole: i64) -> Self {
        Self { digits: whole.into(), places: 0 }
    }
}

impl From<u64> for Decimal {
    fn from(whole: u64) -> Self {
        Self { digits: whole.into(), places: 0 }
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
#[error("not a number of at most 20 digits before the decimal point and 18 after it")]
pub struct NotDecimal;

impl FromStr for Decimal {
    type Err = NotDecimal;

    /// Reads what is printed: digits, a sign before and a point within, and nothing else.
    fn from_str(text: &str) -> Result<Self, NotDecimal> {
        let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
        let places = fraction.trim_end_matches('0').len() as u32;
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte));
        if !plain || places > Self::MOST_PLACES {
            return Err(NotDecimal);
        }
        let units = floor_units(text, '.', places).ok_or(NotDecimal)?;
        if units.unsigned_abs() >= 10_u128.pow(Self::MOST_WHOLE + places) {
            return Err(NotDecimal);
        }
        Ok(Self::new(units, places))
    }
}

/// Exponents beyond this make no difference.
const LARGE: i64 = 1 << 30;

/// Reads a number as the number of whole units of 10^-`places` below or at it; exact for any
/// number of digits and any exponent, and [`Decimal::FAR`] if it is more than that, either way.
///
/// A boundary is a whole number of units, so `value >= boundary` exactly if the value's units are
/// at least those of the boundary.
pub fn floor_units(text: &str, mark: char, places: u32) -> Option<i128> {
    let negative = text.starts_with('-');
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (mut digits, mut shift) = (0_i128, exponent.clamp(-LARGE, LARGE) + i64::from(places));
    let (mut seen_mark, mut seen_digit, mut dropped) = (false, false, false);
    for letter in mantissa.chars() {
        if letter == mark && !seen_mark {
            seen_mark = true;
            continue;
        }
        let digit = i128::from(letter.to_digit(10)?);
        seen_digit = true;
        if digits < Decimal::FAR / 10 {
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
    Some(units.clamp(-Decimal::FAR, Decimal::FAR))
}

/// `digits` times 10^`shift`, rounded toward zero, and whether anything was cut off.
fn shifted(digits: i128, shift: i64) -> (i128, bool) {
    if digits == 0 {
        return (0, false);
    }
    match u32::try_from(shift) {
        Ok(up) => {
            let far = 10_i128.checked_pow(up).and_then(|power| digits.checked_mul(power));
            (far.unwrap_or(Decimal::FAR), false)
        }
        Err(_) if shift < -38 => (0, true),
        Err(_) => {
            let power = 10_i128.pow(shift.unsigned_abs() as u32);
            (digits / power, digits % power != 0)
        }
    }
}
