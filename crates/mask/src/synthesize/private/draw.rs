//! Records from private tables.

use super::Domain;
use super::measure::{Edge, Measured};
use rand::RngExt;
use rayon::prelude::*;
use ridotto_core::Series;
use ridotto_numbers::Dice;
use std::sync::Arc;

/// Rows that are drawn from one stream.
const BLOCK: usize = 1 << 12;

/// Shares added up, so that a random number finds its cell by halving.
struct Wheel(Vec<f64>);

impl Wheel {
    /// Of a table; if it is empty of another one.
    fn new(table: &[f64], otherwise: &[f64]) -> Self {
        let source = if table.iter().sum::<f64>() > 0.0 { table } else { otherwise };
        let mut sum = 0.0;
        let add = |count: &f64| {
            sum += count;
            sum
        };
        Self(source.iter().map(add).collect())
    }

    fn turn(&self, share: f64) -> u32 {
        let whole = self.0.last().copied().unwrap_or(0.0);
        let place = self.0.partition_point(|&sum| sum <= share * whole);
        place.min(self.0.len() - 1) as u32
    }
}

/// An attribute that is drawn given another: a wheel for each cell of that.
struct Branch {
    parent: usize,
    child: usize,
    wheels: Vec<Wheel>,
}

/// Draws records, from the first attribute outwards along the tree.
pub(super) fn draw(
    measured: &Measured,
    domains: &[Domain],
    records: usize,
    names: impl Iterator<Item = Arc<str>>,
    dice: &Dice,
) -> Vec<Series> {
    let branches = branches(measured);
    let first = Wheel::new(&measured.tables[0], &[1.0]);
    let block = |block: usize| -> Vec<Vec<u32>> {
        let mut stream = dice.stream(block as u64);
        let rows = BLOCK.min(records - block * BLOCK);
        let mut cells = vec![Vec::with_capacity(rows); domains.len()];
        cells[0].extend((0..rows).map(|_| first.turn(stream.random())));
        for branch in &branches {
            let given = std::mem::take(&mut cells[branch.parent]);
            let turn = |&cell: &u32| branch.wheels[cell as usize].turn(stream.random());
            cells[branch.child] = given.iter().map(turn).collect();
            cells[branch.parent] = given;
        }
        cells
    };
    let blocks: Vec<Vec<Vec<u32>>> =
        (0..records.div_ceil(BLOCK)).into_par_iter().map(block).collect();
    let values = |(at, (domain, name)): (usize, (&Domain, Arc<str>))| {
        let cells: Vec<u32> = blocks.iter().flat_map(|block| &block[at]).copied().collect();
        let mut stream = dice.part(0).stream(at as u64);
        Series { name, values: domain.values(&cells, &mut stream) }
    };
    domains.iter().zip(names).enumerate().map(values).collect()
}

/// Branches so that each comes behind the one to its parent.
fn branches(measured: &Measured) -> Vec<Branch> {
    let mut known = vec![false; measured.tables.len()];
    known[0] = true;
    let mut branches = Vec::new();
    while branches.len() < measured.edges.len() {
        let next = measured.edges.iter().find(|edge| known[edge.first] != known[edge.second]);
        let Some(edge) = next else { break };
        let branch = branch(edge, known[edge.first], &measured.tables);
        known[branch.child] = true;
        branches.push(branch);
    }
    branches
}

fn branch(edge: &Edge, forward: bool, tables: &[Vec<f64>]) -> Branch {
    let width = tables[edge.second].len();
    let (parent, child) =
        if forward { (edge.first, edge.second) } else { (edge.second, edge.first) };
    let wheel = |given: usize| {
        let cell = |at: usize| {
            if forward { edge.table[given * width + at] } else { edge.table[at * width + given] }
        };
        let row: Vec<f64> = (0..tables[child].len()).map(cell).collect();
        Wheel::new(&row, &tables[child])
    };
    Branch { parent, child, wheels: (0..tables[parent].len()).map(wheel).collect() }
}
