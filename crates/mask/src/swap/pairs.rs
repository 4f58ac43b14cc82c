//! Data swapping between similar records, at random or where records are at risk.
//!
//! # What is preserved
//! Exactly: every table of counts of the swapped attributes (they move together), and of the swapped
//! attributes with all the categories that partners must share. Approximately: relations with the
//! numbers by which partners are near each other.
//!
//! # Does not protect against
//! A record that was not swapped is as it was; `share` says how many are. Which records were
//! swapped must not be published. See [`super`].
//!
//! # Parameters
//! `share`: the share of the records that are swapped, 0.01 to 0.1 usually; or the records at risk.
//! `similar`: what partners have in common: the same categories, the nearest numbers.
//!
//! # Cost
//! Sorting the records, and a look at up to 32 neighbours for each.
//!
//! # References
//! T. Dalenius, S. Reiss (1982), *Data-swapping: a technique for disclosure control*,
//! doi:10.1016/0378-3758(82)90058-1.

use super::order::{even, masked};
use super::similar::{Free, each_missing, is_same};
use crate::{Dice, Figure, Masked, Note, Pooled, Refused};
use rand::RngExt;
use ridotto_core::Series;

/// Parameters of swapping between pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairSwap {
    /// The share of the records that are to be swapped.
    pub share: f64,
}

/// Swaps the values of `columns` (all of them together) between random records and those most like
/// them. Only records without a gap in these columns take part, and partners differ in at least one.
pub fn mask(
    options: &PairSwap,
    columns: &[Series],
    similar: &[Series],
    dice: &Dice,
) -> Result<Masked, Refused> {
    let share = options.share;
    if !(share > 0.0 && share <= 1.0) {
        let must_be = "greater than 0 and at most 1";
        return Err(Refused::Parameter { parameter: "share", must_be });
    }
    let may = may(columns, similar)?;
    let rows: Vec<u32> = (0..may.len() as u32).filter(|&row| may[row as usize]).collect();
    #[expect(clippy::cast_sign_loss, reason = "a share is positive")]
    let most = (share * rows.len() as f64).round() as usize;
    if most < 2 {
        let needed = (1.5 / share).ceil().max(2.0);
        let needed = crate::noise::moments::whole(needed);
        return Err(Refused::TooFew { needed, records: rows.len() as u64 });
    }
    let (columns_after, swapped, alone) = exchange(columns, similar, &may, rows, most, dice);
    let short = most.saturating_sub(swapped as usize + 1) as u64;
    let notes =
        (short > 0 && alone > 0).then_some(Note::NoPartner { records: short, of: most as u64 });
    let of = may.iter().filter(|may| **may).count() as f64;
    let figure = Figure {
        name: "share of records swapped".to_owned(),
        original: 0.0,
        expected: Some(share),
        reached: swapped as f64 / of,
        pooled: Pooled::Mean,
    };
    Ok(masked(columns, columns_after, vec![figure], notes.into_iter().collect()))
}

/// Swaps the values of `columns` of the records at risk with those of the records most like them,
/// which may be at risk or not.
pub fn targeted(
    at_risk: &[bool],
    columns: &[Series],
    similar: &[Series],
    dice: &Dice,
) -> Result<Masked, Refused> {
    let may = may(columns, similar)?;
    if at_risk.len() != may.len() {
        return Err(Refused::Uneven);
    }
    let all = at_risk.iter().filter(|is| **is).count() as u64;
    let rows: Vec<u32> =
        (0..may.len() as u32).filter(|&row| at_risk[row as usize] && may[row as usize]).collect();
    let gaps = all - rows.len() as u64;
    let (columns_after, _, alone) = exchange(columns, similar, &may, rows, usize::MAX, dice);
    let left = alone + gaps;
    let notes = (left > 0).then_some(Note::NoPartner { records: left, of: all });
    let reached = if all == 0 { 1.0 } else { (all - left) as f64 / all as f64 };
    let figure = Figure {
        name: "share of records at risk that were swapped".to_owned(),
        original: 0.0,
        expected: Some(1.0),
        reached,
        pooled: Pooled::Mean,
    };
    Ok(masked(columns, columns_after, vec![figure], notes.into_iter().collect()))
}

/// Which records can take part: those without a gap in what is swapped.
fn may(columns: &[Series], similar: &[Series]) -> Result<Vec<bool>, Refused> {
    let rows = even(columns.iter().chain(similar))?;
    if columns.is_empty() {
        return Err(Refused::Uneven);
    }
    let mut may = vec![true; rows];
    for column in columns {
        each_missing(column, |row| may[row] = false);
    }
    match may.iter().filter(|may| **may).count() {
        0 => Err(Refused::AllMissing),
        1 => Err(Refused::TooFew { needed: 2, records: 1 }),
        _ => Ok(may),
    }
}

/// Finds partners for these rows, in random order, until `most` records are swapped; says how many
/// were, and how many found no partner.
fn exchange(
    columns: &[Series],
    similar: &[Series],
    may: &[bool],
    mut rows: Vec<u32>,
    most: usize,
    dice: &Dice,
) -> (Vec<Series>, u64, u64) {
    let mut stream = dice.stream(1);
    for at in (1..rows.len()).rev() {
        rows.swap(at, stream.random_range(0..=at));
    }
    let mut free = Free::new(may, similar, &dice.part(0));
    let mut source: Vec<u32> = (0..may.len() as u32).collect();
    let (mut swapped, mut alone) = (0, 0);
    for row in rows {
        let row = row as usize;
        if swapped + 2 > most as u64 {
            break;
        }
        if !free.has(row) {
            continue;
        }
        let differs = |other: usize| !columns.iter().all(|column| is_same(column, row, other));
        match free.take_partner(row, differs) {
            Some(other) => {
                source[row] = other as u32;
                source[other] = row as u32;
                swapped += 2;
            }
            None => alone += 1,
        }
    }
    (columns.iter().map(|column| column.take(&source)).collect(), swapped, alone)
}
