//! The measures of risk.

use super::super::Unit::{Count, Number, Part, Sample, Share};
use super::words::Group::{Attackers, Guesses, Intervals, Linkage, Telling, Uniqueness};
use super::words::Words;

/// Each of them.
#[rustfmt::skip]
pub(super) const WORDS: &[Words] = &[
    Words::new(Attackers, "highest-risk", "Highest risk", Part,
        "The chance to pick the right record of the most exposed person."),
    Words::new(Attackers, "average-risk", "Average risk", Part,
        "The same chance, on average over records."),
    Words::new(Attackers, "prosecutor-highest", "Prosecutor: highest risk", Part,
        "An intruder who knows that a person is in the file: the chance to pick the right record of the most exposed one."),
    Words::new(Attackers, "prosecutor-average", "Prosecutor: average risk", Part,
        "The prosecutor's chance, on average over records; also the share that a marketer gets right."),
    Words::new(Attackers, "prosecutor-share-above", "Prosecutor: records at high risk", Share,
        "The share of records whose risk is above the threshold, one in five unless set otherwise."),
    Words::new(Attackers, "marketer-expected", "Marketer: people found", Count,
        "How many people an intruder who tries every record is expected to get right."),
    Words::new(Attackers, "journalist-highest", "Journalist: highest risk", Part,
        "An intruder who does not know who is in the file, and looks among the whole population: the chance for the most exposed person."),
    Words::new(Attackers, "journalist-average", "Journalist: average risk", Part,
        "The journalist's chance, on average over records."),
    Words::new(Attackers, "journalist-share-above", "Journalist: records at high risk", Share,
        "The share of records whose risk in the population is above the threshold, one in five unless set otherwise."),
    Words::new(Attackers, "journalist-expected", "Marketer: people found in the population", Count,
        "How many people are expected to be found if every record is tried against the whole population."),
    Words::new(Attackers, "smallest-class", "Smallest class", Count,
        "Records in the smallest class.").internal(),

    Words::new(Uniqueness, "unique-records", "Unique records", Count,
        "Records that are alone with their combination of quasi-identifiers."),
    Words::new(Uniqueness, "sample-uniqueness", "Share of unique records", Share,
        "The share of the file's records that are alone."),
    Words::new(Uniqueness, "population-uniqueness", "Unique people in the population", Share,
        "The estimated share of the population that is alone with its combination of quasi-identifiers."),
    Words::new(Uniqueness, "population-unique-if-sample-unique", "Unique there if unique here", Part,
        "The estimated chance that a record which is unique in the file is unique in the population, too."),
    Words::new(Uniqueness, "special-uniques", "Special uniques", Count,
        "Records that three or fewer of the quasi-identifiers suffice to single out."),
    Words::new(Uniqueness, "special-unique-highest-score", "Highest score of a special unique", Number,
        "The more small sets of attributes single a record out, the higher it scores; comparable only for the same attributes.").internal(),

    Words::new(Linkage, "linked-by-distance", "Linked by distance", Sample,
        "The share of people whom an intruder with the whole input links to the right record by taking the nearest one.").untouched(1.0),
    Words::new(Linkage, "linked-by-rank", "Linked by rank", Sample,
        "The share of people whom an intruder links rightly who compares ranks, which undoes what keeps the order of values.").untouched(1.0),
    Words::new(Linkage, "linked-by-probability", "Linked by probability", Sample,
        "The share of people whom an intruder links rightly who weighs which attributes agree, after Fellegi and Sunter.").untouched(1.0),

    Words::new(Telling, "distinction", "Distinction", Share,
        "Different values of this attribute alone, as a share of the records."),
    Words::new(Telling, "separation", "Separation", Part,
        "The share of all pairs of records that this attribute alone tells apart."),
    Words::new(Telling, "adds-to-average-risk", "Adds to the average risk", Share,
        "How much lower the average risk would be without this attribute; little if another one says the same."),

    Words::new(Guesses, "best-guess", "Best guess", Share,
        "How often an intruder is right who knows a person's class and guesses its most frequent value."),
    Words::new(Guesses, "best-guess-without-class", "Without the class", Share,
        "How often the most frequent value of the whole file is right; a best guess near this has learnt little."),
    Words::new(Guesses, "certain-guess", "Certain", Share,
        "The share of records in classes that have one value only, so that the guess cannot fail."),

    Words::new(Intervals, "rank-interval-disclosure", "Within ten per cent of ranks", Share,
        "How often the true number lies between the released ones that are five per cent of the records below and above.").untouched(1.0),
    Words::new(Intervals, "deviation-interval-disclosure", "Within a tenth of the deviation", Share,
        "How often the true number is no further from the released one than a tenth of the standard deviation.").untouched(1.0),
];
