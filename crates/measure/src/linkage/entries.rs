//! What the catalogue says of linkages: those of this folder, and those that are made of others.

use crate::{group, reference};
use ridotto_catalogue::Entry;
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};

const FACTS: MeasureFacts = MeasureFacts {
    group: &group::LINKAGE,
    unit: Unit::Sample,
    better: Better::Less,
    twin: None,
    reader: Reader::Owner,
    files: Files::Pair,
    untouched: None,
    form: Form::Name,
};

/// Linked by distance.
pub static LINKED_BY_DISTANCE: Entry = MeasureEntry {
    name: "linked-by-distance",
    title: "Linked by distance",
    aliases: &["record-linkage", "distance-based-linkage"],
    formula: "people whose nearest record is their own / people",
    summary: "The share of people whom an intruder with the whole input links to the right record by taking the nearest one.",
    facts: FACTS,
    references: &[reference::DOMINGO_FERRER_2001],
}
.entry();

/// Linked by rank.
pub static LINKED_BY_RANK: Entry = MeasureEntry {
    name: "linked-by-rank",
    title: "Linked by rank",
    aliases: &[],
    formula: "people whose nearest record by ranks is their own / people",
    summary: "The share of people whom an intruder links rightly who compares ranks, which undoes what keeps the order of values.",
    facts: FACTS,
    references: &[reference::MURALIDHAR_2016],
}
.entry();

/// Linked by probability.
pub static LINKED_BY_PROBABILITY: Entry = MeasureEntry {
    name: "linked-by-probability",
    title: "Linked by probability",
    aliases: &["fellegi-sunter", "probabilistic-linkage"],
    formula: "people whose record with the greatest weight of agreement is their own / people",
    summary: "The share of people whom an intruder links rightly who weighs which attributes agree, after Fellegi and Sunter.",
    facts: FACTS,
    references: &[reference::FELLEGI_1969],
}
.entry();

/// Linked by what fits.
pub static LINKED_BY_FIT: Entry = MeasureEntry {
    name: "linked-by-fit",
    title: "Linked by what fits",
    aliases: &[],
    formula: "sum over people whose record fits of 1 / records that fit, over people",
    summary: "The share of people found by drawing one of the records whose labels fit them: ranges, groups and `*` fit all that they stand for.",
    facts: FACTS,
    references: &[reference::SWEENEY_2002],
}
.entry();

/// Linked by distance, each file by its own scale.
pub static LINKED_BY_OWN_SCALES: Entry = MeasureEntry {
    name: "linked-by-own-scales",
    title: "Linked by distance, each file on its own scale",
    aliases: &[],
    formula: "people whose nearest record is their own, each file less its mean and over its deviation / people",
    summary: "As by distance, but numbers of each file are standardised by that file, which undoes a change of scale and misleads where records are missing.",
    facts: FACTS,
    references: &[reference::DOMINGO_FERRER_2001],
}
.entry();

/// Linked by Mahalanobis's distance.
pub static LINKED_BY_MAHALANOBIS: Entry = MeasureEntry {
    name: "linked-by-mahalanobis",
    title: "Linked by Mahalanobis's distance",
    aliases: &["mahalanobis"],
    formula: "people whose nearest record is their own by (a - b)' (Var A + Var B)^-1 (a - b) / people",
    summary: "As by distance, but columns of numbers that say the same count once.",
    facts: FACTS,
    references: &[reference::TORRA_2006],
}
.entry();

/// Linked by given weights.
pub static LINKED_BY_GIVEN_WEIGHTS: Entry = MeasureEntry {
    name: "linked-by-given-weights",
    title: "Linked by given weights",
    aliases: &[],
    formula: "people whose nearest record is their own by the weights that were given / people",
    summary: "As by distance, with the weights of attributes that were given.",
    facts: FACTS,
    references: &[reference::DOMINGO_FERRER_2001],
}
.entry();

/// Linked by a given matrix.
pub static LINKED_BY_GIVEN_FORM: Entry = MeasureEntry {
    name: "linked-by-given-form",
    title: "Linked by a given form",
    aliases: &[],
    formula: "people whose nearest record is their own by (a - b)' Q (a - b) / people",
    summary: "As by distance, with a matrix that was given for the differences of numbers, each over the deviation before.",
    facts: FACTS,
    references: &[reference::TORRA_2006],
}
.entry();

/// Linked by learnt weights.
pub static LINKED_BY_LEARNED_WEIGHTS: Entry = MeasureEntry {
    name: "linked-by-learned-weights",
    title: "Linked by learnt weights",
    aliases: &[],
    formula: "people whose nearest record is their own by the best weighted mean that was found / people",
    summary: "The share of people who could be linked if the weights of attributes were learnt from both files side by side, which an intruder does not have. Never less than by plain distance.",
    facts: FACTS,
    references: &[reference::ABRIL_2012],
}
.entry();

/// The same by the order of differences.
pub static LINKED_BY_LEARNED_ORDER: Entry = MeasureEntry {
    name: "linked-by-learned-order",
    title: "The same by the order of differences",
    aliases: &["owa"],
    formula: "the same by one ordered weighted average",
    summary: "As by learnt weights, but weights go to the largest difference, the second largest and so on, whichever attributes they are of (an ordered weighted average).",
    facts: FACTS,
    references: &[reference::YAGER_1988],
}
.entry();

/// The same by a bilinear form.
pub static LINKED_BY_LEARNED_FORM: Entry = MeasureEntry {
    name: "linked-by-learned-form",
    title: "The same by a bilinear form",
    aliases: &["bilinear-form"],
    formula: "the same by one positive bilinear form",
    summary: "As by learnt weights, but pairs of attributes have weights, too, as in Mahalanobis's distance; only for numbers without missing values.",
    facts: FACTS,
    references: &[reference::ABRIL_2012],
}
.entry();

/// The same by sets of attributes.
pub static LINKED_BY_LEARNED_SETS: Entry = MeasureEntry {
    name: "linked-by-learned-sets",
    title: "The same by sets of attributes",
    aliases: &["choquet"],
    formula: "the same by one Choquet integral",
    summary: "As by learnt weights, but every set of attributes has a weight (a Choquet integral); for up to eight attributes.",
    facts: FACTS,
    references: &[reference::ABRIL_2012],
}
.entry();

/// Linked knowing of the swapping.
pub static LINKED_KNOWING_RANK_SWAPPING: Entry = MeasureEntry {
    name: "linked-knowing-rank-swapping",
    title: "Linked knowing of the swapping",
    aliases: &[],
    formula: "people whose record alone fits the ranks in all columns / people",
    summary: "The share of people linked rightly by who knows over how many ranks values were exchanged.",
    facts: FACTS,
    references: &[reference::NIN_2008],
}
.entry();

/// Linked knowing of the averages.
pub static LINKED_KNOWING_AVERAGES: Entry = MeasureEntry {
    name: "linked-knowing-averages",
    title: "Linked knowing of the averages",
    aliases: &[],
    formula: "people whose record alone fits the groups in all columns / people",
    summary: "The share of people linked rightly by who knows that each attribute was averaged by itself.",
    facts: FACTS,
    references: &[reference::NIN_2009],
}
.entry();

/// Linked in the worst case.
pub static LINKED_WORST_CASE: Entry = MeasureEntry {
    name: "linked-worst-case",
    title: "Linked in the worst case",
    aliases: &[],
    formula: "the largest of all linkages that were tried",
    summary: "The share of people that the best of all these ways of linking finds. A real intruder does not know which is the best.",
    facts: FACTS,
    references: &[reference::ABRIL_2012],
}
.entry();

/// Guessed by the nearest record.
pub static GUESSED_BY_DISTANCE: Entry = MeasureEntry {
    name: "guessed-by-distance",
    title: "Told by the nearest record",
    aliases: &[],
    formula: "people whose value is that of the record nearest to them / people",
    summary: "How often the record nearest to a person by the quasi-identifiers tells the person's value (numbers: within a tenth of the deviation). Needs no known rows, so it serves for synthetic files.",
    facts: MeasureFacts { group: &group::GUESSES, ..FACTS },
    references: &[reference::DOMINGO_FERRER_2001],
}
.entry();

/// Guessed without the file.
pub static GUESSED_WITHOUT_FILE: Entry = MeasureEntry {
    name: "guessed-without-file",
    title: "Told by no record",
    aliases: &[],
    formula: "people with the value that most have / people",
    summary: "How often the guess that is the best for everybody is right; only what the nearest record tells beyond this was learnt from the file.",
    facts: MeasureFacts { group: &group::GUESSES, better: Better::Same, ..FACTS },
    references: &[],
}
.entry();
