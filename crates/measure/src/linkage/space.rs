//! Two files as points of one space, in which the squared distance is a sum over attributes.
//!
//! Numbers and ordered categories are coordinates on a line, already multiplied by the root of
//! their weight. Other categories are codes, with what it costs to differ. A missing value is `NaN`.

use super::LinkageError;
use crate::{Series, Values};

/// How two values of an attribute differ.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// Numbers: as they are.
    Plain,
    /// Numbers: each file less its own mean, over its own standard deviation (of the whole file,
    /// divided by n). A constant column tells nothing.
    Standardised,
    /// Numbers: both files over the standard deviation of the file in which is searched.
    Scaled,
    /// Numbers: both files over the standard deviation of the file whose records are looked for, which
    /// the intruder has. A file of which only some records are left stays where it was.
    OwnScale,
    /// Categories: 0 if equal, else 1.
    Equal,
    /// Ordered categories: the steps between them over the most steps there can be.
    Ordered,
    /// Categories: a table of distances, row by row, as a hierarchy gives it.
    Table(Vec<f64>),
}

/// An attribute to link by.
#[derive(Clone, Debug)]
pub struct Attribute<'a> {
    /// Its column in the file whose records are looked for.
    pub from: &'a Series,
    /// Its column in the file in which they are looked for.
    pub to: &'a Series,
    /// How values are compared.
    pub difference: Difference,
    /// The weight of the squared difference.
    pub weight: f64,
    /// The difference if one of the two values is missing; if both are, it is 0.
    pub missing: f64,
}

impl<'a> Attribute<'a> {
    /// An attribute of weight 1, where a missing value is as far as one step: numbers are over the
    /// deviation that the intruder knows, ordered categories compared by their order, and others as
    /// equal or not.
    pub fn new(from: &'a Series, to: &'a Series) -> Self {
        let difference = match &to.values {
            Values::Numbers(_) => Difference::OwnScale,
            Values::Categories { ordered: true, .. } => Difference::Ordered,
            Values::Categories { .. } => Difference::Equal,
        };
        Self { from, to, difference, weight: 1.0, missing: 1.0 }
    }

    /// The same with another weight.
    #[must_use]
    pub fn weighing(self, weight: f64) -> Self {
        Self { weight, ..self }
    }

    /// The same with another way to compare.
    #[must_use]
    pub fn by(self, difference: Difference) -> Self {
        Self { difference, ..self }
    }
}

/// One attribute's part of the squared distance.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// The square if one of the values is missing.
    missing: f64,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Line,
    Nominal { differ: f64 },
    Table { values: usize, squares: Vec<f64> },
}

/// Both files' points. Not to be shown: they are values.
pub(super) struct Space {
    pub axes: Vec<Axis>,
    /// Whether every axis is a line and nothing is missing.
    pub plain: bool,
    from: Vec<f64>,
    to: Vec<f64>,
}

impl Space {
    pub fn new(attributes: &[Attribute<'_>]) -> Result<Self, LinkageError> {
        let first = attributes.first().ok_or(LinkageError::NoAttribute)?;
        let (from_rows, to_rows) = (first.from.len(), first.to.len());
        let (mut axes, mut from, mut to) = (Vec::new(), Vec::new(), Vec::new());
        for attribute in attributes {
            length(attribute.from, from_rows)?;
            length(attribute.to, to_rows)?;
            let (own, one, other) = place(attribute)?;
            axes.push(own);
            from.push(one);
            to.push(other);
        }
        let present = |columns: &[Vec<f64>]| columns.iter().flatten().all(|value| !value.is_nan());
        let lines = axes.iter().all(|axis| matches!(axis.kind, Kind::Line));
        let plain = lines && present(&from) && present(&to);
        Ok(Self { axes, plain, from: by_rows(&from, from_rows), to: by_rows(&to, to_rows) })
    }

    /// Some records of both files, all lines, turned by a square matrix `factor` (row by row), so
    /// that the squared distance there is the bilinear form of `factorᵀ factor` here.
    pub fn turned(&self, factor: &[f64], (from, to): (&[u32], &[u32])) -> Self {
        let turn = |point: &[f64]| -> Vec<f64> {
            let row = |row: &[f64]| row.iter().zip(point).map(|(a, b)| a * b).sum();
            factor.chunks_exact(point.len()).map(row).collect()
        };
        let of = |rows: &[u32], at: &dyn Fn(usize) -> Vec<f64>| -> Vec<f64> {
            rows.iter().flat_map(|&row| at(row as usize)).collect()
        };
        Self {
            axes: self.axes.clone(),
            plain: self.plain,
            from: of(from, &|row| turn(self.from(row))),
            to: of(to, &|row| turn(self.to(row))),
        }
    }

    pub fn looked_for(&self) -> usize {
        self.from.len() / self.axes.len()
    }

    pub fn searched(&self) -> usize {
        self.to.len() / self.axes.len()
    }

    pub fn from(&self, row: usize) -> &[f64] {
        &self.from[row * self.axes.len()..][..self.axes.len()]
    }

    pub fn to(&self, row: usize) -> &[f64] {
        &self.to[row * self.axes.len()..][..self.axes.len()]
    }

    /// The squared distance of two points. Always added up in the attributes' order, so that equal
    /// points are equally far to the last bit, and the bounds of the tree hold to the last bit.
    pub fn squared(&self, a: &[f64], b: &[f64]) -> f64 {
        if self.plain {
            return a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
        }
        self.axes.iter().zip(a.iter().zip(b)).map(|(axis, (&a, &b))| axis.square(a, b)).sum()
    }
}

impl Axis {
    /// The squared difference of two values.
    pub fn square(&self, a: f64, b: f64) -> f64 {
        match (a.is_nan(), b.is_nan()) {
            (true, true) => return 0.0,
            (true, false) | (false, true) => return self.missing,
            (false, false) => {}
        }
        match &self.kind {
            Kind::Line => (a - b) * (a - b),
            #[expect(clippy::float_cmp, reason = "these are codes")]
            Kind::Nominal { differ } => {
                if a == b {
                    0.0
                } else {
                    *differ
                }
            }
            Kind::Table { values, squares } => squares[code(a) * values + code(b)],
        }
    }

    /// At most the squared difference of a value from any of a box: those from `low` to `high`,
    /// and also missing ones if `lacks`.
    pub fn least(&self, value: f64, low: f64, high: f64, lacks: bool) -> f64 {
        if value.is_nan() {
            return if lacks { 0.0 } else { self.missing };
        }
        let outside = value < low || value > high;
        let present = match &self.kind {
            Kind::Line if value < low => (low - value) * (low - value),
            Kind::Line if value > high => (value - high) * (value - high),
            Kind::Nominal { differ } if outside => *differ,
            #[expect(clippy::float_cmp, reason = "these are codes")]
            Kind::Table { values, squares } if low == high => {
                squares[code(value) * values + code(low)]
            }
            _ => 0.0,
        };
        if lacks { present.min(self.missing) } else { present }
    }
}

#[expect(clippy::cast_sign_loss, reason = "codes are not negative")]
fn code(value: f64) -> usize {
    value as usize
}

fn by_rows(columns: &[Vec<f64>], rows: usize) -> Vec<f64> {
    (0..rows).flat_map(|row| columns.iter().map(move |column| column[row])).collect()
}

fn length(column: &Series, expected: usize) -> Result<(), LinkageError> {
    let found = column.len();
    if found == expected {
        return Ok(());
    }
    Err(LinkageError::Length { column: column.name.clone(), found, expected })
}

fn place(attribute: &Attribute<'_>) -> Result<(Axis, Vec<f64>, Vec<f64>), LinkageError> {
    let name = || attribute.to.name.clone();
    let (weight, missing) = (attribute.weight, attribute.missing);
    let fits = |distance: f64| distance.is_finite() && distance >= 0.0;
    if !fits(weight) || !fits(missing) {
        return Err(LinkageError::Distance(name()));
    }
    let axis = |kind| Axis { missing: weight * missing * missing, kind };
    match (&attribute.from.values, &attribute.to.values) {
        (Values::Numbers(from), Values::Numbers(to)) => {
            let (from, to) = on_line(attribute, from, to)?;
            Ok((axis(Kind::Line), from, to))
        }
        (
            Values::Categories { codes: from, categories: some, .. },
            Values::Categories { codes: to, categories: others, .. },
        ) => {
            let values = *some.max(others);
            let mut scale = 1.0;
            let kind = match &attribute.difference {
                Difference::Equal => Kind::Nominal { differ: weight },
                Difference::Ordered => {
                    scale = weight.sqrt() / values.saturating_sub(1).max(1) as f64;
                    Kind::Line
                }
                Difference::Table(table) => {
                    if table.len() != values * values || !table.iter().all(|&one| fits(one)) {
                        return Err(LinkageError::Distance(name()));
                    }
                    let squares = table.iter().map(|one| weight * one * one).collect();
                    Kind::Table { values, squares }
                }
                _ => return Err(LinkageError::Kind(name())),
            };
            let inside =
                |codes: &[Option<u32>]| codes.iter().flatten().all(|&c| (c as usize) < values);
            if !inside(from) || !inside(to) {
                return Err(LinkageError::List { what: "codes" });
            }
            let number = |code: &Option<u32>| code.map_or(f64::NAN, |code| f64::from(code) * scale);
            Ok((axis(kind), from.iter().map(number).collect(), to.iter().map(number).collect()))
        }
        _ => Err(LinkageError::Kind(name())),
    }
}

fn on_line(
    attribute: &Attribute<'_>,
    from: &[f64],
    to: &[f64],
) -> Result<(Vec<f64>, Vec<f64>), LinkageError> {
    if from.iter().chain(to).any(|value| value.is_infinite()) {
        return Err(LinkageError::Infinite(attribute.to.name.clone()));
    }
    let root = attribute.weight.sqrt();
    let moved = |values: &[f64], mean: f64, factor: f64| {
        values.iter().map(|value| (value - mean) * factor).collect::<Vec<f64>>()
    };
    let over = |deviation: f64| if deviation > 0.0 { root / deviation } else { 0.0 };
    Ok(match attribute.difference {
        Difference::Plain => (moved(from, 0.0, root), moved(to, 0.0, root)),
        Difference::Standardised => {
            let own = |values: &[f64]| {
                let (mean, deviation) = moments(values);
                moved(values, mean, over(deviation))
            };
            (own(from), own(to))
        }
        Difference::Scaled => {
            let (mean, deviation) = moments(to);
            (moved(from, mean, over(deviation)), moved(to, mean, over(deviation)))
        }
        Difference::OwnScale => {
            let (mean, deviation) = moments(from);
            (moved(from, mean, over(deviation)), moved(to, mean, over(deviation)))
        }
        _ => return Err(LinkageError::Kind(attribute.to.name.clone())),
    })
}

/// Mean and standard deviation (divided by n) of what is not missing.
fn moments(values: &[f64]) -> (f64, f64) {
    use crate::risk::interval::{Deviation, standard_deviation};
    let present = || values.iter().filter(|value| !value.is_nan());
    let count = present().count().max(1) as f64;
    (present().sum::<f64>() / count, standard_deviation(values, Deviation::Population))
}
