//! Who measures releases for the pipeline: what their policies ask for, and what pages show.

use super::{AssessOptions, Assessment, Effort, of_pair, queries};
use crate::MEASURES;
use crate::files::pair::{Pair, PairOptions, Rows};
use ridotto_catalogue::Entry;
use ridotto_core::Watch;
use ridotto_io::Place;
use ridotto_release::{Assessor, BeforeAfter, Deadline, Error, Impatient, PageFigures, heed};
use ridotto_report::{AssessReport, Finding};

/// Who measures releases: what their policies ask for, and what pages show.
#[derive(Debug)]
pub struct PageAssessor;

impl Assessor for PageAssessor {
    fn measures(&self) -> &'static [&'static Entry] {
        MEASURES
    }

    fn asked(&self, of: BeforeAfter<'_>, watch: &dyn Watch) -> Result<Vec<Finding>, Error> {
        queries::of_files(Place::Open(of.before), of.after, of.policy, of.threads, watch)
    }

    fn of_page(
        &self,
        of: BeforeAfter<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Option<PageFigures>, Error> {
        let rows = of.rows.map_or(Rows::Unknown, |rows| Rows::Listed(rows.to_vec()));
        let policy = Some(of.policy.clone());
        let pair = PairOptions { policy, rows, threads: of.threads, ..PairOptions::default() };
        let asked = AssessOptions { pair, effort: Effort::Page, ..AssessOptions::default() };
        let before = Place::Open(of.before);
        let pair = match Pair::read(before, of.after.into(), &asked.pair, &Impatient(deadline)) {
            Ok(pair) => pair,
            Err(Error::Cancelled) => {
                heed(deadline)?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let names = (of.before.name(), of.after.name());
        let Assessment { report, charts, combinations, .. } =
            of_pair(pair, names, &asked, deadline)?;
        let AssessReport { findings, notes, .. } = report;
        Ok(Some(PageFigures { findings, notes, combinations, charts }))
    }
}

/// Who measures nothing, and knows what the measures of a report are.
#[derive(Debug)]
pub struct KnowsMeasures;

impl Assessor for KnowsMeasures {
    fn measures(&self) -> &'static [&'static Entry] {
        MEASURES
    }

    fn asked(&self, _: BeforeAfter<'_>, _: &dyn Watch) -> Result<Vec<Finding>, Error> {
        Ok(Vec::new())
    }

    fn of_page(&self, _: BeforeAfter<'_>, _: &Deadline<'_>) -> Result<Option<PageFigures>, Error> {
        Ok(Some(PageFigures::default()))
    }
}
