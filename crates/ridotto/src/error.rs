//! What can go wrong, by who is at fault.

use crate::verify::VerifyError;
use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use ridotto_core::HierarchyError;
use ridotto_core::count::{grouped, records};
use ridotto_io::IoError;
use ridotto_policy::PolicyError;
use std::fmt::{Display, Write};
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Why there is no release.
#[derive(Debug, Error)]
pub enum Error {
    /// The policy, or the policy together with the data.
    #[error(transparent)]
    Policy(Box<PolicyError>),
    /// A file.
    #[error(transparent)]
    Io(IoError),
    /// A hierarchy, used without a policy.
    #[error(transparent)]
    Hierarchy(#[from] HierarchyError),
    /// A hierarchy that does not fit data, used without a policy.
    #[error("{error}; the first is in line {line} of {}", data.display())]
    HierarchyOfData {
        /// What is wrong.
        error: HierarchyError,
        /// The data.
        data: PathBuf,
        /// The line of the first record at fault.
        line: u64,
    },
    /// A file of ours that is not what it should be.
    #[error("{}: {problem}", file.display())]
    Document {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// What was computed from synthetic copies cannot be combined.
    #[error("{message}")]
    Combination {
        /// Its stable name.
        code: &'static str,
        /// What is wrong.
        message: String,
        /// What to do.
        hint: String,
    },
    /// The requirements cannot be met.
    #[error(transparent)]
    Unmet(#[from] Unmet),
    /// The written file does not show what it should: our fault, and nothing is released.
    #[error("the written file was read again and does not hold: {0}")]
    Unverified(String),
    /// The time limit is over, and there is nothing yet to be told.
    #[error("the time limit of {}s is over; nothing was written", .0.as_secs_f64())]
    OutOfTime(Duration),
    /// Interrupted.
    #[error("interrupted; nothing was written")]
    Cancelled,
    /// Asked for something that makes no sense.
    #[error("{message}")]
    Usage {
        /// What is wrong.
        message: String,
        /// What to do.
        hint: String,
    },
}

impl From<IoError> for Error {
    /// Readers and writers that were interrupted did not fail.
    fn from(error: IoError) -> Self {
        if error.is_cancelled() { Self::Cancelled } else { Self::Io(error) }
    }
}

impl From<VerifyError> for Error {
    /// What could not be read again is the fault of a file; all else is ours.
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Io(error) => error.into(),
            fault => Self::Unverified(fault.to_string()),
        }
    }
}

impl From<PolicyError> for Error {
    fn from(error: PolicyError) -> Self {
        Self::Policy(Box::new(error))
    }
}

/// No generalisation meets the requirements: what came nearest, and what would help.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no generalisation makes every requirement hold")]
pub struct Unmet {
    /// Records in the data.
    pub rows: u64,
    /// The size that every class must have, if that is all that is asked.
    pub k: Option<u64>,
    /// Records that may be suppressed.
    pub limit: u64,
    /// Records that would have to be suppressed even at the coarsest generalisation allowed.
    pub needed: u64,
    /// The largest k that the coarsest generalisation allows within the limit.
    pub largest_k: u64,
    /// Quasi-identifiers that a `max-level` keeps from their top.
    pub limited: Vec<String>,
}

impl Unmet {
    /// What classes of these sizes lack, if every one must have `k` records and `limit` may go.
    pub(crate) fn nearest(sizes: &[u64], k: u64, limit: u64, limited: Vec<String>) -> Self {
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        // The classes that may go, smallest first; the next one sets k. At least one must stay.
        let mut gone = 0;
        let largest = sizes.iter().find(|&&size| {
            gone += size;
            gone > limit
        });
        Self {
            rows: sizes.iter().sum(),
            k: Some(k),
            limit,
            needed: sizes.iter().take_while(|&&size| size < k).sum(),
            largest_k: largest.or(sizes.last()).copied().unwrap_or(0),
            limited,
        }
    }

    /// What classes lack that must satisfy other models than k-anonymity.
    pub(crate) fn models(rows: u64, needed: u64, limit: u64, limited: Vec<String>) -> Self {
        Self { rows, k: None, limit, needed, largest_k: 0, limited }
    }

    fn advice(&self) -> String {
        let Self { rows, k, limit, needed, largest_k, limited } = self;
        let Some(k) = k else { return self.models_advice() };
        let mut advice = format!(
            "even with every attribute at its coarsest level, {} of {} {} in classes smaller than \
             {k}, and {} may be suppressed.",
            grouped(*needed),
            records(*rows),
            if *needed == 1 { "is" } else { "are" },
            grouped(*limit)
        );
        if k > rows {
            advice = format!("the data have {}, so no class can have {k} of them.", records(*rows));
        } else if needed < rows {
            // Rounded up: a share rounded down would not suffice.
            let share = (*needed as f64 / *rows as f64 * 10_000.0).ceil() / 10_000.0;
            let _ = write!(advice, "\nAllow `suppression = {share}` or more");
            if *largest_k >= 2 {
                let _ = write!(advice, ", or ask for `k = {largest_k}` or less");
            }
            if !limited.is_empty() {
                let _ = write!(advice, ", or raise the `max-level` of {}", limited.join(", "));
            }
            advice += ".";
            return advice;
        }
        if *largest_k >= 2 {
            let _ = write!(advice, "\nThe largest k that holds is {largest_k}.");
        }
        advice
    }
}

impl Unmet {
    fn models_advice(&self) -> String {
        let Self { rows, limit, needed, limited, .. } = self;
        let mut advice = format!(
            "even with every attribute at its coarsest level, {} of {} {} in classes that fail a \
             requirement, and {} may be suppressed.",
            grouped(*needed),
            records(*rows),
            if *needed == 1 { "is" } else { "are" },
            grouped(*limit)
        );
        if needed <= limit {
            "even with every attribute at its coarsest level, what is left does not satisfy a \
             requirement on the table as a whole."
                .clone_into(&mut advice);
        } else if needed < rows {
            let share = (*needed as f64 / *rows as f64 * 10_000.0).ceil() / 10_000.0;
            let _ = write!(advice, "\nAllow `suppression = {share}` or more, or ask for less");
            if !limited.is_empty() {
                let _ = write!(advice, ", or raise the `max-level` of {}", limited.join(", "));
            }
            advice += ".";
        } else {
            advice += "\nAsk for less: `ridotto check` tells what the file attains.";
        }
        advice
    }
}

impl Error {
    /// The exit code of the program: 1 if the work ran but a requirement does not hold, 2 if it
    /// could not run, 130 if it was interrupted.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Unmet(_) => 1,
            Self::Cancelled => 130,
            _ => 2,
        }
    }
}

impl Diagnostic for Error {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        match self {
            Self::Policy(error) => error.code(),
            Self::Io(error) => Some(Box::new(error.code())),
            Self::Hierarchy(_) | Self::HierarchyOfData { .. } => {
                Some(Box::new("hierarchy::faulty"))
            }
            Self::Document { .. } => Some(Box::new("document::faulty")),
            Self::Combination { code, .. } => Some(Box::new(code)),
            Self::Unmet(_) => Some(Box::new("release::unmet")),
            Self::Unverified(_) => Some(Box::new("internal::unverified")),
            Self::OutOfTime(_) => Some(Box::new("run::out-of-time")),
            Self::Cancelled => None,
            Self::Usage { .. } => Some(Box::new("usage")),
        }
    }

    fn severity(&self) -> Option<Severity> {
        Some(Severity::Error)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        match self {
            Self::Policy(error) => error.help(),
            Self::Io(error) => Some(Box::new(
                error.hint().unwrap_or("the operating system refused; is the path what you mean?"),
            )),
            Self::Unmet(unmet) => Some(Box::new(unmet.advice())),
            Self::Usage { hint, .. } | Self::Combination { hint, .. } => Some(Box::new(hint)),
            Self::Unverified(_) => Some(Box::new(
                "nothing was released. This is a fault of ridotto and not of your data: please \
                 report it",
            )),
            Self::OutOfTime(_) => Some(Box::new("allow more with `--time-limit`, or leave it out")),
            Self::Hierarchy(error) | Self::HierarchyOfData { error, .. } => {
                Some(Box::new(error.hint()))
            }
            Self::Document { .. } => {
                Some(Box::new("write it again with `ridotto anonymize --recoding FILE.json`"))
            }
            Self::Cancelled => None,
        }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        match self {
            Self::Policy(error) => error.source_code(),
            _ => None,
        }
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        match self {
            Self::Policy(error) => error.labels(),
            _ => None,
        }
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        match self {
            Self::Policy(error) => error.related(),
            _ => None,
        }
    }
}
