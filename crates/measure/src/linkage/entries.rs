//! What the catalogue says of linkages that are made of others.

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Reference};

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

const fn linkage(
    [name, title, formula, summary]: [&'static str; 4],
    references: &'static [Reference],
) -> Entry {
    MeasureEntry { name, title, aliases: &[], formula, summary, facts: FACTS, references }.entry()
}

/// Linked in the worst case.
pub static LINKED_WORST_CASE: Entry = linkage(
    [
        "linked-worst-case",
        "Linked in the worst case",
        "the largest of all linkages that were tried",
        "The share of people that the best of all these ways of linking finds. A real intruder does not know which is the best.",
    ],
    &[reference::ABRIL_2012],
);

/// Linked by what fits.
pub static LINKED_BY_FIT: Entry = linkage(
    [
        "linked-by-fit",
        "Linked by what fits",
        "sum over people whose record fits of 1 / records that fit, over people",
        "The share of people found by drawing one of the records whose labels fit them: ranges, groups and `*` fit all that they stand for.",
    ],
    &[reference::SWEENEY_2002],
);

/// Linked by distance, each file by its own scale.
pub static LINKED_BY_OWN_SCALES: Entry = linkage(
    [
        "linked-by-own-scales",
        "Linked by distance, each file on its own scale",
        "people whose nearest record is their own, each file less its mean and over its deviation / people",
        "As by distance, but numbers of each file are standardised by that file, which undoes a change of scale and misleads where records are missing.",
    ],
    &[reference::DOMINGO_FERRER_2001],
);

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
pub static LINKED_BY_GIVEN_WEIGHTS: Entry = linkage(
    [
        "linked-by-given-weights",
        "Linked by given weights",
        "people whose nearest record is their own by the weights that were given / people",
        "As by distance, with the weights of attributes that were given.",
    ],
    &[reference::DOMINGO_FERRER_2001],
);

/// Linked by a given matrix.
pub static LINKED_BY_GIVEN_FORM: Entry = linkage(
    [
        "linked-by-given-form",
        "Linked by a given form",
        "people whose nearest record is their own by (a - b)' Q (a - b) / people",
        "As by distance, with a matrix that was given for the differences of numbers, each over the deviation before.",
    ],
    &[reference::TORRA_2006],
);

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
