//! The page about a release.

use crate::assess::{AssessOptions, assess};
use crate::bind::Plan;
use crate::pair::{PairOptions, Rows};
use crate::{Error, RunOptions, Watch};
use ridotto_io::Digest;
use ridotto_report::page::{Page, Reproduce, Risk};
use ridotto_report::{Finding, Report};
use std::path::Path;

impl Plan {
    /// The page about a release whose data are staged at a path: what the report says, and what is
    /// measured by reading input and output once more, side by side.
    pub(crate) fn page(
        &self,
        staged: &Path,
        report: &Report,
        order: Vec<u32>,
        options: &RunOptions,
        watch: &dyn Watch,
    ) -> Result<Page, Error> {
        // After a sample the rows of the table are no longer those of the file.
        let is_whole = report.input.rows == Some(self.table.rows as u64);
        let rows = if is_whole { Rows::Listed(order) } else { Rows::Unknown };
        let policy = Some(self.policy.clone());
        let pair = PairOptions { policy, rows, threads: self.threads, ..PairOptions::default() };
        let asked = AssessOptions { pair, ..AssessOptions::default() };
        let measured = assess(&self.input, staged, &asked, watch)?;
        let mut report = report.clone();
        let own = report.findings.clone();
        let is_new = |finding: &Finding| {
            own.iter().all(|of| (&of.name, &of.attribute) != (&finding.name, &finding.attribute))
        };
        report.findings.extend(measured.report.findings.into_iter().filter(is_new));
        Ok(Page {
            audience: options.audience,
            report,
            risk: Risk { combinations: measured.combinations, ..Risk::default() },
            charts: measured.charts,
            reproduce: self.reproduce(options),
            ..Page::default()
        })
    }

    /// How to do it again.
    pub(crate) fn reproduce(&self, options: &RunOptions) -> Reproduce {
        let source = self.policy.source();
        let path = Path::new(source.name());
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Reproduce {
            command: format!("ridotto anonymize {file}"),
            policy_sha256: Digest::of_bytes(source.text().as_bytes()).to_string(),
            policy_file: file,
            policy_text: Some(source.text().to_owned()),
            seed: options.seed.map(|seed| seed.to_string()),
        }
    }
}
