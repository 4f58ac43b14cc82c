//! What a masking step is: its entry, and how it is bound.

use crate::step::StepContext;
use ridotto_catalogue::{Definition, Entry, Problem, StepFacts};
use ridotto_release::Step;

/// A masking step with all that is known of it: a policy that names it is read, explained, bound, run and
/// reported by what stands here.
#[derive(Debug)]
pub struct StepDefinition {
    /// What is known of it. The values of the parameter `attributes` are the columns that it changes.
    pub entry: Entry,
    /// Binds it to columns. Nothing is drawn or read: what only values can tell is told when the step
    /// runs.
    pub bind: fn(StepContext) -> Result<Box<dyn Step>, Problem>,
    /// Parameters in TOML, but for `attributes` and `strata`, for tests that try every step.
    pub tries: &'static [&'static str],
}

impl Definition for StepDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl StepDefinition {
    /// What is known of it as a step.
    pub fn facts(&self) -> &StepFacts {
        self.entry.step().expect("a step has the facts of a step")
    }
}
