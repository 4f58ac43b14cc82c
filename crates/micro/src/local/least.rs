//! What no recoding loses less than: every record with its nearest others.
//!
//! A record that is shown is in a class of at least k records, and what the class shows of an attribute
//! covers the values of all of them. So the record loses at least as much as it would together with any
//! one of them, and so at least as much as with the farthest of its k − 1 nearest records. A suppressed
//! record loses everything. The mean over all records is below what any recoding loses, by levels or by
//! cells, known or not.

use rayon::prelude::*;
use ridotto_core::class::Tally;
use ridotto_core::{Control, Watch};

/// Pairs of distinct tuples, times attributes, that may be compared: about a second's work.
const WORK: usize = 1 << 30;
/// Attributes may have so many values.
const VALUES: usize = 1 << 11;

/// How much two values of one attribute lose at least where both are shown as the same.
#[derive(Clone, Debug)]
pub struct Apart {
    values: usize,
    lost: Vec<f32>,
}

impl Apart {
    /// Asks about every pair of so many values: what is lost of all there is, by a record. Weights are part
    /// of it. `None` if there are too many.
    pub fn new(values: usize, lost: impl Fn(u32, u32) -> f64) -> Option<Self> {
        let every = 0..values as u32;
        let pairs = every.clone().flat_map(|a| every.clone().map(move |b| (a, b)));
        // Rounding may make a bound too high: a little is taken off.
        let below = |(a, b)| (lost(a, b) * (1.0 - 1e-6)) as f32;
        (values <= VALUES).then(|| Self { values, lost: pairs.map(below).collect() })
    }
}

/// The mean loss of a record that no recoding into classes of `k` records and more can fall below;
/// `None` if there is too much to compare, or no time.
pub fn least_loss(tally: &Tally, apart: &[Apart], k: u64, watch: &dyn Watch) -> Option<f64> {
    let units = tally.len();
    let work = units.checked_mul(units)?.checked_mul(apart.len())?;
    if work > WORK || units == 0 {
        return None;
    }
    let codes: Vec<Vec<u32>> =
        (0..units).map(|unit| (0..apart.len()).map(|at| tally.code(unit, at)).collect()).collect();
    let counts = tally.counts();
    let nearest = |unit: usize| {
        let stays = watch.control() == Control::Continue;
        stays.then(|| counts[unit] as f64 * farthest_needed(unit, &codes, counts, apart, k))
    };
    let each: Option<Vec<f64>> = (0..units).into_par_iter().map(nearest).collect();
    let rows: u64 = counts.iter().sum();
    Some(each?.into_iter().sum::<f64>() / rows as f64)
}

/// How far the farthest of the nearest tuples is that together have `k` records.
fn farthest_needed(
    unit: usize,
    codes: &[Vec<u32>],
    counts: &[u64],
    apart: &[Apart],
    k: u64,
) -> f64 {
    let mut missing = k.saturating_sub(counts[unit]);
    if missing == 0 {
        return 0.0;
    }
    let rows: Vec<&[f32]> = apart
        .iter()
        .zip(&codes[unit])
        .map(|(of, &code)| &of.lost[code as usize * of.values..][..of.values])
        .collect();
    // The nearest so far, in order; with all but the farthest there are too few.
    let mut near: Vec<(f32, u64)> = Vec::new();
    let (mut found, mut most) = (0_u64, f32::INFINITY);
    for (other, codes) in codes.iter().enumerate() {
        let lost: f32 = rows.iter().zip(codes).map(|(row, &code)| row[code as usize]).sum();
        if other == unit || lost >= most {
            continue;
        }
        let at = near.partition_point(|of| of.0 <= lost);
        near.insert(at, (lost, counts[other]));
        found += counts[other];
        while let Some(&(_, last)) = near.last().filter(|of| found - of.1 >= missing) {
            found -= last;
            near.pop();
        }
        if found >= missing {
            most = near.last().map_or(f32::INFINITY, |of| of.0);
        }
    }
    for (lost, count) in near {
        missing = missing.saturating_sub(count);
        if missing == 0 {
            // Several numbers of 32 bits were added up: see `Apart::new`.
            return f64::from(lost) * (1.0 - 1e-6);
        }
    }
    // Too few records in all: nothing can be shown.
    1.0
}
