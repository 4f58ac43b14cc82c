//! Whether a value keeps to all constraints beside those that were drawn before it.

use super::Sum;
use super::constraints::Rules;
use super::step::Cell;
use ridotto_core::Values;

impl Rules {
    /// What a number must be, if it is the last of a sum.
    pub fn implied(&self, attribute: usize, drawn: &[Option<Values>], row: usize) -> Option<f64> {
        let number = |at: usize| drawn_number(drawn, at, row);
        let last = |sum: &&Sum| {
            sum.members().any(|at| at == attribute)
                && sum.members().all(|at| at == attribute || number(at).is_some())
        };
        let sum = self.sums.iter().find(last)?;
        let implied = sum.implied(attribute, |at| number(at).unwrap_or(f64::NAN));
        let grid = self.grids[attribute].as_ref().expect("numbers have a grid");
        (!implied.is_nan()).then(|| grid.round(implied))
    }

    /// Whether a value keeps to all constraints, as far as the other values are known.
    pub fn allowed(
        &self,
        attribute: usize,
        cell: Cell,
        drawn: &[Option<Values>],
        row: usize,
    ) -> bool {
        if !self.possible(attribute, cell, drawn, row) {
            return false;
        }
        match cell {
            Cell::Code(code) => self.allows(attribute, code, drawn, row),
            Cell::Number(number) if number.is_nan() => true,
            Cell::Number(number) => {
                self.fits(attribute, number)
                    && self
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
        sum: &Sum,
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
        let value = |at: usize| known(at).unwrap_or(f64::NAN);
        match (first, second) {
            (_, Some(_)) => true,
            (Some(last), None) => {
                let implied = sum.implied(last, value);
                let grid = self.grids[last].as_ref().expect("numbers have a grid");
                implied.is_nan() || self.fits(last, grid.round(implied))
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

fn drawn_number(drawn: &[Option<Values>], at: usize, row: usize) -> Option<f64> {
    match &drawn[at] {
        Some(Values::Numbers(numbers)) => Some(numbers[row]),
        _ => None,
    }
}
