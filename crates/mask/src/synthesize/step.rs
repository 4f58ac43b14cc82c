//! The model of one attribute, given those before it.

use super::chain::Learning;
use super::constraints::Rules;
use super::donors::Donors;
use super::given::Given;
use super::normal_score::Scores;
use super::regression::{Line, Logits};
use super::split::Target;
use super::tree::Tree;
use super::{Growth, Model, Scale};
use rand::RngExt;
use ridotto_core::{Code, Values};
use ridotto_numbers::dice::Stream;

/// Categories (with *missing*) of an attribute up to which it is drawn from logistic regressions.
const MOST_CLASSES: usize = 20;

/// A model of an attribute.
pub(super) struct Step<'a> {
    pub attribute: usize,
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
    tree: Tree,
    missing: Vec<u8>,
}

/// A value.
#[derive(Clone, Copy)]
pub(super) enum Cell {
    Code(Option<Code>),
    Number(f64),
}

impl<'a> Learning<'a> {
    /// The model of an attribute, and whether it is a tree although a regression was asked.
    pub fn step(&self, attribute: usize, given: &Given, stream: &mut Stream) -> (Step<'a>, bool) {
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
        let target = Target::Classes(&missing);
        let tree = Tree::grow(&given.predictors, rows, target, self.growth());
        Fitted::Missing(Box::new(Absence { tree, missing }))
    }
}

/// As many rows, drawn with replacement.
fn resample(rows: &[u32], stream: &mut Stream) -> Vec<u32> {
    rows.iter().map(|_| rows[stream.random_range(0..rows.len())]).collect()
}

/// A value as it is released, and as models of later attributes see it.
#[derive(Clone, Copy)]
pub(super) struct Draw {
    pub cell: Cell,
    /// Before smoothing: what follows depends on what was drawn, and not on where it was moved.
    pub seen: Cell,
}

impl From<Cell> for Draw {
    fn from(cell: Cell) -> Self {
        Self { cell, seen: cell }
    }
}

impl Step<'_> {
    /// A value for a row, in the range and with its decimals.
    pub fn draw(
        &self,
        given: &Given,
        row: usize,
        rules: &Rules,
        smooth: bool,
        stream: &mut Stream,
    ) -> Draw {
        if self.is_absent(given, row, stream) {
            return Cell::Number(f64::NAN).into();
        }
        let Some(grid) = &rules.grids[self.attribute] else {
            let code = match &self.value {
                Fitted::Tree(donors) => donors.code(&given.predictors, row, stream),
                Fitted::Logits(logits) => logits.draw(&given.design, row, stream),
                Fitted::Missing(_) | Fitted::Line(_) => None,
            };
            return Cell::Code(code).into();
        };
        let (seen, number) = self.number(given, row, stream);
        if number.is_nan() {
            return Cell::Number(number).into();
        }
        let number = grid.fit(number);
        let free = if smooth { grid.free(number, stream) } else { None };
        let cell = Cell::Number(free.unwrap_or(number));
        Draw { cell, seen: seen.map_or(cell, Cell::Number) }
    }

    /// Whether numbers are those of true records, perhaps moved.
    pub fn has_donors(&self) -> bool {
        matches!(self.value, Fitted::Tree(_))
    }

    /// A donor's number as it is released.
    pub fn released(&self, number: f64, rules: &Rules, smooth: bool, stream: &mut Stream) -> Cell {
        let (Fitted::Tree(donors), Some(grid)) = (&self.value, &rules.grids[self.attribute]) else {
            return Cell::Number(number);
        };
        if number.is_nan() {
            return Cell::Number(number);
        }
        let number = grid.fit(donors.smoothed(number, stream));
        let free = if smooth { grid.free(number, stream) } else { None };
        Cell::Number(free.unwrap_or(number))
    }

    fn is_absent(&self, given: &Given, row: usize, stream: &mut Stream) -> bool {
        match &self.missing {
            Some(Fitted::Missing(absence)) => {
                let leaf = absence.tree.leaf(&given.predictors, row);
                absence.missing[absence.tree.donor(leaf, stream)] == 1
            }
            Some(Fitted::Logits(logits)) => logits.draw(&given.design, row, stream) == Some(1),
            _ => false,
        }
    }

    /// A number, and that of the donor if it has one.
    fn number(&self, given: &Given, row: usize, stream: &mut Stream) -> (Option<f64>, f64) {
        match &self.value {
            Fitted::Tree(donors) => {
                let number = donors.number(&given.predictors, row, stream);
                (Some(number), donors.smoothed(number, stream))
            }
            Fitted::Line(line) => (None, line.draw(&given.design, row, stream)),
            Fitted::Missing(_) | Fitted::Logits(_) => (None, f64::NAN),
        }
    }
}
