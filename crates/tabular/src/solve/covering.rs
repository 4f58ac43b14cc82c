//! The dual simplex method for programs that only gain rows: the least cost of shares that cover them.
//!
//! Each share lies between bounds, each row asks that a sum of shares reach something. To stand at a
//! bound costs nothing that could be saved, so it begins there and mends one row after the other; rows
//! that come later, and bounds that branching moves, are mended from where it is (Koberstein 2005). All
//! numbers are kept in one table, which is for some thousand rows and shares at most.

/// A row: which shares it adds up, each times how much, and what the sum has to reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Shares with their factors.
    pub terms: Vec<(usize, f64)>,
    /// What the sum has to reach.
    pub least: f64,
}

/// Between what a share lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solved {
    /// The least cost.
    Cost(f64),
    /// Nothing covers all rows.
    Impossible,
    /// It was stopped, or numbers became too inexact.
    Unknown,
}

/// A share, or by how much a row is more than covered.
#[derive(Clone, Copy, Debug)]
struct Variable {
    number: usize,
    at: f64,
    low: f64,
    high: f64,
}

/// What is smaller is nothing.
const DUST: f64 = 1e-9;
/// By how much a bound may be missed.
const MISS: f64 = 1e-7;

/// A program.
#[derive(Clone, Debug)]
pub struct Covering {
    cost: Vec<f64>,
    rows: Vec<Row>,
    bounds: Vec<Bounds>,
    /// At a bound.
    still: Vec<Variable>,
    /// Wherever the others put them.
    moved: Vec<Variable>,
    /// How much of each still variable is in each moved one, row after row.
    body: Vec<f64>,
    /// What a unit of each still variable costs.
    price: Vec<f64>,
    /// Exchanges since the table was made.
    age: usize,
}

impl Covering {
    /// Shares with their costs and bounds.
    pub fn new(cost: Vec<f64>, bounds: Vec<Bounds>) -> Self {
        let mut new = Self {
            cost,
            rows: Vec::new(),
            bounds,
            still: Vec::new(),
            moved: Vec::new(),
            body: Vec::new(),
            price: Vec::new(),
            age: 0,
        };
        new.begin();
        new
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.iter().filter(|row| !row.terms.is_empty()).count()
    }

    /// Whether nothing has to be covered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a row.
    pub fn add(&mut self, row: Row) {
        self.enter(self.rows.len(), &row);
        self.rows.push(row);
    }

    /// Leaves out the rows that are covered by more than so much.
    pub fn forget(&mut self, more_than: f64) {
        let (shares, width) = (self.cost.len(), self.still.len());
        let mut body = Vec::with_capacity(self.body.len());
        let mut moved = Vec::with_capacity(self.moved.len());
        for (of, line) in self.moved.iter().zip(self.body.chunks_exact(width.max(1))) {
            if of.number >= shares && of.at > more_than {
                // What asks for nothing is left out when the table is made anew.
                self.rows[of.number - shares] = Row { terms: Vec::new(), least: -1.0 };
            } else {
                moved.push(*of);
                body.extend_from_slice(line);
            }
        }
        (self.moved, self.body) = (moved, body);
    }

    /// Moves the bounds of a share.
    pub fn bind(&mut self, share: usize, bounds: Bounds) {
        if self.bounds[share] == bounds {
            return;
        }
        self.bounds[share] = bounds;
        let Bounds { low, high } = bounds;
        if let Some(column) = self.still.iter().position(|of| of.number == share) {
            let of = &mut self.still[column];
            (of.low, of.high) = (low, high);
            self.settle(column);
        } else if let Some(of) = self.moved.iter_mut().find(|of| of.number == share) {
            (of.low, of.high) = (low, high);
        }
    }

    /// The shares that lie at a bound and would cost more than so much to bring to the other; and whether
    /// it is the upper bound.
    pub fn settled(&self, more_than: f64) -> Vec<(usize, bool)> {
        let shares = self.still.iter().zip(&self.price);
        let dear = shares.filter(|(of, price)| {
            let is_open = of.number < self.cost.len() && of.low < of.high;
            is_open && price.abs() * (of.high - of.low) > more_than
        });
        dear.map(|(of, _)| (of.number, of.at >= of.high)).collect()
    }

    /// The shares as they are now.
    pub fn shares(&self) -> Vec<f64> {
        let mut shares = vec![0.0; self.cost.len()];
        for of in self.still.iter().chain(&self.moved).filter(|of| of.number < self.cost.len()) {
            shares[of.number] = of.at;
        }
        shares
    }

    /// Finds the least cost. It is given up as soon as it is sure to be more than `enough`.
    pub fn solve(&mut self, enough: f64, stopped: &dyn Fn() -> bool) -> Solved {
        let patience = 60 * (self.rows.len() + self.cost.len()) + 1_000;
        let mut is_anew = self.age == 0;
        for step in 1..patience {
            if self.age > 3_000 {
                self.begin();
            }
            if step.is_multiple_of(32) {
                if stopped() {
                    return Solved::Unknown;
                }
                if self.spent() > enough {
                    return Solved::Cost(self.spent());
                }
            }
            let Some((row, up)) = self.leaving() else { return Solved::Cost(self.spent()) };
            let Some(column) = self.entering(row, up) else {
                if is_anew {
                    return Solved::Impossible;
                }
                // Perhaps it is only the numbers that say so.
                self.begin();
                is_anew = true;
                continue;
            };
            self.step(row, column, up);
        }
        Solved::Unknown
    }

    /// What the shares cost as they are now. While rows are still broken it is a bound: the method comes from
    /// below, and no shares that cover all rows cost less.
    pub fn spent(&self) -> f64 {
        self.shares().iter().zip(&self.cost).map(|(share, cost)| share * cost).sum()
    }

    /// Makes the table anew, from the rows.
    fn begin(&mut self) {
        let shares = self.bounds.iter().enumerate();
        let still = shares.map(|(number, &Bounds { low, high })| {
            let at = if self.cost[number] < 0.0 { high } else { low };
            Variable { number, at, low, high }
        });
        self.still = still.collect();
        (self.moved, self.body) = (Vec::new(), Vec::new());
        self.price = self.cost.clone();
        self.age = 0;
        let mut rows = std::mem::take(&mut self.rows);
        rows.retain(|row| !row.terms.is_empty() || row.least > 0.0);
        for (at, row) in rows.iter().enumerate() {
            self.enter(at, row);
        }
        self.rows = rows;
    }

    /// Takes a row into the table.
    fn enter(&mut self, number: usize, row: &Row) {
        let (shares, width) = (self.cost.len(), self.still.len());
        let mut factor = vec![0.0; shares];
        for &(share, by) in &row.terms {
            factor[share] += by;
        }
        let mut line = vec![0.0; width];
        let mut at = -row.least;
        for (column, of) in self.still.iter().enumerate().filter(|(_, of)| of.number < shares) {
            line[column] += factor[of.number];
            at += factor[of.number] * of.at;
        }
        for (of, own) in self.moved.iter().zip(self.body.chunks_exact(width)) {
            if of.number < shares && factor[of.number] != 0.0 {
                at += factor[of.number] * of.at;
                line.iter_mut().zip(own).for_each(|(to, from)| *to += factor[of.number] * from);
            }
        }
        self.body.extend(line);
        self.moved.push(Variable { number: shares + number, at, low: 0.0, high: f64::INFINITY });
    }

    /// Puts a still variable to the bound at which it costs least.
    fn settle(&mut self, column: usize) {
        let of = self.still[column];
        let is_free_above = of.high.is_finite();
        let to = if self.price[column] < 0.0 && is_free_above { of.high } else { of.low };
        self.shift(column, to - of.at);
        self.still[column].at = to;
    }

    fn shift(&mut self, column: usize, by: f64) {
        let width = self.still.len();
        if by != 0.0 {
            for (of, line) in self.moved.iter_mut().zip(self.body.chunks_exact(width)) {
                of.at += line[column] * by;
            }
        }
        self.still[column].at += by;
    }

    /// The variable that misses its bounds most, and whether it has to go up.
    fn leaving(&self) -> Option<(usize, bool)> {
        let mut worst: Option<(f64, usize, bool)> = None;
        for (row, of) in self.moved.iter().enumerate() {
            for (miss, up) in [(of.low - of.at, true), (of.at - of.high, false)] {
                if miss > MISS && worst.is_none_or(|(most, ..)| miss > most) {
                    worst = Some((miss, row, up));
                }
            }
        }
        worst.map(|(_, row, up)| (row, up))
    }

    /// The still variable that makes up for it at the least price.
    fn entering(&self, row: usize, up: bool) -> Option<usize> {
        let width = self.still.len();
        let line = &self.body[row * width..(row + 1) * width];
        let mut best: Option<(f64, f64, usize)> = None;
        for (column, (&by, of)) in line.iter().zip(&self.still).enumerate() {
            if by.abs() < 1e-7 || of.low >= of.high {
                continue;
            }
            let rises = (by > 0.0) == up;
            let is_at_low = of.at <= of.low + DUST;
            if rises != is_at_low {
                continue;
            }
            let ratio = self.price[column].abs() / by.abs();
            let is_better = best.is_none_or(|(least, strength, _)| {
                ratio < least - DUST || (ratio < least + DUST && by.abs() > strength)
            });
            if is_better {
                best = Some((ratio, by.abs(), column));
            }
        }
        best.map(|(.., column)| column)
    }

    /// Brings a variable to its bound by moving a still one, and lets them change places.
    fn step(&mut self, row: usize, column: usize, up: bool) {
        let width = self.still.len();
        let by = self.body[row * width + column];
        let of = self.moved[row];
        let to = if up { of.low } else { of.high };
        self.shift(column, (to - of.at) / by);
        self.moved[row].at = to;
        self.exchange(row, column);
        self.age += 1;
    }

    fn exchange(&mut self, row: usize, column: usize) {
        let width = self.still.len();
        let by = self.body[row * width + column];
        let mut own: Vec<f64> = self.body[row * width..(row + 1) * width].to_vec();
        for (at, value) in own.iter_mut().enumerate() {
            *value = if at == column { 1.0 / by } else { -*value / by };
        }
        own.iter_mut().filter(|value| value.abs() <= DUST).for_each(|value| *value = 0.0);
        let replace = |line: &mut [f64]| {
            let share = std::mem::take(&mut line[column]);
            if share.abs() > DUST {
                line.iter_mut().zip(&own).for_each(|(to, value)| *to += share * value);
            }
        };
        for (at, line) in self.body.chunks_exact_mut(width).enumerate() {
            if at != row {
                replace(line);
            }
        }
        replace(&mut self.price);
        self.body[row * width..(row + 1) * width].copy_from_slice(&own);
        std::mem::swap(&mut self.still[column], &mut self.moved[row]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SHARE: Bounds = Bounds { low: 0.0, high: 1.0 };

    fn row(terms: &[(usize, f64)], least: f64) -> Row {
        Row { terms: terms.to_vec(), least }
    }

    /// Of three shares any two have to reach 1: half of each is enough, until one is fixed.
    #[test]
    fn rows_and_bounds_that_come_later() {
        let mut program = Covering::new(vec![1.0; 3], vec![SHARE; 3]);
        assert_eq!(program.solve(f64::INFINITY, &|| false), Solved::Cost(0.0));
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            program.add(row(&[(a, 1.0), (b, 1.0)], 1.0));
        }
        assert_eq!(program.solve(f64::INFINITY, &|| false), Solved::Cost(1.5));
        program.bind(0, Bounds { low: 0.0, high: 0.0 });
        assert_eq!(program.solve(f64::INFINITY, &|| false), Solved::Cost(2.0));
        program.bind(1, Bounds { low: 0.0, high: 0.0 });
        assert_eq!(program.solve(f64::INFINITY, &|| false), Solved::Impossible);
        program.bind(0, SHARE);
        program.bind(1, SHARE);
        assert_eq!(program.solve(f64::INFINITY, &|| false), Solved::Cost(1.5));
    }

    proptest! {
        /// No corner of halves is cheaper and covers everything; what is found covers everything.
        #[test]
        fn nothing_is_cheaper(
            cost in proptest::collection::vec(0_u8..9, 4),
            rows in proptest::collection::vec(
                (proptest::collection::vec(0_u8..4, 4), 0_u8..5), 1..6),
        ) {
            let cost: Vec<f64> = cost.into_iter().map(f64::from).collect();
            let rows: Vec<Row> = rows.into_iter().map(|(factors, least)| {
                let terms = factors.into_iter().map(f64::from).enumerate().collect();
                Row { terms, least: least.into() }
            }).collect();
            let covers = |shares: &[f64]| rows.iter().all(|row| {
                row.terms.iter().map(|&(at, by)| by * shares[at]).sum::<f64>() >= row.least - 1e-6
            });
            let spent = |shares: &[f64]| shares.iter().zip(&cost).map(|(a, b)| a * b).sum::<f64>();
            let mut program = Covering::new(cost.clone(), vec![SHARE; 4]);
            for row in &rows {
                program.add(row.clone());
            }
            let solved = program.solve(f64::INFINITY, &|| false);
            let tried = (0..81).map(|of| [1, 3, 9, 27].map(|by| f64::from(of / by % 3) / 2.0));
            let best = tried.filter(|shares| covers(shares)).map(|shares| spent(&shares));
            let best = best.fold(f64::INFINITY, f64::min);
            match solved {
                Solved::Cost(cost) => {
                    prop_assert!(covers(&program.shares()));
                    prop_assert!(cost <= best + 1e-6, "{} {}", cost, best);
                }
                Solved::Impossible => prop_assert!(!covers(&[1.0; 4])),
                Solved::Unknown => prop_assert!(false),
            }
        }
    }
}
