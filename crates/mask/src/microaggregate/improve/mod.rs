//! Makes a partition better without ever making a group smaller than k: neighbouring groups are
//! grouped anew, a few at a time, and what is better is kept.
//!
//! Three things can become better. Records are moved and swapped between groups; a group is
//! dissolved where its records are cheaper elsewhere; all records of some groups are strung on a
//! path which is cut anew, so that also the number of groups changes. Groups keep k to 2k − 1
//! records, and a change is made only if the squared error is less after it: so the result is
//! never worse than the start. Nothing depends on the clock: the same points give the same groups.

mod region;

use super::nearest::Nearest;
use super::points::{Points, squared};
use region::Region;
use ridotto_numbers::chance::below;

/// How many records may be grouped anew together: all their distances are held.
const MOST: usize = 600;

/// How much work to spend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effort {
    /// How often each group is visited with its neighbours.
    pub(super) visits: usize,
    /// How many groups are grouped anew together at a visit.
    pub(super) together: usize,
    /// How many random regroupings are tried, for each group there is.
    pub(super) trials: usize,
}

/// A partition in the making.
pub(super) struct Search<'a> {
    points: &'a Points,
    k: usize,
    groups: Vec<Vec<u32>>,
    /// The mean of each group; of an empty one, infinity.
    centers: Vec<f64>,
    region: Region,
}

impl<'a> Search<'a> {
    /// Begins with groups of at least `k` points each. Groups of 2k or more are never made larger.
    pub(super) fn new(points: &'a Points, groups: Vec<Vec<u32>>, k: usize) -> Self {
        let mut search = Self {
            points,
            k,
            centers: vec![0.0; groups.len() * points.stride()],
            groups,
            region: Region::new(k),
        };
        (0..search.groups.len()).for_each(|group| search.measure(group));
        search
    }

    /// What has been reached.
    pub(super) fn into_groups(self) -> Vec<Vec<u32>> {
        self.groups.into_iter().filter(|group| !group.is_empty()).collect()
    }

    fn measure(&mut self, group: usize) {
        let stride = self.points.stride();
        let center = &mut self.centers[group * stride..][..stride];
        if self.groups[group].is_empty() {
            center.fill(f64::INFINITY);
        } else {
            self.points.mean_into(&self.groups[group], center);
        }
    }

    /// A group and those nearest to it.
    fn near(&self, group: usize, count: usize) -> Vec<usize> {
        let stride = self.points.stride();
        let own = &self.centers[group * stride..][..stride];
        let mut nearest = Nearest::new(count);
        for (at, center) in self.centers.chunks_exact(stride).enumerate() {
            if at != group && !self.groups[at].is_empty() {
                nearest.offer(squared(center, own), at as u32, at as u32);
            }
        }
        std::iter::once(group).chain(nearest.places().map(|at| at as usize)).collect()
    }

    /// Spends this much work.
    pub(super) fn run(&mut self, effort: Effort, seed: u64) {
        // Groups of hundreds are left as they are: there is little to gain, and much to compute.
        let room = MOST / (2 * self.k);
        if room < 2 {
            return;
        }
        for _ in 0..effort.visits {
            let mut changed = false;
            for group in 0..self.groups.len() {
                if !self.groups[group].is_empty() {
                    let near = self.near(group, effort.together.min(room) - 1);
                    changed |= self.regroup(&near, |region, tries| tries.all(region));
                }
            }
            if !changed {
                break;
            }
        }
        self.shake(effort.trials, room.min(6), seed);
    }

    /// Groups anew at random places.
    fn shake(&mut self, trials: usize, together: usize, seed: u64) {
        for trial in 0..(trials * self.groups.len()) as u64 {
            let draw = |what: u64, end: usize| below(seed, trial * 4 + what, end);
            let group = draw(0, self.groups.len());
            if self.groups[group].is_empty() {
                continue;
            }
            let near = self.near(group, 1 + draw(1, together - 1));
            let (kind, start) = (draw(2, 8), draw(3, 1 << 20));
            self.regroup(&near, |region, tries| tries.one(region, kind, start));
        }
    }

    /// Tries other partitions of the records of these groups; keeps the best, if it is better.
    fn regroup(&mut self, near: &[usize], tries: impl Fn(&mut Region, &mut Tries)) -> bool {
        let records: Vec<u32> =
            near.iter().flat_map(|&group| self.groups[group].iter().copied()).collect();
        let label: Vec<u32> =
            (0..).zip(near).flat_map(|(at, &group)| vec![at; self.groups[group].len()]).collect();
        let mut region = std::mem::replace(&mut self.region, Region::new(self.k));
        region.fill(records.len(), |a, b| self.points.distance(records[a], records[b]));
        region.set(&label, near.len());
        let before = region.error();
        let mut found = Tries { label, groups: near.len(), best: before, found: None };
        tries(&mut region, &mut found);
        let better = found.best < before * (1.0 - 1e-9);
        if let (true, Some((label, groups))) = (better, found.found) {
            self.put(near, &records, &label, groups);
        }
        self.region = region;
        better
    }

    fn put(&mut self, near: &[usize], records: &[u32], label: &[u32], groups: usize) {
        for &group in near {
            self.groups[group].clear();
        }
        let mut places: Vec<usize> = near.to_vec();
        while places.len() < groups {
            places.push(self.groups.len());
            self.groups.push(Vec::new());
            self.centers.extend(std::iter::repeat_n(0.0, self.points.stride()));
        }
        for (&record, &group) in records.iter().zip(label) {
            self.groups[places[group as usize]].push(record);
        }
        for group in places {
            self.measure(group);
        }
    }
}

/// Partitions tried at one place.
struct Tries {
    /// How it was.
    label: Vec<u32>,
    groups: usize,
    best: f64,
    found: Option<(Vec<u32>, usize)>,
}

impl Tries {
    fn judge(&mut self, region: &mut Region) {
        region.polish();
        let error = region.error();
        if error < self.best {
            self.best = error;
            self.found = Some((region.label().to_vec(), region.groups()));
        }
    }

    /// What a visit tries: to move and to swap; to dissolve the first group; a path.
    fn all(&mut self, region: &mut Region) {
        self.judge(region);
        region.set(&self.label, self.groups);
        if region.dissolve(0) {
            self.judge(region);
        }
        region.walk(0);
        self.judge(region);
    }

    /// What one random trial does.
    fn one(&mut self, region: &mut Region, kind: usize, start: usize) {
        let start = start % region.records();
        match kind {
            0..4 => region.walk(start),
            4..6 => region.cut(&region.from(start)),
            _ => {
                if !region.dissolve(start % self.groups) {
                    return;
                }
            }
        }
        self.judge(region);
    }
}

#[cfg(test)]
mod tests;
