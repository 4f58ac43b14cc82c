//! What can be said on the command line.

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
    /// Stop searching after this time with the best found so far, e.g. 30s. Lattices of more than
    /// a million generalisations are searched for 5 minutes when nothing is said
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
    /// For whom the page is
    #[arg(long, value_enum, default_value_t = AudienceArg::Internal)]
    pub audience: AudienceArg,
    /// Save the decision, to apply it to other data later. It contains values of the data
    #[arg(long, value_name = "FILE.json")]
    pub recoding: Option<PathBuf>,
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
        let near = ridotto::nearest(text, N::NAMES.iter().map(|name| name.name));
        near.map_or_else(
            || {
                let names: Vec<&str> = N::NAMES.iter().map(|name| name.name).collect();
                format!("it is one of {}", names.join(", "))
            },
            |near| format!("did you mean `{near}`?"),
        )
    })
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The data
    pub data: PathBuf,
    /// Take roles and requirements from this policy
    #[arg(long, value_name = "POLICY", conflicts_with = "quasi_identifiers")]
    pub policy: Option<PathBuf>,
    /// What an intruder may know, parted by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub quasi_identifiers: Vec<String>,
    /// What nobody may learn, parted by commas (counted along by later versions)
    #[arg(long, value_name = "C", value_delimiter = ',')]
    pub sensitive: Vec<String>,
}

/// Two files, and what is known of them.
#[derive(Debug, Args)]
pub struct PairArgs {
    /// The file before masking
    pub before: PathBuf,
    /// The masked file
    pub after: PathBuf,
    /// Take roles, hierarchies and requirements from this policy
    #[arg(long, value_name = "POLICY", conflicts_with = "quasi_identifiers")]
    pub policy: Option<PathBuf>,
    /// What an intruder may know, parted by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub quasi_identifiers: Vec<String>,
    /// What nobody may learn, parted by commas
    #[arg(long, value_name = "C", value_delimiter = ',')]
    pub sensitive: Vec<String>,
    /// The rows of both files are the same people in the same order
    #[arg(long, conflicts_with = "rows_by")]
    pub same_order: bool,
    /// Rows with the same value in this column are the same person's
    #[arg(long, value_name = "COLUMN")]
    pub rows_by: Option<String>,
}

#[derive(Debug, Args)]
pub struct AssessArgs {
    #[command(flatten)]
    pub pair: PairArgs,
    /// Attributes that somebody will want to predict, parted by commas
    #[arg(long, value_name = "C", value_delimiter = ',')]
    pub target: Vec<String>,
    /// How many people the file was drawn from, if it is a sample
    #[arg(long, value_name = "PEOPLE")]
    pub population: Option<u64>,
    /// Count records with a risk above this
    #[arg(long, value_name = "SHARE")]
    pub threshold: Option<f64>,
    /// Columns whose values were exchanged over ranks: how many are found by who knows that?
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "swap_width")]
    pub rank_swapped: Vec<String>,
    /// Over how many per cent of the ranks
    #[arg(long, value_name = "PERCENT", requires = "rank_swapped")]
    pub swap_width: Option<f64>,
    /// Columns that were averaged in groups, each by itself: how many are found by who knows that?
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub averaged: Vec<String>,
    /// Write a report; may be given several times
    #[arg(long, value_name = "FILE.html|FILE.json")]
    pub report: Vec<PathBuf>,
    /// For whom the page is
    #[arg(long, value_enum, default_value_t = AudienceArg::Internal)]
    pub audience: AudienceArg,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct AttackArgs {
    #[command(flatten)]
    pub pair: PairArgs,
    /// Another release of the same people, to be joined with the masked file
    #[arg(long, value_name = "RELEASE")]
    pub with: Option<PathBuf>,
    /// The other release is of a later time
    #[arg(long, requires = "with")]
    pub later: bool,
    /// A release of an earlier time: who came, and who went?
    #[arg(long, value_name = "RELEASE")]
    pub earlier: Option<PathBuf>,
    /// Another provider's release, in which the same people have the same sensitive values
    #[arg(long, value_name = "RELEASE")]
    pub also: Option<PathBuf>,
    /// People from elsewhere, to be linked with the masked file; columns may have other names
    #[arg(long, value_name = "PEOPLE")]
    pub outside: Option<PathBuf>,
    /// Which column of the outside file is which; what is not said is guessed
    #[arg(long, value_name = "THEIRS=OURS", value_delimiter = ',', value_parser = equation, requires = "outside")]
    pub map: Vec<(String, String)>,
    /// Rules about who can, or cannot, have which value
    #[arg(long, value_name = "RULES.toml")]
    pub know: Option<PathBuf>,
    /// Nothing was generalised but to protect this value of a sensitive attribute
    #[arg(long, value_name = "COLUMN=VALUE", value_parser = equation)]
    pub minimal: Option<(String, String)>,
    /// The share of a class that might have that value, if the policy does not say it
    #[arg(long, value_name = "SHARE", requires = "minimal")]
    pub at_most: Option<f64>,
    /// A table of means by these attributes was published too; may be given several times
    #[arg(long, value_name = "A,B")]
    pub means_by: Vec<String>,
    /// Cells of these tables with fewer people were held back
    #[arg(long, value_name = "PEOPLE", requires = "means_by")]
    pub least_cell: Option<u64>,
    /// Columns that were replaced by averages of neighbours, each by itself
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub averages: Vec<String>,
    /// A list of everybody: who of them is in the masked file?
    #[arg(long, value_name = "PEOPLE")]
    pub population: Option<PathBuf>,
    /// A value that becomes so many times as likely was learnt
    #[arg(long, value_name = "SHARE")]
    pub factor: Option<f64>,
    /// Numbers within this share of their range are alike
    #[arg(long, value_name = "SHARE")]
    pub alike: Option<f64>,
}

#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// The policy
    pub policy: PathBuf,
    /// Other data than the policy names
    #[arg(long, value_name = "DATA")]
    pub input: Option<PathBuf>,
    /// The k to try, parted by commas [default: 2,3,5,10,20]
    #[arg(long, value_name = "K", value_delimiter = ',')]
    pub k: Vec<u64>,
    /// The limits of suppression to try, as shares [default: 0,0.02,0.1]
    #[arg(long, value_name = "SHARE", value_delimiter = ',')]
    pub suppression: Vec<String>,
    /// The algorithms to try [default: optimal,mondrian,local-recoding]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub algorithm: Vec<String>,
    /// The methods of perturbation to try [default: noise,swap,microaggregate,synthesize, if no
    /// algorithm is named]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub mask: Vec<String>,
    /// Remember figures here, to go on later. They hold no value of the data
    #[arg(long, value_name = "FILE.json")]
    pub cache: Option<PathBuf>,
    /// Write the map; may be given several times
    #[arg(long, value_name = "FILE.html|FILE.json")]
    pub report: Vec<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct CombineArgs {
    /// A row for each copy, with the columns estimate and variance; and name, if there are several
    /// quantities
    pub estimates: PathBuf,
    /// How the copies were made
    #[arg(long, value_enum, value_name = "KIND")]
    pub copies: CopiesArg,
    /// Records of a copy for each record of the original
    #[arg(long, value_name = "RATIO", default_value_t = 1.0)]
    pub ratio: f64,
    /// How often the interval is to cover the truth
    #[arg(long, value_name = "SHARE", default_value_t = 0.95)]
    pub level: f64,
}

/// How synthetic copies were made.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CopiesArg {
    /// kind = "multiple-imputation": every attribute, each time from models drawn anew
    Full,
    /// kind = "partial": some attributes, the others are true
    Partial,
    /// kind = "sequential": every attribute, from the best models
    Plain,
}

impl From<CopiesArg> for ridotto::Copies {
    fn from(copies: CopiesArg) -> Self {
        match copies {
            CopiesArg::Full => Self::Full,
            CopiesArg::Partial => Self::Partial,
            CopiesArg::Plain => Self::Plain,
        }
    }
}

/// For whom a page is.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum AudienceArg {
    /// Those who may see the data: everything
    Internal,
    /// Everybody: no small counts, no risky combinations, no seeds
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
    /// Hold a certificate against a key and files: exit code 1 if anything does not fit
    Verify(VerifyArgs),
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The certificate
    pub certificate: PathBuf,
    /// The public key of who must have signed. Without it nobody knows who did
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

#[derive(Debug, Args)]
pub struct HierarchyArgs {
    #[command(subcommand)]
    pub verb: HierarchyVerb,
}

#[derive(Debug, Subcommand)]
pub enum HierarchyVerb {
    /// Build a hierarchy for a column and write it as a file that can be edited
    Make {
        /// The data
        data: PathBuf,
        /// The column
        #[arg(long, value_name = "NAME")]
        column: String,
        #[command(flatten)]
        builder: BuilderArgs,
        /// The file to write; - is standard output
        #[arg(short, long, value_name = "OUT")]
        output: PathBuf,
        /// Overwrite a file that exists
        #[arg(long)]
        force: bool,
    },
    /// Test a hierarchy file: nested, without cycles and, with data, total
    Check {
        /// The hierarchy file
        file: PathBuf,
        #[command(flatten)]
        of: OfData,
    },
    /// Draw a hierarchy file as a tree, with the rows of the data if there are any
    Show {
        /// The hierarchy file
        file: PathBuf,
        #[command(flatten)]
        of: OfData,
        /// How many levels below the top to draw
        #[arg(long, default_value_t = 3)]
        depth: usize,
        /// How many children of a node to draw
        #[arg(long, default_value_t = 12)]
        width: usize,
    },
}

#[derive(Debug, Args)]
pub struct OfData {
    /// Data whose values the hierarchy must have
    #[arg(long, value_name = "DATA", requires = "column")]
    pub data: Option<PathBuf>,
    /// The column of the data
    #[arg(long, value_name = "NAME", requires = "data")]
    pub column: Option<String>,
}

/// How the hierarchy is built: one of these. They are the builders of the policy.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct BuilderArgs {
    /// Intervals of these widths, level by level: 5,10,20
    #[arg(long, value_name = "WIDTHS")]
    pub intervals: Option<String>,
    /// Cut points, levels parted by semicolons: "18,30,65;30"
    #[arg(long, value_name = "POINTS")]
    pub cuts: Option<String>,
    /// Redact characters from this side: left or right
    #[arg(long, value_name = "SIDE")]
    pub redact: Option<String>,
    /// Periods, finest first: month,year,decade
    #[arg(long, value_name = "UNITS")]
    pub dates: Option<String>,
    /// Prefixes of internet addresses: 24,16,8
    #[arg(long, value_name = "BITS")]
    pub addresses: Option<String>,
    /// Whatever suits the data
    #[arg(long)]
    pub auto: bool,
    /// The value, then *
    #[arg(long)]
    pub suppress: bool,
    /// An inline table of the policy: '{ intervals = [5, 10], lower = 15 }'
    #[arg(long, value_name = "TABLE")]
    pub with: Option<String>,
}

/// Two texts with a sign between them.
fn equation(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((left, right)) if !left.is_empty() && !right.is_empty() => {
            Ok((left.to_owned(), right.to_owned()))
        }
        _ => Err("write both with `=` between them".to_owned()),
    }
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
