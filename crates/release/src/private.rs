//! What a policy must settle where a release is differentially private, whoever makes it so.

use crate::reading::{kind, own_kind, reading};
use ridotto_catalogue::{Neighbours, Privacy, Proved};
use ridotto_core::{Code, Dictionary, Kind};
use ridotto_io::{Dialect, Field, Format};
use ridotto_noise::Protected;
use ridotto_policy::language::ValueType;
use ridotto_policy::{Attribute, Mask, Policy, Problem, Span, Spanned};
use ridotto_table::{Column, Native, Table};
use std::num::NonZeroU64;

/// A problem with something that is left to the data, or that the guarantee does not cover.
pub fn refused(
    message: impl Into<String>,
    span: impl Into<Option<Span>>,
    label: impl Into<String>,
) -> Problem {
    Problem::error("bind::private", message.into()).at(span.into(), label)
}

/// What `[data]` and `[privacy]` say of persons and neighbours, beside what is private with such a proof.
pub fn terms(policy: &Policy, proved: Proved) -> Vec<Problem> {
    let persons = persons(policy).into_iter();
    persons.chain(neighbours(policy, proved)).chain(budget_of_nothing(policy)).collect()
}

/// A budget is somebody's in a ledger.
fn budget_of_nothing(policy: &Policy) -> Option<Problem> {
    let user = policy.privacy.user.as_ref().filter(|_| policy.privacy.ledger.is_none())?;
    let message = "a `user` has a budget in a ledger, and none is named";
    Some(
        refused(message, user.span, "in which ledger?")
            .with_help("add `ledger = \"budget.ledger\"`, or remove `user`"),
    )
}

/// Whose records are protected: records alone, or all of a person that are kept.
fn persons(policy: &Policy) -> Option<Problem> {
    match (&policy.data.person, &policy.privacy.rows_per_person) {
        (Some(person), None) => Some(
            refused("records, not persons, are what is protected", person.span, "several records?")
                .with_help(
                    "say in `[privacy]` how many records of a person are kept, and all of them are \
                     protected together: `rows-per-person = 1`",
                ),
        ),
        (None, Some(rows)) => Some(
            refused(
                "`rows-per-person` speaks of persons, and no column tells them apart",
                rows.span,
                "whose rows?",
            )
            .with_help("name the column in `[data]`: `person = \"patient_id\"`"),
        ),
        _ => None,
    }
}

/// Neighbours that the proof is not about.
fn neighbours(policy: &Policy, proved: Proved) -> Option<Problem> {
    let asked = policy.privacy.neighbours?;
    let why = proved.refuses(*asked)?;
    let message = format!("`{}` cannot be promised here: {why}", asked.value);
    Some(
        refused(message, asked.span, "another proof")
            .with_help(format!("remove the key, or say `neighbours = \"{}\"`", proved.usual)),
    )
}

/// `[privacy]` where nothing is private.
pub fn idle_terms(policy: &Policy) -> Option<Problem> {
    let (key, span) = policy.privacy.first()?;
    let message = format!("`{key}` speaks of what is differentially private, and nothing here is");
    Some(refused(message, span, "of what?").with_help(
        "remove `[privacy]`; what is private is a step with `kind = \"private\"`, the requirement \
         `differential-privacy`, or a table with `method = \"private\"`",
    ))
}

/// How many records a person has at most, of those that are looked at: one where only records are protected.
pub fn rows_per_person(policy: &Policy) -> NonZeroU64 {
    let rows = policy.privacy.rows_per_person;
    rows.and_then(|rows| NonZeroU64::new(u64::from(*rows))).unwrap_or(NonZeroU64::MIN)
}

/// Whom a run protects that draws something with such a proof.
pub fn protected(policy: &Policy, proved: Proved) -> Protected {
    let neighbours = policy.privacy.neighbours.map_or(proved.usual, |asked| *asked);
    Protected::person(drawn(neighbours), rows_per_person(policy))
}

/// The neighbours of a policy, as the crate of noise has them.
pub fn drawn(neighbours: Neighbours) -> ridotto_noise::Neighbours {
    match neighbours {
        Neighbours::AddRemove => ridotto_noise::Neighbours::AddRemove,
        Neighbours::ChangeOne => ridotto_noise::Neighbours::ChangeOne,
    }
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

/// The attributes that private noise hides, each value by itself.
pub fn noisy(policy: &Policy) -> Vec<&Spanned<String>> {
    let steps = policy.masks.iter();
    let private = steps.filter(|mask| matches!(mask.privacy(), Privacy::Values { .. }));
    private.flat_map(Mask::attributes).collect()
}

/// Reads what private noise will hide, for the steps that come before it: each cell alone, by what the policy
/// and the file's own types say. A cell that cannot be read so is missing, and no error, which would tell that
/// somebody has it.
pub fn read_alone(policy: &Policy, table: &mut Table) {
    for name in noisy(policy) {
        let at = table.names.iter().position(|other| *other == name.value);
        if let Some((at, attribute)) = at.zip(policy.attribute(name)) {
            let column = std::mem::replace(&mut table.columns[at], Column::Skipped);
            table.columns[at] = alone(policy, attribute, column);
        }
    }
}

/// A column of which each cell is read alone.
fn alone(policy: &Policy, attribute: &Attribute, column: Column) -> Column {
    let Column::Coded { dictionary, native, .. } = &column else { return column };
    let reading = reading(policy, attribute, native.as_ref().map(Native::data_type));
    if !matches!(reading.kind, Kind::Integer | Kind::Decimal | Kind::Date) {
        return column;
    }
    let is_read = |text: &&str| reading.parse(text).as_f64().is_some();
    let labels = (0..dictionary.len() as Code).map(|code| dictionary.text(code).filter(is_read));
    let (read, new) = Dictionary::of_labels(labels, &reading);
    column.relabelled(read, &new)
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

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_catalogue::Named;

    /// One word, one meaning: in policies, in ledgers and in guarantees.
    #[test]
    fn neighbours_have_one_name() {
        for &neighbours in Neighbours::ALL {
            assert_eq!(neighbours.name(), drawn(neighbours).name());
        }
    }
}
