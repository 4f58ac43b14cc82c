//! What a record costs at least, whichever ordered partition is chosen.
//!
//! A record that is kept is in a class of at least k records. The class shows, attribute by attribute,
//! a stretch of values that holds those of all its records: so for each of the others it is at least
//! as wide as the stretch from the one to the other. Of the k − 1 others the one that is k-th nearest,
//! the record itself counted, or a farther one is among them. The record costs no less than what it
//! would cost to be with that one alone. Two records that a beginning of the head parts are never
//! together, and beginnings that left the tail make the narrowest stretch wider, so this grows on the
//! way down.
//!
//! Costs of attributes add up: shares of the domain, bits, or logarithms of leaves.

use crate::cut::{Classes, Map};
use ridotto_core::objective::{Aggregate, Objective, Scorer, granularity};
use ridotto_core::{ClassTable, Code};
use std::f64::consts::LN_2;

/// One attribute between the head and the finest partition below it.
struct Axis {
    /// The group of the head that each finest group lies in.
    head: Vec<Code>,
    /// Where each finest group begins and ends: in values, or in records if bits are counted.
    begin: Vec<u64>,
    end: Vec<u64>,
    objective: Objective,
    /// What the costs are multiplied by.
    weight: f64,
    domain: u64,
}

impl Axis {
    /// `None` if the objective looks at classes alone.
    fn new(scorer: &Scorer, at: usize, head: &Map, finest: &Map) -> Option<Self> {
        let (scale, objective) = (&scorer.scales()[at], scorer.objective());
        let values = &scale.levels[0].rows;
        let weight = match objective {
            Objective::Height => scale.importance * scale.height() as f64,
            Objective::Discernibility | Objective::ClassSize => return None,
            _ => scale.importance,
        };
        let domain = values.len() as u64;
        let mut axis = Self { head: vec![], begin: vec![], end: vec![], objective, weight, domain };
        let mut place = 0;
        for (value, &group) in finest.of.iter().enumerate() {
            if group as usize == axis.begin.len() {
                axis.head.push(head.of[value]);
                axis.begin.push(place);
                axis.end.push(place);
            }
            place += if objective == Objective::Entropy { values[value] } else { 1 };
            axis.end[group as usize] = place;
        }
        Some(axis)
    }

    /// What the narrowest stretch costs that holds two finest groups; `None` if no class does.
    fn cost(&self, one: Code, other: Code) -> Option<f64> {
        let (low, high) = (one.min(other) as usize, one.max(other) as usize);
        let length =
            (self.head[low] == self.head[high]).then(|| self.end[high] - self.begin[low])?;
        let spread = length.max(1) as f64;
        Some(
            self.weight
                * match self.objective {
                    Objective::Entropy => spread.log2(),
                    Objective::Ambiguity => spread.ln(),
                    _ => granularity(length, self.domain),
                },
        )
    }
}

/// What the records of each class of the input cost at least.
#[derive(Clone, Debug, Default)]
pub(super) struct Floors {
    /// Of each class of the input; infinite if it is suppressed for certain.
    least: Vec<f64>,
    /// What a record costs by itself in the finest partition.
    own: Vec<f64>,
}

/// Where floors are asked for.
pub(super) struct Place<'a> {
    pub scorer: &'a Scorer,
    pub table: &'a ClassTable,
    pub head: &'a [Map],
    pub finest: (&'a [Map], &'a Classes),
}

impl Floors {
    /// The floors of a place. Not more than `most` of the finest classes are compared with all others;
    /// of the rest is known what was `known` before, of a place above.
    pub fn new(place: &Place<'_>, known: &Self, most: usize) -> Option<Self> {
        let Place { scorer, table, head, finest: (maps, classes) } = place;
        let axes = (0..maps.len()).map(|at| Axis::new(scorer, at, &head[at], &maps[at]));
        let axes = axes.collect::<Option<Vec<Axis>>>()?;
        let tuples: Vec<Vec<Code>> = (0..classes.len())
            .map(|class| {
                let member = classes.members(class)[0] as usize;
                let code = |at: usize| table.keys().code(member, at) as usize;
                (0..axes.len()).map(|at| maps[at].of[code(at)]).collect()
            })
            .collect();
        let inputs = table.keys().len();
        let mut floors = Self { least: vec![0.0; inputs], own: vec![0.0; inputs] };
        let most = most.min(classes.len());
        let is_chosen =
            |class: usize| (class + 1) * most / classes.len() > class * most / classes.len();
        let mut nearest = Nearest { k: scorer.least_class(), found: Vec::new(), rows: 0 };
        for class in 0..classes.len() {
            let together = |other: usize| -> Option<f64> {
                let pairs = axes.iter().zip(tuples[class].iter().zip(&tuples[other]));
                pairs.map(|(axis, (&one, &other))| axis.cost(one, other)).sum()
            };
            let own = together(class).expect("a class is together with itself");
            let least = if is_chosen(class) {
                nearest.clear();
                nearest.add(own, classes.rows[class]);
                for other in (0..classes.len()).filter(|&other| other != class) {
                    if nearest.is_full() && nearest.farthest() <= own {
                        break;
                    }
                    if let Some(cost) = together(other) {
                        nearest.add(cost, classes.rows[other]);
                    }
                }
                if nearest.is_full() { nearest.farthest() } else { f64::INFINITY }
            } else {
                own
            };
            for &member in classes.members(class) {
                let before = known.least.get(member as usize).copied().unwrap_or(0.0);
                floors.least[member as usize] = least.max(before);
                floors.own[member as usize] = own;
            }
        }
        Some(floors)
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.least.is_empty()
    }

    /// What all records cost at least by the objective, if at most `limit` of them may be suppressed
    /// and those of which `is_gone` says so are; infinite if those are too many.
    pub fn total(&self, place: &Place<'_>, limit: u64, is_gone: impl Fn(usize) -> bool) -> f64 {
        let (scorer, rows) = (place.scorer, place.table.keys().counts());
        let all = rows.iter().sum::<u64>() as f64;
        let least = |class: usize| if is_gone(class) { f64::INFINITY } else { self.least[class] };
        let gone: u64 = (0..rows.len())
            .filter(|&class| least(class).is_infinite())
            .map(|class| rows[class])
            .sum();
        if gone > limit {
            return f64::INFINITY;
        }
        let sum = |cost: &dyn Fn(usize) -> f64| -> f64 {
            (0..rows.len()).map(|class| rows[class] as f64 * cost(class)).sum()
        };
        let attributes = scorer.scales().len().max(1) as f64;
        match scorer.objective() {
            // A suppressed record costs 1 in each attribute, and no record more.
            Objective::Loss(aggregate) => {
                let share = sum(&|class| (least(class) / attributes).min(1.0)) / all;
                least_by_mean(aggregate, share, attributes)
            }
            Objective::Precision => sum(&|class| (least(class) / attributes).min(1.0)) / all,
            // The mean over those who are kept: at best, the dearest are not.
            Objective::Height => {
                let mut each: Vec<(f64, u64)> =
                    (0..rows.len()).map(|class| (least(class), rows[class])).collect();
                each.sort_by(|a, b| a.0.total_cmp(&b.0));
                let kept = rows.iter().sum::<u64>() - limit;
                let mut left = kept;
                let mut cost = 0.0;
                for (least, rows) in each {
                    let taken = rows.min(left);
                    if taken == 0 {
                        break;
                    }
                    cost += least * taken as f64;
                    left -= taken;
                }
                cost / (kept as f64).max(1.0)
            }
            // Whoever is suppressed costs what their own values do, at least.
            Objective::Entropy => {
                let mut more: Vec<(f64, u64)> = (0..rows.len())
                    .map(|class| (least(class) - self.own[class], rows[class]))
                    .collect();
                more.sort_by(|a, b| b.0.total_cmp(&a.0));
                let (mut left, mut cost) = (limit, sum(&|class| self.own[class]));
                for (more, rows) in more {
                    let free = rows.min(left);
                    left -= free;
                    if rows > free {
                        cost += more * (rows - free) as f64;
                    }
                }
                let known: f64 = (scorer.scales().iter())
                    .map(|scale| {
                        let counts = scale.levels[0].rows.iter().filter(|&&rows| rows > 0);
                        let bits = counts.map(|&rows| rows as f64 * (rows as f64).log2());
                        scale.importance * bits.sum::<f64>()
                    })
                    .sum();
                // What rounding adds to two long sums is not to raise their difference above the truth.
                (cost - known - 1e-12 * cost).max(0.0)
            }
            Objective::Ambiguity => {
                let factor = |at: usize| {
                    scorer.ambiguity_factor(at, scorer.scales()[at].levels[0].rows.len() as u64)
                };
                let most: f64 = (0..scorer.scales().len()).map(factor).product();
                sum(&|class| least(class).exp().min(most)) * (1.0 - 1e-12)
            }
            Objective::Discernibility | Objective::ClassSize => 0.0,
        }
    }
}

/// The least that losses of attributes come to if their mean, by importance, is this.
fn least_by_mean(aggregate: Aggregate, mean: f64, attributes: f64) -> f64 {
    match aggregate {
        // No attribute weighs more than all, and the dearest no less than the mean.
        Aggregate::Mean | Aggregate::Max => mean,
        Aggregate::Sum => mean * attributes,
        // ln(1 + v) is at least v ln 2 between 0 and 1.
        Aggregate::Geometric => (mean * LN_2).exp_m1(),
    }
}

/// The cheapest records to be with, as many as a class needs.
struct Nearest {
    k: u64,
    /// What it costs to be with them and how many they are, the cheapest first.
    found: Vec<(f64, u64)>,
    rows: u64,
}

impl Nearest {
    fn clear(&mut self) {
        self.found.clear();
        self.rows = 0;
    }

    fn is_full(&self) -> bool {
        self.rows >= self.k
    }

    /// What the last of them costs.
    fn farthest(&self) -> f64 {
        self.found.last().map_or(0.0, |last| last.0)
    }

    fn add(&mut self, cost: f64, rows: u64) {
        if self.is_full() && cost >= self.farthest() {
            return;
        }
        let place = self.found.partition_point(|found| found.0 <= cost);
        self.found.insert(place, (cost, rows));
        self.rows += rows;
        // Whoever is not needed any more goes.
        while let Some(&(_, last)) = self.found.last().filter(|last| self.rows - last.1 >= self.k) {
            self.found.pop();
            self.rows -= last;
        }
    }
}
