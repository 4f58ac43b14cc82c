//! What the catalogue says of all linkages, and of those that are made of others.

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::small::{self, SmallTable};
use ridotto_catalogue::{Entry, Reference, Worked};

/// What all linkages have in common: shares of the people looked for, which the owner alone can count.
pub(super) const FACTS: MeasureFacts = MeasureFacts {
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
    worked: Worked,
) -> Entry {
    let aliases = &[];
    MeasureEntry { name, title, aliases, formula, summary, facts: FACTS, references, worked }
        .entry()
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
    Worked::perturbed(
        "By plain distance two of six are linked, by ranks two, by learnt weights four, by a learnt form all. The greatest counts: **1**.",
        &["linked-worst-case 1 1"],
    ),
);

const NUMBERS: &[&SmallTable] = &[&small::NUMBERS, &small::MASKED];

/// The tables of numbers, of which x alone is called a quasi-identifier.
const fn of_all(
    text: &'static str,
    run: &'static [&'static str],
    says: &'static [&'static str],
) -> Worked {
    Worked { tables: NUMBERS, policy: "", text, run, says }
}

/// Linked by the distance of all columns.
pub static LINKED_BY_DISTANCE_ALL_COLUMNS: Entry = linkage(
    [
        "linked-by-distance-all-columns",
        "Linked by distance, all columns",
        "people whose nearest record by all columns is their own / people",
        "As by distance, but by all columns that both files have: an intruder could know what is no quasi-identifier. Only where there are such columns.",
    ],
    &[reference::DOMINGO_FERRER_2001],
    of_all(
        "Only x is called a quasi-identifier, but y is in both files, too. Who knows both links rows 3 and 4: `2/6 = 0.3333`, so **0.3333**.",
        &[
            "assess numbers.csv masked.csv --quasi-identifiers x --same-order --only linked-by-distance-all-columns",
        ],
        &["linked-by-distance-all-columns 1 0.3333"],
    ),
);

/// Linked by the ranks in all columns.
pub static LINKED_BY_RANK_ALL_COLUMNS: Entry = linkage(
    [
        "linked-by-rank-all-columns",
        "Linked by rank, all columns",
        "people whose nearest record by ranks in all columns is their own / people",
        "As by rank, but by all columns that both files have. Only where some are no quasi-identifiers.",
    ],
    &[reference::MURALIDHAR_2016],
    of_all(
        "Only x is called a quasi-identifier, but who ranks x and y links rows 3 and 4: `2/6 = 0.3333`, so **0.3333**.",
        &[
            "assess numbers.csv masked.csv --quasi-identifiers x --same-order --only linked-by-rank-all-columns",
        ],
        &["linked-by-rank-all-columns 1 0.3333"],
    ),
);

/// Linked by the agreement of all columns.
pub static LINKED_BY_PROBABILITY_ALL_COLUMNS: Entry = linkage(
    [
        "linked-by-probability-all-columns",
        "Linked by probability, all columns",
        "people whose record with the greatest weight of agreement in all columns is their own / people",
        "As by probability, but by all columns that both files have. Only where some are no quasi-identifiers.",
    ],
    &[reference::FELLEGI_1969],
    of_all(
        "Only x is called a quasi-identifier, but who compares x and y has what linkage by probability has where both are: **0.25**.",
        &[
            "assess numbers.csv masked.csv --quasi-identifiers x --same-order --only linked-by-probability-all-columns",
        ],
        &["linked-by-probability-all-columns 1 0.25"],
    ),
);

/// Linked by learnt weights of all columns.
pub static LINKED_BY_LEARNED_WEIGHTS_ALL_COLUMNS: Entry = linkage(
    [
        "linked-by-learned-weights-all-columns",
        "Linked by learnt weights, all columns",
        "people whose nearest record is their own by the best weighted mean of all columns that was found / people",
        "As by learnt weights, but of all columns that both files have: columns that were masked more weigh less. Only where some are no quasi-identifiers.",
    ],
    &[reference::ABRIL_2012],
    of_all(
        "Only x is called a quasi-identifier. The best weights of x and y link four of six: `4/6 = 0.6667`, so **0.6667**.",
        &[
            "assess numbers.csv masked.csv --quasi-identifiers x --same-order --only linked-by-learned-weights-all-columns",
        ],
        &["linked-by-learned-weights-all-columns – 0.6667"],
    ),
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
    Worked::assessed(
        "The records that fit a person are those of the class. Each of the three people of class A is nearest to all three records of A and guesses one of three; likewise in C, and one of two in B: `(3 * 1/3 + 2 * 1/2 + 3 * 1/3) / 8 = 0.375`. So **0.375**.",
        &["linked-by-fit 1 0.375"],
    ),
);

/// Linked by distance, each file by its own scale.
pub static LINKED_BY_OWN_SCALES: Entry = linkage(
    [
        "linked-by-own-scales",
        "Linked by distance, each file on its own scale",
        "(people whose nearest record is their own, each file less its mean and over its deviation) / people",
        "As by distance, but numbers of each file are standardised by that file, which undoes a change of scale and misleads where records are missing.",
    ],
    &[reference::DOMINGO_FERRER_2001],
    Worked::perturbed(
        "Each file is brought to mean 0 and deviation 1 by itself: x has the mean 7.667 and the deviation 7.033 before, 7.5 and 8.408 after. Rows 3 and 4 are linked rightly: `2/6 = 0.3333`, so **0.3333**.",
        &[
            "linked-by-own-scales 1 0.3333",
            "mean of x 7.667 7.5",
            "standard-deviation of x 7.033 8.408",
        ],
    ),
);

/// Linked by Mahalanobis's distance.
pub static LINKED_BY_MAHALANOBIS: Entry = MeasureEntry {
    name: "linked-by-mahalanobis",
    title: "Linked by Mahalanobis's distance",
    aliases: &["mahalanobis"],
    formula: "(people whose nearest record is their own by (a - b)' (Var A + Var B)^-1 (a - b)) / people",
    summary: "As by distance, but columns of numbers that say the same count once.",
    facts: FACTS,
    references: &[reference::TORRA_2006],
    worked: Worked::perturbed("x and y go together: their correlation is 0.8217 before. So a difference that goes with it (both greater) counts less than one against it. The sum of both covariance matrices is 120.2 for x, 28.5 for y and 26.1 for both. By it rows 3 and 4 are nearest to their own: `2/6 = 0.3333`, so **0.3333**.", &["linked-by-mahalanobis 1 0.3333"]),
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
    Worked {
        tables: &[&small::NUMBERS, &small::MASKED],
        policy: "",
        text: "Somebody thinks that x tells more, and gives it the weight 3. Then row 5, (13, 11), is nearest to its own record (10, 5) with `3 * ((13 - 10) / 7.033)^2 + ((11 - 5) / 2.665)^2 = 5.615`, before row 6 with `3 * ((13 - 3) / 7.033)^2 + ((11 - 10) / 2.665)^2 = 6.206`. With rows 3 and 4 that is three of six: `3/6 = 0.5`, so **0.5**.",
        run: &[
            "assess numbers.csv masked.csv --quasi-identifiers x,y --same-order --weights x=3 --only linked-by-given-weights",
        ],
        says: &["linked-by-given-weights 1 0.5"],
    },
);

/// Linked by a given matrix.
pub static LINKED_BY_GIVEN_FORM: Entry = linkage(
    [
        "linked-by-given-form",
        "Linked by a given form",
        "(people whose nearest record is their own by (a - b)' Q (a - b)) / people",
        "As by distance, with a matrix that was given for the differences of numbers, each over the deviation before.",
    ],
    &[reference::TORRA_2006],
    Worked {
        tables: &[&small::NUMBERS, &small::MASKED],
        policy: "",
        text: "The matrix (`matrix.csv`) has 1 and 4 on its diagonal and 0 elsewhere, so y counts four times. Row 4 is nearest to its own record, `((0 - 0) / 7.033)^2 + 4 * ((6 - 7) / 2.665)^2 = 0.563`, and row 3 to its own; no other is: `2/6 = 0.3333`, so **0.3333**.",
        run: &[
            "assess numbers.csv masked.csv --quasi-identifiers x,y --same-order --matrix matrix.csv --only linked-by-given-form",
        ],
        says: &["linked-by-given-form 1 0.3333"],
    },
);

/// Guessed by the nearest record.
pub static GUESSED_BY_DISTANCE: Entry = MeasureEntry {
    name: "guessed-by-distance",
    title: "Told by the nearest record",
    aliases: &["nearest-neighbour-inference"],
    formula: "people whose value is that of the record nearest to them / people",
    summary: "How often the record nearest to a person by the quasi-identifiers tells the person's value (numbers: within a tenth of the deviation). Needs no known rows, so it serves for synthetic files.",
    facts: MeasureFacts { group: &group::GUESSES, ..FACTS },
    references: &[reference::DOMINGO_FERRER_2001],
    worked: Worked::assessed("The records nearest to a person are those of the class. One of them tells the right disease for 2 of 3 in A, 1 of 2 in B and 3 of 3 in C: `(2 + 1 + 3) / 8 = 0.75`, so **0.75**.", &["guessed-by-distance of disease – 0.75"]),
}
.entry();

/// Guessed without the file.
pub static GUESSED_WITHOUT_FILE: Entry = MeasureEntry {
    name: "guessed-without-file",
    title: "Told by no record",
    aliases: &["prior match rate", "random guess of a record"],
    formula: "people with the value that most have / people",
    summary: "How often the guess that is the best for everybody is right; only what the nearest record tells beyond this was learnt from the file.",
    facts: MeasureFacts { group: &group::GUESSES, better: Better::Same, ..FACTS },
    references: &[],
    worked: Worked::assessed("The commonest disease is cancer: who says cancer of everybody is right for `4/8 = 0.5` of them, without the file. So **0.5**.", &["guessed-without-file of disease – 0.5"]),
}
.entry();
