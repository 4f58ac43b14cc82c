//! Cells of a release that a spreadsheet would run: said, and escaped if the policy says so.

use crate::{Output, Written};
use ridotto_core::count::{counted, grouped};

/// How a release of a policy is told to escape them.
const HOW: &str = "`formulas = \"escape\"` in `[output]`";

/// What a reader must know about such cells: how many there are and in which columns, and never one;
/// and how they are escaped.
pub(crate) fn note(
    written: &Written<'_, impl Output>,
    how: Option<&'static str>,
) -> Option<String> {
    let how = how.unwrap_or(HOW);
    let Written { output, staged, order } = written;
    if !staged.may_have_formulas() {
        return None;
    }
    let cells = ridotto_table::formulas(&output.columns(), order);
    let all: u64 = cells.iter().sum();
    let named = output.names().into_iter().zip(&cells).filter(|(_, cells)| **cells > 0);
    let named: Vec<String> = named.map(|(name, _)| format!("`{name}`")).collect();
    let begin = if all == 1 { "begins" } else { "begin" };
    let what = format!(
        "{} in {} {begin} as a formula does, with `=`, `+`, `-` or `@`",
        counted(all, "cell", "cells"),
        named.join(", ")
    );
    match (all, staged.escapes_formulas()) {
        (0, _) => None,
        (_, true) => Some(format!("{what}, and got an apostrophe in front")),
        (_, false) => Some(format!(
            "{what}: a spreadsheet may run {}; say {how}",
            if all == 1 { "it".to_owned() } else { format!("all {}", grouped(all)) }
        )),
    }
}
