//! How few cells would do: the least number where that can be worked out, and a bound elsewhere.
//!
//! The heuristic's answer is improved to the best there is in every part of the table that is small
//! enough, and of the rest it is told how many cells no answer can do without. What counts as an
//! answer with wildcards is said in [`needs`]; with `*` as a value of its own it is any
//! k-anonymous table ([`classes`]).

mod charge;
mod classes;
mod components;
mod floor;
mod needs;
mod part;

pub(super) use classes::improve as improve_classes;

use super::{CellSet, cost, rare::Rare};
use components::components;
use needs::Needs;
use part::Part;
use ridotto_core::{Control, Watch};

/// Cells that were chosen, and how cheap any choice can be.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    pub cells: Vec<CellSet>,
    /// No choice costs less than this; what the cells cost, if they are proved to be the best.
    pub least: f64,
    /// Whether it was told to stop.
    pub stopped: bool,
}

impl Bounded {
    fn of(cells: Vec<CellSet>, least: f64) -> Self {
        Self { cells, least, stopped: false }
    }
}

/// How much a search for the least may look at: in one part of a table, and in all.
#[derive(Clone, Copy, Debug)]
struct Budget {
    part: u64,
    all: u64,
}

const BUDGET: Budget = Budget { part: 1 << 19, all: 1 << 22 };

/// What the method is asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub costs: &'a [f64],
    pub scopes: &'a [CellSet],
    pub k: u64,
    pub watch: &'a dyn Watch,
}

/// Improves cells that make every row fit `k` rows with wildcards. `wild` are the cells of each unit
/// that fit anything to begin with, and `own` is what each rare unit hides by itself.
pub(super) fn improve_wild(
    rare: &mut Rare<'_, '_>,
    unit_of: &[u32],
    (wild, own): (&[CellSet], &[CellSet]),
    asked: Asked<'_>,
    cells: Vec<CellSet>,
) -> Bounded {
    let Asked { costs, scopes, k, watch } = asked;
    let Some(needs) = Needs::new(rare, wild, asked) else {
        let is_known = wild.iter().all(|&set| set == 0) && watch.control() == Control::Continue;
        let own: Vec<f64> = own.iter().map(|&set| cost(set, costs)).collect();
        let asked = (costs, scopes, k);
        let least = if is_known { floor::floor_of_many(rare, &own, asked) } else { 0.0 };
        return Bounded::of(cells, least);
    };
    let mut cells = needs.within_rule(unit_of, cells);
    let mut least = 0.0;
    let (mut budget, mut stopped) = (BUDGET, false);
    for units in components(&needs) {
        let mut part = Part::new(&needs, &units, unit_of, &cells);
        let floor = floor::floor(&needs, &units);
        stopped |= watch.control() != Control::Continue;
        let proved = !stopped && part.solve(floor, &mut budget);
        part.rows().for_each(|(row, set)| cells[row] = set);
        let own = part.cost();
        least += if proved { own } else { floor.min(own) };
    }
    Bounded { cells, least, stopped }
}

/// Rounds up what whole numbers of cells cost.
fn round_up(least: f64, costs: &[f64]) -> f64 {
    let whole = costs.iter().all(|cost| cost.fract() == 0.0);
    if whole { (least - 1e-6).ceil() } else { least }
}

/// What all cells cost.
fn total(cells: &[CellSet], costs: &[f64]) -> f64 {
    cells.iter().map(|&set| cost(set, costs)).sum()
}
