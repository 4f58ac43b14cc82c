//! What each algorithm does.

use super::{Entry, find};

/// What is known about an algorithm of the policy.
pub(in crate::page) fn algorithm(name: &str) -> Option<&'static Entry> {
    find(&ALGORITHMS, name)
}

const fn entry(name: &'static str, text: &'static str, reference: &'static str) -> Entry {
    Entry { name, text, reference }
}

const SWEENEY: &str = "L. Sweeney (2002), Achieving k-anonymity privacy protection using generalization and suppression, doi:10.1142/S021848850200165X";

const ALGORITHMS: [Entry; 16] = [
    entry(
        "optimal",
        "It searched all full-domain generalisations for the one that costs the least.",
        "",
    ),
    entry(
        "samarati",
        "It searched by halving for the lowest height of the lattice at which the requirements can hold.",
        "P. Samarati (2001), Protecting respondents' identities in microdata release, doi:10.1109/69.971193",
    ),
    entry(
        "incognito",
        "It built up the minimal generalisations from those of subsets of the attributes.",
        "K. LeFevre, D. J. DeWitt, R. Ramakrishnan (2005), Incognito: efficient full-domain k-anonymity, doi:10.1145/1066157.1066164",
    ),
    entry("mingen", "It looked at every generalisation in turn.", SWEENEY),
    entry(
        "datafly",
        "It generalised, step by step, the attribute with the most distinct values.",
        SWEENEY,
    ),
    entry(
        "mu-argus",
        "It looked at pairs and triples of attributes and generalised where rare combinations were.",
        "A. Hundepool, L. Willenborg (1996), µ- and τ-Argus: software for statistical disclosure control",
    ),
    entry(
        "bottom-up",
        "It began with the values themselves and generalised where that cost the least for what it gained.",
        "K. Wang, P. S. Yu, S. Chakraborty (2004), Bottom-up generalization, doi:10.1109/ICDM.2004.10110",
    ),
    entry(
        "top-down",
        "It began with everything generalised and refined where that told the most.",
        "B. C. M. Fung, K. Wang, P. S. Yu (2005), Top-down specialization for information and privacy preservation, doi:10.1109/ICDE.2005.143",
    ),
    entry(
        "k-optimize",
        "It searched the partitions of ordered domains and cut off what could not win.",
        "R. J. Bayardo, R. Agrawal (2005), Data privacy through optimal k-anonymization, doi:10.1109/ICDE.2005.42",
    ),
    entry(
        "best-first",
        "It looked at the most promising generalisations first, as long as it was given time.",
        "",
    ),
    entry(
        "genetic",
        "It let a population of generalisations evolve.",
        "V. S. Iyengar (2002), Transforming data to satisfy privacy constraints, doi:10.1145/775047.775089",
    ),
    entry(
        "mondrian",
        "It split the records at medians, again and again, as long as both sides stayed safe.",
        "K. LeFevre, D. J. DeWitt, R. Ramakrishnan (2006), Mondrian multidimensional k-anonymity, doi:10.1109/ICDE.2006.101",
    ),
    entry(
        "local-recoding",
        "It generalised each group of records on its own, no further than that group needs.",
        "",
    ),
    entry("local-suppression", "It hid single cells, as few as it could.", ""),
    entry(
        "saved-recoding",
        "It applied a decision that was taken before on other data, and verified the result anew.",
        "",
    ),
    entry("none", "Nothing was searched for: the masking steps alone made the release.", ""),
];
