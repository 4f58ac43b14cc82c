//! `kind = "table"`: `[[table]]`, and what belongs to another kind of data.

use super::reader::Reader;
use super::value::{self, Item};
use crate::code;
use crate::language::{self, Kind, Role};
use crate::policy::{Attribute, Policy};
use crate::table::TableRequest;
use ridotto_catalogue::{Problem, Spanned, similar};

/// All tables; there must be one.
pub(super) fn tables(root: &mut Reader<'_>) -> Option<Vec<TableRequest>> {
    let items = root.tables("table");
    if items.is_empty() {
        root.report(
            Problem::error(code::MISSING_KEY, "the policy asks for tables and names none")
                .at(root.key_span("kind"), "of which dimensions?")
                .with_help("add `[[table]]` with `dimensions = [\"region\", \"industry\"]`"),
        );
    }
    value::all(items.into_iter().map(|item| table(item, root)))
}

fn table(item: &Item, root: &mut Reader<'_>) -> Option<TableRequest> {
    let mut at = root.inside(item, &language::TABLE)?;
    at.require("dimensions");
    let (name, dimensions) = (at.text("name"), at.texts("dimensions"));
    if dimensions.as_ref().is_some_and(Vec::is_empty) {
        at.report(
            Problem::error(code::CONTRADICTION, "a table needs a dimension")
                .at(at.key_span("dimensions"), "empty")
                .with_help("name the attributes by which records are counted"),
        );
        return None;
    }
    at.finish();
    Some(TableRequest { name, dimensions: dimensions? })
}

/// Refuses keys that mean something for another kind of data only.
pub(super) fn foreign(at: &mut Reader<'_>, keys: &[&'static str], kind: Kind) {
    for &key in keys {
        if at.item(key).is_some() {
            let message = format!("`{key}` means nothing for `kind = \"{kind}\"`");
            at.report(
                Problem::error(code::CONTRADICTION, message)
                    .at(at.key_span(key), "of another kind of data")
                    .with_help("remove it, or say another `kind`"),
            );
        }
    }
}

/// Rules between sections, once each is sound in itself.
pub(super) fn problems(policy: &Policy) -> Vec<Problem> {
    let mut problems = roles(policy);
    if *policy.kind == Kind::Table {
        let known: Vec<&str> = policy.with_role(Role::Dimension).map(name_of).collect();
        let named = policy.tables.iter().flat_map(|table| &table.dimensions);
        problems.extend(named.filter(|name| !known.contains(&name.as_str())).map(|name| {
            Problem::error(code::WRONG_ROLE, format!("`{name}` is no dimension"))
                .at(name.span, "not a dimension")
                .with_help(format!(
                    "give it `role = \"dimension\"` in `[attributes]`; {}",
                    similar(name, &known)
                ))
        }));
        problems.extend(repeated(policy));
    }
    problems
}

fn name_of(attribute: &Attribute) -> &str {
    &attribute.name
}

/// Every role belongs to the kind of data.
fn roles(policy: &Policy) -> Vec<Problem> {
    let kind = *policy.kind;
    let suits = |role: Role| match kind {
        Kind::Microdata => role != Role::Dimension,
        Kind::Table => matches!(role, Role::Dimension | Role::Identifier),
    };
    let wrong = policy.attributes.iter().filter(|attribute| !suits(*attribute.role));
    wrong
        .map(|attribute| {
            let message = format!("`{}` is no role of `kind = \"{kind}\"`", attribute.role);
            let help = match kind {
                Kind::Microdata => "say `kind = \"table\"` at the top, or give it another role",
                Kind::Table => "give it `role = \"dimension\"`, or leave it out of the policy",
            };
            Problem::error(code::WRONG_ROLE, message)
                .at(attribute.role.span, "of another kind of data")
                .with_help(help)
        })
        .collect()
}

/// No two tables have one name, and no table has a dimension twice.
fn repeated(policy: &Policy) -> Vec<Problem> {
    let twice = |name: &Spanned<String>, what: &str| {
        Problem::error(code::CONTRADICTION, format!("{what} `{name}` is there twice"))
            .at(name.span, "again")
            .with_help("name each once")
    };
    let mut problems = Vec::new();
    for (at, table) in policy.tables.iter().enumerate() {
        for (place, name) in table.dimensions.iter().enumerate() {
            if table.dimensions[..place].iter().any(|other| other.value == name.value) {
                problems.push(twice(name, "the dimension"));
            }
        }
        let own = |other: &TableRequest| {
            other.name.as_ref().map(|name| &name.value) == table.name.as_ref().map(|it| &it.value)
        };
        if policy.tables[..at].iter().any(own) {
            problems.push(match &table.name {
                Some(name) => twice(name, "the table"),
                None => Problem::error(code::MISSING_KEY, "of several tables each needs a name")
                    .at(table.dimensions[0].span, "which table?")
                    .with_help("add `name = \"…\"` to each `[[table]]`"),
            });
        }
    }
    problems
}
