//! A release: verified, and not yet published.

use crate::bind::Method;
use crate::certify::{self, Certifier};
use crate::mask::Published;
use crate::pseudonyms::Pseudonyms;
use crate::saved::SavedRecoding;
use crate::{Error, Plan, RunOptions};
use ridotto_io::{Format, Placed, Staged};
use ridotto_policy::{HierarchySource, Problem, Step};
use ridotto_report::page::Page;
use ridotto_report::{Audience, Disclosure, Report};
use std::io::Write;
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
    pub data: Staged,
    reports: Reports,
    recoding: Option<Staged>,
    certificate: Option<Certifier>,
    /// What steps publish beside the release, and what is in it.
    published: Vec<(Staged, Published)>,
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
        let beside = |file: &str| ridotto_io::beside(&plan.folder, file);
        let target = options
            .output
            .clone()
            .or_else(|| policy.output.file.as_ref().map(|file| beside(file)))
            .ok_or_else(|| {
                let problem = Problem::error("bind::no-output", "the policy names no output file")
                    .with_help("add `file = \"…\"` to `[output]`, or say `-o FILE`");
                policy.error([problem])
            })?;
        if ridotto_io::is_address(&target) && !policy.measures.is_empty() {
            return Err(Error::Usage {
                message: "queries are asked of files, and the release goes to a database".into(),
                hint: "leave out `[[measure]]`, and ask `ridotto assess` afterwards".into(),
            });
        }
        let mut reports = options.reports.clone();
        if options.reports.is_empty() {
            reports.extend(policy.output.reports.iter().map(|report| beside(report)));
        }
        let recoding = options
            .recoding
            .clone()
            .or_else(|| policy.output.recoding.as_ref().map(|file| beside(file)));
        if recoding.is_some()
            && matches!(plan.method, Method::Suppression(_) | Method::ThenCells(..))
        {
            return Err(Error::Usage {
                message: "`local-suppression` has no recoding to save: which cells it hides makes \
                          sense for these records alone"
                    .into(),
                hint: "leave out `recoding`, or use `local-recoding` or `mondrian`".into(),
            });
        }
        if recoding.is_some() && plan.people.is_some() {
            return Err(Error::Usage {
                message: "a decision that counted the population cannot be saved: it says nothing \
                          about other data, whose people may be others"
                    .into(),
                hint: "leave out `recoding`, and anonymise the other data with their population"
                    .into(),
            });
        }
        let hierarchies = policy.attributes.iter().filter_map(|attribute| {
            match attribute.hierarchy.as_ref().map(|source| &source.value) {
                Some(HierarchySource::File(file)) => Some(beside(file)),
                _ => None,
            }
        });
        let mut inputs: Vec<PathBuf> = hierarchies.collect();
        inputs.extend(policy.data.population.as_ref().map(|file| beside(file)));
        inputs.extend(policy.masks.iter().filter_map(|mask| match &mask.step {
            Step::Swap(swap) => swap.with.as_ref().map(|file| beside(file)),
            _ => None,
        }));
        inputs.extend([plan.input.clone(), policy.source().name().into()]);
        let (certificate, key) = certify::wanted(plan, options);
        inputs.extend(key);
        inputs.extend(plan.pseudonyms.keys.iter().cloned());
        let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
        if let Some(certificate) = &certificate {
            let others = reports.iter().chain(&recoding).chain([&target]).map(PathBuf::as_path);
            let others: Vec<&Path> = others.chain([certificate.as_path()]).collect();
            apart(&others, &inputs)?;
        }
        let mut outputs = Self::at(&target, &reports, recoding.as_deref(), &inputs, options.force)?;
        outputs.reports.audience = options.audience;
        let published = plan.trail.files.iter().map(|published| {
            let path = beside(&published.file);
            let others = reports.iter().chain(&recoding).chain([&target]).map(PathBuf::as_path);
            apart(&others.chain([path.as_path()]).collect::<Vec<_>>(), &inputs)?;
            let staged = if published.is_private {
                Staged::private(&path, options.force)?
            } else {
                Staged::beside(&path, options.force)?
            };
            Ok((staged, published.clone()))
        });
        let published = published.collect::<Result<_, Error>>()?;
        let certificate_of = Certifier::stage(plan, options)?;
        let outputs = Self { certificate: certificate_of, published, ..outputs };
        let others: Vec<PathBuf> = reports.into_iter().chain(recoding).chain(certificate).collect();
        let others: Vec<&Path> = others.iter().map(PathBuf::as_path).collect();
        outputs.with_mappings(&plan.pseudonyms, &others, &inputs)
    }

    /// The same with the mappings of pseudonyms, which are gone on with if they are there.
    pub(crate) fn with_mappings(
        mut self,
        pseudonyms: &Pseudonyms,
        others: &[&Path],
        inputs: &[&Path],
    ) -> Result<Self, Error> {
        for mapping in &pseudonyms.mappings {
            let targets: Vec<&Path> =
                others.iter().copied().chain([self.data.target(), &mapping.path]).collect();
            apart(&targets, inputs)?;
            self.mappings.push((mapping.stage()?, mapping.close()?));
        }
        Ok(self)
    }

    /// Stages files beside their targets, none of which may be an input or another target.
    pub(crate) fn at(
        data: &Path,
        reports: &[PathBuf],
        recoding: Option<&Path>,
        inputs: &[&Path],
        force: bool,
    ) -> Result<Self, Error> {
        Format::of(data)?;
        let targets: Vec<&Path> =
            reports.iter().map(PathBuf::as_path).chain(recoding).chain([data]).collect();
        apart(&targets, inputs)?;
        Ok(Self {
            data: Staged::beside(data, force)?,
            reports: Reports::stage(reports, force)?,
            recoding: recoding.map(|path| Staged::private(path, force)).transpose()?,
            certificate: None,
            published: Vec::new(),
            mappings: Vec::new(),
        })
    }
}

/// Reports that will be written: as a page for people, or as JSON for programs.
#[derive(Debug)]
pub struct Reports {
    staged: Vec<Staged>,
    /// For whom the JSON is; a page has its own.
    audience: Audience,
}

/// Stages reports beside their targets, none of which may be an input or another report.
pub fn stage_reports(reports: &[PathBuf], inputs: &[&Path], force: bool) -> Result<Reports, Error> {
    apart(&reports.iter().map(PathBuf::as_path).collect::<Vec<_>>(), inputs)?;
    Reports::stage(reports, force)
}

impl Reports {
    fn stage(reports: &[PathBuf], force: bool) -> Result<Self, Error> {
        let staged = reports.iter().map(|path| Staged::beside(path, force));
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
        reports.staged.into_iter().try_for_each(|staged| Ok(staged.publish()?))
    }

    /// As [`publish`](Self::publish), for a page that is not about a release.
    pub fn publish_text(
        self,
        page: &dyn Fn() -> String,
        document: &impl serde::Serialize,
    ) -> Result<(), Error> {
        self.fill_with(page, &|| ridotto_report::to_json(document))?;
        self.staged.into_iter().try_for_each(|staged| Ok(staged.publish()?))
    }

    fn fill(
        &self,
        page: &Page,
        report: &Report,
        document: &impl serde::Serialize,
    ) -> Result<(), Error> {
        let rules = Disclosure::default();
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

/// Refuses targets that would replace an input or each other.
pub(crate) fn apart(targets: &[&Path], inputs: &[&Path]) -> Result<(), Error> {
    for (at, target) in targets.iter().enumerate() {
        if inputs.iter().any(|input| same_file(target, input)) {
            return Err(Error::Usage {
                message: format!("{}: the output would replace an input", target.display()),
                hint: "choose another name: inputs are never changed".into(),
            });
        }
        if targets[..at].iter().any(|other| same_file(target, other)) {
            return Err(Error::Usage {
                message: format!("{}: two outputs have this name", target.display()),
                hint: "give each output a name of its own".into(),
            });
        }
    }
    Ok(())
}

/// Whether two paths are one file, or would be.
fn same_file(a: &Path, b: &Path) -> bool {
    if ridotto_io::is_address(a) && ridotto_io::is_address(b) {
        return a == b || ridotto_io::is_same_table(a, b);
    }
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

impl Release {
    pub(crate) fn new(
        outputs: Outputs,
        report: Report,
        page: &Page,
        recoding: Option<&SavedRecoding>,
    ) -> Result<Self, Error> {
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

    /// For each record of the output the record of the input that it was. Only this process knows.
    pub(crate) fn kept_rows(&self) -> Vec<u32> {
        self.order.clone()
    }

    /// The file that will be written.
    pub fn target(&self) -> &Path {
        self.outputs.data.target()
    }

    /// Puts the files in their places: the data last, so that nobody finds them without a report.
    /// If one cannot be put there, none is.
    pub fn publish(self) -> Result<Report, Error> {
        let Outputs { data, reports, recoding, certificate, published, mappings } = self.outputs;
        // Without its mapping nobody could go back from the data.
        let mappings = mappings.into_iter().map(|(staged, _)| staged);
        let published = published.into_iter().map(|(staged, _)| staged);
        let certificate = certificate.map(Certifier::into_staged);
        let mut placed = Vec::new();
        for staged in mappings
            .chain(recoding)
            .chain(reports.staged)
            .chain(published)
            .chain(certificate)
            .chain([data])
        {
            match staged.place() {
                Ok(file) => placed.push(file),
                Err(error) => {
                    placed.into_iter().rev().for_each(Placed::withdraw);
                    return Err(error.into());
                }
            }
        }
        Ok(self.report)
    }
}

pub(crate) fn fill(staged: &Staged, text: &str) -> Result<(), Error> {
    fill_bytes(staged, text.as_bytes())
}

pub(crate) fn fill_bytes(staged: &Staged, bytes: &[u8]) -> Result<(), Error> {
    let mut file = staged.file();
    file.write_all(bytes).map_err(|error| ridotto_io::IoError::new(staged.target(), error).into())
}
