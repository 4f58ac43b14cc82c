//! All cells of a table: each combination of values, groups and totals that has a record.
//!
//! Records are sorted by their finest cells once. Totals are then made dimension by dimension from the
//! cells below them, so that the work grows with the cells and not with records times totals. Who
//! contributes most to a total is among those who contribute most to its parts, unless somebody is in
//! several parts: these few are added up cell by cell.

use crate::records::Records;
use crate::space::{Key, Space};
use crate::tops::{Top, Tops};
use rayon::prelude::*;
use ridotto_core::CodeColumn;
use rustc_hash::FxHashMap;

/// The cells of a table that are not empty, in the order of their numbers.
#[derive(Debug)]
pub struct Cube {
    /// Where each is.
    pub keys: Vec<Key>,
    /// How many records each has.
    pub records: Vec<u64>,
    /// How many respondents.
    pub contributors: Vec<u32>,
    /// The sum of each measure, cell after cell.
    pub sums: Vec<i64>,
    /// The same of contributions without their signs, where some are negative.
    pub magnitudes: Vec<i64>,
    /// Who contributes most to each measure, cell after cell.
    pub tops: Tops,
    measures: usize,
    is_signed: bool,
}

/// Which records are in which finest cell, and what is kept of each cell.
pub struct Counting<'a> {
    /// All dimensions.
    pub space: &'a Space,
    /// The table's own: places in the space, and codes.
    pub columns: &'a [(usize, CodeColumn<'a>)],
    /// The records.
    pub records: &'a Records,
    /// How many of the largest contributors are kept.
    pub most: usize,
    /// Whether nobody waits any more.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Counting<'_> {
    /// Counts records and adds up all totals. What comes back after a stop is thrown away.
    pub fn cube(&self) -> Cube {
        let rows = self.sorted();
        let several = self.in_several(&rows);
        let mut cube = self.finest(&rows, &several);
        for &(dimension, _) in self.columns {
            if (self.stopped)() {
                return cube;
            }
            cube.add_totals(self.space, dimension);
        }
        let mut cube = cube.in_order();
        if !several.is_empty() {
            self.add_several(&mut cube, &rows, &several);
        }
        cube
    }

    /// Every record with its finest cell and its respondent, in order.
    fn sorted(&self) -> Vec<(Key, u32, u32)> {
        let rest =
            self.space.total() - self.columns.iter().map(|&(at, _)| self.top(at)).sum::<Key>();
        let place = |row: usize| {
            let parts = self.columns.iter().map(|(at, of)| self.space.part(*at, of.codes.get(row)));
            (rest + parts.sum::<Key>(), self.records.who(row), row as u32)
        };
        let mut rows: Vec<_> = (0..self.records.rows).into_par_iter().map(place).collect();
        rows.par_sort_unstable();
        rows
    }

    fn top(&self, dimension: usize) -> Key {
        self.space.part(dimension, self.space.nodes(dimension).total())
    }

    /// Which respondents are in several finest cells, if there are any.
    fn in_several(&self, rows: &[(Key, u32, u32)]) -> Vec<bool> {
        let Some(count) = self.records.respondents() else { return Vec::new() };
        let mut first: Vec<Option<Key>> = vec![None; count];
        let mut several = vec![false; count];
        for &(key, who, _) in rows {
            let who = who as usize;
            several[who] |= first[who].is_some_and(|other| other != key);
            first[who] = Some(key);
        }
        if several.contains(&true) { several } else { Vec::new() }
    }

    fn finest(&self, rows: &[(Key, u32, u32)], several: &[bool]) -> Cube {
        let measures = self.records.measures.len();
        let is_signed = self.records.measures.iter().any(|of| of.is_signed);
        let mut cube = Cube::new(measures, self.most, is_signed);
        for cell in rows.chunk_by(|a, b| a.0 == b.0) {
            let at = cube.push(cell[0].0);
            cube.records[at] = cell.len() as u64;
            for &(_, _, row) in cell {
                for measure in 0..measures {
                    let adds = self.records.adds(measure, row as usize);
                    cube.sums[at * measures + measure] += adds;
                    if is_signed {
                        cube.magnitudes[at * measures + measure] += adds.abs();
                    }
                }
            }
            for one in cell.chunk_by(|a, b| a.1 == b.1) {
                if several.get(one[0].1 as usize) != Some(&true) {
                    self.add_respondent(&mut cube, at, one);
                }
            }
        }
        cube
    }

    /// Adds the records of one respondent to those who are in a cell.
    fn add_respondent(&self, cube: &mut Cube, at: usize, rows: &[(Key, u32, u32)]) {
        cube.contributors[at] += 1;
        let who = rows[0].1;
        let times = rows.iter().map(|row| self.records.times(row.2 as usize)).max().unwrap_or(1);
        for measure in 0..cube.measures {
            let amounts = rows.iter().map(|row| self.records.contributes(measure, row.2 as usize));
            let amount = amounts.sum::<i64>().abs();
            cube.tops.add(at * cube.measures + measure, Top { who, times, amount });
        }
    }

    /// Adds respondents who are in several finest cells, for each combination of levels by themselves.
    fn add_several(&self, cube: &mut Cube, rows: &[(Key, u32, u32)], several: &[bool]) {
        let place: FxHashMap<Key, usize> =
            cube.keys.iter().enumerate().map(|(at, &key)| (key, at)).collect();
        let of_several = rows.iter().filter(|row| several[row.1 as usize]).copied();
        let of_several: Vec<_> = of_several.collect();
        let levels = self.levels();
        for chosen in combinations(&levels) {
            if (self.stopped)() {
                return;
            }
            let up = of_several.par_iter().filter_map(|row| self.raised(*row, &chosen));
            let mut up: Vec<(Key, u32, u32)> = up.collect();
            up.par_sort_unstable();
            for one in up.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
                self.add_respondent(cube, place[&one[0].0], one);
            }
        }
    }

    /// The cell of a record on some levels, unless it is one of a lower level.
    fn raised(
        &self,
        (mut key, who, row): (Key, u32, u32),
        levels: &[&Level],
    ) -> Option<(Key, u32, u32)> {
        for ((dimension, _), level) in self.columns.iter().zip(levels) {
            let value = self.space.node(key, *dimension);
            key = self.space.with(key, *dimension, level[value as usize]?);
        }
        Some((key, who, row))
    }

    /// For each dimension its levels.
    fn levels(&self) -> Vec<Vec<Level>> {
        let of = |&(dimension, _): &(usize, _)| {
            let nodes = self.space.nodes(dimension);
            (0..nodes.levels()).map(|level| nodes.at_level(level).collect()).collect()
        };
        self.columns.iter().map(of).collect()
    }
}

/// The node of each value on a level, unless it is one of a lower level.
type Level = Vec<Option<u32>>;

/// Every combination of levels.
fn combinations(levels: &[Vec<Level>]) -> Vec<Vec<&Level>> {
    levels.iter().fold(vec![Vec::new()], |all, levels| {
        let longer = |chosen: Vec<_>| {
            levels.iter().map(move |level| chosen.iter().copied().chain([level]).collect())
        };
        all.into_iter().flat_map(longer).collect()
    })
}

impl Cube {
    /// A cube without cells.
    pub fn new(measures: usize, most: usize, is_signed: bool) -> Self {
        Self {
            keys: Vec::new(),
            records: Vec::new(),
            contributors: Vec::new(),
            sums: Vec::new(),
            magnitudes: Vec::new(),
            tops: Tops::new(most),
            measures,
            is_signed,
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

    /// The sum of a measure.
    pub fn sum(&self, cell: usize, measure: usize) -> i64 {
        self.sums[cell * self.measures + measure]
    }

    /// The sum of a measure's contributions without their signs.
    pub fn magnitude(&self, cell: usize, measure: usize) -> i64 {
        let all = if self.is_signed { &self.magnitudes } else { &self.sums };
        all[cell * self.measures + measure]
    }

    /// Who contributes most to a measure.
    pub fn top(&self, cell: usize, measure: usize) -> &[Top] {
        self.tops.of(cell * self.measures + measure)
    }

    /// Says what a measure of a cell is.
    pub fn set(&mut self, cell: usize, measure: usize, value: i64) {
        let at = cell * self.measures + measure;
        self.sums[at] = value;
        if self.is_signed {
            self.magnitudes[at] = value.abs();
        }
    }

    /// Says who contributes much to a measure of a cell.
    pub fn add_top(&mut self, cell: usize, measure: usize, top: Top) {
        self.tops.add(cell * self.measures + measure, top);
    }

    /// The same cells and some empty ones.
    #[must_use]
    pub fn with_empty(mut self, keys: &[Key]) -> Self {
        for &key in keys {
            self.push(key);
        }
        self.in_order()
    }

    /// A cell more, of which nothing is known yet.
    pub fn push(&mut self, key: Key) -> usize {
        self.keys.push(key);
        self.records.push(0);
        self.contributors.push(0);
        self.sums.resize(self.sums.len() + self.measures, 0);
        if self.is_signed {
            self.magnitudes.resize(self.sums.len(), 0);
        }
        self.tops.grow(self.measures);
        self.keys.len() - 1
    }

    /// Adds the totals over a dimension of all cells that there are.
    fn add_totals(&mut self, space: &Space, dimension: usize) {
        let nodes = space.nodes(dimension);
        let above = |at: usize| {
            let (key, start) = (self.keys[at], space.node(self.keys[at], dimension));
            let up = std::iter::successors(nodes.parent(start), |&node| nodes.parent(node));
            up.map(move |node| (space.with(key, dimension, node), at))
        };
        let mut pairs: Vec<(Key, usize)> =
            (0..self.len()).into_par_iter().flat_map_iter(above).collect();
        pairs.par_sort_unstable();
        for parts in pairs.chunk_by(|a, b| a.0 == b.0) {
            let total = self.push(parts[0].0);
            for &(_, part) in parts {
                self.add_cell(total, part);
            }
        }
    }

    /// Adds a part to a total.
    fn add_cell(&mut self, total: usize, part: usize) {
        self.records[total] += self.records[part];
        self.contributors[total] += self.contributors[part];
        for measure in 0..self.measures {
            let (into, from) = (total * self.measures + measure, part * self.measures + measure);
            self.sums[into] += self.sums[from];
            if self.is_signed {
                self.magnitudes[into] += self.magnitudes[from];
            }
            self.tops.merge(into, from);
        }
    }

    /// The same cells in the order of their numbers.
    pub fn in_order(&self) -> Self {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.par_sort_unstable_by_key(|&cell| self.keys[cell]);
        let mut sorted = Self::new(self.measures, self.tops.most(), self.is_signed);
        for cell in order {
            let at = sorted.push(self.keys[cell]);
            sorted.records[at] = self.records[cell];
            sorted.contributors[at] = self.contributors[cell];
            for measure in 0..self.measures {
                let (into, from) = (at * self.measures + measure, cell * self.measures + measure);
                sorted.sums[into] = self.sums[from];
                if self.is_signed {
                    sorted.magnitudes[into] = self.magnitudes[from];
                }
                sorted.tops.put(into, self.tops.of(from));
            }
        }
        sorted
    }
}

#[cfg(test)]
mod tests;
