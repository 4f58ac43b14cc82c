//! A method for all rows, or for each stratum by itself.

use super::{Method, New, Outcome, Plain, Rows, refused};
use crate::Refused;
use crate::sample::groups;
use crate::step::{StepContext, coded};
use ridotto_core::{CodeColumn, Values};
use ridotto_numbers::Dice;
use ridotto_release::Error;
use ridotto_table::Table;

/// Notes of strata that are told; others are counted.
const TOLD: usize = 5;

/// Runs a method. Every stratum has dice of its own, so the order of strata does not matter. Where it
/// does not fit all of them, it is refused, and said of how many: values of a stratum that is left as
/// it is would be told.
pub(super) fn run(
    context: &StepContext,
    table: &Table,
    method: &dyn Method,
    plain: &[Plain],
    dice: &Dice,
) -> Result<Outcome, Error> {
    let fails = |error| refused(context, &error);
    let strata = context.mask().strata();
    if strata.is_empty() {
        let columns = plain.iter().map(|plain| plain.column.clone()).collect();
        return method.run(&Rows { plain, columns, some: None }, dice).map_err(fails);
    }
    let key = |name: &_| coded(table, context.place(name));
    let keys: Vec<CodeColumn<'_>> = strata.iter().map(|name| key(name)).collect();
    let (of, sizes) = groups(&keys, table.rows);
    let mut rows: Vec<Vec<u32>> =
        sizes.iter().map(|&size| Vec::with_capacity(size as usize)).collect();
    (0..).zip(&of).for_each(|(row, &stratum)| rows[stratum as usize].push(row));
    let mut all = Outcome::default();
    let (mut reason, mut failing) = (None, 0);
    for (stratum, rows) in rows.iter().enumerate() {
        let columns = plain.iter().map(|plain| plain.column.take(rows)).collect();
        let some = Rows { plain, columns, some: Some(rows) };
        let part = match method.run(&some, &dice.part(stratum as u64)) {
            Ok(part) if reason.is_none() => part,
            Ok(_) => continue,
            Err(error) => {
                failing += 1;
                reason.get_or_insert(error);
                continue;
            }
        };
        if all.columns.is_empty() {
            all.columns = part.columns.iter().map(|new| empty(new, table.rows)).collect();
        }
        for (whole, part) in all.columns.iter_mut().zip(part.columns) {
            scatter(whole, part, rows);
        }
        for note in part.notes {
            if !all.notes.contains(&note) {
                all.notes.push(note);
            }
        }
    }
    if let Some(reason) = reason {
        let strata = rows.len() as u64;
        return Err(fails(Refused::Strata { reason: Box::new(reason), failing, strata }));
    }
    let more = all.notes.len().saturating_sub(TOLD);
    all.notes.truncate(TOLD);
    if more > 0 {
        all.notes.push(format!("{more} notes more about other strata"));
    }
    Ok(all)
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
