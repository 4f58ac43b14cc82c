//! What each masking method does.

use super::{Entry, find};

/// What is known about a masking method of the policy.
pub(in crate::page) fn method(name: &str) -> Option<&'static Entry> {
    find(&METHODS, name)
}

const fn entry(name: &'static str, text: &'static str, reference: &'static str) -> Entry {
    Entry { name, text, reference }
}

const HANDBOOK: &str =
    "A. Hundepool and others (2012), Statistical disclosure control, doi:10.1002/9781118348239";

const METHODS: [Entry; 12] = [
    entry("recode", "replaced values by others that the policy lists", HANDBOOK),
    entry("top-code", "joined all values above a limit", HANDBOOK),
    entry("bottom-code", "joined all values below a limit", HANDBOOK),
    entry(
        "round",
        "replaced numbers by the nearest multiple of another",
        "L. Willenborg, T. de Waal (2001), Elements of statistical disclosure control, doi:10.1007/978-1-4613-0121-9",
    ),
    entry("delete", "removed whole attributes", HANDBOOK),
    entry("sample", "kept some of the records, drawn at random", HANDBOOK),
    entry("noise", "added random noise to numbers", HANDBOOK),
    entry("swap", "exchanged values between records", HANDBOOK),
    entry(
        "shuffle",
        "reordered values as a model predicts their ranks",
        "K. Muralidhar, R. Sarathy (2006), Data shuffling, doi:10.1287/mnsc.1050.0503",
    ),
    entry(
        "pram",
        "changed categories with known probabilities",
        "J. M. Gouweleeuw, P. Kooiman, L. C. R. J. Willenborg, P.-P. de Wolf (1998), Post randomisation for statistical disclosure control",
    ),
    entry(
        "microaggregate",
        "replaced numbers by the centre of a small group",
        "J. Domingo-Ferrer, J. M. Mateo-Sanz (2002), Practical data-oriented microaggregation for statistical disclosure control, doi:10.1109/69.979982",
    ),
    entry(
        "synthesize",
        "drew new records from a model of the old ones",
        "D. B. Rubin (1993), Statistical disclosure limitation",
    ),
];
