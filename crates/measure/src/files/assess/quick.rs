//! Loss and linkage alone, for who compares many configurations.

use super::alike::Alike;
use super::{AssessOptions, Evidence, displaced, linkage};
use crate::files::pair::Pair;
use crate::utility;
use ridotto_core::{ClassTable, Parts, Watch};
use ridotto_io::Place;
use ridotto_policy::language::Role;
use ridotto_release::{Error, left_out};
use std::path::Path;
use std::rc::Rc;

/// What can be told quickly of a pair of files whose rows are known.
#[derive(Clone, Debug)]
pub struct Quick {
    /// The loss of the quasi-identifiers, by importance, and how far they are from the truth.
    pub loss: Option<f64>,
    /// The shares of people that record linkage finds, by name.
    pub linked: Vec<(String, f64)>,
}

impl Quick {
    /// The mean share of people found by distance and by probability.
    pub fn risk(&self) -> Option<f64> {
        let used: Vec<f64> = self
            .linked
            .iter()
            .filter(|(name, _)| name != "linked-by-rank")
            .map(|(_, rate)| *rate)
            .collect();
        (!used.is_empty()).then(|| used.iter().sum::<f64>() / used.len() as f64)
    }

    /// What was measured of risk.
    pub fn parts(self) -> Vec<(String, f64)> {
        self.linked
    }
}

/// Measures loss and linkage alone.
pub fn quick(
    before: &Path,
    after: Place<'_>,
    options: &AssessOptions,
    watch: &dyn Watch,
) -> Result<Quick, Error> {
    let pair = Pair::read(before.into(), after, &options.pair, watch)?;
    let attributes = pair.attributes();
    let keys = pair.with_role(Role::QuasiIdentifier);
    let removed = pair.before.rows.saturating_sub(pair.after.rows) as u64;
    let weighed = keys.iter().map(|&at| (&attributes[at], pair.shared[at].importance));
    let loss = utility::weighted_loss(weighed, removed);
    let moved = displaced::displaced(&pair, &keys).unwrap_or(0.0);
    let loss = loss.map(|loss| (loss + moved).min(1.0));
    let (before, after) = (ClassTable::count(&[], &[], 0), ClassTable::count(&[], &[], 0));
    let evidence = Evidence {
        pair: &pair,
        options,
        attributes: &attributes,
        keys,
        sensitive: Vec::new(),
        before,
        after,
        population: None,
        alike: (Alike::none(), Alike::none()),
        wanted: Rc::default(),
    };
    let mut parts = Parts::new(watch);
    let mut found = linkage::Found::default();
    linkage::usual(&evidence, &mut found, &mut parts);
    // A figure that is the mean of fewer parts would be another figure.
    if left_out(&parts, watch)?.is_some() {
        return Err(Error::Cancelled);
    }
    let linked =
        found.findings.into_iter().filter_map(|finding| Some((finding.name, finding.after?)));
    Ok(Quick { loss, linked: linked.collect() })
}
