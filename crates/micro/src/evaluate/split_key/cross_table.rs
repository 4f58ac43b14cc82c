//! A sheet: classes grouped by the first half of their key.

use super::half::{Half, View};
use std::ops::Range;
use std::sync::Arc;

/// Rows that share both halves of the key.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The combination of the second half.
    pub second: u32,
    /// How many rows.
    pub rows: u32,
}

/// Entries grouped by first half.
#[derive(Debug)]
pub struct CrossTable {
    /// Where each group's entries end.
    ends: Vec<usize>,
    /// A combination of the first half that lies in each group.
    sample: Vec<u32>,
    /// The rows of each group.
    pub rows: Vec<u64>,
    /// The entries, group by group.
    pub entries: Vec<Entry>,
}

impl CrossTable {
    /// The finest sheet: a group for each combination of the first half. `each` gives the first
    /// half, the second, and the rows, again and again.
    pub fn new(first: &Half<'_>, each: impl Iterator<Item = ((u32, u32), u64)> + Clone) -> Self {
        let groups = first.tuples();
        let mut ends = vec![0; groups];
        each.clone().for_each(|((group, _), _)| ends[group as usize] += 1);
        let mut starts = 0;
        for end in &mut ends {
            starts += std::mem::replace(end, starts);
        }
        let mut entries = vec![Entry { second: 0, rows: 0 }; starts];
        let mut sums = vec![0; groups];
        for ((group, second), rows) in each {
            sums[group as usize] += rows;
            let rows = u32::try_from(rows).expect("a file has fewer than 2^32 rows");
            entries[ends[group as usize]] = Entry { second, rows };
            ends[group as usize] += 1;
        }
        Self { ends, sample: (0..groups as u32).collect(), rows: sums, entries }
    }

    fn group(&self, at: usize) -> &[Entry] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.entries[start..self.ends[at]]
    }
}

/// A sheet's groups, brought together as some levels of the first half make them the same, the
/// groups with the fewest rows first.
#[derive(Debug)]
pub struct Arranged {
    /// The sheet that is arranged.
    pub sheet: Arc<CrossTable>,
    /// The first half at these levels.
    pub view: Arc<View>,
    /// The view's groups in the order of counting.
    pub order: Vec<u32>,
    /// For each of them where its sheet groups end in `members`.
    ends: Vec<usize>,
    members: Vec<u32>,
    /// Whether the sheet is at these very levels: every group has one member.
    pub is_own: bool,
}

impl Arranged {
    /// Arranges a finer sheet by a view.
    pub fn new(sheet: Arc<CrossTable>, view: Arc<View>) -> Self {
        let target = |group: usize| view.map[sheet.sample[group] as usize] as usize;
        let groups = sheet.ends.len();
        let mut rows = vec![0_u64; view.groups];
        let mut sizes = vec![0_usize; view.groups];
        for group in 0..groups {
            rows[target(group)] += sheet.rows[group];
            sizes[target(group)] += 1;
        }
        let mut order: Vec<u32> = (0..view.groups as u32).collect();
        order.sort_by_key(|&group| (rows[group as usize], group));
        let mut next = vec![0; view.groups];
        let mut ends = Vec::with_capacity(view.groups);
        let mut end = 0;
        for &group in &order {
            next[group as usize] = end;
            end += sizes[group as usize];
            ends.push(end);
        }
        let mut members = vec![0; groups];
        for group in 0..groups {
            let at = &mut next[target(group)];
            members[*at] = group as u32;
            *at += 1;
        }
        Self { sheet, view, order, ends, members, is_own: false }
    }

    /// What it holds in memory, in entries: a sheet of its own, or the order of another.
    pub fn weight(&self) -> usize {
        let own = if self.is_own { self.sheet.entries.len() + 2 * self.groups() } else { 0 };
        own + self.members.len() / 2 + 2 * self.groups()
    }

    /// How many groups there are.
    pub fn groups(&self) -> usize {
        self.order.len()
    }

    fn members(&self, at: usize) -> &[u32] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.members[start..self.ends[at]]
    }

    /// The entries of the group at a place of the order, part by part.
    pub fn parts(&self, at: usize) -> impl Iterator<Item = &[Entry]> {
        self.members(at).iter().map(|&group| self.sheet.group(group as usize))
    }

    /// Cuts the order into ranges of about `entries` entries each.
    pub fn ranges(&self, entries: usize) -> Vec<Range<usize>> {
        let (mut ranges, mut start, mut sum) = (Vec::new(), 0, 0);
        for at in 0..self.groups() {
            sum += self.parts(at).map(<[Entry]>::len).sum::<usize>();
            if sum >= entries || at + 1 == self.groups() {
                ranges.push(start..at + 1);
                (start, sum) = (at + 1, 0);
            }
        }
        ranges
    }

    /// A sheet of this arrangement's own: entries of equal second half are added up.
    pub fn to_sheet(&self, seconds: usize) -> Self {
        let mut place = vec![u32::MAX; seconds];
        let (mut ends, mut sample, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        let mut entries: Vec<Entry> = Vec::new();
        for at in 0..self.groups() {
            let start = entries.len();
            for entry in self.parts(at).flatten() {
                let found = &mut place[entry.second as usize];
                if *found != u32::MAX && *found as usize >= start {
                    entries[*found as usize].rows += entry.rows;
                } else {
                    *found = entries.len() as u32;
                    entries.push(*entry);
                }
            }
            ends.push(entries.len());
            rows.push(entries[start..].iter().map(|entry| u64::from(entry.rows)).sum());
            sample.push(self.sheet.sample[self.members(at)[0] as usize]);
        }
        let groups = self.groups();
        Self {
            sheet: Arc::new(CrossTable { ends, sample, rows, entries }),
            view: Arc::clone(&self.view),
            order: self.order.clone(),
            ends: (1..=groups).collect(),
            members: (0..groups as u32).collect(),
            is_own: true,
        }
    }
}
