//! What is measured once a release is verified, by whoever can: the pipeline itself measures nothing.

use crate::{Deadline, Error};
use ridotto_catalogue::Entry;
use ridotto_core::Watch;
use ridotto_policy::Policy;
use ridotto_report::Finding;
use ridotto_report::page::{Charts, Combination};
use ridotto_table::{Source, StagedTable};
use std::fmt::Debug;

/// Data before and after.
#[derive(Clone, Copy, Debug)]
pub struct BeforeAfter<'a> {
    /// The policy.
    pub policy: &'a Policy,
    /// What came in.
    pub before: &'a dyn Source,
    /// What will leave.
    pub after: &'a dyn StagedTable,
    /// For each row that leaves the row that came in, if rows are still the same.
    pub rows: Option<&'a [u32]>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

/// What is shown on a page beside what the report says.
#[derive(Clone, Debug, Default)]
pub struct PageFigures {
    /// Measures before and after.
    pub findings: Vec<Finding>,
    /// What a reader must know.
    pub notes: Vec<String>,
    /// Combinations of attributes that single people out, the worst first.
    pub combinations: Vec<Combination>,
    /// Pictures.
    pub charts: Charts,
}

/// Somebody who measures.
pub trait Assessor: Debug + Sync {
    /// What is known of measures: what reports call them, and who may read which.
    fn measures(&self) -> &'static [&'static Entry];

    /// What the policy asks to be measured (`[[measure]]`).
    fn asked(&self, of: BeforeAfter<'_>, watch: &dyn Watch) -> Result<Vec<Finding>, Error>;

    /// What a page shows, as far as there is time; `None` if there was none.
    fn of_page(
        &self,
        of: BeforeAfter<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Option<PageFigures>, Error>;
}

/// Nobody measures, and nobody knows of measures: the public reads none.
impl Assessor for () {
    fn measures(&self) -> &'static [&'static Entry] {
        &[]
    }

    fn asked(&self, _: BeforeAfter<'_>, _: &dyn Watch) -> Result<Vec<Finding>, Error> {
        Ok(Vec::new())
    }

    fn of_page(&self, _: BeforeAfter<'_>, _: &Deadline<'_>) -> Result<Option<PageFigures>, Error> {
        Ok(Some(PageFigures::default()))
    }
}
