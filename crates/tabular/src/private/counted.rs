//! Records counted in the cells that are declared. What becomes of a record depends on it, on how many records
//! of the same person stand before it, and on the policy: so a person changes no more than was charged for.

use super::declared::{nodes, strangers};
use super::{Asked, Cells, Dimension};
use crate::nodes::Nodes;
use crate::plan::Plan;
use crate::space::Space;
use ridotto_catalogue::Problem;
use ridotto_core::{Code, Codes, Dictionary};
use ridotto_release::Error;
use ridotto_release::private::refused;
use ridotto_table::{Column, Table};
use std::fmt;

/// No table has more cells.
const MOST: usize = 1_000_000;
/// Nor is every count off by more in the mean: then nothing is left of it.
const MOST_NOISE: f64 = 1e9;

/// The cells of a table, and what is counted in them.
pub struct Counted {
    /// What was asked for.
    pub asked: Asked,
    /// Where cells are.
    pub space: Space,
    /// All of them.
    pub cells: Cells,
    /// How many records each has, which is nobody's business.
    pub(super) counts: Vec<i64>,
}

impl fmt::Debug for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Counted({:?})", self.asked)
    }
}

impl Counted {
    /// Counts records. Errors are about the policy alone.
    pub fn new(plan: &Plan, table: &Table) -> Result<Self, Error> {
        let asked = Asked::of(&plan.policy.protection.method);
        let (space, cells) = declared(plan, &asked)?;
        let mut counts = vec![0; cells.count().unwrap_or(0)];
        let places = places(plan, table, &space, asked.other.as_deref());
        let kept = kept(plan, table, asked.promise.records.get());
        for row in (0..table.rows).filter(|&row| kept.as_ref().is_none_or(|kept| kept[row])) {
            let nodes: Option<Vec<u32>> =
                places.iter().map(|(codes, nodes)| nodes[codes.get(row) as usize]).collect();
            if let Some(nodes) = nodes {
                counts[cells.cell(&nodes) as usize] += 1;
            }
        }
        cells.add_totals(&mut counts);
        Ok(Self { asked, space, cells, counts })
    }
}

/// All cells that the policy declares.
fn declared(plan: &Plan, asked: &Asked) -> Result<(Space, Cells), Error> {
    let policy = &plan.policy;
    let (mut all, mut problems) = (Vec::new(), strangers(plan));
    for (name, _) in &plan.dimensions {
        let attribute = policy.attribute(name).expect("dimensions are attributes");
        match nodes(plan, attribute)? {
            Ok(nodes) => all.push(nodes),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() {
        problems.extend(undeclared_other(plan, asked, &all));
    }
    if !problems.is_empty() {
        return Err(policy.error(problems).into());
    }
    let dimension = |nodes: &Nodes| Dimension {
        above: (0..nodes.len() as u32).map(|node| nodes.parent(node)).collect(),
    };
    let cells = Cells::new(all.iter().map(dimension).collect());
    let given = &policy.protection.method;
    if cells.count().is_none_or(|count| count > MOST) {
        let problem = refused(
            "the declared values make more than a million cells, all of which are published",
            given.span(),
            "in so many cells noise is all there is",
        );
        let help = "leave a dimension out, or declare values that are coarser";
        return Err(policy.error([problem.with_help(help)]).into());
    }
    let at = given.at("epsilon");
    let noise = asked.promise.noise(&cells).map_err(|error| {
        policy.error([refused(error.to_string(), at, "gives no noise that can be drawn")
            .with_help("take a rounder number, such as 0.5 or 1")])
    })?;
    if noise.mean_error() > MOST_NOISE {
        let problem = refused("every count would be off by more than a billion", at, "too little");
        return Err(policy.error([problem.with_help("take a larger epsilon")]).into());
    }
    let space = Space::new(all).expect("so few cells can be numbered");
    Ok((space, cells))
}

/// What values count as that are not declared must be declared itself.
fn undeclared_other(plan: &Plan, asked: &Asked, all: &[Nodes]) -> Option<Problem> {
    let other = asked.other.as_deref()?;
    if all.iter().any(|nodes| leaf(nodes, Some(other)).is_some()) {
        return None;
    }
    let span = plan.policy.protection.method.at("other");
    Some(refused("no dimension declares this value", span, "not declared").with_help(
        "`other` is one of the declared values of those dimensions in which values that are not declared count as it",
    ))
}

/// The value that is called so; groups and totals are no values.
fn leaf(nodes: &Nodes, label: Option<&str>) -> Option<u32> {
    nodes.called(label).filter(|&node| nodes.level_of(node) == 0)
}

/// For each dimension the node of each code; none of what counts nowhere.
fn places<'a>(
    plan: &Plan,
    table: &'a Table,
    space: &Space,
    other: Option<&str>,
) -> Vec<(&'a Codes, Vec<Option<u32>>)> {
    let of = |(at, (_, column)): (usize, &(String, usize))| {
        let (codes, dictionary) = coded(table, *column);
        let nodes = space.nodes(at);
        let instead = other.and_then(|other| leaf(nodes, Some(other)));
        let node = |code: Code| leaf(nodes, dictionary.text(code)).or(instead);
        (codes, (0..dictionary.len() as Code).map(node).collect())
    };
    plan.dimensions.iter().enumerate().map(of).collect()
}

/// Which records are counted: of each person the first so many of the file, and none of which nobody says whose
/// it is. `None` where nobody says it of any.
fn kept(plan: &Plan, table: &Table, most: u64) -> Option<Vec<bool>> {
    let (codes, dictionary) = coded(table, plan.respondent?);
    let mut seen = vec![0_u64; dictionary.len()];
    let is_kept = |code: Code| {
        seen[code as usize] += 1;
        Some(code) != dictionary.missing() && seen[code as usize] <= most
    };
    Some(codes.iter().map(is_kept).collect())
}

fn coded(table: &Table, at: usize) -> (&Codes, &Dictionary) {
    match &table.columns[at] {
        Column::Coded { codes, dictionary, .. } => (codes, dictionary),
        _ => unreachable!("what tables look at is read as codes"),
    }
}
