//! From a table to its file.

use super::Jj;
use std::fmt::Write;

pub(super) fn write(table: &Jj) -> String {
    let mut text = format!("0\n{}\n", table.cells.len());
    for (at, cell) in table.cells.iter().enumerate() {
        let (status, (low, high)) = (cell.status.letter(), cell.bounds);
        let levels = [cell.lower_level, cell.upper_level, cell.sliding_level];
        let [lower, upper, sliding] = levels;
        let (value, cost) = (cell.value, cell.cost);
        let line = format!("{at} {value} {cost} {status} {low} {high} {lower} {upper} {sliding}\n");
        text.push_str(&line);
    }
    text.push_str(&format!("{}\n", table.relations.len()));
    for sum in &table.relations {
        _ = write!(text, "0 {} : {} (-1)", sum.parts.len() + 1, sum.total);
        for part in &sum.parts {
            _ = write!(text, " {part} (1)");
        }
        text.push('\n');
    }
    text
}
