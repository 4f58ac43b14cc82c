//! A private table as a page draws it: what is published, and nothing else.

use super::{Counted, Noisy};
use crate::outline::{dimension, made};
use crate::plan::Plan;
use crate::space::Key;
use ridotto_report::page::{DrawnCell, DrawnTable, DrawnTables, Fate};

/// Cells of a table that are drawn at most.
const CELLS: usize = 4_000;

impl Noisy {
    /// The table in rows and columns.
    pub fn drawing(&self, plan: &Plan, data: &Counted) -> DrawnTables {
        let (mut dimensions, mut places) = (Vec::new(), Vec::new());
        for (at, (name, _)) in plan.dimensions.iter().enumerate() {
            let (drawn, of_nodes) = dimension(name, data.space.nodes(at));
            dimensions.push(drawn);
            places.push(of_nodes);
        }
        // The coarsest lines stand last.
        let first = self.order.len().saturating_sub(CELLS);
        let node = |cell: u32, at: usize| data.space.node(Key::from(cell), at) as usize;
        let cell = |&cell: &u32| DrawnCell {
            place: places.iter().enumerate().map(|(at, of)| of[node(cell, at)]).collect(),
            fate: Fate::Changed,
            value: self.values[cell as usize].to_string(),
            ..DrawnCell::default()
        };
        let table = DrawnTable {
            name: String::new(),
            about: "records".to_owned(),
            cells: self.order[first..].iter().map(cell).collect(),
            dimensions,
            left_out: first as u64,
        };
        DrawnTables { tables: vec![table], made: made(plan), ..DrawnTables::default() }
    }
}
