//! The matrix of probabilities with which categories become others.

use crate::{Dice, Refused};
use rand::RngExt;
use rayon::prelude::*;
use ridotto_core::Code;
use serde::{Deserialize, Serialize};

/// Rows that one stream serves.
const ROWS: usize = 1 << 12;

/// How far the sum of a row may be from 1: what decimals in a policy lose.
const SLACK: f64 = 1e-6;

/// A Markov matrix: in row i and column j the probability that category i becomes category j. It can
/// be written down, read again and used for the next file with the same categories.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Vec<f64>>", into = "Vec<Vec<f64>>")]
pub struct Transition {
    rows: Vec<Vec<f64>>,
}

impl TryFrom<Vec<Vec<f64>>> for Transition {
    type Error = Refused;

    fn try_from(rows: Vec<Vec<f64>>) -> Result<Self, Refused> {
        Self::new(rows)
    }
}

impl From<Transition> for Vec<Vec<f64>> {
    fn from(matrix: Transition) -> Self {
        matrix.rows
    }
}

impl Transition {
    /// Checks that the matrix is square, that its entries are probabilities and that each row sums
    /// to one (to within a millionth; what is missing then goes to the diagonal).
    pub fn new(mut rows: Vec<Vec<f64>>) -> Result<Self, Refused> {
        let size = rows.len();
        for (at, row) in rows.iter_mut().enumerate() {
            let number = at + 1;
            if row.len() != size {
                return Err(Refused::MatrixNotSquare { row: number, rows: size });
            }
            if !row.iter().all(|entry| (0.0..=1.0).contains(entry)) {
                return Err(Refused::MatrixEntry { row: number });
            }
            let sum: f64 = row.iter().sum();
            if (sum - 1.0).abs() > SLACK {
                return Err(Refused::MatrixSum { row: number, sum });
            }
            complete(row, at);
        }
        Ok(Self { rows })
    }

    /// How many categories it is for.
    pub fn categories(&self) -> usize {
        self.rows.len()
    }

    /// The probability of a change, or of staying.
    pub fn probability(&self, from: Code, to: Code) -> f64 {
        self.rows[from as usize][to as usize]
    }

    /// The probabilities of a category's becoming.
    pub fn row(&self, from: usize) -> &[f64] {
        &self.rows[from]
    }

    /// The matrix without these changes: their probability goes to staying.
    #[must_use]
    pub(super) fn forbid(mut self, changes: &[(Code, Code)]) -> Self {
        for &(from, to) in changes {
            let row = &mut self.rows[from as usize];
            row[to as usize] = 0.0;
            complete(row, from as usize);
        }
        self
    }

    /// The frequencies to expect: `Pᵀ f`.
    pub fn expected(&self, frequencies: &[f64]) -> Vec<f64> {
        let mut expected = vec![0.0; self.categories()];
        for (row, frequency) in self.rows.iter().zip(frequencies) {
            expected.iter_mut().zip(row).for_each(|(sum, entry)| *sum += frequency * entry);
        }
        expected
    }

    /// How many values are expected to stay.
    pub(super) fn kept(&self, frequencies: &[f64]) -> f64 {
        let all = self.rows.iter().enumerate().zip(frequencies);
        all.map(|((at, row), frequency)| row[at] * frequency).sum()
    }

    /// Changes codes at random. Gaps stay gaps.
    pub fn apply(&self, codes: &[Option<Code>], dice: &Dice) -> Result<Vec<Option<Code>>, Refused> {
        if codes.iter().flatten().any(|code| *code as usize >= self.categories()) {
            let categories = codes.iter().flatten().max().map_or(0, |code| *code as usize + 1);
            return Err(Refused::MatrixSize { categories, rows: self.categories() });
        }
        let mut result = codes.to_vec();
        result.par_chunks_mut(ROWS).enumerate().for_each(|(block, codes)| {
            let mut stream = dice.stream(block as u64);
            for code in codes.iter_mut().flatten() {
                *code = draw(&self.rows[*code as usize], stream.random());
            }
        });
        Ok(result)
    }
}

/// The category into which a number between 0 and 1 falls. Rounding may leave a number above all:
/// it falls into the last category that is possible.
fn draw(row: &[f64], number: f64) -> Code {
    let (mut sum, mut last) = (0.0, 0);
    for (to, entry) in row.iter().enumerate().filter(|(_, entry)| **entry > 0.0) {
        sum += entry;
        last = to as Code;
        if number < sum {
            break;
        }
    }
    last
}

/// Makes the row sum to one by its diagonal; if that would be negative, by scaling.
pub(super) fn complete(row: &mut [f64], diagonal: usize) {
    let others: f64 =
        row.iter().enumerate().filter(|(to, _)| *to != diagonal).map(|(_, p)| p).sum();
    // A diagonal of 0 stays 0, as it may be meant; rounding is scaled away.
    if others < 1.0 && (row[diagonal] > 0.0 || 1.0 - others > SLACK) {
        row[diagonal] = 1.0 - others;
    } else {
        row[diagonal] = 0.0;
        for entry in row.iter_mut() {
            *entry /= others;
        }
    }
}
