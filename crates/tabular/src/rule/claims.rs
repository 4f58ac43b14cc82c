//! What rules leave to the attackers of a table in which cells are hidden or merged.
//!
//! A published cell is not sensitive, unless its owner says that it must be published; a hidden sensitive
//! one was attacked before it was written, and leaves the doubt that its rule asks for. Nothing is said of
//! sums that are no cells: two hidden cells of a row may follow together.

use crate::attackers::{DOUBT, ERROR, KNOWN};
use ridotto_catalogue::{Claim, Figure, Formula, Leaves};

const PUBLISHED: &str = "published cells";
const HIDDEN: &str = "hidden cells";

const RANGE: Leaves = Leaves::AtLeast(Figure::Named(DOUBT), Formula::itself("range"));
const AUDITED: &str = "the audit lets no such cell pass, before the table is written and again from the written bytes; of counts the doubt is at least 1";
const INSIDE: &str =
    "the audit takes what each of them contributed off every cell; upwards the doubt is the same";

/// Nobody alone in a cell derives another.
const ALONE: Claim = Claim::new(
    "alone-in-a-cell",
    HIDDEN,
    Leaves::AtMost(Figure::Named(KNOWN), Formula::NONE),
    "the audit knows the cells of those who are alone, unless `singletons = false` is said",
);

/// Of rules that ask for a range, and say nothing of contributions.
pub const OF_RANGE: [Claim; 4] = [
    Claim::new("outsider", HIDDEN, RANGE, AUDITED),
    Claim::new("respondent", HIDDEN, RANGE, INSIDE),
    ALONE,
    Claim::new("coalition", HIDDEN, RANGE, INSIDE),
];

/// (1 − k) / k, of what the n largest contributed: the rest is more than that.
const REST: Leaves = Leaves::AtLeast(
    Figure::Named(ERROR),
    Formula { text: "(1 − k) / k", of: |of| (1.0 - of.level) / of.level },
);

/// Of dominance.
pub const OF_DOMINANCE: [Claim; 6] = [
    Claim::new(
        "outsider",
        PUBLISHED,
        REST,
        "the largest contribution is at most k of the cell, so the rest is at least (1 − k) / k of it",
    ),
    Claim::new(
        "respondent",
        "n = 1",
        Leaves::Everything,
        "of two firms each takes its own part off and knows the other exactly",
    ),
    Claim::new(
        "respondent",
        "n >= 2",
        REST,
        "what is left without the two largest is at least (1 − k) / k of both",
    ),
    ALONE,
    Claim::new("coalition", "n = 1", Leaves::Everything, "as a respondent"),
    Claim::new("coalition", "n >= 2", REST, "records of a holding are one contribution"),
];

/// Of rules by which the rest bounds how near the next contributor comes, with how that is written.
pub const fn of_prior_posterior(bound: Formula, because: &'static str) -> [Claim; 4] {
    let leaves = Leaves::AtLeast(Figure::Named(ERROR), bound);
    [
        Claim::new("outsider", PUBLISHED, leaves, "less is taken off than the second largest does"),
        Claim::new("respondent", PUBLISHED, leaves, because),
        ALONE,
        Claim::new("coalition", PUBLISHED, leaves, "records of a holding are one contribution"),
    ]
}
