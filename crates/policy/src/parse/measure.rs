//! `[[measure]]` and `[quality]`

use super::reader::Reader;
use super::value::{self, Item, Read, Written, all, wrong_type};
use crate::code;
use crate::language::{self, Key, Measured};
use crate::measure::{Asked, Condition, Measure, Quality, Query, Relation, Says, Timely};
use ridotto_catalogue::{Problem, Spanned};

/// All that is to be measured.
pub(super) fn measures(root: &mut Reader<'_>) -> Option<Vec<Measure>> {
    let items = root.tables("measure");
    let is_list = root.item("measure").is_some_and(|(_, item)| item.is_list());
    if items.is_empty() && is_list {
        root.report(nothing(root, "measure", "write a table `[[measure]]`, or remove the key"));
    }
    all(items.into_iter().map(|item| measure(item, root)))
}

fn measure(item: &Item, root: &mut Reader<'_>) -> Option<Measure> {
    let mut at = root.inside(item, &language::MEASURE)?;
    at.require("what");
    at.require("queries");
    let what = at.choice::<Measured>("what");
    let items = at.tables("queries");
    if items.is_empty() && at.item("queries").is_some_and(|(_, item)| item.is_list()) {
        at.report(nothing(&at, "queries", "ask something: `queries = [{ mean = \"pay\" }]`"));
    }
    let queries = all(items.into_iter().map(|item| query(item, &mut at)));
    at.finish();
    let (Measured::Queries, queries) = (*what?, queries?);
    Some(Measure::Queries(queries))
}

/// What good data would be like.
pub(super) fn quality(at: &mut Reader<'_>) -> Option<Quality> {
    let valid = conditions(at, "valid", "leave it out if every value is allowed");
    let timely = match at.table("timely") {
        Some(item) => timely(item, at).map(Some),
        None => Some(None),
    };
    let items = at.tables("consistent");
    let consistent = all(items.into_iter().map(|item| relation(item, at)));
    let truth = at.text("truth");
    Some(Quality { valid: valid?, timely: timely?, consistent: consistent?, truth })
}

fn timely(item: &Item, root: &mut Reader<'_>) -> Option<Timely> {
    let mut at = root.inside(item, &language::TIMELY)?;
    at.require("attribute");
    at.require("within");
    let (attribute, today) = (at.text("attribute"), at.text("today"));
    let within = at.integer("within", &language::DAYS);
    at.finish();
    Some(Timely { attribute: attribute?, within: within?, today })
}

fn relation(item: &Item, root: &mut Reader<'_>) -> Option<Relation> {
    let mut at = root.inside(item, &language::RELATION)?;
    at.require("attribute");
    let attribute = at.text("attribute");
    let says = match (at.text("at-most"), at.text("determines")) {
        (Some(other), None) => Some(Says::AtMost(other)),
        (None, Some(other)) => Some(Says::Determines(other)),
        (both, _) => {
            let span = both.map_or(item.span, |both| both.span);
            at.report(
                Problem::error(code::CONTRADICTION, "a relation says one thing of two attributes")
                    .at(span, "`at-most` or `determines`, and not both")
                    .with_help("for example `{ attribute = \"zip\", determines = \"town\" }`"),
            );
            None
        }
    };
    at.finish();
    Some(Relation { attribute: attribute?, says: says? })
}

fn nothing(at: &Reader<'_>, key: &str, help: &str) -> Problem {
    Problem::error(code::OUT_OF_RANGE, format!("`{key}` names nothing"))
        .at(at.key_span(key), "empty")
        .with_help(help)
}

fn query(item: &Item, root: &mut Reader<'_>) -> Option<Query> {
    let mut at = root.inside(item, &language::QUERY)?;
    let (name, sum, mean) = (at.text("name"), at.text("sum"), at.text("mean"));
    let conditions = conditions(&mut at, "where", "leave it out to ask about all records");
    let asked = match (sum, mean) {
        (None, None) => Some(Asked::Count),
        (Some(sum), None) => Some(Asked::Sum(sum)),
        (None, Some(mean)) => Some(Asked::Mean(mean)),
        (Some(sum), Some(_)) => {
            at.report(
                Problem::error(code::CONTRADICTION, "a query asks for a `sum` and for a `mean`")
                    .at(sum.span, "one of the two")
                    .with_help("write two queries"),
            );
            None
        }
    };
    at.finish();
    Some(Query { name, asked: asked?, conditions: conditions? })
}

/// For each attribute what it may be, in the order written.
fn conditions(at: &mut Reader<'_>, name: &'static str, help: &str) -> Option<Vec<Condition>> {
    let Some((key, item)) = at.item(name) else { return Some(Vec::new()) };
    let Written::Table(table) = &item.value else {
        at.report(wrong_type(key, "a table from attributes to values", item));
        return None;
    };
    if table.is_empty() {
        at.report(nothing(at, name, help));
        return None;
    }
    all(table.iter().map(|(name, item)| {
        Some(Condition { attribute: name.clone(), among: at.keep(among(key, item))? })
    }))
}

fn among(key: &Key, item: &Item) -> Result<Vec<Spanned<String>>, Problem> {
    match &item.value {
        Written::List(items) if items.is_empty() => {
            Err(Problem::error(code::OUT_OF_RANGE, "a condition that nothing meets")
                .at(item.span, "no values in here")
                .with_help(format!("for example `{} = {}`", key.name, key.example)))
        }
        Written::List(items) => items.iter().map(|item| value::text(key, item)).collect(),
        _ => Ok(vec![one(key, item)?]),
    }
}

/// A value in quotes, or a number without.
fn one(key: &Key, item: &Item) -> Read<String> {
    match &item.value {
        Written::Whole(_) | Written::Number(_) => {
            Ok(value::decimal(key, item)?.map(|number| number.to_string()))
        }
        Written::Text(_) => value::text(key, item),
        _ => Err(wrong_type(key, "a value, a range or a list of them", item)),
    }
}
