//! Policies for tests: what they name are the models, builders, objectives and algorithms that are at hand
//! here; masking steps stand beside microdata.

use ridotto_catalogue::Definition;
use ridotto_core::hierarchy::BUILDERS;
use ridotto_core::model::MODELS;
use ridotto_core::objective::OBJECTIVES;
use ridotto_micro::ALGORITHMS;
use ridotto_policy::{Entries, Policy, PolicyError};

/// Reads a policy.
pub fn parse(name: &str, text: &str) -> Result<Policy, PolicyError> {
    let models = MODELS.iter().map(|of| *of as &dyn Definition);
    let builders = BUILDERS.iter().map(|of| *of as &dyn Definition);
    let objectives = OBJECTIVES.iter().map(|of| *of as &dyn Definition);
    let algorithms = ALGORITHMS.iter().map(|of| *of as &dyn Definition);
    let all = models.chain(builders).chain(objectives).chain(algorithms);
    Policy::parse(name, text, &Entries::new(all))
}
