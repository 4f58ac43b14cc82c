//! What files are, and how two of them differ.

use super::AudienceArg;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

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
    /// What nobody may learn, parted by commas
    #[arg(long, value_name = "C", value_delimiter = ',')]
    pub sensitive: Vec<String>,
    /// The recoding of the release: it knows how the input was spread, which closeness and
    /// likeness compare with
    #[arg(long, value_name = "FILE.json")]
    pub recoding: Option<PathBuf>,
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
    /// Weights of quasi-identifiers for a linkage by distance; 1 where none is given
    #[arg(long, value_name = "A=2,B=0.5", value_delimiter = ',', value_parser = weight)]
    pub weights: Vec<(String, f64)>,
    /// A matrix for a linkage by a bilinear form of numbers: a line of names, then its lines
    #[arg(long, value_name = "FILE.csv")]
    pub matrix: Option<PathBuf>,
    /// Pairs of two people that linkage by probability may link, as a share [default: 0.01]
    #[arg(long, value_name = "SHARE")]
    pub false_links: Option<f64>,
    /// Pairs of one person that it may miss, as a share [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    pub misses: Option<f64>,
    /// Sets of attributes of special uniques have at most this size [default: as many as can be]
    #[arg(long, value_name = "ATTRIBUTES")]
    pub special_size: Option<usize>,
    /// Measure only this, by name (suda, individual-risk, score, …), parted by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Write the risk of every record of the masked file, and what made it; for the owner alone
    #[arg(long, value_name = "FILE.csv")]
    pub records: Option<PathBuf>,
    /// The width of the intervals around released numbers [default: 10]
    #[arg(long, value_name = "PERCENT")]
    pub interval: Option<f64>,
    /// Write a report; may be given several times
    #[arg(long, value_name = "FILE.html|FILE.json")]
    pub report: Vec<PathBuf>,
    /// For whom page and JSON are
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
    /// Write a report; may be given several times
    #[arg(long, value_name = "FILE.html|FILE.json")]
    pub report: Vec<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

/// Tries the policy with other k, limits of suppression, methods and weights, for 60 seconds unless
/// `--time-limit` says otherwise: the most telling first, and those on a sample before those on all
/// records. Each is run and verified as a release is, in memory, and nothing of it is kept but figures.
///
/// Whenever it ends, by itself, by the limit or by Ctrl-C, what was found is told and written.
#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// The policy
    pub policy: PathBuf,
    /// Other data than the policy names
    #[arg(long, value_name = "DATA")]
    pub input: Option<PathBuf>,
    /// The k to try, parted by commas [default: 2,3,5,10,20 and the policy's, and then what lies
    /// between the best]
    #[arg(long, value_name = "K", value_delimiter = ',')]
    pub k: Vec<u64>,
    /// The limits of suppression to try, as shares [default: 0,0.02,0.1 and the policy's, and then what
    /// lies between the best]
    #[arg(long, value_name = "SHARE", value_delimiter = ',')]
    pub suppression: Vec<String>,
    /// The algorithms to try [default: optimal,mondrian,local-recoding and the policy's]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub algorithm: Vec<String>,
    /// The methods of perturbation to try [default: noise,swap,microaggregate,synthesize, if no
    /// algorithm is named and nothing is to be finer]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub mask: Vec<String>,
    /// The quasi-identifiers to keep finer, one after the other: each is tried with four times its
    /// importance [default: all, if no method is named]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub finer: Vec<String>,
    /// Remember figures here, to go on later. They hold no value of the data
    #[arg(long, value_name = "FILE.json")]
    pub cache: Option<PathBuf>,
    /// Write the policy whose release has this number, instead of exploring; it stays as it is written
    /// but for the lines that must change
    #[arg(long, value_name = "N", requires = "output")]
    pub apply: Option<u64>,
    /// The policy to write, in the folder of the policy
    #[arg(short, long, value_name = "POLICY", requires = "apply")]
    pub output: Option<PathBuf>,
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

/// A name and a number with a sign between them.
fn weight(text: &str) -> Result<(String, f64), String> {
    let (name, number) = equation(text)?;
    let number: Option<f64> = number.parse().ok();
    let number = number.filter(|number| number.is_finite() && *number >= 0.0);
    Ok((name, number.ok_or("a weight is a number from 0 on")?))
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
