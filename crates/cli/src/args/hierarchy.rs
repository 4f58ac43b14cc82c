//! Hierarchies.

use clap::{Args, Subcommand};
use std::path::PathBuf;

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
