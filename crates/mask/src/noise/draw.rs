//! Random numbers for the cells of a table, the same on any number of threads.

use crate::Dice;
use rayon::prelude::*;
use ridotto_numbers::dice::{Stream, normal};

/// Rows that one stream serves.
pub(super) const ROWS: usize = 1 << 12;

/// One number per row, drawn block by block from streams of these dice.
pub(super) fn each_row(
    rows: usize,
    dice: &Dice,
    draw: impl Fn(usize, &mut Stream) -> f64 + Sync,
) -> Vec<f64> {
    let mut numbers = vec![0.0; rows];
    numbers.par_chunks_mut(ROWS).enumerate().for_each(|(block, numbers)| {
        let mut stream = dice.stream(block as u64);
        let from = block * ROWS;
        for (at, number) in numbers.iter_mut().enumerate() {
            *number = draw(from + at, &mut stream);
        }
    });
    numbers
}

/// Columns of standard normal numbers; each column has dice of its own.
pub(super) fn normals(rows: usize, columns: usize, dice: &Dice) -> Vec<Vec<f64>> {
    let column = |at: usize| each_row(rows, &dice.part(at as u64), |_, stream| normal(stream));
    (0..columns).map(column).collect()
}
