//! A partition of records into groups, and what replacing records by their groups' means costs.

use super::points::{Points, squared};
use ridotto_numbers::sum::sum;

/// A partition of records into groups. Groups are numbered by their first record, so that equal
/// partitions are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    of: Vec<u32>,
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Groups {
    /// From the rows of each group. Every row below `rows` must be in just one of them.
    ///
    /// # Panics
    /// If a row is in no group.
    pub fn from_lists(rows: usize, lists: &[impl AsRef<[u32]>]) -> Self {
        let mut of = vec![u32::MAX; rows];
        for (group, list) in lists.iter().enumerate() {
            list.as_ref().iter().for_each(|&row| of[row as usize] = group as u32);
        }
        Self::from_labels(&of, lists.len())
    }

    /// From the group of each row, where groups are numbers below `groups`.
    ///
    /// # Panics
    /// If there is no such group.
    pub fn from_labels(labels: &[u32], groups: usize) -> Self {
        let mut number = vec![u32::MAX; groups];
        let mut next = 0;
        let mut rename = |&label: &u32| {
            let number = &mut number[label as usize];
            if *number == u32::MAX {
                *number = next;
                next += 1;
            }
            *number
        };
        let of: Vec<u32> = labels.iter().map(&mut rename).collect();
        let mut starts = vec![0_u32; next as usize + 1];
        for &group in &of {
            starts[group as usize + 1] += 1;
        }
        for group in 0..next as usize {
            starts[group + 1] += starts[group];
        }
        let mut place = starts.clone();
        let mut rows = vec![0; of.len()];
        for (row, &group) in of.iter().enumerate() {
            rows[place[group as usize] as usize] = row as u32;
            place[group as usize] += 1;
        }
        Self { of, starts, rows }
    }

    /// How many groups there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The group of each row.
    pub fn of(&self) -> &[u32] {
        &self.of
    }

    /// The rows of a group, in their order.
    pub fn rows(&self, group: usize) -> &[u32] {
        &self.rows[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// The rows of each group.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|group| self.rows(group))
    }

    /// The sizes of the smallest and of the largest group.
    pub fn sizes(&self) -> (usize, usize) {
        let sizes = || self.iter().map(<[u32]>::len);
        (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0))
    }
}

/// What microaggregation costs: squared distances, in the space that records were grouped in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// SSE: of records from the means of their groups.
    pub within: f64,
    /// SSA: of groups' means from the mean of all, each as often as the group has records.
    pub between: f64,
    /// SST: of records from the mean of all. It is SSE + SSA.
    pub total: f64,
}

impl Loss {
    /// The loss of a partition.
    pub fn of(points: &Points, groups: &Groups) -> Self {
        let all: Vec<u32> = (0..points.rows() as u32).collect();
        if all.is_empty() {
            return Self::default();
        }
        let mean = points.mean(&all);
        let part = |group: usize| points.squared_error(groups.rows(group));
        let away = |group: usize| {
            let rows = groups.rows(group);
            rows.len() as f64 * squared(&points.mean(rows), &mean)
        };
        Self {
            within: sum(groups.len(), part),
            between: sum(groups.len(), away),
            total: sum(points.rows(), |row| squared(points.row(row as u32), &mean)),
        }
    }

    /// L, the share SSE / SST of what is lost, from 0 to 1. Nothing is lost where all are equal.
    pub fn share(&self) -> f64 {
        if self.total > 0.0 { self.within / self.total } else { 0.0 }
    }

    /// The loss of attributes that were grouped on their own, together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            within: self.within + other.within,
            between: self.between + other.between,
            total: self.total + other.total,
        }
    }
}
