//! All cells of a table: each combination of values, groups and totals that has a record.

use crate::nodes::Nodes;
use ridotto_core::class::Tally;
use ridotto_core::{Code, CodeColumn};

/// The cells of a table that are not empty, the finest first.
#[derive(Debug)]
pub struct Cube {
    /// How many dimensions there are.
    dimensions: usize,
    /// For each cell its level and node in each dimension.
    places: Vec<(u8, Code)>,
    /// For each cell how many records it counts.
    counts: Vec<u64>,
}

impl Cube {
    /// Counts records by the values of some columns, and adds up all totals. Records are looked at once:
    /// each combination of levels is made from the finest one.
    pub fn count(columns: &[CodeColumn<'_>], nodes: &[&Nodes], rows: usize) -> Self {
        let finest = Tally::count(columns, rows);
        let mut cube = Self { dimensions: nodes.len(), places: Vec::new(), counts: Vec::new() };
        for levels in combinations(nodes) {
            let at = || nodes.iter().zip(&levels);
            let up: Vec<&[Code]> = at().map(|(of, &level)| of.of_values(level)).collect();
            let values: Vec<usize> = at().map(|(of, &level)| of.count(level)).collect();
            cube.add(&finest.recode(&up, &values), &levels, nodes);
        }
        cube
    }

    fn add(&mut self, tally: &Tally, levels: &[usize], nodes: &[&Nodes]) {
        for cell in 0..tally.len() {
            let node = |at: usize| tally.code(cell, at);
            let places = levels.iter().enumerate().map(|(at, &level)| (level as u8, node(at)));
            let places: Vec<(u8, Code)> = places.collect();
            let shown = places.iter().zip(nodes);
            if shown.clone().all(|((level, node), of)| of.is_shown((*level).into(), *node)) {
                self.places.extend(places);
                self.counts.push(tally.counts()[cell]);
            }
        }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How many records each cell counts.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Where a cell is: its level and node in each dimension.
    pub fn place(&self, cell: usize) -> &[(u8, Code)] {
        &self.places[cell * self.dimensions..(cell + 1) * self.dimensions]
    }
}

/// Every combination of levels, the finest first.
fn combinations(nodes: &[&Nodes]) -> Vec<Vec<usize>> {
    nodes.iter().fold(vec![Vec::new()], |all, of| {
        let longer = |levels: Vec<usize>| {
            (0..of.levels()).map(move |level| levels.iter().copied().chain([level]).collect())
        };
        all.into_iter().flat_map(longer).collect()
    })
}
