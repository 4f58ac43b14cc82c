//! What `assess` and `attack` say of a pair of files.

use crate::{FileReport, Finding, Guarantee, Known};
use ridotto_core::count::{counted, records};
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

impl AttackResult {
    /// What is said of people whom no record of a masked file fits that has so many; nothing if there
    /// are none.
    pub fn about_unmatched(&self, released: Option<u64>) -> Option<String> {
        let people = counted(self.unmatched, "person", "people");
        let fewer = self.of.saturating_sub(released?);
        let less = records(fewer);
        let why = match self.unmatched {
            0 => return None,
            unmatched if unmatched <= fewer => {
                format!("the masked file has {less} fewer, so theirs may be suppressed")
            }
            _ if fewer > 0 => format!(
                "the masked file has {less} fewer, but others are changed, or a label was not \
                 understood"
            ),
            _ => "none is suppressed, so theirs are changed, or a label was not understood".into(),
        };
        Some(format!("by labels alone no record fits {people}: {why}"))
    }
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
