//! Recoding: categories of dimensions are merged into the groups above them. Neighbours are merged before
//! ([`crate::neighbours`]).

use super::parameters::{COLUMN, CostKind};
use super::{Case, MethodDefinition, Outcome, changes_nothing};
use crate::recode::{Cut, Merging, Recoded, Tree, is_lost};
use crate::safety::attacked;
use crate::suppress::{self, Standing, Suppression};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    Entry, Facts, Limit, MethodFacts, Named, Parameter, Reference, Shape, Status, Wording, Worked,
    small,
};
use ridotto_release::{Error, Unmet};

/// Merges categories into the groups above them until no cell is sensitive, at the least cost.
///
/// # Guarantee
/// No published cell is sensitive, and nobody derives one that is not published.
///
/// # Does not protect against
/// What is published is true.
///
/// # References
/// A. Hundepool and others (2012), *Statistical disclosure control*.
pub static RECODE: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "recode",
        title: "Recoding of tables",
        aliases: &["global recoding of tables", "table redesign"],
        formula: "publish what is not below a closed group of any dimension, nor within a run of neighbours, where groups and runs are those that lose least of all after which no cell is sensitive",
        status: Status::Now,
        summary: "Merges categories of dimensions into the groups above them, and neighbours where values have an order and no groups, until no cell is sensitive, losing as little as possible.",
        parameters: &[&[
            Parameter::new(
                "hide",
                Shape::Boolean,
                "true",
                "Whether sensitive cells may also be hidden, with others, where that costs less than merging.",
            )
            .default("false"),
            Parameter::new(
                "cost",
                Shape::ChoiceOr(CostKind::NAMES, &COLUMN),
                "\"value\"",
                "What it costs not to publish a cell, because it is finer or because it is hidden.",
            )
            .default("\"number\""),
        ]],
        check: any,
        facts: Facts::Method(MethodFacts {
            does: "merges categories",
            status: "recoded",
            is_exact: true,
            promises: &[Wording::always(
                "No published cell is sensitive, and no attacker whom the audit knows derives one that is not published.",
            )],
            limits: &[Limit {
                name: "Groups and neighbours alone",
                text: "Groups that no hierarchy of the policy has are not tried, but for neighbours of a dimension without one.",
            }],
            serves: "tables whose dimensions have groups or an order",
        }),
        advice: include_str!("recode.md"),
        references: &[Reference {
            authors: "A. Hundepool, J. Domingo-Ferrer, L. Franconi, S. Giessing, E. Schulte Nordholt, K. Spicer, P.-P. de Wolf",
            year: 2012,
            title: "Statistical Disclosure Control",
            doi: "10.1002/9781118348239",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"recode\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"recode\"\n",
            text: "By 15 % northern food is sensitive. Without industries the regions and the total are left, and 6 of 9 cells are lost; without regions as many. Of equals the later dimension stays finer: what is published are the industries and the total, `9 - 6 = 3`, **3** cells.",
            run: &["table firms.toml"],
            says: &["out.csv: 3 cells, counting 16 records"],
        },
    },
    protect: recoded,
    keeps: changes_nothing,
    keeps_rules: true,
};

/// What recoding leaves out, and what it hides besides.
pub struct Lost {
    /// Cells that are finer than what is published.
    pub dropped: Vec<bool>,
    /// All cells that are not shown, those among them.
    pub hidden: Vec<bool>,
}

/// What it would leave out of a table; nothing if no groups of the policy do.
pub fn lost(case: &Case<'_>) -> Option<Lost> {
    let found = found(case).ok()?;
    Some(Lost { dropped: found.1, hidden: found.2 })
}

/// The cut, what is dropped by it and what is hidden, and whether nothing costs less.
type Found = (Cut, Vec<bool>, Vec<bool>, bool);

fn found(case: &Case<'_>) -> Result<Found, Unmet> {
    let merging = merging(case);
    let hides = case.given.is("hide");
    let stopped = || case.is_over();
    let mut price = |cut: &Cut, left: u64| {
        if left > 0 && !hides {
            return None;
        }
        protected(case, &dropped(case, &merging, cut)).map(|(_, cost)| cost)
    };
    let most = if hides { CUTS_WITH_HIDING } else { CUTS };
    let found = merging.cheapest(most, &mut price, &stopped);
    let Some(Recoded { cut, is_least, .. }) = found else { return Err(no_cut(hides)) };
    let dropped = dropped(case, &merging, &cut);
    let (hidden, _) = protected(case, &dropped).expect("it was protected before");
    Ok((cut, dropped, hidden, is_least && !hides))
}

fn recoded(case: &Case<'_>) -> Result<Outcome, Error> {
    let (cut, dropped, hidden, is_least) = found(case)?;
    let is_merged = |cell: usize| {
        let own = place(case, cell as u32);
        let is_closed = own.iter().zip(&cut).any(|(&node, closed)| closed[node as usize]);
        let is_joined = |(at, &node): (usize, &u32)| case.space.nodes(at).is_joined(node);
        !dropped[cell] && (is_closed || own.iter().enumerate().any(is_joined))
    };
    let recoded = (0..hidden.len()).map(is_merged).collect();
    let mut notes = Vec::new();
    if dropped.contains(&true) {
        notes.push(
            "categories were merged into the groups above them: finer cells have no line"
                .to_owned(),
        );
    }
    for (at, (name, _)) in case.plan.dimensions.iter().enumerate() {
        if case.space.nodes(at).has_joined() {
            notes.push(format!(
                "values of `{name}` were merged with their neighbours: {} are left",
                case.space.nodes(at).values()
            ));
        }
    }
    Ok(Outcome {
        hidden,
        dropped,
        recoded,
        notes,
        is_proved: is_least && !case.space.is_guessed(),
        ..Outcome::default()
    })
}

/// So many cuts are all looked at.
const CUTS: u64 = 20_000;
/// The same where each may ask for cells to be hidden.
const CUTS_WITH_HIDING: u64 = 64;

/// The node of a cell in each dimension.
fn place(case: &Case<'_>, cell: u32) -> Vec<u32> {
    let (space, key) = (case.space, case.cells.index.key(cell));
    (0..space.dimensions()).map(|at| space.node(key, at)).collect()
}

fn merging(case: &Case<'_>) -> Merging {
    let tree = |at: usize| {
        let nodes = case.space.nodes(at);
        let all = 0..nodes.len() as u32;
        Tree {
            parents: all.clone().map(|node| nodes.parent(node).unwrap_or(node)).collect(),
            levels: all.map(|node| nodes.level_of(node)).collect(),
        }
    };
    let mut merging = Merging::new((0..case.space.dimensions()).map(tree).collect());
    let shown = case.cells.shown();
    for cell in (0..case.cells.len()).filter(|&cell| shown[cell]) {
        let is_sensitive = case.judgement.standing[cell] == Standing::Sensitive;
        merging.add(place(case, cell as u32), case.cost[cell], is_sensitive);
    }
    merging
}

fn dropped(case: &Case<'_>, merging: &Merging, cut: &Cut) -> Vec<bool> {
    let below = merging.below(cut);
    (0..case.cells.len() as u32).map(|cell| is_lost(&below, &place(case, cell))).collect()
}

/// What is hidden with a cut, finer cells among it, and what hiding the others costs; `None` if somebody gets
/// too near to a cell nevertheless.
fn protected(case: &Case<'_>, dropped: &[bool]) -> Option<(Vec<bool>, f64)> {
    let mut problem = case.problem();
    let mut standing = problem.standing.to_vec();
    for (standing, dropped) in standing.iter_mut().zip(dropped) {
        if *dropped {
            *standing = Standing::Sensitive;
        }
    }
    let is_left = |need: &&ridotto_audit::Need| !dropped[need.cell as usize];
    let left = problem.needs.iter().filter(is_left).count();
    let stopped = || case.is_over();
    if left == 0 {
        let safe = attacked(&problem, dropped, &stopped).unsafe_cells() == 0;
        return safe.then_some((dropped.to_vec(), 0.0));
    }
    problem.standing = &standing;
    let Suppression { hidden, exposed, .. } = suppress::suppress(&problem, &stopped);
    let shown = case.cells.shown();
    let besides = (0..hidden.len()).filter(|&cell| hidden[cell] && !dropped[cell] && shown[cell]);
    let cost = besides.map(|cell| case.cost[cell]).sum();
    exposed.is_empty().then_some((hidden, cost))
}

fn no_cut(hides: bool) -> Unmet {
    let way = if hides { "" } else { ", let cells be hidden besides (`hide = true`)" };
    Unmet {
        message: "no group is coarse enough".into(),
        advice: format!(
            "Some cell is sensitive, or is derived, whichever categories and neighbours are merged.\nLeave a dimension out{way}, or \
             hide cells: `method = \"fast\"`."
        ),
    }
}
