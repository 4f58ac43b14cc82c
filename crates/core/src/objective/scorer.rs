//! The scorer: scores a generalisation, and bounds the score of those not yet looked at.
//!
//! A score is exact. A bound is never above the score of any generalisation it speaks for, which
//! is all that a search needs to skip work soundly. Two kinds of knowledge raise a bound:
//!
//! - *From coarser nodes.* With models that hold for a union if they hold for either part, the
//!   records suppressed at a node are suppressed at every finer one. So `suppressed` at a coarser
//!   node is a floor at each finer node ([`Scorer::terms`]).
//! - *From finer nodes.* Classes only grow upward, so what a class costs at a finer node it costs
//!   at least at every coarser one ([`Scorer::floor_above`]).

use super::scale::bits;
use super::{Aggregate, Objective, Scale};

/// What was seen at a node: everything that the objectives need.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Suppressed records.
    pub suppressed: u64,
    /// Classes kept.
    pub classes: u64,
    /// Σ size² over the kept classes.
    pub squares: f64,
    /// Σ size · ∏ leaves^w over the kept classes; filled for `ambiguity` only.
    pub ambiguity: f64,
    /// The same over the suppressed classes.
    pub suppressed_ambiguity: f64,
    /// For each attribute the suppressed records by group of its level.
    pub suppressed_by_group: Vec<Vec<u64>>,
}

/// Scores and bounds for one objective on one data set.
#[derive(Clone, Debug)]
pub struct Scorer {
    objective: Objective,
    scales: Vec<Scale>,
    rows: u64,
    least_class: u64,
}

/// Each attribute's part of a bound, level by level, for one floor on the suppressed records.
#[derive(Clone, Debug)]
pub struct Terms {
    suppressed: u64,
    by_level: Vec<Vec<f64>>,
}

impl Scorer {
    /// A scorer for `rows` records; every kept class has at least `least_class` of them.
    /// Importances are scaled so that their mean is 1.
    pub fn new(objective: Objective, mut scales: Vec<Scale>, rows: u64, least_class: u64) -> Self {
        let sum: f64 = scales.iter().map(|scale| scale.importance).sum();
        let mean = sum / scales.len().max(1) as f64;
        for scale in &mut scales {
            scale.importance /= mean;
        }
        Self { objective, scales, rows, least_class: least_class.max(1) }
    }

    /// What is minimised.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// The attributes' scales.
    pub fn scales(&self) -> &[Scale] {
        &self.scales
    }

    /// How many records there are.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The fewest records that a kept class has.
    pub fn least_class(&self) -> u64 {
        self.least_class
    }

    /// leaves^w, an attribute's factor in a record's ambiguity.
    pub fn ambiguity_factor(&self, attribute: usize, leaves: u64) -> f64 {
        power(leaves as f64, self.scales[attribute].importance)
    }

    /// The score of a node with these levels at which this was seen.
    pub fn score(&self, levels: &[u8], outcome: &Outcome) -> f64 {
        let n = self.rows as f64;
        let s = outcome.suppressed as f64;
        let each = || self.scales.iter().zip(levels).enumerate();
        match self.objective {
            Objective::Loss(aggregate) => self.aggregate(
                aggregate,
                each().map(|(at, _)| self.attribute_loss(at, levels, outcome)),
            ),
            Objective::Discernibility => outcome.squares + n * s,
            Objective::ClassSize => {
                n / (outcome.classes + u64::from(outcome.suppressed > 0)) as f64
            }
            Objective::Precision => {
                let sum: f64 = each()
                    .map(|(_, (scale, &level))| {
                        let step = f64::from(level) / scale.height() as f64;
                        scale.importance * ((n - s) * step + s) / n
                    })
                    .sum();
                sum / self.attributes()
            }
            Objective::Height => {
                each().map(|(_, (scale, &level))| scale.importance * f64::from(level)).sum()
            }
            Objective::Entropy => each()
                .map(|(at, (scale, &level))| {
                    let within: f64 = outcome.suppressed_by_group[at]
                        .iter()
                        .filter(|&&rows| rows > 0)
                        .map(|&rows| bits(rows, outcome.suppressed))
                        .sum();
                    scale.importance * (scale.levels[level as usize].entropy + within)
                })
                .sum(),
            Objective::Ambiguity => outcome.ambiguity + s * self.ambiguity_of_suppressed(),
        }
    }

    /// One attribute's granularity loss: the v of the formula.
    pub fn attribute_loss(&self, attribute: usize, levels: &[u8], outcome: &Outcome) -> f64 {
        let level = &self.scales[attribute].levels[levels[attribute] as usize];
        let gone: f64 = outcome.suppressed_by_group[attribute]
            .iter()
            .zip(&level.loss)
            .map(|(&rows, loss)| rows as f64 * loss)
            .sum();
        (level.total_loss - gone + outcome.suppressed as f64) / self.rows as f64
    }

    /// The number that means are taken by: without attributes nothing is lost, not 0/0.
    fn attributes(&self) -> f64 {
        self.scales.len().max(1) as f64
    }

    fn aggregate(&self, aggregate: Aggregate, losses: impl Iterator<Item = f64>) -> f64 {
        let weighed = losses.zip(&self.scales).map(|(loss, scale)| (scale.importance, loss));
        let m = self.attributes();
        match aggregate {
            Aggregate::Mean => weighed.map(|(w, v)| w * v).sum::<f64>() / m,
            Aggregate::Geometric => {
                weighed.map(|(w, v)| power(1.0 + v, w)).product::<f64>().powf(1.0 / m) - 1.0
            }
            Aggregate::Max => weighed.map(|(w, v)| w * v).fold(0.0, f64::max),
            Aggregate::Sum => weighed.map(|(w, v)| w * v).sum(),
        }
    }

    fn ambiguity_of_suppressed(&self) -> f64 {
        (0..self.scales.len()).map(|at| self.ambiguity_factor(at, self.scales[at].domain)).product()
    }

    /// The bound on one node if at least `suppressed` records go there.
    pub fn bound_at(&self, levels: &[u8], suppressed: u64) -> f64 {
        let at: Vec<f64> =
            (0..levels.len()).map(|j| self.term(j, levels[j].into(), suppressed)).collect();
        self.fold(at.into_iter(), suppressed)
    }

    /// Each attribute's part of the bound on nodes at which at least `suppressed` records are
    /// known to be suppressed.
    pub fn terms(&self, suppressed: u64) -> Terms {
        let by_level = self
            .scales
            .iter()
            .enumerate()
            .map(|(at, scale)| {
                (0..scale.levels.len()).map(|level| self.term(at, level, suppressed)).collect()
            })
            .collect();
        Terms { suppressed, by_level }
    }

    fn term(&self, attribute: usize, at: usize, suppressed: u64) -> f64 {
        let n = self.rows as f64;
        let s = suppressed as f64;
        let scale = &self.scales[attribute];
        let level = &scale.levels[at];
        let part = match self.objective {
            Objective::Loss(aggregate) => {
                let v = (level.total_loss + level.least_added_by(suppressed)) / n;
                if aggregate == Aggregate::Geometric { v.ln_1p() } else { v }
            }
            Objective::Precision => {
                let step = at as f64 / scale.height() as f64;
                ((n - s) * step + s) / n
            }
            Objective::Height => at as f64,
            Objective::Entropy => level.entropy,
            Objective::Ambiguity => level.mean_log_leaves,
            Objective::Discernibility | Objective::ClassSize => 0.0,
        };
        scale.importance * part
    }

    /// A bound from below on the score of the node with these levels.
    pub fn lower_bound(&self, terms: &Terms, levels: &[u8]) -> f64 {
        let each = terms.by_level.iter().zip(levels).map(|(by_level, &at)| by_level[at as usize]);
        self.fold(each, terms.suppressed)
    }

    fn fold(&self, each: impl Iterator<Item = f64>, suppressed: u64) -> f64 {
        let n = self.rows as f64;
        let m = self.attributes();
        let s = suppressed as f64;
        let kept = n - s;
        match self.objective {
            Objective::Loss(Aggregate::Mean) | Objective::Precision => each.sum::<f64>() / m,
            Objective::Loss(Aggregate::Geometric) => (each.sum::<f64>() / m).exp_m1(),
            Objective::Loss(Aggregate::Max) => each.fold(0.0, f64::max),
            Objective::Loss(Aggregate::Sum) | Objective::Height | Objective::Entropy => each.sum(),
            // A kept record is in a class of at least `least_class`.
            Objective::Discernibility => n * s + kept * self.least_class as f64,
            // One more, because the node may suppress although nothing coarser did.
            Objective::ClassSize => n / ((kept / self.least_class as f64).floor() + 1.0),
            // The mean of a product of positive numbers is at least the exponential of the mean of
            // its logarithm; and a suppressed record costs all, a kept one at least 1.
            Objective::Ambiguity => {
                let spread = n * each.sum::<f64>().exp();
                spread.max(s * self.ambiguity_of_suppressed() + kept)
            }
        }
    }

    /// A bound on the score of every node that is coarser than one at which this was seen.
    pub fn floor_above(&self, seen: &Outcome) -> f64 {
        let n = self.rows as f64;
        match self.objective {
            // A record stays in a class at least as large, or costs n; and no kept class is
            // smaller than `least_class`.
            Objective::Discernibility => {
                seen.squares + seen.suppressed as f64 * self.least_class as f64
            }
            // A kept class above contains a class kept here, or is put together from records
            // suppressed here.
            Objective::ClassSize => {
                let most = seen.classes + seen.suppressed / self.least_class;
                n / (most + 1) as f64
            }
            Objective::Ambiguity => seen.ambiguity + seen.suppressed_ambiguity,
            _ => 0.0,
        }
    }
}

/// base^exponent, exact where the exponent is 1: the usual case.
fn power(base: f64, exponent: f64) -> f64 {
    if (exponent - 1.0).abs() < 1e-15 { base } else { base.powf(exponent) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEANS: [Objective; 3] = [
        Objective::Loss(Aggregate::Mean),
        Objective::Loss(Aggregate::Geometric),
        Objective::Precision,
    ];

    #[test]
    fn without_attributes_nothing_is_lost() {
        for objective in MEANS {
            let scorer = Scorer::new(objective, vec![], 10, 2);
            let seen = Outcome { classes: 1, squares: 100.0, ..Outcome::default() };
            let both = [scorer.score(&[], &seen), scorer.bound_at(&[], 0)];
            assert!(both.iter().all(|score| score.abs() < f64::EPSILON), "{objective:?}");
        }
    }

    #[test]
    fn a_class_size_that_nobody_reaches_bounds_without_overflow() {
        let scorer = Scorer::new(Objective::Discernibility, vec![], 10, u64::MAX);
        let seen = Outcome { suppressed: 10, ..Outcome::default() };
        assert!(scorer.floor_above(&seen) >= 10.0 * u64::MAX as f64);
    }
}
