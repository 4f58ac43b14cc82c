//! Uniqueness: how many records are one of a kind, in the file and in the population?

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::ClassTable;
use ridotto_core::Decimal;
use ridotto_core::model::{ModelError, PopulationUniqueness, Uniqueness};

/// Records that are unique, counted.
///
/// # Definition
/// A record is *sample unique* if no other record of the file has its quasi-identifiers, and
/// *population unique* if nobody else in the population has. P(PU | SU) is the share of sample
/// uniques that are population uniques.
///
/// # Range
/// Shares from 0 to 1. P(PU | SU) is 1 if the file is the population, and falls with the sample's
/// share of the population.
///
/// # What it does not see
/// Classes of two, which are hardly safer than uniques.
///
/// # References
/// C. Skinner, C. Marsh, S. Openshaw, C. Wymer (1994), *Disclosure control for census microdata*.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uniques {
    /// Records of the file.
    pub records: u64,
    /// Sample uniques.
    pub sample: u64,
    /// Sample uniques that are population uniques, if the population is known.
    pub both: Option<u64>,
}

impl Uniques {
    /// Counts them.
    pub fn of(table: &ClassTable) -> Self {
        let sizes = table.keys().counts();
        let sample = sizes.iter().filter(|&&size| size == 1).count() as u64;
        // A person who is in the file is in the population, whatever an old list of it says.
        let both = table.population().is_some().then(|| {
            let both = |class: &ridotto_core::Class<'_>| {
                class.size() == 1 && class.population().is_some_and(|people| people <= 1)
            };
            table.classes().filter(both).count() as u64
        });
        Self { records: table.rows(), sample, both }
    }

    /// The share of sample uniques.
    pub fn share(&self) -> f64 {
        share(self.sample, self.records)
    }

    /// P(population unique | sample unique); `None` without a population or a sample unique.
    pub fn population_given_sample(&self) -> Option<f64> {
        self.both.filter(|_| self.sample > 0).map(|both| share(both, self.sample))
    }
}

/// A part of a whole; 0 of nothing.
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The share of the population that is unique, estimated by one of the kernel's estimators;
/// `None` where that finds no estimate.
pub fn population_share(
    table: &ClassTable,
    people: u64,
    estimator: Uniqueness,
) -> Result<Option<f64>, ModelError> {
    Ok(PopulationUniqueness::new(Decimal::ONE, people, estimator)?.share(table))
}

/// P(population unique | sample unique) estimated: of all population uniques a random sample has
/// the sample's share of the population, and each is sample unique. At most 1. `None` where there
/// is no estimate or no sample unique.
pub fn estimated_population_given_sample(
    table: &ClassTable,
    people: u64,
    estimator: Uniqueness,
) -> Result<Option<f64>, ModelError> {
    let uniques = Uniques::of(table).sample;
    let share = population_share(table, people, estimator)?;
    let estimate = share.map(|share| (share * table.rows() as f64 / uniques as f64).min(1.0));
    Ok(estimate.filter(|_| uniques > 0))
}

/// The probability that a link to a sample unique is right (Skinner and Elliot's θ), estimated
/// from the file's own uniques and pairs: π n₁ / (π n₁ + 2 (1-π) n₂), where π is the sampled share
/// of the population and n₁, n₂ are the classes of one and of two. `None` if π is no share above
/// 0, or there is neither a unique nor a pair.
///
/// # Reference
/// C. J. Skinner, M. J. Elliot (2002), *A measure of disclosure risk for microdata*,
/// doi:10.1111/1467-9868.00365.
pub fn correct_match(table: &ClassTable, sampled: f64) -> Option<f64> {
    let of_size =
        |size| table.keys().counts().iter().filter(|&&count| count == size).count() as f64;
    let (right, wrong) = (sampled * of_size(1), 2.0 * (1.0 - sampled) * of_size(2));
    (sampled > 0.0 && sampled <= 1.0 && right + wrong > 0.0).then(|| right / (right + wrong))
}

/// What a simple random sample of `size` people without replacement is expected to show: the
/// number of sample uniques, and of those that are population uniques. `people[j]` people have the
/// j-th combination.
pub fn expected_of_sample(people: &[u64], size: u64) -> (f64, f64) {
    let all: u64 = people.iter().sum();
    if size == 0 || size > all {
        return (0.0, 0.0);
    }
    // P(f = 1) = F · C(N-F, n-1) / C(N, n), as a product of F factors:
    // F · n/N · Π_{i=1..F-1} (N-n-i+1) / (N-i).
    let unique = |&of: &u64| {
        let others = (1..of).map(|i| (all - size + 1).saturating_sub(i) as f64 / (all - i) as f64);
        of as f64 * size as f64 / all as f64 * others.product::<f64>()
    };
    let alone = people.iter().filter(|&&of| of == 1).count() as f64;
    (people.iter().map(unique).sum(), alone * size as f64 / all as f64)
}

/// Unique records.
pub static UNIQUE_RECORDS: Entry = MeasureEntry {
    name: "unique-records",
    title: "Unique records",
    aliases: &["sample-uniques"],
    formula: "classes of one record",
    summary: "Records that are alone with their combination of quasi-identifiers.",
    facts: MeasureFacts {
        group: &group::UNIQUENESS,
        unit: Unit::Count,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::SKINNER_1994],
    worked: Worked::assessed("As they are, all eight stays differ: **8** are alone. Released, classes have 3, 2 and 3 records: **0** are.", &["unique-records 8 0"]),
}
.entry();

/// Share of unique records.
pub static SAMPLE_UNIQUENESS: Entry = MeasureEntry {
    name: "sample-uniqueness",
    title: "Share of unique records",
    aliases: &["sample uniques", "share of sample uniques", "share of uniques"],
    formula: "classes of one record / records",
    summary: "The share of the file's records that are alone.",
    facts: MeasureFacts {
        group: &group::UNIQUENESS,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::SKINNER_1994],
    worked: Worked::assessed("All eight stays are alone before, `8/8 = 1`, and none after, `0/8 = 0`: from **1** to **0**.", &["sample-uniqueness 1 0"]),
}
.entry();

/// Unique people in the population.
pub static POPULATION_UNIQUENESS: Entry = MeasureEntry {
    name: "population-uniqueness",
    title: "Unique people in the population",
    aliases: &["population-uniques"],
    formula: "people who are alone / people of the population, estimated",
    summary: "The estimated share of the population that is alone with its combination of quasi-identifiers.",
    facts: MeasureFacts {
        group: &group::UNIQUENESS,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::DANKAR_2012],
    worked: Worked::surveyed("Two of six records are alone in the sample, a share of 0.3333. Estimated from the sizes of classes, a share of **0.03942** of the hundred people is alone with age and sex, `0.3333 * 0.1183 = 0.0394`: of those who are alone in a sample most are not alone in the population.", &["population-uniqueness 0.03942 0.03942", "sample-uniqueness 0.3333 0.3333"]),
}
.entry();

/// Unique there if unique here.
pub static POPULATION_UNIQUE_IF_SAMPLE_UNIQUE: Entry = MeasureEntry {
    name: "population-unique-if-sample-unique",
    title: "Unique there if unique here",
    aliases: &["PU|SU", "probability of a correct match", "population unique given sample unique"],
    formula: "P(population unique | sample unique), estimated",
    summary: "The estimated chance that a record which is unique in the file is unique in the population, too.",
    facts: MeasureFacts {
        group: &group::UNIQUENESS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::SKINNER_1994],
    worked: Worked::surveyed("Rows 3 and 6 are alone in the sample. By the estimate 0.03942 of all people are alone, and `0.03942 / (2/6) = 0.1183` of those who look so: **0.1183**, or one in eight.", &["population-unique-if-sample-unique 0.1183 0.1183"]),
}
.entry();
