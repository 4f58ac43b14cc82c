//! Rank swapping.
//!
//! # What is preserved
//! Exactly: the distribution of each attribute; no value moves by more than `range` times the number
//! of records that have a value, counted in ranks. Approximately: correlations, the better the
//! smaller the range; with a bound on their change they are kept within it, or the method refuses.
//!
//! # Does not protect against
//! Who knows the range finds few candidates for a value; see [`super`]. With `extremes` kept, who
//! is known to have the largest value has it still.
//!
//! # Parameters
//! `range`: 0.05 to 0.15 usually. `extremes`. `correlation_change`: how far any correlation between
//! the attributes may move. Attributes are swapped each by itself, or all together with the rank of
//! one attribute: then everything between them stays exactly as it was.
//!
//! # Cost
//! Sorting each attribute; with a bound on correlations so many times as the range must be halved.
//!
//! # Example
//! ```
//! use ridotto_core::{Series, Values};
//! use ridotto_mask::{Dice, Extremes, swap::rank::{self, RankSwap}};
//! let age = Values::Numbers((0..100).map(f64::from).collect());
//! let age = Series { name: "age".into(), values: age };
//! let swap = RankSwap { range: 0.1, extremes: Extremes::Move, correlation_change: None };
//! let masked = rank::mask(&swap, &[age], None, &Dice::seeded(1)).unwrap();
//! let Values::Numbers(ages) = &masked.columns[0].values else { unreachable!() };
//! assert!((0..100).all(|row| (ages[row] - row as f64).abs() <= 10.0));
//! ```
//!
//! # References
//! R. Moore (1996), *Controlled data-swapping techniques for masking public use microdata sets*.

use super::order::{
    correlation, correlation_figures, even, masked, names, ranking, reach, sizes, streams, swaps,
};
use crate::masked::{Extremes, Masked, Pooled};
use crate::{Dice, Figure, Note, Refused};
use rayon::prelude::*;
use ridotto_core::Series;

/// Parameters of rank swapping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankSwap {
    /// How far a value may move, as a share of the records that have one.
    pub range: f64,
    /// Whether the smallest and the largest value stay. Of records that tie for it one is kept.
    pub extremes: Extremes,
    /// How far any correlation may move; if it would, the range is halved until it does not.
    pub correlation_change: Option<f64>,
}

/// What became of the rows: from which row each takes its value, and the furthest move.
struct Moves {
    source: Vec<u32>,
    furthest: f64,
    kept: u64,
}

/// Swaps the values of columns, each by its own ranks; or, with `by`, of all columns together by
/// the ranks of that column. Then rows that miss any of these values are left alone.
pub fn mask(
    options: &RankSwap,
    columns: &[Series],
    by: Option<&Series>,
    dice: &Dice,
) -> Result<Masked, Refused> {
    even(columns.iter().chain(by))?;
    let bound = options.correlation_change;
    if bound.is_some_and(|bound| bound.is_nan() || bound <= 0.0) {
        let must_be = "greater than 0";
        return Err(Refused::Parameter { parameter: "correlation_change", must_be });
    }
    let ranked = match by {
        None => columns.iter().map(sizes).collect::<Result<Vec<_>, _>>()?,
        Some(by) => vec![together(by, columns)?],
    };
    let (before, mut range) = (by.is_none().then(|| correlation(&ranked)), options.range);
    loop {
        let moves = (ranked.par_iter().enumerate())
            .map(|(at, sizes)| {
                let name = &by.unwrap_or(&columns[at]).name;
                moves(sizes, range, options, streams(dice, at)).map_err(|refused| refused.of(name))
            })
            .collect::<Result<Vec<_>, _>>();
        let moves = match (moves, bound) {
            (Ok(moves), _) => moves,
            // The range was halved until no rank was left.
            (Err(_), Some(bound)) if range < options.range => {
                let reached = change(&ranked, range * 2.0, options, dice)?;
                return Err(Refused::CorrelationBound { bound, reached });
            }
            (Err(refused), _) => return Err(refused),
        };
        let swapped: Vec<Series> = (columns.iter().enumerate())
            .map(|(at, column)| column.take(&moves[at.min(moves.len() - 1)].source))
            .collect();
        let after = match &before {
            None => None,
            Some(_) => {
                Some(correlation(&swapped.iter().map(sizes).collect::<Result<Vec<_>, _>>()?))
            }
        };
        if let (Some(bound), Some(before), Some(after)) = (bound, &before, &after)
            && furthest(before, after) > bound
        {
            range /= 2.0;
            continue;
        }
        let names = names(columns);
        let ranked_names = by.map_or_else(|| names.clone(), |by| vec![by.name.to_string()]);
        let mut figures: Vec<Figure> = (ranked_names.iter().zip(&moves))
            .map(|(name, moves)| Figure {
                name: format!("largest move in ranks of {name}, as a share"),
                original: 0.0,
                expected: None,
                reached: moves.furthest,
                pooled: Pooled::Largest,
            })
            .collect();
        if let (Some(before), Some(after)) = (&before, &after) {
            figures.extend(correlation_figures("correlation", &names, before, after));
        }
        let kept = ranked_names.iter().zip(&moves).filter(|(_, moves)| moves.kept > 0);
        let mut notes: Vec<Note> = kept
            .map(|(name, moves)| Note::ExtremesKept {
                attribute: name.clone(),
                records: moves.kept,
            })
            .collect();
        if range < options.range {
            notes.push(Note::RangeLowered { asked: options.range, used: range });
        }
        return Ok(masked(columns, swapped, figures, notes));
    }
}

/// How far the correlations move with this range.
fn change(
    ranked: &[Vec<f64>],
    range: f64,
    options: &RankSwap,
    dice: &Dice,
) -> Result<f64, Refused> {
    let swapped = (ranked.iter().enumerate())
        .map(|(at, sizes)| {
            let moves = moves(sizes, range, options, streams(dice, at))?;
            Ok(moves.source.iter().map(|&row| sizes[row as usize]).collect())
        })
        .collect::<Result<Vec<_>, Refused>>()?;
    Ok(furthest(&correlation(ranked), &correlation(&swapped)))
}

fn furthest(before: &ridotto_numbers::Matrix, after: &ridotto_numbers::Matrix) -> f64 {
    let p = before.size();
    let pairs = (0..p).flat_map(|a| (0..p).map(move |b| (a, b)));
    pairs.map(|(a, b)| (before.at(a, b) - after.at(a, b)).abs()).fold(0.0, f64::max)
}

/// The ranks of one column for all, where no column misses a value.
fn together(by: &Series, columns: &[Series]) -> Result<Vec<f64>, Refused> {
    let mut ranked = sizes(by)?;
    for column in columns {
        super::similar::each_missing(column, |row| ranked[row] = f64::NAN);
    }
    Ok(ranked)
}

fn moves(
    sizes: &[f64],
    range: f64,
    options: &RankSwap,
    (mut ties, mut throws): (ridotto_numbers::dice::Stream, ridotto_numbers::dice::Stream),
) -> Result<Moves, Refused> {
    let rows = ranking(sizes, &mut ties);
    if rows.is_empty() {
        return Err(Refused::AllMissing);
    }
    let reach = reach(range, rows.len())?;
    let (free, kept) = match options.extremes {
        Extremes::Move => (0..rows.len(), 0),
        Extremes::Keep => (1..rows.len().max(2) - 1, rows.len().min(2)),
    };
    if free.len() < 2 {
        let needed = 2 + kept as u64;
        return Err(Refused::TooFew { needed, records: rows.len() as u64 });
    }
    let partner = swaps(rows.len(), free, reach, &mut throws);
    let mut source: Vec<u32> = (0..sizes.len() as u32).collect();
    let mut furthest = 0;
    for (place, &other) in partner.iter().enumerate() {
        source[rows[place] as usize] = rows[other as usize];
        furthest = furthest.max(place.abs_diff(other as usize));
    }
    Ok(Moves { source, furthest: furthest as f64 / rows.len() as f64, kept: kept as u64 })
}
