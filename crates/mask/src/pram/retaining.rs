//! Matrices with which every category stays with the same probability, `retain`.
//!
//! An invariant one is a flow of records between categories: out of each category i go
//! `f[i] (1 − retain)`, and as many come in. There is one if no category has more than half of all
//! records. If one has, the others are too few to take what should leave it: it stays more often,
//! and the others with `retain`.

use super::Transition;
use crate::Refused;
use ridotto_core::Code;

/// Scalings of rows and columns, at most.
const ROUNDS: usize = 20_000;

/// How far a category's probability of staying may be from what was asked.
const EXACT: f64 = 1e-11;

/// Halvings until nothing changes any more.
const HALVINGS: usize = 200;

impl Transition {
    /// A value stays with the probability `retain`, and becomes each other category that occurs, and
    /// that is not forbidden, with the same probability. A category beside which no other occurs
    /// stays. Refused if a category has others and may become none.
    pub fn retain(
        retain: f64,
        frequencies: &[f64],
        forbidden: &[(Code, Code)],
    ) -> Result<Self, Refused> {
        check(retain)?;
        let (mut rows, mut bound) = (Vec::new(), 0);
        for from in 0..frequencies.len() {
            let targets = targets(from, frequencies, forbidden);
            let is_bound = targets.is_empty() && occurs_other(from, frequencies);
            bound += usize::from(is_bound && frequencies[from] > 0.0);
            rows.push(even_row(from, &targets, retain, frequencies.len()));
        }
        if bound > 0 {
            return Err(Refused::NothingAllowed { categories: bound });
        }
        Self::new(rows)
    }

    /// The invariant matrix with which every category stays with the probability `retain`; one that
    /// more than half of the values have stays more often. Refused if forbidden changes leave none.
    pub fn retain_invariant(
        retain: f64,
        frequencies: &[f64],
        forbidden: &[(Code, Code)],
    ) -> Result<Self, Refused> {
        check(retain)?;
        let leaving: Vec<f64> = frequencies.iter().map(|of| of * (1.0 - retain)).collect();
        let flows = if forbidden.is_empty() {
            symmetric_flows(&leaving)
        } else {
            let start = Self::retain(retain, frequencies, forbidden)?;
            allowed_flows(&leaving, frequencies, forbidden)
                .ok_or_else(|| start.unattained(retain, frequencies))?
        };
        Self::of_flows(&flows, frequencies)
    }

    /// The matrix that moves so many records.
    fn of_flows(flows: &[Vec<f64>], frequencies: &[f64]) -> Result<Self, Refused> {
        let row = |(from, flows): (usize, &Vec<f64>)| {
            let share =
                |flow: &f64| if frequencies[from] > 0.0 { flow / frequencies[from] } else { 0.0 };
            let mut row: Vec<f64> = flows.iter().map(share).collect();
            row[from] = (1.0 - row.iter().sum::<f64>()).max(0.0);
            row
        };
        Self::new(flows.iter().enumerate().map(row).collect())
    }

    /// What can be had instead of what was asked: the balanced part of this matrix.
    fn unattained(&self, asked: f64, frequencies: &[f64]) -> Refused {
        let staying: Vec<f64> = match self.reversible(frequencies) {
            Ok(matrix) => (0..frequencies.len())
                .filter(|&at| frequencies[at] > 0.0)
                .map(|at| matrix.row(at)[at])
                .collect(),
            Err(refused) => return refused,
        };
        let least = staying.iter().copied().fold(1.0, f64::min);
        let most = staying.iter().copied().fold(0.0, f64::max);
        Refused::Retention { asked, least, most }
    }
}

fn check(retain: f64) -> Result<(), Refused> {
    if (0.0..1.0).contains(&retain) {
        return Ok(());
    }
    let must_be = "at least 0 and less than 1";
    Err(Refused::Parameter { parameter: "retain", must_be })
}

/// What a category may become.
fn targets(from: usize, frequencies: &[f64], forbidden: &[(Code, Code)]) -> Vec<usize> {
    let may = |to: &usize| {
        *to != from && frequencies[*to] > 0.0 && !forbidden.contains(&(from as Code, *to as Code))
    };
    (0..frequencies.len()).filter(may).collect()
}

/// Whether there is a value of another category.
fn occurs_other(than: usize, frequencies: &[f64]) -> bool {
    frequencies.iter().enumerate().any(|(at, frequency)| at != than && *frequency > 0.0)
}

/// Stays with `retain`, and becomes each of the targets alike; without targets it stays.
fn even_row(from: usize, targets: &[usize], retain: f64, size: usize) -> Vec<f64> {
    let mut row = vec![0.0; size];
    row[from] = if targets.is_empty() { 1.0 } else { retain };
    for &to in targets {
        row[to] = (1.0 - retain) / targets.len() as f64;
    }
    row
}

/// Flows between all categories of which so much leaves each, as many back as forth: `x[i] x[j]`
/// between i and j, the flows of greatest entropy. If one has more than all others together, they
/// exchange with it alone.
fn symmetric_flows(leaving: &[f64]) -> Vec<Vec<f64>> {
    let greatest = (0..leaving.len()).fold(0, |a, b| if leaving[b] > leaving[a] { b } else { a });
    let others: f64 = leaving.iter().sum::<f64>() - leaving[greatest];
    let flow: Box<dyn Fn(usize, usize) -> f64> = if leaving[greatest] >= others {
        Box::new(|a, b| {
            if a == greatest {
                leaving[b]
            } else if b == greatest {
                leaving[a]
            } else {
                0.0
            }
        })
    } else {
        let factors = factors(leaving, greatest);
        Box::new(move |a, b| factors[a] * factors[b])
    };
    let row =
        |a: usize| (0..leaving.len()).map(|b| if a == b { 0.0 } else { flow(a, b) }).collect();
    (0..leaving.len()).map(row).collect()
}

/// Numbers x with `x[i] (X − x[i]) = leaving[i]`, X being their sum: roots of a square for a given X,
/// the smaller ones but perhaps for the greatest, and X by halving.
fn factors(leaving: &[f64], greatest: usize) -> Vec<f64> {
    let roots = |sum: f64, is_greater: bool| -> Vec<f64> {
        let root = |(at, own): (usize, &f64)| {
            let apart = (sum * sum - 4.0 * own).max(0.0).sqrt();
            // The smaller root without the difference of two numbers that are alike.
            if is_greater && at == greatest {
                f64::midpoint(sum, apart)
            } else {
                2.0 * own / (sum + apart)
            }
        };
        leaving.iter().enumerate().map(root).collect()
    };
    let surplus = |sum: f64, greater: bool| roots(sum, greater).iter().sum::<f64>() - sum;
    let mut low = 2.0 * leaving[greatest].sqrt();
    let is_greater = surplus(low, false) < 0.0;
    let is_below = |sum: f64| (surplus(sum, is_greater) < 0.0) == is_greater;
    let mut high = 2.0 * low;
    while is_below(high) && high.is_finite() {
        high *= 2.0;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if is_below(middle) { low = middle } else { high = middle }
    }
    roots(high, is_greater)
}

/// Flows without the forbidden ones, of which so much leaves each category and comes to it: rows and
/// columns are scaled in turn until both fit, if they ever do. (W. E. Deming and F. F. Stephan 1940,
/// *On a least squares adjustment of a sampled frequency table*.)
fn allowed_flows(
    leaving: &[f64],
    frequencies: &[f64],
    forbidden: &[(Code, Code)],
) -> Option<Vec<Vec<f64>>> {
    let size = leaving.len();
    let mut flows = vec![vec![0.0; size]; size];
    for (from, row) in flows.iter_mut().enumerate() {
        for to in targets(from, frequencies, forbidden) {
            row[to] = leaving[from] * leaving[to];
        }
    }
    for _ in 0..ROUNDS {
        let mut furthest = 0.0_f64;
        for (row, wanted) in flows.iter_mut().zip(leaving).filter(|(_, wanted)| **wanted > 0.0) {
            let sum: f64 = row.iter().sum();
            furthest = furthest.max((sum / wanted - 1.0).abs());
            for flow in row {
                *flow *= wanted / sum;
            }
        }
        for (to, wanted) in leaving.iter().enumerate().filter(|(_, wanted)| **wanted > 0.0) {
            let sum: f64 = flows.iter().map(|row| row[to]).sum();
            for row in &mut flows {
                row[to] *= wanted / sum;
            }
        }
        if furthest.is_nan() {
            return None;
        }
        if furthest < EXACT {
            return Some(flows);
        }
    }
    None
}
