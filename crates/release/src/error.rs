//! What can go wrong, by who is at fault.

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use ridotto_argus::Fault;
use ridotto_catalogue::similar;
use ridotto_core::HierarchyError;
use ridotto_io::IoError;
use ridotto_numbers::NoRandomness;
use ridotto_policy::PolicyError;
use std::fmt::Display;
use std::path::{Path, PathBuf};
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
    /// A file of another program, faulty in a line.
    #[error("{}: {fault}", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What is wrong with it, and where.
        fault: Fault,
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
    /// What a ledger grants is spent: nothing was drawn.
    #[error("{message}")]
    Spent {
        /// What would be spent, of what.
        message: String,
        /// What to do.
        hint: String,
    },
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

impl From<NoRandomness> for Error {
    fn from(error: NoRandomness) -> Self {
        Self::Usage {
            message: error.to_string(),
            hint: "what is drawn and shuffled must be drawn by numbers that nobody can guess"
                .into(),
        }
    }
}

impl From<PolicyError> for Error {
    fn from(error: PolicyError) -> Self {
        Self::Policy(Box::new(error))
    }
}

/// No release meets the requirements: what that means for the kind of data, and what would help.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Unmet {
    /// What cannot be had.
    pub message: String,
    /// What came nearest, and what would help.
    pub advice: String,
}

impl Error {
    /// A fault in a file.
    pub fn of_fault(file: &Path, fault: Fault) -> Self {
        Self::Foreign { file: file.to_owned(), fault }
    }

    /// There is no such column in a file; one with a similar name is proposed.
    pub fn no_column(file: &Path, name: &str, names: &[String]) -> Self {
        Self::Usage {
            message: format!("{}: there is no column `{name}`", file.display()),
            hint: similar(name, &names.iter().map(String::as_str).collect::<Vec<_>>()),
        }
    }

    /// The exit code of the program: 1 if the work ran but a requirement does not hold, 2 if it
    /// could not run, 130 if it was interrupted.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Unmet(_) | Self::Spent { .. } => 1,
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
            Self::Foreign { .. } => Some(Box::new("argus::faulty")),
            Self::Combination { code, .. } => Some(Box::new(code)),
            Self::Unmet(_) => Some(Box::new("release::unmet")),
            Self::Spent { .. } => Some(Box::new("ledger::spent")),
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
            Self::Unmet(unmet) => Some(Box::new(&unmet.advice)),
            Self::Usage { hint, .. }
            | Self::Combination { hint, .. }
            | Self::Spent { hint, .. } => Some(Box::new(hint)),
            Self::Unverified(_) => Some(Box::new(
                "nothing was released. This is a fault of ridotto and not of your data: please \
                 report it",
            )),
            Self::OutOfTime(_) => {
                Some(Box::new("allow more with `RunOptions::time_limit`, or leave it out"))
            }
            Self::Hierarchy(error) | Self::HierarchyOfData { error, .. } => {
                Some(Box::new(error.hint()))
            }
            Self::Document { .. } => Some(Box::new("write it again with `Outputs::recoding`")),
            Self::Foreign { fault, .. } => Some(Box::new(fault.hint)),
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
