//! The tables counted once more, in the plainest way: each record is put into every cell that it belongs
//! to, by the texts that stand there. The verifier compares what was written with that, so nothing of
//! how cells are added up is shared with it.

use crate::nodes::Nodes;
use ridotto_core::{Code, CodeColumn};
use std::collections::HashMap;

/// The texts of a line, and how many records it counts.
pub type Lines = HashMap<Vec<Option<String>>, u64>;

/// Puts each record of some columns into all of its cells.
pub fn recount(columns: &[CodeColumn<'_>], nodes: &[&Nodes], rows: usize) -> Lines {
    let mut lines = Lines::new();
    for row in 0..rows {
        let mut cells: Vec<Vec<Option<String>>> = vec![Vec::new()];
        for (column, of) in columns.iter().zip(nodes) {
            let shown = shown(of, column.codes.get(row));
            let with = |cell: &Vec<Option<String>>| {
                let cell = cell.clone();
                shown.iter().map(move |text| [&cell[..], std::slice::from_ref(text)].concat())
            };
            cells = cells.iter().flat_map(with).collect();
        }
        for cell in cells {
            *lines.entry(cell).or_default() += 1;
        }
    }
    lines
}

/// What a value shows at each of its levels that has a line of its own.
fn shown(nodes: &Nodes, value: Code) -> Vec<Option<String>> {
    let at = |level: usize| (level, nodes.of_values(level)[value as usize]);
    (0..nodes.levels())
        .map(at)
        .filter(|&(level, node)| nodes.is_shown(level, node))
        .map(|(level, node)| nodes.label(level, node).map(str::to_owned))
        .collect()
}
