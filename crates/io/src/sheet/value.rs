//! What a cell of a sheet holds.

use calamine::{DataRef, ExcelDateTime};
use std::borrow::Cow;

/// A cell: its sort and its text.
#[derive(Clone, PartialEq)]
pub(super) enum Cell<'a> {
    Missing,
    Text(Cow<'a, str>),
    Number(String),
    Truth(bool),
    /// A day, in ISO 8601.
    Day(String),
    /// A day and a time, in ISO 8601.
    Time(String),
    /// What a formula gives that cannot be computed: `#N/A`.
    Fault(String),
}

impl<'a> Cell<'a> {
    pub fn of(data: &'a DataRef<'a>) -> Self {
        match data {
            DataRef::Empty => Self::Missing,
            DataRef::Int(number) => Self::Number(number.to_string()),
            DataRef::Float(number) => number_of(*number),
            DataRef::String(text) => Self::Text(text.as_str().into()),
            DataRef::SharedString(text) => Self::Text((*text).into()),
            DataRef::Bool(truth) => Self::Truth(*truth),
            DataRef::DateTime(time) => time_of(time),
            DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
                Self::Text(text.as_str().into())
            }
            DataRef::Error(error) => Self::Fault(error.to_string()),
        }
    }

    /// The text of the cell, if there is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Missing | Self::Fault(_) => None,
            Self::Text(text) => Some(text),
            Self::Number(text) | Self::Day(text) | Self::Time(text) => Some(text),
            Self::Truth(truth) => Some(if *truth { "true" } else { "false" }),
        }
    }
}

fn number_of(number: f64) -> Cell<'static> {
    Cell::Number(if number == 0.0 {
        // There is a zero below zero, and nobody means it.
        "0".to_owned()
    } else if number.abs() < 1e16 {
        number.to_string()
    } else {
        // Beyond that not every whole number is one of a sheet's.
        format!("{number:e}")
    })
}

/// Days are counted from 1900; what is less than one is a time of day, and a length of time has no
/// day. The 29th of February 1900, which never was, and what lies before it stay numbers.
fn time_of(time: &ExcelDateTime) -> Cell<'static> {
    let days = time.as_f64();
    let (year, month, day, hour, minute, second, milli) = time.to_ymd_hms_milli();
    if time.is_duration() || (0.0..1.0).contains(&days) {
        let seconds = (days * 86_400.0).round();
        if !(0.0..1e12).contains(&seconds) {
            return number_of(days);
        }
        let seconds = seconds as i64;
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        return Cell::Text(format!("{hours:02}:{minutes:02}:{:02}", seconds % 60).into());
    }
    if year < 1900 || (year, month) < (1900, 3) || !(0.0..2_958_466.0).contains(&days) {
        return number_of(days);
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    match (hour, minute, second, milli) {
        (0, 0, 0, 0) => Cell::Day(date),
        (_, _, _, 0) => Cell::Time(format!("{date}T{hour:02}:{minute:02}:{second:02}")),
        _ => Cell::Time(format!("{date}T{hour:02}:{minute:02}:{second:02}.{milli:03}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calamine::ExcelDateTimeType::{DateTime, TimeDelta};

    #[test]
    fn days_and_times_are_told_apart() {
        for (days, kind, expected) in [
            (45_322.0, DateTime, "2024-01-31"),
            (45_322.5, DateTime, "2024-01-31T12:00:00"),
            (45_943.541, DateTime, "2025-10-13T12:59:02.400"),
            (0.75, DateTime, "18:00:00"),
            (1.5, TimeDelta, "36:00:00"),
            (61.0, DateTime, "1900-03-01"),
            (60.0, DateTime, "60"),
            (-3.0, DateTime, "-3"),
            (3e6, DateTime, "3000000"),
        ] {
            let data = DataRef::DateTime(ExcelDateTime::new(days, kind, false));
            assert_eq!(Cell::of(&data).text(), Some(expected));
        }
        assert_eq!(Cell::of(&DataRef::Float(12.0)).text(), Some("12"));
        assert_eq!(Cell::of(&DataRef::Float(-0.0)).text(), Some("0"));
        assert_eq!(Cell::of(&DataRef::Empty).text(), None);
    }
}
