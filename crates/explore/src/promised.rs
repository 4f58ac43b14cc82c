//! What a configuration's release attains of what the *policy* requires.
//!
//! A configuration asks for another k, or for nothing at all, so that it was run says nothing about
//! the policy. What does is the written file, as it was counted: where requirements were judged by
//! the verifier, its figures are held against the policy's; where none were, because values were
//! perturbed, the file is counted as `check` counts it.

use crate::configuration::policy_k;
use ridotto_catalogue::Status;
use ridotto_core::Watch;
use ridotto_core::model::{K_ANONYMITY, MODELS, ModelDefinition};
use ridotto_io::Place;
use ridotto_microdata::{CheckOptions, check};
use ridotto_policy::{Entries, Policy, Share, Spanned};
use ridotto_release::Error;
use ridotto_report::{Guarantee, Parameter};

/// What the verifier found, with k-anonymity held against the policy's k.
pub(crate) fn by_search(policy: &Policy, found: Vec<Guarantee>) -> Vec<Guarantee> {
    let Some(k) = policy_k(policy).map(|k| k as f64) else { return found };
    let held = |mut one: Guarantee| {
        let of_all = !one.parameters.contains_key("over") && !one.parameters.contains_key("every");
        let is_plain = is_k_anonymity(&one.model) && of_all;
        if is_plain && matches!(one.parameters.get("k"), Some(Parameter::Number(_))) {
            one.parameters.insert("k".into(), Parameter::Number(k));
            one.required = Some(k);
            one.holds = Some(one.attained.is_some_and(|attained| attained >= k));
        }
        one
    };
    found.into_iter().map(held).collect()
}

/// Whether a guarantee is of k-anonymity, which the entry of what is counted otherwise names.
fn is_k_anonymity(model: &str) -> bool {
    let plain = K_ANONYMITY.entry.name;
    let is_derived = |of: &&ModelDefinition| of.entry.status == Status::Derived(plain);
    model == plain || MODELS.iter().copied().filter(is_derived).any(|of| of.entry.name == model)
}

/// What a file attains that was perturbed. A requirement that cannot be judged by the file, because
/// it looks at a column that is not released, is not attained as far as anybody knows.
pub(crate) fn by_file(
    policy: &Policy,
    file: Place<'_>,
    entries: &Entries,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<Guarantee>, Error> {
    // No record was suppressed, so the file's records are spread as the input's.
    let mut policy = policy.clone();
    policy.release.suppression = Spanned::assumed(Share::ZERO);
    let options = CheckOptions { policy: Some(policy), threads, ..CheckOptions::default() };
    match check(file, &options, entries, watch) {
        Ok(report) => Ok(report.guarantees.into_iter().filter(is_asked).collect()),
        Err(Error::Policy(_) | Error::Usage { .. }) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Whether a guarantee is about something that was required.
fn is_asked(one: &Guarantee) -> bool {
    one.required.is_some()
}

/// Whether all that the policy requires is attained; `None` if it requires nothing. What no figure
/// is known of is not attained.
pub(crate) fn all_hold(policy: &Policy, found: &[Guarantee]) -> Option<bool> {
    let asks = !policy.requirements.is_empty();
    asks.then(|| !found.is_empty() && found.iter().all(|one| one.holds == Some(true)))
}

#[cfg(test)]
mod tests {
    use super::is_k_anonymity;

    /// A model of somebody's own may begin with the name of ours.
    #[test]
    fn k_anonymity_is_known_by_its_entries() {
        let known = ["k-anonymity", "k-anonymity-with-wildcards"];
        assert_eq!(known.map(is_k_anonymity), [true; 2]);
        let others = ["k-anonymity-of-mine", "k-anonymity-with-doubt", "l-diversity", ""];
        assert_eq!(others.map(is_k_anonymity), [false; 4]);
    }
}
