//! A method for all rows, or for each stratum by itself.

use super::said::OfStrata;
use super::{Method, New, Outcome, Plain, Rows, Told, refused};
use crate::Refused;
use crate::sample::groups;
use crate::step::{StepContext, coded};
use ridotto_core::{CodeColumn, Values};
use ridotto_numbers::Dice;
use ridotto_release::Error;
use ridotto_report::Transformation;
use ridotto_table::Table;

/// What became of all rows.
pub(super) struct Done {
    /// The new values of each attribute.
    pub columns: Vec<New>,
    /// What is said of them.
    pub told: Told,
    /// What is in the file that is published, if one is.
    pub file: Option<String>,
    /// How attributes were transformed, if everybody may know.
    pub transformations: Vec<Transformation>,
}

impl From<Outcome> for Done {
    fn from(outcome: Outcome) -> Self {
        let Outcome { columns, figures, notes, file, transformations } = outcome;
        Self { columns, told: Told::of(&notes, figures), file, transformations }
    }
}

/// Runs a method. Every stratum has dice of its own, so the order of strata does not matter. Where it
/// does not fit all of them, it is refused, and said of how many: values of a stratum that is left as
/// it is would be told.
pub(super) fn run(
    context: &StepContext,
    table: &Table,
    method: &dyn Method,
    plain: &[Plain],
    dice: &Dice,
) -> Result<Done, Error> {
    let fails = |error| refused(context, &error);
    let strata = context.mask().strata();
    if strata.is_empty() {
        let columns = plain.iter().map(|plain| plain.column.clone()).collect();
        let rows = Rows { plain, columns, some: None };
        return method.run(&rows, dice).map(Done::from).map_err(fails);
    }
    let key = |name: &_| coded(table, context.place(name));
    let keys: Vec<CodeColumn<'_>> = strata.iter().map(|name| key(name)).collect();
    let (of, sizes) = groups(&keys, table.rows);
    let mut rows: Vec<Vec<u32>> =
        sizes.iter().map(|&size| Vec::with_capacity(size as usize)).collect();
    (0..).zip(&of).for_each(|(row, &stratum)| rows[stratum as usize].push(row));
    let (mut all, mut said) = (Vec::new(), OfStrata::default());
    let (mut reason, mut failing, mut line) = (None, 0, 0);
    for (stratum, rows) in rows.iter().enumerate() {
        let columns = plain.iter().map(|plain| plain.column.take(rows)).collect();
        let some = Rows { plain, columns, some: Some(rows) };
        let part = match method.run(&some, &dice.part(stratum as u64)) {
            Ok(part) if reason.is_none() => part,
            Ok(_) => continue,
            Err(error) => {
                failing += 1;
                if reason.is_none() {
                    line = rows.first().map_or(0, |&row| table.line_of(row as usize));
                }
                reason.get_or_insert(error);
                continue;
            }
        };
        if all.is_empty() {
            all = part.columns.iter().map(|new| empty(new, table.rows)).collect();
        }
        for (whole, part) in all.iter_mut().zip(part.columns) {
            scatter(whole, part, rows);
        }
        said.add(part.notes, part.figures, rows.len());
    }
    let strata = rows.len() as u64;
    if let Some(reason) = reason {
        return Err(fails(Refused::Strata { reason: Box::new(reason), failing, line, strata }));
    }
    // What strata would publish is refused when the step is bound.
    Ok(Done { columns: all, told: said.done(strata), file: None, transformations: Vec::new() })
}

/// New values of the same kind, all missing.
fn empty(like: &New, rows: usize) -> New {
    match like {
        New::Values(Values::Numbers(_), _) => {
            New::Values(Values::Numbers(vec![f64::NAN; rows]), Some(0))
        }
        New::Values(Values::Categories { categories, ordered, .. }, _) => New::Values(
            Values::Categories {
                codes: vec![None; rows],
                categories: *categories,
                ordered: *ordered,
            },
            None,
        ),
        New::Labels(..) => New::Labels(vec![0; rows], vec![None]),
    }
}

/// Puts the values of a part where they belong.
fn scatter(whole: &mut New, part: New, rows: &[u32]) {
    match (whole, part) {
        (
            New::Values(Values::Numbers(whole), decimals),
            New::Values(Values::Numbers(part), of_part),
        ) => {
            rows.iter().zip(part).for_each(|(&row, value)| whole[row as usize] = value);
            *decimals = decimals.zip(of_part).map(|(a, b)| a.max(b));
        }
        (
            New::Values(Values::Categories { codes: whole, .. }, _),
            New::Values(Values::Categories { codes: part, .. }, _),
        ) => rows.iter().zip(part).for_each(|(&row, code)| whole[row as usize] = code),
        (New::Labels(whole, labels), New::Labels(part, more)) => {
            let first = labels.len() as u32;
            labels.extend(more);
            rows.iter().zip(part).for_each(|(&row, label)| whole[row as usize] = first + label);
        }
        _ => unreachable!("a method gives the same kind of values for every stratum"),
    }
}
