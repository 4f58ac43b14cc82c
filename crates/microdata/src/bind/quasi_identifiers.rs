//! The quasi-identifiers with their hierarchies.

use super::Method;
use super::coded_ends;
use super::columns::BoundColumn;
use ridotto_core::Hierarchy;
use ridotto_core::hierarchy::{Builder, Faulty, LevelRange};
use ridotto_io::{Column, Native, Table};
use ridotto_policy::language::{Link, Role};
use ridotto_policy::{Attribute, Policy, Problem};
use ridotto_release::Error;
use ridotto_release::hierarchy::{compiled_by, line_of};
use std::cell::RefCell;
use std::path::Path;

/// A quasi-identifier: its column, and the levels it may have.
#[derive(Debug)]
pub struct QuasiIdentifier {
    /// The attribute's name.
    pub name: String,
    /// The column's place in the data.
    pub column: usize,
    /// How often each value occurs.
    pub counts: Vec<u64>,
    /// The finest level allowed.
    pub min: u8,
    /// The coarsest level allowed.
    pub max: u8,
    /// How dear it is.
    pub importance: f64,
}

/// A sensitive attribute: its column, and which of its values are alike.
#[derive(Debug)]
pub struct Sensitive {
    /// The attribute's name.
    pub name: String,
    /// The column's place in the data.
    pub column: usize,
    /// The hierarchy, if the policy gives it one.
    pub hierarchy: Option<Hierarchy>,
}

/// The quasi-identifiers and the sensitive attributes, in the policy's order.
#[derive(Debug)]
pub struct Attributes {
    /// The quasi-identifiers.
    pub keys: Vec<QuasiIdentifier>,
    /// Their hierarchies.
    pub hierarchies: Vec<Hierarchy>,
    /// The sensitive attributes.
    pub sensitive: Vec<Sensitive>,
}

/// All quasi-identifiers and sensitive attributes with their hierarchies.
pub fn bind(
    policy: &Policy,
    folder: &Path,
    table: &Table,
    columns: &[BoundColumn],
    missing: &[String],
    (method, is_private): (Method, bool),
) -> Result<Attributes, Error> {
    let (mut keys, mut hierarchies, mut sensitive) = (Vec::new(), Vec::new(), Vec::new());
    let mut problems = Vec::new();
    for (at, attribute) in policy.attributes.iter().enumerate() {
        let is_judged = matches!(*attribute.role, Role::QuasiIdentifier | Role::Sensitive);
        if !is_judged || policy.is_deleted(&attribute.name) {
            continue;
        }
        let column = columns.iter().position(|column| column.attribute == Some(at));
        let column = column.expect("every attribute has its column");
        let Column::Coded { codes, dictionary, native } = &table.columns[column] else {
            unreachable!("quasi-identifiers and sensitive attributes are read as codes");
        };
        let counts = codes.histogram(dictionary.len());
        let line_of = |values: &Faulty| line_of(table, codes, values);
        let reading = is_private.then(|| {
            let own = native.as_ref().map(Native::data_type);
            super::private::reading(policy, attribute, own)
        });
        // Where nothing is searched for and no level is asked for, a hierarchy need not fit what
        // steps have made of the values.
        let is_used = !policy.release.searches_nothing()
            || *attribute.role == Role::Sensitive
            || *attribute.min_level > 0;
        let bare = (!is_used).then(|| Attribute { hierarchy: None, ..attribute.clone() });
        let attribute = bare.as_ref().unwrap_or(attribute);
        let (name, is_missing) =
            (&attribute.name, |text: &str| missing.iter().any(|it| it == text));
        let compile = |builder: &Builder| match &reading {
            Some(reading) => super::private::total(name, builder, reading, dictionary, &is_missing),
            None => builder.compile(name, dictionary, &counts, &is_missing),
        };
        let help = RefCell::new(None);
        let compile = |builder: &Builder| {
            compile(builder).inspect_err(|error| {
                *help.borrow_mut() = coded_ends::help(policy, attribute, error);
            })
        };
        let compiled = compiled_by(attribute, folder, &compile, &line_of)?;
        let compiled = compiled.map_err(|problem| match help.take() {
            Some(help) => problem.with_help(help),
            None => problem,
        });
        if *attribute.role == Role::Sensitive {
            match compiled {
                Ok(hierarchy) => sensitive.push(Sensitive {
                    name: attribute.name.value.clone(),
                    column,
                    hierarchy: attribute.hierarchy.is_some().then_some(hierarchy),
                }),
                Err(problem) => problems.push(problem),
            }
            continue;
        }
        let checked = compiled.and_then(|hierarchy| {
            coded_ends::check(policy, attribute, (dictionary, &hierarchy, method))?;
            Ok((range(attribute, &hierarchy)?, hierarchy))
        });
        match checked {
            Ok((LevelRange { min, max }, hierarchy)) => {
                if attribute.also_sensitive {
                    // What is protected within each class are the values, not what is shown.
                    sensitive.push(Sensitive {
                        name: attribute.name.value.clone(),
                        column,
                        hierarchy: attribute.hierarchy.is_some().then(|| hierarchy.clone()),
                    });
                }
                hierarchies.push(hierarchy);
                keys.push(QuasiIdentifier {
                    name: attribute.name.value.clone(),
                    column,
                    counts,
                    min: min as u8,
                    max: max as u8,
                    importance: attribute.importance.to_f64(),
                });
            }
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() {
        Ok(Attributes { keys, hierarchies, sensitive })
    } else {
        Err(policy.error(problems).into())
    }
}

fn range(attribute: &Attribute, hierarchy: &Hierarchy) -> Result<LevelRange, Problem> {
    let min = attribute.min_level.is_written().then_some(*attribute.min_level as usize);
    let max = attribute.max_level.map(|max| *max as usize);
    LevelRange::check(hierarchy, min, max).map_err(|error| {
        let too_high = |level: Option<usize>| level.is_some_and(|level| level > hierarchy.height());
        let span = if too_high(min) {
            attribute.min_level.span
        } else {
            attribute.max_level.and_then(|max| max.span)
        };
        Problem::error("bind::level", error.to_string())
            .at(span, "no such level")
            .with_help(format!("levels go from 0 to {}, which is `*`", hierarchy.height()))
    })
}

/// What is rarely meant, and only the data show it.
pub fn lints(policy: &Policy, table: &Table, columns: &[BoundColumn]) -> Vec<Problem> {
    let mut lints: Vec<Problem> = linked_rows(policy, table, columns).into_iter().collect();
    lints.extend(linked_people(policy, table, columns));
    for (column, read) in columns.iter().zip(&table.columns) {
        let Some(at) = column.attribute else { continue };
        let attribute = &policy.attributes[at];
        if let Column::Coded { dictionary, .. } = read
            && dictionary.reading().ambiguous_dates
        {
            let name = &attribute.name;
            let message = format!("the dates of `{name}` could be day first or month first");
            lints.push(
                Problem::warning("bind::ambiguous-dates", message)
                    .at(attribute.name.span, "read as day first")
                    .with_help("say which in `[data]`: `dates = [\"%m/%d/%Y\"]`"),
            );
        }
        if let Column::Coded { dictionary, .. } = read {
            lints.extend(ridotto_release::years::lint(policy, attribute, dictionary.reading()));
        }
        let is_nearly_unique = match read {
            Column::Coded { dictionary, .. } => dictionary.len() * 2 > table.rows,
            // The reader of text files keeps codes as long as values repeat themselves.
            Column::Carried(_) => table.is_text,
            Column::Skipped => false,
        };
        if column.role == Role::Insensitive && is_nearly_unique && table.rows > 20 {
            let message = format!("nearly every record has its own `{}`", attribute.name);
            lints.push(
                Problem::warning("bind::nearly-unique", message)
                    .at(attribute.name.span, "insensitive, and released as it is")
                    .with_help("whoever knows it finds the record: is it an identifier?"),
            );
        }
    }
    lints
}

/// Whoever finds one of a household has found the others.
fn linked_people(policy: &Policy, table: &Table, columns: &[BoundColumn]) -> Option<Problem> {
    let household = policy.data.household.as_ref()?;
    let at = table.names.iter().position(|name| *name == household.value)?;
    let is_pseudonym = policy.attribute(household).is_some_and(|of| of.pseudonym.is_some());
    (columns[at].is_released() && !is_pseudonym).then(|| {
        let message = format!("`{household}` is released and links people who live together");
        Problem::warning("bind::linked-people", message)
            .at(household.span, "in the release")
            .with_help(
                "whoever is found leads to the others; leave the column out, or give it \
                 `role = \"identifier\"`",
            )
    })
}

/// Whoever knows that rows belong together knows a set of rows, which may be unlike any other.
fn linked_rows(policy: &Policy, table: &Table, columns: &[BoundColumn]) -> Option<Problem> {
    let person = policy.data.person.as_ref().filter(|_| *policy.data.link == Link::Apart)?;
    let at = table.names.iter().position(|name| *name == person.value)?;
    // Of pseudonyms it is said elsewhere, for any attribute.
    let is_pseudonym = policy.attribute(person).is_some_and(|of| of.pseudonym.is_some());
    (columns[at].is_released() && !is_pseudonym).then(|| {
        let message = format!("`{person}` is released and links the rows of a person");
        Problem::warning("bind::linked-rows", message).at(person.span, "in the release").with_help(
            "every row may be safe and the set of a person's rows still unique; say \
                 `link = \"together\"`, leave the column out, or give it `role = \"identifier\"`",
        )
    })
}
