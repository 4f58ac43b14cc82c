//! What a release does not protect against: of each model, and of any.

use crate::Guarantee;
use crate::page::citation::Limit;
use ridotto_catalogue::{Disclosure, ModelFacts};

/// The limits of a release that satisfies these models, each once, the models' own first.
pub(in crate::page) fn limits(guarantees: &[Guarantee]) -> Vec<Limit> {
    let (mut list, knows_presence) = of_models(guarantees);
    let general = GENERAL.iter().filter(|(name, _)| !(knows_presence && *name == PRESENCE));
    list.extend(general.map(|(name, text)| Limit::new(name, text)));
    list
}

/// The limits of tables that satisfy these rules and were made by a method with limits of its own.
pub(in crate::page) fn of_tables(guarantees: &[Guarantee], of_method: &[Limit]) -> Vec<Limit> {
    let (mut list, knows_presence) = of_models(guarantees);
    let general: &[(&str, &str)] = if knows_presence { &OF_NOISE } else { &OF_TABLES };
    let general = general.iter().map(|(name, text)| Limit::new(name, text));
    for limit in of_method.iter().cloned().chain(general) {
        if list.iter().all(|other| other.name != limit.name) {
            list.push(limit);
        }
    }
    list
}

/// The limits of the models, each once, and whether one of them hides who is there at all.
fn of_models(guarantees: &[Guarantee]) -> (Vec<Limit>, bool) {
    let facts: Vec<&ModelFacts> = guarantees
        .iter()
        .filter_map(Guarantee::entry)
        .filter_map(ridotto_catalogue::Entry::model)
        .collect();
    let mut list: Vec<Limit> = Vec::new();
    for limit in facts.iter().flat_map(|facts| facts.limits) {
        if list.iter().all(|other| other.name != limit.name) {
            list.push(Limit::new(limit.name, limit.text));
        }
    }
    let knows_presence = facts.iter().any(|facts| facts.against.contains(&Disclosure::Membership));
    (list, knows_presence)
}

/// What no table protects against.
const OF_TABLES: [(&str, &str); 4] = [
    (
        "Other tables",
        "What is hidden here may follow from tables of the same units that were published elsewhere, or of another year. Tables of one policy are protected together.",
    ),
    (
        "Contributors who work together",
        "Each contributor is taken to know their own part alone. Several who tell each other what they contributed know more.",
    ),
    (
        "Other knowledge",
        "Whoever knows from elsewhere what a unit contributed, or between which ends a cell lies, knows more than the audit assumed.",
    ),
    ("Who is counted", "That a unit is among those of which the tables tell is not kept a secret."),
];

/// What no noisy table protects against: that somebody is in it is hidden, whatever else is known.
const OF_NOISE: [(&str, &str); 1] = [(
    "Other releases",
    "What another release of the same records costs is added to what this one costs: each tells a little more.",
)];

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

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::model::limits::{ESTIMATES, HOMOGENEITY};

    #[test]
    fn limits_follow_from_the_models_and_are_said_once() {
        let required = |model: &&str| Guarantee { model: (*model).into(), ..Guarantee::default() };
        let names = |models: &[&str]| -> Vec<String> {
            let models: Vec<Guarantee> = models.iter().map(required).collect();
            limits(&models).into_iter().map(|limit| limit.name).collect()
        };
        let both = names(&["k-anonymity", "k-map", "k-anonymity"]);
        assert_eq!(both.iter().filter(|name| **name == HOMOGENEITY.name).count(), 1);
        assert!(both.contains(&ESTIMATES.name.into()) && both.contains(&PRESENCE.into()));
        assert!(!names(&["differential-privacy"]).contains(&PRESENCE.into()));
        assert_eq!(names(&[]).len(), 5);
    }

    /// Tables have no records, no classes and no quasi-identifiers, and nothing is said of these.
    #[test]
    fn limits_of_tables_speak_of_tables() {
        let own = [Limit::new("Other tables", "said by the method"), Limit::new("Own", "too")];
        let all = of_tables(&[], &own);
        assert_eq!(all.len(), 5);
        assert_eq!(all[0].text, "said by the method");
        let words =
            |limit: &Limit| limit.text.contains("quasi-identifier") || limit.text.contains("ecord");
        assert!(!all.iter().any(words), "{all:?}");
        // Who is counted is a secret where noise hides it, and nothing is said of attackers who know much.
        let private = Guarantee { model: "differential-privacy".into(), ..Guarantee::default() };
        let names: Vec<String> =
            of_tables(&[private], &own).into_iter().map(|limit| limit.name).collect();
        assert_eq!(names[1..], ["Other tables", "Own", "Other releases"]);
    }
}
