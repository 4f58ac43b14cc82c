//! The cells of all tables as one system: what they are worth, who is in them, and which sums tie them.
//!
//! Cells that several tables have in common are one cell, so that what one table tells is known to who
//! protects another. A table of means shows two cells in each line, a sum and a count: both are hidden,
//! or none.

use crate::cube::Cube;
use crate::group::Groups;
use crate::plan::Plan;
use crate::space::{Key, Space};
use crate::tops::{Top, Tops};
use rayon::prelude::*;
use ridotto_audit::System;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// All cells, by measure and place.
#[derive(Debug)]
pub struct Cells {
    /// Where they are, the cells of the first measure before those of the second.
    pub index: Index,
    /// What ties them together.
    pub system: System,
    /// Their values, in the smallest unit of their measure.
    pub values: Vec<i64>,
    /// The same of contributions without their signs.
    pub magnitudes: Vec<i64>,
    /// How many contributors each has.
    pub contributors: Vec<u32>,
    /// Who contributes most to each.
    pub tops: Tops,
    /// What rules look at: magnitude and contributors of the shadow measure, if there is one.
    pub shadow: Option<(Vec<i64>, Tops)>,
    /// What it costs to hide each, where a column says it.
    pub costs: Vec<i64>,
    /// The lines of each table, in their order.
    pub tables: Vec<Vec<Line>>,
    /// Of each table the cells that give groups away, if that is asked for.
    pub groups: Vec<Groups>,
}

/// A line of a table: the cell that it shows, and the count beside a mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The cell.
    pub cell: u32,
    /// The count that is shown with it.
    pub count: Option<u32>,
}

/// Where cells are: numbers for pairs of a measure and a place.
#[derive(Debug, PartialEq, Eq)]
pub struct Index {
    keys: Vec<Key>,
    /// Where the cells of each measure end.
    ends: Vec<usize>,
}

impl Index {
    /// The index of some cells, each of which may be there several times.
    pub fn new(measures: usize, mut all: Vec<(usize, Key)>) -> Self {
        all.par_sort_unstable();
        all.dedup();
        let end = |measure: usize| all.partition_point(|(of, _)| *of <= measure);
        Self {
            ends: (0..measures).map(end).collect(),
            keys: all.into_iter().map(|it| it.1).collect(),
        }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The place of a cell.
    pub fn key(&self, cell: u32) -> Key {
        self.keys[cell as usize]
    }

    /// The measure of a cell.
    pub fn measure(&self, cell: u32) -> usize {
        self.ends.partition_point(|&end| end <= cell as usize)
    }

    /// The cells of a measure.
    pub fn of_measure(&self, measure: usize) -> Range<u32> {
        let start = if measure == 0 { 0 } else { self.ends[measure - 1] };
        start as u32..self.ends[measure] as u32
    }

    /// The cell of a measure at a place.
    pub fn find(&self, measure: usize, key: Key) -> Option<u32> {
        let Range { start, end } = self.of_measure(measure);
        let place = self.keys[start as usize..end as usize].binary_search(&key).ok()?;
        Some(start + place as u32)
    }

    /// What ties the cells together: a cell is the sum of those that are right below it in a dimension
    /// of its table. Cells that are not there are 0.
    pub fn system(&self, space: &Space, plan: &Plan) -> System {
        let mut relations: Vec<Vec<u32>> = Vec::new();
        let mut seen: FxHashSet<(u32, usize)> = FxHashSet::default();
        for (at, table) in plan.tables.iter().enumerate() {
            let is_linked = plan.tables.len() > 1 || at > 0;
            for measure in table.shown_measures() {
                let cells = self.of_measure(measure).into_par_iter();
                let of_cell = |cell| self.sums_at(space, (cell, measure), &table.dimensions, plan);
                let found: Vec<(usize, Vec<u32>)> = cells.flat_map_iter(of_cell).collect();
                let new = |(dimension, relation): &(usize, Vec<u32>)| {
                    !is_linked || seen.insert((relation[0], *dimension))
                };
                relations.extend(found.into_iter().filter(new).map(|(_, relation)| relation));
            }
        }
        System::new(self.len(), relations)
    }

    /// The sums that a cell of a table is, by dimension: the cell, and its parts.
    fn sums_at(
        &self,
        space: &Space,
        (cell, measure): (u32, usize),
        dimensions: &[usize],
        plan: &Plan,
    ) -> Vec<(usize, Vec<u32>)> {
        let key = self.key(cell);
        let is_outside = |at: &usize| {
            !dimensions.contains(at) && space.node(key, *at) != space.nodes(*at).total()
        };
        if (0..plan.dimensions.len()).any(|at| is_outside(&at)) {
            return Vec::new();
        }
        let sum = |&dimension: &usize| {
            let children = space.nodes(dimension).children(space.node(key, dimension));
            let part = |&node: &u32| self.find(measure, space.with(key, dimension, node));
            let parts = children.iter().filter_map(part);
            (!children.is_empty()).then(|| (dimension, [cell].into_iter().chain(parts).collect()))
        };
        dimensions.iter().filter_map(sum).collect()
    }
}

impl Cells {
    /// The cells of the tables of a plan, each of which was counted.
    pub fn new(plan: &Plan, space: &Space, cubes: &[Cube]) -> Self {
        let tables = || plan.tables.iter().zip(cubes);
        let shown = tables().flat_map(|(table, cube)| {
            let measures = table.shown_measures();
            measures.flat_map(|measure| cube.keys.iter().map(move |&key| (measure, key)))
        });
        let index = Index::new(plan.measures.len(), shown.collect());
        let system = index.system(space, plan);
        let mut cells = Self {
            values: vec![0; index.len()],
            magnitudes: vec![0; index.len()],
            contributors: vec![0; index.len()],
            tops: Tops::of_cells(plan.most(), index.len()),
            shadow: plan
                .shadow
                .map(|_| (vec![0; index.len()], Tops::of_cells(plan.most(), index.len()))),
            costs: Vec::new(),
            tables: Vec::new(),
            groups: Vec::new(),
            system,
            index,
        };
        for (table, cube) in tables() {
            for measure in table.shown_measures() {
                cells.fill(plan, cube, measure);
            }
            let lines = cells.lines(space, cube, table.measure, table.is_mean);
            cells.tables.push(lines);
        }
        cells
    }

    /// Takes over what a cube knows of the cells of a measure.
    fn fill(&mut self, plan: &Plan, cube: &Cube, measure: usize) {
        if let crate::plan::Cost::Measure(_) = plan.cost {
            self.costs.resize(self.index.len(), 0);
        }
        for (at, &key) in cube.keys.iter().enumerate() {
            let cell = self.index.find(measure, key).expect("every cell of a table has a number");
            let cell = cell as usize;
            self.values[cell] = cube.sum(at, measure);
            self.magnitudes[cell] = cube.magnitude(at, measure);
            self.contributors[cell] = cube.contributors[at];
            self.tops.put(cell, cube.top(at, measure));
            if let (Some(of), Some((magnitudes, tops))) = (plan.shadow, &mut self.shadow) {
                magnitudes[cell] = cube.magnitude(at, of);
                tops.put(cell, cube.top(at, of));
            }
            if let crate::plan::Cost::Measure(of) = plan.cost {
                self.costs[cell] = cube.magnitude(at, of);
            }
        }
    }

    /// The lines of a table: the finest first, and then by the order of values.
    fn lines(&self, space: &Space, cube: &Cube, measure: usize, is_mean: bool) -> Vec<Line> {
        let mut keys = cube.keys.clone();
        keys.par_sort_by_cached_key(|&key| space.rank(key));
        let cell = |measure, key| self.index.find(measure, key);
        let line = |key: Key| Line {
            cell: cell(measure, key).expect("every cell of a table has a number"),
            count: if is_mean { cell(0, key) } else { None },
        };
        keys.into_par_iter().map(line).collect()
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Which cells lines show as their values.
    pub fn shown(&self) -> Vec<bool> {
        let mut shown = vec![false; self.len()];
        for line in self.tables.iter().flatten() {
            shown[line.cell as usize] = true;
        }
        shown
    }

    /// The cells that are hidden together: a sum, and the count beside its mean.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.tables.iter().flatten().filter_map(|line| Some((line.cell, line.count?)))
    }

    /// Who contributes most to a cell, for what rules look at, and what all contribute.
    pub fn judged(&self, cell: u32) -> (i64, &[Top]) {
        let at = cell as usize;
        match &self.shadow {
            Some((magnitudes, tops)) if self.index.measure(cell) > 0 => {
                (magnitudes[at], tops.of(at))
            }
            _ => (self.magnitudes[at], self.tops.of(at)),
        }
    }
}
