//! A file without its data: nobody knows the truth, but what follows exactly from what is published can be
//! found all the same.
//!
//! Cells and relations are those of the policy, made of the labels that the file has. Hidden cells get some
//! values that are possible, by going from relation to relation and mending each; then a cell that no move
//! changes is known exactly. Elimination without rounding finds those that the relations alone give away.

use super::lines::Line;
use super::{Examination, file};
use crate::cells::Index;
use crate::plan::Plan;
use crate::protect::Data;
use crate::space::Key;
use rayon::prelude::*;
use ridotto_audit::{Audit, Contributors, Outside, System, fixed};
use ridotto_catalogue::Decimal;
use ridotto_core::Control;
use ridotto_release::{Error, Run, heed};
use std::path::Path;

/// How often all relations are mended.
const ROUNDS: usize = 20_000;
/// What may be missing to a sum, as a share of the largest value.
const NEAR: f64 = 1e-9;

/// Finds the hidden cells of a file that everybody knows exactly. The data have the labels of the file, and
/// nothing else is asked of them.
pub fn examine_alone(
    plan: &Plan,
    data: &Data,
    file: &Path,
    run: &Run<'_>,
) -> Result<Examination, Error> {
    let cancelled = || run.watch.control() == Control::Cancel;
    let lines = file::read(plan, data, file, run)?;
    let shown = |line: &Line| -> Vec<(usize, Key)> {
        let measures = plan.tables[line.table].shown_measures();
        measures.map(|measure| (measure, line.key)).collect()
    };
    let index = Index::new(plan.measures.len(), lines.iter().flat_map(shown).collect());
    let system = index.system(&data.space, plan);
    let (mut values, mut hidden) = (vec![0.0; index.len()], vec![true; index.len()]);
    for line in lines.iter().filter(|line| !line.is_hidden) {
        for (cell, value) in published(plan, &index, line) {
            (values[cell as usize], hidden[cell as usize]) = (value, false);
        }
    }
    run.watch.begin("attacking", None);
    possible(&system, &mut values, &hidden, &cancelled);
    heed(run.watch)?;
    if !adds_up(&system, &values) {
        return Err(Error::Usage {
            message: format!("{}: no values were found for the hidden cells with which sums are sums", file.display()),
            hint: "are the published cells those of the policy's dimensions and hierarchies? name the data \
                   with `TableAuditOptions::input`, and the audit starts from the truth"
                .into(),
        });
    }
    let exact = exact(&system, &values, &hidden, &cancelled);
    heed(run.watch)?;
    Ok(Examination {
        cells: index.len() as u64,
        suppressed: hidden.iter().filter(|hidden| **hidden).count() as u64,
        exact,
        ..Examination::default()
    })
}

/// The cells that a line tells, with their values; of a mean the sum follows from the count.
fn published(plan: &Plan, index: &Index, line: &Line) -> Vec<(u32, f64)> {
    let table = &plan.tables[line.table];
    let find = |measure| index.find(measure, line.key);
    let value = line.value.map_or(0.0, Decimal::to_f64);
    let count = line.count.map(Decimal::to_f64);
    let sum = if table.is_mean { value * count.unwrap_or(0.0) } else { value };
    let of_count = count.filter(|_| table.is_mean).and_then(|count| Some((find(0)?, count)));
    find(table.measure).map(|cell| (cell, sum)).into_iter().chain(of_count).collect()
}

/// How far a sum is from its parts.
fn residue(system: &System, values: &[f64], at: usize) -> f64 {
    system.relation(at).terms().map(|(cell, sign)| sign * values[cell as usize]).sum()
}

fn room(values: &[f64]) -> f64 {
    values.iter().fold(1.0, |most: f64, value| most.max(value.abs())) * NEAR
}

/// Whether all sums are sums, as far as can be seen.
fn adds_up(system: &System, values: &[f64]) -> bool {
    let near = room(values) * 1000.0;
    (0..system.len()).all(|at| residue(system, values, at).abs() <= near)
}

/// Gives hidden cells values with which sums are sums, none below zero: each relation is mended in its turn
/// by its hidden cells, again and again.
fn possible(system: &System, values: &mut [f64], hidden: &[bool], stopped: &dyn Fn() -> bool) {
    for _ in 0..ROUNDS {
        let (near, mut worst) = (room(values), 0.0_f64);
        for at in 0..system.len() {
            let off = residue(system, values, at);
            worst = worst.max(off.abs());
            let open = |&(cell, _): &(u32, f64)| hidden[cell as usize];
            let terms: Vec<(u32, f64)> = system.relation(at).terms().filter(open).collect();
            for (cell, sign) in &terms {
                let value = &mut values[*cell as usize];
                *value = (*value - sign * off / terms.len() as f64).max(0.0);
            }
        }
        if worst <= near || stopped() {
            return;
        }
    }
}

/// How many hidden cells have no other value that is possible.
fn exact(
    system: &System,
    values: &[f64],
    hidden: &[bool],
    stopped: &(dyn Fn() -> bool + Sync),
) -> u64 {
    let up = vec![f64::INFINITY; values.len()];
    let contributors = Contributors::default();
    let outside = Outside { down: values, up: &up };
    let audit = Audit::new((system, values, hidden), outside, &contributors, false);
    let known = fixed(system, hidden);
    let all: Vec<u32> = (0..hidden.len() as u32).filter(|&cell| hidden[cell as usize]).collect();
    let is_exact = |cell: &&u32| known[**cell as usize] || audit.is_exact(**cell, &|| stopped());
    all.par_iter().filter(is_exact).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows and columns of a square with totals; hidden cells as they are named.
    fn square(hidden: &[usize]) -> (System, Vec<f64>, Vec<bool>) {
        let system = System::new(
            9,
            [
                vec![0, 1, 2],
                vec![0, 3, 4],
                vec![1, 5, 6],
                vec![2, 7, 8],
                vec![3, 5, 7],
                vec![4, 6, 8],
            ],
        );
        let mut values = vec![100.0, 30.0, 70.0, 40.0, 60.0, 10.0, 20.0, 30.0, 40.0];
        let is_hidden: Vec<bool> = (0..9).map(|cell| hidden.contains(&cell)).collect();
        for &cell in hidden {
            values[cell] = 0.0;
        }
        (system, values, is_hidden)
    }

    #[test]
    fn some_values_are_possible_and_what_is_certain_is_found() {
        for (hidden, exact_cells) in [(&[5, 6][..], 2), (&[5, 6, 7, 8], 0), (&[5], 1)] {
            let (system, mut values, is_hidden) = square(hidden);
            possible(&system, &mut values, &is_hidden, &|| false);
            assert!(adds_up(&system, &values), "{values:?}");
            assert!(values.iter().all(|&value| value >= 0.0));
            assert_eq!(exact(&system, &values, &is_hidden, &|| false), exact_cells, "{hidden:?}");
        }
        // No values at all are possible where a published part is more than its sum.
        let (system, mut values, is_hidden) = square(&[5]);
        values[6] = 31.0;
        possible(&system, &mut values, &is_hidden, &|| false);
        assert!(!adds_up(&system, &values));
    }

    /// Two hidden cells whose sum is nothing are nothing, though the relations leave them open.
    #[test]
    fn bounds_give_cells_away() {
        let system = System::new(3, [vec![0, 1, 2]]);
        let (mut values, hidden) = (vec![0.0, 3.0, 5.0], vec![false, true, true]);
        possible(&system, &mut values, &hidden, &|| false);
        assert!(adds_up(&system, &values));
        assert_eq!(exact(&system, &values, &hidden, &|| false), 2);
    }
}
