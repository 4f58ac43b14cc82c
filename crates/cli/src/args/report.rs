//! Reports, their readers and their signatures.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// For whom a page is.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum AudienceArg {
    /// Those who may see the data: everything
    Internal,
    /// Everybody: what follows from the release and the policy, and nothing else of the input
    Public,
}

impl From<AudienceArg> for ridotto::Audience {
    fn from(audience: AudienceArg) -> Self {
        match audience {
            AudienceArg::Internal => Self::Internal,
            AudienceArg::Public => Self::Public,
        }
    }
}

#[derive(Debug, Args)]
pub struct ReportArgs {
    #[command(subcommand)]
    pub verb: ReportVerb,
}

#[derive(Debug, Subcommand)]
pub enum ReportVerb {
    /// Make a pair of keys: NAME.key signs and is yours alone, NAME.pub is for everybody
    Keys {
        /// The name of both files, without an ending
        #[arg(short, long, value_name = "NAME")]
        output: PathBuf,
        /// Overwrite keys that exist. What the old key signed can still be verified by its NAME.pub
        #[arg(long)]
        force: bool,
    },
    /// Hold a certificate against a key and files: exit code 0 if the given key signed it and all
    /// fits, 1 if not. Without a key it is never verified
    Verify(VerifyArgs),
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The certificate
    pub certificate: PathBuf,
    /// The public key of who must have signed. Without it nobody knows who did, and the exit code
    /// is 1
    #[arg(long, value_name = "NAME.pub")]
    pub public_key: Option<PathBuf>,
    /// The publisher's own private key: compares input and policy with a certificate for the public
    #[arg(long, value_name = "NAME.key")]
    pub signing_key: Option<PathBuf>,
    /// The data that came in
    #[arg(long, value_name = "DATA")]
    pub input: Option<PathBuf>,
    /// The policy
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<PathBuf>,
    /// The data that went out
    #[arg(long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}
