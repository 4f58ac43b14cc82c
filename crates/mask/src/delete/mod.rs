//! Deletion: whole attributes are removed.

mod entry;

pub use entry::DELETE;

use crate::step::StepContext;
use ridotto_catalogue::Entry;
use ridotto_policy::Problem;
use ridotto_release::{Error, Step, StepOutcome, StepRun};
use ridotto_table::{Column, Table};

/// Removes whole attributes.
#[derive(Debug)]
struct Delete(StepContext);

/// The step that a policy asks for.
#[expect(clippy::unnecessary_wraps, reason = "every step is bound alike")]
fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    Ok(Box::new(Delete(context)))
}

impl Step for Delete {
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

    fn run(&self, table: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        let cells = table.rows as u64;
        for (name, at) in self.0.mask().attributes().iter().zip(self.0.places()) {
            table.columns[at] = Column::Skipped;
            run.trail.findings.push(self.0.cells_changed(name, cells));
        }
        let cells_changed = cells * self.0.mask().attributes().len() as u64;
        Ok(StepOutcome { cells_changed, ..StepOutcome::default() })
    }
}
