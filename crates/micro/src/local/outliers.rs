//! Records that cost more than they keep: local methods with a limit on suppression.
//!
//! A suppressed record costs as much as one that shows `*` everywhere. That is a gain where the
//! others of its group become so much finer without it that the group as a whole shows more, and
//! it is the only way where all records together do not satisfy a model.

use super::grouping::Names;
use super::mondrian::summarize;
use super::{Axis, GroupCheck, Grouping, SUPPRESSED, Shown, Summary};
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::objective::{granularity, mean_loss};
use ridotto_core::{Code, CodeColumn, Control, Watch};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// At each end of an attribute, so many values are tried to be left out.
const VALUES: usize = 3;
/// So many of the most frequent values of an attribute are tried to be made rarer.
const FREQUENT: usize = 16;
/// Cells that may be looked at in all.
const WORK: usize = 1 << 28;

/// What suppressing records is weighed by.
#[derive(Debug)]
pub struct Outliers<'a> {
    /// The keys.
    pub keys: &'a [CodeColumn<'a>],
    /// How groups show each of them.
    pub axes: &'a [Axis<'a>],
    /// How dear each of them is.
    pub importance: &'a [f64],
    /// The attributes that the models look at.
    pub sensitive: &'a [CodeColumn<'a>],
    /// The models.
    pub judge: &'a GroupCheck<'a>,
}

/// Rows that might leave a group, and what is gained by each.
struct Move {
    gain: f64,
    group: u32,
    rows: Vec<u32>,
}

impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        self.gain.total_cmp(&other.gain).then(other.group.cmp(&self.group))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Move {}

impl Outliers<'_> {
    /// Suppresses records of groups, at most `limit`, as long as that lowers the loss; what groups
    /// show is made anew. Every group stays safe, and so does what shows the same texts. Gives how
    /// many records were suppressed: none if it is told to finish before it has looked at every group.
    pub fn trim(&self, grouping: &mut Grouping, limit: u64, watch: &dyn Watch) -> u64 {
        let mut groups = rows_of(grouping);
        let (mut left, mut work) = (limit, WORK);
        let mut moves = BinaryHeap::new();
        for group in 0..groups.len() as u32 {
            if !watch.goes_on() {
                return 0;
            }
            moves.extend(self.best(group, &groups[group as usize], left, &mut work));
        }
        let mut changed = vec![false; groups.len()];
        while let Some(Move { group, rows, .. }) = moves.pop() {
            if watch.control() != Control::Continue {
                break;
            }
            let own = &mut groups[group as usize];
            if rows.len() as u64 <= left {
                left -= rows.len() as u64;
                own.retain(|row| rows.binary_search(row).is_err());
                changed[group as usize] = true;
            }
            moves.extend(self.best(group, own, left, &mut work));
        }
        if left == limit {
            return 0;
        }
        let trimmed = self.shown(grouping, &groups, &changed);
        if !self.is_safe(&trimmed) {
            return 0;
        }
        *grouping = trimmed;
        limit - left
    }

    /// The loss of all rows that are not suppressed, each between 0 and 1.
    pub fn total(&self, grouping: &Grouping) -> f64 {
        rows_of(grouping).iter().map(|rows| self.loss(rows) * rows.len() as f64).sum()
    }

    /// The rows of a group without which it gains the most by each, if it gains at all.
    fn best(&self, group: u32, rows: &[u32], left: u64, work: &mut usize) -> Option<Move> {
        let most = left.min((rows.len() as u64).saturating_sub(self.judge.least()));
        let before = self.loss(rows) * rows.len() as f64;
        // A record that leaves costs 1, so nothing is gained by one more than is lost now.
        if most == 0 || before <= 1.0 + 1e-9 {
            return None;
        }
        let mut best: Option<Move> = None;
        for at in 0..self.axes.len() {
            let mut placed: Vec<(u32, u32)> =
                rows.iter().map(|&row| (self.place(at, row), row)).collect();
            placed.sort_unstable();
            for backwards in [false, true] {
                let runs: Vec<&[(u32, u32)]> = if backwards {
                    let mut runs: Vec<_> = placed.chunk_by(|a, b| a.0 == b.0).collect();
                    runs.reverse();
                    runs
                } else {
                    placed.chunk_by(|a, b| a.0 == b.0).collect()
                };
                let mut leaving: Vec<u32> = Vec::new();
                for run in runs.iter().take(VALUES.min(runs.len() - 1)) {
                    leaving.extend(run.iter().map(|pair| pair.1));
                    let cells = rows.len() * self.axes.len();
                    if leaving.len() as u64 > most || *work < cells {
                        break;
                    }
                    *work -= cells;
                    let mut sorted = leaving.clone();
                    sorted.sort_unstable();
                    let staying: Vec<u32> = rows
                        .iter()
                        .copied()
                        .filter(|row| sorted.binary_search(row).is_err())
                        .collect();
                    let after = self.loss(&staying) * staying.len() as f64 + sorted.len() as f64;
                    let gain = (before - after) / sorted.len() as f64;
                    if gain > best.as_ref().map_or(1e-9, |best| best.gain) && self.holds(&staying) {
                        best = Some(Move { gain, group, rows: sorted });
                    }
                }
            }
        }
        best
    }

    fn place(&self, at: usize, row: u32) -> u32 {
        self.axes[at].place(self.keys[at].codes.get(row as usize))
    }

    /// The loss of one row of a group, between 0 and 1.
    fn loss(&self, rows: &[u32]) -> f64 {
        let of = |(at, &importance): (usize, &f64)| (importance, self.share(at, rows));
        mean_loss(self.importance.iter().enumerate().map(of))
    }

    /// The share of its domain that an attribute's value is spread over.
    fn share(&self, at: usize, rows: &[u32]) -> f64 {
        let axis = &self.axes[at];
        let places = || rows.iter().map(|&row| self.place(at, row));
        let (Some(first), Some(last)) = (places().min(), places().max()) else { return 0.0 };
        let domain = axis.len() as u64;
        match axis.summary() {
            _ if axis.is_mixed(first, last) => 1.0,
            Summary::Ancestor => axis.width(first, last),
            Summary::Range | Summary::Mean => granularity(u64::from(last - first) + 1, domain),
            Summary::Set => {
                let mut places: Vec<u32> = places().collect();
                places.sort_unstable();
                places.dedup();
                granularity(places.len() as u64, domain)
            }
        }
    }

    fn holds(&self, rows: &[u32]) -> bool {
        self.judge.holds(rows.len() as u64, |id| {
            rows.iter().map(move |&row| (self.sensitive[id].codes.get(row as usize), 1))
        })
    }

    /// The groups without the rows that left.
    fn shown(&self, before: &Grouping, groups: &[Vec<u32>], changed: &[bool]) -> Grouping {
        let attribute = |at: usize| {
            let (mut shown, mut names) = (Shown::default(), Names::default());
            for (group, rows) in groups.iter().enumerate() {
                if !changed[group] {
                    shown.push(&mut names, before.attributes[at].of(group));
                    continue;
                }
                let values: Vec<(Code, u64)> =
                    rows.iter().map(|&row| (self.keys[at].codes.get(row as usize), 1)).collect();
                shown.push(&mut names, summarize(&self.axes[at], &values).as_deref());
            }
            shown
        };
        let mut group_of = vec![SUPPRESSED; before.group_of.len()];
        for (group, rows) in (0..).zip(groups) {
            for &row in rows {
                group_of[row as usize] = group;
            }
        }
        let attributes = (0..self.axes.len()).map(attribute).collect();
        Grouping { group_of, groups: groups.len(), attributes }
    }

    /// Whether groups that show the same texts are safe as one class.
    fn is_safe(&self, grouping: &Grouping) -> bool {
        if self.judge.size_decides() {
            return true;
        }
        let rows: Vec<u32> = (0..grouping.group_of.len() as u32)
            .filter(|&row| grouping.group_of[row as usize] != SUPPRESSED)
            .collect();
        let texts = |row: u32| -> Vec<u32> {
            let group = grouping.group_of[row as usize] as usize;
            grouping.attributes.iter().map(|shown| shown.label_of[group]).collect()
        };
        let mut by_texts: Vec<(Vec<u32>, u32)> =
            rows.iter().map(|&row| (texts(row), row)).collect();
        by_texts.sort_unstable();
        by_texts.chunk_by(|a, b| a.0 == b.0).all(|class| {
            let rows: Vec<u32> = class.iter().map(|pair| pair.1).collect();
            self.holds(&rows)
        })
    }
}

/// The rows of each group.
fn rows_of(grouping: &Grouping) -> Vec<Vec<u32>> {
    let mut groups: Vec<Vec<u32>> = vec![Vec::new(); grouping.groups];
    for (row, &group) in (0..).zip(&grouping.group_of) {
        if group != SUPPRESSED {
            groups[group as usize].push(row);
        }
    }
    groups
}

/// Rows to suppress so that all others together satisfy the models, at most `limit` of them: rows
/// with a sensitive value that is too frequent, those with the rarest keys first. `None` if no
/// such rows were found. The value of which the fewest rows have to go is taken.
pub fn excess(
    keys: &[CodeColumn<'_>],
    sensitive: &[CodeColumn<'_>],
    judge: &GroupCheck<'_>,
    rows: usize,
    limit: u64,
) -> Option<Vec<u32>> {
    let tally = Tally::count(keys, rows);
    let unit_of = number_rows(&tally, keys, rows);
    let mut order: Vec<u32> = (0..rows as u32).collect();
    order.sort_by_key(|&row| (tally.counts()[unit_of[row as usize] as usize], row));
    let all: Counts = sensitive.iter().map(|column| counts(column, rows)).collect();
    let (mut best, mut work): (Option<Vec<u32>>, usize) = (None, WORK);
    for (id, column) in sensitive.iter().enumerate() {
        let mut values: Vec<Code> = (0..column.values as Code).collect();
        values.sort_by_key(|&value| (Reverse(all[id][value as usize]), value));
        for value in values.into_iter().take(FREQUENT) {
            let most = best.as_ref().map_or(limit, |best| best.len() as u64 - 1);
            let with_it = order.iter().filter(|&&row| column.codes.get(row as usize) == value);
            let candidates: Vec<u32> = with_it.take(most as usize).copied().collect();
            best = fewest(&candidates, sensitive, judge, (rows, all.clone()), &mut work).or(best);
        }
    }
    best
}

/// The rows of each value of each attribute.
type Counts = Vec<Vec<u64>>;

fn counts(column: &CodeColumn<'_>, rows: usize) -> Vec<u64> {
    let mut counts = vec![0; column.values];
    for row in 0..rows {
        counts[column.codes.get(row) as usize] += 1;
    }
    counts
}

/// The shortest beginning of some rows without which the others are safe together.
fn fewest(
    candidates: &[u32],
    sensitive: &[CodeColumn<'_>],
    judge: &GroupCheck<'_>,
    (rows, mut counts): (usize, Counts),
    work: &mut usize,
) -> Option<Vec<u32>> {
    let cells: usize = counts.iter().map(Vec::len).sum();
    for (gone, &row) in candidates.iter().enumerate() {
        *work = work.checked_sub(cells)?;
        for (column, counts) in sensitive.iter().zip(&mut counts) {
            counts[column.codes.get(row as usize) as usize] -= 1;
        }
        let left = (rows - gone - 1) as u64;
        let present = |id: usize| (0..).zip(counts[id].iter().copied()).filter(|pair| pair.1 > 0);
        if left > 0 && judge.holds(left, present) {
            return Some(candidates[..=gone].to_vec());
        }
    }
    None
}
