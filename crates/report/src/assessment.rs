//! What `assess` and `attack` say of a pair of files.

use crate::chart::{Promise, RiskUtilityMap, RiskUtilityPoint};
use crate::{FileReport, Finding, Guarantee, Known};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Risk and utility of a masked file beside its original.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssessReport {
    /// The program's version.
    pub ridotto: String,
    /// The file before masking.
    pub before: FileReport,
    /// The file after.
    pub after: FileReport,
    /// What was measured.
    pub findings: Vec<Finding>,
    /// What the policy requires, and what the file after attains of it; what cannot be judged from
    /// two files says so. Left out if nothing is required.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guarantees: Vec<Guarantee>,
    /// The model by which records were linked by probability, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linkage: Option<LinkageModel>,
    /// What a reader must know about the figures.
    pub notes: Vec<String>,
}

/// Fellegi and Sunter's model as it was fitted to a pair of files, and what it decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkageModel {
    /// Attribute by attribute.
    pub attributes: Vec<AgreementModel>,
    /// The share of all pairs that are one person.
    pub share: f64,
    /// Steps of expectation and maximisation.
    pub steps: u64,
    /// Whether the last step changed nothing but rounding.
    pub converged: bool,
    /// The probability that a pair of two people is linked, by the thresholds.
    pub false_links: f64,
    /// The probability that a pair of one person is not linked.
    pub misses: f64,
    /// Pairs are linked from this weight on; absent if none is, or if all weights are.
    pub link_from: Option<f64>,
    /// Pairs are not linked below this weight; between the two a clerk has to look.
    pub no_link_below: Option<f64>,
    /// How many pairs were linked, left to clerks, and not linked.
    pub pairs: PairCounts,
    /// How many of these are truly one person.
    pub true_pairs: PairCounts,
}

/// How often an attribute agrees for one person and for two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgreementModel {
    /// The attribute.
    pub attribute: String,
    /// Numbers agree if they differ by no more than this.
    pub within: f64,
    /// The probability of agreement for one person.
    pub m: f64,
    /// The probability of agreement for two people.
    pub u: f64,
    /// log₂ of m over u.
    pub agreement_weight: f64,
    /// log₂ of 1 - m over 1 - u.
    pub disagreement_weight: f64,
}

/// Pairs by what was decided about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts {
    /// Taken to be one person.
    pub linked: u64,
    /// Left to a clerk.
    pub clerical: u64,
    /// Taken to be two.
    pub not_linked: u64,
}

/// What intruders could do with a masked file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AttackReport {
    /// The program's version.
    pub ridotto: String,
    /// The file with the people.
    pub before: FileReport,
    /// The file that was attacked.
    pub after: FileReport,
    /// What each attack found.
    pub findings: Vec<AttackResult>,
    /// Models that the file attains as far as it was counted: what they did not stop they do not
    /// stop.
    #[serde(default)]
    pub in_place: Vec<InPlace>,
    /// What a reader must know about the figures.
    pub notes: Vec<String>,
}

/// A model that a file attains.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InPlace {
    /// Its name.
    pub model: String,
    /// The sensitive attribute that it protects, if it protects one; several are joined by `+`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
}

impl InPlace {
    /// Whether it speaks of what an attack is about: a model of one attribute says nothing of another.
    pub fn is_about(&self, attribute: Option<&str>) -> bool {
        let own = self.attribute.as_deref();
        own.is_none_or(|own| own.split('+').any(|name| Some(name) == attribute))
    }

    /// In words.
    pub fn words(&self) -> String {
        let of = self.attribute.as_ref().map_or(String::new(), |name| format!(" of {name}"));
        format!("{}{of}", self.model)
    }
}

/// What one attack found: how many people and how surely, and nobody's name or value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AttackResult {
    /// The attack.
    pub name: String,
    /// The attribute that it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// The other file that the intruder used, without folders, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// What the intruder is assumed to know.
    pub knows: String,
    /// What it finds: `singled-out` (a single record is taken to be theirs), `learnt` (something is
    /// taken to be known) or `likelier` (something became likelier).
    #[serde(default)]
    pub finds: String,
    /// The columns that the intruder compared, if it is not the quasi-identifiers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// How many people it was found of rightly; where that is not known, how many it was claimed of.
    pub people: u64,
    /// How many people the intruder claims it of.
    #[serde(default)]
    pub claimed: u64,
    /// How many of these rightly; absent if it is not known.
    #[serde(default)]
    pub right: Option<u64>,
    /// How many wrongly.
    #[serde(default)]
    pub wrong: Option<u64>,
    /// How often a guess without the release is right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guess: Option<f64>,
    /// How much surer than by that guess the intruder is, on average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<f64>,
    /// Of how many of those whom it claims nothing of the intruder is surer than by that guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likelier: Option<u64>,
    /// How many were attacked.
    pub of: u64,
    /// How many of these no record fits.
    pub unmatched: u64,
    /// How sure the intruder is, on average.
    pub certainty: f64,
    /// How sure of the person of whom most is known.
    pub surest: f64,
    /// The least group in which somebody hides.
    pub smallest_group: Option<u64>,
    /// Sizes of groups, and how many people hide in one of that size.
    pub group_sizes: Vec<(u64, u64)>,
    /// What would have stopped it.
    pub stopped_by: Vec<String>,
    /// Other numbers of this attack, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, f64>,
    /// The records of those found, counted from 1 in the file of the people; only if values may be
    /// shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<u64>,
    /// What is known of the attack. It is in no document.
    #[serde(skip)]
    pub known: Known,
}

/// What `explore` found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExploreReport {
    /// The program's version.
    pub ridotto: String,
    /// How many configurations were to be tried.
    pub asked: u64,
    /// Those that were tried.
    pub configurations: Vec<Configuration>,
    /// The place among them of the one that is proposed: the least mean of risk and loss.
    pub proposed: Option<u64>,
}

/// One way to make a release, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// What was tried, in words.
    pub name: String,
    /// The algorithm.
    pub algorithm: String,
    /// The k of k-anonymity.
    pub k: u64,
    /// The largest share of records that might be suppressed.
    pub suppression: f64,
    /// Records of the release.
    pub records: Option<u64>,
    /// Its classes.
    pub classes: Option<u64>,
    /// Disclosure risk, from 0 to 1.
    pub risk: Option<f64>,
    /// Information loss, from 0 to 1.
    pub loss: Option<f64>,
    /// What risk is the mean of, by name.
    pub parts: Vec<(String, f64)>,
    /// Whether no other has less risk without more loss.
    pub frontier: bool,
    /// Whether its release attains all that the policy requires, as counted in the written file;
    /// left out if the policy requires nothing, or there is no release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// What the policy requires, and what the written file attains of it. What was required with
    /// another k than the policy's is held against the policy's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guarantees: Vec<Guarantee>,
    /// Why there is no release, if there is none.
    pub failed: Option<String>,
}

impl Configuration {
    /// Risk and loss, if both are known.
    pub fn point(&self) -> Option<(f64, f64)> {
        self.risk.zip(self.loss)
    }

    /// What its release attains of what the policy requires.
    pub fn promise(&self) -> Promise {
        match self.holds {
            Some(true) => Promise::Attained,
            Some(false) => Promise::Lacking,
            None => Promise::Nothing,
        }
    }
}

impl ExploreReport {
    /// The configurations as a picture.
    pub fn map(&self) -> RiskUtilityMap {
        let mut map = RiskUtilityMap::default();
        for (at, configuration) in (0..).zip(&self.configurations) {
            let Some((risk, loss)) = configuration.point() else { continue };
            if self.proposed == Some(at) {
                map.proposed = Some(map.points.len());
            }
            let (name, promise) = (configuration.name.clone(), configuration.promise());
            map.points.push(RiskUtilityPoint { name, risk, loss, promise });
        }
        map
    }

    /// The configuration that is proposed.
    pub fn proposed(&self) -> Option<&Configuration> {
        self.configurations.get(usize::try_from(self.proposed?).ok()?)
    }

    /// Those that have a release with risk and loss.
    pub fn reached(&self) -> impl Iterator<Item = &Configuration> {
        self.configurations.iter().filter(|one| one.point().is_some())
    }

    /// Why the proposed one is proposed, with risk and loss in these words.
    pub fn reason(&self, words: fn(f64) -> String) -> Option<String> {
        let proposed = self.proposed()?;
        let (risk, loss) = proposed.point()?;
        let all = self.reached().count();
        let fitting = self.reached().filter(|one| one.promise() != Promise::Lacking).count();
        // What attains less than the policy asks for is on the map, and is not proposed.
        let among = match fitting {
            some if proposed.promise() == Promise::Attained && some < all => {
                format!("{some} that attain what the policy requires")
            }
            _ => all.to_string(),
        };
        let (risk, loss) = (words(risk), words(loss));
        Some(format!(
            "proposed: {}, because the mean of its risk ({risk}) and its loss ({loss}) is the least \
             of {among}.",
            proposed.name
        ))
    }
}
