//! Gradient boosting: many small trees, each of which mends what the ones before left wrong.

use super::{Binned, Growth, Tree};
use ridotto_core::Watch;

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
    /// How many of the first outputs stay where they start.
    still: usize,
    /// Round by round a tree for each of the others.
    rounds: Vec<Vec<Tree>>,
}

const ROUNDS: usize = 25;
/// With fewer rows a round is over before anybody could be asked whether to go on.
const MANY: usize = 1 << 10;
const RATE: f64 = 0.3;
const GROWTH: Growth = Growth { depth: 4, least_rows: 10, shrink: 1.0 };

impl Boosting {
    /// Fits to the rows named; the goal has a value for every row of the columns. Told to stop, it makes
    /// no more rounds.
    pub fn fit(columns: &Binned, rows: &[u32], goal: &Goal<'_>, watch: &dyn Watch) -> Self {
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
        // Of two classes, the score of one says all.
        let still = usize::from(start.len() == 2);
        let outputs = start.len();
        let mut scores: Vec<f64> = start.repeat(columns.rows());
        let mut model = Self { start, still, rounds: Vec::new() };
        for _ in 0..ROUNDS {
            if rows.len() >= MANY && !watch.goes_on() {
                break;
            }
            let wrong = residuals(&scores, outputs, goal);
            let tree = |wrong: &Vec<(f64, f64)>| Tree::grow(columns, rows.to_vec(), wrong, GROWTH);
            let trees: Vec<Tree> = wrong[still..].iter().map(tree).collect();
            for (output, tree) in (still..).zip(&trees) {
                for &row in rows {
                    let row = row as usize;
                    scores[row * outputs + output] += RATE * tree.predict(columns, row);
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
            for (score, tree) in scores[self.still..].iter_mut().zip(trees) {
                *score += RATE * tree.predict(columns, row);
            }
        }
        scores
    }
}

/// For each output and row what is wrong, and how much a step weighs.
fn residuals(scores: &[f64], outputs: usize, goal: &Goal<'_>) -> Vec<Vec<(f64, f64)>> {
    match goal {
        Goal::Number(numbers) => {
            let wrong = scores.iter().zip(*numbers).map(|(score, number)| (number - score, 1.0));
            vec![wrong.collect()]
        }
        Goal::Class(classes, _) => {
            let mut wrong = vec![Vec::with_capacity(classes.len()); outputs];
            for (scores, &class) in scores.chunks(outputs).zip(*classes) {
                let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let all: f64 = scores.iter().map(|score| (score - most).exp()).sum();
                for (at, (wrong, score)) in wrong.iter_mut().zip(scores).enumerate() {
                    let p = (score - most).exp() / all;
                    wrong.push((f64::from(u8::from(at == class)) - p, (p * (1.0 - p)).max(1e-9)));
                }
            }
            wrong
        }
    }
}
