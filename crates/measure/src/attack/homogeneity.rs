//! Homogeneity: all records that fit say the same.

use super::Attack;
use super::found::{Found, Guess};
use super::inference::Inference;
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts};
use ridotto_catalogue::{Disclosure, Entry, Worked};

/// Learns a value that all records which fit a person share, without knowing which is theirs.
///
/// A person is found if a single value is left. Certainty is the share of the most frequent value:
/// what a guess of that value is right with (the *probabilistic inference* of the literature).
///
/// # Assumes
/// That the people are in the release, and the columns that are compared are known of them.
///
/// # Stopped by
/// Distinct l-diversity with l ≥ 2: nobody is found. (α, k)-anonymity bounds certainty by α.
///
/// # Cost
/// That of [linkage](super::linkage()), and a look at each class's histogram.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, File, Inference, homogeneity, meaning::Language};
/// let language = Language::new(Reading::of_kind(Kind::Text));
/// let [ages, illness, known] = [&["2*", "2*", "3*", "3*"][..], &["flu", "flu", "flu", "cold"], &["23", "31"]]
///     .map(|texts| Cells::of_texts(texts, &language));
/// let release = File::new(vec![&ages]).unwrap().with_sensitive(&illness).unwrap();
/// let inference = Inference::new(&File::new(vec![&known]).unwrap(), &release).unwrap();
/// let found = homogeneity(&inference);
/// assert_eq!((found.people, found.certainty), (1, 0.75));
/// ```
///
/// # References
/// A. Machanavajjhala et al. (2007), *l-diversity: privacy beyond k-anonymity*,
/// doi:10.1145/1217299.1217302.
pub fn homogeneity(inference: &Inference<'_>) -> Found {
    inference.guess(Attack::Homogeneity, |belief| {
        let telling = belief.values.iter().filter(|&&(code, _)| inference.tells(code));
        let most = telling.map(|&(_, count)| count).max().unwrap_or(0);
        let certainty = most as f64 / belief.records as f64;
        Some(Guess { group: belief.records, certainty, found: most == belief.records })
    })
}

/// Homogeneity as the catalogue has it.
pub static HOMOGENEITY: Entry = AttackEntry {
    name: "homogeneity",
    title: "Homogeneity",
    aliases: &["homogeneity-attack"],
    formula: "one value is left among the records that fit",
    summary: "All records that fit a person have the same sensitive value, so it is known without knowing which record is whose.",
    advice: "",
    facts: AttackFacts {
        knows: "people's quasi-identifiers, and that they are in the release",
        discloses: &[Disclosure::Attribute],
        needs: "",
        help: &[],
        figures: &[],
    },
    references: &[reference::MACHANAVAJJHALA_2007],
    worked: Worked::attacked("Whoever is between 50 and 59 and lives in 1230x is in class C, and all its three records have cancer. Nobody needs to be found for that: **3** people's disease is learnt, and it is right.", &["attack people claimed right wrong of mean surest gain", "homogeneity of disease learnt 3 3 0 8 0.75 1 0.25"]),
}
.entry();
