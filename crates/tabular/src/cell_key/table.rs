//! Perturbation tables: for a count and a cell key the noise that is added.

use super::CellKey;

/// What may be added to a value, with the probabilities added up.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// The value.
    pub of: f64,
    /// Changes in their order, each with the probability of it and of all before.
    pub steps: Vec<(f64, f64)>,
}

/// A perturbation table. What is more than its last value has the noise of that.
#[derive(Clone, Debug, PartialEq)]
pub struct Ptable {
    /// In the order of values; the first is 0.
    pub(super) rows: Vec<Row>,
}

impl Ptable {
    /// The noise for a value and a key. Between two values of the table it is between the noise of both,
    /// in proportion.
    pub fn change(&self, value: f64, key: CellKey) -> f64 {
        let after = self.rows.partition_point(|row| row.of <= value);
        let below = &self.rows[after.saturating_sub(1)];
        let own = below.at(key);
        match self.rows.get(after) {
            Some(above) if below.of < value => {
                let share = (value - below.of) / (above.of - below.of);
                own + share * (above.at(key) - own)
            }
            _ => own,
        }
    }

    /// The greatest change.
    pub fn deviation(&self) -> f64 {
        let all = self.rows.iter().flat_map(|row| &row.steps);
        all.map(|(change, _)| change.abs()).fold(0.0, f64::max)
    }

    /// Whether all values and changes are whole numbers, as those of counts are.
    pub fn is_whole(&self) -> bool {
        let is_whole = |number: f64| number.fract() == 0.0;
        let row = |row: &Row| is_whole(row.of) && row.steps.iter().all(|step| is_whole(step.0));
        self.rows.iter().all(row)
    }

    /// The variance of the noise of each value of the table.
    pub fn variances(&self) -> impl Iterator<Item = (f64, f64)> {
        self.rows.iter().map(|row| {
            let square = |(change, share): (f64, f64)| share * change * change;
            (row.of, row.shares().map(square).sum())
        })
    }
}

impl Row {
    fn at(&self, key: CellKey) -> f64 {
        let key = key.fraction();
        let at = self.steps.partition_point(|(_, so_far)| *so_far <= key);
        self.steps[at.min(self.steps.len() - 1)].0
    }

    /// Changes with their own probabilities.
    pub(super) fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        let before = [0.0].into_iter().chain(self.steps.iter().map(|(_, so_far)| *so_far));
        self.steps.iter().zip(before).map(|((change, so_far), before)| (*change, so_far - before))
    }

    /// From changes with their own probabilities.
    pub(super) fn with_shares(of: f64, shares: &[(f64, f64)]) -> Self {
        let mut sum = 0.0;
        let steps = shares.iter().map(|&(change, share)| {
            sum += share;
            (change, sum)
        });
        let mut steps: Vec<(f64, f64)> = steps.collect();
        if let Some(last) = steps.last_mut() {
            last.1 = 1.0;
        }
        Self { of, steps }
    }
}
