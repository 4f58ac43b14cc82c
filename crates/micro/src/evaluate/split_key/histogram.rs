//! The fast way to look at a node for any models of classes: sizes first, histograms only where
//! they decide.
//!
//! [`SplitKeyEvaluator`] counts the classes' sizes and ends the look when those that are too small exceed the
//! limit, which is the fate of most nodes. What is left is judged group by group of the first half:
//! the table's classes are dealt out to the classes that they become, and the histograms of these
//! are added up, one after the other, as far as the models ask for them.

use super::{CrossTables, Factors, Seen, SplitKeyEvaluator};
use super::{cross_table::Arranged, cross_table::CrossTable};
use crate::evaluate::{Evaluate, Look};
use crate::lattice::OpenNodes;
use rayon::prelude::*;
use ridotto_core::class::Single;
use ridotto_core::objective::Scorer;
use ridotto_core::{ClassModel, ClassTable, Code, Hierarchy, Needs, SensitiveId};
use std::borrow::Cow;
use std::ops::Range;

/// Evaluates nodes for any class models by dense counting.
#[derive(Debug)]
pub struct HistogramEvaluator<'a> {
    halves: SplitKeyEvaluator<'a>,
    demands: ModelNeeds<'a>,
    table: Cow<'a, ClassTable>,
    /// The table's classes by the first half of their key, once histograms are asked for.
    sheets: Option<CrossTables>,
}

/// Classes judged by one thread at a time.
const SHARE: usize = 1 << 12;
/// Classes worth more than one thread.
const MANY: usize = 1 << 15;

impl<'a> HistogramEvaluator<'a> {
    /// An evaluator of the classes of a table whose key attributes have these hierarchies.
    pub fn new(
        table: &'a ClassTable,
        hierarchies: &'a [Hierarchy],
        models: impl IntoIterator<Item = &'a Box<dyn ClassModel>>,
        scorer: &'a Scorer,
    ) -> Self {
        let bottom = vec![0; hierarchies.len()];
        let demands = ModelNeeds::new(models, table.sensitive());
        Self::above(&bottom, Cow::Borrowed(table), hierarchies, demands, scorer)
    }

    /// The same of a table that is at a node already, for the nodes above it: the codes of its keys
    /// are groups of that node's levels.
    pub(crate) fn above(
        base: &[u8],
        table: Cow<'a, ClassTable>,
        hierarchies: &'a [Hierarchy],
        demands: ModelNeeds<'a>,
        scorer: &'a Scorer,
    ) -> Self {
        let halves =
            SplitKeyEvaluator::above(base, table.keys(), hierarchies, demands.least, scorer);
        Self { halves, demands, table, sheets: None }
    }

    /// The table.
    pub(crate) fn table(&self) -> &ClassTable {
        &self.table
    }

    /// How many records are in classes that are too small at a node; `None` if more than `limit`.
    pub(crate) fn too_small(&mut self, levels: &[u8], limit: u64) -> Option<u64> {
        self.halves.suppressed(levels, limit, OpenNodes::unknown())
    }

    /// What is seen at a node that may hold by the sizes of its classes.
    fn judge(&mut self, levels: &[u8], limit: u64) -> Look {
        let Self { halves, demands, table, sheets } = self;
        let sheets = sheets.get_or_insert_with(|| {
            let classes = halves.first.of_class.iter().copied().zip(0..);
            let each = classes.zip(table.keys().counts().iter().copied());
            CrossTables::new(CrossTable::new(&halves.first, each))
        });
        let arranged = sheets.arranged(&halves.first.levels(levels), &halves.first);
        let second = halves.second.view(&halves.second.levels(levels));
        let judge = HistogramPass {
            table,
            demands,
            arranged: &arranged,
            second: &halves.second.of_class,
            cells: &second.map,
            groups: second.groups,
            factors: halves.factors(&arranged.view, &second, levels),
        };
        match judge.all(limit) {
            Ok(seen) => {
                Look { floor: seen.floor, outcome: Some(halves.outcome(&arranged, &second, &seen)) }
            }
            Err(floor) => Look { outcome: None, floor },
        }
    }
}

/// What models ask for together.
#[derive(Clone, Debug)]
pub(crate) struct ModelNeeds<'a> {
    /// No class of fewer rows holds.
    pub least: u64,
    /// The models that a class's size does not decide, and what each needs of sensitive attributes.
    models: Vec<(&'a dyn ClassModel, Vec<SensitiveId>)>,
    /// What they need of each sensitive attribute together.
    pub needs: Vec<Needs>,
}

impl<'a> ModelNeeds<'a> {
    /// What models ask of a table with so many sensitive attributes.
    pub fn new(
        models: impl IntoIterator<Item = &'a Box<dyn ClassModel>>,
        sensitive: usize,
    ) -> Self {
        let all: Vec<&dyn ClassModel> = models.into_iter().map(|model| &**model).collect();
        let least = all.iter().map(|model| model.rows_needed()).max().unwrap_or(1);
        let judges = || all.iter().copied().filter(|model| model.least_size().is_none());
        let of = |model: &dyn ClassModel| {
            (0..sensitive).filter(|&id| model.needs(id) > Needs::Nothing).collect()
        };
        let needs = |id| judges().map(|model| model.needs(id)).max().unwrap_or(Needs::Nothing);
        let models = judges().map(|model| (model, of(model))).collect();
        Self { least, models, needs: (0..sensitive).map(needs).collect() }
    }

    /// A class must have so many rows, and nothing else is asked.
    pub fn of_size(least: u64, sensitive: usize) -> Self {
        Self { least, models: Vec::new(), needs: vec![Needs::Nothing; sensitive] }
    }

    /// Whether the sizes of classes decide.
    pub fn are_sizes(&self) -> bool {
        self.models.is_empty()
    }
}

impl Evaluate for HistogramEvaluator<'_> {
    fn look(&mut self, levels: &[u8], limit: u64, open: OpenNodes<'_>) -> Look {
        let by_size = self.halves.look(levels, limit, open);
        if by_size.outcome.is_none() || self.demands.are_sizes() {
            return by_size;
        }
        self.judge(levels, limit)
    }

    fn suppressed(&mut self, levels: &[u8], limit: u64, open: OpenNodes<'_>) -> Option<u64> {
        // Classes that are too small are what most nodes fail by.
        let by_size = self.halves.suppressed(levels, limit, open)?;
        if self.demands.are_sizes() {
            return Some(by_size);
        }
        self.judge(levels, limit).outcome.map(|outcome| outcome.suppressed)
    }
}

/// One node's count.
struct HistogramPass<'a> {
    table: &'a ClassTable,
    demands: &'a ModelNeeds<'a>,
    /// The table's classes, by what the first half of their key becomes.
    arranged: &'a Arranged,
    /// Class of the table → the second half of its key.
    second: &'a [u32],
    /// Second half → the class that it becomes within a group.
    cells: &'a [u32],
    /// How many classes a group can have.
    groups: usize,
    factors: Option<Factors>,
}

/// What is used again for every group.
struct Scratch {
    /// Class of the group → its place among those that occur, or `u32::MAX`.
    place: Vec<u32>,
    used: Vec<u32>,
    rows: Vec<u64>,
    /// Each class of the table that is in the group, and the place of what it becomes.
    members: Vec<(u32, u32)>,
    /// The same by place, those in classes that are too small left out, and where each place ends.
    dealt: Vec<u32>,
    ends: Vec<usize>,
    adder: Adder,
}

/// Adds up histograms.
struct Adder {
    dense: Vec<u64>,
    codes: Vec<Code>,
    /// Which sensitive attributes of the class were added up.
    is_ready: Vec<bool>,
    single: Single,
}

impl HistogramPass<'_> {
    fn scratch(&self) -> Scratch {
        let values = (0..self.table.sensitive()).map(|id| self.table.sensitive_values(id));
        let values: Vec<usize> = values.collect();
        let counted = values.iter().zip(&self.demands.needs).filter(|&(_, &of)| of == Needs::All);
        Scratch {
            place: vec![u32::MAX; self.groups],
            used: Vec::new(),
            rows: Vec::new(),
            members: Vec::new(),
            dealt: Vec::new(),
            ends: Vec::new(),
            adder: Adder {
                dense: vec![0; counted.map(|(&values, _)| values).max().unwrap_or(0)],
                codes: Vec::new(),
                is_ready: vec![false; values.len()],
                single: Single::new(&values),
            },
        }
    }

    /// Counts all groups; past the limit only the rows that are suppressed at finer nodes, too.
    fn all(&self, limit: u64) -> Result<Seen, u64> {
        if self.table.len() < MANY {
            return self.range(0..self.arranged.groups(), limit, &mut self.scratch());
        }
        let mut total: Option<Seen> = None;
        for wave in self.arranged.ranges(SHARE).chunks(16) {
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
            by_first: vec![0; self.arranged.groups()],
            by_second: vec![0; self.groups],
            ..Seen::default()
        };
        for group in groups {
            self.measure(group, scratch);
            self.deal(scratch);
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
        let Scratch { place, used, rows, members, .. } = scratch;
        rows.clear();
        members.clear();
        for entry in self.arranged.parts(group).flatten() {
            let cell = self.cells[self.second[entry.second as usize] as usize];
            let at = &mut place[cell as usize];
            if *at == u32::MAX {
                *at = used.len() as u32;
                used.push(cell);
                rows.push(0);
            }
            rows[*at as usize] += u64::from(entry.rows);
            members.push((entry.second, *at));
        }
    }

    /// Deals the table's classes out to those that they become, if these are large enough.
    fn deal(&self, scratch: &mut Scratch) {
        let Scratch { rows, members, dealt, ends, .. } = scratch;
        ends.clear();
        ends.resize(rows.len(), 0);
        let large = |at: u32| rows[at as usize] >= self.demands.least;
        for &(_, at) in members.iter().filter(|&&(_, at)| large(at)) {
            ends[at as usize] += 1;
        }
        let mut start = 0;
        for end in ends.iter_mut() {
            start += std::mem::replace(end, start);
        }
        dealt.clear();
        dealt.resize(start, 0);
        for &(class, at) in members.iter().filter(|&&(_, at)| large(at)) {
            let next = &mut ends[at as usize];
            dealt[*next] = class;
            *next += 1;
        }
    }

    fn judge(&self, group: usize, scratch: &mut Scratch, seen: &mut Seen) {
        let first = self.arranged.order[group] as usize;
        let Scratch { used, rows, dealt, ends, adder, .. } = scratch;
        let (mut suppressed, mut start) = (0, 0);
        for ((&cell, &size), &end) in used.iter().zip(&*rows).zip(&*ends) {
            let cell = cell as usize;
            let fails = if size < self.demands.least {
                Some(size)
            } else {
                self.ask(size, &dealt[start..end], adder)
            };
            start = end;
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

    /// Asks the models about a class that some of the table's become: nothing if it holds, else how
    /// many of its records every finer node suppresses.
    fn ask(&self, size: u64, members: &[u32], adder: &mut Adder) -> Option<u64> {
        adder.single.set_size(size);
        adder.is_ready.fill(false);
        let mut removed = None;
        for (model, needed) in &self.demands.models {
            for &id in needed {
                if !std::mem::replace(&mut adder.is_ready[id], true) {
                    self.add_up(id, members, adder);
                }
            }
            let class = adder.single.class();
            if !model.holds(class) {
                removed = removed.max(Some(model.least_removed(class)));
            }
            // More than all records are never removed.
            if removed == Some(size) {
                break;
            }
        }
        removed
    }

    /// Adds up what is needed of the members' histograms of a sensitive attribute.
    fn add_up(&self, id: SensitiveId, members: &[u32], adder: &mut Adder) {
        let each = || members.iter().map(|&class| self.table.class(class as usize).histogram(id));
        let Adder { dense, codes, single, .. } = adder;
        if let [class] = *members {
            let histogram = self.table.class(class as usize).histogram(id);
            return single.set_histogram(id, histogram.iter().copied());
        }
        codes.clear();
        if let Needs::Distinct(enough) = self.demands.needs[id] {
            distinct(each(), enough as usize, codes);
            return single.set_histogram(id, codes.iter().map(|&code| (code, 1)));
        }
        let mut entries = 0;
        for histogram in each() {
            entries += histogram.len();
            for &(code, rows) in histogram {
                dense[code as usize] += rows;
            }
        }
        let values = self.table.sensitive_values(id);
        if values <= 8 * entries {
            let counted = dense[..values].iter().enumerate().filter(|&(_, &rows)| rows > 0);
            single.set_histogram(id, counted.map(|(code, &rows)| (code as Code, rows)));
        } else {
            each().for_each(|histogram| codes.extend(histogram.iter().map(|&(code, _)| code)));
            codes.sort_unstable();
            codes.dedup();
            single.set_histogram(id, codes.iter().map(|&code| (code, dense[code as usize])));
        }
        for &(code, _) in each().flatten() {
            dense[code as usize] = 0;
        }
    }
}

/// Different values of some histograms, in order: `enough`, or all if there are fewer.
fn distinct<'a>(
    histograms: impl Iterator<Item = &'a [(Code, u64)]>,
    enough: usize,
    codes: &mut Vec<Code>,
) {
    for histogram in histograms {
        let own = histogram.iter().take(enough).map(|&(code, _)| code);
        if histogram.len() >= enough {
            codes.clear();
            codes.extend(own);
            return;
        }
        codes.extend(own);
        if codes.len() >= 4 * enough {
            codes.sort_unstable();
            codes.dedup();
            if codes.len() >= enough {
                break;
            }
        }
    }
    codes.sort_unstable();
    codes.dedup();
    codes.truncate(enough);
}
