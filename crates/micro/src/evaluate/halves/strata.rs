//! The fast way to look at a node for any models of classes: sizes first, histograms only where
//! they decide.
//!
//! [`Halves`] counts the classes' sizes and ends the look when those that are too small exceed the
//! limit, which is the fate of most nodes. Of what is left the histograms are counted, group by
//! group of the first half: entries are (second half and sensitive value, rows), dealt out to the
//! classes of the group and added up one class at a time. As with sizes, what some levels of the
//! first half make of the table is kept and serves coarser nodes.

use super::{Factors, Halves, MANY, SHARE, Seen, Sheets};
use super::{sheet::Arranged, sheet::Sheet};
use crate::evaluate::{Evaluate, Look};
use rayon::prelude::*;
use ridotto_core::class::Single;
use ridotto_core::objective::Gauge;
use ridotto_core::{ClassModel, ClassTable, Code, Hierarchy};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// Evaluates nodes for any class models by dense counting.
#[derive(Debug)]
pub struct Strata<'a> {
    halves: Halves<'a>,
    /// The models that a class's size does not decide.
    models: Vec<&'a dyn ClassModel>,
    sensitive: Vec<Stratum>,
}

/// One sensitive attribute beside the second half.
#[derive(Debug)]
struct Stratum {
    /// Pair → the combination of the second half and the sensitive value.
    pairs: Vec<(u32, Code)>,
    sheets: Sheets,
    values: usize,
}

impl<'a> Strata<'a> {
    /// An evaluator of the classes of a table whose key attributes have these hierarchies.
    pub fn new(
        table: &ClassTable,
        hierarchies: &'a [Hierarchy],
        models: impl IntoIterator<Item = &'a Box<dyn ClassModel>>,
        gauge: &'a Gauge,
    ) -> Self {
        let all: Vec<&dyn ClassModel> = models.into_iter().map(|model| &**model).collect();
        let least = all.iter().filter_map(|model| model.least_size()).max().unwrap_or(1);
        let models: Vec<_> = all.into_iter().filter(|of| of.least_size().is_none()).collect();
        let halves = Halves::new(table.keys(), hierarchies, least, gauge);
        let ids = 0..if models.is_empty() { 0 } else { table.sensitive() };
        let sensitive = ids.map(|id| Stratum::new(table, &halves, id)).collect();
        Self { halves, models, sensitive }
    }
}

impl Stratum {
    fn new(table: &ClassTable, halves: &Halves<'_>, id: usize) -> Self {
        let mut numbers: FxHashMap<(u32, Code), u32> = FxHashMap::default();
        let (mut pairs, mut entries) = (Vec::new(), Vec::new());
        let of_class = halves.first.of_class.iter().zip(&halves.second.of_class);
        for (class, (&first, &second)) in table.classes().zip(of_class) {
            for &(code, rows) in class.histogram(id) {
                let number = *numbers.entry((second, code)).or_insert_with(|| {
                    pairs.push((second, code));
                    pairs.len() as u32 - 1
                });
                entries.push(((first, number), rows));
            }
        }
        let base = Sheet::new(&halves.first, entries.iter().copied());
        let values = table.sensitive_values(id);
        Self { pairs, sheets: Sheets::new(base), values }
    }
}

impl Evaluate for Strata<'_> {
    fn look(&mut self, levels: &[u8], limit: u64) -> Look {
        let by_size = self.halves.look(levels, limit);
        if by_size.outcome.is_none() || self.models.is_empty() {
            return by_size;
        }
        let first_levels = self.halves.first.levels(levels);
        let sizes = self.halves.arranged(&first_levels);
        let second = self.halves.second.view(&self.halves.second.levels(levels));
        let factors = self.halves.factors(&sizes.view, &second, levels);
        let first = &self.halves.first;
        let arranged: Vec<Arc<Arranged>> = self
            .sensitive
            .iter_mut()
            .map(|stratum| stratum.sheets.arranged(&first_levels, first))
            .collect();
        let cells = |stratum: &Stratum| {
            let cell = |&(of, code): &(u32, Code)| (second.map[of as usize], code);
            stratum.pairs.iter().map(cell).collect()
        };
        let judge = Judge {
            sizes: &sizes,
            second: &second.map,
            cells: second.groups,
            strata: arranged
                .iter()
                .zip(&self.sensitive)
                .map(|(arranged, of)| Layer { arranged, pairs: cells(of), values: of.values })
                .collect(),
            models: &self.models,
            factors,
            least: self.halves.least,
        };
        let seen = judge.all(limit);
        drop(judge);
        for (stratum, arranged) in self.sensitive.iter_mut().zip(&arranged) {
            stratum.sheets.keep_own(&first_levels, arranged, stratum.pairs.len());
        }
        match seen {
            Ok(seen) => Look {
                floor: seen.floor,
                outcome: Some(self.halves.outcome(&sizes, &second, &seen)),
            },
            Err(floor) => Look { outcome: None, floor: floor.max(by_size.floor) },
        }
    }

    fn suppressed(&mut self, levels: &[u8], limit: u64) -> Option<u64> {
        // Classes that are too small are what most nodes fail by.
        let by_size = self.halves.suppressed(levels, limit)?;
        if self.models.is_empty() {
            return Some(by_size);
        }
        self.evaluate(levels, limit).map(|outcome| outcome.suppressed)
    }
}

/// One node's count.
struct Judge<'a> {
    sizes: &'a Arranged,
    /// Combination of the second half → class within the group.
    second: &'a [u32],
    /// How many classes a group can have.
    cells: usize,
    strata: Vec<Layer<'a>>,
    models: &'a [&'a dyn ClassModel],
    factors: Option<Factors>,
    least: u64,
}

/// One sensitive attribute at a node.
struct Layer<'a> {
    arranged: &'a Arranged,
    /// Pair → the class within the group and the sensitive value.
    pairs: Vec<(u32, Code)>,
    values: usize,
}

/// Entries by class: where each class's end, and the entries.
type Dealt = (Vec<usize>, Vec<(Code, u32)>);

/// What is used again for every group.
struct Scratch {
    /// Class of the group → its place among those that occur, or `u32::MAX`.
    place: Vec<u32>,
    used: Vec<u32>,
    rows: Vec<u64>,
    /// For each stratum the entries by class.
    dealt: Vec<Dealt>,
    dense: Vec<u64>,
    single: Single,
}

impl Judge<'_> {
    fn scratch(&self) -> Scratch {
        let values: Vec<usize> = self.strata.iter().map(|layer| layer.values).collect();
        Scratch {
            place: vec![u32::MAX; self.cells],
            used: Vec::new(),
            rows: Vec::new(),
            dealt: vec![Default::default(); values.len()],
            dense: vec![0; values.iter().copied().max().unwrap_or(0)],
            single: Single::new(&values),
        }
    }

    /// Counts all groups; past the limit only the rows that are suppressed at finer nodes, too.
    fn all(&self, limit: u64) -> Result<Seen, u64> {
        if self.sizes.sheet.entries.len() < MANY {
            return self.range(0..self.sizes.groups(), limit, &mut self.scratch());
        }
        let mut total: Option<Seen> = None;
        for wave in self.sizes.ranges(SHARE).chunks(16) {
            let parts: Vec<Result<Seen, u64>> = wave
                .par_iter()
                .map_init(|| self.scratch(), |scratch, at| self.range(at.clone(), limit, scratch))
                .collect();
            let floor = parts.iter().map(|part| part.as_ref().map_or_else(|&of| of, |of| of.floor));
            let floor = floor.sum::<u64>() + total.as_ref().map_or(0, |total| total.floor);
            for part in parts {
                let part = part.map_err(|_| floor)?;
                total = Some(match total {
                    None => part,
                    Some(total) => total.plus(&part),
                });
            }
            if total.as_ref().is_some_and(|total| total.suppressed > limit) {
                return Err(floor);
            }
        }
        Ok(total.unwrap_or_default())
    }

    fn range(&self, groups: Range<usize>, limit: u64, scratch: &mut Scratch) -> Result<Seen, u64> {
        let beyond = limit.saturating_mul(8);
        let mut seen = Seen {
            by_first: vec![0; self.sizes.groups()],
            by_second: vec![0; self.cells],
            ..Seen::default()
        };
        for group in groups {
            self.measure(group, scratch);
            for (layer, dealt) in self.strata.iter().zip(&mut scratch.dealt) {
                layer.deal(group, &scratch.place, scratch.used.len(), dealt);
            }
            self.judge(group, scratch, &mut seen);
            for cell in scratch.used.drain(..) {
                scratch.place[cell as usize] = u32::MAX;
            }
            // Past the limit it is worth going on for a while: a floor past the limit closes
            // everything below the node.
            if seen.floor > limit || seen.suppressed > beyond {
                return Err(seen.floor);
            }
        }
        if seen.suppressed > limit { Err(seen.floor) } else { Ok(seen) }
    }

    /// Which classes the group has, and their sizes.
    fn measure(&self, group: usize, scratch: &mut Scratch) {
        let Scratch { place, used, rows, .. } = scratch;
        rows.clear();
        for entry in self.sizes.parts(group).flatten() {
            let cell = self.second[entry.second as usize];
            let at = &mut place[cell as usize];
            if *at == u32::MAX {
                *at = used.len() as u32;
                used.push(cell);
                rows.push(0);
            }
            rows[*at as usize] += u64::from(entry.rows);
        }
    }

    fn judge(&self, group: usize, scratch: &mut Scratch, seen: &mut Seen) {
        let first = self.sizes.order[group] as usize;
        let mut suppressed = 0;
        for at in 0..scratch.used.len() {
            let (cell, size) = (scratch.used[at] as usize, scratch.rows[at]);
            let fails = if size < self.least { Some(size) } else { self.ask(at, scratch) };
            if let Some(floor) = fails {
                suppressed += size;
                seen.by_second[cell] += size;
                seen.floor += floor;
            } else {
                seen.classes += 1;
                seen.squares += size * size;
            }
            if let Some(Factors { first: of_first, second }) = &self.factors {
                let all = size as f64 * (of_first[first] * second[cell]);
                let is_kept = fails.is_none();
                *(if is_kept { &mut seen.ambiguity } else { &mut seen.suppressed_ambiguity }) +=
                    all;
            }
        }
        seen.by_first[first] += suppressed;
        seen.suppressed += suppressed;
    }

    /// Asks the models about the class at a place: nothing if it holds, else how many of its
    /// records every finer node suppresses.
    fn ask(&self, at: usize, scratch: &mut Scratch) -> Option<u64> {
        let Scratch { rows, dealt, dense, single, .. } = scratch;
        single.set_size(rows[at]);
        for (id, (ends, entries)) in dealt.iter().enumerate() {
            let start = if at == 0 { 0 } else { ends[at - 1] };
            fill(single, id, &entries[start..ends[at]], &mut dense[..self.strata[id].values]);
        }
        let class = single.class();
        let failing = self.models.iter().filter(|model| !model.holds(class));
        failing.map(|model| model.least_removed(class)).max()
    }
}

/// Adds up a class's entries into its histogram, in the order of the values.
fn fill(single: &mut Single, id: usize, entries: &[(Code, u32)], dense: &mut [u64]) {
    for &(code, rows) in entries {
        dense[code as usize] += u64::from(rows);
    }
    if dense.len() <= 8 * entries.len() {
        let counted = dense.iter().enumerate().filter(|&(_, &rows)| rows > 0);
        single.set_histogram(id, counted.map(|(code, &rows)| (code as Code, rows)));
    } else {
        let mut codes: Vec<Code> = entries.iter().map(|&(code, _)| code).collect();
        codes.sort_unstable();
        codes.dedup();
        single.set_histogram(id, codes.into_iter().map(|code| (code, dense[code as usize])));
    }
    for &(code, _) in entries {
        dense[code as usize] = 0;
    }
}

impl Layer<'_> {
    /// Deals the entries of a group out to its classes.
    fn deal(&self, group: usize, place: &[u32], classes: usize, (ends, dealt): &mut Dealt) {
        ends.clear();
        ends.resize(classes, 0);
        for entry in self.arranged.parts(group).flatten() {
            ends[place[self.pairs[entry.second as usize].0 as usize] as usize] += 1;
        }
        let mut start = 0;
        for end in ends.iter_mut() {
            start += std::mem::replace(end, start);
        }
        dealt.clear();
        dealt.resize(start, (0, 0));
        for entry in self.arranged.parts(group).flatten() {
            let (cell, code) = self.pairs[entry.second as usize];
            let at = &mut ends[place[cell as usize] as usize];
            dealt[*at] = (code, entry.rows);
            *at += 1;
        }
    }
}
