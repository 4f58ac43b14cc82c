//! A chain of models, each of one attribute given those before it.

use super::constraints::Rules;
use super::design::{Design, Encoding};
use super::donors::Donors;
use super::normal_score::Scores;
use super::predictor::{Binning, Predictor};
use super::regression::{Line, Logits};
use super::{Growth, Model, Scale, Unfit};
use rand::RngExt;
use rayon::prelude::*;
use ridotto_core::{Code, Column, Values};
use ridotto_numbers::Dice;
use ridotto_numbers::dice::Stream;

/// Categories (with *missing*) of an attribute up to which it is drawn from logistic regressions.
const MOST_CLASSES: usize = 20;

/// Rows that are drawn from one stream.
const BLOCK: usize = 1 << 12;

/// Draws from a model until all constraints hold, before any value of the column will do.
const TRIES: usize = 24;

/// Times that records without a value are drawn from the start.
const ROUNDS: u64 = 24;

/// How models are learnt.
pub(super) struct Learning<'a> {
    /// The original.
    pub columns: &'a [Column],
    /// Attributes that are given.
    pub kept: &'a [usize],
    /// Attributes that are drawn, in this order.
    pub order: &'a [usize],
    /// Records to learn from.
    pub rows: &'a [u32],
    pub model: Model,
    pub smooth: bool,
    /// Whether parameters are drawn from their posterior.
    pub posterior: bool,
    pub rules: &'a Rules,
}

/// Models of all attributes that are drawn.
pub(super) struct Chain<'a> {
    learning: &'a Learning<'a>,
    /// How given and drawn attributes become predictors, in their order.
    sights: Vec<Sight>,
    steps: Vec<Step<'a>>,
    /// Attributes that have too many categories for a regression.
    pub trees_instead: Vec<usize>,
}

/// How an attribute is seen by models of others: in bins, or as terms.
enum Sight {
    Bins(Binning),
    /// Bins too: an attribute with many categories has a tree all the same.
    Both(Binning, Encoding),
}

/// What is known of records so far.
struct Given {
    predictors: Vec<Predictor>,
    design: Design,
}

struct Step<'a> {
    attribute: usize,
    /// Whether a number is missing.
    missing: Option<Fitted<'a>>,
    value: Fitted<'a>,
}

enum Fitted<'a> {
    Tree(Donors<'a>),
    /// A tree for whether it is missing; the column of yes and no is its own.
    Missing(Box<Absence>),
    Line(Line),
    Logits(Logits),
}

/// A tree of which the leaves know the share of missing numbers.
struct Absence {
    tree: super::tree::Tree,
    missing: Vec<u8>,
}

/// Synthetic records.
pub(super) struct Drawn {
    /// Of each attribute.
    pub values: Vec<Values>,
    /// Values that no model gave, because of constraints.
    pub forced: u64,
}

#[derive(Clone, Copy)]
enum Cell {
    Code(Option<Code>),
    Number(f64),
}

impl Given {
    fn new() -> Self {
        Self { predictors: Vec::new(), design: Design::new() }
    }

    fn push(&mut self, sight: &Sight, values: &Values) {
        let (Sight::Bins(binning) | Sight::Both(binning, _)) = sight;
        self.predictors.push(binning.bin(values));
        if let Sight::Both(_, encoding) = sight {
            self.design.push(encoding, values);
        }
    }
}

impl<'a> Chain<'a> {
    /// Learns the models.
    pub fn fit(learning: &'a Learning<'a>, dice: &Dice) -> Self {
        let columns = learning.columns;
        let sights: Vec<Sight> = (learning.kept.iter().chain(learning.order))
            .map(|&attribute| sight(&columns[attribute].values, learning.model))
            .collect();
        let mut given = Given::new();
        for (sight, &attribute) in sights.iter().zip(learning.kept) {
            given.push(sight, &columns[attribute].values);
        }
        let (mut steps, mut trees_instead) = (Vec::new(), Vec::new());
        for (sight, &attribute) in sights[learning.kept.len()..].iter().zip(learning.order) {
            let mut stream = dice.stream(attribute as u64);
            let (step, instead) = learning.step(attribute, &given, &mut stream);
            steps.push(step);
            trees_instead.extend(instead.then_some(attribute));
            given.push(sight, &columns[attribute].values);
        }
        Self { learning, sights, steps, trees_instead }
    }

    /// Draws as many records as the kept attributes have, of which `kept` has the values in the
    /// order of [`Learning::kept`].
    pub fn draw(&self, rows: usize, kept: &[Values], dice: &Dice) -> Result<Drawn, Unfit> {
        let (mut drawn, mut stuck) = self.pass(rows, kept, &dice.part(0));
        for round in 1..=ROUNDS {
            if stuck.is_empty() {
                break;
            }
            let taken: Vec<Values> = kept.iter().map(|values| take(values, &stuck)).collect();
            let (again, still) = self.pass(stuck.len(), &taken, &dice.part(round));
            drawn.forced += again.forced;
            for (values, new) in drawn.values.iter_mut().zip(&again.values) {
                put(values, &stuck, new);
            }
            stuck = still.iter().map(|&at| stuck[at as usize]).collect();
        }
        match stuck.len() {
            0 => Ok(drawn),
            records => Err(Unfit::Stuck { records: records as u64 }),
        }
    }

    /// Draws once, and says for which rows there was no value for some attribute.
    fn pass(&self, rows: usize, kept: &[Values], dice: &Dice) -> (Drawn, Vec<u32>) {
        let learning = self.learning;
        let mut given = Given::new();
        let mut values: Vec<Option<Values>> = learning.columns.iter().map(|_| None).collect();
        for ((sight, &attribute), known) in self.sights.iter().zip(learning.kept).zip(kept) {
            given.push(sight, known);
            values[attribute] = Some(known.clone());
        }
        let (mut stuck, mut forced) = (vec![false; rows], 0);
        let sights = &self.sights[learning.kept.len()..];
        for (step, sight) in self.steps.iter().zip(sights) {
            let dice = dice.part(step.attribute as u64);
            let blocks: Vec<Vec<(Cell, Outcome)>> = (0..rows.div_ceil(BLOCK))
                .into_par_iter()
                .map(|block| {
                    let mut stream = dice.stream(block as u64);
                    let range = block * BLOCK..rows.min((block + 1) * BLOCK);
                    range.map(|row| self.cell(step, &given, &values, row, &mut stream)).collect()
                })
                .collect();
            let cells = || blocks.iter().flatten();
            for (row, &(_, outcome)) in cells().enumerate() {
                stuck[row] |= outcome == Outcome::Stuck;
                forced += u64::from(outcome == Outcome::Forced);
            }
            let new = collect(&learning.columns[step.attribute].values, cells().map(|one| one.0));
            given.push(sight, &new);
            values[step.attribute] = Some(new);
        }
        let stuck = (0..rows as u32).filter(|&row| stuck[row as usize]).collect();
        // What is neither kept nor drawn is nobody's business.
        let empty = |values: Option<Values>| values.unwrap_or(Values::Numbers(Vec::new()));
        (Drawn { values: values.into_iter().map(empty).collect(), forced }, stuck)
    }

    /// A value for a row that keeps to all constraints, if one can be found.
    fn cell(
        &self,
        step: &Step<'_>,
        given: &Given,
        drawn: &[Option<Values>],
        row: usize,
        stream: &mut Stream,
    ) -> (Cell, Outcome) {
        let learning = self.learning;
        let (attribute, rules) = (step.attribute, learning.rules);
        let missing = |cell: &Cell| matches!(cell, Cell::Number(number) if number.is_nan());
        for _ in 0..TRIES {
            let cell = step.draw(given, row, rules, learning.smooth, stream);
            let cell = match self.implied(attribute, drawn, row) {
                // A sum says what the number is, if there is one.
                Some(number) if !missing(&cell) => Cell::Number(number),
                _ => cell,
            };
            if self.allowed(attribute, cell, drawn, row) {
                return (cell, Outcome::Drawn);
            }
        }
        // Any value that a true record has, from a random one on.
        let rows = learning.rows;
        let start = stream.random_range(0..rows.len());
        for &donor in rows[start..].iter().chain(&rows[..start]) {
            let cell = match &learning.columns[attribute].values {
                Values::Categories { codes, .. } => Cell::Code(codes[donor as usize]),
                Values::Numbers(numbers) => {
                    let grid = rules.grids[attribute].as_ref().expect("numbers have a grid");
                    let number = numbers[donor as usize];
                    let free =
                        if learning.smooth { grid.free(number, stream) } else { Some(number) };
                    Cell::Number(free.unwrap_or(number))
                }
            };
            if self.implied(attribute, drawn, row).is_none()
                && self.allowed(attribute, cell, drawn, row)
            {
                return (cell, Outcome::Forced);
            }
        }
        (step.draw(given, row, rules, learning.smooth, stream), Outcome::Stuck)
    }

    /// What a number must be, if it is the last of a sum.
    fn implied(&self, attribute: usize, drawn: &[Option<Values>], row: usize) -> Option<f64> {
        let number = |at: usize| drawn_number(drawn, at, row);
        let last = |sum: &&super::Sum| {
            sum.members().any(|at| at == attribute)
                && sum.members().all(|at| at == attribute || number(at).is_some())
        };
        let rules = self.learning.rules;
        let sum = rules.sums.iter().find(last)?;
        let implied = sum.implied(attribute, |at| number(at).unwrap_or(f64::NAN));
        let grid = rules.grids[attribute].as_ref().expect("numbers have a grid");
        (!implied.is_nan()).then(|| grid.round(implied))
    }

    /// Whether a value keeps to all constraints, as far as the other values are known.
    fn allowed(&self, attribute: usize, cell: Cell, drawn: &[Option<Values>], row: usize) -> bool {
        let rules = self.learning.rules;
        match cell {
            Cell::Code(code) => rules.allows(attribute, code, drawn, row),
            Cell::Number(number) if number.is_nan() => true,
            Cell::Number(number) => {
                rules.fits(attribute, number)
                    && rules
                        .sums
                        .iter()
                        .filter(|sum| sum.members().any(|at| at == attribute))
                        .all(|sum| self.sum_allows(sum, attribute, number, drawn, row))
            }
        }
    }

    /// Whether a member of a sum leaves a number for the last one.
    fn sum_allows(
        &self,
        sum: &super::Sum,
        attribute: usize,
        number: f64,
        drawn: &[Option<Values>],
        row: usize,
    ) -> bool {
        let known = |at: usize| match at {
            _ if at == attribute => Some(number),
            _ => drawn_number(drawn, at, row),
        };
        let mut open = sum.members().filter(|&at| known(at).is_none());
        let (first, second) = (open.next(), open.next());
        let rules = self.learning.rules;
        let value = |at: usize| known(at).unwrap_or(f64::NAN);
        match (first, second) {
            (_, Some(_)) => true,
            (Some(last), None) => {
                let implied = sum.implied(last, value);
                let grid = rules.grids[last].as_ref().expect("numbers have a grid");
                implied.is_nan() || rules.fits(last, grid.round(implied))
            }
            (None, None) => {
                let implied = sum.implied(sum.total, value);
                let total = value(sum.total);
                let scale = sum.members().map(|at| value(at).abs()).fold(1.0, f64::max);
                implied.is_nan() || total.is_nan() || (implied - total).abs() <= 1e-9 * scale
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Drawn,
    Forced,
    Stuck,
}

fn drawn_number(drawn: &[Option<Values>], at: usize, row: usize) -> Option<f64> {
    match &drawn[at] {
        Some(Values::Numbers(numbers)) => Some(numbers[row]),
        _ => None,
    }
}

fn sight(values: &Values, model: Model) -> Sight {
    let binning = Binning::learn(values);
    match model {
        Model::Cart(_) => Sight::Bins(binning),
        Model::Parametric(scale) => {
            Sight::Both(binning, Encoding::learn(values, scale == Scale::Ranks))
        }
    }
}

impl<'a> Learning<'a> {
    /// The model of an attribute, and whether it is a tree although a regression was asked.
    fn step(&self, attribute: usize, given: &Given, stream: &mut Stream) -> (Step<'a>, bool) {
        let values = &self.columns[attribute].values;
        match values {
            Values::Numbers(numbers) => {
                let is_known = |row: &&u32| !numbers[**row as usize].is_nan();
                let known: Vec<u32> = self.rows.iter().filter(is_known).copied().collect();
                let missing =
                    (known.len() < self.rows.len()).then(|| self.absence(numbers, given, stream));
                let value = self.number(attribute, numbers, known, given, stream);
                (Step { attribute, missing, value }, false)
            }
            Values::Categories { codes, categories, .. } => {
                let regression = matches!(self.model, Model::Parametric(_));
                let few = *categories < MOST_CLASSES;
                let value = if regression && few {
                    let posterior = self.posterior.then_some(stream);
                    Fitted::Logits(Logits::fit(&given.design, codes, self.rows, posterior))
                } else {
                    self.tree(attribute, self.rows.to_vec(), given, stream)
                };
                (Step { attribute, missing: None, value }, regression && !few)
            }
        }
    }

    fn growth(&self) -> Growth {
        match self.model {
            Model::Cart(growth) => growth,
            Model::Parametric(_) => Growth::default(),
        }
    }

    /// A tree; for a draw from its posterior it grows on a sample with replacement.
    fn tree(
        &self,
        attribute: usize,
        rows: Vec<u32>,
        given: &Given,
        stream: &mut Stream,
    ) -> Fitted<'a> {
        let rows = if self.posterior { resample(&rows, stream) } else { rows };
        let smooth = self.rules.grids[attribute].as_ref().filter(|_| self.smooth);
        let values = &self.columns[attribute].values;
        Fitted::Tree(Donors::grow(&given.predictors, values, rows, self.growth(), smooth))
    }

    fn number(
        &self,
        attribute: usize,
        numbers: &[f64],
        known: Vec<u32>,
        given: &Given,
        stream: &mut Stream,
    ) -> Fitted<'a> {
        let Model::Parametric(scale) = self.model else {
            return self.tree(attribute, known, given, stream);
        };
        let scores = (scale == Scale::Ranks).then(|| Scores::learn(numbers));
        let posterior = self.posterior.then_some(stream);
        Fitted::Line(Line::fit(&given.design, numbers, &known, scores, posterior))
    }

    fn absence(&self, numbers: &[f64], given: &Given, stream: &mut Stream) -> Fitted<'a> {
        let missing: Vec<u8> = numbers.iter().map(|number| u8::from(number.is_nan())).collect();
        if let Model::Parametric(_) = self.model {
            let codes: Vec<Option<Code>> = missing.iter().map(|&one| Some(one.into())).collect();
            let posterior = self.posterior.then_some(stream);
            return Fitted::Logits(Logits::fit(&given.design, &codes, self.rows, posterior));
        }
        let rows = if self.posterior { resample(self.rows, stream) } else { self.rows.to_vec() };
        let target = super::split::Target::Classes(&missing);
        let tree = super::tree::Tree::grow(&given.predictors, rows, target, self.growth());
        Fitted::Missing(Box::new(Absence { tree, missing }))
    }
}

/// As many rows, drawn with replacement.
fn resample(rows: &[u32], stream: &mut Stream) -> Vec<u32> {
    rows.iter().map(|_| rows[stream.random_range(0..rows.len())]).collect()
}

impl Step<'_> {
    fn draw(
        &self,
        given: &Given,
        row: usize,
        rules: &Rules,
        smooth: bool,
        stream: &mut Stream,
    ) -> Cell {
        let absent = match &self.missing {
            Some(Fitted::Missing(absence)) => {
                let leaf = absence.tree.leaf(&given.predictors, row);
                absence.missing[absence.tree.donor(leaf, stream)] == 1
            }
            Some(Fitted::Logits(logits)) => logits.draw(&given.design, row, stream) == Some(1),
            _ => false,
        };
        if absent {
            return Cell::Number(f64::NAN);
        }
        let Some(grid) = &rules.grids[self.attribute] else {
            return Cell::Code(match &self.value {
                Fitted::Tree(donors) => donors.code(&given.predictors, row, stream),
                Fitted::Logits(logits) => logits.draw(&given.design, row, stream),
                Fitted::Missing(_) | Fitted::Line(_) => None,
            });
        };
        let number = match &self.value {
            Fitted::Tree(donors) => donors.number(&given.predictors, row, grid, stream),
            Fitted::Line(line) => line.draw(&given.design, row, stream),
            Fitted::Missing(_) | Fitted::Logits(_) => f64::NAN,
        };
        if number.is_nan() {
            return Cell::Number(number);
        }
        let number = grid.fit(number);
        Cell::Number(if smooth { grid.free(number, stream).unwrap_or(number) } else { number })
    }
}

fn collect(like: &Values, cells: impl Iterator<Item = Cell>) -> Values {
    match like {
        Values::Numbers(_) => Values::Numbers(
            cells
                .map(|cell| match cell {
                    Cell::Number(number) => number,
                    Cell::Code(_) => f64::NAN,
                })
                .collect(),
        ),
        Values::Categories { categories, ordered, .. } => Values::Categories {
            codes: cells
                .map(|cell| match cell {
                    Cell::Code(code) => code,
                    Cell::Number(_) => None,
                })
                .collect(),
            categories: *categories,
            ordered: *ordered,
        },
    }
}

/// Some of the rows.
pub(super) fn take(values: &Values, rows: &[u32]) -> Values {
    let column = Column { name: "".into(), values: values.clone() };
    column.take(rows).values
}

/// Puts values into these rows.
pub(super) fn put(values: &mut Values, rows: &[u32], new: &Values) {
    match (values, new) {
        (Values::Numbers(old), Values::Numbers(new)) if !old.is_empty() => {
            rows.iter().zip(new).for_each(|(&row, &one)| old[row as usize] = one);
        }
        (Values::Categories { codes: old, .. }, Values::Categories { codes: new, .. }) => {
            rows.iter().zip(new).for_each(|(&row, &one)| old[row as usize] = one);
        }
        _ => {}
    }
}
