//! What a policy must settle where a release is differentially private, whoever makes it so.

use crate::reading::{kind, own_kind};
use ridotto_io::{Dialect, Field, Format};
use ridotto_policy::language::ValueType;
use ridotto_policy::{Attribute, Policy, Problem, Span};

/// A problem with something that is left to the data, or that the guarantee does not cover.
pub fn refused(message: impl Into<String>, span: impl Into<Option<Span>>, label: &str) -> Problem {
    Problem::error("bind::private", message.into()).at(span.into(), label)
}

/// Records are what is protected.
pub fn persons(policy: &Policy) -> Option<Problem> {
    let person = policy.data.person.as_ref()?;
    Some(
        refused("records, not persons, are what is protected", person.span, "several records?")
            .with_help(
                "the guarantee is about one record; make one record of each person first, and \
                 remove this key",
            ),
    )
}

/// Columns and files that would bring true values in beside what is made private.
pub fn companions(policy: &Policy) -> Vec<Problem> {
    let data = &policy.data;
    let keys = [
        ("household", &data.household),
        ("weight", &data.weight),
        ("population", &data.population),
    ];
    let given = keys.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
    given
        .map(|(key, value)| {
            refused(format!("`{key}` cannot be used beside this"), value.span, "true values")
                .with_help(
                    "the promise covers what is made privately and nothing else: remove the key",
                )
        })
        .collect()
}

/// How a text file is read decides about all of its records, so no record may decide about that.
pub fn written(
    policy: &Policy,
    format: Option<Format>,
    dialect: Option<&Dialect>,
) -> Option<Problem> {
    if matches!(format, Some(Format::Json { .. } | Format::JsonList { .. } | Format::Excel)) {
        let span = policy.data.input.as_ref().and_then(|input| input.span);
        let message = "which columns the file has, and of which type, would be found out from its \
                       records";
        return Some(
            refused(message, span, "this file").with_help("make a .csv or .parquet file of it"),
        );
    }
    dialect?;
    let mut lines = Vec::new();
    if policy.data.delimiter.is_none() {
        lines.push("`delimiter = \",\"`");
    }
    if policy.data.encoding.is_none() {
        lines.push("`encoding = \"utf-8\"`");
    }
    if lines.is_empty() {
        return None;
    }
    let span = policy.data.input.as_ref().and_then(|input| input.span);
    let message = "how the file is written would be found out from its records";
    Some(
        refused(message, span, "this file")
            .with_help(format!("say it in `[data]`: {}", lines.join(" and "))),
    )
}

/// What a column's values are is guessed from all of them, unless it is said.
pub fn value_type(policy: &Policy, attribute: &Attribute, field: &Field) -> Option<Problem> {
    let own = field.data_type.as_ref().and_then(own_kind);
    let stated = attribute.value_type.map(|stated| kind(*stated));
    if own.is_some() && (stated.is_none() || stated == own) {
        return None;
    }
    let name = &attribute.name;
    let Some(stated) = attribute.value_type else {
        let message = format!("what the values of `{name}` are would be guessed from all of them");
        return Some(refused(message, name.span, "no `type`").with_help(format!(
            "add `type = \"text\"` to `[attributes.{name}]`, or another type"
        )));
    };
    let (what, line) = match *stated {
        ValueType::Decimal if policy.data.decimal.is_none() => ("decimal mark", "decimal = \".\""),
        ValueType::Date if policy.data.dates.len() != 1 => {
            ("way to write a date", "dates = [\"%Y-%m-%d\"]")
        }
        _ => return None,
    };
    let message = format!("the {what} of `{name}` would be guessed from the data");
    let help = format!("say it in `[data]`, and only one: `{line}`");
    Some(refused(message, stated.span, "read in one of several ways").with_help(help))
}
