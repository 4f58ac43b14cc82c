//! Showing again what need not be hidden, the dearest first.
//!
//! Most secondary cells are needed so that nothing follows from the relations, which elimination tells at
//! once. Of the others, the audit says on which hidden cells it rests that a sensitive cell is safe. When one of them is shown
//! again, only the sensitive cells that rest on it have to be looked at anew, and the relations are not
//! eliminated anew either: a cell that is shown is one that cannot move.

use super::greedy::Publisher;
use super::{Problem, Standing, audit};
use ridotto_audit::{Need, Outside, Proof};
use rustc_hash::FxHashMap;

/// Shows again what is not needed. The pattern has to be safe, and stays so. Proofs are those of the needs, in
/// their order, found when no other cells were hidden than are now: a witness moves none that was shown
/// then, so what was safe is; whatever was not is looked at again.
pub fn thin(
    of: &Problem<'_>,
    hidden: &mut [bool],
    mut proofs: Vec<Proof>,
    stopped: &(dyn Fn() -> bool + Sync),
) {
    let mut publisher = Publisher::new(of, hidden);
    let secondary = secondary(of, hidden);
    if secondary.iter().all(|&cell| publisher.harmless(cell).is_none()) {
        return;
    }
    let whole = audit(of, hidden);
    let is_open = |at: &usize| proofs[*at].verdict.near.is_some();
    let open: Vec<usize> = (0..proofs.len()).filter(is_open).collect();
    let needs: Vec<Need> = open.iter().map(|&at| of.needs[at]).collect();
    for (at, proof) in open.into_iter().zip(whole.proofs(&needs, stopped)) {
        if proof.verdict.near.is_some() {
            return;
        }
        proofs[at] = proof;
    }
    let mut thinning = Thinning::new(of, &proofs);
    for cell in secondary {
        if stopped() {
            return;
        }
        let Some(publication) = publisher.harmless(cell) else { continue };
        let at = cell as usize;
        let users = thinning.users(cell, &proofs);
        let room = (thinning.down[at], thinning.up[at]);
        (thinning.down[at], thinning.up[at]) = (0.0, 0.0);
        let outside = Outside { down: &thinning.down, up: &thinning.up };
        let view = whole.with_outside(outside);
        let mut new: Vec<(usize, Vec<u32>)> = Vec::new();
        let is_needed = users.iter().any(|&user| {
            let proof = view.proofs(&of.needs[user..=user], stopped).swap_remove(0);
            let is_unsafe = proof.verdict.near.is_some();
            new.push((user, proof.rests_on));
            is_unsafe
        });
        if is_needed {
            (thinning.down[at], thinning.up[at]) = room;
        } else {
            hidden[at] = false;
            publisher.publish(&publication);
            thinning.replace(new);
        }
    }
}

/// The cells that are hidden for the sake of others, the dearest first.
fn secondary(of: &Problem<'_>, hidden: &[bool]) -> Vec<u32> {
    let is_open =
        |&cell: &u32| hidden[cell as usize] && of.standing[cell as usize] == Standing::Open;
    let mut cells: Vec<u32> = (0..hidden.len() as u32).filter(is_open).collect();
    let rank = |cell: u32| (of.cost[cell as usize], of.values[cell as usize].abs());
    cells.sort_by(|&a, &b| {
        let ((cost_a, value_a), (cost_b, value_b)) = (rank(a), rank(b));
        cost_b.total_cmp(&cost_a).then(value_b.total_cmp(&value_a)).then(a.cmp(&b))
    });
    cells
}

struct Thinning {
    down: Vec<f64>,
    up: Vec<f64>,
    /// The needs that rest on each cell, and some that did.
    users: Vec<Vec<u32>>,
    /// What each need rests on now, where that has changed.
    changed: FxHashMap<usize, Vec<u32>>,
}

impl Thinning {
    fn new(of: &Problem<'_>, proofs: &[Proof]) -> Self {
        let mut users = vec![Vec::new(); of.values.len()];
        for (at, proof) in (0..).zip(proofs) {
            for &cell in &proof.rests_on {
                users[cell as usize].push(at);
            }
        }
        let (down, up) = (of.outside.down.to_vec(), of.outside.up.to_vec());
        Self { down, up, users, changed: FxHashMap::default() }
    }

    /// The needs that rest on a cell.
    fn users(&self, cell: u32, proofs: &[Proof]) -> Vec<usize> {
        let rests =
            |&at: &usize| self.changed.get(&at).unwrap_or(&proofs[at].rests_on).contains(&cell);
        let users = self.users[cell as usize].iter().map(|&at| at as usize);
        let mut users: Vec<usize> = users.filter(rests).collect();
        users.sort_unstable();
        users.dedup();
        users
    }

    fn replace(&mut self, new: Vec<(usize, Vec<u32>)>) {
        for (at, rests_on) in new {
            for &cell in &rests_on {
                self.users[cell as usize].push(at as u32);
            }
            self.changed.insert(at, rests_on);
        }
    }
}
