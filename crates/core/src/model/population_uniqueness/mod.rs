//! Population uniqueness: how many people would be unique if everybody were in the file.

mod pitman;
mod shifted;
mod zayatz;

use super::definition::whole;
use super::k_map::sampled;
use super::parameters::{AT_MOST, OVER, POPULATION, knows_population, no_population};
use super::{Bound, BoundModel, ModelContext, ModelDefinition, ModelError, TableModel, limits};
use crate::{ClassTable, Decimal};
use ridotto_catalogue::entry::{never, promises_something};
use ridotto_catalogue::{
    Degree, Disclosure, Entry, Facts, Given, Literal, ModelFacts, Named, Parameter, Problem,
    Purpose, Reference, Shape, Status, Wording, Worked, names, small,
};
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
/// use ridotto_core::{ClassTable, Codes, Decimal, CodeColumn, TableModel};
/// use ridotto_core::model::{PopulationUniqueness, Uniqueness};
/// let age = Codes::from_codes(&[0, 0, 0, 1, 1, 2, 3], 4);
/// let table = ClassTable::count(&[CodeColumn { codes: &age, values: 4 }], &[], 7);
/// let at_most = Decimal::new(3, 1);
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
    most: Decimal,
    people: u64,
    estimator: Uniqueness,
}

names! {
    /// How the uniques of the population are estimated from those of the sample.
    Uniqueness {
        /// Dankar's rule: the estimator that is best for the sampling fraction.
        Dankar = "dankar" Now,
        /// Pitman's sampling formula.
        Pitman = "pitman" Now,
        /// Zayatz's estimator.
        Zayatz = "zayatz" Now,
        /// The slide negative binomial.
        ShiftedNegativeBinomial = "snb" Now,
    }
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
    pub fn new(most: Decimal, people: u64, estimator: Uniqueness) -> Result<Self, ModelError> {
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
        Bound::AtMost(self.most.to_f64())
    }
}

/// Population uniqueness as the catalogue has it.
pub static POPULATION_UNIQUENESS: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "population uniqueness",
        aliases: &["population-uniques"],
        formula: "estimated |{r : r is unique in the population}| / |records| <= at-most",
        status: Status::Now,
        summary: "The share of records that are unique in the population is bounded.",
        parameters: &[OF_ESTIMATE, POPULATION, &[OVER]],
        check: |given| fits(given).err().into_iter().collect(),
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity],
            degree: Degree::Gradual,
            purposes: &[Purpose::Sharing],
            statistics: &[Wording::always("estimated share of population uniques")],
            promises: &[Wording::always(
                "The estimated share of records whose people are unique in the population is {at-most} at most.",
            )],
            limits: &[limits::AVERAGES, limits::ESTIMATES, limits::HOMOGENEITY],
            claims: &[],
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("population_uniqueness.md"),
        references: &[Reference {
            authors: "F. K. Dankar, K. El Emam, A. Neisa, T. Roffey",
            year: 2012,
            title: "Estimating the re-identification risk of clinical data sets",
            doi: "10.1186/1472-6947-12-66",
        }],
        example: "[[require]]\nmodel = \"population-uniqueness\"\nat-most = 0.01\nsampling-fraction = 0.05\n",
        worked: Worked {
            tables: &[&small::SURVEY],
            policy: "[[require]]\nmodel = \"population-uniqueness\"\nestimator = \"zayatz\"\npopulation-size = 100\nat-most = 0.01\n",
            text: "Two of the six records are alone, rows 3 and 6. Are they alone among the hundred people, too? Zayatz takes classes of the population to be as large as those of the sample: half of them of one person, half of two. A person who is alone is drawn with probability `6/100 = 0.06`; exactly one of two with `2 * 6/100 * 94/99 = 0.1139`. So a record that is alone here is alone there with probability `0.06 / (0.06 + 0.1139) = 0.345`, and so is a share of `0.345 * 2/6 = 0.115` of all records: **0.115** is too much.",
            run: &["check survey.csv --policy survey.toml"],
            says: &[
                "population-uniqueness (zayatz, at-most = 0.01, population-size = 100) 0.115 (DOES NOT HOLD, at-most 0.01 allowed)",
            ],
        },
    },
    bind,
    weakest: &[],
    tries: &[&[
        ("at-most", Literal::Number("0.01")),
        ("sampling-fraction", Literal::Number("0.05")),
    ]],
};

const OF_ESTIMATE: &[Parameter] = &[
    AT_MOST,
    Parameter::new(
        "estimator",
        Shape::Choice(Uniqueness::NAMES),
        "\"pitman\"",
        "How the number of people who are unique in the population is estimated.",
    )
    .default("\"dankar\""),
];

fn fits(given: &Given) -> Result<(), Problem> {
    if knows_population(given)? {
        return Ok(());
    }
    Err(no_population(given.name(), given.key()))
}

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    one_row_each(given, context)?;
    let people = whole(context.rows() as f64 / sampled(given, context)?);
    let (most, estimator) = (given.share("at-most").decimal(), given.choice("estimator"));
    let made = PopulationUniqueness::new(most, people, estimator);
    Ok(BoundModel::per_table(made.map_err(|error| given.problem(error.to_string()))?))
}

/// Estimates of the population's classes take the rows for a random sample of people.
fn one_row_each(given: &Given, context: &dyn ModelContext) -> Result<(), Problem> {
    if context.persons()?.is_none() {
        return Ok(());
    }
    let message = format!(
        "`{}` estimates from rows that are one person each, and here persons have several",
        given.name()
    );
    Err(Problem::error("bind::persons", message)
        .at(given.span(), "takes rows for people")
        .with_help(
            "make one record of each person first and remove `person`, or ask for \
             `sample-uniqueness` or `k-anonymity`, which count persons",
        ))
}

#[cfg(test)]
mod tests;
