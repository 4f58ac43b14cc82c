//! Sums over rows that are the same on any number of threads: rows are cut into parts whose length
//! depends on nothing, each part is added up in order, and so are the parts.

use rayon::prelude::*;
use std::ops::Range;

/// Rows of a part.
const PART: usize = 1 << 14;

/// Parts whose vectors are held at a time.
const TOGETHER: usize = 16;

/// What each part of the rows gives, in the order of the parts.
pub fn parts<T: Send>(rows: usize, part: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    (0..rows.div_ceil(PART))
        .into_par_iter()
        .map(|at| part(at * PART..rows.min((at + 1) * PART)))
        .collect()
}

/// The sum of a number of each row.
pub fn sum(rows: usize, each: impl Fn(usize) -> f64 + Sync) -> f64 {
    // From 0, as the sum of no number is −0 in the standard library.
    parts(rows, |part| part.map(&each).sum::<f64>()).into_iter().fold(0.0, |sum, part| sum + part)
}

/// Adds up vectors of equal length, one of each part.
pub fn sum_vectors(
    rows: usize,
    length: usize,
    part: impl Fn(Range<usize>, &mut [f64]) + Sync,
) -> Vec<f64> {
    let mut sums = vec![0.0; length];
    // Not all at once: vectors may be long.
    for start in (0..rows).step_by(PART * TOGETHER) {
        let vectors = parts((rows - start).min(PART * TOGETHER), |range| {
            let mut vector = vec![0.0; length];
            part(start + range.start..start + range.end, &mut vector);
            vector
        });
        for vector in vectors {
            sums.iter_mut().zip(&vector).for_each(|(sum, one)| *sum += one);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_do_not_depend_on_threads() {
        let each = |row: usize| 1.0 / (1.0 + row as f64);
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| sum(100_000, each)).to_bits()
        };
        assert_eq!(on(1), on(3));
        assert!((sum(3, each) - (1.0 + 0.5 + 1.0 / 3.0)).abs() < 1e-15);
        assert_eq!(sum(0, each).to_bits(), 0.0_f64.to_bits());
    }
}
