//! Local methods where some records may be suppressed.

use super::Grouped;
use crate::attempt::Attempt;
use crate::bind::{Method, QuasiIdentifier};
use crate::data::Data;
use crate::decision::Transferable;
use ridotto_core::Watch;
use ridotto_core::{ClassModel, CodeColumn};
use ridotto_micro::local::cell::{CellKey, CellRecoding};
use ridotto_micro::local::{Axis, GroupCheck, NoGroups, Outliers, SUPPRESSED, excess};

impl Attempt<'_> {
    /// Runs the method. Where all records together are not safe, those that are too many of
    /// their kind are left out; then those that cost more than they keep.
    pub(super) fn group_within_limit(&self, watch: &dyn Watch) -> Result<Grouped, NoGroups> {
        let rows = self.table.rows;
        let limit = match self.method {
            // A file without a record is no release, whatever the policy allows.
            Method::Mondrian(_) | Method::Cells => self.limit().min(rows as u64 - 1),
            _ => 0,
        };
        let columns = self.key_columns();
        let judged: Vec<CodeColumn<'_>> =
            self.judged.iter().map(|judged| judged.column(&self.table)).collect();
        let models = self.models().map(|model| &**model as &dyn ClassModel);
        let judge = GroupCheck::new(models, judged.iter().map(|column| column.values).collect());
        let (mut found, mut gone) = match self.from {
            Some(from) => self.group_others(from.to_vec(), watch)?,
            None => match self.group(None, watch) {
                Err(NoGroups) if limit > 0 => {
                    let gone = excess(&columns, &judged, &judge, rows, limit).ok_or(NoGroups)?;
                    let mut group_of = vec![0; rows];
                    for &row in &gone {
                        group_of[row as usize] = SUPPRESSED;
                    }
                    self.group_others(group_of, watch)?
                }
                found => (found?, 0),
            },
        };
        if gone < limit {
            let axes: Vec<Axis<'_>> = (0..self.keys.len()).map(|at| self.axis_of(at)).collect();
            let importance: Vec<f64> = self.keys.iter().map(|key| key.importance).collect();
            let outliers = Outliers {
                keys: &columns,
                axes: &axes,
                importance: &importance,
                sensitive: &judged,
                judge: &judge,
            };
            gone += outliers.trim(&mut found.grouping, limit - gone, watch);
        }
        if gone > 0 && matches!(found.transfer, Transferable::Cells(_)) {
            let keys = self.cell_keys(&columns);
            found.transfer = Transferable::Cells(CellRecoding::of_rows(&keys, &found.grouping));
        }
        Ok(found)
    }

    /// Runs the method on the rows that have a group, and leaves the others out; so many are left out.
    fn group_others(
        &self,
        mut group_of: Vec<u32>,
        watch: &dyn Watch,
    ) -> Result<(Grouped, u64), NoGroups> {
        let rows = 0..group_of.len() as u32;
        let left: Vec<u32> = rows.filter(|&row| group_of[row as usize] != SUPPRESSED).collect();
        let mut found = self.group(Some(&left), watch)?;
        for (&row, &group) in left.iter().zip(&found.grouping.group_of) {
            group_of[row as usize] = group;
        }
        let gone = group_of.len() - left.len();
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
