//! The terms of a regression: columns as numbers.

use crate::utility::frequency;
use crate::{Series, Values};
use ridotto_core::Code;

/// Which terms a regression has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Each number, and each category but one.
    Linear,
    /// Also the square of each number.
    Quadratic,
}

/// How columns become terms, learnt from some rows so that others are encoded alike.
#[derive(Clone, Debug)]
pub struct Encoding {
    terms: Terms,
    columns: Vec<Encoded>,
    width: usize,
}

#[derive(Clone, Debug)]
enum Encoded {
    /// Mean and standard deviation, and the place of the term of a missing number.
    Number { mean: f64, deviation: f64, missing: u32 },
    /// The place of each category's term (0, the constant, if it has none), and that of a missing
    /// one.
    Category { places: Vec<u32>, missing: u32 },
}

/// Rows of terms. Term 0 is the constant 1, then come the dense terms, then those that are 0 or 1.
#[derive(Clone)]
pub struct Design {
    dense: Vec<Vec<f64>>,
    /// Of each column, the term that is 1 in a row; 0 if none is.
    sparse: Vec<Vec<u32>>,
    width: usize,
    rows: usize,
}

impl Encoding {
    /// Learns from columns: numbers are standardised, the most frequent category is the one without
    /// a term, and of more than `most` categories the rarest share one.
    pub fn learn(columns: &[Series], terms: Terms, most: usize) -> Self {
        let each = if terms == Terms::Quadratic { 2 } else { 1 };
        let numbers = columns.iter().filter(|column| matches!(column.values, Values::Numbers(_)));
        let mut next = 1 + each * numbers.count() as u32;
        let mut place = || {
            next += 1;
            next - 1
        };
        let encode = |column: &Series| match &column.values {
            Values::Numbers(numbers) => {
                let (mean, deviation) = mean_and_deviation(numbers);
                Encoded::Number { mean, deviation, missing: place() }
            }
            Values::Categories { codes, categories, .. } => {
                let places = category_places(codes, *categories, most.max(2), &mut place);
                Encoded::Category { places, missing: place() }
            }
        };
        let columns = columns.iter().map(encode).collect();
        Self { terms, columns, width: next as usize }
    }

    /// The terms of columns like those that it learnt from.
    pub fn encode(&self, columns: &[Series]) -> Design {
        let (mut dense, mut sparse) = (Vec::new(), Vec::new());
        for (column, encoded) in columns.iter().zip(&self.columns) {
            match (&column.values, encoded) {
                (Values::Numbers(numbers), Encoded::Number { mean, deviation, missing }) => {
                    let standard = |number: &f64| (number - mean) / deviation;
                    let known = |number: f64| if number.is_nan() { 0.0 } else { number };
                    let standard: Vec<f64> = numbers.iter().map(standard).map(known).collect();
                    if self.terms == Terms::Quadratic {
                        let squares = standard.iter().map(|number| number * number).collect();
                        dense.extend([standard, squares]);
                    } else {
                        dense.push(standard);
                    }
                    let missing = |number: &f64| if number.is_nan() { *missing } else { 0 };
                    sparse.push(numbers.iter().map(missing).collect());
                }
                (Values::Categories { codes, .. }, Encoded::Category { places, missing }) => {
                    let place = |code: &Option<Code>| match code {
                        Some(code) => places.get(*code as usize).copied().unwrap_or(*missing),
                        None => *missing,
                    };
                    sparse.push(codes.iter().map(place).collect());
                }
                _ => panic!("a column changed its kind"),
            }
        }
        let rows = columns.first().map_or(0, Series::len);
        Design { dense, sparse, width: self.width, rows }
    }
}

fn category_places(
    codes: &[Option<Code>],
    categories: usize,
    most: usize,
    place: &mut impl FnMut() -> u32,
) -> Vec<u32> {
    // The most frequent has no term: it is what the constant stands for.
    let ranks = frequency::ranks(codes, categories, most);
    let used = ranks.iter().max().copied().unwrap_or(0);
    let places: Vec<u32> = (0..used).map(|_| place()).collect();
    ranks.into_iter().map(|rank| if rank == 0 { 0 } else { places[rank - 1] }).collect()
}

fn mean_and_deviation(numbers: &[f64]) -> (f64, f64) {
    let known = || numbers.iter().copied().filter(|number| number.is_finite());
    let count = known().count().max(1) as f64;
    let mean = known().sum::<f64>() / count;
    let deviation = (known().map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt();
    (mean, if deviation > 0.0 { deviation } else { 1.0 })
}

impl Design {
    /// Of columns of numbers as they are, behind the constant.
    pub fn of_numbers(dense: Vec<Vec<f64>>) -> Self {
        let rows = dense.first().map_or(0, Vec::len);
        Self { width: 1 + dense.len(), dense, sparse: Vec::new(), rows }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many terms, the constant included.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The sum of a row's terms, each times its coefficient.
    pub fn predict(&self, row: usize, coefficients: &[f64]) -> f64 {
        let dense = self.dense.iter().zip(&coefficients[1..]);
        let dense: f64 = dense.map(|(column, coefficient)| column[row] * coefficient).sum();
        let sparse = self.sparse.iter().map(|places| places[row] as usize);
        let sparse: f64 = sparse.filter(|&place| place > 0).map(|place| coefficients[place]).sum();
        coefficients[0] + dense + sparse
    }

    /// The terms of a row that are not 0.
    pub(super) fn terms(&self, row: usize, into: &mut Vec<(usize, f64)>) {
        into.clear();
        into.push((0, 1.0));
        into.extend(self.dense.iter().zip(1..).map(|(column, place)| (place, column[row])));
        let sparse = self.sparse.iter().map(|places| places[row] as usize);
        into.extend(sparse.filter(|&place| place > 0).map(|place| (place, 1.0)));
    }
}

impl std::fmt::Debug for Design {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Design({} rows, {} terms)", self.rows, self.width)
    }
}
