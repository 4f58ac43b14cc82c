//! Ledgers of privacy budgets.

use clap::{Args, Subcommand, ValueEnum};
use std::num::NonZeroU64;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct LedgerArgs {
    #[command(subcommand)]
    pub verb: LedgerVerb,
}

#[derive(Debug, Subcommand)]
pub enum LedgerVerb {
    /// What was charged, to whom, and the digest of the last line. Exit code 1 if the chain is broken
    Show {
        /// The ledger
        ledger: PathBuf,
    },
    /// Does every line fit the one before? Exit code 1 if not
    Verify {
        /// The ledger
        ledger: PathBuf,
        /// The digest of a line that was kept elsewhere, which must be in the ledger still
        #[arg(long, value_name = "DIGEST")]
        has: Option<String>,
    },
    /// Grant more than the policy says, to a user or to everybody together
    TopUp {
        /// The ledger
        ledger: PathBuf,
        /// To whom; to everybody together when absent
        #[arg(long, value_name = "NAME")]
        user: Option<String>,
        /// How much more, e.g. 0.5
        #[arg(long, value_name = "E")]
        epsilon: String,
        /// How much more, e.g. 0.000001
        #[arg(long, value_name = "D", default_value = "0", hide_default_value = true)]
        delta: String,
        /// Make the ledger, which must not be there yet
        #[arg(long)]
        create: bool,
        /// Of a new ledger: which files are neighbours
        #[arg(long, value_enum, default_value = "add-remove", requires = "create")]
        neighbours: NeighboursArg,
        /// Of a new ledger: how many records a person has at most
        #[arg(long, value_name = "N", default_value = "1", requires = "create")]
        records: NonZeroU64,
    },
}

/// Which files are neighbours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum NeighboursArg {
    /// One has a record more
    AddRemove,
    /// They differ in what one record says
    ChangeOne,
}

impl From<NeighboursArg> for ridotto::Neighbours {
    fn from(neighbours: NeighboursArg) -> Self {
        match neighbours {
            NeighboursArg::AddRemove => Self::AddRemove,
            NeighboursArg::ChangeOne => Self::ChangeOne,
        }
    }
}
