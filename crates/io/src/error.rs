//! What can go wrong with a file: where, how much, and what to do about it; never a cell value.

use arrow::{datatypes::DataType, error::ArrowError};
use parquet::errors::ParquetError;
use ridotto_core::Kind;
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// A file and what is wrong with it.
#[derive(Debug, Error)]
#[error("{}: {problem}", file.display())]
pub struct IoError {
    /// The file, as it was named.
    pub file: PathBuf,
    /// What is wrong.
    pub problem: Problem,
}

impl IoError {
    /// A problem with a file.
    pub fn new(file: &Path, problem: impl Into<Problem>) -> Self {
        Self { file: file.to_owned(), problem: problem.into() }
    }

    /// The name of the problem in the documentation.
    pub fn code(&self) -> &'static str {
        self.problem.code()
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        self.problem.hint()
    }

    /// Whether the work was interrupted rather than failed.
    pub fn is_cancelled(&self) -> bool {
        matches!(self.problem, Problem::Cancelled)
    }
}

/// What is wrong with a file. Lines are counted from 1, as an editor does.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The operating system refused something that has no variant of its own.
    #[error("{0}")]
    System(io::Error),
    /// No such file, or no such folder for the output.
    #[error("no such file or folder")]
    NotFound,
    /// The input may not be read.
    #[error("no permission to read it")]
    NotReadable,
    /// The folder of the output may not be written.
    #[error("no permission to write here")]
    NotWritable,
    /// The disk is full.
    #[error("no space left on the device")]
    NoSpace,
    /// The target is there already, and overwriting was not asked for.
    #[error("the file exists already")]
    Exists,
    /// The target is a folder.
    #[error("there is a folder of this name")]
    Folder,
    /// The name ends in nothing we know.
    #[error("the end of the name tells no format")]
    UnknownFormat,
    /// Somebody pressed Ctrl-C.
    #[error("interrupted")]
    Cancelled,

    /// Not a byte in it, or blank lines alone.
    #[error("the file is empty")]
    Empty,
    /// Column names, and then nothing.
    #[error("the file has column names but no rows")]
    HeaderAlone,
    /// More rows than a row number can count.
    #[error("the file has more than 4,294,967,294 rows")]
    TooManyRows,
    /// Lines end in a carriage return alone.
    #[error("lines end in a carriage return alone, as on a Mac before 2001")]
    LoneCarriageReturns,
    /// A delimiter or a quote that cannot be one.
    #[error("the delimiter and the quote must be two different characters of ASCII")]
    BadDialect,
    /// Columns without a name.
    #[error("{}{} without a name: {}", on(*line), columns_are(numbers.len()), listed(numbers))]
    EmptyNames {
        /// The line of the column names, if they are on one.
        line: Option<u64>,
        /// The columns' positions, from 1.
        numbers: Vec<usize>,
    },
    /// A name that two columns share.
    #[error("{}the columns {} have the same name, {name:?}", on(*line), listed(numbers))]
    DuplicateName {
        /// The line of the column names, if they are on one.
        line: Option<u64>,
        /// The name.
        name: String,
        /// The columns' positions, from 1.
        numbers: Vec<usize>,
    },
    /// A record with too many cells or too few.
    #[error("line {line}: {expected} cells expected, {found} found")]
    RaggedRow {
        /// The line on which the record begins.
        line: u64,
        /// The number of columns.
        expected: usize,
        /// The number of cells.
        found: usize,
    },
    /// A quote within a cell that did not begin with one.
    #[error("line {line}: a quote inside an unquoted cell (column {column})")]
    QuoteInside {
        /// The line of the quote.
        line: u64,
        /// The column's position, from 1.
        column: usize,
    },
    /// A quoted cell goes on after its closing quote.
    #[error("line {line}: text after a closing quote (column {column})")]
    TextAfterQuote {
        /// The line of the closing quote.
        line: u64,
        /// The column's position, from 1.
        column: usize,
    },
    /// A quoted cell that never ends.
    #[error("line {line}: a quote is opened here and never closed")]
    UnterminatedQuote {
        /// The line of the opening quote.
        line: u64,
    },
    /// A record of more than 256 MiB.
    #[error("line {line}: a record begins here that is longer than 256 MiB")]
    EndlessRecord {
        /// The line on which the record begins.
        line: u64,
    },
    /// Bytes that mean nothing in the encoding.
    #[error("line {line}: bytes that are not {encoding}")]
    NotInEncoding {
        /// The line of the first such byte.
        line: u64,
        /// The encoding.
        encoding: crate::Encoding,
    },
    /// A compressed file that is cut off or damaged.
    #[error("the compressed data are cut off or damaged")]
    BrokenCompression,

    /// Not a Parquet file, or one that is cut off or damaged.
    #[error("not a Parquet file, or one that is cut off or damaged")]
    BrokenParquet,
    /// Not an Arrow file, or one that is cut off or damaged.
    #[error("not an Arrow file, or one that is cut off or damaged")]
    BrokenArrow,
    /// A column of a type that we cannot read.
    #[error("column {name:?} has the type {data_type}, which is not supported")]
    UnsupportedType {
        /// The column.
        name: String,
        /// Its type.
        data_type: DataType,
    },
    /// Cells that are not of the kind they were said to be.
    #[error(
        "column {name:?}: {cells} {}, the first on line {line}",
        not_of_kind(*cells, *kind)
    )]
    NotOfKind {
        /// The column.
        name: String,
        /// The kind that was asked for.
        kind: Kind,
        /// How many cells are not of it.
        cells: u64,
        /// The line of the first one (in Parquet and Arrow its row).
        line: u64,
    },

    /// A character that the output's encoding does not have.
    #[error("{} cannot be written as {encoding}", match name {
        Some(name) => format!("a character in column {name:?}"),
        None => "a character of a column name".to_owned(),
    })]
    NotEncodable {
        /// The column; `None` if it is a column name itself.
        name: Option<String>,
        /// The encoding.
        encoding: crate::Encoding,
    },
}

impl Problem {
    /// The same problem of quotes, so many lines further down.
    pub(crate) fn further_down(self, lines: u64) -> Self {
        match self {
            Self::QuoteInside { line, column } => Self::QuoteInside { line: line + lines, column },
            Self::TextAfterQuote { line, column } => {
                Self::TextAfterQuote { line: line + lines, column }
            }
            other => other,
        }
    }

    /// The name of the problem in the documentation.
    pub fn code(&self) -> &'static str {
        match self {
            Self::System(_) => "io::system",
            Self::NotFound => "io::not-found",
            Self::NotReadable => "io::not-readable",
            Self::NotWritable => "io::not-writable",
            Self::NoSpace => "io::no-space",
            Self::Exists => "io::exists",
            Self::Folder => "io::folder",
            Self::UnknownFormat => "io::unknown-format",
            Self::Cancelled => "io::cancelled",
            Self::Empty => "io::empty",
            Self::HeaderAlone => "io::header-alone",
            Self::TooManyRows => "io::too-many-rows",
            Self::LoneCarriageReturns => "io::lone-carriage-returns",
            Self::BadDialect => "io::bad-dialect",
            Self::EmptyNames { .. } => "io::empty-name",
            Self::DuplicateName { .. } => "io::duplicate-name",
            Self::RaggedRow { .. } => "io::ragged-row",
            Self::QuoteInside { .. } => "io::quote-inside",
            Self::TextAfterQuote { .. } => "io::text-after-quote",
            Self::UnterminatedQuote { .. } => "io::unterminated-quote",
            Self::EndlessRecord { .. } => "io::endless-record",
            Self::NotInEncoding { .. } => "io::not-in-encoding",
            Self::BrokenCompression => "io::broken-compression",
            Self::BrokenParquet => "io::broken-parquet",
            Self::BrokenArrow => "io::broken-arrow",
            Self::UnsupportedType { .. } => "io::unsupported-type",
            Self::NotOfKind { .. } => "io::not-of-kind",
            Self::NotEncodable { .. } => "io::not-encodable",
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::System(_) | Self::Cancelled | Self::TooManyRows => return None,
            Self::NotFound => "check the path; it is relative to the policy or to where you are",
            Self::NotReadable => "ask its owner for permission to read it",
            Self::NotWritable => "choose another folder for the output",
            Self::NoSpace => "free some space or choose another disk; nothing was written",
            Self::Exists => "choose another name, or pass --force to replace it",
            Self::Folder => "name a file in it",
            Self::UnknownFormat => {
                "use .csv, .tsv or .txt (also with .gz or .zst), .parquet or .arrow"
            }
            Self::Empty | Self::HeaderAlone => "was the file exported without its rows?",
            Self::LoneCarriageReturns => "convert the line ends, for example with `mac2unix`",
            Self::BadDialect => "line ends and zero bytes are not among them either",
            Self::EmptyNames { .. } | Self::DuplicateName { .. } => {
                "give each column a name of its own; is the first line the column names?"
            }
            Self::RaggedRow { .. } => {
                "look for a delimiter in an unquoted cell on this line, or set the delimiter"
            }
            Self::QuoteInside { .. } | Self::TextAfterQuote { .. } => {
                "quote the whole cell and double the quotes within it, or set another quote"
            }
            Self::UnterminatedQuote { .. } | Self::EndlessRecord { .. } => {
                "close the quote, or double it if it is part of the text"
            }
            Self::NotInEncoding { .. } => "set the encoding: utf-8, latin1 or utf-16",
            Self::BrokenCompression | Self::BrokenParquet | Self::BrokenArrow => {
                "was it copied to its end? does the end of its name tell what it is?"
            }
            Self::UnsupportedType { .. } => "convert the column, or drop it before",
            Self::NotOfKind { .. } => {
                "correct the cells, list their text as missing, or change the column's type"
            }
            Self::NotEncodable { .. } => "write to a file in UTF-8: set the encoding to utf-8",
        })
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotFound,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::NoSpace,
            _ => Self::System(error),
        }
    }
}

/// Messages of the Parquet library may quote values, so only system errors pass.
impl From<ParquetError> for Problem {
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(inner) => {
                inner.downcast::<io::Error>().map_or(Self::BrokenParquet, |error| (*error).into())
            }
            _ => Self::BrokenParquet,
        }
    }
}

/// Messages of the Arrow library may quote values, so only system errors pass.
impl From<ArrowError> for Problem {
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::IoError(_, error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                error.into()
            }
            _ => Self::BrokenArrow,
        }
    }
}

fn on(line: Option<u64>) -> String {
    line.map(|line| format!("line {line}: ")).unwrap_or_default()
}

fn columns_are(count: usize) -> &'static str {
    if count == 1 { "a column" } else { "columns" }
}

/// `3, 7 and 9`; at most ten of them.
fn listed(numbers: &[usize]) -> String {
    let shown: Vec<String> = numbers.iter().take(10).map(ToString::to_string).collect();
    match shown.split_last() {
        Some(_) if numbers.len() > shown.len() => {
            format!("{} and {} more", shown.join(", "), numbers.len() - shown.len())
        }
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

fn not_of_kind(cells: u64, kind: Kind) -> String {
    let kind = match kind {
        Kind::Text => "text",
        Kind::Integer => "integer",
        Kind::Decimal => "decimal",
        Kind::Date => "date",
        Kind::Boolean => "boolean",
    };
    format!("{} not of type {kind}", if cells == 1 { "cell is" } else { "cells are" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_file_line_and_count() {
        let check = |problem, expected: &str| {
            assert_eq!(IoError::new(Path::new("a.csv"), problem).to_string(), expected);
        };
        check(
            Problem::RaggedRow { line: 7, expected: 3, found: 2 },
            "a.csv: line 7: 3 cells expected, 2 found",
        );
        check(
            Problem::EmptyNames { line: Some(1), numbers: vec![2, 3, 5] },
            "a.csv: line 1: columns without a name: 2, 3 and 5",
        );
        check(
            Problem::EmptyNames { line: Some(1), numbers: vec![4] },
            "a.csv: line 1: a column without a name: 4",
        );
        check(
            Problem::DuplicateName { line: None, name: "x".into(), numbers: (1..=12).collect() },
            "a.csv: the columns 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more have the same \
             name, \"x\"",
        );
        check(
            Problem::NotOfKind { name: "age".into(), kind: Kind::Integer, cells: 2, line: 9 },
            "a.csv: column \"age\": 2 cells are not of type integer, the first on line 9",
        );
        check(
            Problem::NotOfKind { name: "age".into(), kind: Kind::Integer, cells: 1, line: 9 },
            "a.csv: column \"age\": 1 cell is not of type integer, the first on line 9",
        );
    }

    #[test]
    fn every_code_is_of_this_crate() {
        let problem = Problem::Empty;
        assert!(problem.code().starts_with("io::") && problem.hint().is_some());
    }
}
