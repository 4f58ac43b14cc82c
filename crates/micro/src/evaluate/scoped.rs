//! Looking at a node where models are asked over several sets of key attributes, or of the table as
//! a whole.
//!
//! A record that is suppressed because of one set of attributes is missing from the classes of the
//! other sets, which may then fail too. So classes are suppressed until nothing fails any more: the
//! *greatest* set of records that satisfies everything, whatever the order of asking, because what
//! fails in a set of records fails in the end.
//!
//! That holds for class models that promise [`UnionRule::HoldsIfEither`]. For others the result
//! still satisfies every model (the last round asked them all), but another choice of records could
//! keep more.

use super::outcome::{outcome_of, table_at, whole};
use super::{Evaluate, Look};
use crate::lattice::OpenNodes;
use ridotto_core::objective::Scorer;
use ridotto_core::{Class, ClassModel, ClassTable, Hierarchy, TableModel, UnionRule};

/// A model, and the sets of key attributes that it is asked over.
#[derive(Clone, Debug)]
pub struct ScopedModel<'a> {
    /// The model.
    pub model: ModelRef<'a>,
    /// The sets of attributes, each ascending.
    pub subsets: Vec<Vec<usize>>,
}

/// What judges.
#[derive(Clone, Copy, Debug)]
pub enum ModelRef<'a> {
    /// Every class must hold.
    Class(&'a dyn ClassModel),
    /// The table must hold, once classes that fail are suppressed.
    Table(&'a dyn TableModel),
}

/// Whether a node that fails makes every finer one fail, given that so many records may go.
pub fn all_monotone(asked: &[ScopedModel<'_>], limit: u64) -> bool {
    let needed = if limit > 0 { UnionRule::HoldsIfEither } else { UnionRule::HoldsIfBoth };
    asked.iter().all(|asked| match asked.model {
        ModelRef::Class(model) => model.union_rule() >= needed,
        ModelRef::Table(_) => false,
    })
}

/// Which classes of a table must go so that every class model holds over its sets of attributes.
pub fn suppressed(table: &ClassTable, asked: &[ScopedModel<'_>]) -> Vec<bool> {
    let mut gone = vec![false; table.len()];
    loop {
        let mut is_stable = true;
        for ScopedModel { model: judge, subsets } in asked {
            let ModelRef::Class(model) = judge else { continue };
            for subset in subsets {
                is_stable &= !suppress(table, *model, subset, &mut gone);
            }
        }
        if is_stable {
            return gone;
        }
    }
}

/// Suppresses the classes that fail a model over a set of attributes; says whether there were any.
fn suppress(
    table: &ClassTable,
    model: &dyn ClassModel,
    subset: &[usize],
    gone: &mut [bool],
) -> bool {
    let is_whole = subset.len() == table.values().len();
    if is_whole {
        let mut found = false;
        for (class, gone) in table.classes().zip(gone) {
            let fails = !*gone && !model.holds(class);
            *gone |= fails;
            found |= fails;
        }
        return found;
    }
    let kept = kept(table, gone);
    let projected = kept.project(subset);
    let failing: Vec<Class<'_>> =
        projected.classes().filter(|&class| !model.holds(class)).collect();
    if failing.is_empty() {
        return false;
    }
    for (class, gone) in table.classes().zip(gone) {
        let order = |failing: &Class<'_>| {
            let mine = subset.iter().map(|&at| class.code(at));
            failing.key().cmp(mine)
        };
        *gone |= !*gone && failing.binary_search_by(order).is_ok();
    }
    true
}

/// What is left of a table.
pub fn kept(table: &ClassTable, gone: &[bool]) -> ClassTable {
    let mut gone = gone.iter();
    table.retain(|_| gone.next() == Some(&false))
}

/// Whether what is left of a table satisfies every model of tables.
pub fn tables_hold(table: &ClassTable, gone: &[bool], asked: &[ScopedModel<'_>]) -> bool {
    let judges = || {
        asked.iter().filter_map(|asked| match asked.model {
            ModelRef::Table(model) => Some((model, &asked.subsets)),
            ModelRef::Class(_) => None,
        })
    };
    if judges().next().is_none() {
        return true;
    }
    let kept = kept(table, gone);
    judges().all(|(model, subsets)| {
        subsets.iter().all(|subset| {
            if subset.len() == table.values().len() {
                model.holds(&kept)
            } else {
                model.holds(&kept.project(subset))
            }
        })
    })
}

/// Evaluates nodes for models over any sets of attributes, and for models of tables.
#[derive(Debug)]
pub struct Scoped<'a> {
    table: &'a ClassTable,
    hierarchies: &'a [Hierarchy],
    asked: &'a [ScopedModel<'a>],
    scorer: &'a Scorer,
}

impl<'a> Scoped<'a> {
    /// An evaluator of the classes of a table whose key attributes have these hierarchies.
    pub fn new(
        table: &'a ClassTable,
        hierarchies: &'a [Hierarchy],
        asked: &'a [ScopedModel<'a>],
        scorer: &'a Scorer,
    ) -> Self {
        Self { table, hierarchies, asked, scorer }
    }
}

impl Evaluate for Scoped<'_> {
    fn look(&mut self, levels: &[u8], limit: u64, _open: OpenNodes<'_>) -> Look {
        let table = table_at(self.table, self.hierarchies, levels);
        let gone = suppressed(&table, self.asked);
        let outcome = outcome_of(whole(&table, &gone), self.hierarchies, levels, self.scorer);
        // Only what holds in a part of a class and then in all of it is suppressed below, too.
        let is_kept = self.asked.iter().all(|asked| match asked.model {
            ModelRef::Class(model) => model.union_rule() == UnionRule::HoldsIfEither,
            ModelRef::Table(_) => true,
        });
        let floor = if is_kept { outcome.suppressed } else { 0 };
        let holds = outcome.suppressed <= limit && tables_hold(&table, &gone, self.asked);
        Look { outcome: holds.then_some(outcome), floor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ridotto_core::model::{AverageRisk, DistinctL, KAnonymity};
    use ridotto_core::{CodeColumn, Codes, Decimal, Scope};
    use std::collections::BTreeMap;

    type Row = ([u32; 3], u32);

    /// Deletes rows until nothing fails, row by row with plain maps.
    fn plainly(rows: &[Row], subsets: &[Vec<usize>], k: u64, l: usize) -> Vec<bool> {
        let mut gone = vec![false; rows.len()];
        loop {
            let mut changed = false;
            for subset in subsets {
                let key = |row: &Row| subset.iter().map(|&at| row.0[at]).collect::<Vec<_>>();
                let mut classes: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
                for (row, _) in rows.iter().zip(&gone).filter(|(_, gone)| !**gone) {
                    classes.entry(key(row)).or_default().push(row.1);
                }
                for (row, gone) in rows.iter().zip(&mut gone) {
                    let Some(values) = classes.get(&key(row)) else { continue };
                    let mut distinct = values.clone();
                    distinct.sort_unstable();
                    distinct.dedup();
                    if !*gone && ((values.len() as u64) < k || distinct.len() < l) {
                        *gone = true;
                        changed = true;
                    }
                }
            }
            if !changed {
                return gone;
            }
        }
    }

    proptest! {
        /// The greatest set of records that satisfies everything is the same in any order of
        /// asking, so it is that of plain deletion.
        #[test]
        fn as_by_plain_deletion(
            rows in prop::collection::vec((prop::array::uniform3(0_u32..3), 0_u32..3), 1..40),
            every in 1_usize..4, k in 1_u64..5, l in 1_usize..3,
        ) {
            let column = |at: usize| {
                let codes: Vec<u32> = rows.iter().map(|row| row.0[at]).collect();
                Codes::from_codes(&codes, 3)
            };
            let columns = [column(0), column(1), column(2)];
            let keys = columns.each_ref().map(|codes| CodeColumn { codes, values: 3 });
            let values = Codes::from_codes(&rows.iter().map(|row| row.1).collect::<Vec<_>>(), 3);
            let table =
                ClassTable::count(&keys, &[CodeColumn { codes: &values, values: 3 }], rows.len());
            let subsets = Scope::Every(every).subsets(3);
            let (size, diverse) = (
                KAnonymity::new(k.try_into().unwrap()),
                DistinctL::new(0, l.try_into().unwrap()),
            );
            let asked = [
                ScopedModel { model: ModelRef::Class(&diverse), subsets: subsets.clone() },
                ScopedModel { model: ModelRef::Class(&size), subsets: subsets.clone() },
            ];
            let gone = suppressed(&table, &asked);
            let plain = plainly(&rows, &subsets, k, l);
            for (row, plain) in rows.iter().zip(plain) {
                let class = table.classes().position(|class| class.key().eq(row.0)).unwrap();
                prop_assert_eq!(gone[class], plain);
            }
            let risk = AverageRisk::new(Decimal::new(5, 1)).unwrap();
            let average = [ScopedModel { model: ModelRef::Table(&risk), subsets: subsets.clone() }];
            let kept: Vec<&Row> = rows
                .iter()
                .filter(|row| {
                    let class = table.classes().position(|class| class.key().eq(row.0)).unwrap();
                    !gone[class]
                })
                .collect();
            if !kept.is_empty() {
                let holds = subsets.iter().all(|subset| {
                    let mut keys: Vec<Vec<u32>> = kept
                        .iter()
                        .map(|row| subset.iter().map(|&at| row.0[at]).collect())
                        .collect();
                    keys.sort_unstable();
                    keys.dedup();
                    2 * keys.len() <= kept.len()
                });
                prop_assert_eq!(tables_hold(&table, &gone, &average), holds);
            }
        }
    }
}
