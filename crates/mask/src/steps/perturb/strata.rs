//! A method for all rows, or for each stratum by itself.

use super::super::{Setting, coded};
use super::method::Method;
use super::{New, Outcome, refused};
use crate::Dice;
use crate::sample::groups;
use ridotto_core::{KeyColumn, Values};
use ridotto_io::Table;
use ridotto_policy::Mask;
use ridotto_release::Error;

/// Notes of strata that are told; others are counted.
const TOLD: usize = 5;

/// Runs a method. Every stratum has dice of its own, so the order of strata does not matter.
pub(super) fn run(
    setting: Setting<'_>,
    mask: &Mask,
    table: &Table,
    method: &Method<'_>,
    dice: &Dice,
) -> Result<Outcome, Error> {
    let fails = |error| refused(setting, mask, &error);
    if mask.strata.is_empty() {
        return method.run(None, dice).map_err(fails);
    }
    let keys: Vec<KeyColumn<'_>> = mask.strata.iter().map(|name| coded(table, name)).collect();
    let (of, sizes) = groups(&keys, table.rows);
    let mut rows: Vec<Vec<u32>> =
        sizes.iter().map(|&size| Vec::with_capacity(size as usize)).collect();
    (0..).zip(&of).for_each(|(row, &stratum)| rows[stratum as usize].push(row));
    let mut all = Outcome::default();
    for (stratum, rows) in rows.iter().enumerate() {
        let part = method.run(Some(rows), &dice.part(stratum as u64)).map_err(fails)?;
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
