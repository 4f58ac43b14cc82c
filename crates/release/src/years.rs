//! Years of two digits: which century they are of.
//!
//! `64/04/12` is 1964 for whoever was born then and 2064 for a library. What is meant is said in the
//! policy or assumed, such that no year lies in the future; and what was assumed depends on the year
//! in which one asks. So it is told: in a warning, in the report, and in a saved decision, which reads
//! next year's file alike.

use ridotto_core::Reading;
use ridotto_io::{Column, Table};
use ridotto_policy::{Attribute, Policy, Problem};
use std::sync::LazyLock;
use std::time::SystemTime;

/// The first of the hundred years that two digits can mean.
pub fn first_year(policy: &Policy) -> i32 {
    // The same for a whole run, also on New Year's Eve.
    static THIS_YEAR: LazyLock<i32> = LazyLock::new(|| {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        ridotto_core::kind::year_of((since.as_secs() / 86_400) as i32)
    });
    policy.data.first_year.map_or_else(|| *THIS_YEAR - 99, |first| first.value.cast_signed())
}

/// A warning about an attribute of whose years the century was assumed.
pub fn lint(policy: &Policy, attribute: &Attribute, reading: &Reading) -> Option<Problem> {
    if policy.data.first_year.is_some() || !reading.has_two_digit_years() {
        return None;
    }
    let (first, last) = (reading.first_year, reading.first_year + 99);
    let name = &attribute.name;
    let message =
        format!("the years of `{name}` have two digits and are read as {first} to {last}");
    Some(
        Problem::warning("bind::two-digit-years", message)
            .at(attribute.name.span, "the century is assumed")
            .with_help(format!(
                "say it in `[data]`: `first-year = {first}`, so that next year the same is read"
            )),
    )
}

/// What the report says of years of two digits, if there are any.
pub fn note(table: &Table) -> Option<String> {
    let first = table.columns.iter().find_map(|column| match column {
        Column::Coded { dictionary, .. } if dictionary.reading().has_two_digit_years() => {
            Some(dictionary.reading().first_year)
        }
        _ => None,
    })?;
    Some(told(first))
}

/// The same by the policy alone, where the data may tell nothing.
pub fn note_of_policy(policy: &Policy) -> Option<String> {
    policy.data.has_two_digit_years().then(|| told(first_year(policy)))
}

fn told(first: i32) -> String {
    let last = first + 99;
    format!("years of two digits were read as {first} to {last}: `first-year = {first}`")
}
