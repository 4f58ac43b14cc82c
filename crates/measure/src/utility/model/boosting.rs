//! Gradient boosting: many small trees, each of which mends what the ones before left wrong.

use super::{Binned, Growth, Tree};

/// What is predicted.
#[derive(Clone, Debug)]
pub enum Goal<'a> {
    /// A number for each row.
    Number(&'a [f64]),
    /// One of so many classes for each row.
    Class(&'a [usize], usize),
}

/// An ensemble of trees.
///
/// # References
/// J. Friedman (2001), *Greedy function approximation: a gradient boosting machine*,
/// doi:10.1214/aos/1013203451.
#[derive(Clone, Debug)]
pub struct Boosting {
    /// Where each output starts.
    start: Vec<f64>,
    /// Round by round a tree for each output.
    rounds: Vec<Vec<Tree>>,
}

const ROUNDS: usize = 40;
const RATE: f64 = 0.2;
const GROWTH: Growth = Growth { depth: 4, least_rows: 10, shrink: 1.0 };

impl Boosting {
    /// Fits to the rows named; the goal has a value for every row of the columns.
    pub fn fit(columns: &Binned, rows: &[u32], goal: &Goal<'_>) -> Self {
        let start = match goal {
            Goal::Number(numbers) => {
                let sum: f64 = rows.iter().map(|&row| numbers[row as usize]).sum();
                vec![sum / rows.len().max(1) as f64]
            }
            Goal::Class(classes, count) => {
                let mut shares = vec![1.0; *count];
                for &row in rows {
                    shares[classes[row as usize]] += 1.0;
                }
                shares.iter().map(|share| (share / rows.len() as f64).ln()).collect()
            }
        };
        let outputs = start.len();
        let mut scores: Vec<f64> = start.repeat(columns.rows());
        let mut model = Self { start, rounds: Vec::new() };
        for _ in 0..ROUNDS {
            let wrong = residuals(&scores, outputs, goal);
            let tree = |output: usize| {
                let of = |row: u32| wrong[row as usize * outputs + output];
                Tree::grow(columns, rows.to_vec(), of, GROWTH)
            };
            let trees: Vec<Tree> = (0..outputs).map(tree).collect();
            for &row in rows {
                for (output, tree) in trees.iter().enumerate() {
                    scores[row as usize * outputs + output] +=
                        RATE * tree.predict(columns, row as usize);
                }
            }
            model.rounds.push(trees);
        }
        model
    }

    /// The scores of a row: the number, or one for each class, the greatest of which is the guess.
    pub fn predict(&self, columns: &Binned, row: usize) -> Vec<f64> {
        let mut scores = self.start.clone();
        for trees in &self.rounds {
            for (score, tree) in scores.iter_mut().zip(trees) {
                *score += RATE * tree.predict(columns, row);
            }
        }
        scores
    }
}

/// For each row and output what is wrong, and how much a step weighs.
fn residuals(scores: &[f64], outputs: usize, goal: &Goal<'_>) -> Vec<(f64, f64)> {
    match goal {
        Goal::Number(numbers) => {
            scores.iter().zip(*numbers).map(|(score, number)| (number - score, 1.0)).collect()
        }
        Goal::Class(classes, _) => {
            let mut wrong = Vec::with_capacity(scores.len());
            for (scores, &class) in scores.chunks(outputs).zip(*classes) {
                let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let all: f64 = scores.iter().map(|score| (score - most).exp()).sum();
                wrong.extend(scores.iter().enumerate().map(|(at, score)| {
                    let p = (score - most).exp() / all;
                    (f64::from(u8::from(at == class)) - p, (p * (1.0 - p)).max(1e-9))
                }));
            }
            wrong
        }
    }
}
