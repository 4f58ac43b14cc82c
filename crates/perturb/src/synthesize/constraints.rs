//! What must hold in synthetic records as it does in true ones.

use super::Unfit;
use super::grid::Grid;
use ridotto_core::{Code, Column, Values};

/// Conditions on single records. All of them must hold in the original, else the method refuses.
/// Attributes are named by their places among the columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// Ranges of numbers, where they are not those of the data.
    pub ranges: Vec<Bounds>,
    /// Sums.
    pub sums: Vec<Sum>,
    /// Combinations of categories that cannot be.
    pub impossible: Vec<Impossible>,
    /// Pairs of attributes with categories of which no combination is drawn that the data does not
    /// have, missing values included.
    pub structural_zeros: Vec<(usize, usize)>,
}

/// A range, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Of which attribute.
    pub attribute: usize,
    /// The least number.
    pub least: f64,
    /// The greatest number.
    pub most: f64,
}

/// An attribute that is the sum of others, in every record in which none of them is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The sum.
    pub total: usize,
    /// What is added up.
    pub parts: Vec<usize>,
}

/// No record has one of these categories of the first attribute and one of those of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// An attribute and some of its categories.
    pub first: (usize, Vec<Code>),
    /// Another and some of its.
    pub second: (usize, Vec<Code>),
}

/// Constraints, checked and ready to ask.
pub(super) struct Rules {
    /// Of each attribute with numbers.
    pub grids: Vec<Option<Grid>>,
    pub sums: Vec<Sum>,
    tables: Vec<Table>,
    /// Whether numbers that are one record's own are forbidden.
    pub smooth: bool,
}

/// Which combinations of two attributes are forbidden; a missing value is the last category.
struct Table {
    first: usize,
    second: usize,
    width: usize,
    forbidden: Vec<bool>,
}

/// How far apart a sum may be from its parts by rounding.
fn equal(total: f64, sum: f64, scale: f64) -> bool {
    (total - sum).abs() <= 1e-9 * scale.max(1.0)
}

impl Rules {
    /// Checks that the original keeps to the constraints.
    pub fn compile(
        constraints: &Constraints,
        columns: &[Column],
        smooth: bool,
    ) -> Result<Self, Unfit> {
        let mut grids: Vec<Option<Grid>> = columns
            .iter()
            .map(|column| match &column.values {
                Values::Numbers(numbers) => Some(Grid::learn(numbers)),
                Values::Categories { .. } => None,
            })
            .collect();
        for bounds in &constraints.ranges {
            let grid = grids.get_mut(bounds.attribute).and_then(Option::as_mut);
            let grid = grid.ok_or(Unfit::Attributes { parameter: "ranges" })?;
            let numbers = numbers(&columns[bounds.attribute]);
            let out = |number: &&f64| **number < bounds.least || **number > bounds.most;
            refuse_broken("range", bounds.attribute, numbers.iter().filter(out).count())?;
            (grid.least, grid.most) = (bounds.least, bounds.most);
        }
        constraints.sums.iter().try_for_each(|sum| check_sum(sum, columns))?;
        let mut tables = Vec::new();
        for impossible in &constraints.impossible {
            tables.push(Table::impossible(impossible, columns)?);
        }
        for &(first, second) in &constraints.structural_zeros {
            tables.push(Table::zeros(first, second, columns)?);
        }
        if smooth
            && let Some(attribute) =
                grids.iter().position(|grid| grid.as_ref().is_some_and(Grid::is_full))
        {
            return Err(Unfit::NothingFree { attribute: attribute + 1 });
        }
        Ok(Self { grids, sums: constraints.sums.clone(), tables, smooth })
    }

    /// Whether a number may stand in an attribute.
    pub fn fits(&self, attribute: usize, number: f64) -> bool {
        let grid = self.grids[attribute].as_ref().expect("an attribute with numbers");
        grid.holds(number) && !(self.smooth && grid.is_unique(number))
    }

    /// Whether an attribute may have a category beside what was drawn before in this row.
    pub fn allows(
        &self,
        attribute: usize,
        code: Option<Code>,
        drawn: &[Option<Values>],
        row: usize,
    ) -> bool {
        self.tables.iter().all(|table| {
            let (other, is_first) = match attribute {
                one if one == table.first => (table.second, true),
                one if one == table.second => (table.first, false),
                _ => return true,
            };
            let Some(Values::Categories { codes, .. }) = &drawn[other] else { return true };
            let (first, second) = if is_first { (code, codes[row]) } else { (codes[row], code) };
            !table.forbids(first, second)
        })
    }
}

impl Sum {
    /// The total and the parts.
    pub(super) fn members(&self) -> impl Iterator<Item = usize> {
        [self.total].into_iter().chain(self.parts.iter().copied())
    }

    /// What a member must be, given all others by `number`.
    pub(super) fn implied(&self, member: usize, number: impl Fn(usize) -> f64) -> f64 {
        let others = || self.parts.iter().copied().filter(|&part| part != member);
        let sum: f64 = others().map(&number).sum();
        if member == self.total { sum } else { number(self.total) - sum }
    }
}

impl Table {
    fn empty(first: usize, second: usize, columns: &[Column], fill: bool) -> Option<Self> {
        let count = |at: usize| match columns.get(at).map(|column| &column.values) {
            Some(Values::Categories { categories, .. }) => Some(categories + 1),
            _ => None,
        };
        let (height, width) = (count(first)?, count(second)?);
        (first != second).then(|| Self {
            first,
            second,
            width,
            forbidden: vec![fill; height * width],
        })
    }

    fn impossible(asked: &Impossible, columns: &[Column]) -> Result<Self, Unfit> {
        let unknown = Unfit::Attributes { parameter: "impossible" };
        let mut table = Self::empty(asked.first.0, asked.second.0, columns, false)
            .ok_or_else(|| unknown.clone())?;
        for &first in &asked.first.1 {
            for &second in &asked.second.1 {
                let place =
                    table.place(Some(first), Some(second)).ok_or_else(|| unknown.clone())?;
                table.forbidden[place] = true;
            }
        }
        let (one, other) = (codes(&columns[table.first]), codes(&columns[table.second]));
        let broken = one.iter().zip(other).filter(|&(&a, &b)| table.forbids(a, b)).count();
        refuse_broken("impossible combination", table.first, broken)?;
        Ok(table)
    }

    fn zeros(first: usize, second: usize, columns: &[Column]) -> Result<Self, Unfit> {
        let unknown = Unfit::Attributes { parameter: "structural-zeros" };
        let mut table = Self::empty(first, second, columns, true).ok_or_else(|| unknown.clone())?;
        for (&a, &b) in codes(&columns[first]).iter().zip(codes(&columns[second])) {
            let place = table.place(a, b).ok_or_else(|| unknown.clone())?;
            table.forbidden[place] = false;
        }
        Ok(table)
    }

    fn place(&self, first: Option<Code>, second: Option<Code>) -> Option<usize> {
        let height = self.forbidden.len() / self.width;
        let at = |code: Option<Code>, end: usize| match code {
            Some(code) => Some(code as usize).filter(|&code| code + 1 < end),
            None => Some(end - 1),
        };
        Some(at(first, height)? * self.width + at(second, self.width)?)
    }

    fn forbids(&self, first: Option<Code>, second: Option<Code>) -> bool {
        self.place(first, second).is_some_and(|place| self.forbidden[place])
    }
}

fn check_sum(sum: &Sum, columns: &[Column]) -> Result<(), Unfit> {
    let mut members: Vec<usize> = sum.members().collect();
    members.sort_unstable();
    members.dedup();
    let is_number =
        |at: &usize| matches!(columns.get(*at).map(|c| &c.values), Some(Values::Numbers(_)));
    if members.len() != sum.parts.len() + 1
        || sum.parts.is_empty()
        || !members.iter().all(is_number)
    {
        return Err(Unfit::Attributes { parameter: "sums" });
    }
    let rows = columns[sum.total].len();
    let broken = (0..rows).filter(|&row| {
        let number = |at: usize| numbers(&columns[at])[row];
        let scale = sum.members().map(|at| number(at).abs()).fold(0.0, f64::max);
        let known = sum.members().all(|at| !number(at).is_nan());
        known && !equal(number(sum.total), sum.implied(sum.total, number), scale)
    });
    refuse_broken("sum", sum.total, broken.count())
}

fn refuse_broken(constraint: &'static str, attribute: usize, records: usize) -> Result<(), Unfit> {
    match records {
        0 => Ok(()),
        _ => Err(Unfit::Broken { constraint, attribute: attribute + 1, records: records as u64 }),
    }
}

/// The numbers of a column that a rule about numbers was compiled for.
pub(super) fn numbers(column: &Column) -> &[f64] {
    match &column.values {
        Values::Numbers(numbers) => numbers,
        Values::Categories { .. } => {
            unreachable!("rules about numbers are compiled for numbers alone")
        }
    }
}

/// The codes of a column that a rule about categories was compiled for.
pub(super) fn codes(column: &Column) -> &[Option<Code>] {
    match &column.values {
        Values::Categories { codes, .. } => codes,
        Values::Numbers(_) => {
            unreachable!("rules about categories are compiled for categories alone")
        }
    }
}
