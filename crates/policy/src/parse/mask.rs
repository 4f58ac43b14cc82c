//! `[[mask]]`: tables whose keys depend on their method.
//!
//! If the method is wrong or must wait, the other keys cannot be judged and are left alone.

use super::reader::Reader;
use super::value::{Item, all};
use crate::code;
use crate::language;
use crate::mask::Mask;
use ridotto_catalogue::{Definition, Problem, Sort};

/// All steps, in the order written.
pub(super) fn masks(root: &mut Reader<'_>) -> Option<Vec<Mask>> {
    let items = root.tables("mask");
    let written = root.item("mask").is_some_and(|(_, item)| !item.is_list());
    let empty = items.is_empty() && !written && root.key_span("mask").is_some();
    if empty {
        root.report(
            Problem::error(code::OUT_OF_RANGE, "`mask` has no step")
                .at(root.key_span("mask"), "empty")
                .with_help("write a table `[[mask]]` for each step, or remove the key"),
        );
    }
    all(items.into_iter().map(|item| mask(item, root)))
}

fn mask(item: &Item, root: &mut Reader<'_>) -> Option<Mask> {
    let step = step(item, root)?;
    let mut at = root.of_entry(item, step, &language::MASK)?;
    let given = at.given(step, "method");
    at.finish();
    Mask::new(given?)
}

/// The step that a table names.
fn step(item: &Item, root: &mut Reader<'_>) -> Option<&'static dyn Definition> {
    let mut at = root.inside(item, &language::MASK)?;
    at.require("method");
    at.entry("method", Sort::Step)
}
