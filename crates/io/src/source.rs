//! A file opened for reading.

use crate::{
    Dialect, Digest, Encoding, Format, IoError, Problem, Progress, Staged, Table, Want,
    columnar::{ArrowSource, ColumnBlock},
    csv::{CsvSource, TextBlock},
    format, location,
    postgres::{Address, TableSource},
};
use arrow::datatypes::DataType;
use std::{
    borrow::Cow,
    fmt,
    fs::File,
    io,
    ops::Range,
    path::{Path, PathBuf},
};

/// What is known of a file beforehand; the rest is detected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceOptions {
    /// What parts the cells; detected among comma, semicolon, tab and bar when `None`.
    pub delimiter: Option<u8>,
    /// What quotes a cell.
    pub quote: u8,
    /// How characters are encoded; detected when `None`.
    pub encoding: Option<Encoding>,
    /// The texts that mean "missing".
    pub missing: Vec<String>,
    /// Whether the first line of a text file or the first row of a sheet has the names of columns. If
    /// not, these are `column-1`, `column-2`, ….
    pub header: bool,
    /// The decimal mark; detected when `None`.
    pub decimal: Option<char>,
    /// Date formats to try, in the notation of `strftime`, before the usual ones.
    pub dates: Vec<String>,
    /// The first of the hundred years that two digits can mean.
    pub first_year: i32,
    /// The sheet of an Excel file; the first one when `None`.
    pub sheet: Option<String>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// Whether cells of a text table that a spreadsheet would run were written with an apostrophe in
    /// front, which is taken away. A column that has such a cell without one is left as it is.
    pub escaped: bool,
    /// Whether the digest of the file is wanted: where nobody will see it, reading is faster.
    pub digest: bool,
}

impl Default for SourceOptions {
    fn default() -> Self {
        Self {
            delimiter: None,
            quote: b'"',
            encoding: None,
            missing: vec![String::new()],
            header: true,
            decimal: None,
            dates: Vec::new(),
            first_year: ridotto_core::kind::FIRST_YEAR,
            sheet: None,
            threads: 0,
            escaped: false,
            digest: true,
        }
    }
}

impl SourceOptions {
    /// For a text file that was written in a dialect: nothing is left to detect.
    pub fn of_dialect(dialect: &Dialect) -> Self {
        Self {
            delimiter: Some(dialect.delimiter),
            quote: dialect.quote,
            encoding: Some(dialect.encoding),
            ..Self::default()
        }
    }
}

/// Where a table is read from: a file with a name, or one that is staged and has none yet.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// A file, a folder or the address of a table.
    Named(&'a Path),
    /// What was written and is not published.
    Staged(&'a Staged),
}

impl<'a> Place<'a> {
    /// What people call it.
    pub fn name(self) -> &'a Path {
        match self {
            Self::Named(path) => path,
            Self::Staged(staged) => staged.target(),
        }
    }

    /// How many bytes it has, if it is a file.
    pub fn bytes(self) -> Option<u64> {
        let metadata = match self {
            Self::Named(path) => path.metadata(),
            Self::Staged(staged) => staged.file().metadata(),
        };
        metadata.ok().map(|metadata| metadata.len())
    }

    /// Opens it.
    pub fn open(self, options: &SourceOptions) -> Result<Source, IoError> {
        match self {
            Self::Named(path) => Source::open(path, options),
            Self::Staged(staged) => Source::open_staged(staged, options),
        }
    }
}

impl<'a> From<&'a Path> for Place<'a> {
    fn from(path: &'a Path) -> Self {
        Self::Named(path)
    }
}

impl<'a> From<&'a PathBuf> for Place<'a> {
    fn from(path: &'a PathBuf) -> Self {
        Self::Named(path)
    }
}

impl<'a> From<&'a Staged> for Place<'a> {
    fn from(staged: &'a Staged) -> Self {
        Self::Staged(staged)
    }
}

/// A column of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type in a file that tells types; `None` in a text file, JSON lines or a sheet.
    pub data_type: Option<DataType>,
}

/// A file of which the format, the dialect and the columns are known, and nothing else was read.
pub struct Source {
    path: PathBuf,
    format: Format,
    fields: Vec<Field>,
    opened: Opened,
}

enum Opened {
    Csv(Box<CsvSource>),
    Arrow(Box<ArrowSource>),
}

impl Source {
    /// Opens a file and finds out what its columns are.
    pub fn open(path: &Path, options: &SourceOptions) -> Result<Self, IoError> {
        // A folder is a table in parts, whatever its name is.
        let format = if path.is_dir() { Format::Parquet } else { Format::of(path)? };
        Self::open_as(path, format, options)
    }

    /// As [`open`](Self::open), whatever the end of the file's name is.
    pub fn open_as(path: &Path, format: Format, options: &SourceOptions) -> Result<Self, IoError> {
        Self::try_open((path, path), format, options).map_err(|problem| IoError::new(path, problem))
    }

    /// Opens what was written to a staged file or table, though nobody else can see it yet. Its
    /// target's name tells the format.
    pub fn open_staged(staged: &Staged, options: &SourceOptions) -> Result<Self, IoError> {
        let target = staged.target();
        let opened = match staged.table() {
            Some(table) => table.open().and_then(|source| {
                let source = ArrowSource::of_table(source, options)?;
                let opened = Opened::Arrow(Box::new(source));
                Ok(Self::opened(target, Format::Postgres, opened))
            }),
            None => Self::try_open((staged.path(), target), Format::of(target)?, options),
        };
        opened.map_err(|problem| IoError::new(target, problem))
    }

    /// Opens the file at a path; the name is what people call it, and what tells tabs.
    fn try_open(
        (path, name): (&Path, &Path),
        format: Format,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        if format == Format::Postgres {
            let source = TableSource::open(&Address::parse(path)?)?;
            let source = ArrowSource::of_table(source, options)?;
            let path = location::without_password(path);
            return Ok(Self::opened(&path, format, Opened::Arrow(Box::new(source))));
        }
        if format == Format::Parquet && path.is_dir() {
            let source = ArrowSource::open_folder(path, options)?;
            return Ok(Self::opened(path, format, Opened::Arrow(Box::new(source))));
        }
        let file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::PermissionDenied => Problem::NotReadable,
            _ => error.into(),
        })?;
        let opened = match format {
            Format::Csv { compression } => {
                let otherwise = if format::says_tabs(name) { b'\t' } else { b',' };
                let source = CsvSource::open(file, compression, otherwise, options)?;
                Opened::Csv(Box::new(source))
            }
            Format::Json { compression } => {
                Opened::Arrow(Box::new(ArrowSource::open_json(path, compression, options)?))
            }
            Format::Postgres => return Err(Problem::UnknownFormat),
            Format::Excel => Opened::Arrow(Box::new(ArrowSource::open_sheet(path, options)?)),
            Format::Parquet => {
                Opened::Arrow(Box::new(ArrowSource::open_parquet(path, &file, options)?))
            }
            Format::Arrow => Opened::Arrow(Box::new(ArrowSource::open_ipc(path, file, options)?)),
        };
        Ok(Self::opened(name, format, opened))
    }

    fn opened(path: &Path, format: Format, opened: Opened) -> Self {
        let fields = match &opened {
            Opened::Csv(source) => {
                let field = |name: &String| Field { name: name.clone(), data_type: None };
                source.names.iter().map(field).collect()
            }
            Opened::Arrow(source) => source.fields(),
        };
        Self { path: path.to_owned(), format, fields, opened }
    }

    /// The columns, in the order of the file.
    pub fn columns(&self) -> &[Field] {
        &self.fields
    }

    /// An error that shows no name if none of the columns that somebody asks for is there, and the
    /// names are a line of the file: then they may be somebody's record. Whoever asks for a single
    /// column may have misspelt it: where another name is like it, and the line does not look like a
    /// record, there is no error yet.
    pub fn expect<'a>(&self, asked: impl IntoIterator<Item = &'a str>) -> Result<(), IoError> {
        let (mut count, mut is_known, mut resembles) = (0, false, false);
        for name in asked {
            count += 1;
            is_known |= self.fields.iter().any(|field| field.name == name);
            resembles |= self.fields.iter().any(|field| is_misspelt(name, &field.name));
        }
        is_known |= count == 1 && resembles && !self.is_record();
        let is_line = matches!(self.format, Format::Csv { .. } | Format::Excel);
        if is_line && !is_known && count > 0 {
            return Err(IoError::new(&self.path, Problem::NoHeader { asked: count }));
        }
        Ok(())
    }

    /// An error that shows no name if the names look like somebody's record.
    pub fn expect_names(&self) -> Result<(), IoError> {
        if self.is_record() {
            return Err(IoError::new(&self.path, Problem::NoHeader { asked: 0 }));
        }
        Ok(())
    }

    /// Whether the names look like a record.
    fn is_record(&self) -> bool {
        match &self.opened {
            Opened::Csv(source) => source.is_record,
            Opened::Arrow(source) => source.is_record(),
        }
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What a text file looks like; `None` for other formats.
    pub fn dialect(&self) -> Option<&Dialect> {
        match &self.opened {
            Opened::Csv(source) => Some(&source.dialect),
            Opened::Arrow(_) => None,
        }
    }

    /// Reads the whole file. `wants` has one entry per column.
    ///
    /// The table is the same for any number of threads.
    ///
    /// # Panics
    ///
    /// If there are not as many wants as columns.
    pub fn read(self, wants: &[Want], progress: &dyn Progress) -> Result<Table, IoError> {
        assert_eq!(wants.len(), self.fields.len(), "one want per column");
        let read = match self.opened {
            Opened::Csv(source) => source.read(self.format, wants, progress),
            Opened::Arrow(source) => source.read(self.format, wants, progress),
        };
        read.map_err(|problem| IoError::new(&self.path, problem))
    }

    /// Passes over the whole file on several threads. Each thread begins with a state of its own
    /// and gives it blocks of rows as text; the columns of a block are the ones named here, in
    /// this order. The states come back in no particular order.
    pub fn scan<S, E>(
        self,
        columns: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, &Block<'_>) -> Result<(), E> + Sync,
        progress: &dyn Progress,
    ) -> Result<Scanned<S>, E>
    where
        S: Send,
        E: From<IoError> + Send,
    {
        let scanned = match self.opened {
            Opened::Csv(source) => source.scan(columns, start, each, progress),
            Opened::Arrow(source) => source.scan(columns, start, each, progress),
        };
        match scanned {
            Ok((rows, sha256, states)) => Ok(Scanned { rows, sha256, states }),
            Err(Failure::Theirs(error)) => Err(error),
            Err(Failure::Ours(problem)) => Err(IoError::new(&self.path, problem).into()),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("path", &self.path)
            .field("format", &self.format)
            .field("fields", &self.fields)
            .finish_non_exhaustive()
    }
}

/// Whether a name may be another one with a mistake.
fn is_misspelt(name: &str, other: &str) -> bool {
    strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase()) > 0.8
}

/// What stopped a scan: the file, or who looked at it.
pub(crate) enum Failure<E> {
    Ours(Problem),
    Theirs(E),
}

impl<E> From<Problem> for Failure<E> {
    fn from(problem: Problem) -> Self {
        Self::Ours(problem)
    }
}

/// What a pass over a file leaves.
#[derive(Clone, Debug)]
pub struct Scanned<S> {
    /// How many rows there were.
    pub rows: u64,
    /// The digest of the file's bytes, if it is wanted.
    pub sha256: Option<Digest>,
    /// What each thread has gathered.
    pub states: Vec<S>,
}

/// Some rows of a file, as text.
pub struct Block<'a> {
    /// The number of the first row, from 0.
    pub first_row: u64,
    /// The line on which the first row begins, from 1; in Parquet and Arrow the row's number.
    pub first_line: u64,
    rows: usize,
    cells: Cells<'a>,
}

enum Cells<'a> {
    Text(&'a TextBlock<'a>),
    Columns(&'a ColumnBlock<'a>),
}

impl<'a> Block<'a> {
    pub(crate) fn of_text(text: &'a TextBlock<'a>) -> Self {
        Self {
            first_row: text.first_row(),
            first_line: text.first_line(),
            rows: text.rows(),
            cells: Cells::Text(text),
        }
    }

    pub(crate) fn of_columns(
        columns: &'a ColumnBlock<'a>,
        (first_row, first_line): (u64, u64),
        rows: usize,
    ) -> Self {
        Self { first_row, first_line, rows, cells: Cells::Columns(columns) }
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// A cell's text; `None` for a null of a Parquet or Arrow file. Nothing is copied unless the
    /// cell has doubled quotes.
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Option<Cow<'a, str>> {
        match &self.cells {
            Cells::Text(text) => Some(text.cell(row, column)),
            Cells::Columns(columns) => columns.cell(row, column).map(Cow::Borrowed),
        }
    }

    /// The text of each row from the first of some cells to the last, with what is between them, if
    /// it tells the cells: two rows with the same text have the same cells, and the other way round.
    pub fn runs(&self, columns: Range<usize>) -> Option<impl Iterator<Item = &'a [u8]>> {
        match &self.cells {
            Cells::Text(text) => text.runs(columns),
            Cells::Columns(_) => None,
        }
    }

    /// Whether all cells of a column pass a test of their row and bytes; a null has none. The
    /// fastest way through a column.
    #[inline]
    pub fn all_cells(
        &self,
        column: usize,
        mut test: impl FnMut(usize, Option<&[u8]>) -> bool,
    ) -> bool {
        match &self.cells {
            Cells::Text(cells) => cells.all_cells(column, |row, cell| test(row, Some(cell))),
            Cells::Columns(columns) => {
                (0..self.rows).all(|row| test(row, columns.cell(row, column).map(str::as_bytes)))
            }
        }
    }
}
