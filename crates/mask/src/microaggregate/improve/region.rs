//! A few neighbouring groups whose records are grouped anew: small enough to know all distances.
//!
//! Of a group only the sum W of the squared distances of its pairs is needed: W/n is its squared
//! error. With the sum T of the distances of each record to each group at hand, every move and
//! every swap is judged in a few additions, however many attributes there are.

use crate::microaggregate::path::cut;

/// Records of some groups and their partition.
pub(super) struct Region {
    records: usize,
    k: usize,
    /// Of each pair of records.
    distances: Vec<f64>,
    /// The group of each record.
    label: Vec<u32>,
    /// How many records a group has, and its W.
    groups: Vec<(usize, f64)>,
    /// T of each record, group by group.
    sums: Vec<f64>,
}

impl Region {
    /// Records with all their distances.
    pub(super) fn new(k: usize) -> Self {
        Self {
            records: 0,
            k,
            distances: Vec::new(),
            label: Vec::new(),
            groups: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// Begins again with other records.
    pub(super) fn fill(&mut self, records: usize, distance: impl Fn(usize, usize) -> f64) {
        self.records = records;
        self.distances.clear();
        self.distances.resize(records * records, 0.0);
        for a in 0..records {
            for b in 0..a {
                let between = distance(a, b);
                self.distances[a * records + b] = between;
                self.distances[b * records + a] = between;
            }
        }
    }

    /// Takes a partition as it is.
    pub(super) fn set(&mut self, label: &[u32], groups: usize) {
        self.label.clear();
        self.label.extend_from_slice(label);
        self.groups.clear();
        self.groups.resize(groups, (0, 0.0));
        self.sums.clear();
        self.sums.resize(groups * self.records, 0.0);
        for (record, &group) in label.iter().enumerate() {
            self.add_sums(record, group as usize, 1.0);
            self.groups[group as usize].0 += 1;
        }
        for record in 0..self.records {
            let group = self.label[record] as usize;
            self.groups[group].1 += 0.5 * self.sums[group * self.records + record];
        }
    }

    fn add_sums(&mut self, record: usize, group: usize, sign: f64) {
        let n = self.records;
        let sums = &mut self.sums[group * n..][..n];
        let distances = &self.distances[record * n..][..n];
        sums.iter_mut().zip(distances).for_each(|(sum, distance)| *sum += sign * distance);
    }

    /// The squared error.
    pub(super) fn error(&self) -> f64 {
        self.groups.iter().map(|&(size, pairs)| error(size, pairs)).sum()
    }

    pub(super) fn label(&self) -> &[u32] {
        &self.label
    }

    pub(super) fn groups(&self) -> usize {
        self.groups.len()
    }

    pub(super) fn records(&self) -> usize {
        self.records
    }

    fn sum(&self, record: usize, group: usize) -> f64 {
        self.sums[group * self.records + record]
    }

    fn shift(&mut self, record: usize, to: usize) {
        let from = self.label[record] as usize;
        let (leaving, coming) = (self.sum(record, from), self.sum(record, to));
        self.groups[from].0 -= 1;
        self.groups[from].1 -= leaving;
        self.groups[to].0 += 1;
        self.groups[to].1 += coming;
        self.add_sums(record, from, -1.0);
        self.add_sums(record, to, 1.0);
        self.label[record] = to as u32;
    }

    /// What joining a group would cost.
    fn joining(&self, record: usize, group: usize) -> f64 {
        let (size, pairs) = self.groups[group];
        error(size + 1, pairs + self.sum(record, group)) - error(size, pairs)
    }

    /// Moves and swaps records as long as that makes the squared error less.
    pub(super) fn polish(&mut self) {
        let enough = 1e-10 * self.error();
        // Each step makes the error less; the bound is there for rounding.
        for _ in 0..64 {
            let mut changed = false;
            for record in 0..self.records {
                changed |= self.improve(record, enough);
            }
            if !changed {
                break;
            }
        }
    }

    /// Does the best of all moves and swaps of a record, if it is worth it.
    fn improve(&mut self, record: usize, enough: f64) -> bool {
        let from = self.label[record] as usize;
        let (size, pairs) = self.groups[from];
        let own = self.sum(record, from);
        let mut best = (-enough, None);
        if size > self.k {
            let leaving = error(size, pairs) - error(size - 1, pairs - own);
            for to in 0..self.groups.len() {
                if to != from && (1..2 * self.k - 1).contains(&self.groups[to].0) {
                    let change = self.joining(record, to) - leaving;
                    if change < best.0 {
                        best = (change, Some((to, None)));
                    }
                }
            }
        }
        let share = 1.0 / size as f64;
        let own_sums = &self.sums[from * self.records..][..self.records];
        let own_distances = &self.distances[record * self.records..][..self.records];
        for (other, &to) in self.label.iter().enumerate() {
            let to = to as usize;
            if to == from {
                continue;
            }
            let between = own_distances[other];
            let here = (own_sums[other] - own - between) * share;
            let there = self.sum(record, to) - self.sum(other, to) - between;
            let change = here + there / self.groups[to].0 as f64;
            if change < best.0 {
                best = (change, Some((to, Some(other))));
            }
        }
        let Some((to, other)) = best.1 else { return false };
        self.shift(record, to);
        if let Some(other) = other {
            self.shift(other, from);
        }
        true
    }

    /// Gives each record of a group to that other group where it costs least. `false` if there is
    /// no room for all; then the partition is spoilt.
    pub(super) fn dissolve(&mut self, group: usize) -> bool {
        let records: Vec<usize> =
            (0..self.records).filter(|&record| self.label[record] as usize == group).collect();
        for record in records {
            let room =
                |&to: &usize| to != group && (1..2 * self.k - 1).contains(&self.groups[to].0);
            let cost = |to: usize| (self.joining(record, to), to);
            let best =
                (0..self.groups.len()).filter(room).map(cost).min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, to)) = best else { return false };
            self.shift(record, to);
        }
        true
    }

    /// Forgets the partition and cuts a path that goes from each record to the nearest not yet
    /// visited into the best groups of consecutive records.
    pub(super) fn walk(&mut self, start: usize) {
        let n = self.records;
        let mut path: Vec<usize> = (0..n).collect();
        path.swap(0, start);
        for at in 1..n {
            let row = &self.distances[path[at - 1] * n..][..n];
            let ahead = (at..n).min_by(|&a, &b| row[path[a]].total_cmp(&row[path[b]]));
            path.swap(at, ahead.expect("some are ahead"));
        }
        self.cut(&path);
    }

    /// Forgets the partition and cuts this order into the best groups of consecutive records.
    pub(super) fn cut(&mut self, path: &[usize]) {
        let n = self.records;
        let distances = &self.distances;
        let runs = cut(n, self.k, |end, costs| {
            costs.clear();
            let mut pairs = 0.0;
            for start in (0..end).rev().take(2 * self.k - 1) {
                let row = &distances[path[start] * n..][..n];
                pairs += path[start + 1..end].iter().map(|&other| row[other]).sum::<f64>();
                costs.push(error(end - start, pairs));
            }
        });
        let mut label = vec![0; n];
        for (group, run) in runs.iter().enumerate() {
            path[run.clone()].iter().for_each(|&record| label[record] = group as u32);
        }
        self.set(&label, runs.len());
    }

    /// Records by their distance from one of them, nearest first.
    pub(super) fn from(&self, start: usize) -> Vec<usize> {
        let row = &self.distances[start * self.records..][..self.records];
        let mut order: Vec<usize> = (0..self.records).collect();
        order.sort_by(|&a, &b| row[a].total_cmp(&row[b]).then(a.cmp(&b)));
        order
    }
}

fn error(size: usize, pairs: f64) -> f64 {
    if size == 0 { 0.0 } else { pairs / size as f64 }
}
