//! `kind = "table"`: `[[table]]`, and what belongs to another kind of data.

use super::reader::Reader;
use super::value::{self, Item};
use crate::code;
use crate::language::{self, Kind, Role, Statistic};
use crate::policy::{Attribute, Policy};
use crate::table::TableRequest;
use ridotto_catalogue::{Problem, Span, Spanned, similar_of};

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
    let (response, statistic) = (at.text("response"), at.choice("statistic"));
    if let Some(statistic) = statistic.filter(|_| response.is_none()) {
        at.report(
            Problem::error(code::MISSING_KEY, format!("a {statistic} needs a `response`"))
                .at(statistic.span, "of what?")
                .with_help(
                    "name the attribute: `response = \"turnover\"`; records are counted without",
                ),
        );
    }
    if dimensions.as_ref().is_some_and(Vec::is_empty) {
        at.report(
            Problem::error(code::CONTRADICTION, "a table needs a dimension")
                .at(at.key_span("dimensions"), "empty")
                .with_help("name the attributes by which records are counted"),
        );
        return None;
    }
    let published = at.text("published");
    at.finish();
    let statistic = statistic.unwrap_or(Spanned::assumed(Statistic::Sum));
    Some(TableRequest { name, dimensions: dimensions?, response, statistic, published })
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
        let dimensions = policy.tables.iter().flat_map(|table| &table.dimensions);
        problems.extend(unfit(policy, dimensions, Role::Dimension));
        let responses = policy.tables.iter().filter_map(|table| table.response.as_ref());
        problems.extend(unfit(policy, responses, Role::Response));
        problems.extend(repeated(policy));
        problems.extend(of_records_or_cells(policy));
        problems.extend(several(policy));
    } else if *policy.data.cells {
        problems.push(
            Problem::error(code::CONTRADICTION, "`cells` means nothing for records")
                .at(policy.data.cells.span, "of another kind of data")
                .with_help("say `kind = \"table\"` at the top, or remove it"),
        );
    }
    problems
}

/// Records are merged before they are counted, and totals are added to cells.
fn of_records_or_cells(policy: &Policy) -> Vec<Problem> {
    let has_cells = *policy.data.cells;
    let merged = policy.attributes.iter().flat_map(|attribute| {
        let depth = attribute.depth.as_ref().map(|depth| ("depth", depth.span));
        let recode = attribute.recode.as_ref().map(|recode| ("recode", recode.span));
        [depth, recode].into_iter().flatten()
    });
    let of_cells = |(key, span): (&str, Option<Span>)| {
        let message = format!("`{key}` merges values of records, and the data are cells");
        Problem::error(code::CONTRADICTION, message)
            .at(span, "means nothing for cells")
            .with_help("remove it; `method = \"recode\"` merges categories of cells")
    };
    let mut problems: Vec<Problem> = Vec::new();
    if has_cells {
        problems.extend(merged.map(of_cells));
    } else if *policy.data.add_totals {
        problems.push(
            Problem::error(code::CONTRADICTION, "`add-totals` means nothing for records")
                .at(policy.data.add_totals.span, "of records all totals are counted")
                .with_help("remove it, or say `cells = true`"),
        );
    }
    problems
}

/// Attributes that are named as what they are not.
fn unfit<'a>(
    policy: &Policy,
    named: impl Iterator<Item = &'a Spanned<String>>,
    role: Role,
) -> Vec<Problem> {
    let known: Vec<&str> = policy.with_role(role).map(name_of).collect();
    let wrong = named.filter(|name| !known.contains(&name.as_str()));
    wrong
        .map(|name| {
            Problem::error(code::WRONG_ROLE, format!("`{name}` is no {role}"))
                .at(name.span, format!("not a {role}"))
                .with_help(format!(
                    "give it `role = \"{role}\"` in `[attributes]`; {}",
                    similar_of("attributes of that role", name, &known)
                ))
        })
        .collect()
}

/// Roles of which there can be one attribute alone.
fn several(policy: &Policy) -> Vec<Problem> {
    let alone = [
        Role::Respondent,
        Role::Weight,
        Role::Shadow,
        Role::Frequency,
        Role::Top1,
        Role::Top2,
        Role::Status,
        Role::Lower,
        Role::Upper,
    ];
    let others = alone.into_iter().flat_map(|role| policy.with_role(role).skip(1));
    others
        .map(|attribute| {
            let message = format!("there are two attributes with the role `{}`", attribute.role);
            Problem::error(code::CONTRADICTION, message)
                .at(attribute.role.span, "the second of them")
                .with_help("give the role to one, and leave the other out of the policy")
        })
        .collect()
}

fn name_of(attribute: &Attribute) -> &str {
    &attribute.name
}

/// Roles of records that become tables.
const OF_RECORDS: [Role; 7] = [
    Role::Dimension,
    Role::Response,
    Role::Respondent,
    Role::Weight,
    Role::Cost,
    Role::Shadow,
    Role::Request,
];

/// Roles of cells that are given.
const OF_CELLS: [Role; 10] = [
    Role::Dimension,
    Role::Response,
    Role::Cost,
    Role::Shadow,
    Role::Frequency,
    Role::Top1,
    Role::Top2,
    Role::Status,
    Role::Lower,
    Role::Upper,
];

/// Every role belongs to the kind of data.
fn roles(policy: &Policy) -> Vec<Problem> {
    let (kind, cells) = (*policy.kind, *policy.data.cells);
    let suits = |role: Role| match kind {
        Kind::Microdata => !OF_RECORDS.contains(&role) && !OF_CELLS.contains(&role),
        Kind::Table if cells => OF_CELLS.contains(&role) || role == Role::Identifier,
        Kind::Table => OF_RECORDS.contains(&role) || role == Role::Identifier,
    };
    let wrong = policy.attributes.iter().filter(|attribute| !suits(*attribute.role));
    wrong
        .map(|attribute| {
            let role = *attribute.role;
            let of_cells = kind == Kind::Table && OF_CELLS.contains(&role);
            let (message, help) = match kind {
                Kind::Microdata => (
                    format!("`{role}` is no role of `kind = \"{kind}\"`"),
                    "say `kind = \"table\"` at the top, or give it another role",
                ),
                Kind::Table if of_cells => (
                    format!("`{role}` is a role of cells that are given, and these are records"),
                    "say `cells = true` in `[data]`, or give it another role",
                ),
                Kind::Table if OF_RECORDS.contains(&role) => (
                    format!("`{role}` is a role of records, and these are cells"),
                    "leave it out of the policy, or remove `cells` from `[data]`",
                ),
                Kind::Table => (
                    format!("`{role}` is no role of `kind = \"{kind}\"`"),
                    "give it `role = \"dimension\"`, or leave it out of the policy",
                ),
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
