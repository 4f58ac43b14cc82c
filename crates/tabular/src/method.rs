//! Methods that protect tables: what they are given, and what they give back.
//!
//! Each is an entry with a function. Whatever it gives is attacked by another crate before anything is
//! written, so that a method can lose cells but give nobody away.

mod adjustment;
mod cell_keys;
mod common;
mod others;
mod parameters;
mod recoding;
mod rounding;
mod suppression;

pub use adjustment::ADJUST;
pub use cell_keys::{CELL_KEY, ptable};
pub use others::{GAUSS, HYPERCUBE, MODULAR, NETWORK, OPTIMAL};
pub use recoding::RECODE;
pub use rounding::{ROUND, SMALL_COUNTS};
pub use suppression::{FAST, NONE};

use crate::cells::Cells;
use crate::judge::Judgement;
use crate::plan::Plan;
use crate::records::Unit;
use crate::space::Space;
use crate::suppress::Problem;
use ridotto_audit::{Attacker, Direction, Everybody, Need, Outside, System};
use ridotto_catalogue::{Definition, Entry, Given};
use ridotto_core::Watch;
use ridotto_release::{Error, RunOptions};
use ridotto_table::Table;

pub use crate::written::PUBLISHED;
use std::any::Any;

/// A method as the catalogue has it.
#[derive(Debug)]
pub struct MethodDefinition {
    /// What is known of it.
    pub entry: Entry,
    /// Protects tables.
    pub protect: fn(&Case<'_>) -> Result<Outcome, Error>,
    /// Whether what was published keeps its promises, where it changes values; what it breaks otherwise.
    pub keeps: fn(&Published<'_>) -> Result<(), &'static str>,
    /// Whether sensitive cells stay in as much doubt as their rules ask for. Of a method that publishes
    /// them with other values, and is not audited, what it promises itself is told in place of the rules.
    pub keeps_rules: bool,
}

impl Definition for MethodDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }

    fn kind(&self) -> &'static str {
        "table"
    }
}

/// All methods, in the order of the book.
pub static METHODS: &[&MethodDefinition] = &[
    &FAST,
    &OPTIMAL,
    &MODULAR,
    &HYPERCUBE,
    &NETWORK,
    &GAUSS,
    &ROUND,
    &ADJUST,
    &CELL_KEY,
    &SMALL_COUNTS,
    &RECODE,
    &NONE,
];

/// The method that a plan's policy names, or the usual one.
pub fn of(plan: &Plan) -> &'static MethodDefinition {
    let of: &dyn Any = plan.policy.protection.method.definition();
    of.downcast_ref().expect("methods are read with the entries of methods")
}

/// Tables to be protected: what every method is given.
pub struct Case<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The parameters of the method.
    pub given: &'a Given,
    /// The records as they were read.
    pub table: &'a Table,
    /// What the sums of each measure are counted in.
    pub units: &'a [Unit],
    /// Where cells are.
    pub space: &'a Space,
    /// The cells and what ties them together.
    pub cells: &'a Cells,
    /// What must not become known.
    pub judgement: &'a Judgement,
    /// The values as binary numbers.
    pub values: &'a [f64],
    /// What it costs to hide each cell.
    pub cost: &'a [f64],
    /// What everybody truly contributes, where there are records.
    pub everybody: Option<&'a dyn Everybody>,
    /// Who waits; time that is up is heard here.
    pub watch: &'a dyn Watch,
    /// Chance and limits.
    pub options: RunOptions,
}

impl<'a> Case<'a> {
    /// The tables as methods of suppression know them.
    pub fn problem(&self) -> Problem<'a> {
        let Judgement { standing, needs, down, up, contributors, .. } = self.judgement;
        Problem {
            system: &self.cells.system,
            values: self.values,
            standing,
            cost: self.cost,
            needs,
            outside: Outside { down, up },
            contributors,
            everybody: self.everybody,
            alone_know: self.plan.alone_know(),
        }
    }

    /// Whether the work should end with what there is.
    pub fn is_over(&self) -> bool {
        !self.watch.goes_on()
    }
}

/// What was written, as it was read again: what a method promised of it is asked once more.
pub struct Published<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// What the sums of each measure are counted in.
    pub units: &'a [Unit],
    /// The cells with their true values.
    pub cells: &'a Cells,
    /// What ties together the cells of the lines.
    pub system: &'a System,
    /// What must not become known.
    pub needs: &'a [Need],
    /// What the lines say.
    pub values: &'a [i64],
}

/// Of a method that changes no value nothing is asked: who hides is attacked.
pub(crate) fn changes_nothing(_: &Published<'_>) -> Result<(), &'static str> {
    Err("the method changes no values")
}

/// What a method gives back.
#[derive(Debug, Default)]
pub struct Outcome {
    /// For each cell whether it is hidden.
    pub hidden: Vec<bool>,
    /// The values that are published instead of the true ones, in the smallest unit of their measure,
    /// where the method changes values.
    pub changed: Option<Vec<i64>>,
    /// A proved lower bound of the cost of any protection.
    pub bound: Option<f64>,
    /// Whether nothing cheaper protects.
    pub is_proved: bool,
    /// Sensitive cells that stay known whatever is hidden.
    pub exposed: Vec<(u32, Attacker, Direction)>,
    /// Of values that the method changes, which everybody knows to be published as they are.
    pub told: Option<Vec<bool>>,
    /// Where the method changes values: how many sensitive cells would stay too well known.
    pub unprotected: u64,
    /// What would help where some are, and what they are.
    pub advice: Option<String>,
    /// Cells that have no line, because what is published is coarser. Empty where all have one.
    pub dropped: Vec<bool>,
    /// Whether cells that are published as 0 have no line. Cells without records have none, so a line would
    /// tell that the true value is not 0, and of a small base what it is.
    pub zeros_have_no_line: bool,
    /// Cells that stand for finer ones that have no line. Empty where there are none.
    pub recoded: Vec<bool>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

impl Outcome {
    /// Whether a cell has no line.
    pub fn is_dropped(&self, cell: u32) -> bool {
        self.dropped.get(cell as usize) == Some(&true)
    }

    /// Whether a cell is published as 0 by having no line.
    pub fn is_unwritten_zero(&self, cell: u32) -> bool {
        let changed = self.changed.as_ref().filter(|_| self.zeros_have_no_line);
        changed.is_some_and(|values| values[cell as usize] == 0)
    }

    /// Whether a cell has a line.
    pub fn has_line(&self, cell: u32) -> bool {
        !self.is_dropped(cell) && !self.is_unwritten_zero(cell)
    }

    /// What the line of a cell that is not hidden says of it.
    pub fn status(&self, cell: u32, method: &MethodDefinition) -> &'static str {
        let is_recoded = self.recoded.get(cell as usize) == Some(&true);
        let own = method.entry.method().map(|facts| facts.status);
        own.filter(|_| is_recoded || self.changed.is_some()).unwrap_or(PUBLISHED)
    }

    /// Nothing is hidden and nothing changed.
    pub fn as_is(cells: usize) -> Self {
        Self { hidden: vec![false; cells], ..Self::default() }
    }
}
