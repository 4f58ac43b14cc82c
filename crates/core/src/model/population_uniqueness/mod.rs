//! Population uniqueness: how many people would be unique if everybody were in the file.

mod pitman;
mod shifted;
mod zayatz;

use super::{Bound, ModelError, TableModel};
use crate::{ClassTable, Fraction};
use std::collections::BTreeMap;

const NAME: &str = "population-uniqueness";

/// The estimated share of the population that is unique in its quasi-identifiers is at most a
/// bound.
///
/// # Guarantee
/// None for certain: an estimate from a model of how people are spread. If the file is a random
/// sample and the model fits, at most this share of the population can be singled out by an
/// attacker who does not know who is in the file. If an estimator finds no estimate, the model
/// does *not* hold.
///
/// # Does not protect against
/// Who knows that a person is in the file: there it is the file's own uniques that count, see
/// [`SampleUniqueness`](super::SampleUniqueness). A file that is no random sample.
///
/// # Parameters
/// `at-most`, a share; the size of the population; the [`Uniqueness`] estimator.
///
/// # Cost
/// Pitman's takes some thousand evaluations over the distinct class sizes, milliseconds for
/// thousands of classes; the others less.
///
/// # Example
/// ```
/// use ridotto_core::{ClassTable, Codes, Fraction, KeyColumn, TableModel};
/// use ridotto_core::model::{PopulationUniqueness, Uniqueness};
/// let age = Codes::from_codes(&[0, 0, 0, 1, 1, 2, 3], 4);
/// let table = ClassTable::count(&[KeyColumn { codes: &age, values: 4 }], &[], 7);
/// let at_most = Fraction::from_decimal(0.3).unwrap();
/// let model = PopulationUniqueness::new(at_most, 700, Uniqueness::Zayatz).unwrap();
/// assert!(model.holds(&table));
/// assert!((model.level(&table) - 0.083).abs() < 0.001);
/// ```
///
/// # References
/// N. Hoshino (2001), *Applying Pitman's sampling formula to microdata disclosure risk
/// assessment*. L. V. Zayatz (1991), *Estimation of the number of unique population elements using
/// a sample*. G. Chen, S. Keller-McNulty (1998), *Estimation of identification disclosure risk in
/// microdata*. F. K. Dankar, K. El Emam, A. Neisa, T. Roffey (2012), *Estimating the
/// re-identification risk of clinical data sets*, doi:10.1186/1472-6947-12-66.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PopulationUniqueness {
    most: Fraction,
    people: u64,
    estimator: Uniqueness,
}

/// How the number of unique people is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// Pitman's sampling formula, fitted by maximum likelihood.
    Pitman,
    /// Zayatz's: as if the population's class sizes were spread as the sample's are.
    Zayatz,
    /// The shifted negative binomial model (SNB) of class sizes.
    ShiftedNegativeBinomial,
    /// Dankar's decision rule: of a tenth of the population or less Pitman's, or Zayatz's where
    /// that finds none; of more the smaller of SNB and Zayatz's.
    Dankar,
}

/// What the estimators need of a table.
struct Sample {
    /// How many classes have each size.
    sizes: BTreeMap<u64, u64>,
    rows: f64,
    classes: f64,
    people: f64,
}

impl Sample {
    fn new(table: &ClassTable, people: u64) -> Self {
        let mut sizes = BTreeMap::new();
        for &size in table.keys().counts() {
            *sizes.entry(size).or_default() += 1;
        }
        let (rows, classes) = (table.rows() as f64, table.len() as f64);
        Self { sizes, rows, classes, people: people as f64 }
    }

    /// How many classes have this size.
    fn of_size(&self, size: u64) -> f64 {
        self.sizes.get(&size).copied().unwrap_or(0) as f64
    }

    /// Every size with the number of classes that have it, ascending.
    fn each(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.sizes.iter().map(|(&size, &classes)| (size as f64, classes as f64))
    }

    fn fraction(&self) -> f64 {
        self.rows / self.people
    }
}

impl Uniqueness {
    /// The estimated number of unique people.
    fn people(self, sample: &Sample) -> Option<f64> {
        let estimate = match self {
            Self::Pitman => pitman::uniques(sample),
            Self::Zayatz => Some(zayatz::uniques(sample)),
            Self::ShiftedNegativeBinomial => shifted::uniques(sample),
            Self::Dankar => {
                let zayatz = || Self::Zayatz.people(sample);
                if sample.fraction() <= 0.1 {
                    Self::Pitman.people(sample).or_else(zayatz)
                } else {
                    let shifted = Self::ShiftedNegativeBinomial.people(sample);
                    shifted.map_or_else(zayatz, |shifted| zayatz().map(|one| one.min(shifted)))
                }
            }
        };
        estimate.filter(|uniques| (0.0..=sample.people).contains(uniques))
    }
}

impl PopulationUniqueness {
    /// The model with its bound, the size of the population and the estimator.
    pub fn new(most: Fraction, people: u64, estimator: Uniqueness) -> Result<Self, ModelError> {
        super::share(NAME, "at-most", most)?;
        if people == 0 {
            return Err(ModelError::out_of_range(NAME, "population", 0.0, "a population"));
        }
        Ok(Self { most, people, estimator })
    }

    /// The estimated share of the population that is unique; `None` if the estimator finds none,
    /// or the sample is larger than the population. Without a unique record the estimate is 0.
    pub fn share(&self, table: &ClassTable) -> Option<f64> {
        if table.rows() > self.people {
            return None;
        }
        let sample = Sample::new(table, self.people);
        if sample.of_size(1) == 0.0 {
            return Some(0.0);
        }
        self.estimator.people(&sample).map(|uniques| uniques / sample.people)
    }
}

impl TableModel for PopulationUniqueness {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The estimated share; not a number if there is no estimate, which no bound admits.
    fn level(&self, table: &ClassTable) -> f64 {
        self.share(table).unwrap_or(f64::NAN)
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(self.most.value())
    }
}

#[cfg(test)]
mod tests;
