//! A step that leaves its work to the next.

use crate::step::StepContext;
use ridotto_catalogue::Entry;
use ridotto_release::{Error, Step, StepOutcome, StepRun};
use ridotto_table::Table;

/// Groups that are made for the step after this one, which does both: nobody sees them without noise.
#[derive(Debug)]
pub(crate) struct Waiting(pub StepContext);

impl Step for Waiting {
    fn method(&self) -> &'static str {
        self.0.method()
    }

    fn entry(&self) -> Option<&'static Entry> {
        Some(self.0.entry())
    }

    fn attributes(&self) -> Vec<String> {
        self.0.attributes()
    }

    fn draws(&self) -> bool {
        false
    }

    fn run(&self, _: &mut Table, _: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        Ok(StepOutcome::default())
    }
}
