//! What can be said on the command line.

mod hierarchy;
mod ledger;
mod measure;
mod pseudonyms;
mod report;
mod table;

pub use hierarchy::{BuilderArgs, HierarchyArgs, HierarchyVerb, OfData};
pub use ledger::{LedgerArgs, LedgerVerb};
pub use measure::{AssessArgs, AttackArgs, CheckArgs, CombineArgs, ExploreArgs, PairArgs};
pub use pseudonyms::{PseudonymizeArgs, PseudonymizeVerb, ReidentifyArgs, SchemeArgs};
pub use report::{AudienceArg, ReportArgs, ReportVerb, VerifyArgs};
pub use table::{AuditArgs, TableArgs, TableVerb};

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Publish data about people without giving anyone away.
///
/// A policy says what each column is and what must hold; ridotto makes the data coarser, as little
/// as possible, until it holds, writes them, reads them again and proves it.
#[derive(Debug, Parser)]
#[command(name = "ridotto", version, max_term_width = 100, after_help = AFTER)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub verb: Verb,
}

const AFTER: &str = "\
Exit codes: 0 done, and every requirement holds; 1 a requirement does not hold or cannot be met, \
and nothing was written; 2 could not run; 130 interrupted.

Begin: ridotto init DATA. Or try it: ridotto anonymize examples/hospital/policy.toml";

/// What every verb understands.
#[derive(Clone, Debug, Args)]
#[allow(clippy::struct_excessive_bools, clippy::doc_markdown)] // flags, and help for people
pub struct Global {
    /// Print one JSON document on standard output instead of words
    #[arg(long, global = true)]
    pub json: bool,
    /// Say nothing unless something is wrong
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say more
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// When to use colours (NO_COLOR is heeded too)
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// How many threads to use; as many as the machine has when 0
    #[arg(long, global = true, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
    /// How much memory reading a file may take, e.g. 4GB; half of the machine's when nothing is said.
    /// A file that needs more is refused
    #[arg(long, global = true, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Stop searching after this time with the best found so far, e.g. 30s; measures, attacks and the
    /// page of a release say what they left out, and verbs that have nothing to tell before their end
    /// give up. What is released is read, written and verified to its end, however long that takes.
    /// Lattices of more than a million generalisations are searched for 5 minutes when nothing is said
    #[arg(long, global = true, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,
    /// Allow cell values to be printed
    #[arg(long, global = true)]
    pub show_values: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Look at data, guess what each column is, and write a policy that runs at once
    Init(InitArgs),
    /// What is in a file, and who could be found in it as it is?
    Inspect(InspectArgs),
    /// Read the policy and the data, say what would be done, change nothing
    Plan(PlanArgs),
    /// Make the data safe, as the policy says, and write them
    Anonymize(AnonymizeArgs),
    /// Count people by dimensions, check the tables, and write them
    Table(TableArgs),
    /// Apply a saved decision to new data, and verify it again
    Apply(ApplyArgs),
    /// What does this file attain? Any file, ours or not
    Check(CheckArgs),
    /// How safe is a masked file, and what did it cost? Any pair of files, ours or not
    Assess(AssessArgs),
    /// Play the intruder against a masked file, and say whom one could find
    Attack(AttackArgs),
    /// Try many configurations: the map of risk and utility, and its frontier
    Explore(ExploreArgs),
    /// Replace columns by pseudonyms, in any file; or make the key for that
    Pseudonymize(PseudonymizeArgs),
    /// Bring back what pseudonyms stand for: needs the key
    Reidentify(ReidentifyArgs),
    /// One estimate and its interval from what was computed of each synthetic copy
    Combine(CombineArgs),
    /// Make keys for certificates, and verify certificates
    Report(ReportArgs),
    /// What was spent of privacy budgets, whether their ledger is whole, and more to spend
    Ledger(LedgerArgs),
    /// Build, test and draw hierarchies
    Hierarchy(HierarchyArgs),
    /// What any model, method, measure, key of the policy or code of a message means
    Explain(ExplainArgs),
    /// Print the JSON Schema of the policy
    Schema,
    /// Print the manual page of the program or of a verb: `ridotto man anonymize | man -l -`
    Man(ManArgs),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Args)]
pub struct InitArgs {
    /// The data
    pub data: PathBuf,
    /// The policy to write; hierarchies go to a folder beside it
    #[arg(short, long, value_name = "POLICY", default_value = "policy.toml")]
    pub output: PathBuf,
    /// Columns that name a person, parted by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub identifiers: Vec<String>,
    /// Columns that an intruder may know, parted by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub quasi_identifiers: Vec<String>,
    /// Columns that nobody may learn, parted by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub sensitive: Vec<String>,
    /// Columns that are neither, parted by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub insensitive: Vec<String>,
    /// What is at stake for the people in the data
    #[arg(long, value_enum)]
    pub sensitivity: Option<SensitivityArg>,
    /// What is to be released: the records themselves, or tables of counts and sums
    #[arg(long, value_enum, default_value = "microdata")]
    pub kind: KindArg,
    /// The first line is a record: columns are called column-1, column-2, …
    #[arg(long)]
    pub no_header: bool,
    /// Ask nothing, also on a terminal
    #[arg(long)]
    pub no_input: bool,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct InspectArgs {
    /// The data
    pub data: PathBuf,
    /// Take roles from this policy
    #[arg(long, value_name = "POLICY", conflicts_with_all = ["quasi_identifiers", "sensitive"])]
    pub policy: Option<PathBuf>,
    /// The first line is a record: columns are called column-1, column-2, …
    #[arg(long, conflicts_with = "policy")]
    pub no_header: bool,
    /// What an intruder may know, parted by commas; guessed when nothing is said
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub quasi_identifiers: Vec<String>,
    /// What nobody may learn, parted by commas
    #[arg(long, value_name = "C", value_delimiter = ',')]
    pub sensitive: Vec<String>,
    /// Write a report; may be given several times
    #[arg(long, value_name = "FILE.html|FILE.json")]
    pub report: Vec<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

/// Kinds of data that `init` writes policies for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KindArg {
    /// Records of people
    Microdata,
    /// Tables of counts, sums and means
    Table,
}

/// What is at stake.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SensitivityArg {
    /// Little: k = 3
    Low,
    /// The usual: k = 5
    Medium,
    /// Much: k = 10
    High,
}

impl From<SensitivityArg> for ridotto::Sensitivity {
    fn from(sensitivity: SensitivityArg) -> Self {
        match sensitivity {
            SensitivityArg::Low => Self::Low,
            SensitivityArg::Medium => Self::Medium,
            SensitivityArg::High => Self::High,
        }
    }
}

#[derive(Debug, Args)]
pub struct ManArgs {
    /// A verb; the program itself when absent
    pub verb: Option<String>,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A model, algorithm, objective, masking step, hierarchy builder, measure, attack, concept,
    /// key or value of the policy, or the code of a message; all names when absent
    pub name: Option<String>,
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The policy
    pub policy: PathBuf,
    /// Other data than the policy names
    #[arg(long, value_name = "DATA")]
    pub input: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct AnonymizeArgs {
    /// The policy
    // It is not looked at where another verb takes its place, as in `table audit`.
    #[arg(required = true, default_value = "-", hide_default_value = true)]
    pub policy: PathBuf,
    /// Other data than the policy names
    #[arg(long, value_name = "DATA")]
    pub input: Option<PathBuf>,
    /// Another output than the policy names; - is standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Write a report; may be given several times
    #[arg(long, value_name = "FILE.html|FILE.json")]
    pub report: Vec<PathBuf>,
    /// For whom page, JSON and certificate are
    #[arg(long, value_enum, default_value_t = AudienceArg::Internal)]
    pub audience: AudienceArg,
    /// Save the decision, to apply it to other data later. It contains values of the data
    #[arg(long, value_name = "FILE.json")]
    pub recoding: Option<PathBuf>,
    /// Of tables: write between which ends hidden cells are known to lie, and why they are hidden; for
    /// the owner alone
    #[arg(long, value_name = "FILE.csv")]
    pub intervals: Option<PathBuf>,
    /// Certify the release: digests of input, policy and output, and what holds
    #[arg(long, value_name = "FILE.json")]
    pub certificate: Option<PathBuf>,
    /// Sign the certificate with this private key, made by `report keys`
    #[arg(long, value_name = "NAME.key")]
    pub signing_key: Option<PathBuf>,
    #[command(flatten)]
    pub order: OrderArgs,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

#[derive(Clone, Copy, Debug, Args)]
pub struct OrderArgs {
    /// For tests: shuffle records by this seed. The report says so
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// For tests: keep records in the order of the input. The report says so
    #[arg(long)]
    pub keep_order: bool,
}

#[derive(Debug, Args)]
pub struct ApplyArgs {
    /// The decision, saved by `anonymize --recoding`
    pub recoding: PathBuf,
    /// The new data
    pub data: PathBuf,
    /// The output; - is standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Write a report; may be given several times
    #[arg(long, value_name = "FILE.json")]
    pub report: Vec<PathBuf>,
    /// The key of pseudonyms, if it is not where the policy says, seen from the decision's folder
    #[arg(long, value_name = "SECRET.key")]
    pub key_file: Option<PathBuf>,
    /// The mapping of pseudonyms, if it is not where the policy says
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,
    #[command(flatten)]
    pub order: OrderArgs,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

#[expect(clippy::cast_sign_loss, reason = "it is above a million")]
fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no size of memory; write 500MB, 4GB or 1.5GB");
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number: f64 = text[..text.len() - unit.len()].parse().map_err(|_| wrong())?;
    let unit = match unit.trim().to_ascii_lowercase().as_str() {
        "kb" | "k" => 1e3,
        "mb" | "m" => 1e6,
        "gb" | "g" => 1e9,
        "tb" | "t" => 1e12,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let bytes = number * unit;
    // A megabyte is the least with which a file can be read at all.
    if (1e6..1e18).contains(&bytes) { Ok(bytes as u64) } else { Err(wrong()) }
}

fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time; write 30s, 500ms, 5m or 1h");
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number: f64 = text[..text.len() - unit.len()].parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}
