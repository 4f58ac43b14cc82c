//! Groups that somebody else found, as a start of the search.
//!
//! They are numbers of rows, and the search knows units. Where a start parts rows that are alike, so
//! does the search: the start's numbers then are one more column of the units, and each part is a unit
//! of its own.

use super::partition::Partition;
use crate::local::SUPPRESSED;
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::{Code, CodeColumn, Codes};

/// The units of a table, where they come from, and what each start makes of them.
pub(super) struct Units {
    pub tally: Tally,
    /// The unit of each row.
    pub unit_of: Vec<u32>,
    /// The group of each unit, start by start.
    pub starts: Vec<Vec<u32>>,
}

impl Units {
    /// # Panics
    /// If a start has not a number for each row.
    pub(super) fn new(columns: &[CodeColumn<'_>], rows: usize, from: &[&[u32]]) -> Self {
        assert!(from.iter().all(|groups| groups.len() == rows), "a group for each row");
        let tally = Tally::count(columns, rows);
        let unit_of = number_rows(&tally, columns, rows);
        let starts: Vec<_> =
            from.iter().map(|groups| of_units(groups, &unit_of, tally.len())).collect();
        if starts.iter().all(Option::is_some) {
            return Self { tally, unit_of, starts: starts.into_iter().flatten().collect() };
        }
        let parting = from.iter().zip(&starts).filter(|(_, start)| start.is_none());
        let codes: Vec<(Codes, usize)> = parting.map(|(groups, _)| coded(groups)).collect();
        let mut columns = columns.to_vec();
        columns.extend(codes.iter().map(|(codes, values)| CodeColumn { codes, values: *values }));
        let tally = Tally::count(&columns, rows);
        let unit_of = number_rows(&tally, &columns, rows);
        let start = |groups: &&[u32]| of_units(groups, &unit_of, tally.len());
        let starts = from.iter().filter_map(start).collect();
        Self { tally, unit_of, starts }
    }
}

/// The group of each unit; `None` if rows of a unit are in several.
fn of_units(groups: &[u32], unit_of: &[u32], units: usize) -> Option<Vec<u32>> {
    let mut of: Vec<Option<u32>> = vec![None; units];
    for (&group, &unit) in groups.iter().zip(unit_of) {
        if *of[unit as usize].get_or_insert(group) != group {
            return None;
        }
    }
    of.into_iter().collect()
}

/// A start's numbers as a column, and the number of its values.
fn coded(groups: &[u32]) -> (Codes, usize) {
    let of = |group: u32| if group == SUPPRESSED { 0 } else { group + 1 };
    let codes: Vec<Code> = groups.iter().map(|&group| of(group)).collect();
    let values = codes.iter().max().map_or(0, |&most| most as usize + 1);
    (Codes::from_codes(&codes, values), values)
}

/// The groups of units, and the units that are in none.
pub(super) fn parted(group_of: &[u32]) -> (Partition, Vec<u32>) {
    let mut units: Vec<(u32, u32)> = group_of.iter().copied().zip(0..).collect();
    units.sort_unstable();
    let kept = units.partition_point(|pair| pair.0 != SUPPRESSED);
    let gone = units[kept..].iter().map(|pair| pair.1).collect();
    let groups: Vec<Vec<u32>> = units[..kept]
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| same.iter().map(|pair| pair.1).collect())
        .collect();
    (groups.iter().map(Vec::as_slice).collect(), gone)
}
