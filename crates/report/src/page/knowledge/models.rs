//! What each model guarantees, and which way its bound goes.

use super::{Entry, find};
use crate::{Guarantee, Parameter};

/// What is known about a model.
#[derive(Clone, Copy, Debug)]
pub(in crate::page) struct About {
    pub entry: &'static Entry,
    /// What the number is, in a few words.
    pub statistic: &'static str,
}

/// What is known about the model of a requirement.
pub(in crate::page) fn model(guarantee: &Guarantee) -> Option<About> {
    let entry = find(&MODELS, &guarantee.model)?;
    let kind = match guarantee.parameters.get("kind") {
        Some(Parameter::Text(kind)) => kind.as_str(),
        _ => "",
    };
    let statistic = match (guarantee.model.as_str(), guarantee.decided_by.as_deref()) {
        ("p-sensitive" | "alpha-k", Some("k")) => "records of the smallest class",
        ("l-diversity", Some("c2")) => "least share of an undeniable value in a class",
        ("delta-disclosure", Some("absent")) => "most values that a class lacks",
        ("beta-likeness", Some("enhanced")) => "largest gain above what its value's rarity allows",
        ("k-map", Some("rows")) => "fewest records, from which people are estimated",
        ("l-diversity", _) if kind == "distinct" => "fewest distinct values in a class",
        ("l-diversity", _) if kind.starts_with("entropy") => "fewest effective values in a class",
        ("l-diversity", _) => "most frequent value against those from the l-th on",
        ("k-anonymity", _) if own_k(guarantee) => {
            "least size of a class as a multiple of the largest k asked for in it"
        }
        ("k-anonymity", _) => "smallest class",
        ("k-map", _) => "fewest people who fit",
        ("average-risk", _) => "mean chance to be found",
        ("sample-uniqueness", _) => "share of unique records",
        ("population-uniqueness", _) => "estimated share of population uniques",
        ("p-sensitive", _) => "fewest distinct values in a class",
        ("alpha-k", _) => "largest share of one value in a class",
        ("t-closeness", _) => "largest distance from the whole table",
        ("delta-disclosure", _) => "largest change of a value's likelihood",
        ("beta-likeness", _) => "largest gain of a value's likelihood",
        ("delta-presence", Some("at-least")) => {
            "least share of the people alike who are in the file"
        }
        ("delta-presence", Some("at-most")) => {
            "largest share of the people alike who are in the file"
        }
        ("delta-presence", _) => "people known to be absent",
        _ => "",
    };
    Some(About { entry, statistic })
}

/// Whether each person's own k was required.
pub(in crate::page) fn own_k(guarantee: &Guarantee) -> bool {
    matches!(guarantee.parameters.get("k"), Some(Parameter::Text(_)))
}

const DIVERSITY: &str = "A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam (2007), l-diversity: privacy beyond k-anonymity, doi:10.1145/1217299.1217302";

const MODELS: [Entry; 13] = [
    Entry {
        name: "k-anonymity",
        text: "Whoever knows {known} finds at least {k} records that fit, and picks the right one with a chance of 1 in {k} at most.",
        reference: "L. Sweeney (2002), k-anonymity: a model for protecting privacy, doi:10.1142/S0218488502001648",
    },
    Entry {
        name: "k-map",
        text: "Every combination of quasi-identifiers in the file fits at least {k} people of the population, counted or estimated.",
        reference: "K. El Emam, F. K. Dankar (2008), Protecting privacy using k-anonymity, doi:10.1197/jamia.M2716",
    },
    Entry {
        name: "average-risk",
        text: "On average over all records, the chance that an intruder picks the right one is {at-most} at most.",
        reference: "K. El Emam (2013), Guide to the de-identification of personal health information",
    },
    Entry {
        name: "sample-uniqueness",
        text: "The share of records that are alone with their combination of quasi-identifiers is {at-most} at most.",
        reference: "C. Skinner, C. Marsh, S. Openshaw, C. Wymer (1994), Disclosure control for census microdata",
    },
    Entry {
        name: "population-uniqueness",
        text: "The estimated share of records whose people are unique in the population is {at-most} at most.",
        reference: "F. K. Dankar, K. El Emam, A. Neisa, T. Roffey (2012), Estimating the re-identification risk of clinical data sets, doi:10.1186/1472-6947-12-66",
    },
    Entry {
        name: "l-diversity",
        text: "In every class the values of {attribute} are well represented, with l = {l}: the larger l is, the less one learns from a person's class alone.",
        reference: DIVERSITY,
    },
    Entry {
        name: "p-sensitive",
        text: "Every class has at least {k} records and at least {p} distinct values of {attribute}.",
        reference: "T. M. Truta, B. Vinay (2006), Privacy protection: p-sensitive k-anonymity property, doi:10.1109/ICDEW.2006.116",
    },
    Entry {
        name: "alpha-k",
        text: "Every class has at least {k} records, and no value of {attribute} has a share above {alpha} in one.",
        reference: "R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang (2006), (α, k)-anonymity, doi:10.1145/1150402.1150499",
    },
    Entry {
        name: "t-closeness",
        text: "In every class {attribute} is distributed nearly as in the whole table: the distance is {t} at most.",
        reference: "N. Li, T. Li, S. Venkatasubramanian (2007), t-closeness: privacy beyond k-anonymity and l-diversity, doi:10.1109/ICDE.2007.367856",
    },
    Entry {
        name: "delta-disclosure",
        text: "In every class each value of {attribute} is about as likely as in the whole table: the logarithm of the ratio stays below {delta}.",
        reference: "J. Brickell, V. Shmatikov (2008), The cost of privacy, doi:10.1145/1401890.1401904",
    },
    Entry {
        name: "beta-likeness",
        text: "In no class does a value of {attribute} become likelier than in the whole table by more than a relative gain of {beta}.",
        reference: "J. Cao, P. Karras (2012), Publishing microdata with a robust privacy guarantee, doi:10.14778/2350229.2350255",
    },
    Entry {
        name: "delta-presence",
        text: "How sure one can be that a person of the population is in the file stays between {at-least} and {at-most}.",
        reference: "M. E. Nergiz, M. Atzori, C. Clifton (2007), Hiding the presence of individuals from shared databases, doi:10.1145/1247480.1247554",
    },
    Entry {
        name: "differential-privacy",
        text: "The release would be nearly as likely without any one person: the likelihoods differ by a factor of e to the power {epsilon} at most, apart from {delta}.",
        reference: "C. Dwork, A. Roth (2014), The algorithmic foundations of differential privacy, doi:10.1561/0400000042",
    },
];
