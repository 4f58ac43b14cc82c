//! `[[require]]` and `[[mask]]`: tables whose keys depend on a name in them.
//!
//! If that name is wrong or must wait, the other keys cannot be judged and are left alone.

use super::reader::Reader;
use super::value::{self, Item};
use crate::code;
use crate::language::{self, MaskMethod, Model, Named};
use crate::policy::{Requirement, Rule};
use crate::problem::Problem;
use crate::span::Spanned;

/// All requirements; there must be one.
pub(super) fn requirements(root: &mut Reader<'_>) -> Option<Vec<Requirement>> {
    let items = root.tables("require");
    let tried = root.item("require").is_some_and(|(_, item)| !empty_list(item));
    if items.is_empty() && !tried {
        root.report(
            Problem::error(
                code::NOTHING_REQUIRED,
                "the policy requires nothing, so that any release would satisfy it",
            )
            .at(root.key_span("require"), "empty")
            .with_help("add a table `[[require]]` with `model = \"k-anonymity\"` and `k = 5`"),
        );
    }
    value::all(items.into_iter().map(|item| requirement(item, root)))
}

fn empty_list(item: &Item<'_>) -> bool {
    item.get_ref().as_array().is_some_and(|items| items.is_empty())
}

fn requirement(item: &Item<'_>, root: &mut Reader<'_>) -> Option<Requirement> {
    let mut at = root.inside(item, &language::REQUIRE)?;
    at.require("model");
    let model = at.choice::<Model>("model")?;
    if *model != Model::KAnonymity {
        later(model, &mut at);
        return None;
    }
    let rule = k_anonymity(&mut at);
    at.finish();
    Some(Requirement { span: model.span?, rule: rule? })
}

fn k_anonymity(at: &mut Reader<'_>) -> Option<Rule> {
    at.require("k");
    let (_, item) = at.item("k")?;
    if let Some(mut own) = at.inside(item, &language::OWN_K) {
        own.require("column");
        own.finish();
        return None;
    }
    let k = at.integer("k", &language::K)?;
    Some(Rule::KAnonymity { k: k.map(u64::from) })
}

/// Masking steps are known by name; none can be done yet.
pub(super) fn masks(root: &mut Reader<'_>) {
    for item in root.tables("mask") {
        let Some(mut at) = root.inside(item, &language::MASK) else { continue };
        at.require("method");
        if let Some(method) = at.choice::<MaskMethod>("method") {
            later(method, &mut at);
        }
    }
}

/// Refuses a name that the tables allow but no code reads yet.
fn later<T: Named + ToString>(name: Spanned<T>, at: &mut Reader<'_>) {
    at.report(value::comes_later(&name.value.to_string(), name.span));
}
