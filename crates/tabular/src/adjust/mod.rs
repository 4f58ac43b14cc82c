//! Controlled tabular adjustment: the nearest table that adds up in which every sensitive cell is far
//! enough from its true value.
//!
//! Each sensitive cell goes at least to its lower or to its upper protection level, and as little as
//! possible changes otherwise (Dandekar and Cox 2002; Castro 2006). Which goes where is what makes it
//! hard: with few sensitive cells all signs are searched through, with many a heuristic chooses them, and it
//! is said. With signs the rest is a cheapest flow in two dimensions, a linear program or least
//! squares elsewhere, and then whole numbers near it.
//!
//! # Guarantee
//! The published table adds up, every sensitive cell is published at or beyond a protection level, and all
//! others within their bounds.
//!
//! # Does not protect against
//! Who guesses that a cell went up or down, and how far, undoes it: nobody has bounded what a published
//! table says of the true one.

mod descent;
mod program;
mod signs;

use crate::additive::{Additive, Windows, is_additive, project};
use program::{Piece, cheapest};
use ridotto_audit::System;
use signs::Sign;

/// A sensitive cell, and how far below or above its value it is to be published at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protect {
    /// Which cell.
    pub cell: u32,
    /// How far below.
    pub down: i64,
    /// How far above.
    pub up: i64,
}

/// What distances are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Norm {
    /// Weighted absolute values.
    L1,
    /// Weighted squares.
    L2,
}

/// What is to be adjusted.
#[derive(Clone, Copy, Debug)]
pub struct Adjust<'a> {
    /// What ties cells together.
    pub system: &'a System,
    /// Their values.
    pub values: &'a [i64],
    /// The least that may be published of each.
    pub low: &'a [i64],
    /// The most.
    pub high: &'a [i64],
    /// What a unit of change costs.
    pub weight: &'a [f64],
    /// Which cells are sensitive.
    pub needs: &'a [Protect],
    /// Whether totals that are not sensitive stay as they are.
    pub keeps_totals: bool,
    /// How distances are added up.
    pub norm: Norm,
}

/// An adjusted table.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjusted {
    /// What is published.
    pub values: Vec<i64>,
    /// What the changes cost in the norm.
    pub cost: f64,
    /// What any table costs at least, where that is known.
    pub bound: Option<f64>,
    /// Whether none costs less.
    pub is_nearest: bool,
}

/// Why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAdjusted {
    /// So many sensitive cells can go neither down nor up within their bounds.
    Stuck(usize),
    /// No table was found.
    None,
    /// A value is too large to be calculated with.
    TooLarge,
}

/// The nearest adjusted table, or the best that was found.
pub fn adjust(of: &Adjust<'_>, stopped: &dyn Fn() -> bool) -> Result<Adjusted, NotAdjusted> {
    // Farther out binary numbers are no longer whole ones.
    if of.values.iter().any(|value| value.abs() > FAR / 2) {
        return Err(NotAdjusted::TooLarge);
    }
    let question = Question::new(of);
    let is_stuck = |at: &usize| ![Sign::Down, Sign::Up].iter().any(|&sign| question.may(*at, sign));
    let stuck = (0..of.needs.len()).filter(is_stuck).count();
    if stuck > 0 {
        return Err(NotAdjusted::Stuck(stuck));
    }
    signs::searched(&question, stopped).ok_or(NotAdjusted::None)
}

/// Up to so many cells linear programs are solved.
const PROGRAM: usize = 2_500;
/// Ends that are farther are no ends, so that sums of them are numbers.
const FAR: i64 = 1 << 52;
/// What it costs per unit that a cell has not moved far enough, in the greatest weights.
const STEEP: f64 = 1e7;

/// A table in real numbers, and a bound of what it costs.
struct Real {
    values: Vec<f64>,
    cost: f64,
}

/// The question with all ends worked out.
struct Question<'a> {
    system: &'a System,
    values: &'a [i64],
    needs: &'a [Protect],
    weight: Vec<f64>,
    /// The greatest of the weights.
    greatest: f64,
    norm: Norm,
    low: Vec<i64>,
    high: Vec<i64>,
    additive: Additive<'a>,
}

impl<'a> Question<'a> {
    fn new(of: &Adjust<'a>) -> Self {
        let additive = Additive::new(of.system);
        let mut low: Vec<i64> = of.low.iter().map(|&low| low.max(-FAR)).collect();
        let mut high: Vec<i64> = of.high.iter().map(|&high| high.min(FAR)).collect();
        if of.keeps_totals {
            let is_total = |cell: &u32| additive.sums().is_some_and(|sums| !sums.is_leaf(*cell));
            let sensitive: std::collections::BTreeSet<u32> =
                of.needs.iter().map(|need| need.cell).collect();
            let kept = (0..of.values.len() as u32).filter(is_total);
            for cell in kept.filter(|cell| !sensitive.contains(cell)) {
                let at = cell as usize;
                (low[at], high[at]) = (of.values[at], of.values[at]);
            }
        }
        settle(of.system, of.values, &mut low, &mut high);
        // Squares need weights above nothing.
        let greatest = of.weight.iter().copied().fold(0.0, f64::max);
        let least = if greatest > 0.0 { greatest * 1e-6 } else { 1.0 };
        let weight = of.weight.iter().map(|&weight| match of.norm {
            Norm::L1 => weight,
            Norm::L2 => weight.max(least),
        });
        Self {
            system: of.system,
            values: of.values,
            needs: of.needs,
            weight: weight.collect(),
            greatest: if greatest > 0.0 { greatest } else { 1.0 },
            norm: of.norm,
            low,
            high,
            additive,
        }
    }

    /// How many relaxations may be solved: flows are quick, programs and squares grow with the square
    /// of the table.
    fn effort(&self) -> usize {
        let cells = self.values.len().max(1);
        let most = if self.additive.is_network() && self.norm == Norm::L1 {
            2_000_000 / cells
        } else if cells > PROGRAM {
            0
        } else {
            20_000_000 / (cells * cells)
        };
        most.min(4_000)
    }

    /// The table of the heuristic for any size.
    fn descended(&self, stopped: &dyn Fn() -> bool) -> Option<Adjusted> {
        let values = descent::descended(self, stopped)?;
        debug_assert!(is_additive(self.system, &values));
        let cost = self.cost(&values);
        Some(Adjusted { values, cost, bound: None, is_nearest: false })
    }

    /// The sides on which a table has the sensitive cells.
    fn signs_of(&self, values: &[i64]) -> Vec<Option<Sign>> {
        let sign = |need: &Protect| {
            let cell = need.cell as usize;
            Some(if values[cell] < self.values[cell] { Sign::Down } else { Sign::Up })
        };
        self.needs.iter().map(sign).collect()
    }

    /// Whether a sensitive cell can go one way.
    fn may(&self, at: usize, sign: Sign) -> bool {
        let (low, high) = self.ends(at, sign);
        low <= high
    }

    /// Between which ends a sensitive cell is that goes one way.
    fn ends(&self, at: usize, sign: Sign) -> (i64, i64) {
        let Protect { cell, down, up } = self.needs[at];
        let (value, cell) = (self.values[cell as usize], cell as usize);
        match sign {
            Sign::Down => (self.low[cell], self.high[cell].min(value - down)),
            Sign::Up => (self.low[cell].max(value + up), self.high[cell]),
        }
    }

    /// The ends of all cells with some signs.
    fn all_ends(&self, signs: &[Option<Sign>]) -> (Vec<i64>, Vec<i64>) {
        let (mut low, mut high) = (self.low.clone(), self.high.clone());
        for (at, sign) in signs.iter().enumerate() {
            if let Some(sign) = sign {
                let cell = self.needs[at].cell as usize;
                (low[cell], high[cell]) = self.ends(at, *sign);
            }
        }
        (low, high)
    }

    /// The cheapest table in which the cells that have a sign go there; `None` if there is none.
    fn relaxed(&self, signs: &[Option<Sign>], stopped: &dyn Fn() -> bool) -> Option<Real> {
        let (low, high) = self.all_ends(signs);
        if self.norm == Norm::L2 {
            return self.squares(&low, &high, stopped);
        }
        if self.additive.is_network() {
            let values = self.flow(&low, &high, stopped)?;
            let cost = self.cost(&values);
            return Some(Real { values: values.iter().map(|&value| value as f64).collect(), cost });
        }
        self.program(&low, &high, stopped)
    }

    /// The cheapest whole table with all signs.
    fn whole(&self, signs: &[Option<Sign>], stopped: &dyn Fn() -> bool) -> Option<Adjusted> {
        let (low, high) = self.all_ends(signs);
        let values = if self.norm == Norm::L1 && self.additive.is_network() {
            self.flow(&low, &high, stopped)?
        } else {
            let real = if self.norm == Norm::L1 && self.values.len() <= PROGRAM {
                self.program(&low, &high, stopped)
            } else {
                self.squares(&low, &high, stopped)
            };
            self.near(&real?, &low, &high, stopped)?
        };
        debug_assert!(is_additive(self.system, &values));
        let cost = self.cost(&values);
        Some(Adjusted { values, cost, bound: None, is_nearest: false })
    }

    /// Whole numbers that add up near real ones: beside them, or a little farther.
    fn near(
        &self,
        real: &Real,
        low: &[i64],
        high: &[i64],
        stopped: &dyn Fn() -> bool,
    ) -> Option<Vec<i64>> {
        for farther in [0, 1, 3, FAR] {
            let ends =
                real.values.iter().zip(low.iter().zip(high)).map(|(&value, (&low, &high))| {
                    // What the work left of a whole number is that number.
                    let below = (value + 1e-6).floor() as i64;
                    let above = (value - 1e-6).ceil() as i64;
                    ((below - farther).clamp(low, high), (above + farther).clamp(low, high))
                });
            let (below, above): (Vec<i64>, Vec<i64>) = ends.unzip();
            let windows =
                Windows { target: &real.values, low: &below, high: &above, weight: &self.weight };
            if let Some(values) = self.additive.within(&windows, stopped).values {
                return Some(values);
            }
            if stopped() {
                return None;
            }
        }
        None
    }

    fn flow(&self, low: &[i64], high: &[i64], stopped: &dyn Fn() -> bool) -> Option<Vec<i64>> {
        let target: Vec<f64> = self.values.iter().map(|&value| value as f64).collect();
        let windows = Windows { target: &target, low, high, weight: &self.weight };
        self.additive.within(&windows, stopped).values
    }

    fn program(&self, low: &[i64], high: &[i64], stopped: &dyn Fn() -> bool) -> Option<Real> {
        let greatest = self.greatest;
        let piece = |(at, (&low, &high)): (usize, (&i64, &i64))| {
            let (low, high) = ((low - self.values[at]) as f64, (high - self.values[at]) as f64);
            let weight = self.weight[at] / greatest;
            if low > 0.0 {
                Piece { low: 0.0, kink: low, high, left: -STEEP, right: weight }
            } else if high < 0.0 {
                Piece { low, kink: high, high: 0.0, left: -weight, right: STEEP }
            } else {
                Piece { low, kink: 0.0, high, left: -weight, right: weight }
            }
        };
        let pieces: Vec<Piece> = low.iter().zip(high).enumerate().map(piece).collect();
        let changes = cheapest(self.system, &pieces, stopped)?;
        let lacks = |(change, (low, high)): (&f64, (&i64, &i64)), value: i64| {
            *change < (low - value) as f64 - 1e-6 || *change > (high - value) as f64 + 1e-6
        };
        let mut all = changes.iter().zip(low.iter().zip(high)).zip(self.values);
        if all.any(|(of, &value)| lacks(of, value)) {
            return None;
        }
        let cost = changes.iter().zip(&self.weight).map(|(change, weight)| change.abs() * weight);
        let cost = cost.sum();
        let values = changes.iter().zip(self.values).map(|(change, &value)| value as f64 + change);
        Some(Real { values: values.collect(), cost })
    }

    fn squares(&self, low: &[i64], high: &[i64], stopped: &dyn Fn() -> bool) -> Option<Real> {
        let real = |of: &[i64]| of.iter().map(|&value| value as f64).collect::<Vec<f64>>();
        let (target, low, high) = (real(self.values), real(low), real(high));
        let found = project(self.system, (&target, &self.weight), (&low, &high), stopped);
        let size = target.iter().fold(1.0_f64, |size, value| size.max(value.abs()));
        let fits = found.residual <= 1e-5 * size;
        fits.then_some(Real { values: found.values, cost: found.bound })
    }

    fn cost(&self, values: &[i64]) -> f64 {
        values.iter().enumerate().map(|(cell, &value)| self.distance(cell, value)).sum()
    }

    /// What it costs that a cell is published as a value.
    fn distance(&self, cell: usize, value: i64) -> f64 {
        let off = (value - self.values[cell]).abs() as f64;
        self.weight[cell] * if self.norm == Norm::L1 { off } else { off * off }
    }
}

/// A cell that alone of a relation could change cannot: its true value is all it can be.
fn settle(system: &System, values: &[i64], low: &mut [i64], high: &mut [i64]) {
    let mut open: Vec<u32> = (0..system.len() as u32).collect();
    while let Some(at) = open.pop() {
        let terms = system.relation(at as usize).terms();
        let mut free =
            terms.map(|term| term.0).filter(|&cell| low[cell as usize] < high[cell as usize]);
        if let (Some(only), None) = (free.next(), free.next()) {
            (low[only as usize], high[only as usize]) =
                (values[only as usize], values[only as usize]);
            open.extend(system.relations_of(only));
        }
    }
}

#[cfg(test)]
mod tests;
