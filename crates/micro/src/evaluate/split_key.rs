//! The fast way to look at a node when models ask for a class's size and no more.
//!
//! The key's attributes are split into two halves. Classes are grouped by their first half; at a
//! node, the groups whose first half becomes the same are taken together, and their rows are
//! counted by what the second half becomes, in one small dense row that stays in the cache. No
//! tuple is packed, hashed or sorted. The smallest groups come first: where records must be
//! suppressed they are, and as soon as the limit is passed the node is done.
//!
//! What the first half's levels make of the table is kept and serves all nodes that share them.

mod cross_table;
mod half;
mod histogram;
mod numbering;
mod sheets;

pub use histogram::HistogramEvaluator;
pub(crate) use histogram::ModelNeeds;
pub(crate) use numbering::number_pairs;

use super::{Evaluate, Look};
use crate::lattice::OpenNodes;
use cross_table::{Arranged, CrossTable};
use half::{Half, View};
use rayon::prelude::*;
use ridotto_core::Hierarchy;
use ridotto_core::class::Tally;
use ridotto_core::objective::{Objective, Outcome, Scorer};
use sheets::CrossTables;
use std::ops::Range;
use std::sync::Arc;

/// Evaluates nodes by counting dense rows.
#[derive(Debug)]
pub struct SplitKeyEvaluator<'a> {
    scorer: &'a Scorer,
    least: u64,
    first: Half<'a>,
    second: Half<'a>,
    sheets: CrossTables,
    scratch: Scratch,
}

/// Entries counted by one thread at a time.
const SHARE: usize = 1 << 16;
/// Classes looked at to split the key.
const SAMPLE: usize = 4096;
/// Classes for which another thread would come too late.
const FEW: usize = 1 << 12;
/// Entries worth more than one thread.
const MANY: usize = 1 << 18;

impl<'a> SplitKeyEvaluator<'a> {
    /// An evaluator of tuples whose attributes have these hierarchies; a class is kept if it has
    /// `least` rows.
    pub fn new(
        classes: &Tally,
        hierarchies: &'a [Hierarchy],
        least: u64,
        scorer: &'a Scorer,
    ) -> Self {
        Self::above(&vec![0; hierarchies.len()], classes, hierarchies, least, scorer)
    }

    /// The same of a table that is at a node already, for the nodes above it: the codes of its
    /// tuples are groups of that node's levels.
    pub fn above(
        base: &[u8],
        classes: &Tally,
        hierarchies: &'a [Hierarchy],
        least: u64,
        scorer: &'a Scorer,
    ) -> Self {
        let Split { first, second, .. } = Split::new(classes, hierarchies, base);
        let half = |attributes| Half::new(classes, hierarchies, base, attributes);
        let (first, second) = if classes.len() < FEW {
            (half(first), half(second))
        } else {
            rayon::join(|| half(first), || half(second))
        };
        let each = first.of_class.iter().copied().zip(second.of_class.iter().copied());
        let base = CrossTable::new(&first, each.zip(classes.counts().iter().copied()));
        let sheets = CrossTables::new(base);
        Self { scorer, least, first, second, sheets, scratch: Scratch::default() }
    }

    fn arranged(&mut self, levels: &[u8]) -> Arc<Arranged> {
        self.sheets.arranged(levels, &self.first)
    }

    /// Each combination's part of the ambiguity, if that is the objective.
    fn factors(&self, first: &View, second: &View, levels: &[u8]) -> Option<Factors> {
        (self.scorer.objective() == Objective::Ambiguity).then(|| Factors {
            first: self.first.ambiguity(first, levels, self.scorer),
            second: self.second.ambiguity(second, levels, self.scorer),
        })
    }

    fn outcome(&self, arranged: &Arranged, second: &View, seen: &Seen) -> Outcome {
        let attributes = self.first.attributes.len() + self.second.attributes.len();
        let mut suppressed_by_group = vec![Vec::new(); attributes];
        let halves = [
            (&self.first, &*arranged.view, &seen.by_first),
            (&self.second, second, &seen.by_second),
        ];
        for (half, view, rows) in halves {
            for (&attribute, codes) in half.attributes.iter().zip(&view.codes) {
                let groups = view.groups_of[half.place(attribute)];
                let by_group: &mut Vec<u64> = &mut suppressed_by_group[attribute];
                by_group.resize(groups, 0);
                for (&code, &rows) in codes.iter().zip(rows) {
                    by_group[code as usize] += rows;
                }
            }
        }
        Outcome {
            suppressed: seen.suppressed,
            classes: seen.classes,
            squares: seen.squares as f64,
            ambiguity: seen.ambiguity,
            suppressed_ambiguity: seen.suppressed_ambiguity,
            suppressed_by_group,
        }
    }
}

impl Evaluate for SplitKeyEvaluator<'_> {
    fn look(&mut self, levels: &[u8], limit: u64, _open: OpenNodes<'_>) -> Look {
        let first_levels = self.first.levels(levels);
        let arranged = self.arranged(&first_levels);
        let second = self.second.view(&self.second.levels(levels));
        let factors = self.factors(&arranged.view, &second, levels);
        let count = Count { arranged: &arranged, second: &second, factors, least: self.least };
        let seen = if arranged.sheet.entries.len() < MANY {
            let all = 0..arranged.groups();
            count.range(all, limit, &mut self.scratch)
        } else {
            count.parallel(limit)
        };
        let Some(seen) = seen else {
            return Look { outcome: None, floor: limit.saturating_add(1) };
        };
        self.sheets.keep_own(&first_levels, &arranged, self.second.tuples());
        let outcome = self.outcome(&arranged, &second, &seen);
        Look { floor: outcome.suppressed, outcome: Some(outcome) }
    }
}

/// The attributes of each half.
struct Split {
    first: Vec<usize>,
    second: Vec<usize>,
    /// Whether a half has so few combinations that classes share them.
    is_dense: bool,
}

/// Whether the key of a table can be split into halves that have far fewer combinations than there
/// are classes. If not, rows of counters are long, and each is used a few times.
pub(crate) fn is_dense(classes: &Tally, hierarchies: &[Hierarchy]) -> bool {
    Split::new(classes, hierarchies, &vec![0; hierarchies.len()]).is_dense
}

impl Split {
    /// Splits the attributes so that both halves have few combinations: an attribute goes, the ones
    /// with the most values first, to the half that it makes the less numerous. A sample of classes
    /// is enough to judge by.
    fn new(classes: &Tally, hierarchies: &[Hierarchy], base: &[u8]) -> Self {
        let groups = |at: usize| hierarchies[at].groups(base[at].into());
        let mut order: Vec<usize> = (0..hierarchies.len()).collect();
        order.sort_by_key(|&at| (std::cmp::Reverse(groups(at)), at));
        let stride = classes.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<usize> = (0..classes.len()).step_by(stride).collect();
        let mut halves =
            [(Vec::new(), vec![0; sample.len()], 1), (Vec::new(), vec![0; sample.len()], 1)];
        for at in order {
            let with = |(_, numbers, combinations): &(Vec<usize>, Vec<u32>, usize)| {
                let mut numbers = numbers.clone();
                let codes = sample.iter().map(|&class| classes.code(class, at));
                let more = number_pairs(&mut numbers, *combinations, codes, groups(at));
                (numbers, more)
            };
            let (first, second) = (with(&halves[0]), with(&halves[1]));
            let (to, (numbers, combinations)) = if first.1 <= second.1 {
                (&mut halves[0], first)
            } else {
                (&mut halves[1], second)
            };
            to.0.push(at);
            (to.1, to.2) = (numbers, combinations);
        }
        let is_dense = halves.iter().all(|(_, _, combinations)| 2 * combinations <= sample.len());
        let [(first, ..), (second, ..)] = halves;
        Self { first, second, is_dense }
    }
}

/// The dense row, and which of its cells were used.
#[derive(Clone, Debug, Default)]
struct Scratch {
    row: Vec<u32>,
    used: Vec<u32>,
}

/// Each combination's part of the ambiguity.
struct Factors {
    first: Vec<f64>,
    second: Vec<f64>,
}

/// One node's count.
struct Count<'a> {
    arranged: &'a Arranged,
    second: &'a View,
    factors: Option<Factors>,
    least: u64,
}

/// What a count has seen so far.
#[derive(Clone, Debug, Default)]
struct Seen {
    suppressed: u64,
    classes: u64,
    /// The sum of fewer than 2^32 rows' squares is below 2^64.
    squares: u64,
    ambiguity: f64,
    suppressed_ambiguity: f64,
    by_first: Vec<u64>,
    by_second: Vec<u64>,
    /// Rows that are suppressed at every finer node, too; counted by [`HistogramEvaluator`] alone.
    floor: u64,
}

impl Count<'_> {
    /// Counts a range of groups; `None` once the limit is passed.
    fn range(&self, groups: Range<usize>, limit: u64, scratch: &mut Scratch) -> Option<Seen> {
        let Scratch { row, used } = scratch;
        if row.len() < self.second.groups {
            row.resize(self.second.groups, 0);
            used.resize(self.second.groups + 1, 0);
        }
        let mut seen = Seen {
            by_first: vec![0; self.arranged.groups()],
            by_second: vec![0; self.second.groups],
            ..Seen::default()
        };
        for group in groups {
            let mut cells = 0;
            for entries in self.arranged.parts(group) {
                for entry in entries {
                    let cell = self.second.map[entry.second as usize];
                    let rows = &mut row[cell as usize];
                    // Written always and kept if new: whether it is no processor can foresee.
                    used[cells] = cell;
                    cells += usize::from(*rows == 0);
                    *rows += entry.rows;
                }
            }
            self.judge(group, row, &used[..cells], &mut seen);
            if seen.suppressed > limit {
                return None;
            }
        }
        Some(seen)
    }

    /// Judges the classes of one group and clears the row.
    fn judge(&self, group: usize, row: &mut [u32], used: &[u32], seen: &mut Seen) {
        let first = self.arranged.order[group] as usize;
        let mut suppressed = 0;
        for &cell in used {
            let size = u64::from(std::mem::take(&mut row[cell as usize]));
            let holds = size >= self.least;
            let (kept, gone) = if holds { (size, 0) } else { (0, size) };
            seen.classes += u64::from(holds);
            seen.squares += kept * kept;
            suppressed += gone;
            seen.by_second[cell as usize] += gone;
            if let Some(Factors { first: of_first, second }) = &self.factors {
                let all = size as f64 * (of_first[first] * second[cell as usize]);
                *(if holds { &mut seen.ambiguity } else { &mut seen.suppressed_ambiguity }) += all;
            }
        }
        seen.by_first[first] += suppressed;
        seen.suppressed += suppressed;
    }

    /// Counts on all threads. The ranges are the same on any number of them, and so is the sum.
    fn parallel(&self, limit: u64) -> Option<Seen> {
        let ranges = self.arranged.ranges(SHARE);
        let mut total: Option<Seen> = None;
        for wave in ranges.chunks(16) {
            let parts: Vec<Option<Seen>> = wave
                .par_iter()
                .map_init(Scratch::default, |scratch, range| {
                    self.range(range.clone(), limit, scratch)
                })
                .collect();
            for part in parts {
                let part = part?;
                total = Some(match total {
                    None => part,
                    Some(total) => total.plus(&part),
                });
            }
            if total.as_ref().is_some_and(|total| total.suppressed > limit) {
                return None;
            }
        }
        total
    }
}

impl Seen {
    fn plus(mut self, other: &Self) -> Self {
        self.suppressed += other.suppressed;
        self.floor += other.floor;
        self.classes += other.classes;
        self.squares += other.squares;
        self.ambiguity += other.ambiguity;
        self.suppressed_ambiguity += other.suppressed_ambiguity;
        self.by_first.iter_mut().zip(&other.by_first).for_each(|(sum, rows)| *sum += rows);
        self.by_second.iter_mut().zip(&other.by_second).for_each(|(sum, rows)| *sum += rows);
        self
    }
}
