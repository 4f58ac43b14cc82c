//! The order of a column's values, and swaps within it.

use crate::masked::{Masked, Pooled, decimals, unchanged};
use crate::noise::WeightedColumns;
use crate::{Dice, Figure, Note, Refused};
use rand::RngExt;
use rayon::prelude::*;
use ridotto_core::{Series, Values};
use ridotto_numbers::dice::Stream;
use ridotto_numbers::{Matrix, correlations};

/// Numbers by which values are compared: themselves, or the codes of ordered categories.
pub(crate) fn sizes(column: &Series) -> Result<Vec<f64>, Refused> {
    match &column.values {
        Values::Numbers(numbers) => Ok(numbers.clone()),
        Values::Categories { ordered: false, .. } => Err(Refused::NotOrdered.of(&column.name)),
        Values::Categories { codes, .. } => {
            Ok(codes.iter().map(|code| code.map_or(f64::NAN, f64::from)).collect())
        }
    }
}

/// Refuses no column, and columns of different lengths.
pub(crate) fn even<'a>(columns: impl IntoIterator<Item = &'a Series>) -> Result<usize, Refused> {
    let mut lengths = columns.into_iter().map(Series::len);
    let rows = lengths.next().ok_or(Refused::Uneven)?;
    if lengths.all(|length| length == rows) { Ok(rows) } else { Err(Refused::Uneven) }
}

/// The rows that have a value, from the smallest up; equal ones in random order, so that the order
/// of the file decides nothing.
pub(crate) fn ranking(sizes: &[f64], stream: &mut Stream) -> Vec<u32> {
    let lots: Vec<u32> = sizes.iter().map(|_| stream.random()).collect();
    let mut rows: Vec<u32> =
        (0..sizes.len() as u32).filter(|&row| sizes[row as usize].is_finite()).collect();
    rows.par_sort_unstable_by(|&a, &b| {
        let of = |row: u32| (sizes[row as usize], lots[row as usize]);
        let ((size_a, lot_a), (size_b, lot_b)) = (of(a), of(b));
        // Minus zero is zero here.
        let size = size_a.partial_cmp(&size_b).expect("missing values are not ranked");
        size.then(lot_a.cmp(&lot_b)).then(a.cmp(&b))
    });
    rows
}

/// How many ranks a share of the records is; at least one, or the method cannot work.
#[expect(clippy::cast_sign_loss, reason = "shares are checked to be positive")]
pub(crate) fn reach(share: f64, records: usize) -> Result<usize, Refused> {
    if !(share > 0.0 && share <= 1.0) {
        let must_be = "greater than 0 and at most 1";
        return Err(Refused::Parameter { parameter: "range", must_be });
    }
    // A tenth of ten is one, also if a computer makes it a little less.
    let ranks = (share * records as f64 + 1e-9).floor() as usize;
    if ranks == 0 {
        let needed = (1.0 / share - 1e-9).ceil() as u64;
        return Err(Refused::TooFew { needed, records: records as u64 });
    }
    Ok(ranks)
}

/// For each place the place it swaps with, at most `reach` away, or itself. From the lowest up, each
/// place that is still free draws among the free places above it that it reaches; places outside of
/// `free` stay alone.
pub(crate) fn swaps(
    places: usize,
    free: std::ops::Range<usize>,
    reach: usize,
    stream: &mut Stream,
) -> Vec<u32> {
    /// Most windows are mostly free, so a few throws usually find a free place.
    const THROWS: usize = 32;
    let mut partner: Vec<u32> = (0..places as u32).collect();
    let mut taken = vec![false; places];
    for place in free.clone() {
        let end = free.end.min(place + reach + 1);
        if taken[place] || end == place + 1 {
            continue;
        }
        let thrown = (0..THROWS).map(|_| stream.random_range(place + 1..end));
        let found = thrown.into_iter().find(|&other| !taken[other]).or_else(|| {
            let left: Vec<usize> = (place + 1..end).filter(|&other| !taken[other]).collect();
            (!left.is_empty()).then(|| left[stream.random_range(0..left.len())])
        });
        if let Some(other) = found {
            (taken[place], taken[other]) = (true, true);
            partner[place] = other as u32;
            partner[other] = place as u32;
        }
    }
    partner
}

/// Correlations of columns that have an order, by their numbers.
pub(crate) fn correlation(columns: &[Vec<f64>]) -> Matrix {
    let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    correlations(&WeightedColumns { columns: &slices, weights: None }.covariances().1)
}

/// The figures of all pairs: before and after.
pub(crate) fn correlation_figures<'a>(
    kind: &'a str,
    names: &'a [String],
    before: &'a Matrix,
    after: &'a Matrix,
) -> impl Iterator<Item = Figure> + 'a {
    let pairs = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)));
    pairs.map(move |(a, b)| Figure {
        name: format!("{kind} of {} and {}", names[a], names[b]),
        original: before.at(a, b),
        expected: None,
        reached: after.at(a, b),
        pooled: Pooled::Mean,
    })
}

/// Names of columns.
pub(crate) fn names<'a>(columns: impl IntoIterator<Item = &'a Series>) -> Vec<String> {
    columns.into_iter().map(|column| column.name.to_string()).collect()
}

/// Puts a result together, with a note of what came out unchanged.
pub(crate) fn masked(
    before: &[Series],
    columns: Vec<Series>,
    figures: Vec<Figure>,
    mut notes: Vec<Note>,
) -> Masked {
    for (before, after) in before.iter().zip(&columns) {
        let (records, of) = unchanged(&before.values, &after.values);
        if records > 0 {
            notes.push(Note::Unchanged { attribute: before.name.to_string(), records, of });
        }
    }
    let decimals = columns
        .iter()
        .map(|column| match &column.values {
            Values::Numbers(numbers) => decimals(numbers),
            Values::Categories { .. } => None,
        })
        .collect();
    Masked { columns, decimals, figures, notes }
}

/// Dice with names for the parts of a method: the order of equal values, and the swaps.
pub(crate) fn streams(dice: &Dice, at: usize) -> (Stream, Stream) {
    let own = dice.part(at as u64);
    (own.stream(0), own.stream(1))
}
