//! Methods that hide cells, other than the usual one: the cheapest, and those of other programs.
//!
//! Each ends as the usual one does: the audit attacks the whole table, and what it finds is mended.

use super::parameters::SUPPRESSION;
use super::suppression::{HIDING, SOURCE, by};
use super::{Case, MethodDefinition, Outcome, changes_nothing};
use crate::suppress::Method;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Entry, Facts, MethodFacts, Reference, Status, Wording, Worked, small};
use ridotto_policy::Problem;
use ridotto_release::Error;

/// Hides sensitive cells, and the cheapest set of others that protects them.
///
/// # Guarantee
/// Every sensitive cell can be, for all that anybody knows, as far from its value as its rule demands: the
/// audit of the whole says so, and what it finds is mended.
///
/// # Does not protect against
/// Contributors who work together; tables that were published elsewhere.
///
/// # References
/// M. Fischetti and J. J. Salazar (2001), *Solving the cell suppression problem*.
pub static OPTIMAL: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "optimal",
        title: "Optimal suppression",
        aliases: &["branch and cut", "exact suppression"],
        formula: "argmin over patterns of hidden cells in which every sensitive cell is in doubt, of their cost",
        status: Status::Now,
        summary: "Hides the cheapest set of cells that protects, found by branch and cut, and says how far from proved it is.",
        parameters: &[SUPPRESSION],
        check: any,
        facts: Facts::Method(MethodFacts {
            does: "hides cells",
            status: "suppressed",
            is_exact: true,
            promises: &[Wording::always(
                "No attacker whom the audit knows gets nearer to a hidden sensitive cell than its rule allows, and if `proved_optimal` no cheaper pattern protects.",
            )],
            limits: HIDING,
            serves: "tables of some hundreds of cells",
        }),
        advice: include_str!("optimal.md"),
        references: &[SOURCE],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"optimal\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"optimal\"\n",
            text: "By 15 % northern food is sensitive, and each cell stands in a row and a column with one other: whatever is hidden in a row takes another of it along, and likewise in columns. So a pattern has `2 * 2 = 4` cells at least: **1** sensitive one and **3** others, which is proved to be the least.",
            run: &["table firms.toml"],
            says: &["sensitive 1 of 9 cells", "hidden 4 of 9 cells, 3 of them"],
        },
    },
    protect: |case| Ok(by(Method::Optimal, case)),
    keeps: changes_nothing,
    keeps_rules: true,
};

/// Protects the sub-tables of the hierarchies, from the top down, with backtracking.
///
/// # Guarantee
/// Every sensitive cell can be, for all that anybody knows, as far from its value as its rule demands: the
/// audit of the whole says so, and what it finds is mended.
///
/// # Does not protect against
/// Contributors who work together; tables that were published elsewhere.
///
/// # References
/// P.-P. de Wolf (2002), *`HiTaS`: a heuristic approach to cell suppression in hierarchical tables*.
pub static MODULAR: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "modular",
        title: "Modular suppression",
        aliases: &["HiTaS"],
        formula: "protect sub-tables from the top down, and again those whose cells another one hid",
        status: Status::Now,
        summary: "Protects the sub-tables of the hierarchies one after the other, then audits and mends the whole.",
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
            serves: "tables with hierarchies",
        }),
        advice: include_str!("modular.md"),
        references: &[Reference {
            authors: "P.-P. de Wolf",
            year: 2002,
            title: "HiTaS: a heuristic approach to cell suppression in hierarchical tables",
            doi: "10.1007/3-540-47804-3_6",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"modular\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"modular\"\n",
            text: "The firms have one sub-table, of two rows and two columns. Northern food is sensitive by 15 %, and a cell of its row, one of its column and the one where these cross are hidden with it: **1** and `4 - 1 = 3`.",
            run: &["table firms.toml"],
            says: &["sensitive 1 of 9 cells", "hidden 4 of 9 cells, 3 of them"],
        },
    },
    protect: |case| Ok(by(Method::Modular, case)),
    keeps: changes_nothing,
    keeps_rules: true,
};

/// For each sensitive cell hides the cheapest cube of which it is a corner.
///
/// # Guarantee
/// Every sensitive cell can be, for all that anybody knows, as far from its value as its rule demands: the
/// audit of the whole says so, and what it finds is mended.
///
/// # Does not protect against
/// Contributors who work together; tables that were published elsewhere.
///
/// # References
/// S. Giessing and D. Repsilber (2002), *Tools and strategies to protect multiple tables with the GHQUAR cell suppression engine*.
pub static HYPERCUBE: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "hypercube",
        title: "Hypercube suppression",
        aliases: &["GHMITER"],
        formula: "for every sensitive cell hide the cheapest cube of which it is a corner",
        status: Status::Now,
        summary: "Hides for every sensitive cell the corners of the cheapest cube, then audits and mends the whole.",
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
            serves: "tables of any size, at the price of more hidden cells",
        }),
        advice: include_str!("hypercube.md"),
        references: &[Reference {
            authors: "S. Giessing, D. Repsilber",
            year: 2002,
            title: "Tools and strategies to protect multiple tables with the GHQUAR cell suppression engine",
            doi: "10.1007/3-540-47804-3_14",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"hypercube\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"hypercube\"\n",
            text: "In two dimensions a cube has `2 * 2 = 4` corners. The only one with northern food as a corner are all four inner cells: **1** sensitive and **3** others.",
            run: &["table firms.toml"],
            says: &["sensitive 1 of 9 cells", "hidden 4 of 9 cells, 3 of them"],
        },
    },
    protect: |case| Ok(by(Method::Hypercube, case)),
    keeps: changes_nothing,
    keeps_rules: true,
};

/// For each sensitive cell hides the cells of the cheapest flow that moves it far enough.
///
/// # Guarantee
/// Every sensitive cell can be, for all that anybody knows, as far from its value as its rule demands: the
/// audit of the whole says so, and what it finds is mended.
///
/// # Does not protect against
/// Contributors who work together; tables that were published elsewhere.
///
/// # References
/// L. H. Cox (1995), *Network models for complementary cell suppression*.
pub static NETWORK: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "network",
        title: "Suppression by flows",
        aliases: &["network flow"],
        formula: "for every sensitive cell hide the cells of the cheapest flow that moves it far enough",
        status: Status::Now,
        summary: "Hides for every sensitive cell the cells of the cheapest flow that moves it as far as needed; two dimensions.",
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
            serves: "one table in two dimensions, of which one may have levels",
        }),
        advice: include_str!("network.md"),
        references: &[Reference {
            authors: "L. H. Cox",
            year: 1995,
            title: "Network models for complementary cell suppression",
            doi: "10.1080/01621459.1995.10476646",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"network\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"network\"\n",
            text: "A flow that raises northern food has to come back: here it raises the total of its row, the total of its column and the grand total with it, all by the same, which costs no more than any other circle of four: **1** sensitive cell and **3** others.",
            run: &["table firms.toml"],
            says: &["sensitive 1 of 9 cells", "hidden 4 of 9 cells, 3 of them"],
        },
    },
    protect: network,
    keeps: changes_nothing,
    keeps_rules: true,
};

/// Publishes the dearest cells first, as long as no sensitive one follows from what is published.
///
/// # Guarantee
/// Every sensitive cell can be, for all that anybody knows, as far from its value as its rule demands: the
/// audit of the whole says so, and what it finds is mended.
///
/// # Does not protect against
/// Contributors who work together; tables that were published elsewhere.
///
/// # References
/// Ø. Langsrud (2024), *Secondary cell suppression by Gaussian elimination*.
pub static GAUSS: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "gauss",
        title: "Suppression by elimination",
        aliases: &["GaussSuppression"],
        formula: "publish cells from the dearest on as long as no sensitive one follows, by elimination",
        status: Status::Now,
        summary: "Publishes the dearest cells first, as long as elimination shows no sensitive one to follow, then audits and mends.",
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
        advice: include_str!("gauss.md"),
        references: &[Reference {
            authors: "Ø. Langsrud",
            year: 2024,
            title: "Secondary cell suppression by Gaussian elimination: an algorithm suitable for handling issues with zeros and singletons",
            doi: "10.1007/978-3-031-69651-0_6",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"gauss\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"gauss\"\n",
            text: "Published first are the total and the sums of rows and columns, for they are the dearest where cost is equal. Then no inner cell may be told: any one of the four would give northern food away. **1** and `4 - 1 = 3` are hidden.",
            run: &["table firms.toml"],
            says: &["sensitive 1 of 9 cells", "hidden 4 of 9 cells, 3 of them"],
        },
    },
    protect: |case| Ok(by(Method::Gauss, case)),
    keeps: changes_nothing,
    keeps_rules: true,
};

/// Flows go through tables in two dimensions alone.
fn network(case: &Case<'_>) -> Result<Outcome, Error> {
    if Method::Network.applies(case.problem().system) {
        return Ok(by(Method::Network, case));
    }
    let policy = &case.plan.policy;
    let problem = Problem::error("bind::network", "`network` serves one table in two dimensions")
        .at(policy.protection.method.span(), "no flow goes through these tables")
        .with_help(
            "take `method = \"fast\"`, which serves any; of two dimensions one may have levels",
        );
    Err(policy.error([problem]).into())
}
