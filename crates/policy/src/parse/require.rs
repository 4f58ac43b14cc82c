//! `[[require]]`: tables whose keys depend on their model.
//!
//! If that name is wrong or must wait, the other keys cannot be judged and are left alone.

use super::reader::Reader;
use super::value::{self, Item};
use crate::code;
use crate::language::{self, Kind};
use crate::requirement::{About, Requirement, Scope};
use ridotto_catalogue::{Definition, Family, Given, Problem, Sort, Spanned};

/// All requirements; there must be one.
pub(super) fn requirements(root: &mut Reader<'_>, kind: Kind) -> Option<Vec<Requirement>> {
    let items = root.tables("require");
    let example = match kind {
        Kind::Microdata => "`model = \"k-anonymity\"` and `k = 5`",
        Kind::Table => "`model = \"minimum-frequency\"` and `n = 3`",
    };
    let tried = root.item("require").is_some_and(|(_, item)| !empty_list(item));
    let says_owner = kind == Kind::Table && (owner_says(root) || method_says(root));
    if items.is_empty() && !tried && !searches_nothing(root) && !says_owner {
        root.report(
            Problem::error(
                code::NOTHING_REQUIRED,
                "the policy requires nothing, so that any release would satisfy it",
            )
            .at(root.key_span("require"), "empty")
            .with_help(format!("add a table `[[require]]` with {example}")),
        );
    }
    value::all(items.into_iter().map(|item| requirement(item, root, kind)))
}

/// Whether the owner says of single cells which are sensitive: in a file, or beside cells that are given.
fn owner_says(root: &Reader<'_>) -> bool {
    let is_status = |item: &Item| item.get("role").and_then(Item::as_text) == Some("status");
    let attributes = root.peek("attributes").and_then(Item::as_table).unwrap_or_default();
    let has_file = root.peek("release").is_some_and(|release| release.get("apriori").is_some());
    has_file || attributes.iter().any(|(_, item)| is_status(item))
}

/// Whether the method of tables promises something by itself: one whose noise is for an epsilon.
fn method_says(root: &Reader<'_>) -> bool {
    let method = root.peek("release").and_then(|release| release.get("method"));
    let Some(name) = method.and_then(Item::as_text) else { return false };
    let of = root.entries().named(Sort::Method, name);
    of.is_some_and(|of| of.entry().parameter("epsilon").is_some())
}

/// Whether the release is what masking steps make of the data, which may promise nothing.
fn searches_nothing(root: &Reader<'_>) -> bool {
    let algorithm = root.peek("release").and_then(|release| release.get("algorithm"));
    let Some(name) = algorithm.and_then(Item::as_text) else { return false };
    let of = root.entries().named(Sort::Algorithm, name);
    let facts = of.and_then(|of| of.entry().algorithm());
    facts.is_some_and(|facts| facts.family == Family::Nothing)
}

fn empty_list(item: &Item) -> bool {
    item.as_list().is_some_and(<[Item]>::is_empty)
}

fn requirement(item: &Item, root: &mut Reader<'_>, kind: Kind) -> Option<Requirement> {
    let model = model(item, root)?;
    if model.kind() != kind.name() {
        let name = model.entry().name;
        let message = format!("`{name}` is a requirement of `kind = \"{}\"`", model.kind());
        root.report(
            Problem::error(code::CONTRADICTION, message)
                .at(item.span, format!("not of `kind = \"{kind}\"`"))
                .with_help("ask for another model, or say another `kind` at the top"),
        );
        return None;
    }
    let mut at = root.of_entry(item, model, &language::REQUIRE)?;
    let given = at.given(model, "model");
    let scope = given.as_ref().and_then(|given| scope(given, &mut at));
    at.finish();
    let (given, scope) = (given?, scope?);
    Some(Requirement { span: given.span()?, about: about(&given), given, scope })
}

/// The model that a table names.
fn model(item: &Item, root: &mut Reader<'_>) -> Option<&'static dyn Definition> {
    let mut at = root.inside(item, &language::REQUIRE)?;
    at.require("model");
    at.entry("model", Sort::Model)
}

fn scope(given: &Given, at: &mut Reader<'_>) -> Option<Scope> {
    let has = |name: &str| given.entry().parameter(name).is_some();
    let over = has("over").then(|| given.get("over")).flatten();
    let every = has("every").then(|| given.whole_if_given("every")).flatten();
    match (over, every) {
        (None, None) => Some(Scope::All),
        (None, Some(every)) => {
            let value = every.try_into().ok()?;
            Some(Scope::Every(Spanned { value, span: given.at("every") }))
        }
        (Some(_), None) if given.texts("over").is_empty() => {
            at.report(
                Problem::error(code::CONTRADICTION, "`over` names no quasi-identifier")
                    .at(at.key_span("over"), "empty")
                    .with_help("name some, or remove the key: then all count"),
            );
            None
        }
        (Some(_), None) => Some(Scope::Over(given.texts("over").to_vec())),
        (Some(_), Some(_)) => {
            at.report(
                Problem::error(code::CONTRADICTION, "`over` and `every` exclude one another")
                    .at(given.at("every"), "the second of them")
                    .with_help("write two requirements"),
            );
            None
        }
    }
}

/// The sensitive attributes that the requirement is about.
fn about(given: &Given) -> Option<About> {
    given.entry().parameter("attribute")?;
    Some(About { names: given.texts("attribute").to_vec(), jointly: given.is("jointly") })
}

/// A key that may be absent; `None` if it is there and wrong.
#[expect(clippy::option_option, reason = "absent and wrong are two things")]
pub(super) fn optional<T>(
    at: &mut Reader<'_>,
    name: &'static str,
    read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
) -> Option<Option<T>> {
    let written = at.item(name).is_some();
    if written { read(at).map(Some) } else { Some(None) }
}

#[cfg(test)]
mod tests {
    use crate::{Entries, Policy};

    /// A table of which the owner says what is sensitive needs no rule; any other does.
    #[test]
    fn the_owner_may_say_what_is_sensitive() {
        let codes = |more: &str| -> Vec<&'static str> {
            let text = format!(
                "version = 1\nkind = \"table\"\n[data]\ncells = true\n[attributes.town]\nrole = \"dimension\"\n{more}\n\
                 [[table]]\ndimensions = [\"town\"]\n"
            );
            let read = Policy::parse("p.toml", &text, &Entries::default());
            read.err()
                .map_or_else(Vec::new, |error| error.problems().iter().map(|it| it.code).collect())
        };
        let nothing = "policy::nothing-required";
        assert!(codes("").contains(&nothing));
        assert!(!codes("[attributes.state]\nrole = \"status\"").contains(&nothing));
        assert!(!codes("[release]\napriori = \"a.hst\"").contains(&nothing));
    }
}
