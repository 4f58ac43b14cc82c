//! Swapping with a second file, often a synthetic one.
//!
//! # What is preserved
//! Exactly: each attribute of the result has values of the second file and no other, each as often
//! as another but for one (all of them, if it has as many records as the first). Approximately:
//! relations between attributes, as a value is replaced by one of nearly the same rank.
//!
//! # Does not protect against
//! The rank of a value is hidden by the range alone; see [`super::rank`]. The second file's values
//! are published as they are: they must not be secret.
//!
//! # Parameters
//! `range`: how far ranks move, as a share of the records.
//!
//! # Cost
//! Sorting both columns of each attribute.
//!
//! # References
//! The idea is that of T. Dalenius and S. Reiss (1982), doi:10.1016/0378-3758(82)90058-1, with the
//! partner in another file.

use super::order::{
    correlation, correlation_figures, masked, names, ranking, reach, sizes, streams, swaps,
};
use crate::{Dice, Masked, Note, Refused};
use rand::RngExt;
use ridotto_core::{Series, Values};
use ridotto_numbers::dice::Stream;

/// Parameters of swapping with a second file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossSetSwap {
    /// How far a value may be from its rank, as a share of the records that have one.
    pub range: f64,
}

/// Replaces the values of each column by those of the column at the same place of the second file.
/// Gaps stay; gaps of the second file are not used. Categories must have the same codes in both.
pub fn mask(
    options: &CrossSetSwap,
    columns: &[Series],
    with: &[Series],
    dice: &Dice,
) -> Result<Masked, Refused> {
    super::order::even(columns)?;
    super::order::even(with)?;
    if columns.len() != with.len() {
        return Err(Refused::Uneven);
    }
    let (mut after, mut notes) = (Vec::new(), Vec::new());
    for (at, (column, donor)) in columns.iter().zip(with).enumerate() {
        let (new, note) = replace(options.range, column, donor, streams(dice, at))
            .map_err(|refused| refused.of(&column.name))?;
        after.push(new);
        notes.extend(note);
    }
    let all = |columns: &[Series]| columns.iter().map(sizes).collect::<Result<Vec<_>, _>>();
    let (before, reached) = (correlation(&all(columns)?), correlation(&all(&after)?));
    let names = names(columns);
    let figures = correlation_figures("correlation", &names, &before, &reached).collect();
    Ok(masked(columns, after, figures, notes))
}

fn replace(
    range: f64,
    column: &Series,
    donor: &Series,
    (mut ties, mut throws): (Stream, Stream),
) -> Result<(Series, Option<Note>), Refused> {
    let reason = |refused| match refused {
        Refused::Of { reason, .. } => *reason,
        refused => refused,
    };
    let (own, other) = (sizes(column).map_err(reason)?, sizes(donor).map_err(reason)?);
    let rows = ranking(&own, &mut ties);
    let donors = ranking(&other, &mut ties);
    if rows.is_empty() || donors.is_empty() {
        return Err(Refused::AllMissing);
    }
    let reach = reach(range, rows.len())?;
    let chosen = chosen(donors.len(), rows.len(), &mut throws);
    let partner = swaps(rows.len(), 0..rows.len(), reach, &mut throws);
    let mut source = vec![None; own.len()];
    for (place, &row) in rows.iter().enumerate() {
        source[row as usize] = Some(donors[chosen[partner[place] as usize]] as usize);
    }
    let few = donors.len() < rows.len();
    let note = few.then_some(Note::DonorsRepeated {
        donors: donors.len() as u64,
        records: rows.len() as u64,
    });
    Ok((gather(column, donor, &source)?, note))
}

/// So many places of the second file, in order: each as often as another, and the rest at random.
fn chosen(donors: usize, wanted: usize, stream: &mut Stream) -> Vec<usize> {
    let mut times = vec![wanted / donors; donors];
    // Selection sampling (D. Knuth, The Art of Computer Programming 3.4.2, Algorithm S).
    let mut left = wanted % donors;
    for (at, times) in times.iter_mut().enumerate() {
        if stream.random_range(0..donors - at) < left {
            *times += 1;
            left -= 1;
        }
    }
    let each = times.into_iter().enumerate();
    each.flat_map(|(at, times)| std::iter::repeat_n(at, times)).collect()
}

fn gather(column: &Series, donor: &Series, source: &[Option<usize>]) -> Result<Series, Refused> {
    let values = match (&column.values, &donor.values) {
        (Values::Numbers(_), Values::Numbers(numbers)) => Values::Numbers(
            source.iter().map(|from| from.map_or(f64::NAN, |from| numbers[from])).collect(),
        ),
        (
            Values::Categories { categories, .. },
            Values::Categories { codes, categories: others, ordered },
        ) => Values::Categories {
            codes: source.iter().map(|from| from.and_then(|from| codes[from])).collect(),
            categories: *categories.max(others),
            ordered: *ordered,
        },
        (Values::Numbers(_), _) => return Err(Refused::NeedsNumbers),
        (Values::Categories { .. }, _) => return Err(Refused::NeedsCategories),
    };
    Ok(Series { name: column.name.clone(), values })
}
