//! Cells of a release that a spreadsheet would run: said, and escaped if the policy says so.

use crate::output::OutputColumn;
use ridotto_core::count::{counted, grouped};
use ridotto_table::{OutColumn, StagedTable};

/// How a release of a policy is told to escape them.
pub(crate) const BY_POLICY: &str = "`formulas = \"escape\"` in `[output]`";

/// What a reader must know about such cells: how many there are and in which columns, and never one;
/// and `how` they are escaped.
pub(crate) fn note(
    staged: &dyn StagedTable,
    columns: &[OutputColumn<'_>],
    order: &[u32],
    how: &str,
) -> Option<String> {
    if !staged.may_have_formulas() {
        return None;
    }
    let written: Vec<OutColumn<'_>> = columns.iter().map(OutputColumn::to_write).collect();
    let cells = ridotto_io::formulas(&written, order);
    let all: u64 = cells.iter().sum();
    let named = columns.iter().zip(&cells).filter(|(_, cells)| **cells > 0);
    let named: Vec<String> = named.map(|(column, _)| format!("`{}`", column.name)).collect();
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
