//! What can be wrong: with what was asked, with what is left, with the ledger.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Nothing was drawn, nothing was released, and nothing was charged, unless it says otherwise.
#[derive(Debug, Error)]
pub enum NoiseError {
    /// A text is no amount.
    #[error("an amount is written as `1`, `0.1` or `1/3`, and is not negative")]
    Amount,
    /// ε, ρ or another amount must be positive.
    #[error("`{parameter}` must be more than 0, and a finite number")]
    Positive {
        /// Which.
        parameter: &'static str,
    },
    /// δ is a probability below one.
    #[error("`delta` must be {must_be}: with this probability nothing is promised")]
    Delta {
        /// In words.
        must_be: &'static str,
    },
    /// A value that nobody can change needs no noise, and none that everybody can change without bound.
    #[error("the sensitivity must be at least 1, and be a finite number of steps of the grid")]
    Sensitivity,
    /// The numbers that describe the noise are too long.
    #[error(
        "noise this fine needs numbers of more than 128 bits: take a coarser grid or a rounder epsilon"
    )]
    Fine,
    /// A lower bound is not below the upper one.
    #[error("the lower bound must be below the upper one, and both be finite")]
    Bounds,
    /// A grid's step is not positive, or the bounds are too many steps apart.
    #[error("the step of the grid must be more than 0, and the bounds at most 2^53 steps apart")]
    Step,
    /// The number of things to choose from, or of values, is not what was charged for.
    #[error("{given} were given, and the charge was for {charged}")]
    Number {
        /// How many came.
        given: usize,
        /// How many were to come.
        charged: usize,
    },
    /// There is nothing to choose from.
    #[error("there is nothing to choose from")]
    Nothing,
    /// A mechanism answers for every record, so the number of records cannot be hidden.
    #[error(
        "each record gets an answer of its own, which tells how many there are: this protects the values of a record, and not that it is there; take `change-one`"
    )]
    TellsRecords,
    /// The loss is argued for other neighbours.
    #[error("the loss of `{mechanism}` is argued for files {argued}, and for no others")]
    Neighbours {
        /// Which mechanism.
        mechanism: &'static str,
        /// Which files these are.
        argued: &'static str,
    },
    /// One account cannot be about two promises.
    #[error("what protects other neighbours, or other persons, needs an account of its own")]
    Protected,
    /// More records are kept than the loss allows.
    #[error("who keeps a record with this probability loses more than is stated")]
    Sample,
    /// The budget is of a kind that cannot pay for this.
    #[error("a {budget} budget cannot pay for a loss that is {loss}")]
    Kind {
        /// The budget's.
        budget: &'static str,
        /// The mechanism's.
        loss: &'static str,
    },
    /// More is asked than is left.
    #[error("the budget is exhausted: {what} would be {would} of {budget}")]
    Exhausted {
        /// `epsilon`, `delta` or `rho`.
        what: &'static str,
        /// With this charge.
        would: String,
        /// In all.
        budget: String,
    },
    /// A guarantee cannot be stated with these numbers.
    #[error("the numbers are too large to say anything with them")]
    TooLarge,
    /// The operating system gives no random numbers.
    #[error("the operating system gives no randomness: {0}")]
    NoRandomness(String),
    /// The ledger could not be written or read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// What is wrong with a ledger.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Another process has it.
    #[error("{}: another process is using this ledger", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A line does not fit the chain.
    #[error("{}:{line}: the chain is broken: {why}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// In words.
        why: &'static str,
    },
    /// It is for other neighbours, or other persons.
    #[error("{}: this ledger protects {found}, and not {wanted}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// Whom it protects.
        found: String,
        /// Who was to be protected.
        wanted: String,
    },
    /// A write failed, so nobody knows what is in the file.
    #[error("{}: a charge could not be written; open the ledger again", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
    },
    /// There is one already.
    #[error("{}: there is a file of this name", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// An amount that could be written and not read again.
    #[error("{}: an amount of more than 4,000 digits cannot be kept", path.display())]
    Amount {
        /// The file.
        path: PathBuf,
    },
    /// With a grant nothing would be promised any more.
    #[error("{}: with this grant `delta` would be 1 or more, and promise nothing", path.display())]
    Delta {
        /// The file.
        path: PathBuf,
    },
    /// A name that is no line of text.
    #[error("a name or purpose in a ledger has up to 1,000 letters and no control characters")]
    Text,
}

impl LedgerError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self::Io { path: path.to_owned(), error }
    }

    /// Whether it is the chain that is broken, and not the machine.
    pub fn is_broken(&self) -> bool {
        matches!(self, Self::Broken { .. })
    }
}
