//! Prediction: is a model learnt from the masked file as good as one learnt from the original?
//!
//! Folds are dealt by the seed. For each fold a model learns from the rows of the other folds, of
//! the file before or of the file after, and predicts the fold's rows *of the file before*: the
//! world is not masked. Where rows are aligned, nobody is learnt from and predicted at once.

use super::frequency;
use super::model::{Binning, Boosting, Encoding, Goal, Linear, Logistic, Terms};
use crate::group;
use crate::{Series, Values};
use rayon::prelude::*;
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked, small};
use ridotto_core::Watch;
use ridotto_numbers::chance::shuffled;

/// What to predict from what, and how carefully.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The columns to learn from, before.
    pub before: &'a [Series],
    /// The same after, filled in (see [`super::Attribute::column_after`]).
    pub after: &'a [Series],
    /// The column to predict, before: categories, or numbers.
    pub target_before: &'a Series,
    /// The same after.
    pub target_after: &'a Series,
    /// For each row after the row before, if it is known; all are rows of the file before.
    pub rows: Option<&'a [u32]>,
    /// How many folds; 5 is usual.
    pub folds: usize,
    /// Rows to use at most; more are sampled by the seed.
    pub most_rows: usize,
    /// Deals the folds.
    pub seed: u64,
    /// Who waits. What is told after this one said to stop is learnt from too little.
    pub watch: &'a dyn Watch,
}

/// How well the target is predicted. For categories the share of right guesses; for numbers R²,
/// 1 less the squared error by that of always guessing the mean, at most 1 and below 0 if a guess
/// is worse than the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// By always guessing the most frequent category, or the mean, of the file before.
    pub baseline: f64,
    /// By a regression (logistic, one category against the rest; linear for numbers) that learnt
    /// from the file before.
    pub regression_before: f64,
    /// By one that learnt from the file after.
    pub regression_after: f64,
    /// By boosted trees that learnt from the file before.
    pub trees_before: f64,
    /// By some that learnt from the file after.
    pub trees_after: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum Learner {
    Baseline,
    Regression,
    Trees,
}

/// Targets of up to so many categories are predicted as they are.
pub const MOST_CLASSES: usize = 20;

/// Of more, so many classes are: the most frequent ones, and all others as one. Each class has models
/// of its own, so that the time grows with their number.
pub const CLASSES_OF_MANY: usize = 10;

/// Rows that are used at most where categories are many.
pub const ROWS_OF_MANY: usize = 2_000;

/// Categories of a column that a regression learns from by themselves.
const MOST_CATEGORIES: usize = 20;

/// As in other programs' usual setting.
const RIDGE: f64 = 1.0;

/// Measures how well a target is predicted, before and after.
///
/// `None` if there is nothing to learn from, or fewer than two rows a fold have a target.
///
/// # Range
/// At most 1; **more** is better. Compare *after* with *before*, and both with the baseline: near it
/// there was nothing to learn.
///
/// # Does not see
/// Any other use of the data.
///
/// # Panics
/// If `rows` names a row that the file before does not have.
pub fn prediction(task: &Task<'_>) -> Option<Prediction> {
    let most = match &task.target_before.values {
        Values::Categories { categories, .. } if *categories > MOST_CLASSES => ROWS_OF_MANY,
        _ => usize::MAX,
    };
    let most = task.most_rows.clamp(1, most);
    let folds = task.folds.max(2);
    let mut sample = shuffled(task.seed, task.target_before.len());
    sample.truncate(most);
    let classes = Classes::of(task.target_before);
    let take = |columns: &[Series], rows: &[u32]| -> Vec<Series> {
        columns.iter().map(|column| column.take(rows)).collect()
    };
    let side = |columns: &[Series], target: &Series, rows: &[u32], folds: Vec<usize>| Side {
        columns: take(columns, rows),
        target: classes.target(&target.take(rows)),
        folds,
    };
    let dealt = |rows: usize| (0..rows).map(|at| at % folds).collect::<Vec<_>>();
    let before = side(task.before, task.target_before, &sample, dealt(sample.len()));
    let after = match task.rows {
        Some(rows) => {
            // In the order of the sample, so that a file that did not change gives the same models.
            let mut now = vec![None; task.target_before.len()];
            for (&row, at) in rows.iter().zip(0_u32..) {
                now[row as usize] = Some(at);
            }
            let kept = sample.iter().enumerate();
            let kept = kept.filter_map(|(at, &row)| Some((now[row as usize]?, at % folds)));
            let (rows, folds): (Vec<u32>, Vec<usize>) = kept.unzip();
            side(task.after, task.target_after, &rows, folds)
        }
        None => {
            let mut rows = shuffled(task.seed.wrapping_add(1), task.target_after.len());
            rows.truncate(most);
            side(task.after, task.target_after, &rows, dealt(rows.len()))
        }
    };
    if task.before.is_empty() || before.known() < 2 * folds || after.known() < 2 * folds {
        return None;
    }
    let score = |train: &Side, learner: Learner| {
        cross_validate(train, &before, folds, (learner, task.watch))
    };
    Some(Prediction {
        baseline: score(&before, Learner::Baseline)?,
        regression_before: score(&before, Learner::Regression)?,
        regression_after: score(&after, Learner::Regression)?,
        trees_before: score(&before, Learner::Trees)?,
        trees_after: score(&after, Learner::Trees)?,
    })
}

/// Rows of one file with their folds.
struct Side {
    columns: Vec<Series>,
    target: Target,
    folds: Vec<usize>,
}

impl Side {
    fn known(&self) -> usize {
        (0..self.folds.len()).filter(|&row| self.target.is_known(row)).count()
    }

    /// The rows of a fold, or of all others.
    fn rows(&self, fold: usize, inside: bool) -> Vec<u32> {
        let wanted = |row: &u32| {
            let row = *row as usize;
            (self.folds[row] == fold) == inside && self.target.is_known(row)
        };
        (0..self.folds.len() as u32).filter(wanted).collect()
    }
}

/// What is predicted: a class, `usize::MAX` if missing, or a number.
enum Target {
    Classes(Vec<usize>, usize),
    Numbers(Vec<f64>),
}

impl Target {
    fn is_known(&self, row: usize) -> bool {
        match self {
            Self::Classes(classes, _) => classes[row] != usize::MAX,
            Self::Numbers(numbers) => !numbers[row].is_nan(),
        }
    }

    fn take(&self, rows: &[u32]) -> Self {
        match self {
            Self::Classes(classes, count) => {
                Self::Classes(rows.iter().map(|&row| classes[row as usize]).collect(), *count)
            }
            Self::Numbers(numbers) => {
                Self::Numbers(rows.iter().map(|&row| numbers[row as usize]).collect())
            }
        }
    }
}

/// The class of each category, the most frequent first; empty if the target has numbers.
struct Classes(Vec<usize>);

impl Classes {
    fn of(target: &Series) -> Self {
        let Values::Categories { codes, categories, .. } = &target.values else {
            return Self(Vec::new());
        };
        let most = if *categories > MOST_CLASSES { CLASSES_OF_MANY } else { MOST_CLASSES };
        Self(frequency::ranks(codes, *categories, most))
    }

    fn target(&self, column: &Series) -> Target {
        match &column.values {
            Values::Numbers(numbers) => Target::Numbers(numbers.clone()),
            Values::Categories { codes, .. } => {
                let class = |code: &Option<u32>| match code {
                    Some(code) => self.0.get(*code as usize).copied().unwrap_or(usize::MAX),
                    None => usize::MAX,
                };
                let count = self.0.iter().max().map_or(1, |&class| class + 1);
                Target::Classes(codes.iter().map(class).collect(), count)
            }
        }
    }
}

fn cross_validate(
    train: &Side,
    test: &Side,
    folds: usize,
    (learner, watch): (Learner, &dyn Watch),
) -> Option<f64> {
    let one = |fold: usize| {
        let (train_rows, test_rows) = (train.rows(fold, false), test.rows(fold, true));
        if train_rows.is_empty() || test_rows.is_empty() {
            return Vec::new();
        }
        let take = |columns: &[Series], rows: &[u32]| -> Vec<Series> {
            columns.iter().map(|column| column.take(rows)).collect()
        };
        let (known, asked) = (take(&train.columns, &train_rows), take(&test.columns, &test_rows));
        let guesses = guess(&known, &train.target.take(&train_rows), &asked, (learner, watch));
        test_rows.into_iter().zip(guesses).collect()
    };
    let guesses: Vec<(u32, f64)> = (0..folds).into_par_iter().map(one).collect::<Vec<_>>().concat();
    let count = (!guesses.is_empty()).then_some(guesses.len() as f64)?;
    Some(match &test.target {
        Target::Classes(classes, _) => {
            let right =
                |&&(row, guess): &&(u32, f64)| (classes[row as usize] as f64 - guess).abs() < 0.5;
            guesses.iter().filter(right).count() as f64 / count
        }
        Target::Numbers(numbers) => {
            let number = |row: u32| numbers[row as usize];
            let mean = guesses.iter().map(|&(row, _)| number(row)).sum::<f64>() / count;
            let error: f64 =
                guesses.iter().map(|&(row, guess)| (number(row) - guess).powi(2)).sum();
            let total: f64 = guesses.iter().map(|&(row, _)| (number(row) - mean).powi(2)).sum();
            if total > 0.0 { 1.0 - error / total } else { f64::from(u8::from(error <= 0.0)) }
        }
    })
}

/// Learns from rows and guesses others: classes as numbers.
fn guess(
    known: &[Series],
    target: &Target,
    asked: &[Series],
    (learner, watch): (Learner, &dyn Watch),
) -> Vec<f64> {
    let rows = asked[0].len();
    match (learner, target) {
        (Learner::Baseline, Target::Classes(classes, count)) => {
            let mut counts = vec![0_u64; *count];
            for &class in classes {
                counts[class] += 1;
            }
            let most = greatest(counts.iter().map(|&count| count as f64));
            vec![most as f64; rows]
        }
        (Learner::Baseline, Target::Numbers(numbers)) => {
            vec![numbers.iter().sum::<f64>() / numbers.len() as f64; rows]
        }
        (Learner::Regression, target) => {
            let encoding = Encoding::learn(known, Terms::Linear, MOST_CATEGORIES);
            let (design, asked) = (encoding.encode(known), encoding.encode(asked));
            match target {
                Target::Numbers(numbers) => {
                    let model = Linear::fit(&design, numbers, RIDGE);
                    (0..rows).map(|row| model.predict(&asked, row)).collect()
                }
                Target::Classes(classes, count) => {
                    // Of two classes one regression tells both.
                    let fitted = if *count == 2 { 1 } else { *count };
                    let models: Vec<Logistic> = (0..fitted)
                        .map(|class| {
                            Logistic::fit(&design, |row| classes[row] == class, RIDGE, watch)
                        })
                        .collect();
                    let class = |row: usize| {
                        let first = models[0].predict(&asked, row);
                        match *count {
                            2 => usize::from(first < 0.5),
                            _ => greatest(models.iter().map(|model| model.predict(&asked, row))),
                        }
                    };
                    (0..rows).map(|row| class(row) as f64).collect()
                }
            }
        }
        (Learner::Trees, target) => {
            let binning = Binning::learn(known);
            let (binned, asked) = (binning.bin(known), binning.bin(asked));
            let all: Vec<u32> = (0..binned.rows() as u32).collect();
            let goal = match target {
                Target::Numbers(numbers) => Goal::Number(numbers),
                Target::Classes(classes, count) => Goal::Class(classes, *count),
            };
            let model = Boosting::fit(&binned, &all, &goal, watch);
            let answer = |row: usize| {
                let scores = model.predict(&asked, row);
                if matches!(goal, Goal::Number(_)) {
                    scores[0]
                } else {
                    greatest(scores.into_iter()) as f64
                }
            };
            (0..rows).map(answer).collect()
        }
    }
}

/// The place of the greatest number, the first of equals.
fn greatest(numbers: impl Iterator<Item = f64>) -> usize {
    let better = |best: (usize, f64), (at, number): (usize, f64)| {
        if number > best.1 { (at, number) } else { best }
    };
    numbers.enumerate().fold((0, f64::NEG_INFINITY), better).0
}

/// Without a model.
pub static PREDICTION_BASELINE: Entry = MeasureEntry {
    name: "prediction-baseline",
    title: "Without a model",
    aliases: &["majority-class"],
    formula: "right guesses of the most frequent category / records; 0 for numbers",
    summary: "Always guessing the most frequent category, or the mean: what a model must beat.",
    facts: MeasureFacts {
        group: &group::PREDICTIONS,
        unit: Unit::Part,
        better: Better::Same,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Name,
    },
    references: &[],
    worked: Worked { tables: &[&small::PEOPLE], policy: "", text: "The area is to be predicted, in five parts: each is predicted from the other four. The guess is the area that most of the others have. With six people in each area, those who are left out are then mostly of the other one: `3/12 = 0.25` are right, so **0.25**.", run: &["assess people.csv people.csv --quasi-identifiers age --target area --same-order --only prediction-baseline,prediction-regression,prediction-trees -v"], says: &["prediction-baseline of area 0.25 0.25"] },
}
.entry();

/// Regression.
pub static PREDICTION_REGRESSION: Entry = MeasureEntry {
    name: "prediction-regression",
    title: "Regression",
    aliases: &["classification-accuracy"],
    formula: "right guesses / records, or explained variance / variance, on records before that were not learnt from",
    summary: "The share of right guesses (for numbers, of explained variance) of a regression that learnt from the file before or after.",
    facts: MeasureFacts {
        group: &group::PREDICTIONS,
        unit: Unit::Part,
        better: Better::More,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Name,
    },
    references: &[],
    worked: Worked { tables: &[&small::PEOPLE], policy: "", text: "From the age a regression learns that the younger live in the north. It is right for everybody who was left out: `12/12 = 1`, so **1**, before and after, since the file is the same.", run: &["assess people.csv people.csv --quasi-identifiers age --target area --same-order --only prediction-baseline,prediction-regression,prediction-trees -v"], says: &["prediction-regression of area 1 1"] },
}
.entry();

/// Boosted trees.
pub static PREDICTION_TREES: Entry = MeasureEntry {
    name: "prediction-trees",
    title: "Boosted trees",
    aliases: &["boosted-trees"],
    formula: "the same with boosted trees",
    summary: "The same with boosted trees.",
    facts: MeasureFacts {
        group: &group::PREDICTIONS,
        unit: Unit::Part,
        better: Better::More,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Name,
    },
    references: &[],
    worked: Worked { tables: &[&small::PEOPLE], policy: "", text: "Trees must have some records in each leaf, and twelve are too few to cut: they guess as the baseline does, **0.25**. On such small files look at the regression.", run: &["assess people.csv people.csv --quasi-identifiers age --target area --same-order --only prediction-baseline,prediction-regression,prediction-trees -v"], says: &["prediction-trees of area 0.25 0.25"] },
}
.entry();
