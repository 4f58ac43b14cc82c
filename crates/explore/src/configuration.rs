//! One way to make a release: the policy with a few changes.

use crate::perturbed::Perturbed;
use ridotto_catalogue::{Item, Sort};
use ridotto_micro::algorithm::{Algorithm, AlgorithmDefinition, Approach};
use ridotto_policy::edit::{Change, Step, lines};
use ridotto_policy::{Decimal, Entries, Policy, PolicyError, Requirement, Share};
use ridotto_report::Configuration;

/// Something to try.
#[derive(Clone, Debug)]
pub(crate) struct Try {
    /// Its number, from 1.
    pub number: u64,
    /// The less, the more it tells.
    pub rank: u8,
    /// What it is.
    pub way: Way,
}

/// A way to make a release.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    Searched(Searched),
    Perturbed(Perturbed),
}

/// A way that generalises and suppresses.
#[derive(Clone, Debug)]
pub(crate) struct Searched {
    pub algorithm: &'static AlgorithmDefinition,
    /// The k of k-anonymity over all quasi-identifiers; the policy requires none, and neither does
    /// this, when `None`.
    pub k: Option<u64>,
    pub suppression: Share,
    /// An attribute that is dearer than in the policy, and how dear.
    pub finer: Option<(String, Decimal)>,
}

/// The k that the policy requires over all quasi-identifiers, if it does.
pub(crate) fn policy_k(policy: &Policy) -> Option<u64> {
    policy.requirements.iter().filter_map(Requirement::plain_k).map(|k| *k).max()
}

/// A share as people say it.
pub(crate) fn percent(share: Share) -> String {
    let percent = (share.to_f64() * 1e6).round() / 1e4;
    format!("{percent} %")
}

impl Searched {
    fn name(&self) -> &'static str {
        self.algorithm.entry.name
    }

    fn describe(&self) -> String {
        let k = self.k.map_or(String::new(), |k| format!(", k = {k}"));
        let finer = self.finer.as_ref();
        let finer =
            finer.map_or(String::new(), |(name, by)| format!(", importance of {name} {by}"));
        format!("{}{k}, {} suppression{finer}", self.name(), percent(self.suppression))
    }

    fn changes(&self, policy: &Policy) -> Vec<Change> {
        let mut changes = algorithm(policy, self.name());
        if *policy.release.suppression != self.suppression {
            changes.push(of_release("suppression", self.suppression.into()));
        }
        if let Some(k) = self.k {
            changes.extend(k_anonymity(policy, k));
        }
        if let Some((name, importance)) = &self.finer {
            let table = ["attributes".into(), name.as_str().into()];
            changes.push(Change::set(table, "importance", *importance));
        }
        changes
    }
}

fn of_release(key: &str, value: Item) -> Change {
    Change::set(["release".into()], key, value)
}

/// The changes for another algorithm: what belongs to the policy's own is taken away.
fn algorithm(policy: &Policy, name: &str) -> Vec<Change> {
    let release = &policy.release;
    if release.algorithm.name() == name {
        return Vec::new();
    }
    let mut changes = vec![of_release("algorithm", name.into())];
    let own = release.algorithm.entry().all_parameters().map(|parameter| parameter.name);
    let idle = release.idle.iter().filter(|idle| idle.sort == Sort::Algorithm);
    let keys = own.chain(idle.map(|idle| idle.key.value)).chain(["generalize", "suppress"]);
    let written = policy.written().get("release");
    let is_written = |key: &&str| written.is_some_and(|release| release.get(key).is_some());
    changes.extend(keys.filter(is_written).map(|key| Change::remove(["release".into()], key)));
    changes
}

/// The changes for another k: of what the policy requires, or as one requirement more.
fn k_anonymity(policy: &Policy, k: u64) -> Vec<Change> {
    let plain = (0..).zip(&policy.requirements);
    let plain: Vec<(usize, u64)> =
        plain.filter_map(|(at, required)| Some((at, *required.plain_k()?))).collect();
    if plain.is_empty() {
        let table = Item::table([("model", Item::from("k-anonymity")), ("k", k.into())]);
        return vec![Change::add("require", table)];
    }
    let others = plain.into_iter().filter(|(_, own)| *own != k);
    let place = |at: usize| -> [Step; 2] { ["require".into(), at.into()] };
    others.map(|(at, _)| Change::set(place(at), "k", k)).collect()
}

/// The changes for a way that perturbs. Classes of perturbed values are no crowds, so that nothing is
/// required of them, unless the file attains it nevertheless.
fn perturbed(policy: &Policy, of: &Perturbed, attains: bool) -> Vec<Change> {
    let mut changes = algorithm(policy, Algorithm::None.definition().entry.name);
    if *policy.release.suppression != Share::ZERO {
        changes.push(of_release("suppression", Share::ZERO.into()));
    }
    if !attains && !policy.requirements.is_empty() {
        changes.push(Change::remove([], "require"));
    }
    changes.extend(of.steps.iter().map(|step| Change::add("mask", step.clone())));
    changes
}

impl Try {
    /// In words, and no two are the same.
    pub fn describe(&self) -> String {
        match &self.way {
            Way::Searched(searched) => searched.describe(),
            Way::Perturbed(perturbed) => perturbed.name.clone(),
        }
    }

    /// The name of its method.
    pub fn method(&self) -> &'static str {
        match &self.way {
            Way::Searched(searched) => searched.name(),
            Way::Perturbed(perturbed) => perturbed.method,
        }
    }

    /// Whether it runs several methods and takes the best.
    pub fn tries_several(&self) -> bool {
        matches!(&self.way, Way::Searched(of) if matches!(of.algorithm.approach, Approach::Best))
    }

    /// What it changes in the policy, where what is required is attained or not.
    pub fn changes(&self, policy: &Policy, attains: bool) -> Vec<Change> {
        match &self.way {
            Way::Searched(searched) => searched.changes(policy),
            Way::Perturbed(of) => perturbed(policy, of, attains),
        }
    }

    /// The policy with its changes, which writes nothing and measures nothing.
    pub fn policy(&self, policy: &Policy, entries: &Entries) -> Result<Policy, PolicyError> {
        let mut changed = policy.changed(&self.changes(policy, false), entries)?;
        changed.output = ridotto_policy::Output::default();
        changed.measures.clear();
        Ok(changed)
    }

    /// What is known of it before it is tried.
    pub fn begin(&self) -> Configuration {
        let begun = Configuration {
            number: self.number,
            name: self.describe(),
            algorithm: self.method().to_owned(),
            ..Configuration::default()
        };
        match &self.way {
            Way::Searched(searched) => {
                let finer = searched.finer.iter();
                Configuration {
                    k: searched.k.unwrap_or_default(),
                    suppression: searched.suppression.to_f64(),
                    importance: finer.map(|(name, by)| (name.clone(), by.to_f64())).collect(),
                    ..begun
                }
            }
            Way::Perturbed(perturbed) => Configuration { k: perturbed.k, ..begun },
        }
    }

    /// The lines that a policy must have so that its release is this one.
    pub fn lines(&self, policy: &Policy, holds: Option<bool>) -> String {
        lines(&self.changes(policy, holds == Some(true)))
    }
}
