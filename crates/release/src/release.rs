//! A release: verified, and not yet published.

use crate::certificate::Certifier;
use crate::staging::Staging;
use crate::{Artifact, Error, place_all, write_all};
use arrow_array::RecordBatch;
use ridotto_io::Staged;
use ridotto_policy::Problem;
use ridotto_report::page::Page;
use ridotto_report::{Disclosure, Report};
use ridotto_table::{PlacedTable, StagedTable};
use std::fmt;
use std::ops::Deref;
use std::path::Path;

/// A verified release. Dropped without [`publish`](Release::publish), it leaves nothing behind.
#[derive(Debug)]
pub struct Release {
    staging: Staging,
    report: Report,
    orders: Vec<Vec<u32>>,
    kept: Kept,
    artifacts: Vec<Artifact>,
    written: Vec<Staged>,
    lints: Vec<Problem>,
}

/// What belongs to the data, as values.
#[derive(Default)]
struct Kept {
    saved: Option<String>,
    page: Option<String>,
    certificate: Option<String>,
}

/// Without what is in them: they may hold values of the data.
impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { saved, page, certificate } = self;
        let is_there = [saved.is_some(), page.is_some(), certificate.is_some()];
        write!(f, "Kept(decision, page, certificate: {is_there:?})")
    }
}

/// What stands beside the data of a release.
pub(crate) struct Beside {
    /// The decision, if it is saved.
    pub saved: Option<String>,
    /// Whether the page is kept as a value.
    pub keeps_page: bool,
    /// What the owner is told of hidden cells.
    pub intervals: Option<String>,
    /// What steps made.
    pub artifacts: Vec<Artifact>,
    /// What is written already.
    pub written: Vec<Staged>,
    /// What is rarely meant.
    pub lints: Vec<Problem>,
}

impl Release {
    /// Writes what stands beside the data; nothing is in its place yet.
    pub(crate) fn write(
        staging: Staging,
        report: Report,
        orders: Vec<Vec<u32>>,
        (page, rules): (&Page, &Disclosure),
        beside: Beside,
    ) -> Result<Self, Error> {
        let Beside { saved, keeps_page, intervals, artifacts, written, lints } = beside;
        staging.reports.write(page, &report, &report, rules)?;
        if let (Some(staged), Some(saved)) = (&staging.recoding, &saved) {
            write_all(staged, saved.as_bytes())?;
        }
        if let (Some(staged), Some(intervals)) = (&staging.intervals, &intervals) {
            write_all(staged, intervals.as_bytes())?;
        }
        for (name, staged) in &staging.files {
            let artifact = artifacts.iter().find(|artifact| artifact.file == *name);
            if let Some(artifact) = artifact {
                write_all(staged, artifact.text.as_bytes())?;
            }
        }
        let certificate = staging.certificate.as_ref().map(|of| of.write(&report)).transpose()?;
        let page = keeps_page.then(|| page.to_html(rules));
        let kept = Kept { saved, page, certificate };
        Ok(Self { staging, report, orders, kept, artifacts, written, lints })
    }

    /// What was done and what holds.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What a person should think about again; not wrong, but rarely meant.
    pub fn lints(&self) -> &[Problem] {
        &self.lints
    }

    /// The data, which nobody else can read yet.
    pub fn data(&self) -> &dyn StagedTable {
        &*self.staging.tables[0]
    }

    /// For each row of the data the row, of those that the steps left, that it was. Only this process
    /// knows.
    pub fn kept_rows(&self) -> &[u32] {
        &self.orders[0]
    }

    /// The file that will be written.
    pub fn target(&self) -> &Path {
        self.data().name()
    }

    /// Puts the files in their places: the data last, so that nobody finds them without a report.
    /// If one cannot be put there, none is.
    pub fn publish(self) -> Result<Published, Error> {
        let mut published = Self::publish_all(vec![self])?;
        Ok(published.pop().expect("one release was published"))
    }

    /// Publishes several releases that belong together, all of them or none.
    pub fn publish_all(releases: Vec<Self>) -> Result<Vec<Published>, Error> {
        let (mut beside, mut data, mut told) = (Vec::new(), Vec::new(), Vec::new());
        for release in releases {
            let Self { staging, report, kept, artifacts, written, .. } = release;
            let Staging { tables, reports, recoding, intervals, certificate, files } = staging;
            // Without its mapping nobody could go back from the data.
            beside.extend(written);
            beside.extend(recoding);
            beside.extend(intervals);
            beside.extend(reports.into_staged());
            beside.extend(files.into_iter().map(|(_, staged)| staged));
            beside.extend(certificate.and_then(Certifier::into_staged));
            told.push((report, kept, artifacts, tables.len()));
            data.extend(tables);
        }
        let mut placed = place_all(beside, data)?.into_iter();
        let publish = |(report, kept, artifacts, tables): (Report, _, _, usize)| Published {
            report,
            kept,
            artifacts,
            tables: placed.by_ref().take(tables).map(PlacedTable::into_batches).collect(),
        };
        Ok(told.into_iter().map(publish).collect())
    }
}

/// What was published: the report, and the rows if they stayed in memory.
#[derive(Debug)]
pub struct Published {
    report: Report,
    kept: Kept,
    artifacts: Vec<Artifact>,
    tables: Vec<Vec<RecordBatch>>,
}

impl Published {
    /// What was done and what holds.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What was done and what holds.
    pub fn into_report(self) -> Report {
        self.report
    }

    /// The decision, if it was to be saved, and can be made again.
    pub fn saved(&self) -> Option<&str> {
        self.kept.saved.as_deref()
    }

    /// The page, if values were to be kept ([`Outputs::keep`](crate::Outputs::keep)).
    pub fn page(&self) -> Option<&str> {
        self.kept.page.as_deref()
    }

    /// The certificate, if there is one.
    pub fn certificate(&self) -> Option<&str> {
        self.kept.certificate.as_deref()
    }

    /// What steps published beside the data.
    pub fn artifacts(&self) -> &[Artifact] {
        &self.artifacts
    }

    /// The released rows, if they were to stay in memory.
    pub fn into_batches(self) -> Vec<RecordBatch> {
        self.tables.into_iter().next().unwrap_or_default()
    }

    /// The released rows of every table, if they were to stay in memory.
    pub fn into_tables(self) -> Vec<Vec<RecordBatch>> {
        self.tables
    }
}

impl Deref for Published {
    type Target = Report;

    fn deref(&self) -> &Report {
        &self.report
    }
}
