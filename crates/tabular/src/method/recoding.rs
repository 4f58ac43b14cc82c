//! Recoding: levels of dimensions are cut off from below.

use super::{Case, MethodDefinition, Outcome, changes_nothing};
use crate::recode::{Levels, Recoded};
use crate::safety::attacked;
use crate::suppress::{self, Standing, Suppression};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    Entry, Facts, Limit, MethodFacts, Parameter, Reference, Shape, Status, Wording, Worked, small,
};
use ridotto_release::{Error, Unmet};

/// Publishes the finest levels at which no cell is sensitive.
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
        formula: "publish levels >= l(d) of each dimension d, with the fewest cells lost of all l at which no cell is sensitive",
        status: Status::Now,
        summary: "Leaves out the finest levels of dimensions until no cell is sensitive, losing as few cells as possible.",
        parameters: &[&[Parameter::new(
            "hide",
            Shape::Boolean,
            "true",
            "Whether sensitive cells may also be hidden, with others, where that costs fewer cells than a coarser level.",
        )
        .default("false")]],
        check: any,
        facts: Facts::Method(MethodFacts {
            does: "leaves out levels",
            status: "recoded",
            is_exact: true,
            promises: &[Wording::always(
                "No published cell is sensitive, and no attacker whom the audit knows derives one that is not published.",
            )],
            limits: &[Limit {
                name: "Levels alone",
                text: "Groups that no hierarchy of the policy has are not tried.",
            }],
            serves: "tables whose dimensions have levels",
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

fn recoded(case: &Case<'_>) -> Result<Outcome, Error> {
    let levels = levels(case);
    let hides = case.given.is("hide");
    let stopped = || case.is_over();
    let found = levels.with_hiding(
        1.0,
        |cut, left| {
            if left > 0 && !hides {
                return None;
            }
            protected(case, cut).map(|(_, hidden)| hidden)
        },
        &stopped,
    );
    let Some(Recoded { cut, lost, .. }) = found else { return Err(no_cut(hides).into()) };
    let (hidden, _) = protected(case, &cut).expect("it was protected before");
    let dropped = dropped(case, &cut);
    let is_finest = |cell: usize| {
        let own = place(case, cell as u32);
        !dropped[cell] && own.iter().zip(&cut).any(|(level, cut)| *cut > 0 && level == cut)
    };
    let recoded = (0..hidden.len()).map(is_finest).collect();
    let notes = if lost == 0 { Vec::new() } else { vec!["finer levels were left out".to_owned()] };
    Ok(Outcome { hidden, dropped, recoded, notes, is_proved: !hides, ..Outcome::default() })
}

/// The level of a cell in each dimension.
fn place(case: &Case<'_>, cell: u32) -> Vec<u8> {
    let (space, key) = (case.space, case.cells.index.key(cell));
    (0..space.dimensions()).map(|at| space.nodes(at).level_of(space.node(key, at))).collect()
}

fn levels(case: &Case<'_>) -> Levels {
    let heights = (0..case.space.dimensions()).map(|at| case.space.nodes(at).levels());
    let mut levels = Levels::new(heights.collect());
    let shown = case.cells.shown();
    for cell in (0..case.cells.len()).filter(|&cell| shown[cell]) {
        let is_sensitive = case.judgement.standing[cell] == Standing::Sensitive;
        levels.add(&place(case, cell as u32), is_sensitive);
    }
    levels
}

fn dropped(case: &Case<'_>, cut: &[u8]) -> Vec<bool> {
    let is_finer =
        |cell: u32| place(case, cell).iter().zip(cut).any(|(level, least)| level < least);
    (0..case.cells.len() as u32).map(is_finer).collect()
}

/// What is hidden with a cut, cells of finer levels among it, and how many besides these; `None` if
/// somebody gets too near to a cell nevertheless.
fn protected(case: &Case<'_>, cut: &[u8]) -> Option<(Vec<bool>, f64)> {
    let dropped = dropped(case, cut);
    let mut problem = case.problem();
    let mut standing = problem.standing.to_vec();
    for (standing, dropped) in standing.iter_mut().zip(&dropped) {
        if *dropped {
            *standing = Standing::Sensitive;
        }
    }
    let is_left = |need: &&ridotto_audit::Need| !dropped[need.cell as usize];
    let left = problem.needs.iter().filter(is_left).count();
    let stopped = || case.is_over();
    if left == 0 {
        let safe = attacked(&problem, &dropped, &stopped).unsafe_cells() == 0;
        return safe.then_some((dropped, 0.0));
    }
    problem.standing = &standing;
    let Suppression { hidden, exposed, .. } = suppress::suppress(&problem, &stopped);
    let besides = hidden.iter().zip(&dropped).filter(|(hidden, dropped)| **hidden && !**dropped);
    let cost = besides.count() as f64;
    exposed.is_empty().then_some((hidden, cost))
}

fn no_cut(hides: bool) -> Unmet {
    let way = if hides { "" } else { ", let cells be hidden besides (`hide = true`)" };
    Unmet {
        message: "no level is coarse enough".into(),
        advice: format!(
            "Some cell is sensitive, or is derived, whichever levels are left out.\nLeave a dimension out{way}, or \
             hide cells: `method = \"fast\"`."
        ),
    }
}
