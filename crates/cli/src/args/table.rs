//! What `table` is told.

use super::AnonymizeArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct TableArgs {
    #[command(subcommand)]
    pub verb: Option<TableVerb>,
    #[command(flatten)]
    pub make: AnonymizeArgs,
    /// Of a batch of τ-Argus (.arb): write the policy that it becomes, and do nothing else
    #[arg(long)]
    pub convert: bool,
    /// With `method = "cell-key"`: write its perturbation table as a file of the field, and do nothing else
    #[arg(long, value_name = "FILE", conflicts_with = "convert")]
    pub ptable: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum TableVerb {
    /// What does anybody's table tell of the cells that it hides? Fails if anything is too well known
    Audit(AuditArgs),
}

#[derive(Debug, Args)]
pub struct AuditArgs {
    /// The table: of our form, as τ-Argus writes it, or JJ
    pub file: PathBuf,
    /// The policy with its dimensions, hierarchies and rules, or a batch of τ-Argus; a JJ file needs none
    #[arg(long, value_name = "P")]
    pub policy: Option<PathBuf>,
    /// Other data than the policy names
    #[arg(long, value_name = "DATA")]
    pub input: Option<PathBuf>,
    /// Write between which ends hidden cells are known to lie; for the owner alone
    #[arg(long, value_name = "FILE.csv")]
    pub intervals: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}
