//! Methods that hide cells, and the one that hides nothing.

use super::parameters::SUPPRESSION;
use super::{Case, MethodDefinition, Outcome, changes_nothing};
use crate::suppress::{self, Method};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    Entry, Facts, Limit, MethodFacts, Reference, Status, Wording, Worked, small,
};

pub(super) const SOURCE: Reference = Reference {
    authors: "M. Fischetti, J. J. Salazar",
    year: 2001,
    title: "Solving the cell suppression problem on tabular data with linear constraints",
    doi: "10.1287/mnsc.47.7.1008.9805",
};

pub(super) const HIDING: &[Limit] = &[
    Limit {
        name: "Several together",
        text: "Contributors who tell each other what they contributed come nearer than each of them; records of one owner belong to one `respondent`.",
    },
    Limit { name: "What zeros tell", text: "A cell that is not in the file is a published zero." },
];

/// Hides sensitive cells, and as few others as a fast heuristic finds so that nobody derives them.
///
/// # Guarantee
/// Every sensitive cell can be, for all that anybody knows, as far from its value as its rule demands: the
/// audit of the tables with all their sums says so before they are written, and again from what was written.
///
/// # Does not protect against
/// Contributors who work together; tables that were published elsewhere.
///
/// # References
/// M. Fischetti and J. J. Salazar (2001), *Solving the cell suppression problem*.
pub static FAST: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "fast",
        title: "Fast suppression",
        aliases: &["heuristic suppression"],
        formula: "hide sensitive cells, then others until each sensitive one is in doubt, then show again what need not be hidden",
        status: Status::Now,
        summary: "Hides sensitive cells and further ones by a heuristic, audits what is left, repairs it and thins it out.",
        parameters: &[SUPPRESSION],
        check: any,
        facts: Facts::Method(MethodFacts {
            does: "hides cells",
            status: "suppressed",
            is_exact: false,
            promises: &[Wording::always(
                "No attacker whom the audit knows gets nearer to a hidden sensitive cell than its rule allows.",
            )],
            limits: HIDING,
            serves: "tables of any size",
        }),
        advice: include_str!("fast.md"),
        references: &[SOURCE],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"fast\"\ncost = \"value\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"fast\"\n",
            text: "By 15 % northern food is sensitive. Hidden alone it would follow from its row: `200 - 100 = 100`. Another cell of its row and one of its column have to go with it, and then a fourth, where the two cross, or else they follow in turn: **1** sensitive cell, and `4 - 1 = 3` others.",
            run: &["table firms.toml"],
            says: &["sensitive 1 of 9 cells", "hidden 4 of 9 cells, 3 of them"],
        },
    },
    protect: |case| Ok(by(Method::Fast, case)),
    keeps: changes_nothing,
    keeps_rules: true,
};

/// Runs a method of suppression.
pub(super) fn by(method: Method, case: &Case<'_>) -> Outcome {
    let stopped = || case.is_over();
    let suppress::Outcome { hidden, exposed, bound, proved } =
        suppress::protect(&case.problem(), method, &stopped);
    Outcome { hidden, exposed, bound, is_proved: proved, ..Outcome::default() }
}

/// Publishes every cell, if none is sensitive.
///
/// # Guarantee
/// No cell of the tables is sensitive; else nothing is written.
///
/// # Does not protect against
/// Nothing is hidden, so nothing can be derived.
///
/// # References
/// None.
pub static NONE: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "none",
        title: "Nothing hidden",
        aliases: &["publish or refuse"],
        formula: "publish all cells if none is sensitive",
        status: Status::Now,
        summary: "Publishes every cell if none is sensitive, and writes nothing if one is.",
        parameters: &[],
        check: any,
        facts: Facts::Method(MethodFacts {
            does: "hides nothing",
            status: "published",
            is_exact: true,
            promises: &[Wording::always("No cell of the tables is sensitive.")],
            limits: &[],
            serves: "tables without a sensitive cell",
        }),
        advice: include_str!("none.md"),
        references: &[],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"none\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"none\"\n",
            text: "Of the 9 cells of the firms **1** is sensitive by 15 %, northern food, in which one firm has 90 of 100. Nothing is written.",
            run: &["table firms.toml"],
            says: &["1 of 9 cells is sensitive."],
        },
    },
    protect: |case| Ok(Outcome::as_is(case.cells.len())),
    keeps: changes_nothing,
    keeps_rules: true,
};
