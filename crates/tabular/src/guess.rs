//! What is left to guess, and what was lost: two figures by which releases of one table are compared,
//! whatever their method.
//!
//! Whoever guesses takes what is published, or the middle of what they find possible. A guess that comes
//! nearer to a sensitive cell than its rule allows may be luck, but it is right. What was lost is everything of a
//! cell that is not published, and of one that was changed the share by which it is wrong.

use crate::intervals::Told;
use crate::plan::Plan;
use crate::protect::{Data, Decision};
use rayon::prelude::*;
use ridotto_audit::Need;
use ridotto_core::Control;
use ridotto_release::Run;

/// Sensitive cells that are looked at, if there are more: intervals take their time.
const MOST: usize = 400;

/// What is left to guess, and what was lost, both from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Left {
    /// The share of sensitive cells that a guess comes too near to.
    pub guessed: f64,
    /// The mean of what cells lost.
    pub lost: f64,
}

/// Of a decision.
pub fn left(plan: &Plan, data: &Data, decision: &Decision, run: &Run<'_>) -> Left {
    Left { guessed: guessed(plan, data, decision, run), lost: lost(decision) }
}

fn guessed(plan: &Plan, data: &Data, decision: &Decision, run: &Run<'_>) -> f64 {
    let needs = &decision.judgement.needs;
    let every = needs.len().div_ceil(MOST).max(1);
    let some: Vec<&Need> = needs.iter().step_by(every).collect();
    let told = Told::new(plan, data, decision, run);
    let is_near = |need: &&&Need| {
        let value = decision.values[need.cell as usize];
        let guess = match &decision.outcome.changed {
            Some(changed) => Some(changed[need.cell as usize] as f64),
            None if run.watch.control() == Control::Cancel => None,
            None => {
                let of = told.interval(need.cell);
                (of.up.is_finite() && of.down.is_finite()).then(|| value + (of.up - of.down) / 2.0)
            }
        };
        guess.is_some_and(|guess| guess - value > -need.down && guess - value < need.up)
    };
    let near = some.par_iter().filter(is_near).count();
    near as f64 / some.len().max(1) as f64
}

fn lost(decision: &Decision) -> f64 {
    let outcome = &decision.outcome;
    let of_cell = |cell: usize| {
        let is_gone = outcome.hidden.get(cell) == Some(&true) || outcome.is_dropped(cell as u32);
        let (value, changed) = (decision.cells.values[cell], &outcome.changed);
        match changed {
            _ if is_gone => 1.0,
            None => 0.0,
            Some(changed) => {
                let off = changed[cell].abs_diff(value) as f64;
                (off / (value.unsigned_abs() as f64).max(1.0)).min(1.0)
            }
        }
    };
    let cells = decision.cells.len();
    (0..cells).map(of_cell).sum::<f64>() / cells.max(1) as f64
}
