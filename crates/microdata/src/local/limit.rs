//! Local methods where some records may be suppressed.

use super::Grouped;
use crate::attempt::Attempt;
use crate::bind::{Method, QuasiIdentifier};
use crate::data::Data;
use crate::decision::Transferable;
use ridotto_core::{ClassModel, CodeColumn, Control, Watch};
use ridotto_micro::local::cell::{CellKey, CellRecoding};
use ridotto_micro::local::{Axis, GroupCheck, NoGroups, Outliers, SUPPRESSED, excess};

/// What is lost of the rows that are left is told as what is lost of all, of which the others lose all.
#[derive(Debug)]
struct AllRows<'a> {
    watch: &'a dyn Watch,
    left: f64,
    all: f64,
}

impl Watch for AllRows<'_> {
    fn found(&self, loss: f64) {
        self.watch.found((loss * self.left + self.all - self.left) / self.all.max(1.0));
    }

    fn control(&self) -> Control {
        self.watch.control()
    }
}

impl Attempt<'_> {
    /// Runs the method. Where all records together are not safe, those that are too many of
    /// their kind are left out; then those that cost more than they keep.
    pub(super) fn group_within_limit(&self, watch: &dyn Watch) -> Result<Grouped, NoGroups> {
        Ok(self.without_outliers(self.first_groups(watch)?, watch))
    }

    /// How many records the method may leave out.
    fn most_gone(&self) -> u64 {
        match self.method {
            // A file without a record is no release, whatever the policy allows.
            Method::Mondrian(_) | Method::Cells => {
                self.limit().min((self.table.rows as u64).saturating_sub(1))
            }
            _ => 0,
        }
    }

    /// Groups of all records, or of all but those that are too many of their kind, and how many these are.
    pub(super) fn first_groups(&self, watch: &dyn Watch) -> Result<(Grouped, u64), NoGroups> {
        if let Some(from) = self.from {
            return self.group_others(from.to_vec(), watch);
        }
        let limit = self.most_gone();
        match self.group(None, watch) {
            Err(NoGroups) if limit > 0 => {
                let (columns, judged) = (self.key_columns(), self.judged_columns());
                let judge = self.group_check(&judged);
                let rows = self.table.rows;
                let gone = excess(&columns, &judged, &judge, rows, limit).ok_or(NoGroups)?;
                let mut group_of = vec![0; rows];
                for &row in &gone {
                    group_of[row as usize] = SUPPRESSED;
                }
                self.group_others(group_of, watch)
            }
            found => Ok((found?, 0)),
        }
    }

    /// Groups without the records that cost more than they keep.
    pub(super) fn without_outliers(
        &self,
        (mut found, mut gone): (Grouped, u64),
        watch: &dyn Watch,
    ) -> Grouped {
        let (limit, columns) = (self.most_gone(), self.key_columns());
        if gone < limit {
            let judged = self.judged_columns();
            let axes: Vec<Axis<'_>> = (0..self.keys.len()).map(|at| self.axis_of(at)).collect();
            let importance: Vec<f64> = self.keys.iter().map(|key| key.importance).collect();
            let outliers = Outliers {
                keys: &columns,
                axes: &axes,
                importance: &importance,
                sensitive: &judged,
                judge: &self.group_check(&judged),
            };
            gone += outliers.trim(&mut found.grouping, limit - gone, watch);
        }
        if gone > 0 && matches!(found.transfer, Transferable::Cells(_)) {
            let keys = self.cell_keys(&columns);
            found.transfer = Transferable::Cells(CellRecoding::of_rows(&keys, &found.grouping));
        }
        found
    }

    /// What the models look at.
    fn judged_columns(&self) -> Vec<CodeColumn<'_>> {
        self.judged.iter().map(|judged| judged.column(&self.table)).collect()
    }

    /// Who says whether a group is safe.
    fn group_check(&self, judged: &[CodeColumn<'_>]) -> GroupCheck<'_> {
        let models = self.models().map(|model| &**model as &dyn ClassModel);
        GroupCheck::new(models, judged.iter().map(|column| column.values).collect())
    }

    /// Runs the method on the rows that have a group, and leaves the others out; so many are left out.
    fn group_others(
        &self,
        mut group_of: Vec<u32>,
        watch: &dyn Watch,
    ) -> Result<(Grouped, u64), NoGroups> {
        let rows = 0..group_of.len() as u32;
        let left: Vec<u32> = rows.filter(|&row| group_of[row as usize] != SUPPRESSED).collect();
        let all = group_of.len();
        let among = AllRows { watch, left: left.len() as f64, all: all as f64 };
        let mut found = self.group(Some(&left), &among)?;
        for (&row, &group) in left.iter().zip(&found.grouping.group_of) {
            group_of[row as usize] = group;
        }
        let gone = all - left.len();
        found.grouping.group_of = group_of;
        Ok((found, gone as u64))
    }

    /// A quasi-identifier as the method's groups show it.
    fn axis_of(&self, at: usize) -> Axis<'_> {
        match self.method {
            Method::Mondrian(of) => self.axis(at, of.summary),
            _ => Axis::tree(self.dictionary(at), &self.hierarchies[at], &self.keys[at].counts),
        }
    }
}

impl Data {
    /// The quasi-identifiers as they are generalised cell by cell.
    pub(super) fn cell_keys<'a>(&'a self, columns: &[CodeColumn<'a>]) -> Vec<CellKey<'a>> {
        let key = |(at, key): (usize, &QuasiIdentifier)| CellKey {
            column: columns[at],
            dictionary: self.dictionary(at),
            hierarchy: &self.hierarchies[at],
            importance: key.importance,
        };
        self.keys.iter().enumerate().map(key).collect()
    }
}
