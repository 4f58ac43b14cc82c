//! The heuristic for tables of any size, and how every heuristic ends.

use super::repair::Repair;
use super::thin::thin;
use super::{Problem, Suppression, attacked, audit, greedy};
use rayon::prelude::*;
use ridotto_audit::{Need, Proof};
use rustc_hash::FxHashSet;

/// Tables of fewer cells are tried in several orders.
const SMALL: usize = 6_000;
/// How many orders, and how many of the best of them are mended.
const ORDERS: u64 = 24;
const MENDED: usize = 3;
/// The same where lines tell that somebody is in a cell: then nearly all is mended.
const MENDED_BY_LINES: usize = 1;

/// Publishes all that does no harm, in several orders if the table is small, and keeps what is cheapest
/// when the audit has had its say.
pub fn fast(of: &Problem<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> Suppression {
    let orders = if of.values.len() <= SMALL { ORDERS } else { 1 };
    let begin = |order| Suppression { hidden: greedy::hidden(of, order), exposed: Vec::new() };
    let mut starts: Vec<Suppression> = (0..orders).into_par_iter().map(begin).collect();
    starts.sort_by(|a, b| a.cost(of).total_cmp(&b.cost(of)));
    let lines_tell = of.needs.iter().any(|need| of.contributors.least(need.cell) > 0.0);
    starts.truncate(if lines_tell { MENDED_BY_LINES } else { MENDED });
    let mut best: Option<Suppression> = None;
    for one in starts {
        let finished = finished(of, one.hidden, stopped);
        let rank = |of_one: &Suppression| (of_one.exposed.len(), of_one.cost(of));
        if best.as_ref().is_none_or(|best| rank(&finished) < rank(best)) {
            best = Some(finished);
        }
        if stopped() {
            break;
        }
    }
    best.expect("there is at least one order")
}

/// Hides more where the audit says so, and shows again what is not needed.
pub fn finished(
    of: &Problem<'_>,
    hidden: Vec<bool>,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Suppression {
    let (mended, proofs) = mended(of, hidden, stopped);
    if stopped() {
        return mended;
    }
    let exposed: FxHashSet<u32> = mended.exposed.iter().map(|of| of.0).collect();
    let all = of.needs.iter().copied().zip(proofs);
    let (needs, proofs): (Vec<Need>, Vec<Proof>) =
        all.filter(|(need, _)| !exposed.contains(&need.cell)).unzip();
    let mut hidden = mended.hidden.clone();
    thin(&Problem { needs: &needs, ..*of }, &mut hidden, proofs, stopped);
    Suppression { hidden, exposed: mended.exposed }
}

/// Hides more where the audit says so; and what the audit said of each need before.
pub fn mended(
    of: &Problem<'_>,
    mut hidden: Vec<bool>,
    stopped: &(dyn Fn() -> bool + Sync),
) -> (Suppression, Vec<Proof>) {
    let mut exposed = Vec::new();
    let mut repair = Repair::new(of);
    let proofs = audit(of, &hidden).proofs(of.needs, stopped);
    for one in proofs.iter().zip(of.needs).filter_map(attacked) {
        if stopped() || !repair.mend(&mut hidden, one.need, stopped) {
            exposed.push((one.need.cell, one.attacker, one.direction));
        }
    }
    (Suppression { hidden, exposed }, proofs)
}
