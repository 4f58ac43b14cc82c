//! What a masking step is: its entry, and how it is bound.

use crate::step::StepContext;
use ridotto_catalogue::{Definition, Entry, Problem};
use ridotto_release::Step;

/// A masking step with all that is known of it.
#[derive(Debug)]
pub struct StepDefinition {
    /// What is known of it.
    pub entry: Entry,
    /// Binds it to columns; nothing is drawn or read.
    pub(crate) bind: fn(StepContext) -> Result<Box<dyn Step>, Problem>,
}

impl Definition for StepDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }
}
