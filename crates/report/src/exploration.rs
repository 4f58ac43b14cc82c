//! What `explore` says: many ways to make a release, by risk and loss, and which is proposed.

use crate::Guarantee;
use crate::chart::{Promise, RiskUtilityMap, RiskUtilityPoint};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What `explore` found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExploreReport {
    /// The program's version.
    pub ridotto: String,
    /// Whether tables were tried: then figures are of cells, and records stand for lines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_tables: bool,
    /// How many configurations were to be tried.
    pub asked: u64,
    /// Those that were tried, by their numbers.
    pub configurations: Vec<Configuration>,
    /// The place among them of the one that is proposed: the least mean of risk and loss.
    pub proposed: Option<u64>,
    /// How many records there are; absent if time was up before all were read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<u64>,
    /// How many records the sample had that was tried first; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
    /// Why it ended before all was tried; absent if all was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The seed by which was drawn what configurations draw: with it a release of the same lines is the
    /// same.
    #[serde(default)]
    pub seed: u64,
}

/// Why it ended before all was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// Time was up.
    Time,
    /// Somebody interrupted it.
    Interrupted,
}

/// One way to make a release, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// Its number, from 1: the same whenever the same is asked of the same policy and data.
    #[serde(default)]
    pub number: u64,
    /// What was tried, in words.
    pub name: String,
    /// The algorithm.
    pub algorithm: String,
    /// The k of k-anonymity.
    pub k: u64,
    /// The largest share of records that might be suppressed.
    pub suppression: f64,
    /// The attributes that are dearer than in the policy, and how dear.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub importance: BTreeMap<String, f64>,
    /// How many records the sample had that it was tried on; absent if it was tried on all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
    /// Records of the release.
    pub records: Option<u64>,
    /// Its classes.
    pub classes: Option<u64>,
    /// Disclosure risk, from 0 to 1: the largest of its parts.
    pub risk: Option<f64>,
    /// Which of its parts that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk_of: Option<String>,
    /// Information loss, from 0 to 1, by the policy's importance.
    pub loss: Option<f64>,
    /// What the report of the same release says that was made small: the same as the loss, unless
    /// another objective or another importance was asked for, or values are no longer true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<f64>,
    /// How far values are from the truth; absent if they are only coarser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub displacement: Option<f64>,
    /// What each quasi-identifier loses.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub losses: BTreeMap<String, f64>,
    /// What risk is the largest of, by name.
    pub parts: Vec<(String, f64)>,
    /// Whether no other that attains what the policy requires has less risk without more loss; nor is
    /// what attains less on the frontier.
    pub frontier: bool,
    /// Whether its release attains all that the policy requires, as counted in the written file;
    /// left out if the policy requires nothing, or there is no release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// What the policy requires, and what the written file attains of it. What was required with
    /// another k than the policy's is held against the policy's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guarantees: Vec<Guarantee>,
    /// The lines that the policy must have so that its release is this one; empty if it has them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lines: String,
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
        let mut map =
            RiskUtilityMap { is_of_tables: self.is_of_tables, ..RiskUtilityMap::default() };
        for (at, configuration) in (0..).zip(&self.configurations) {
            let Some((risk, loss)) = configuration.point() else { continue };
            if self.proposed == Some(at) {
                map.proposed = Some(map.points.len());
            }
            map.points.push(RiskUtilityPoint {
                name: configuration.name.clone(),
                number: configuration.number,
                risk,
                loss,
                promise: configuration.promise(),
                is_sample: configuration.sample.is_some(),
            });
        }
        map
    }

    /// The configuration that is proposed.
    pub fn proposed(&self) -> Option<&Configuration> {
        self.configurations.get(usize::try_from(self.proposed?).ok()?)
    }

    /// The configuration of a number.
    pub fn numbered(&self, number: u64) -> Option<&Configuration> {
        self.configurations.iter().find(|one| one.number == number)
    }

    /// Those that have a release with risk and loss.
    pub fn reached(&self) -> impl Iterator<Item = &Configuration> {
        self.configurations.iter().filter(|one| one.point().is_some())
    }

    /// Those among which one may be proposed: of a sample only if nothing is known of the whole.
    pub fn compared(&self) -> impl Iterator<Item = &Configuration> {
        let has_whole = self.reached().any(|one| one.sample.is_none());
        self.reached().filter(move |one| !has_whole || one.sample.is_none())
    }

    /// Why the proposed one is proposed, with risk and loss in these words.
    pub fn reason(&self, words: fn(f64) -> String) -> Option<String> {
        let proposed = self.proposed()?;
        let (risk, loss) = proposed.point()?;
        let all = self.compared().count();
        let fitting = self.compared().filter(|one| one.promise() != Promise::Lacking).count();
        // What attains less than the policy asks for is on the map, and is not proposed.
        let among = match fitting {
            some if proposed.promise() == Promise::Attained && some < all => {
                format!("{some} that attain what the policy requires")
            }
            _ => all.to_string(),
        };
        let of = proposed.risk_of.as_ref().map_or(String::new(), |of| format!(", {of}"));
        let (risk, loss) = (words(risk), words(loss));
        let sample = proposed.sample.map_or(String::new(), |records| {
            format!(
                "; it was tried on a sample of {}, not on the whole",
                crate::text::grouped(records)
            )
        });
        Some(format!(
            "proposed: {}, because the mean of its risk ({risk}{of}) and its loss ({loss}) is the \
             least of {among}{sample}.",
            proposed.name
        ))
    }
}
