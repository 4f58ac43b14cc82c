//! Reports as files: a page for people, or JSON for programs.

use crate::{Error, place_files, targets, write_all};
use ridotto_io::{Claims, Staged};
use ridotto_policy::Policy;
use ridotto_report::page::Page;
use ridotto_report::{Audience, Disclosure, Report};
use std::path::{Path, PathBuf};

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
    distinct(reports, inputs, policy)?;
    Reports::stage(reports, force, &Claims::default(), Audience::Internal)
}

/// Refuses targets that would replace an input, a file of the policy, or each other.
fn distinct(targets: &[PathBuf], inputs: &[&Path], policy: Option<&Policy>) -> Result<(), Error> {
    let named = policy.map(targets::files_of).unwrap_or_default();
    let inputs = named.iter().map(PathBuf::as_path).chain(inputs.iter().copied());
    targets::distinct(targets, &inputs.collect::<Vec<_>>())
}

/// A file that only its owner may read, and that will be written.
#[derive(Debug)]
pub struct OwnersFile(Staged);

/// Stages a file for the owner alone, whose target may be no input, no file that a policy names to be
/// read, and none of the other files.
pub fn stage_owners_file(
    target: &Path,
    others: &[PathBuf],
    inputs: &[&Path],
    policy: Option<&Policy>,
    force: bool,
) -> Result<OwnersFile, Error> {
    let all: Vec<PathBuf> = others.iter().cloned().chain([target.to_owned()]).collect();
    distinct(&all, inputs, policy)?;
    Ok(OwnersFile(Claims::default().private(target, force)?))
}

impl OwnersFile {
    /// Writes it, and puts it in its place.
    pub fn publish(self, text: &str) -> Result<(), Error> {
        write_all(&self.0, text.as_bytes())?;
        place_files(vec![self.0])
    }
}

impl Reports {
    pub(crate) fn stage(
        reports: &[PathBuf],
        force: bool,
        claims: &Claims,
        audience: Audience,
    ) -> Result<Self, Error> {
        let staged = reports.iter().map(|path| claims.beside(path, force));
        Ok(Self { staged: staged.collect::<Result<_, _>>()?, audience })
    }

    /// Whether one of them is a page.
    pub fn has_page(&self) -> bool {
        self.staged.iter().any(|staged| is_page(staged.target()))
    }

    /// Writes them all, and then puts them in their places. For the public, programs are given what
    /// the public may read of the page's report instead of the document.
    pub fn publish(
        self,
        page: &Page,
        document: &impl serde::Serialize,
        rules: &Disclosure,
    ) -> Result<(), Error> {
        let reports = Self { audience: page.audience, ..self };
        reports.write(page, &page.report, document, rules)?;
        place_files(reports.staged)
    }

    /// As [`publish`](Self::publish), for a page that is not about a release.
    pub fn publish_text(
        self,
        page: &dyn Fn() -> String,
        document: &impl serde::Serialize,
    ) -> Result<(), Error> {
        self.write_with(page, &|| ridotto_report::to_json(document))?;
        place_files(self.staged)
    }

    pub(crate) fn write(
        &self,
        page: &Page,
        report: &Report,
        document: &impl serde::Serialize,
        rules: &Disclosure,
    ) -> Result<(), Error> {
        let json = || match self.audience {
            Audience::Internal => ridotto_report::to_json(document),
            Audience::Public => report.published(rules).to_json(),
        };
        self.write_with(&|| page.to_html(rules), &json)
    }

    fn write_with(
        &self,
        page: &dyn Fn() -> String,
        json: &dyn Fn() -> String,
    ) -> Result<(), Error> {
        for staged in &self.staged {
            let text = if is_page(staged.target()) { page() } else { json() };
            write_all(staged, text.as_bytes())?;
        }
        Ok(())
    }

    pub(crate) fn into_staged(self) -> Vec<Staged> {
        self.staged
    }
}

/// Whether a report is to be a page.
pub(crate) fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("html"))
}
