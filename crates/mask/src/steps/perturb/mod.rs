//! Steps that perturb values: the policy's words, the methods of [`ridotto_mask`], and what the
//! report says of them.
//!
//! A step sees plain columns and gives plain columns back. Everything that comes later sees only
//! those: the true values are gone, and verification compares with what the step left.

mod across;
mod constraints;
mod groups;
mod method;
mod plain;
mod private;
mod required;
mod strata;
mod synthesis;
mod tree;
mod unlike;

pub(super) use synthesis::synthesize;

use super::{Artifact, Masked, Setting, cells_changed, place};
use crate::pram::Transition;
use crate::synthesize::Unfit;
use crate::{Dice, Refused};
use plain::{Plain, differing};
use ridotto_io::{Column, Table};
use ridotto_policy::{Mask, Problem, Step};
use ridotto_release::Error;
use ridotto_release::Randomness;
use ridotto_report::StepFigure;
use serde::Serialize;

/// What a method gave back for some rows.
#[derive(Default)]
struct Outcome {
    /// The new values of each attribute.
    columns: Vec<New>,
    /// What was promised and what was reached.
    figures: Vec<StepFigure>,
    /// What the publisher should know.
    notes: Vec<String>,
    /// The matrices of post-randomisation, by attribute.
    matrices: Vec<Corrected>,
    /// The transformation of linear noise, by attribute, if it is published.
    revealed: Vec<Revealed>,
}

/// How an attribute was transformed after noise was added: published = scale · noisy + shift.
#[derive(Serialize)]
struct Revealed {
    attribute: String,
    scale: f64,
    shift: f64,
}

/// The matrix of an attribute, for the users of the release.
#[derive(Serialize)]
struct Corrected {
    attribute: String,
    categories: Vec<String>,
    /// Row by row: with which probability the first category becomes each.
    matrix: Transition,
    /// How often each category is in the release.
    observed: Vec<f64>,
    /// How often each was in the original, estimated without bias from what is observed; absent if
    /// the matrix has no inverse.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated: Option<Vec<f64>>,
    /// The standard errors of the estimates.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<f64>>,
}

/// New values of an attribute.
enum New {
    /// Numbers or categories, and the decimals to write.
    Values(ridotto_core::Values, Option<u8>),
    /// The number of each row's label, and the labels; `None` for missing.
    Labels(Vec<u32>, Vec<Option<String>>),
}

/// Changes the values of the step's attributes; how many cells that were, and what was reached.
pub(super) fn perturb(
    setting: Setting<'_>,
    mask: &Mask,
    number: u64,
    masked: &mut Masked,
) -> Result<(u64, Vec<StepFigure>), Error> {
    let dice = dice(setting, mask, number)?;
    if setting.policy.private_file().is_some_and(|(_, last)| last as u64 == number) {
        return private::means(setting, mask, number as usize, masked);
    }
    let table = &masked.table;
    let places: Vec<usize> = mask.attributes.iter().map(|name| place(table, name)).collect();
    all_read(setting, mask, table)?;
    let columns: Vec<Plain> = places.iter().map(|&at| Plain::of(table, at)).collect();
    let method = method::Method::new(setting, mask, table, columns)?;
    let outcome = strata::run(setting, mask, table, &method, &dice)?;
    let mut all = 0;
    for ((name, &at), (plain, new)) in
        mask.attributes.iter().zip(&places).zip(method.columns.iter().zip(&outcome.columns))
    {
        let column = match new {
            New::Values(values, decimals) => plain.written(values, *decimals),
            New::Labels(of, labels) => plain.labelled(of, labels),
        };
        let cells = differing(&masked.table.columns[at], &column);
        masked.trail.findings.push(cells_changed(mask, name, cells));
        masked.table.columns[at] = column;
        all += cells;
    }
    let said = |note: &String| format!("{}: {note}", mask.method());
    masked.trail.notes.extend(outcome.notes.iter().map(said));
    if let Some(file) = mask.publishes() {
        if !mask.strata.is_empty() {
            let message = "there is one for each of the `strata`, and one can be written";
            let problem = Problem::error("bind::mask", message).at(file.span, "of which?");
            let help = "leave out `strata`, or this file";
            return Err(setting.policy.error([problem.with_help(help)]).into());
        }
        let is_private = matches!(mask.step, Step::Microaggregate(_));
        let text = if is_private {
            tree::text(&method.columns, file).map_err(|error| refused(setting, mask, &error))?
        } else if matches!(mask.step, Step::Noise(_)) {
            ridotto_report::to_json(&outcome.revealed)
        } else {
            ridotto_report::to_json(&outcome.matrices)
        };
        masked.trail.files.push(Artifact { file: file.value.clone(), text, is_private });
    }
    note_seed(setting, mask, masked);
    Ok((all, outcome.figures))
}

/// The random numbers of a step. What promises differential privacy takes none that somebody knows.
fn dice(setting: Setting<'_>, mask: &Mask, number: u64) -> Result<Dice, Error> {
    if setting.seed.is_some() && mask.is_private() {
        return Err(Error::Usage {
            message: format!("`{}` is differentially private, and takes no seed", mask.method()),
            hint: "leave `--seed` out: who knows the seed knows the noise".into(),
        });
    }
    Ok(Randomness::of_seed(setting.seed).dice(&format!("step {number}"))?)
}

fn note_seed(setting: Setting<'_>, mask: &Mask, masked: &mut Masked) {
    let is_drawn = !matches!(mask.step, Step::Microaggregate(_));
    if setting.seed.is_some() && is_drawn {
        masked.trail.notes.push(format!(
            "{} was drawn by a known seed (--seed), and who knows it can undo it: for tests only",
            mask.method()
        ));
    }
}

/// Whether all attributes of a step are there to be perturbed: what is left out, or deleted by a
/// later step, is not read.
fn all_read(setting: Setting<'_>, mask: &Mask, table: &Table) -> Result<(), Error> {
    let is_read = |name: &str| matches!(table.columns[place(table, name)], Column::Coded { .. });
    let Some(name) = mask.attributes.iter().find(|name| !is_read(name)) else { return Ok(()) };
    let problem = Problem::error("bind::mask", format!("`{name}` is not released"))
        .at(name.span, "nothing to perturb")
        .with_help("remove it from the step, or give the column a role in `[attributes]`");
    Err(setting.policy.error([problem]).into())
}

/// A method that does not fit, at its place in the policy.
fn refused(setting: Setting<'_>, mask: &Mask, refused: &Refused) -> Error {
    // The attribute that is at fault, if it is one of several.
    let (span, why) = match refused {
        Refused::Of { attribute, reason } => {
            let named = mask.attributes.iter().find(|name| name.as_str() == attribute);
            (named.and_then(|name| name.span), reason.as_ref())
        }
        other => (None, other),
    };
    let of = match refused {
        Refused::Of { attribute, .. } => format!(" to `{attribute}`"),
        _ if mask.attributes.len() == 1 => format!(" to `{}`", mask.attributes[0]),
        _ => String::new(),
    };
    let problem =
        Problem::error("bind::mask", format!("`{}` cannot be done{of}: {why}", mask.method()))
            .at(span.unwrap_or(mask.span), "not suited")
            .with_help(help(why));
    setting.policy.error([problem]).into()
}

/// What to do about a refusal.
fn help(refused: &Refused) -> &'static str {
    match refused {
        Refused::NeedsNumbers => {
            "only numbers and dates can be masked so: use `pram` or `swap` for categories, or give the attribute its `type`"
        }
        Refused::NeedsCategories => {
            "numbers have too many values for this: use `noise`, or `round` them first and give `type = \"text\"`"
        }
        Refused::TooFew { .. } => "mask more records together: fewer `strata`, or a smaller `k`",
        Refused::Constraint => "ask for less: a smaller `l`, a greater `t`, or fewer `strata`",
        Refused::Constant | Refused::AllMissing => "leave the attribute out of the step",
        Refused::MatrixSum { .. }
        | Refused::MatrixEntry { .. }
        | Refused::MatrixSize { .. }
        | Refused::MatrixNotSquare { .. } => {
            "each row has the probabilities of what one value becomes: none below 0, and 1 together"
        }
        Refused::Synthesis(Unfit::Broken { .. }) => {
            "correct the constraint, or mend these records before"
        }
        Refused::NoSecureGenerator | Refused::Synthesis(Unfit::NoSecureGenerator) => {
            "`cargo build --release --features private` builds a program that can: it needs a C compiler, perl and make"
        }
        _ => "`ridotto explain` tells what the method needs",
    }
}
