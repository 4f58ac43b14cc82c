//! Cell suppression: which further cells have to be hidden so that the sensitive ones stay in doubt.
//!
//! Methods differ in how they begin: from all that does no harm when it is published (`greedy`), from cubes
//! around each sensitive cell, from cheapest flows, from the sub-tables of a hierarchy. They end alike:
//! the audit of another crate attacks the result, `repair` hides more where an attacker still gets too
//! near, and `thin` shows again what is not needed. Nothing counts as protected until the audit says so.

mod cuts;
mod fast;
mod greedy;
mod hypercube;
mod modular;
mod network;
mod optimal;
mod relations;
mod repair;
mod residue;
mod tableau;
mod thin;
use ridotto_audit::{
    Attacker, Audit, Contributors, Direction, Everybody, Need, Outside, Proof, System,
};

/// What can become of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is published whatever happens, or known anyway.
    Published,
    /// It must not be told.
    Sensitive,
    /// It may be told, if that does no harm.
    Open,
}

/// A table to be protected.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// What ties its cells together.
    pub system: &'a System,
    /// Their values.
    pub values: &'a [f64],
    /// What can become of each.
    pub standing: &'a [Standing],
    /// What it costs to hide each cell.
    pub cost: &'a [f64],
    /// In how much doubt attackers must be about each sensitive cell.
    pub needs: &'a [Need],
    /// How far each cell may be from its value for all that everybody knows.
    pub outside: Outside<'a>,
    /// Who is in which cell.
    pub contributors: &'a Contributors,
    /// What everybody truly contributes, where somebody knows: of who gets too near by the largest
    /// contributors alone it is asked.
    pub everybody: Option<&'a dyn Everybody>,
    /// Whether somebody who is alone in a cell knows its value.
    pub alone_know: bool,
}

/// Which cells are hidden.
#[derive(Clone, Debug)]
pub struct Suppression {
    /// For each cell whether it is.
    pub hidden: Vec<bool>,
    /// Sensitive cells that cannot be protected, whatever is hidden.
    pub exposed: Vec<(u32, Attacker, Direction)>,
}

impl Suppression {
    /// What the cells cost that are hidden for the sake of others.
    pub fn cost(&self, of: &Problem<'_>) -> f64 {
        let open = |&(_, (hidden, standing)): &(usize, (&bool, &Standing))| {
            *hidden && *standing == Standing::Open
        };
        let cells = self.hidden.iter().zip(of.standing).enumerate().filter(open);
        cells.map(|(cell, _)| of.cost[cell]).sum()
    }
}

/// How further cells are found that have to be hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// A heuristic for tables of any size: publish what does no harm, mend, thin out, in several orders.
    Fast,
    /// The cheapest pattern, by branch and cut.
    Optimal,
    /// The sub-tables of the hierarchies one after the other, and again where they bear on each other.
    Modular,
    /// For each sensitive cell the cheapest cube of which it is a corner.
    Hypercube,
    /// For each sensitive cell the cheapest move that brings it as far as needed; in two dimensions a flow.
    Network,
    /// Elimination alone, in one order; then only what the audit asks for is mended.
    Gauss,
}

/// What a method made of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// For each cell whether it is hidden.
    pub hidden: Vec<bool>,
    /// Sensitive cells that are not shown to be safe: whatever is hidden does not help, or it was stopped.
    pub exposed: Vec<(u32, Attacker, Direction)>,
    /// What any safe pattern costs at least, where the method knows it.
    pub bound: Option<f64>,
    /// Whether no safe pattern is cheaper.
    pub proved: bool,
}

impl From<Suppression> for Outcome {
    fn from(Suppression { hidden, exposed }: Suppression) -> Self {
        Self { hidden, exposed, bound: None, proved: false }
    }
}

impl Method {
    /// Whether a method can do anything for a table: flows need a network.
    pub fn applies(self, system: &System) -> bool {
        self != Self::Network || network::is_network(system)
    }
}

/// Hides what has to be hidden, by a method. The audit is clean for all cells that are not exposed.
pub fn protect(of: &Problem<'_>, method: Method, stopped: &(dyn Fn() -> bool + Sync)) -> Outcome {
    match method {
        Method::Fast => fast::fast(of, stopped).into(),
        Method::Optimal => optimal::optimal(of, stopped),
        Method::Modular => fast::finished(of, modular::hidden(of, stopped), stopped).into(),
        Method::Hypercube => fast::finished(of, hypercube::hidden(of, stopped), stopped).into(),
        Method::Network => fast::finished(of, network::hidden(of, stopped), stopped).into(),
        Method::Gauss => fast::mended(of, greedy::hidden(of, 0), stopped).0.into(),
    }
}

/// Hides what has to be hidden, by the heuristic for tables of any size.
pub fn suppress(of: &Problem<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> Suppression {
    fast::fast(of, stopped)
}

/// A sensitive cell to which somebody gets too near.
#[derive(Clone, Copy, Debug)]
struct Attacked {
    need: Need,
    attacker: Attacker,
    direction: Direction,
}

/// The attacker's view of a table of which some cells are hidden.
fn audit<'a>(of: &Problem<'a>, hidden: &[bool]) -> Audit<'a> {
    Audit::new((of.system, of.values, hidden), of.outside, of.contributors, of.alone_know)
        .with_everybody(of.everybody)
}

fn near(audit: &Audit<'_>, needs: &[Need], stopped: &(dyn Fn() -> bool + Sync)) -> Vec<Attacked> {
    audit.proofs(needs, stopped).iter().zip(needs).filter_map(attacked).collect()
}

/// Who gets too near to a cell, if somebody does.
fn attacked((proof, &need): (&Proof, &Need)) -> Option<Attacked> {
    let (attacker, direction) = proof.verdict.near?;
    Some(Attacked { need, attacker, direction })
}

#[cfg(test)]
mod tests;
