//! Tables for the tests.

use crate::System;

/// A table of three rows and three columns with its totals, row after row, the totals last.
pub fn square(table: &[[i32; 3]; 3]) -> (System, Vec<f64>) {
    let mut values = Vec::new();
    for row in table {
        values.extend(row.iter().copied().chain([row.iter().sum()]).map(f64::from));
    }
    let column = |at: usize| table.iter().map(|row| row[at]).sum::<i32>();
    values.extend((0..3).map(column).chain([table.iter().flatten().sum()]).map(f64::from));
    let row = |row: u32| (0..4).map(move |at| row * 4 + (at + 3) % 4).collect::<Vec<u32>>();
    let column = |column: u32| (0..4).map(move |at| (at + 3) % 4 * 4 + column).collect();
    (System::new(16, (0..4).map(row).chain((0..4).map(column))), values)
}
