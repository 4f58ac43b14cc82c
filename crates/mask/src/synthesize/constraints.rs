//! What must hold in synthetic records as it does in true ones.

use super::Unfit;
use super::grid::Grid;
use super::step::Cell;
use ridotto_core::{Code, Series, Values};

/// Conditions on single records. All of them must hold in the original, else the method refuses.
/// Attributes are named by their places among the columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// Ranges of numbers, where they are not those of the data.
    pub ranges: Vec<Bounds>,
    /// Sums.
    pub sums: Vec<Sum>,
    /// Combinations of values that cannot be.
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

/// No record has all of this at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Impossible {
    /// Two attributes or more, each once, and some of their values.
    pub parts: Vec<(usize, Among)>,
}

/// Some of the values of an attribute. What is missing is none of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Among {
    /// These categories.
    Codes(Vec<Code>),
    /// Numbers from the first to the second, both included.
    Numbers(f64, f64),
}

impl Among {
    fn has(&self, cell: Cell) -> bool {
        match (self, cell) {
            (Self::Codes(codes), Cell::Code(code)) => {
                code.is_some_and(|code| codes.contains(&code))
            }
            (&Self::Numbers(least, most), Cell::Number(number)) => (least..=most).contains(&number),
            _ => false,
        }
    }

    fn fits(&self, values: &Values) -> bool {
        match (self, values) {
            (Self::Codes(codes), Values::Categories { categories, .. }) => {
                codes.iter().all(|&code| (code as usize) < *categories)
            }
            (Self::Numbers(least, most), Values::Numbers(_)) => least <= most,
            _ => false,
        }
    }
}

impl Impossible {
    /// Whether a record has it, if the cell of each attribute is known; `None` if not.
    fn met(&self, cell: impl Fn(usize) -> Option<Cell>) -> bool {
        self.parts.iter().all(|(at, among)| cell(*at).is_some_and(|cell| among.has(cell)))
    }

    fn check(&self, columns: &[Series]) -> Result<(), Unfit> {
        let mut places: Vec<usize> = self.parts.iter().map(|part| part.0).collect();
        places.sort_unstable();
        places.dedup();
        let fits = |(at, among): &(usize, Among)| {
            columns.get(*at).is_some_and(|column| among.fits(&column.values))
        };
        if places.len() < 2 || places.len() < self.parts.len() || !self.parts.iter().all(fits) {
            return Err(Unfit::Attributes { parameter: "impossible" });
        }
        let rows = columns[places[0]].len();
        let broken = (0..rows).filter(|&row| self.met(|at| Some(cell(&columns[at].values, row))));
        refuse_broken("rule about impossible combinations", self.parts[0].0, broken.count())
    }
}

fn cell(values: &Values, row: usize) -> Cell {
    match values {
        Values::Numbers(numbers) => Cell::Number(numbers[row]),
        Values::Categories { codes, .. } => Cell::Code(codes[row]),
    }
}

/// Constraints, checked and ready to ask.
pub(super) struct Rules {
    /// Of each attribute with numbers.
    pub grids: Vec<Option<Grid>>,
    pub sums: Vec<Sum>,
    tables: Vec<Table>,
    impossible: Vec<Impossible>,
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
        columns: &[Series],
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
        constraints.impossible.iter().try_for_each(|one| one.check(columns))?;
        for &(first, second) in &constraints.structural_zeros {
            tables.push(Table::zeros(first, second, columns)?);
        }
        if smooth
            && let Some(attribute) =
                grids.iter().position(|grid| grid.as_ref().is_some_and(Grid::is_full))
        {
            return Err(Unfit::NothingFree { attribute: attribute + 1 });
        }
        let impossible = constraints.impossible.clone();
        Ok(Self { grids, sums: constraints.sums.clone(), tables, impossible, smooth })
    }

    /// Whether the values of an attribute must go with others of their record: sums and impossible
    /// combinations.
    pub fn ties(&self, attribute: usize) -> bool {
        self.sums.iter().any(|sum| sum.members().any(|member| member == attribute))
            || self.impossible.iter().any(|one| one.parts.iter().any(|part| part.0 == attribute))
    }

    /// Whether a number may stand in an attribute.
    pub fn fits(&self, attribute: usize, number: f64) -> bool {
        let grid = self.grids[attribute].as_ref().expect("an attribute with numbers");
        grid.holds(number) && !(self.smooth && grid.is_unique(number))
    }

    /// Whether an attribute may have a value beside what was drawn before in this row, as far as
    /// impossible combinations go.
    pub fn possible(
        &self,
        attribute: usize,
        own: Cell,
        drawn: &[Option<Values>],
        row: usize,
    ) -> bool {
        let about = |one: &&Impossible| one.parts.iter().any(|(at, _)| *at == attribute);
        let known = |at: usize| match &drawn[at] {
            _ if at == attribute => Some(own),
            values => values.as_ref().map(|values| cell(values, row)),
        };
        !self.impossible.iter().filter(about).any(|one| one.met(known))
    }

    /// Whether a record of these columns keeps to all constraints.
    pub fn keeps(&self, columns: &[Series], row: usize) -> bool {
        let number = |at: usize| match &columns[at].values {
            Values::Numbers(numbers) => numbers[row],
            Values::Categories { .. } => f64::NAN,
        };
        let fits = |(at, grid): (usize, &Option<Grid>)| {
            grid.is_none() || number(at).is_nan() || self.fits(at, number(at))
        };
        let adds_up = |sum: &Sum| {
            let (total, added) = (number(sum.total), sum.implied(sum.total, number));
            let scale = sum.members().map(|at| number(at).abs()).fold(0.0, f64::max);
            total.is_nan() || added.is_nan() || equal(total, added, scale)
        };
        let zeros = |table: &Table| {
            !table.forbids(codes(&columns[table.first])[row], codes(&columns[table.second])[row])
        };
        let met = |one: &Impossible| one.met(|at| Some(cell(&columns[at].values, row)));
        self.grids.iter().enumerate().all(fits)
            && self.sums.iter().all(adds_up)
            && self.tables.iter().all(zeros)
            && !self.impossible.iter().any(met)
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
    fn empty(first: usize, second: usize, columns: &[Series], fill: bool) -> Option<Self> {
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

    fn zeros(first: usize, second: usize, columns: &[Series]) -> Result<Self, Unfit> {
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

fn check_sum(sum: &Sum, columns: &[Series]) -> Result<(), Unfit> {
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
pub(super) fn numbers(column: &Series) -> &[f64] {
    match &column.values {
        Values::Numbers(numbers) => numbers,
        Values::Categories { .. } => {
            unreachable!("rules about numbers are compiled for numbers alone")
        }
    }
}

/// The codes of a column that a rule about categories was compiled for.
pub(super) fn codes(column: &Series) -> &[Option<Code>] {
    match &column.values {
        Values::Categories { codes, .. } => codes,
        Values::Numbers(_) => {
            unreachable!("rules about categories are compiled for categories alone")
        }
    }
}
