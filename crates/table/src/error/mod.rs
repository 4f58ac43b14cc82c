//! What can go wrong with a file: where, how much, and what to do about it; never a cell value.

mod code;
mod from;
mod hint;
mod place;

use crate::{Foreign, limit::bytes_in_words, location};
use arrow_schema::DataType;
pub use place::JsonPlace;
use ridotto_core::Kind;
use std::{
    borrow::Cow,
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// A file and what is wrong with it.
#[derive(Debug, Error)]
#[error("{}: {problem}", shown(file))]
pub struct IoError {
    /// The file, as it was named.
    pub file: PathBuf,
    /// What is wrong.
    pub problem: Problem,
}

/// A file as people know it.
fn shown(file: &Path) -> Cow<'_, str> {
    if file.as_os_str() == "-" { "standard output".into() } else { file.to_string_lossy() }
}

impl IoError {
    /// A problem with a file.
    pub fn new(file: &Path, problem: impl Into<Problem>) -> Self {
        let problem = problem.into();
        let problem = if file == Path::new(MEMORY) { problem.in_memory() } else { problem };
        Self { file: location::without_password(file), problem }
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

/// What people call a table that is in no file.
pub const MEMORY: &str = "memory";

impl Problem {
    /// In the words for batches: there is no file that could be empty or damaged.
    fn in_memory(self) -> Self {
        match self {
            Self::Empty => Self::NoBatches,
            Self::HeaderAlone => Self::NoRows,
            Self::BrokenArrow => Self::BrokenBatch,
            other => other,
        }
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
    /// Another run writes the target.
    #[error("another run is writing this file")]
    InUse,
    /// The target is not what it was when it was read.
    #[error("the file was changed by somebody else since it was read")]
    Changed,
    /// The target is a folder.
    #[error("there is a folder of this name")]
    Folder,
    /// The name ends in nothing we know.
    #[error("the end of the name tells no format")]
    UnknownFormat,
    /// A format that other programs have, and that is neither read nor written here.
    #[error("{0} files are neither read nor written")]
    ForeignFormat(Foreign),
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
    /// The first line has no names, or none that anybody asked for. It is not shown: it may be a record.
    #[error("the first line does not look like a header: {}", match asked {
        0 => "it has values that stand below it again, days, or mostly numbers".to_owned(),
        1 => "the column that is asked for is not in it".to_owned(),
        asked => format!("none of the {asked} columns that are asked for is in it"),
    })]
    NoHeader {
        /// How many columns were asked for.
        asked: usize,
    },
    /// Columns without a name.
    #[error("{}{} without a name: {}", on(*line), columns_are(numbers.len()), listed(numbers))]
    EmptyNames {
        /// The line of the column names, if they are on one.
        line: Option<u64>,
        /// The columns' positions, from 1.
        numbers: Vec<usize>,
    },
    /// Standard output, or a pipe, that nobody reads to its end.
    #[error("it was closed before everything was written")]
    Closed,
    /// A name that is whole lines, or longer than any name. It is not shown: rows are in it.
    #[error("line 1: the name of column {number} goes on for lines")]
    EndlessName {
        /// The column's position, from 1.
        number: usize,
    },
    /// A name that two columns share. It is not shown: a file without names has cells there.
    #[error("{}the columns {} have the same name", on(*line), listed(numbers))]
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
    /// A record of more than 256 MiB, or of an eighth of the memory that reading may take.
    #[error(
        "line {line}: a record begins here that is longer than {}",
        bytes_in_words(crate::limit::longest_record() as u64)
    )]
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
    /// A compressed file that can only be unpacked with more memory than it may take.
    #[error(
        "it demands more memory to be unpacked than is allowed: more than {} to look back at",
        bytes_in_words(*limit)
    )]
    WideWindow {
        /// How much it may take.
        limit: u64,
    },
    /// A compressed file whose name does not say so.
    #[error("the file is compressed ({0}), and its name does not say so")]
    Compressed(&'static str),

    /// A record that is not one object of JSON.
    #[error("{at}: not an object of JSON")]
    BrokenJson {
        /// Where it begins.
        at: JsonPlace,
    },
    /// A file that is not one list of JSON.
    #[error(
        "line {line}: not one list of objects: it begins with `[`, has commas between objects, and ends with `]`"
    )]
    NotAList {
        /// The line.
        line: u64,
    },
    /// A list that has no end.
    #[error("line {line}: the file ends here, and its list does not")]
    OpenList {
        /// The last line.
        line: u64,
    },
    /// A list or an object within an object.
    #[error("{at}: the value of {name:?} is a list or an object")]
    NestedValue {
        /// Where the record begins.
        at: JsonPlace,
        /// The key.
        name: String,
    },
    /// A key that an object has twice.
    #[error("{at}: the object has the key {name:?} twice")]
    RepeatedKey {
        /// Where the record begins.
        at: JsonPlace,
        /// The key.
        name: String,
    },
    /// So many keys that they must be data.
    #[error("the objects have more than {most} different keys")]
    TooManyKeys {
        /// How many there may be.
        most: usize,
    },

    /// Not an Excel file, or one that is cut off or damaged.
    #[error("not an Excel file, or one that is cut off or damaged")]
    BrokenSheet,
    /// A workbook that needs a password.
    #[error("the workbook is locked with a password")]
    LockedSheet,
    /// A workbook that would fill the memory when it is unpacked.
    #[error("unpacked, the workbook is larger than any workbook should be")]
    BurstingSheet,
    /// There is no sheet of this name.
    #[error("there is no sheet {sheet:?}; there {}", sheets_are(sheets))]
    NoSuchSheet {
        /// The name that was asked for.
        sheet: String,
        /// The names that there are.
        sheets: Vec<String>,
    },
    /// A cell to the left or the right of all columns that have a name.
    #[error("cell {cell} is in a column without a name")]
    CellOutside {
        /// Its address.
        cell: String,
    },
    /// A formula that could not be computed.
    #[error("cell {cell} has the error {fault}")]
    FaultyCell {
        /// Its address.
        cell: String,
        /// The error, as the sheet shows it.
        fault: String,
    },
    /// More rows or columns than a sheet can have.
    #[error(
        "{rows} rows and {columns} columns are too many for a sheet: it has 1,048,576 rows, one of \
         them for the names, and 16,384 columns"
    )]
    TooLargeForSheet {
        /// The rows, with that of the names.
        rows: u64,
        /// The columns.
        columns: usize,
    },
    /// A text that no cell can hold.
    #[error("column {name:?} has a text of more than 32,767 characters, which no cell can hold")]
    TooLongForSheet {
        /// The column.
        name: String,
    },

    /// A build that cannot connect to a database.
    #[error("this build of the program knows no PostgreSQL")]
    WithoutPostgres,
    /// An address that is not one.
    #[error("the address cannot be understood: {0}")]
    BadAddress(&'static str),
    /// A server elsewhere, and nothing would be encrypted.
    #[error("the connection to this server would not be encrypted")]
    NoEncryption,
    /// A server whose certificate is not what it must be.
    #[error("the server's certificate is not trusted: {0}")]
    Untrusted(&'static str),
    /// Certificates or keys of our own that cannot be used.
    #[error("the connection cannot be encrypted as asked: {0}")]
    Certificates(&'static str),
    /// A server that wants to see a certificate of its client.
    #[error("the server asks for a certificate that it accepts, and was shown none or another")]
    NotCertified,
    /// No server answers.
    #[error("no PostgreSQL server answers at this address")]
    NoServer,
    /// The server does not let this person in.
    #[error("the server does not accept the user {user:?} with this password, or without one")]
    WrongPassword {
        /// Who wanted to come in.
        user: String,
    },
    /// There is no such database.
    #[error("there is no database {database:?}")]
    NoSuchDatabase {
        /// Its name.
        database: String,
    },
    /// There is no such schema.
    #[error("there is no schema {schema:?}")]
    NoSuchSchema {
        /// Its name.
        schema: String,
    },
    /// There is no such table.
    #[error("there is no table {table:?}{}", match near {
        Some(near) => format!("; did you mean {near:?}?"),
        None => String::new(),
    })]
    NoSuchTable {
        /// Its name.
        table: String,
        /// A table whose name is like it.
        near: Option<String>,
    },
    /// The table is there already, and replacing it was not asked for.
    #[error("the table exists already")]
    TableExists,
    /// Other things in the database depend on the table that is to be replaced.
    #[error("a view or something else depends on the table that is to be replaced")]
    TableInUse,
    /// There is a view, a sequence or an index of this name.
    #[error("there is something of this name that is not a table")]
    NoTable,
    /// Somebody has no right to do that.
    #[error("the server does not permit this user to do that")]
    NotPermitted,
    /// A value that has no place in its column's type here.
    #[error("column {name:?} has a value that its type does not hold here")]
    StrangeValue {
        /// The column.
        name: String,
    },
    /// The connection was lost, or the server said what no server says.
    #[error("the connection to the server was lost")]
    ServerGone,
    /// Something else that the server says.
    #[error("the server refuses it ({state}){}", match message {
        Some(message) => format!(": {message}"),
        None => String::new(),
    })]
    Server {
        /// The state, as PostgreSQL numbers them.
        state: String,
        /// What it says, if that cannot be a value.
        message: Option<String>,
    },

    /// A folder without a Parquet file.
    #[error("the folder has no Parquet files")]
    NoParts,
    /// A file in a folder of Parquet files that is none.
    #[error("{} is not a Parquet file", .0.display())]
    StrangePart(PathBuf),
    /// A part that cannot be read.
    #[error("{} is not a Parquet file, or one that is cut off or damaged", .0.display())]
    BrokenPart(PathBuf),
    /// Parts that are not parts of one table.
    #[error("{} has other columns or types than the files before it", .0.display())]
    PartsDiffer(PathBuf),
    /// Batches that are not of one table.
    #[error("batch {number} has other columns or types than the first")]
    BatchesDiffer {
        /// Which, from 1.
        number: usize,
    },
    /// No batch at all.
    #[error("there is no batch")]
    NoBatches,
    /// Batches, and all of them empty.
    #[error("the batches have no rows")]
    NoRows,
    /// Values that the Arrow library cannot convert.
    #[error("a batch has values that cannot be read as texts")]
    BrokenBatch,
    /// Not a Parquet file, or one that is cut off or damaged.
    #[error("not a Parquet file, or one that is cut off or damaged")]
    BrokenParquet,
    /// Not an Arrow file, or one that is cut off or damaged.
    #[error("not an Arrow file, or one that is cut off or damaged")]
    BrokenArrow,
    /// Something that takes more memory than it may.
    #[error(
        "reading it would take {} of memory or more, and {} are allowed",
        bytes_in_words(*bytes), bytes_in_words(*limit)
    )]
    NoRoom {
        /// How much it would take.
        bytes: u64,
        /// How much it may take.
        limit: u64,
    },
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
    #[must_use]
    pub fn further_down(self, lines: u64) -> Self {
        match self {
            Self::QuoteInside { line, column } => Self::QuoteInside { line: line + lines, column },
            Self::TextAfterQuote { line, column } => {
                Self::TextAfterQuote { line: line + lines, column }
            }
            other => other,
        }
    }
}

fn sheets_are(sheets: &[String]) -> String {
    match sheets {
        [one] => format!("is {one:?} alone"),
        several => format!(
            "are {}",
            several.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
        ),
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
        Kind::Ordinal => "ordinal",
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
            "a.csv: the columns 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more have the same name",
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
}
