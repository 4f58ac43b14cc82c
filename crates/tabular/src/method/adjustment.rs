//! Controlled tabular adjustment.

use super::common::{adds_up, changed, parts, refuse_means};
use super::parameters::{COLUMN, CostKind};
use super::{Case, MethodDefinition, Outcome, Published};
use crate::adjust::{Adjust, Norm, NotAdjusted, Protect, adjust};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    Entry, Facts, Limit, MethodFacts, Named, Parameter, Reference, Shape, Status, Wording, Worked,
    names, small,
};
use ridotto_core::count::counted;
use ridotto_release::{Error, Unmet};

names! {
    /// How distances are added up.
    Distances {
        /// Absolute values: few cells change.
        Absolute = "l1" Now,
        /// Squares: many cells change a little.
        Squares = "l2" Now,
    }

    /// What becomes of totals.
    Kept {
        /// Totals that are not sensitive stay as they are.
        Keep = "keep" Now,
        /// Totals change with their parts.
        Free = "free" Now,
    }
}

/// Moves sensitive cells away from their values, and others as little as possible.
///
/// # Guarantee
/// Every sensitive cell is published at or beyond a protection level, and published values add up.
///
/// # Does not protect against
/// Who guesses in which direction a cell was moved, and by how much.
///
/// # References
/// R. A. Dandekar and L. H. Cox (2002), *Synthetic tabular data: an alternative to complementary cell
/// suppression*. J. Castro (2006), *Minimum-distance controlled perturbation methods for large-scale tabular data
/// protection*.
pub static ADJUST: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "adjust",
        title: "Controlled tabular adjustment",
        aliases: &["CTA", "controlled tabular adjustment", "minimum-distance perturbation"],
        formula: "minimise sum w(c)·|x(c) - c|, x additive, x(s) <= s - lpl(s) or x(s) >= s + upl(s) for sensitive s",
        status: Status::Now,
        summary: "Publishes the nearest table that adds up in which every sensitive cell is far enough from its value.",
        parameters: &[&[
            Parameter::new(
                "norm",
                Shape::Choice(Distances::NAMES),
                "\"l2\"",
                "How distances are added up.",
            )
            .default("\"l1\""),
            Parameter::new(
                "cost",
                Shape::ChoiceOr(CostKind::NAMES, &COLUMN),
                "\"value\"",
                "What it costs to change a cell by a unit.",
            )
            .default("\"number\""),
            Parameter::new(
                "totals",
                Shape::Choice(Kept::NAMES),
                "\"free\"",
                "What becomes of totals.",
            )
            .default("\"keep\""),
        ]],
        check: any,
        facts: Facts::Method(MethodFacts {
            does: "adjusts values",
            status: "adjusted",
            is_exact: false,
            promises: &[Wording::always(
                "Every sensitive cell is published at or beyond its lower or upper protection level, and published values add up.",
            )],
            limits: &[Limit {
                name: "The direction",
                text: "How narrowly somebody can guess a true value who knows the method is not bounded; only how far the published value is from it.",
            }],
            serves: "tables in which no value may be missing and totals should stay",
        }),
        advice: include_str!("adjust.md"),
        references: &[
            Reference {
                authors: "R. A. Dandekar, L. H. Cox",
                year: 2002,
                title: "Synthetic tabular data: an alternative to complementary cell suppression",
                doi: "",
            },
            Reference {
                authors: "J. Castro",
                year: 2006,
                title: "Minimum-distance controlled perturbation methods for large-scale tabular data protection",
                doi: "10.1016/j.ejor.2004.08.034",
            },
        ],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"adjust\"\ntotals = \"keep\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"adjust\"\n",
            text: "By 15 % northern food is sensitive: its largest firm has 90 of 100, and the others but the second have `100 - 90 - 5 = 5`. It has to move by `0.15 * 90 - 5 = 8.5`, in whole numbers 9. Totals stay, so three others move with it, and the table is together `4 * 9 = 36`, **36**, from the truth.",
            run: &["table firms.toml"],
            says: &["together 36 from the truth"],
        },
    },
    protect: adjusted,
    keeps: far_enough,
    keeps_rules: false,
};

fn adjusted(case: &Case<'_>) -> Result<Outcome, Error> {
    refuse_means(case)?;
    let norm = match case.given.choice("norm") {
        Distances::Absolute => Norm::L1,
        Distances::Squares => Norm::L2,
    };
    let keeps_totals = case.given.choice::<Kept>("totals") == Kept::Keep;
    let judged = case.judgement;
    let mut values = case.cells.values.clone();
    let ends: Vec<(i64, i64)> = (0..values.len()).map(|cell| ends(case, cell)).collect();
    let (low, high): (Vec<i64>, Vec<i64>) = ends.into_iter().unzip();
    let mut is_nearest = true;
    for part in parts(case) {
        let own = part.start..part.start + part.system.cells();
        let needs: Vec<Protect> = (judged.needs.iter())
            .filter(|need| own.contains(&(need.cell as usize)))
            .map(|need| Protect {
                cell: need.cell - part.start as u32,
                down: need.down.ceil() as i64,
                up: need.up.ceil() as i64,
            })
            .collect();
        let asked = Adjust {
            system: &part.system,
            values: &case.cells.values[own.clone()],
            low: &low[own.clone()],
            high: &high[own.clone()],
            weight: &case.cost[own.clone()],
            needs: &needs,
            keeps_totals,
            norm,
        };
        let found = adjust(&asked, &|| case.is_over());
        let found = found.map_err(|error| Error::from(unadjusted(error, keeps_totals)))?;
        is_nearest &= found.is_nearest;
        values[own].copy_from_slice(&found.values);
    }
    let notes = if is_nearest {
        Vec::new()
    } else {
        vec!["the table is near, and there may be a nearer one".to_owned()]
    };
    let unprotected = too_near(&case.judgement.needs, &case.cells.values, &values);
    Ok(Outcome { notes, unprotected, is_proved: is_nearest, ..changed(case, values) })
}

/// Between which ends a cell may be published: everybody must find it possible.
fn ends(case: &Case<'_>, cell: usize) -> (i64, i64) {
    let value = case.cells.values[cell];
    // A zero that is published is one, and stays.
    if value == 0 {
        return (0, 0);
    }
    let far = |by: f64| if by < 4e18 { by.floor() as i64 } else { i64::MAX / 2 };
    let (down, up) = (far(case.judgement.down[cell]), far(case.judgement.up[cell]));
    (value.saturating_sub(down), value.saturating_add(up))
}

/// Sensitive cells are published far enough from their values, and everything adds up.
fn far_enough(of: &Published<'_>) -> Result<(), &'static str> {
    if too_near(of.needs, &of.cells.values, of.values) > 0 {
        return Err("a sensitive cell is published too near to its value");
    }
    adds_up(of)
}

/// How many sensitive cells are published too near to their values.
fn too_near(needs: &[ridotto_audit::Need], truth: &[i64], values: &[i64]) -> u64 {
    let is_near = |need: &&ridotto_audit::Need| {
        let cell = need.cell as usize;
        let change = (values[cell] - truth[cell]) as f64;
        change > -need.down && change < need.up
    };
    needs.iter().filter(is_near).count() as u64
}

fn unadjusted(error: NotAdjusted, keeps_totals: bool) -> Unmet {
    let way = if keeps_totals {
        "Let totals change (`totals = \"free\"`), ask for less doubt (`range`), or hide cells: `method = \"fast\"`."
    } else {
        "Ask for less doubt (`range`), let values be farther from true ones (`bounds`), or hide cells: `method = \"fast\"`."
    };
    let why = match error {
        NotAdjusted::Stuck(cells) => format!(
            "{} can move neither up nor down far enough.",
            counted(cells as u64, "sensitive cell", "sensitive cells")
        ),
        NotAdjusted::TooLarge => "A value has too many digits for this method.".to_owned(),
        NotAdjusted::None => {
            "No table was found in which all sensitive cells move far enough.".to_owned()
        }
    };
    Unmet { message: "the table cannot be adjusted".into(), advice: format!("{why}\n{way}") }
}
