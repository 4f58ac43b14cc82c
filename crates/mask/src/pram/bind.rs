//! Post-randomisation as a step.

use super::{Matrix, Pram, Transition, mask};
use crate::perturb::{Method, New, Outcome, Perturbation, Perturbing, Plain, Rows, refused};
use crate::step::StepContext;
use crate::{Note, Refused};
use ridotto_catalogue::Of;
use ridotto_core::{Code, Values};
use ridotto_numbers::Dice;
use ridotto_policy::{Decimal, Problem, Spanned};
use ridotto_release::{Error, Step, StepRun};
use ridotto_table::Table;
use serde::Serialize;
use std::fmt;

/// The probabilities as the policy says them, by the texts of categories.
struct ByText {
    chances: Chances,
    /// What a category never becomes.
    never: Vec<Of<Vec<Spanned<String>>>>,
    invariant: bool,
}

/// The probabilities with which categories change.
enum Chances {
    /// A category stays with this one, and becomes any other with the same.
    Retain(f64),
    /// For each category those of what it becomes.
    Matrix(Vec<Row>),
}

/// Without the categories.
impl fmt::Debug for ByText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pram(invariant: {})", self.invariant)
    }
}

/// The step that a policy asks for.
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    let given = context.given();
    let chances = match given.share_if_given("retain") {
        Some(retain) => Chances::Retain(retain.to_f64()),
        None => Chances::Matrix(given.matrix("matrix").to_vec()),
    };
    let (never, invariant) = (given.lists("never").to_vec(), given.is("invariant"));
    Perturbing::bind(context, ByText { chances, never, invariant })
}

/// A category, and the probabilities of what it becomes.
type Row = Of<Vec<Of<Decimal>>>;

/// What is drawn of each attribute, and what it had not before.
struct ByCode(Vec<(Pram, Added)>);

/// Categories that a matrix brings.
#[derive(Clone, Copy, Default)]
struct Added {
    /// How many no record had.
    new: u64,
    /// The code of a missing value, if values may become one or it may become a value.
    gap: Option<Code>,
}

/// Gives the attribute the categories that the matrix names and the data do not have. A missing
/// value is one of them: it counts as a category while values are drawn. Orders stay as they are.
fn added(context: &StepContext, plain: &mut Plain, rows: &[Row]) -> Result<Added, Error> {
    // What values come from must be there, before anything is added.
    for (from, _) in rows.iter().filter(|(from, _)| !context.is_missing(from)) {
        code(context, plain, from)?;
    }
    let mut added = Added::default();
    let targets = rows.iter().flat_map(|(_, cells)| cells).map(|(to, _)| &to.value);
    let sources = rows.iter().map(|(from, _)| &from.value).filter(|from| context.is_missing(from));
    for text in targets.chain(sources) {
        let is_gap = context.is_missing(text);
        if plain.texts.contains(text) || (plain.is_ordinal() && !is_gap) {
            continue;
        }
        let Values::Categories { codes, categories, .. } = &mut plain.column.values else { break };
        let code = *categories as Code;
        if is_gap {
            added.new += u64::from(codes.iter().all(Option::is_some));
            codes.iter_mut().filter(|known| known.is_none()).for_each(|gap| *gap = Some(code));
            added.gap = Some(code);
        } else {
            added.new += 1;
        }
        *categories += 1;
        plain.texts.push(text.clone());
    }
    Ok(added)
}

/// Takes the code of a missing value back.
fn emptied(new: &mut New, gap: Option<Code>) {
    if let New::Values(Values::Categories { codes, .. }, _) = new
        && gap.is_some()
    {
        codes.iter_mut().filter(|code| **code == gap).for_each(|code| *code = None);
    }
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

impl Perturbation for ByText {
    fn prepare<'a>(
        &'a self,
        context: &StepContext,
        _: &Table,
        columns: &mut [Plain],
        _: &StepRun<'_>,
    ) -> Result<Box<dyn Method + 'a>, Error> {
        let mut each = Vec::with_capacity(columns.len());
        for plain in columns {
            let added = match &self.chances {
                Chances::Retain(_) => Added::default(),
                Chances::Matrix(rows) => added(context, plain, rows)?,
            };
            each.push((self.of(context, plain)?, added));
        }
        Ok(Box::new(ByCode(each)))
    }
}

impl ByText {
    /// The probabilities for one attribute.
    fn of(&self, context: &StepContext, plain: &Plain) -> Result<Pram, Error> {
        let code = |text: &Spanned<String>| code(context, plain, text);
        let matrix = match &self.chances {
            Chances::Retain(retain) => Matrix::Retain(*retain),
            Chances::Matrix(rows) => Matrix::Given(transition(context, plain, rows)?),
        };
        let mut forbidden = Vec::new();
        for (from, all) in &self.never {
            for to in all {
                forbidden.push((code(from)?, code(to)?));
            }
        }
        Ok(Pram { matrix, invariant: self.invariant, forbidden })
    }
}

/// The code of a category that the policy names.
fn code(context: &StepContext, plain: &Plain, text: &Spanned<String>) -> Result<Code, Error> {
    let at = plain.texts.iter().position(|other| *other == text.value);
    at.map(|at| at as Code).ok_or_else(|| {
        let message = format!("`{}` has no value `{text}`", plain.column.name);
        let problem = Problem::error("bind::mask", message)
            .at(text.span.or(context.span()), "no record has it")
            .with_help("values are compared letter by letter; leave out those that do not occur");
        context.error(problem)
    })
}

/// The matrix of an attribute; what the policy does not name stays.
fn transition(context: &StepContext, plain: &Plain, rows: &[Row]) -> Result<Transition, Error> {
    let size = plain.texts.len();
    let mut entries: Vec<Vec<f64>> = (0..size)
        .map(|from| (0..size).map(|to| f64::from(u8::from(from == to))).collect())
        .collect();
    for (from, cells) in rows {
        let row = &mut entries[code(context, plain, from)? as usize];
        row.fill(0.0);
        for (to, chance) in cells {
            row[code(context, plain, to)? as usize] = chance.to_f64();
        }
    }
    Transition::new(entries).map_err(|error| {
        let attribute = plain.column.name.to_string();
        refused(context, &Refused::Of { attribute, reason: Box::new(error) })
    })
}

impl Method for ByCode {
    fn run(&self, rows: &Rows<'_>, dice: &Dice) -> Result<Outcome, Refused> {
        let (mut all, mut matrices) = (Outcome::default(), Vec::new());
        for (at, (column, (options, added))) in rows.columns.iter().zip(&self.0).enumerate() {
            let drawn = mask(options, column, None, &dice.part(at as u64))?;
            matrices.extend(drawn.matrices.iter().map(|(_, matrix)| {
                let observed: Vec<f64> = drawn.frequencies.iter().map(|of| of.reached).collect();
                let estimate = matrix.estimate(&observed, false).ok();
                Corrected {
                    attribute: column.name.to_string(),
                    categories: rows.plain[at].texts.clone(),
                    matrix: matrix.clone(),
                    estimated: estimate.as_ref().map(|of| of.frequencies.clone()),
                    errors: estimate.map(|of| of.errors),
                    observed,
                }
            }));
            let mut masked = drawn.masked;
            if added.new > 0 {
                let (attribute, categories) = (column.name.to_string(), added.new);
                masked.notes.push(Note::NewCategories { attribute, categories });
            }
            let Outcome { mut columns, figures, notes, .. } = masked.into();
            for new in &mut columns {
                emptied(new, added.gap);
            }
            all.columns.extend(columns);
            all.figures.extend(figures);
            all.notes.extend(notes);
        }
        all.file = Some(ridotto_report::to_json(&matrices));
        Ok(all)
    }
}
