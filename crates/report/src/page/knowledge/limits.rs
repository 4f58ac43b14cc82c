//! What a release does not protect against: of each model, and of any.

use crate::page::citation::Limit;

/// The limits of a release that satisfies these models, each once, the models' own first.
pub(in crate::page) fn limits(models: &[&str]) -> Vec<Limit> {
    let mut list: Vec<Limit> = Vec::new();
    for model in models {
        for &(name, text) in of_model(model) {
            if list.iter().all(|limit| limit.name != name) {
                list.push(Limit::new(name, text));
            }
        }
    }
    let presence =
        models.iter().any(|model| ["delta-presence", "differential-privacy"].contains(model));
    let general = GENERAL.iter().filter(|(name, _)| !(presence && *name == PRESENCE));
    list.extend(general.map(|(name, text)| Limit::new(name, text)));
    list
}

const PRESENCE: &str = "Being in the file at all";

const GENERAL: [(&str, &str); 5] = [
    (
        "Other knowledge",
        "The guarantees are about the attributes that were named as quasi-identifiers. Whoever knows a person's values of other released attributes may find the record by them.",
    ),
    (
        "Several releases",
        "Another release about the same people can be compared with this one. Two files that are safe alone may single somebody out together.",
    ),
    (
        "Several records of one person",
        "Classes count records, unless the policy says which records belong to one person. A class of five records may otherwise be fewer people.",
    ),
    (PRESENCE, "If it is a secret that a person is in the file, these guarantees do not keep it."),
    (
        "Who is missing",
        "Suppressed records are not random: they are those of unusual people. Results for small groups are affected the most.",
    ),
];

type Pairs = &'static [(&'static str, &'static str)];

const HOMOGENEITY: (&str, &str) = (
    "What a class has in common",
    "If everybody in a class has the same sensitive value, one need not know which record is whose. Only a requirement of its own bounds that for a sensitive attribute.",
);
const AVERAGES: (&str, &str) = (
    "The most exposed person",
    "A bound on an average or on a share says nothing about a single person: somebody may still be found with certainty.",
);
const ESTIMATES: (&str, &str) = (
    "A wrong estimate of the population",
    "The number of people who fit is estimated. If the model of the population is wrong, so is the bound.",
);
const SIMILARITY: (&str, &str) = (
    "Values that are distinct but alike",
    "Distinct values may mean nearly the same, such as two kinds of one disease, or neighbouring incomes. The model counts them as different.",
);
const SKEWNESS: (&str, &str) = (
    "Probable inference",
    "A sensitive value that is rare in the table may be common in a class. Then much is learned about its members, though nothing is certain.",
);
const STATISTICS: (&str, &str) = (
    "What the data say about groups",
    "Anyone may still learn what is true of a group as a whole, and apply it to its members. That is what the data are published for.",
);

fn of_model(model: &str) -> Pairs {
    match model {
        "k-anonymity" => &[HOMOGENEITY],
        "k-map" => &[HOMOGENEITY, ESTIMATES],
        "average-risk" | "sample-uniqueness" => &[AVERAGES, HOMOGENEITY],
        "population-uniqueness" => &[AVERAGES, ESTIMATES, HOMOGENEITY],
        "l-diversity" | "p-sensitive" => &[SIMILARITY, SKEWNESS],
        "alpha-k" => &[SIMILARITY],
        "t-closeness" | "delta-disclosure" | "beta-likeness" => &[STATISTICS],
        "delta-presence" => &[HOMOGENEITY],
        "differential-privacy" => &[STATISTICS],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_from_the_models_and_are_said_once() {
        let names = |models: &[&str]| -> Vec<String> {
            limits(models).into_iter().map(|limit| limit.name).collect()
        };
        let both = names(&["k-anonymity", "k-map", "k-anonymity"]);
        assert_eq!(both.iter().filter(|name| **name == HOMOGENEITY.0).count(), 1);
        assert!(both.contains(&ESTIMATES.0.into()) && both.contains(&PRESENCE.into()));
        assert!(!names(&["differential-privacy"]).contains(&PRESENCE.into()));
        assert_eq!(names(&[]).len(), 5);
    }
}
