//! The parameters of requirements, as they are reported.

use ridotto_catalogue::{Given, Value};
use ridotto_core::model::parameters::{SCOPE, SENSITIVE};
use ridotto_policy::{Requirement as ScopedModel, Scope};
use ridotto_report::Parameter;

/// Parameters by name.
pub(crate) type Parameters = Vec<(&'static str, Parameter)>;

/// The parameters as they are reported.
pub(crate) fn parameters(asked: &ScopedModel) -> Parameters {
    let mut list = told(&asked.given);
    match &asked.scope {
        Scope::All => {}
        Scope::Over(names) => {
            let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            list.push(("over", Parameter::Text(names.join(", "))));
        }
        Scope::Every(every) => list.push(("every", Parameter::Number(f64::from(**every)))),
    }
    list
}

/// The parameters that are a model's own.
pub(crate) fn told(given: &Given) -> Parameters {
    let shared = |name: &str| SCOPE.iter().chain(SENSITIVE).any(|one| one.name == name);
    let own = given.entry().all_parameters().filter(|one| !shared(one.name));
    own.filter_map(|one| {
        let absent = || one.told.map(|text| Parameter::Text(text.into()));
        Some((one.name, given.peek(one.name).map_or_else(absent, parameter)?))
    })
    .collect()
}

fn parameter(value: &Value) -> Option<Parameter> {
    Some(match value {
        Value::Whole(number) => Parameter::Number(*number as f64),
        Value::Number(number) => Parameter::Number(number.to_f64()),
        Value::Choice(name) => Parameter::Text((*name).to_owned()),
        Value::Boolean(is_so) => Parameter::Text(is_so.to_string()),
        Value::Text(text) => Parameter::Text(text.value.clone()),
        Value::Column(column) => Parameter::Text(column.value.clone()),
        // These are values of the data, so they are counted and not named.
        Value::Texts(values) if values.is_empty() => return None,
        Value::Texts(values) => Parameter::Number(values.len() as f64),
        // Models have no parameters of other shapes.
        _ => return None,
    })
}
