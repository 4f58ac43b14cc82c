//! Records as points: what every algorithm that groups records computes with.

use std::fmt;

/// Points of a space in which the squared distance says how unlike two records are. Row by row,
/// and each row filled up with zeros so that processors can take four numbers at a time.
#[derive(Clone)]
pub struct Points {
    rows: usize,
    width: usize,
    stride: usize,
    numbers: Vec<f64>,
}

impl Points {
    /// From columns of equal length, none of whose numbers is missing.
    ///
    /// # Panics
    /// If columns differ in length.
    pub fn from_columns(columns: &[impl AsRef<[f64]>]) -> Self {
        let rows = columns.first().map_or(0, |column| column.as_ref().len());
        let mut points = Self::zero(rows, columns.len());
        for (at, column) in columns.iter().enumerate() {
            assert_eq!(column.as_ref().len(), rows, "columns are of equal length");
            for (row, &number) in column.as_ref().iter().enumerate() {
                points.numbers[row * points.stride + at] = number;
            }
        }
        points
    }

    /// From rows that are filled up in the way of other points.
    pub(super) fn from_rows(numbers: Vec<f64>, like: &Self) -> Self {
        Self { rows: numbers.len() / like.stride, numbers, ..*like }
    }

    fn zero(rows: usize, width: usize) -> Self {
        let stride = if width <= 2 { width.max(1) } else { width.next_multiple_of(4) };
        Self { rows, width, stride, numbers: vec![0.0; rows * stride] }
    }

    /// How many points there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many numbers a point has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many numbers a point has together with the zeros after it.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// A point, with the zeros after it.
    pub(super) fn row(&self, row: u32) -> &[f64] {
        &self.numbers[row as usize * self.stride..][..self.stride]
    }

    /// The points of some rows, in this order.
    #[must_use]
    pub(super) fn take(&self, rows: &[u32]) -> Self {
        let numbers = rows.iter().flat_map(|&row| self.row(row)).copied().collect();
        Self { rows: rows.len(), numbers, ..*self }
    }

    /// The last point takes the place of this one.
    pub(super) fn swap_remove(&mut self, row: usize) {
        let last = self.rows - 1;
        self.numbers.copy_within(last * self.stride..(last + 1) * self.stride, row * self.stride);
        self.numbers.truncate(last * self.stride);
        self.rows = last;
    }

    /// All points one after the other.
    pub(super) fn each(&self) -> std::slice::ChunksExact<'_, f64> {
        self.numbers.chunks_exact(self.stride)
    }

    /// One number of a point.
    pub(super) fn at(&self, row: u32, column: usize) -> f64 {
        self.numbers[row as usize * self.stride + column]
    }

    /// The mean of some points.
    pub(super) fn mean(&self, rows: &[u32]) -> Vec<f64> {
        let mut mean = vec![0.0; self.stride];
        self.mean_into(rows, &mut mean);
        mean
    }

    /// Writes the mean of some points.
    pub(super) fn mean_into(&self, rows: &[u32], mean: &mut [f64]) {
        mean.fill(0.0);
        for &row in rows {
            mean.iter_mut().zip(self.row(row)).for_each(|(sum, number)| *sum += number);
        }
        let count = rows.len() as f64;
        for sum in mean {
            *sum /= count;
        }
    }

    /// The squared distances of some points from their mean, added up.
    pub(super) fn squared_error(&self, rows: &[u32]) -> f64 {
        let mean = self.mean(rows);
        rows.iter().map(|&row| squared(self.row(row), &mean)).sum()
    }

    /// The squared distance of two points.
    pub(super) fn distance(&self, a: u32, b: u32) -> f64 {
        squared(self.row(a), self.row(b))
    }
}

/// The squared distance of two vectors.
#[inline]
pub(super) fn squared(a: &[f64], b: &[f64]) -> f64 {
    let (fours, rest) = a.as_chunks::<4>();
    let (other_fours, other_rest) = b.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (a, b) in fours.iter().zip(other_fours) {
        for lane in 0..4 {
            let difference = a[lane] - b[lane];
            sums[lane] += difference * difference;
        }
    }
    let tail: f64 = rest.iter().zip(other_rest).map(|(a, b)| (a - b) * (a - b)).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + tail
}

/// Without the numbers, which are the records.
impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Points({} of {} numbers)", self.rows, self.width)
    }
}
