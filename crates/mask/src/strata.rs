//! Methods that work on the records of each stratum alone, so that what they preserve is preserved
//! within each.

use crate::{Dice, Figure, Masked, Refused};
use ridotto_core::Series;
use std::collections::BTreeMap;

/// Masks the records of each stratum by themselves and puts them together again in the order in
/// which they came. `mask` gets the columns of a stratum, its rows (for weights and other columns),
/// and dice of its own. A stratum that does not fit refuses the whole.
///
/// # Example
/// ```
/// use ridotto_core::{Series, Values};
/// use ridotto_mask::{Dice, swap::shuffle, within};
/// let values = Values::Numbers((0..10).map(f64::from).collect());
/// let column = Series { name: "x".into(), values };
/// let strata = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2];
/// let shuffled = |columns: &[Series], _: &[u32], dice: &Dice| shuffle::mask(columns, &[], dice);
/// let masked = within(&strata, &[column], &Dice::seeded(1), shuffled).unwrap();
/// let Values::Numbers(numbers) = &masked.columns[0].values else { unreachable!() };
/// assert!(numbers[..5].iter().all(|x| *x < 5.0));
/// ```
pub fn within(
    strata: &[u32],
    columns: &[Series],
    dice: &Dice,
    mask: impl Fn(&[Series], &[u32], &Dice) -> Result<Masked, Refused>,
) -> Result<Masked, Refused> {
    if columns.is_empty() || columns.iter().any(|column| column.len() != strata.len()) {
        return Err(Refused::Uneven);
    }
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (row, stratum) in (0_u32..).zip(strata) {
        members.entry(*stratum).or_default().push(row);
    }
    let mut place = vec![0; strata.len()];
    let mut whole: Option<Masked> = None;
    let mut before = 0;
    for (stratum, rows) in members {
        let own: Vec<Series> = columns.iter().map(|column| column.take(&rows)).collect();
        let mut masked = mask(&own, &rows, &dice.part(u64::from(stratum)))?;
        for (at, row) in (before..).zip(&rows) {
            place[*row as usize] = at;
        }
        before += rows.len() as u32;
        let named = |figure: &mut Figure| figure.name = format!("{}, {stratum}", figure.name);
        masked.figures.iter_mut().for_each(named);
        whole = Some(match whole {
            None => masked,
            Some(whole) => join(whole, masked)?,
        });
    }
    let mut whole = whole.ok_or(Refused::AllMissing)?;
    for column in &mut whole.columns {
        *column = column.take(&place);
    }
    Ok(whole)
}

/// The rows of one and then those of the other, with what is said of both.
fn join(mut whole: Masked, next: Masked) -> Result<Masked, Refused> {
    for (column, more) in whole.columns.iter_mut().zip(&next.columns) {
        *column = column.stack(more).ok_or(Refused::Uneven)?;
    }
    for (decimals, more) in whole.decimals.iter_mut().zip(next.decimals) {
        *decimals = decimals.zip(more).map(|(one, other)| one.max(other));
    }
    whole.figures.extend(next.figures);
    for note in next.notes {
        if !whole.notes.iter_mut().any(|own| own.join(&note).is_some()) {
            whole.notes.push(note);
        }
    }
    Ok(whole)
}
