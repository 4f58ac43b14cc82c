//! k-map.

use super::gamma::poisson;
use super::k_anonymity::size;
use super::parameters::{POPULATION, SCOPE, knows_population, no_population};
use super::{
    Bound, BoundModel, ClassModel, Count, Decisive, ModelContext, ModelDefinition, ModelError,
    Needs, UnionRule, limits,
};
use crate::{Class, SensitiveId};
use ridotto_catalogue::entry::promises_something;
use ridotto_catalogue::limits::K;
use ridotto_catalogue::{
    Claim, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal, ModelFacts,
    Named, Parameter, Problem, Purpose, Reference, Shape, Status, Wording, Worked, code, names,
    small,
};
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
/// use ridotto_core::{ClassModel, ClassTable, Codes, CodeColumn, class::Tally, model::KMap};
/// let key = |codes| [CodeColumn { codes, values: 2 }];
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

names! {
    /// How the people of the population who fit a combination are counted.
    Estimate {
        /// In the file that `[data] population` names.
        Population = "population" Now,
        /// As a Poisson variable with the mean that the sampling fraction gives.
        Poisson = "poisson" Now,
        /// The same, knowing that there is at least one.
        ZeroTruncatedPoisson = "zero-truncated-poisson" Now,
    }
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
        // The rows beside the record that is looked at are Poisson.
        Estimate::Poisson | Estimate::Population => (0, 0.0, 1.0, 1),
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

/// k-map as the catalogue has it.
pub static K_MAP: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "k-map",
        aliases: &["k-mapping"],
        formula: "|{p of the population : p fits C}| >= k, for every class C",
        status: Status::Now,
        summary: "Every combination belongs to at least k people of the population.",
        parameters: &[K_AND_ESTIMATE, POPULATION, SCOPE],
        check: |given| fits(given).err().into_iter().collect(),
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                Wording::decided_by("rows", "fewest records, from which people are estimated"),
                Wording::always("fewest people who fit"),
            ],
            promises: &[Wording::always(
                "Every combination of quasi-identifiers in the file fits at least {k} people of the population, counted or estimated.",
            )],
            limits: &[limits::HOMOGENEITY, limits::ESTIMATES],
            claims: &[Claim::new(
                "linkage",
                "",
                Leaves::AtMost(Figure::Certainty, Formula::ONE_OF_K),
                "k people of the population fit each record",
            )],
            least_size: None,
            hides: true,
            counts_people: |given| given.word("estimate") == Some(Estimate::Population.name()),
            vacuous: promises_something,
        }),
        advice: include_str!("k_map.md"),
        references: &[Reference {
            authors: "K. El Emam, F. K. Dankar",
            year: 2008,
            title: "Protecting privacy using k-anonymity",
            doi: "10.1197/jamia.M2716",
        }],
        example: "[[require]]\nmodel = \"k-map\"\nk = 5\nestimate = \"poisson\"\nsampling-fraction = 0.01\n",
        worked: Worked {
            tables: &[&small::RELEASED, &small::PEOPLE],
            policy: "[data]\ninput = \"stays.csv\"\npopulation = \"people.csv\"\n\n[[require]]\nmodel = \"k-map\"\nestimate = \"population\"\nk = 3\n",
            text: "The released records are held against everybody. Class A (30-39, `1220*`) fits the six people of rows 1 to 6, B (40-49, `1230*`) rows 7 to 9, C (50-59, `1230*`) rows 10 to 12. The fewest are **3**, although the smallest class has 2 records: an intruder who does not know who was in the hospital must choose among three.",
            run: &["check released.csv --policy stays.toml"],
            says: &["k-map (population) 3 (holds, 3 required)"],
        },
    },
    bind,
    weakest: &[],
    tries: &[
        &[("k", Literal::Whole(12)), ("estimate", Literal::Choice("population"))],
        &[("k", Literal::Whole(20)), ("sampling-fraction", Literal::Number("0.2"))],
        &[
            ("k", Literal::Whole(20)),
            ("estimate", Literal::Choice("zero-truncated-poisson")),
            ("sampling-fraction", Literal::Number("0.2")),
        ],
    ],
};

const K_AND_ESTIMATE: &[Parameter] = &[
    Parameter::new(
        "k",
        Shape::Integer(K),
        "5",
        "How many people of the population every combination must fit at least.",
    )
    .required(),
    Parameter::new(
        "estimate",
        Shape::Choice(Estimate::NAMES),
        "\"poisson\"",
        "How the number of people is known.",
    )
    .default("\"poisson\""),
];

/// The probability of calling a class of fewer than k people safe that an estimate may have.
const ERROR: f64 = 0.05;

/// Who estimates must know how large the population is, and who counts must not be told.
fn fits(given: &Given) -> Result<(), Problem> {
    match (given.choice("estimate"), knows_population(given)?) {
        (Estimate::Population, true) => {
            let key = given.key_of("sampling-fraction").or(given.key_of("population-size"));
            Err(Problem::error(
                code::CONTRADICTION,
                "the population is counted in its file, so nothing about its size is asked",
            )
            .at(key, "not used")
            .with_help("say `estimate = \"poisson\"`, or remove the key"))
        }
        (Estimate::Poisson | Estimate::ZeroTruncatedPoisson, false) => {
            let who = given.choice::<Estimate>("estimate").name();
            Err(no_population(who, given.at("estimate").or(given.key())))
        }
        _ => Ok(()),
    }
}

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let (k, estimate) = (size(given, "k"), given.choice("estimate"));
    if estimate == Estimate::Population {
        needs_population(given, context)?;
        return Ok(BoundModel::per_class(KMap::counted(k)));
    }
    let made = KMap::estimated(k, estimate, sampled(given, context)?, ERROR);
    let made = made.map_err(|error| given.problem(error.to_string()))?;
    Ok(BoundModel::per_class(made.counting(context.count()?)))
}

/// Who counts people needs them.
pub(super) fn needs_population(given: &Given, context: &dyn ModelContext) -> Result<(), Problem> {
    if context.has_population() {
        return Ok(());
    }
    let message = format!("`{}` counts the people of a file, and there is none", given.name());
    Err(Problem::error("bind::population", message)
        .at(given.span(), "counts the population")
        .with_help(
            "name the file in `[data]`: `population = \"census.csv\"`; it needs the \
             quasi-identifiers of everybody, the people of the data among them",
        ))
}

/// The share of the population that is in the file.
pub(super) fn sampled(given: &Given, context: &dyn ModelContext) -> Result<f64, Problem> {
    let persons = context.persons()?;
    let what = if persons.is_some() { "persons" } else { "records" };
    let there = persons.unwrap_or_else(|| context.rows());
    if let Some(fraction) = given.number_if_given("sampling-fraction") {
        return Ok(fraction.to_f64());
    }
    let people = given.whole("population-size");
    if people >= there {
        return Ok(there as f64 / people as f64);
    }
    let message = format!("the population has {people} people, but the file {there} {what}");
    Err(Problem::error("bind::population", message)
        .at(given.at("population-size"), "less than the file has")
        .with_help("the records are a part of the population, so it cannot be smaller"))
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
