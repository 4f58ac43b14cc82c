//! Pseudonyms, and the way back.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct PseudonymizeArgs {
    #[command(subcommand)]
    pub verb: Option<PseudonymizeVerb>,
    /// The data
    #[arg(required = true)]
    pub data: Option<PathBuf>,
    /// The output; - is standard output
    #[arg(short, long, value_name = "OUT", required = true)]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub scheme: SchemeArgs,
    /// For tests: draw and shuffle by this seed. The report says so
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Keep records in the order of the input, which may tell who they are
    #[arg(long)]
    pub keep_order: bool,
    /// Put an apostrophe in front of cells that a spreadsheet would run as a formula
    #[arg(long)]
    pub escape_formulas: bool,
    /// Overwrite files that exist. A mapping is never overwritten: it is added to
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Subcommand)]
pub enum PseudonymizeVerb {
    /// Make a secret key, in a file that you alone may read
    Keys {
        /// The file
        #[arg(short, long, value_name = "SECRET.key")]
        output: PathBuf,
        /// Overwrite a key that exists. Its pseudonyms cannot be made again then, nor undone
        #[arg(long)]
        force: bool,
    },
}

#[derive(Debug, Args)]
pub struct ReidentifyArgs {
    /// The data with pseudonyms
    pub data: PathBuf,
    /// The output, which you alone may read; - is standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    #[command(flatten)]
    pub scheme: SchemeArgs,
    /// A file with a column of the same name and of all values that there may be, for hashes
    #[arg(long, value_name = "FILE")]
    pub candidates: Option<PathBuf>,
    /// Leave pseudonyms that are not known as they are, instead of giving up
    #[arg(long)]
    pub partial: bool,
    /// The data were written with --escape-formulas, and so is the output
    #[arg(long)]
    pub escape_formulas: bool,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

/// How pseudonyms are made: in words, or by a policy.
#[derive(Debug, Args)]
pub struct SchemeArgs {
    /// Take columns and methods from this policy; identifiers without a pseudonym are left out
    #[arg(long, value_name = "POLICY", conflicts_with_all = ["method", "key_file", "mapping", "domain", "bits", "alphabet", "salt"])]
    pub policy: Option<PathBuf>,
    /// The columns, parted by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub attributes: Vec<String>,
    /// hmac-sha256, random, counter, format-preserving or salted-hash [default: random with a
    /// mapping, else hmac-sha256]
    #[arg(long, value_name = "METHOD", value_parser = named::<ridotto::PseudonymMethod>)]
    pub method: Option<ridotto::PseudonymMethod>,
    /// The secret key, made by `ridotto pseudonymize keys`
    #[arg(long, value_name = "SECRET.key")]
    pub key_file: Option<PathBuf>,
    /// The encrypted table that leads back from random pseudonyms and numbers
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,
    /// Columns with the same domain and key can be linked; the column's name when absent
    #[arg(long, value_name = "NAME")]
    pub domain: Option<String>,
    /// How many bits a pseudonym has: 64 to 256; 128 when absent
    #[arg(long, value_name = "N")]
    pub bits: Option<u32>,
    /// The letters of a pseudonym: hex or base32
    #[arg(long, value_name = "NAME", value_parser = named::<ridotto::Alphabet>)]
    pub alphabet: Option<ridotto::Alphabet>,
    /// What is hashed with each value by salted-hash
    #[arg(long, value_name = "TEXT")]
    pub salt: Option<String>,
}

/// The member of an enumeration of the policy that has this name.
fn named<N: ridotto::Named>(text: &str) -> Result<N, String> {
    let mut all = N::ALL.iter().zip(N::NAMES);
    all.find(|(_, name)| name.name == text).map(|(&one, _)| one).ok_or_else(|| {
        let near = ridotto::program::nearest(text, N::NAMES.iter().map(|name| name.name));
        near.map_or_else(
            || {
                let names: Vec<&str> = N::NAMES.iter().map(|name| name.name).collect();
                format!("it is one of {}", names.join(", "))
            },
            |near| format!("did you mean `{near}`?"),
        )
    })
}
