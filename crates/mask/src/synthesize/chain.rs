//! A chain of models, each of one attribute given those before it.

use super::constraints::Rules;
use super::given::{Given, Sight};
use super::marginal::restore;
use super::step::{Cell, Draw, Step};
use super::{Model, Unfit};
use rand::RngExt;
use rayon::prelude::*;
use ridotto_core::{Series, Values};
use ridotto_numbers::Dice;
use ridotto_numbers::dice::Stream;

/// Rows that are drawn from one stream.
const BLOCK: usize = 1 << 12;

/// Draws from a model until all constraints hold, before any value of the column will do.
const TRIES: usize = 24;

/// Times that records without a value are drawn from the start.
const ROUNDS: u64 = 24;

/// How models are learnt.
pub(super) struct Learning<'a> {
    /// The original.
    pub columns: &'a [Series],
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
    /// Whether nothing is given, so that the numbers of all records are to be distributed as those of the
    /// original.
    pub is_like_original: bool,
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

/// Synthetic records.
pub(super) struct Drawn {
    /// Of each attribute.
    pub values: Vec<Values>,
    /// Values that no model gave, because of constraints.
    pub forced: u64,
}

impl<'a> Chain<'a> {
    /// Learns the models.
    pub fn fit(learning: &'a Learning<'a>, dice: &Dice) -> Self {
        let columns = learning.columns;
        let sights: Vec<Sight> = (learning.kept.iter().chain(learning.order))
            .map(|&attribute| Sight::learn(&columns[attribute].values, learning.model))
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
        let (mut drawn, mut stuck) =
            self.pass(rows, kept, self.learning.is_like_original, &dice.part(0));
        for round in 1..=ROUNDS {
            if stuck.is_empty() {
                break;
            }
            let taken: Vec<Values> = kept.iter().map(|values| take(values, &stuck)).collect();
            // Records without a value are not like others.
            let (again, still) = self.pass(stuck.len(), &taken, false, &dice.part(round));
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
    fn pass(
        &self,
        rows: usize,
        kept: &[Values],
        is_like_original: bool,
        dice: &Dice,
    ) -> (Drawn, Vec<u32>) {
        let learning = self.learning;
        let mut given = Given::new();
        let mut values: Vec<Option<Values>> = learning.columns.iter().map(|_| None).collect();
        for ((sight, &attribute), known) in self.sights.iter().zip(learning.kept).zip(kept) {
            given.push(sight, known);
            values[attribute] = Some(known.clone());
        }
        let (mut stuck, mut forced) = (vec![false; rows], 0);
        // Where only categories are given leaves are as often as they should be, but for chance.
        let mut has_numbers = false;
        let sights = &self.sights[learning.kept.len()..];
        for (step, sight) in self.steps.iter().zip(sights) {
            let dice = dice.part(step.attribute as u64);
            let blocks: Vec<Vec<(Draw, Outcome)>> = (0..rows.div_ceil(BLOCK))
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
            let mut drawn: Vec<Draw> = cells().map(|one| one.0).collect();
            if is_like_original && has_numbers {
                self.restore(step, &mut drawn, &mut dice.part(0).stream(0));
            }
            let like = &learning.columns[step.attribute].values;
            has_numbers |= matches!(like, Values::Numbers(_));
            given.push(sight, &collect(like, drawn.iter().map(|one| one.seen)));
            values[step.attribute] = Some(collect(like, drawn.iter().map(|one| one.cell)));
        }
        let stuck = (0..rows as u32).filter(|&row| stuck[row as usize]).collect();
        // What is neither kept nor drawn is nobody's business.
        let empty = |values: Option<Values>| values.unwrap_or(Values::Numbers(Vec::new()));
        (Drawn { values: values.into_iter().map(empty).collect(), forced }, stuck)
    }

    /// Brings numbers of a tree back to the distribution of the original, unless they must keep to
    /// others of their record.
    fn restore(&self, step: &Step<'_>, drawn: &mut [Draw], stream: &mut Stream) {
        let Learning { columns, rows, rules, smooth, .. } = self.learning;
        let Values::Numbers(numbers) = &columns[step.attribute].values else { return };
        if !step.has_donors() || rules.ties(step.attribute) {
            return;
        }
        let known = rows.iter().map(|&row| numbers[row as usize]).filter(|it| !it.is_nan());
        restore(drawn, &known.collect::<Vec<_>>(), stream);
        for draw in drawn {
            if let Cell::Number(number) = draw.seen {
                draw.cell = step.released(number, rules, *smooth, stream);
            }
        }
    }

    /// A value for a row that keeps to all constraints, if one can be found.
    fn cell(
        &self,
        step: &Step<'_>,
        given: &Given,
        drawn: &[Option<Values>],
        row: usize,
        stream: &mut Stream,
    ) -> (Draw, Outcome) {
        let learning = self.learning;
        let (attribute, rules) = (step.attribute, learning.rules);
        let missing = |cell: &Cell| matches!(cell, Cell::Number(number) if number.is_nan());
        for _ in 0..TRIES {
            let draw = step.draw(given, row, rules, learning.smooth, stream);
            let draw = match rules.implied(attribute, drawn, row) {
                // A sum says what the number is, if there is one.
                Some(number) if !missing(&draw.cell) => Cell::Number(number).into(),
                _ => draw,
            };
            if rules.allowed(attribute, draw.cell, drawn, row) {
                return (draw, Outcome::Drawn);
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
            if rules.implied(attribute, drawn, row).is_none()
                && rules.allowed(attribute, cell, drawn, row)
            {
                return (cell.into(), Outcome::Forced);
            }
        }
        (step.draw(given, row, rules, learning.smooth, stream), Outcome::Stuck)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Drawn,
    Forced,
    Stuck,
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
    let column = Series { name: "".into(), values: values.clone() };
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
