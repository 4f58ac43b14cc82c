//! The tables counted once more, in the plainest way: each combination of values is put into every cell
//! that it belongs to. The verifier compares what was written with that, so nothing of how cells are added
//! up is shared with it.

use crate::given::Sums;
use crate::plan::{Plan, Planned};
use crate::protect::{Data, Source};
use crate::space::Key;
use rustc_hash::FxHashMap;

/// Adds the records up by their cells, from the finest to the total.
pub fn recount(plan: &Plan, data: &Data, table: &Planned) -> FxHashMap<Key, Sums> {
    let records = match &data.source {
        Source::Records(records) => records,
        Source::Cells(given) => return given.sums(&data.space, table),
    };
    let columns = data.columns(plan, &table.dimensions);
    let mut finest: FxHashMap<Vec<u32>, Sums> = FxHashMap::default();
    for row in 0..records.rows {
        let values = columns.iter().map(|(_, of)| of.codes.get(row)).collect();
        let (sum, count) = finest.entry(values).or_default();
        *sum += records.adds(table.measure, row);
        *count += records.adds(0, row);
    }
    let mut all: FxHashMap<Key, Sums> = FxHashMap::default();
    for (values, (sum, count)) in finest {
        let mut cells = vec![data.space.total()];
        for (&(dimension, _), value) in columns.iter().zip(values) {
            let nodes = data.space.nodes(dimension);
            let up: Vec<u32> =
                std::iter::successors(Some(value), |&node| nodes.parent(node)).collect();
            let with =
                |key: Key| up.iter().map(move |&node| (key, node)).collect::<Vec<(Key, u32)>>();
            let pairs: Vec<(Key, u32)> = cells.into_iter().flat_map(with).collect();
            cells = pairs
                .into_iter()
                .map(|(key, node)| data.space.with(key, dimension, node))
                .collect();
        }
        for cell in cells {
            let (all_sum, all_count) = all.entry(cell).or_default();
            *all_sum += sum;
            *all_count += count;
        }
    }
    all
}
