//! Cell generalisation where suppression takes whole attributes: `CG_AS` of the grid.
//!
//! A cell that shows `*` is suppressed. Here an attribute shows `*` in every record or in none. What
//! of an attribute that stays is shared by two records of a group lies below `*`, so records whose
//! values meet only there are never together: the values' coarsest labels cut the table into blocks,
//! and each block is generalised by itself. Which attributes go is tried from the cheapest set on.

use super::{CellFitted, CellKey, CellRecoding, Effort, fit};
use crate::local::{GroupCheck, Grouping, NoGroups, SUPPRESSED, Shown, grouping::Names};
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::hierarchy::TOP;
use ridotto_core::objective::granularity;
use ridotto_core::{ClassModel, Code, CodeColumn, Codes, Control, Hierarchy, Watch};

/// Up to so many attributes every set of them is tried.
const EVERY_SET: usize = 12;
/// Rows that are generalised in all; when there is an answer, nothing more is begun beyond that.
const WORK: usize = 1 << 23;

/// The attributes that are suppressed, one bit for each.
type Gone = u64;

/// Generalises cells, and suppresses attributes as a whole: no other cell shows `*`, unless that is
/// its value. Groups that it was given are begun with as far as they lie within blocks.
///
/// # Panics
/// If there are more than 64 attributes, or a start has not a number for each row.
pub fn fit_whole(
    keys: &[CellKey<'_>],
    sensitive: &[CodeColumn<'_>],
    models: &[&dyn ClassModel],
    rows: usize,
    effort: Effort<'_>,
    watch: &dyn Watch,
) -> Result<CellFitted, NoGroups> {
    let values = sensitive.iter().map(|column| column.values).collect();
    let judge = GroupCheck::new(models.iter().copied(), values);
    let blocks: Vec<Block> = keys.iter().map(Block::new).collect();
    let whole = Whole { keys, sensitive, models, rows, effort, judge, blocks };
    let (mut best, mut work, mut cut_short) = (None::<CellFitted>, 0, false);
    for (cost, gone) in whole.sets() {
        if best.as_ref().is_some_and(|best| cost >= best.loss || work > WORK) {
            break;
        }
        if best.is_some() && watch.control() != Control::Continue {
            cut_short = true;
            break;
        }
        let Some(parts) = whole.parts(gone) else { continue };
        work += rows;
        let fitted = whole.fit(gone, &parts, watch)?;
        if best.as_ref().is_none_or(|best| fitted.loss < best.loss) {
            best = Some(fitted);
        }
    }
    let best = best.ok_or(NoGroups)?;
    Ok(CellFitted { cut_short: best.cut_short || cut_short, ..best })
}

/// The values of an attribute, put together as far as they can be without becoming `*`.
struct Block {
    codes: Codes,
    values: usize,
    /// What it costs to suppress the attribute; `None` if it never shows `*`.
    cost: Option<f64>,
}

impl Block {
    fn new(key: &CellKey<'_>) -> Self {
        let of = key.hierarchy;
        let coarsest = |value: Code| {
            let level =
                (0..=of.height()).rev().find(|&level| level == 0 || !is_star(of, level, value));
            let level = level.unwrap_or(0);
            (level, of.map(level)[value as usize])
        };
        let groups: Vec<(usize, Code)> = (0..key.column.values as Code).map(coarsest).collect();
        let mut all = groups.clone();
        all.sort_unstable();
        all.dedup();
        let number =
            |value: Code| all.binary_search(&groups[value as usize]).expect("one of them") as Code;
        let codes: Vec<Code> = key.column.codes.iter().map(number).collect();
        let top = of.leaves(of.height()).first().copied().unwrap_or(1);
        let has_star = of.label(of.height(), 0) == Some(TOP);
        Self {
            codes: Codes::from_codes(&codes, all.len()),
            values: all.len(),
            cost: has_star.then(|| key.importance * granularity(top, of.domain())),
        }
    }
}

/// Whether a value shows `*` at a level.
fn is_star(hierarchy: &Hierarchy, level: usize, value: Code) -> bool {
    hierarchy.label(level, hierarchy.map(level)[value as usize]) == Some(TOP)
}

/// Hears wishes, and tells nothing: what is lost in a part is not what is lost in all.
#[derive(Debug)]
struct Silent<'a>(&'a dyn Watch);

impl Watch for Silent<'_> {
    fn control(&self) -> Control {
        self.0.control()
    }
}

/// The table and what is asked of it.
struct Whole<'a> {
    keys: &'a [CellKey<'a>],
    sensitive: &'a [CodeColumn<'a>],
    models: &'a [&'a dyn ClassModel],
    rows: usize,
    effort: Effort<'a>,
    judge: GroupCheck<'a>,
    blocks: Vec<Block>,
}

impl Whole<'_> {
    fn importance(&self) -> f64 {
        self.keys.iter().map(|key| key.importance).sum()
    }

    /// The sets of attributes to try, the cheapest first, with their shares of the loss.
    fn sets(&self) -> Vec<(f64, Gone)> {
        let may = |at: &usize| self.blocks[*at].cost.is_some();
        let may_go: Vec<usize> = (0..self.keys.len()).filter(may).collect();
        let set = |bits: u64| -> Gone {
            may_go.iter().enumerate().map(|(nth, &at)| (bits >> nth & 1) << at).sum()
        };
        let mut sets: Vec<Gone> = if may_go.len() <= EVERY_SET {
            (0..1 << may_go.len()).map(set).collect()
        } else {
            self.chain(&may_go)
        };
        let scale = self.importance().max(f64::MIN_POSITIVE);
        let cost = |gone: Gone| -> f64 {
            let costs = self.blocks.iter().enumerate().filter(|(at, _)| gone & (1 << at) != 0);
            costs.filter_map(|(_, block)| block.cost).sum::<f64>() / scale
        };
        sets.sort_unstable();
        let mut sets: Vec<(f64, Gone)> = sets.into_iter().map(|gone| (cost(gone), gone)).collect();
        sets.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        sets
    }

    /// One way from all attributes to as few as can be: the dearest that can stay does.
    fn chain(&self, may_go: &[usize]) -> Vec<Gone> {
        let mut order = may_go.to_vec();
        let cost = |at: usize| self.blocks[at].cost.unwrap_or(0.0);
        order.sort_by(|&a, &b| cost(b).total_cmp(&cost(a)).then(a.cmp(&b)));
        let mut gone: Gone = order.iter().map(|at| 1 << at).sum();
        let mut sets = vec![gone];
        for at in order {
            if self.parts(gone & !(1 << at)).is_some() {
                gone &= !(1 << at);
                sets.push(gone);
            }
        }
        sets
    }

    /// The rows of each block if some attributes are suppressed; `None` if one is not safe.
    fn parts(&self, gone: Gone) -> Option<Vec<Vec<u32>>> {
        let kept = self.blocks.iter().enumerate().filter(|(at, _)| gone & (1 << at) == 0);
        let columns: Vec<CodeColumn<'_>> = kept
            .map(|(_, block)| CodeColumn { codes: &block.codes, values: block.values })
            .collect();
        let tally = Tally::count(&columns, self.rows);
        let mut parts = vec![Vec::new(); tally.len()];
        for (row, &unit) in (0..).zip(&number_rows(&tally, &columns, self.rows)) {
            parts[unit as usize].push(row);
        }
        let is_safe = |part: &Vec<u32>| {
            self.judge.holds(part.len() as u64, |id| {
                part.iter().map(move |&row| (self.sensitive[id].codes.get(row as usize), 1))
            })
        };
        parts.iter().all(is_safe).then_some(parts)
    }

    /// Generalises each block by itself.
    fn fit(
        &self,
        gone: Gone,
        parts: &[Vec<u32>],
        watch: &dyn Watch,
    ) -> Result<CellFitted, NoGroups> {
        let kept: Vec<usize> = (0..self.keys.len()).filter(|at| gone & (1 << at) == 0).collect();
        let mut shown: Vec<(Shown, Names)> = self.keys.iter().map(|_| Default::default()).collect();
        let mut group_of = vec![0; self.rows];
        let (mut groups, mut spent, mut cut_short) = (0, 0.0, false);
        let own: f64 = kept.iter().map(|&at| self.keys[at].importance).sum();
        for part in parts {
            let fitted = self.fit_part(&kept, part, watch)?;
            for group in 0..fitted.grouping.groups {
                let mut labels = fitted.grouping.attributes.iter();
                for (at, (shown, names)) in shown.iter_mut().enumerate() {
                    let is_gone = gone & (1 << at) != 0;
                    let label =
                        if is_gone { Some(TOP) } else { labels.next().and_then(|of| of.of(group)) };
                    shown.push(names, label);
                }
            }
            for (&row, group) in part.iter().zip(&fitted.grouping.group_of) {
                let is_gone = *group == SUPPRESSED;
                group_of[row as usize] = if is_gone { SUPPRESSED } else { groups as u32 + group };
            }
            groups += fitted.grouping.groups;
            spent += fitted.loss * part.len() as f64 * own;
            cut_short |= fitted.cut_short;
        }
        let removed: f64 = self
            .blocks
            .iter()
            .enumerate()
            .filter(|(at, _)| gone & (1 << at) != 0)
            .filter_map(|(_, block)| block.cost)
            .sum();
        let scale = self.importance().max(f64::MIN_POSITIVE);
        let loss = (spent / self.rows.max(1) as f64 + removed) / scale;
        let attributes = shown.into_iter().map(|(shown, _)| shown).collect();
        let grouping = Grouping { group_of, groups, attributes };
        let recoding = CellRecoding::of_rows(self.keys, &grouping);
        Ok(CellFitted { grouping, recoding, loss, cut_short })
    }

    /// Some rows by some attributes.
    fn fit_part(
        &self,
        kept: &[usize],
        part: &[u32],
        watch: &dyn Watch,
    ) -> Result<CellFitted, NoGroups> {
        let keys = kept.iter().map(|&at| &self.keys[at]);
        let codes: Vec<Codes> = keys.clone().map(|key| key.column.codes.take(part)).collect();
        let judged: Vec<Codes> = self.sensitive.iter().map(|of| of.codes.take(part)).collect();
        let keys: Vec<CellKey<'_>> = keys
            .zip(&codes)
            .map(|(key, codes)| CellKey {
                column: CodeColumn { codes, values: key.column.values },
                ..*key
            })
            .collect();
        let sensitive: Vec<CodeColumn<'_>> = (self.sensitive.iter().zip(&judged))
            .map(|(of, codes)| CodeColumn { codes, values: of.values })
            .collect();
        let group = |groups: &[u32]| part.iter().map(|&row| groups[row as usize]).collect();
        let from: Vec<Vec<u32>> = self.effort.from.iter().map(|groups| group(groups)).collect();
        let from: Vec<&[u32]> = from.iter().map(Vec::as_slice).collect();
        let effort = Effort { from: &from, regions: None, ..self.effort };
        fit(&keys, &sensitive, self.models, part.len(), effort, &Silent(watch))
    }
}
