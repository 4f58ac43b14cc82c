//! In how much doubt a cell must stay where its rule does not say it: a share of its value.

use super::{Doubt, Judged};
use ridotto_catalogue::{Decimal, Given, Limits, Parameter, Problem, Shape, code};

const RANGE_LIMITS: Limits = Limits {
    least: 0,
    open: false,
    most: 1000,
    because: "it is a share of the cell's value: 0.1 keeps attackers a tenth away from it",
};

/// What people may state of every rule.
pub const LEVELS: &[Parameter] = &[
    Parameter::new(
        "range",
        Shape::Number(RANGE_LIMITS),
        "0.2",
        "How far above a sensitive cell's value attackers must find it possible, as a share of the value; of counts at least 1. When absent: what the rule says, or 0.1.",
    )
    .told("as the rule says"),
    Parameter::new(
        "lower-range",
        Shape::Number(RANGE_LIMITS),
        "0.1",
        "How far below it; as far as above when absent.",
    )
    .told("as above"),
];

/// The share of rules that say none.
const USUAL: f64 = 0.1;

/// The doubt that a rule asks for. `above` is what it says itself, if it says something.
pub fn doubt(given: &Given, of: &Judged<'_>, above: Option<f64>) -> Doubt {
    let share = |name: &str| given.number_if_given(name).map(Decimal::to_f64);
    let least = if of.is_count { of.one as f64 } else { 0.0 };
    let by = |share: f64| (share * of.total as f64).max(least);
    let up = match (share("range"), above) {
        (Some(range), _) => by(range),
        (None, Some(above)) => above,
        // An amount of nothing, too, must be in some doubt.
        (None, None) if of.total == 0 => of.one as f64,
        (None, None) => by(USUAL),
    };
    Doubt { up, down: share("lower-range").map_or(up, by) }
}

/// A number times a decimal of so many places, in units of these.
pub fn times(number: i64, by: Decimal) -> i128 {
    let units = by.checked_units(PLACES).expect("parameters have at most nine decimals");
    i128::from(number) * units
}

/// Decimals of parameters that are calculated with.
const PLACES: u32 = 9;

/// Refuses parameters with more decimals than are calculated with.
pub fn few_decimals(given: &Given, names: &[&'static str]) -> Vec<Problem> {
    let long = |name: &&&'static str| {
        given.peek(name).is_some_and(|_| given.number(name).places() > PLACES)
    };
    names
        .iter()
        .filter(long)
        .map(|name| {
            Problem::error(code::OUT_OF_RANGE, format!("`{name}` has more than {PLACES} decimals"))
                .at(given.at(name), "too exact")
                .with_help("shorten it")
        })
        .collect()
}
