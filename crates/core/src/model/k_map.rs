//! k-map.

use super::gamma::poisson;
use super::{Bound, ClassModel, Count, Decisive, ModelError, Needs, UnionRule};
use crate::{Class, SensitiveId};
use std::num::NonZeroU64;

const NAME: &str = "k-map";

/// Every combination of quasi-identifier values that occurs in the file belongs to at least `k`
/// people of the population.
///
/// # Guarantee
/// Who knows a person's quasi-identifiers, but *not* whether the person is in the file, finds that
/// a record may belong to any of `k` people of the population, and names the right one with
/// probability 1/k at most. With an estimate instead of a population table, this holds for each
/// class with the confidence asked for, if the file is a random sample.
///
/// # Does not protect against
/// Who knows that the person is in the file: use [`KAnonymity`](super::KAnonymity). Learning
/// sensitive values. A population table that is out of date or of other people; an estimate where
/// the file is no random sample.
///
/// # Parameters
/// `k`, and how the people outside the file are known: [`KMap::counted`] in a population table
/// that grows coarser with the class table, or [`KMap::estimated`] from the share of the
/// population that was sampled. If a person can have several rows, estimate from persons, with
/// [`KMap::counting`].
///
/// # Cost
/// One comparison of integers a class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, KeyColumn, class::Tally, model::KMap};
/// let key = |codes| [KeyColumn { codes, values: 2 }];
/// let (sample, all) = (Codes::from_codes(&[0, 1], 2), Codes::from_codes(&[0, 0, 0, 1], 2));
/// let table = ClassTable::count(&key(&sample), &[], 2);
/// let table = table.with_population(Tally::count(&key(&all), 4));
/// let model = KMap::counted(3.try_into().unwrap());
/// let holds: Vec<bool> = table.classes().map(|class| model.holds(class)).collect();
/// assert_eq!(holds, [true, false]);
/// ```
///
/// # References
/// L. Sweeney (2001), *Computational disclosure control*, thesis, section on k-map. K. El Emam,
/// F. K. Dankar (2008), *Protecting privacy using k-anonymity*, doi:10.1197/jamia.M2716, for the
/// estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KMap {
    k: NonZeroU64,
    /// If estimated, the rows (or persons) that make a class safe.
    rows: Option<u64>,
    count: Count,
}

/// How the rows are spread that a class of `k` people has in a random sample. A class that is
/// judged has one row at least, and both take account of it: a test that forgets it calls even
/// unique records safe where the sampling fraction is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The rows *beside* the record that is looked at are Poisson.
    Poisson,
    /// All rows are Poisson, given that there is one.
    ZeroTruncatedPoisson,
}

impl KMap {
    /// The model for a table with its population. Without one, no class holds.
    pub fn counted(k: NonZeroU64) -> Self {
        Self { k, rows: None, count: Count::Rows }
    }

    /// The model for a random sample of a share `sampling_fraction` of the population.
    ///
    /// It tests for each class the hypothesis that it is unsafe. A class of `k` people has about
    /// Poisson(`k` × fraction) rows in the sample, or so many beside the first one ([`Estimate`]).
    /// The class is called safe if it has so many rows that a class of `k` people, and so any
    /// smaller one, would have as many with a probability of at most `error`. A class with `k` rows
    /// is always safe.
    pub fn estimated(
        k: NonZeroU64,
        estimate: Estimate,
        sampling_fraction: f64,
        error: f64,
    ) -> Result<Self, ModelError> {
        let within = |parameter, given, inside, needed| {
            if inside {
                Ok(())
            } else {
                Err(ModelError::out_of_range(NAME, parameter, given, needed))
            }
        };
        let fraction_fits = sampling_fraction > 0.0 && sampling_fraction <= 1.0;
        within(
            "sampling-fraction",
            sampling_fraction,
            fraction_fits,
            "a share above 0, at most 1",
        )?;
        within("error", error, error > 0.0 && error < 1.0, "a probability between 0 and 1")?;
        let mean = k.get() as f64 * sampling_fraction;
        let rows = Some(least_rows(k.get(), estimate, mean, error));
        Ok(Self { k, rows, count: Count::Rows })
    }

    /// The model that estimates from something else than rows, such as persons.
    #[must_use]
    pub fn counting(self, count: Count) -> Self {
        Self { count, ..self }
    }

    /// How many rows make a class safe, if that is estimated.
    pub fn least_rows(&self) -> Option<u64> {
        self.rows
    }
}

/// The least number of rows, at most `k`, that come with a probability of at most `error`.
fn least_rows(k: u64, estimate: Estimate, mean: f64, error: f64) -> u64 {
    let (mut rows, mut below, given, beside) = match estimate {
        Estimate::Poisson => (0, 0.0, 1.0, 1),
        Estimate::ZeroTruncatedPoisson => (1, 0.0, -(-mean).exp_m1(), 0),
    };
    // `below` is the probability of fewer than `rows`.
    while rows < k && 1.0 - below > error {
        below += poisson(mean, rows) / given;
        rows += 1;
    }
    (rows + beside).clamp(1, k)
}

impl ClassModel for KMap {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The people of the population with the class's key (0 without a population); or, if that is
    /// estimated, the class's rows or persons.
    fn level(&self, class: Class<'_>) -> f64 {
        let people = || class.population().unwrap_or(0);
        self.rows.map_or_else(people, |_| self.count.of(class)) as f64
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast(self.rows.unwrap_or(self.k.get()) as f64)
    }

    /// The people (and rows) of a union are the sum of those of the classes, so at least as many
    /// as either has.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfEither
    }

    fn holds(&self, class: Class<'_>) -> bool {
        match self.rows {
            Some(rows) => self.count.of(class) >= rows,
            None => class.population().is_some_and(|people| people >= self.k.get()),
        }
    }

    fn least_size(&self) -> Option<u64> {
        self.rows.filter(|_| self.count == Count::Rows)
    }

    fn rows_needed(&self) -> u64 {
        self.rows.unwrap_or(1)
    }

    /// Where people are estimated, rows are what decides.
    fn decides(&self, class: Class<'_>) -> Decisive {
        let plain = Decisive::of_bound(self.bound(), self.level(class));
        Decisive { part: self.rows.map(|_| "rows"), ..plain }
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        match (self.count, self.rows) {
            (Count::Distinct(persons), Some(rows)) => Needs::Distinct(rows).if_same(persons, of),
            _ => Needs::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by adding up probabilities with forty digits.
    #[test]
    fn estimates_ask_for_few_rows() {
        let rows = |k: u64, estimate, fraction, error| {
            let k = k.try_into().expect("not 0");
            KMap::estimated(k, estimate, fraction, error).expect("fits").least_rows()
        };
        for (k, fraction, error, plain, truncated) in EXPECTED {
            assert_eq!(rows(k, Estimate::Poisson, fraction, error), Some(plain));
            assert_eq!(rows(k, Estimate::ZeroTruncatedPoisson, fraction, error), Some(truncated));
        }
        assert!(
            KMap::estimated(5.try_into().expect("not 0"), Estimate::Poisson, 0.0, 0.1).is_err()
        );
        assert!(
            KMap::estimated(5.try_into().expect("not 0"), Estimate::Poisson, 0.1, 1.0).is_err()
        );
    }

    const EXPECTED: [(u64, f64, f64, u64, u64); 6] = [
        (5, 0.1, 0.05, 4, 3),
        (20, 0.1, 0.05, 7, 6),
        (100, 0.25, 0.01, 39, 38),
        (5, 0.9, 0.01, 5, 5),
        (1_000, 0.5, 0.1, 531, 530),
        (5, 0.01, 0.05, 2, 2),
    ];
}
