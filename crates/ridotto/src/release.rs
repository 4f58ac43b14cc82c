//! A release: verified, and not yet published.

use crate::bind::Method;
use crate::certify::{self, Certifier};
use crate::mask::Artifact;
use crate::progress::heed;
use crate::pseudonyms::Pseudonyms;
use crate::saved::SavedRecoding;
use crate::{Error, Plan, Policy, RunOptions, Watch, targets};
use arrow_array::RecordBatch;
use ridotto_io::{Claims, FileTable, Format, Placed, Placing, Staged, WriteOptions};
use ridotto_policy::Problem;
use ridotto_report::page::Page;
use ridotto_report::{Audience, Report};
use ridotto_table::{PlacedTable, StagedBatches, StagedTable};
use std::io::Write;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// A verified release. Dropped without [`publish`](Release::publish), it leaves nothing behind.
#[derive(Debug)]
pub struct Release {
    outputs: Outputs,
    report: Report,
    order: Vec<u32>,
}

/// The files that a run will write, staged beside their targets before any work is done: a folder
/// that cannot be written is found out at once.
#[derive(Debug)]
pub struct Outputs {
    /// The data.
    pub data: Box<dyn StagedTable>,
    reports: Reports,
    recoding: Option<Staged>,
    certificate: Option<Certifier>,
    /// What steps publish beside the release, and what is in it.
    published: Vec<(Staged, Artifact)>,
    /// Mappings of pseudonyms, and what is in them.
    mappings: Vec<(Staged, Vec<u8>)>,
}

impl Outputs {
    /// Whether a page is to be made.
    pub(crate) fn has_page(&self) -> bool {
        self.reports.has_page()
    }

    pub(crate) fn stage(plan: &Plan, options: &RunOptions) -> Result<Self, Error> {
        let policy = &plan.policy;
        let targets = Targets::of(policy, options).ok_or_else(|| {
            let problem = Problem::error("bind::no-output", "the policy names no output file")
                .with_help("add `file = \"…\"` to `[output]`, or say `-o FILE`");
            policy.error([problem])
        })?;
        let is_address = targets.data.as_deref().is_some_and(ridotto_io::is_address);
        if is_address && !policy.measures.is_empty() {
            return Err(Error::Usage {
                message: "queries are asked of files, and the release goes to a database".into(),
                hint: "leave out `[[measure]]`, and ask `ridotto assess` afterwards".into(),
            });
        }
        let has_recoding = targets.recoding.is_some();
        if has_recoding && matches!(plan.method, Method::Suppression(_) | Method::ThenCells(..)) {
            return Err(Error::Usage {
                message: "`local-suppression` has no recoding to save: which cells it hides makes \
                          sense for these records alone"
                    .into(),
                hint: "leave out `recoding`, or use `local-recoding` or `mondrian`".into(),
            });
        }
        if has_recoding && plan.people.is_some() {
            return Err(Error::Usage {
                message: "a decision that counted the population cannot be saved: it says nothing \
                          about other data, whose people may be others"
                    .into(),
                hint: "leave out `recoding`, and anonymise the other data with their population"
                    .into(),
            });
        }
        let mut inputs = inputs_of(policy, Some(&plan.input), options);
        inputs.extend(plan.pseudonyms.keys.iter().cloned());
        let write = |target: &Path| plan.write_options(target);
        let outputs = Self::at(&targets, &inputs, (options.force, &options.claims), &write)?;
        let mut outputs = outputs.with_mappings(&targets, &plan.pseudonyms, &inputs)?;
        outputs.reports.audience = options.audience;
        for published in &plan.trail.files {
            let path = ridotto_io::beside(&plan.folder, &published.file);
            let staged = if published.is_private {
                options.claims.private(&path, options.force)?
            } else {
                options.claims.beside(&path, options.force)?
            };
            outputs.published.push((staged, published.clone()));
        }
        outputs.certificate = Certifier::stage(plan, options)?;
        Ok(outputs)
    }

    /// Stages files for their targets, none of which may be an input or another target.
    pub(crate) fn at(
        targets: &Targets,
        inputs: &[PathBuf],
        (force, claims): (bool, &Claims),
        how: &dyn Fn(&Path) -> Result<WriteOptions, Error>,
    ) -> Result<Self, Error> {
        let Targets { data, reports, recoding, .. } = targets;
        data.as_deref().map(Format::of).transpose()?;
        targets::apart(&targets.all().collect::<Vec<_>>(), inputs)?;
        Ok(Self {
            data: match data {
                Some(target) => {
                    Box::new(FileTable::new(claims.beside(target, force)?, how(target)?))
                }
                None => Box::new(StagedBatches::new()),
            },
            reports: Reports::stage(reports, force, claims)?,
            recoding: recoding.as_ref().map(|path| claims.private(path, force)).transpose()?,
            certificate: None,
            published: Vec::new(),
            mappings: Vec::new(),
        })
    }

    /// The same with the mappings of pseudonyms, which are gone on with if they are there.
    pub(crate) fn with_mappings(
        mut self,
        targets: &Targets,
        pseudonyms: &Pseudonyms,
        inputs: &[PathBuf],
    ) -> Result<Self, Error> {
        let mappings = pseudonyms.mappings.iter().map(|mapping| mapping.path.as_path());
        targets::apart(&targets.all().chain(mappings).collect::<Vec<_>>(), inputs)?;
        for mapping in &pseudonyms.mappings {
            self.mappings.push((mapping.stage()?, mapping.close()?));
        }
        Ok(self)
    }
}

/// Where the files of a run go, but for mappings.
#[derive(Debug)]
pub(crate) struct Targets {
    /// The data; `None` if they stay in memory.
    pub data: Option<PathBuf>,
    /// The reports.
    pub reports: Vec<PathBuf>,
    /// The decision.
    pub recoding: Option<PathBuf>,
    /// What else is written beside them.
    pub others: Vec<PathBuf>,
}

impl Targets {
    /// What a policy and the options of its run name; `None` if no file for the data is named.
    fn of(policy: &Policy, options: &RunOptions) -> Option<Self> {
        let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
        let beside = |file: &str| ridotto_io::beside(folder, file);
        let output = &policy.output;
        let named = output.file.as_ref().map(|file| beside(file));
        let mut reports = options.reports.clone();
        if options.reports.is_empty() {
            reports.extend(output.reports.iter().map(|report| beside(report)));
        }
        let recoding = output.recoding.as_ref().map(|file| beside(file));
        let steps = policy.masks.iter().filter_map(|mask| mask.publishes());
        let (certificate, _) = certify::wanted(policy, options);
        Some(Self {
            data: if options.in_memory { None } else { Some(options.output.clone().or(named)?) },
            reports,
            recoding: options.recoding.clone().or(recoding),
            others: steps.map(|file| beside(file)).chain(certificate).collect(),
        })
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Path> {
        let beside = self.reports.iter().chain(&self.recoding).chain(&self.others);
        beside.chain(&self.data).map(PathBuf::as_path)
    }
}

/// The files that a run reads.
fn inputs_of(policy: &Policy, input: Option<&Path>, options: &RunOptions) -> Vec<PathBuf> {
    let (_, key) = certify::wanted(policy, options);
    let named = targets::inputs_of(policy).into_iter();
    named.chain(input.map(Path::to_owned)).chain(key).collect()
}

/// Claims the files that a run will write, before it reads anything: of two runs with a common output
/// the second learns at once that it is, and not when it has worked for an hour. The claims go into the
/// options of the run, which stages its files by them.
pub fn claim(policy: &Policy, input: Option<&Path>, options: &RunOptions) -> Result<Claims, Error> {
    // Who names no output is told so with all that is wrong with the policy and the data.
    let Some(targets) = Targets::of(policy, options) else { return Ok(Claims::default()) };
    targets.data.as_deref().map(Format::of).transpose()?;
    let inputs = inputs_of(policy, input, options);
    targets::apart(&targets.all().collect::<Vec<_>>(), &inputs)?;
    Ok(Claims::on(targets.all(), options.force)?)
}

/// Reports that will be written: as a page for people, or as JSON for programs.
#[derive(Debug)]
pub struct Reports {
    staged: Vec<Staged>,
    /// For whom the JSON is; a page has its own.
    audience: Audience,
}

/// Stages reports for their targets, none of which may be an input, a file that a policy names to be
/// read, or another report.
pub fn stage_reports(
    reports: &[PathBuf],
    inputs: &[&Path],
    policy: Option<&Policy>,
    force: bool,
) -> Result<Reports, Error> {
    let named = policy.map(targets::inputs_of).unwrap_or_default();
    let inputs = named.iter().map(PathBuf::as_path).chain(inputs.iter().copied());
    targets::apart(reports, &inputs.collect::<Vec<_>>())?;
    Reports::stage(reports, force, &Claims::default())
}

impl Reports {
    fn stage(reports: &[PathBuf], force: bool, claims: &Claims) -> Result<Self, Error> {
        let staged = reports.iter().map(|path| claims.beside(path, force));
        let staged = staged.collect::<Result<_, _>>()?;
        Ok(Self { staged, audience: Audience::Internal })
    }

    /// Whether one of them is a page.
    pub fn has_page(&self) -> bool {
        self.staged.iter().any(|staged| is_page(staged.target()))
    }

    /// Writes them all, and then puts them in their places. For the public, programs are given what
    /// the public may read of the page's report instead of the document.
    pub fn publish(self, page: &Page, document: &impl serde::Serialize) -> Result<(), Error> {
        let reports = Self { audience: page.audience, ..self };
        reports.fill(page, &page.report, document)?;
        place_files(reports.staged)
    }

    /// As [`publish`](Self::publish), for a page that is not about a release.
    pub fn publish_text(
        self,
        page: &dyn Fn() -> String,
        document: &impl serde::Serialize,
    ) -> Result<(), Error> {
        self.fill_with(page, &|| ridotto_report::to_json(document))?;
        place_files(self.staged)
    }

    fn fill(
        &self,
        page: &Page,
        report: &Report,
        document: &impl serde::Serialize,
    ) -> Result<(), Error> {
        let rules = crate::registry::disclosure();
        let json = || match self.audience {
            Audience::Internal => ridotto_report::to_json(document),
            Audience::Public => report.published(&rules).to_json(),
        };
        self.fill_with(&|| page.to_html(&rules), &json)
    }

    fn fill_with(&self, page: &dyn Fn() -> String, json: &dyn Fn() -> String) -> Result<(), Error> {
        for staged in &self.staged {
            let text = if is_page(staged.target()) { page() } else { json() };
            fill(staged, &text)?;
        }
        Ok(())
    }
}

/// Whether a report is to be a page.
pub(crate) fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("html"))
}

impl Release {
    pub(crate) fn new(
        outputs: Outputs,
        report: Report,
        page: &Page,
        recoding: Option<&SavedRecoding>,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        heed(watch)?;
        outputs.reports.fill(page, &report, &report)?;
        if let (Some(staged), Some(recoding)) = (&outputs.recoding, recoding) {
            fill(staged, &ridotto_report::to_json(recoding))?;
        }
        for (staged, bytes) in &outputs.mappings {
            fill_bytes(staged, bytes)?;
        }
        for (staged, published) in &outputs.published {
            fill(staged, &published.text)?;
        }
        if let Some(certificate) = &outputs.certificate {
            certificate.fill(&report)?;
        }
        // Whoever interrupts while a page is made wants no release either.
        heed(watch)?;
        Ok(Self { outputs, report, order: Vec::new() })
    }

    /// The same, where it is known which record was which.
    #[must_use]
    pub(crate) fn with_order(self, order: Vec<u32>) -> Self {
        Self { order, ..self }
    }

    /// What was done and what holds.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The data, which nobody else can read yet.
    pub(crate) fn data(&self) -> &dyn StagedTable {
        &*self.outputs.data
    }

    /// For each record of the output the record of the input that it was. Only this process knows.
    pub(crate) fn kept_rows(&self) -> Vec<u32> {
        self.order.clone()
    }

    /// The file that will be written.
    pub fn target(&self) -> &Path {
        self.outputs.data.name()
    }

    /// Puts the files in their places: the data last, so that nobody finds them without a report.
    /// If one cannot be put there, none is.
    pub fn publish(self) -> Result<Published, Error> {
        let (files, report) = self.into_files();
        let placed = place_all(files.beside, [files.data])?;
        let batches = placed.into_iter().flat_map(PlacedTable::into_batches).collect();
        Ok(Published { report, batches })
    }

    /// Publishes several releases that belong together, all of them or none.
    pub fn publish_all(releases: Vec<Self>) -> Result<Vec<Report>, Error> {
        let (files, reports): (Vec<Files>, Vec<Report>) =
            releases.into_iter().map(Self::into_files).unzip();
        let (beside, data): (Vec<_>, Vec<_>) =
            files.into_iter().map(|files| (files.beside, files.data)).unzip();
        place_all(beside.into_iter().flatten(), data)?;
        Ok(reports)
    }

    fn into_files(self) -> (Files, Report) {
        let Outputs { data, reports, recoding, certificate, published, mappings } = self.outputs;
        // Without its mapping nobody could go back from the data.
        let mappings = mappings.into_iter().map(|(staged, _)| staged);
        let published = published.into_iter().map(|(staged, _)| staged);
        let certificate = certificate.map(Certifier::into_staged);
        let others =
            mappings.chain(recoding).chain(reports.staged).chain(published).chain(certificate);
        (Files { beside: others.collect(), data }, self.report)
    }
}

/// The files of a release.
struct Files {
    beside: Vec<Staged>,
    data: Box<dyn StagedTable>,
}

/// What was published: the report, and the rows if they stayed in memory.
#[derive(Debug)]
pub struct Published {
    report: Report,
    batches: Vec<RecordBatch>,
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

    /// The released rows, if they were to stay in memory.
    pub fn into_batches(self) -> Vec<RecordBatch> {
        self.batches
    }
}

impl Deref for Published {
    type Target = Report;

    fn deref(&self) -> &Report {
        &self.report
    }
}

/// Puts files in their places, one after the other. If one cannot be put there, none is.
pub(crate) fn place_files(files: impl IntoIterator<Item = Staged>) -> Result<(), Error> {
    place_all(files, []).map(drop)
}

/// Puts files in their places one after the other, and the data last. If one cannot be put there, none
/// is.
pub(crate) fn place_all(
    files: impl IntoIterator<Item = Staged>,
    data: impl IntoIterator<Item = Box<dyn StagedTable>>,
) -> Result<Vec<Box<dyn PlacedTable>>, Error> {
    let placing = Placing::begin();
    let mut beside = Vec::new();
    for staged in files {
        match staged.place() {
            Ok(file) => beside.push(file),
            Err(error) => {
                beside.into_iter().rev().for_each(Placed::withdraw);
                return Err(error.into());
            }
        }
    }
    let mut placed = Vec::new();
    for staged in data {
        match staged.place() {
            Ok(table) => placed.push(table),
            Err(error) => {
                placed.into_iter().rev().for_each(PlacedTable::withdraw);
                beside.into_iter().rev().for_each(Placed::withdraw);
                return Err(error.into());
            }
        }
    }
    placing.end();
    Ok(placed)
}

pub(crate) fn fill(staged: &Staged, text: &str) -> Result<(), Error> {
    fill_bytes(staged, text.as_bytes())
}

pub(crate) fn fill_bytes(staged: &Staged, bytes: &[u8]) -> Result<(), Error> {
    let mut file = staged.file();
    file.write_all(bytes).map_err(|error| ridotto_io::IoError::new(staged.target(), error).into())
}
