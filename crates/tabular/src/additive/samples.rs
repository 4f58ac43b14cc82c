//! Tables of any number of dimensions with all totals, for tests.

use ridotto_audit::System;

/// Cells numbered as places of a box, the last place of each dimension being its total.
pub struct Sample {
    pub system: System,
    pub values: Vec<i64>,
    /// The number of each inner cell, in the order in which they were given.
    pub inner: Vec<usize>,
}

/// Adds up inner cells along every dimension.
pub fn table(sizes: &[usize], inner: &[i64]) -> Sample {
    let wide: Vec<usize> = sizes.iter().map(|size| size + 1).collect();
    let cells: usize = wide.iter().product();
    let number = |place: &[usize]| place.iter().zip(&wide).fold(0, |all, (at, of)| all * of + at);
    let place = |mut cell: usize| -> Vec<usize> {
        let mut place = vec![0; wide.len()];
        for (at, size) in place.iter_mut().zip(&wide).rev() {
            (*at, cell) = (cell % size, cell / size);
        }
        place
    };
    let leaves: Vec<usize> = (0..cells)
        .filter(|&cell| place(cell).iter().zip(sizes).all(|(at, size)| at < size))
        .collect();
    assert_eq!(leaves.len(), inner.len(), "a value for each inner cell");
    let mut values = vec![0; cells];
    for (&leaf, &value) in leaves.iter().zip(inner) {
        values[leaf] = value;
    }
    let mut relations: Vec<Vec<u32>> = Vec::new();
    for (dimension, &size) in sizes.iter().enumerate() {
        for cell in (0..cells).filter(|&cell| place(cell)[dimension] == size) {
            let part = |at: usize| {
                let mut part = place(cell);
                part[dimension] = at;
                number(&part)
            };
            values[cell] = (0..size).map(|at| values[part(at)]).sum();
            relations
                .push([cell].into_iter().chain((0..size).map(part)).map(|at| at as u32).collect());
        }
    }
    Sample { system: System::new(cells, relations), values, inner: leaves }
}

/// The lectures' table of three rows and columns.
pub const LECTURE: [i64; 9] = [20, 50, 10, 8, 19, 22, 17, 32, 12];
