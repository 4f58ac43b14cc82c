//! The user's own queries: `[[measure]] what = "queries"`, tied to the columns of both files.

use super::of_utility;
use crate::attack::meaning::{Language, Meaning};
use crate::files::pair::{Pair, Shared, cells};
use crate::files::pair::{PairOptions, Rows};
use crate::utility::queries::{Aggregate, Condition, QUERY_ERROR, Query, Wanted, answer};
use crate::utility::{Attribute, summary::Measured};
use ridotto_catalogue::similar;
use ridotto_core::Code;
use ridotto_core::Watch;
use ridotto_io::Place;
use ridotto_policy::Policy;
use ridotto_policy::measure::{Asked, Query as Written};
use ridotto_policy::{Problem, Spanned};
use ridotto_release::Error;
use ridotto_report::Finding;
use ridotto_table::StagedTable;

/// A query that can be asked, and what it is called.
pub(super) struct Bound {
    name: String,
    pub query: Query,
}

/// Ties the policy's queries to the columns of both files.
pub(super) fn bind(
    pair: &Pair,
    attributes: &[Attribute],
    policy: Option<&Policy>,
) -> Result<Vec<Bound>, Error> {
    let Some(policy) = policy else { return Ok(Vec::new()) };
    let mut problems = Vec::new();
    let mut bound = Vec::new();
    for (at, query) in policy.queries().enumerate() {
        match query_of(pair, attributes, query) {
            Ok(asked) => {
                let name = query.name.as_ref().map(|name| name.value.clone());
                let name = name.unwrap_or_else(|| format!("query {}", at + 1));
                bound.push(Bound { name, query: asked });
            }
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(bound) } else { Err(policy.error(problems).into()) }
}

/// How wrong the answer to each query would be.
pub(super) fn findings(queries: &[Bound], attributes: &[Attribute]) -> Vec<Finding> {
    let each = queries.iter().filter_map(|bound| {
        let error = answer(&bound.query, attributes).relative_error?;
        let attribute = Some(bound.name.as_str().into());
        let (before, after) = (Some(0.0), Some(error));
        Some(of_utility(Measured { measure: &QUERY_ERROR, attribute, before, after }))
    });
    each.collect()
}

/// The same for two files, without measuring anything else.
pub(crate) fn of_files(
    before: Place<'_>,
    after: &dyn StagedTable,
    policy: &Policy,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<Finding>, Error> {
    if policy.measures.is_empty() {
        return Ok(Vec::new());
    }
    let options = PairOptions {
        policy: Some(policy.clone()),
        rows: Rows::Unknown,
        threads,
        ..PairOptions::default()
    };
    let pair = Pair::read(before, after.into(), &options, watch)?;
    let attributes = pair.attributes();
    Ok(findings(&bind(&pair, &attributes, Some(policy))?, &attributes))
}

fn query_of(pair: &Pair, attributes: &[Attribute], query: &Written) -> Result<Query, Problem> {
    let number = |name: &Spanned<String>| {
        let at = place(pair, name)?;
        if attributes[at].domain.is_numeric() {
            return Ok(at);
        }
        Err(Problem::error("bind::query", format!("`{name}` has no numbers to add up"))
            .at(name.span, "not numbers")
            .with_help("ask for a count, or for another attribute"))
    };
    let aggregate = match &query.asked {
        Asked::Count => Aggregate::Count,
        Asked::Sum(name) => Aggregate::Sum(number(name)?),
        Asked::Mean(name) => Aggregate::Mean(number(name)?),
    };
    let conditions = query.conditions.iter().map(|condition| {
        let attribute = place(pair, &condition.attribute)?;
        let shared = &pair.shared[attribute];
        let wanted = wanted(pair, shared, &attributes[attribute], &condition.among)?;
        Ok(Condition { attribute, wanted })
    });
    Ok(Query { aggregate, conditions: conditions.collect::<Result<_, _>>()? })
}

fn place(pair: &Pair, name: &Spanned<String>) -> Result<usize, Problem> {
    let names: Vec<&str> = pair.shared.iter().map(|shared| shared.name.as_str()).collect();
    names.iter().position(|other| *other == name.value).ok_or_else(|| {
        Problem::error("bind::query", format!("no column `{name}` is in both files"))
            .at(name.span, "asked for here")
            .with_help(similar(name, &names))
    })
}

/// What a condition wants: of numbers a range where one says it all, else values one by one.
fn wanted(
    pair: &Pair,
    shared: &Shared,
    attribute: &Attribute,
    among: &[Spanned<String>],
) -> Result<Wanted, Problem> {
    let dictionary = cells(&pair.before, shared.before).dictionary;
    let mut language = Language::new(dictionary.reading().clone());
    if let Some(hierarchy) = &shared.hierarchy {
        language = language.with_hierarchy(hierarchy);
    }
    let mut meanings = among.iter().map(|text| (text, language.read(text)));
    if let (Some((_, Meaning::Range(range))), 1, true) =
        (meanings.clone().next(), among.len(), attribute.domain.is_numeric())
    {
        let (lower, upper) = range.inclusive(attribute.domain.whole);
        return Ok(Wanted::Between(lower, upper));
    }
    let mut codes: Vec<Code> = Vec::new();
    meanings.try_for_each(|(text, meaning)| {
        let held = (0..attribute.domain.values as Code).filter(|&code| {
            let value = dictionary.text(code);
            value.is_some_and(|value| meaning.holds(&language.exact(value)))
        });
        let before = codes.len();
        codes.extend(held);
        if codes.len() > before {
            return Ok(());
        }
        Err(Problem::error("bind::query", format!("no record has this `{}`", shared.name))
            .at(text.span, "in no record")
            .with_help("write a value as it is in the data, a range such as `20-39`, or a group of the hierarchy"))
    })?;
    codes.sort_unstable();
    codes.dedup();
    Ok(Wanted::Among(codes))
}
