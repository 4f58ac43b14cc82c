//! `[attributes.NAME]`

use super::hierarchy::hierarchy;
use super::pseudonym::pseudonym;
use super::reader::Reader;
use super::value::{self, Item};
use crate::code;
use crate::hierarchy::HierarchySource;
use crate::language::{self, Role, ValueType};
use crate::policy::{Attribute, Order};
use ridotto_catalogue::{Decimal, Problem, Span, Spanned, Value};
use std::collections::BTreeSet;

/// The keys that only a quasi-identifier may have; a sensitive attribute may have the first.
const ONLY_QUASI: [&str; 4] = ["hierarchy", "min-level", "max-level", "importance"];

/// All attributes, in the order written.
pub(super) fn attributes(root: &mut Reader<'_>) -> Option<Vec<Attribute>> {
    let Some(item) = root.table("attributes") else { return Some(Vec::new()) };
    value::all(item.as_table()?.iter().map(|(name, item)| {
        let Some(at) = root.inside(item, &language::ATTRIBUTE) else {
            root.report(not_a_table(name, item));
            return None;
        };
        attribute(name.clone(), at)
    }))
}

fn not_a_table(name: &Spanned<String>, item: &Item) -> Problem {
    let message = format!("the attribute `{name}` takes a table, not a single value");
    Problem::error(code::WRONG_TYPE, message)
        .at(item.span, "not a table")
        .with_help(format!("write `{}`, and below it `role = …`", header(name)))
}

/// How a person writes the table of an attribute.
fn header(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(bare) {
        format!("[attributes.{name}]")
    } else {
        format!("[attributes.{name:?}]")
    }
}

fn attribute(name: Spanned<String>, at: Reader<'_>) -> Option<Attribute> {
    let mut at = at.called(format!("`{}`", header(&name)));
    if name.value.is_empty() {
        at.report(
            Problem::error(code::OUT_OF_RANGE, "an attribute has an empty name")
                .at(name.span, "no name")
                .with_help("every column has a name: say which one it is"),
        );
    }
    at.require("role");
    let roles = roles(&mut at);
    let role = roles.map(|(role, _)| role);
    let value_type = at.choice("type");
    let order = order(&mut at);
    let hierarchy = at.item("hierarchy").and_then(|(key, item)| hierarchy(key, item, &mut at));
    let min_level = at.integer("min-level", &language::LEVEL);
    let max_level = at.integer("max-level", &language::LEVEL);
    let importance = at.number("importance", &language::IMPORTANCE);
    let (depth, recode) = (at.integer("depth", &language::DEPTH), at.text("recode"));
    let pseudonym = pseudonym(&mut at);
    if let Some(role) = role {
        only_quasi_identifiers(role, &mut at);
        only_identifiers(role, &mut at);
        only_dimensions(role, &mut at);
    }
    at.report_all(levels(min_level, max_level));
    at.report_all(suits(value_type, hierarchy.as_ref()));
    at.report_all(runs(value_type, hierarchy.as_ref()));
    at.report_all(ordered(value_type, order.as_ref(), hierarchy.as_ref(), at.key_span("order")));
    at.finish();
    Some(Attribute {
        name,
        role: role?,
        also_sensitive: roles.is_some_and(|(_, also)| also),
        value_type,
        order,
        hierarchy,
        min_level: min_level.unwrap_or(Spanned::assumed(0)),
        max_level,
        importance: importance.unwrap_or(Spanned::assumed(Decimal::ONE)),
        depth,
        recode,
        pseudonym,
    })
}

/// The role; and whether a quasi-identifier is sensitive, too.
fn roles(at: &mut Reader<'_>) -> Option<(Spanned<Role>, bool)> {
    let (_, item) = at.item("role")?;
    if !item.is_list() {
        return at.choice("role").map(|role| (role, false));
    }
    let roles: Vec<Spanned<Role>> = at.list("role", "a role or a list of roles", value::choice)?;
    let span = item.span;
    let mut both: Vec<Role> = roles.iter().map(|role| role.value).collect();
    both.sort_unstable();
    match both[..] {
        [role] => Some((Spanned { value: role, span }, false)),
        [Role::QuasiIdentifier, Role::Sensitive] => {
            Some((Spanned { value: Role::QuasiIdentifier, span }, true))
        }
        _ => {
            let message = "only a quasi-identifier can be something else, too: sensitive";
            at.report(
                Problem::error(code::CONTRADICTION, message)
                    .at(span, "these roles do not go together")
                    .with_help("write one role, or `[\"quasi-identifier\", \"sensitive\"]`"),
            );
            None
        }
    }
}

/// The order of an ordinal attribute.
fn order(at: &mut Reader<'_>) -> Option<Spanned<Order>> {
    let (key, item) = at.item("order")?;
    let span = item.span;
    if !item.is_list() {
        let text = at.text("order")?;
        if *text == "hierarchy" {
            return Some(text.map(|_| Order::Hierarchy));
        }
        at.report(value::wrong_type(key, "a list of texts or \"hierarchy\"", item).with_help(
            "write the values from the first to the last: `order = [\"low\", \"high\"]`",
        ));
        return None;
    }
    let values = at.texts("order")?;
    let mut seen = BTreeSet::new();
    if let Some(twice) = values.iter().find(|value| !seen.insert(value.as_str())) {
        at.report(
            Problem::error(code::CONTRADICTION, "a value stands in the order twice")
                .at(twice.span, "listed before")
                .with_help("every value has one place: remove one of the two"),
        );
        return None;
    }
    if values.len() < 2 {
        at.report(
            Problem::error(code::CONTRADICTION, "an order has at least two values")
                .at(span, "too few")
                .with_help("list all values from the first to the last"),
        );
        return None;
    }
    let values = values.into_iter().map(|value| value.value).collect();
    Some(Spanned { value: Order::Listed(values), span })
}

/// An ordinal attribute has an order, and no other has one.
fn ordered(
    value_type: Option<Spanned<ValueType>>,
    order: Option<&Spanned<Order>>,
    hierarchy: Option<&Spanned<HierarchySource>>,
    key: Option<Span>,
) -> Option<Problem> {
    let is_ordinal = value_type.is_some_and(|of| *of == ValueType::Ordinal);
    let lists = hierarchy.is_some_and(|of| of.states_values());
    match order {
        None if is_ordinal && key.is_none() => Some(
            Problem::error(code::MISSING_KEY, "an ordinal attribute needs an `order`")
                .at(value_type.and_then(|of| of.span), "in which order?")
                .with_help(
                    "add `order = [\"low\", \"medium\", \"high\"]`, or `order = \"hierarchy\"`: as the \
                     hierarchy lists them",
                ),
        ),
        Some(order) if !is_ordinal => Some(
            Problem::error(code::CONTRADICTION, "only an ordinal attribute has an `order`")
                .at(order.span, "not ordinal")
                .with_help("add `type = \"ordinal\"`, or remove the order"),
        ),
        Some(order) if order.value == Order::Hierarchy && !lists => Some(
            Problem::error(code::CONTRADICTION, "there is no hierarchy that lists the values")
                .at(order.span, "as which hierarchy?")
                .with_help("name a file or `groups` as the `hierarchy`, or list the values here"),
        ),
        _ => None,
    }
}

/// Only identifiers have pseudonyms: a pseudonym of another attribute would be a value that is
/// neither protected nor of use.
fn only_identifiers(role: Spanned<Role>, at: &mut Reader<'_>) {
    let Some(span) = at.key_span("pseudonym").filter(|_| *role != Role::Identifier) else { return };
    let message = format!("`pseudonym` is only for identifiers, but this one is `{role}`");
    at.report(
        Problem::error(code::WRONG_ROLE, message)
            .at(span, format!("has no meaning for `{role}`"))
            .with_help("remove it, or give the attribute the role `identifier`"),
    );
}

/// Values of dimensions alone are merged before anything is counted, and in one way.
fn only_dimensions(role: Spanned<Role>, at: &mut Reader<'_>) {
    let keys = ["depth", "recode"].map(|key| at.key_span(key).map(|span| (key, span)));
    if let [Some(_), Some((_, span))] = keys {
        let message = "`depth` and `recode` both say which values are merged";
        at.report(
            Problem::error(code::CONTRADICTION, message)
                .at(span, "also said by `depth`")
                .with_help("remove one of them; a file can close groups at any depth"),
        );
    }
    if *role == Role::Dimension {
        return;
    }
    for (key, span) in keys.into_iter().flatten() {
        let message = format!("`{key}` is only for dimensions, but this one is `{role}`");
        at.report(
            Problem::error(code::WRONG_ROLE, message)
                .at(span, format!("has no meaning for `{role}`"))
                .with_help("remove it, or give the attribute the role `dimension`"),
        );
    }
}

/// Only quasi-identifiers are generalised.
fn only_quasi_identifiers(role: Spanned<Role>, at: &mut Reader<'_>) {
    if *role == Role::QuasiIdentifier {
        return;
    }
    // A sensitive attribute's hierarchy says which of its values are alike.
    let skip = usize::from(matches!(*role, Role::Sensitive | Role::Dimension));
    for &key in &ONLY_QUASI[skip..] {
        let Some(span) = at.key_span(key) else { continue };
        let message = format!("`{key}` is only for quasi-identifiers, but this one is `{role}`");
        at.report(
            Problem::error(code::WRONG_ROLE, message)
                .at(span, format!("has no meaning for `{role}`"))
                .with_help("remove it, or give the attribute the role `quasi-identifier`"),
        );
    }
}

fn levels(min: Option<Spanned<u32>>, max: Option<Spanned<u32>>) -> Option<Problem> {
    let (min, max) = (min?, max?);
    (*min > *max).then(|| {
        let message = format!("`min-level` is {min} and above `max-level`, which is {max}");
        Problem::error(code::CONTRADICTION, message)
            .at(min.span, format!("{} too high", *min - *max))
            .with_help(format!("no level lies between; write `min-level = {max}` or less"))
    })
}

/// Intervals need numbers or an order, and months need dates.
fn suits(
    value_type: Option<Spanned<ValueType>>,
    hierarchy: Option<&Spanned<HierarchySource>>,
) -> Option<Problem> {
    let (value_type, hierarchy) = (value_type?, hierarchy?);
    let HierarchySource::Built(given) = &hierarchy.value else { return None };
    let facts = given.entry().builder().filter(|facts| !facts.needs.is_empty())?;
    let (suitable, needed) = (facts.serves, facts.needs);
    (!suitable.contains(&value_type)).then(|| {
        let builder = hierarchy.name();
        let message = format!("`{builder}` needs {needed}, but the type is `{value_type}`");
        let types = value::listed(suitable.iter().map(|suitable| suitable.name()));
        Problem::error(code::CONTRADICTION, message)
            .at(hierarchy.span, format!("needs {needed}"))
            .with_help(format!("the type must be one of {types}; it is detected when absent"))
    })
}

/// Intervals of values in an order are runs of so many of them: there is nothing to measure from.
fn runs(
    value_type: Option<Spanned<ValueType>>,
    hierarchy: Option<&Spanned<HierarchySource>>,
) -> Vec<Problem> {
    let is_ordinal = value_type.is_some_and(|of| *of == ValueType::Ordinal);
    let source = hierarchy.map(|of| &of.value).filter(|_| is_ordinal);
    let Some(HierarchySource::Built(given)) = source else { return Vec::new() };
    let Some(Value::Numbers(widths)) = given.peek("intervals") else { return Vec::new() };
    let bounds = ["lower", "upper", "origin"].map(|key| (key, given.at(key)));
    let bounds = bounds.into_iter().filter_map(|(key, span)| {
        let message = format!("intervals of values in an order have no `{key}`");
        Some(
            Problem::error(code::CONTRADICTION, message)
                .at(Some(span?), "there is no number to compare with")
                .with_help(
                    "runs of values are counted from the first of the `order`; `groups` states \
                     others",
                ),
        )
    });
    let broken = widths.iter().filter(|width| !width.is_multiple_of(Decimal::ONE));
    let broken = broken.map(|width| {
        let message = format!("{width} values cannot be taken together");
        Problem::error(code::OUT_OF_RANGE, message)
            .at(width.span, "must be a whole number")
            .with_help("of values in an order, say how many are joined at each level: `[2, 4]`")
    });
    bounds.chain(broken).collect()
}
