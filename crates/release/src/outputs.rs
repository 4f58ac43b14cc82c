//! Where a run writes: the data, and what belongs to them.
//!
//! [`Outputs`] says it, and a run stages all of it before any work is done.

use crate::inputs::folder_of;
use crate::reports::is_page;
use ridotto_io::{Claims, beside};
use ridotto_policy::Policy;
use ridotto_report::Audience;
use std::path::PathBuf;

/// Where the data go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Destination {
    /// Where the policy says.
    #[default]
    Policy,
    /// To a file, to the address of a table, or to standard output (`-`).
    File(PathBuf),
    /// They stay in memory, and are handed out when they are published.
    Memory,
}

/// Where everything goes that a run writes. What is not said is where the policy says.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct Outputs {
    /// The data.
    pub data: Destination,
    /// Reports; the policy's when there are none.
    pub reports: Vec<PathBuf>,
    /// Where the decision is saved; the policy's file when `None`.
    pub recoding: Option<PathBuf>,
    /// Where the intervals of hidden cells go, of tables; for the owner alone.
    pub intervals: Option<PathBuf>,
    /// Where the certificate goes; the policy's file when `None`.
    pub certificate: Option<PathBuf>,
    /// The private key that signs it; the policy's file when `None`.
    pub signing_key: Option<PathBuf>,
    /// Overwrite what is there.
    pub force: bool,
    /// What is claimed already of the files to be written, by [`claim`](Self::claim).
    pub claims: Claims,
    /// For whom reports and certificates are made.
    pub audience: Audience,
    /// Whether the data are for their owner alone.
    pub is_private: bool,
    /// Whether what belongs to the data is kept as values, beside files or without any: the decision, the
    /// page and the certificate. [`Published`](crate::Published) hands them out.
    pub keep: bool,
    /// Nothing but the data: neither what the policy writes beside them, nor what steps do.
    pub alone: bool,
}

impl Outputs {
    /// Where the policy says.
    pub fn of_policy() -> Self {
        Self::default()
    }

    /// The data stay in memory.
    pub fn memory() -> Self {
        Self { data: Destination::Memory, ..Self::default() }
    }

    /// The data go to this file.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self { data: Destination::File(path.into()), ..Self::default() }
    }

    /// Whether a run leaves a report, a page or a certificate, which show digests of the files, or
    /// measures what was asked for, so that it has to know that its input is what it was.
    pub fn keeps_report(&self, policy: &Policy) -> bool {
        let output = &policy.output;
        let reports = self.reports.len() + output.reports.len();
        let is_measured = !policy.measures.is_empty();
        is_measured || reports > 0 || self.certificate.is_some() || output.certificate.is_some()
    }

    /// Whether somebody wants a page.
    pub fn has_page(&self, policy: &Policy) -> bool {
        self.report_files(policy).iter().any(|file| is_page(file))
    }

    pub(crate) fn report_files(&self, policy: &Policy) -> Vec<PathBuf> {
        let of_policy = || {
            let named = policy.output.reports.iter().filter(|_| !self.alone);
            named.map(|report| beside(folder_of(policy), report)).collect()
        };
        if self.reports.is_empty() { of_policy() } else { self.reports.clone() }
    }
}
