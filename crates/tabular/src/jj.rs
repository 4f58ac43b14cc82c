//! The owner's file as JJ: cells, sums, true values and protection levels, as solvers exchange them.
//!
//! It has no labels; cells stand in the order of their numbers. Where nobody knows how large a cell can be,
//! its upper bound is a thousand times the largest value: a JJ file has no other word for it.

use crate::plan::Plan;
use crate::protect::{Data, Decision};
use crate::suppress::Standing;
use ridotto_argus::jj::{Cell, Jj, Status, Sum};
use ridotto_catalogue::Decimal;

/// The file.
pub fn jj(plan: &Plan, data: &Data, decision: &Decision) -> String {
    let judged = &decision.judgement;
    let largest = decision.values.iter().fold(1.0, |most: f64, value| most.max(value.abs()));
    let all = 0..decision.cells.len() as u32;
    let mut cells: Vec<Cell> = all
        .map(|cell| {
            let at = cell as usize;
            let places = data.units[decision.cells.index.measure(cell)].places;
            let (value, down, up) = (decision.values[at], judged.down[at], judged.up[at]);
            let up = if up.is_finite() { up } else { largest * 1000.0 };
            Cell {
                value: Decimal::new(decision.cells.values[at].into(), places),
                cost: decimal(decision.cost[at], 0),
                status: status(decision, cell),
                bounds: (decimal(value - down, places), decimal(value + up, places)),
                lower_level: Decimal::ZERO,
                upper_level: Decimal::ZERO,
                sliding_level: Decimal::ZERO,
            }
        })
        .collect();
    for need in &judged.needs {
        let places = data.units[decision.cells.index.measure(need.cell)].places;
        let cell = &mut cells[need.cell as usize];
        (cell.lower_level, cell.upper_level) =
            (decimal(need.down, places), decimal(need.up, places));
    }
    let system = decision.cells.index.system(&data.space, plan);
    let sum = |relation: ridotto_audit::Relation<'_>| Sum {
        line: 0,
        total: relation.total(),
        parts: relation.parts().to_vec(),
    };
    let relations = system.relations().map(sum).filter(|sum| !sum.parts.is_empty()).collect();
    Jj { cells, relations }.write()
}

fn status(decision: &Decision, cell: u32) -> Status {
    let at = cell as usize;
    match decision.judgement.standing[at] {
        Standing::Sensitive => Status::Sensitive,
        _ if decision.outcome.hidden.get(at) == Some(&true) => Status::Hidden,
        Standing::Published => Status::Published,
        Standing::Open => Status::Safe,
    }
}

/// A number of units of 10^-places, to a millionth of a unit.
fn decimal(units: f64, places: u32) -> Decimal {
    let extra = 6.min(Decimal::MOST_PLACES - places.min(Decimal::MOST_PLACES));
    Decimal::new((units * 10_f64.powi(extra.cast_signed())).round() as i128, places + extra)
}
