//! A file opened for reading.

use crate::{
    BatchSource, Batches, Block, Compression, Dialect, Digest, Field, Format, Header, IoError,
    Known, Passed, Problem, ReadAs, Scanned, Source, SourceOptions, Staged, Table, Visit,
    columnar::{Ipc, Parts},
    csv::CsvSource,
    digest::digest_of_path,
    formats, is_address,
    json::{Form, JsonSource},
    laid_out::{self, Layout},
    postgres::{Address, TableSource},
    sheet::SheetSource,
    workers,
};
use arrow_array::RecordBatch;
use ridotto_core::Watch;
use ridotto_table::{MEMORY, StagedTable, source_of_batches, without_password};
use std::{
    fmt,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Where a table is read from: a file with a name, a source that is open, or what is staged and has no
/// name yet.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// A file, a folder or the address of a table.
    Named(&'a Path),
    /// What was opened already, and can be read again.
    Open(&'a dyn Source),
    /// What was written and is not published.
    Staged(&'a dyn StagedTable),
    /// Batches of one schema, at least one, that are in memory.
    Batches(&'a [RecordBatch]),
}

impl<'a> Place<'a> {
    /// What people call it.
    pub fn name(self) -> &'a Path {
        match self {
            Self::Named(path) => path,
            Self::Open(source) => source.name(),
            Self::Staged(staged) => staged.name(),
            Self::Batches(_) => Path::new(MEMORY),
        }
    }

    /// How many bytes it has, if it is a file.
    pub fn bytes(self) -> Option<u64> {
        self.name().metadata().ok().map(|metadata| metadata.len())
    }

    /// Opens it; what is open already is read as it was opened.
    pub fn open(self, options: &SourceOptions) -> Result<Box<dyn Source + 'a>, IoError> {
        Ok(match self {
            Self::Named(path) => Box::new(FileSource::open(path, options)?),
            Self::Open(source) => Box::new(source),
            Self::Staged(staged) => staged.reopen(options)?,
            Self::Batches(batches) => source_of_batches(batches.iter().cloned(), options)?,
        })
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

impl<'a> From<&'a [RecordBatch]> for Place<'a> {
    fn from(batches: &'a [RecordBatch]) -> Self {
        Self::Batches(batches)
    }
}

impl<'a> From<&'a Vec<RecordBatch>> for Place<'a> {
    fn from(batches: &'a Vec<RecordBatch>) -> Self {
        Self::Batches(batches)
    }
}

impl<'a> From<&'a dyn StagedTable> for Place<'a> {
    fn from(staged: &'a dyn StagedTable) -> Self {
        Self::Staged(staged)
    }
}

/// A file, a folder or a table of a database that was opened: its format, its dialect and its columns
/// are known, and nothing else was read.
pub struct FileSource {
    /// What people call it.
    name: PathBuf,
    format: Format,
    fields: Vec<Field>,
    dialect: Option<Dialect>,
    header: Header,
    options: SourceOptions,
    opened: Opened,
}

enum Opened {
    /// A text is read as it streams by; to be read again it is opened again, from here.
    Csv(PathBuf, Mutex<Option<Box<CsvSource>>>),
    Batches(Box<BatchSource>),
}

impl FileSource {
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

    /// Opens a text whose columns are laid down elsewhere, whatever the end of its name is.
    pub fn open_laid_out(
        path: &Path,
        layout: Layout,
        options: &SourceOptions,
    ) -> Result<Self, IoError> {
        let source = laid_out::open(path, layout, options);
        let source = source.map_err(|problem| IoError::new(path, problem))?;
        let format = Format::Csv { compression: Compression::None };
        Ok(Self::of_batches(source, format, options))
    }

    /// Opens what was written to a staged file or table, though nobody else can see it yet. Its
    /// target's name tells the format.
    pub fn open_staged(staged: &Staged, options: &SourceOptions) -> Result<Self, IoError> {
        let target = staged.target();
        let opened = match staged.table() {
            Some(table) => table.open().and_then(|source| Self::of_table(source, target, options)),
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
        let batches = |batches: Box<dyn Batches>, columns: Vec<Known>| {
            BatchSource::new(name, batches, columns, options)
        };
        if format == Format::Postgres {
            let source = TableSource::open(&Address::parse(path)?)?;
            return Self::of_table(source, &without_password(path), options);
        }
        if format == Format::Parquet && path.is_dir() {
            let parts = Parts::of_folder(path)?;
            let columns = parts.columns();
            return Ok(Self::of_batches(batches(Box::new(parts), columns)?, format, options));
        }
        let file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::PermissionDenied => Problem::NotReadable,
            _ => error.into(),
        })?;
        let source = match format {
            Format::Csv { .. } => {
                let source = open_text(name, file, format, options)?;
                return Ok(Self::of_text(source, (path, name), format, options));
            }
            Format::Json { compression } | Format::JsonList { compression } => {
                let is_list = matches!(format, Format::JsonList { .. });
                let form = if is_list { Form::List } else { Form::Lines };
                let how = (form, compression);
                let mut source = JsonSource::open(path.to_owned(), how, options.threads)?;
                let lines = std::mem::take(&mut source.lines);
                let columns = source.columns();
                batches(Box::new(source), columns)?.with_lines(lines)
            }
            Format::Postgres => return Err(Problem::UnknownFormat),
            Format::Excel => {
                let mut source = SheetSource::open(path, options)?;
                let lines = std::mem::take(&mut source.lines);
                let (columns, is_record) = (source.columns.clone(), source.is_record);
                let source = batches(Box::new(source), columns)?.with_lines(lines);
                let header = Header::Line { is_record };
                return Ok(Self { header, ..Self::of_batches(source, format, options) });
            }
            Format::Parquet => {
                let parts = Parts::one(path, &file)?;
                let columns = parts.columns();
                batches(Box::new(parts), columns)?
            }
            Format::Arrow => {
                let (ipc, columns) = Ipc::open(path, file)?;
                batches(Box::new(ipc), columns)?
            }
        };
        Ok(Self::of_batches(source, format, options))
    }

    fn of_table(
        source: TableSource,
        name: &Path,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let columns = source.columns();
        let source = BatchSource::new(name, Box::new(source), columns, options)?;
        Ok(Self::of_batches(source, Format::Postgres, options))
    }

    fn of_batches(source: BatchSource, format: Format, options: &SourceOptions) -> Self {
        Self {
            name: source.name().to_owned(),
            format,
            fields: source.columns().to_vec(),
            dialect: None,
            header: Header::Types,
            options: options.clone(),
            opened: Opened::Batches(Box::new(source)),
        }
    }

    fn of_text(
        source: CsvSource,
        (path, name): (&Path, &Path),
        format: Format,
        options: &SourceOptions,
    ) -> Self {
        let field = |name: &String| Field { name: name.clone(), data_type: None };
        Self {
            name: name.to_owned(),
            format,
            fields: source.names.iter().map(field).collect(),
            dialect: Some(source.dialect),
            header: Header::Line { is_record: source.is_record },
            options: options.clone(),
            opened: Opened::Csv(path.to_owned(), Mutex::new(Some(Box::new(source)))),
        }
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What a text file looks like; `None` for other formats.
    pub fn dialect(&self) -> Option<&Dialect> {
        self.dialect.as_ref()
    }

    /// As [`scan`](trait.Source.html) of any source.
    pub fn scan<S: Send, E: From<IoError> + Send>(
        &self,
        columns: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, &Block<'_>) -> Result<(), E> + Sync,
        watch: &dyn Watch,
    ) -> Result<Scanned<S>, E> {
        (self as &dyn Source).scan(columns, start, each, watch)
    }

    /// An error that shows no name if the columns that are asked for are not there and the names may
    /// be a record.
    pub fn expect<'a>(&self, asked: impl IntoIterator<Item = &'a str>) -> Result<(), IoError> {
        (self as &dyn Source).expect(asked)
    }

    /// An error that shows no name if the names look like somebody's record.
    pub fn expect_names(&self) -> Result<(), IoError> {
        (self as &dyn Source).expect_names()
    }

    /// The text from its beginning: as it was opened, or opened again.
    fn text(
        &self,
        path: &Path,
        opened: &Mutex<Option<Box<CsvSource>>>,
    ) -> Result<CsvSource, Problem> {
        let first = opened.lock().unwrap_or_else(PoisonError::into_inner).take();
        match first {
            Some(source) => Ok(*source),
            None => {
                let file = File::open(path)?;
                open_text(&self.name, file, self.format, &self.options)
            }
        }
    }

    fn told(&self, problem: Problem) -> IoError {
        IoError::new(&self.name, problem)
    }
}

/// Opens a text file; its name tells whether it is parted by tabs where nothing else does.
fn open_text(
    name: &Path,
    file: File,
    format: Format,
    options: &SourceOptions,
) -> Result<CsvSource, Problem> {
    let Format::Csv { compression } = format else { return Err(Problem::UnknownFormat) };
    let otherwise = if formats::says_tabs(name) { b'\t' } else { b',' };
    CsvSource::open(file, compression, otherwise, options)
}

impl Source for FileSource {
    fn name(&self) -> &Path {
        &self.name
    }

    fn columns(&self) -> &[Field] {
        &self.fields
    }

    fn header(&self) -> Header {
        self.header
    }

    fn is_repeatable(&self) -> bool {
        match &self.opened {
            Opened::Csv(path, _) => path.metadata().is_ok_and(|file| file.is_file()),
            Opened::Batches(_) => true,
        }
    }

    fn threads(&self) -> usize {
        workers::count(self.options.threads)
    }

    fn read(&self, wants: &[ReadAs], watch: &dyn Watch) -> Result<Table, IoError> {
        assert_eq!(wants.len(), self.fields.len(), "one entry per column");
        match &self.opened {
            Opened::Csv(path, opened) => self
                .text(path, opened)
                .and_then(|source| source.read(wants, watch))
                .map_err(|problem| self.told(problem)),
            Opened::Batches(source) => source.read(wants, watch),
        }
    }

    fn pass(
        &self,
        columns: &[usize],
        each: &Visit<'_>,
        watch: &dyn Watch,
    ) -> Result<Passed, IoError> {
        match &self.opened {
            Opened::Csv(path, opened) => self
                .text(path, opened)
                .and_then(|source| source.pass(columns, each, watch))
                .map_err(|problem| self.told(problem)),
            Opened::Batches(source) => source.pass(columns, each, watch),
        }
    }
}

impl fmt::Debug for FileSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileSource")
            .field("name", &self.name)
            .field("format", &self.format)
            .field("fields", &self.fields)
            .finish_non_exhaustive()
    }
}

/// The digest of a file or a folder; that of a table is of its rows, with all columns, as the server
/// sends them.
pub fn digest_of(path: &Path) -> Result<Digest, IoError> {
    if is_address(path) {
        let source = FileSource::open(path, &SourceOptions::default())?;
        let all: Vec<usize> = (0..source.columns().len()).collect();
        let each = |(): &mut (), _: &Block<'_>| Ok::<(), IoError>(());
        let scanned = source.scan(&all, || (), each, &())?;
        return Ok(scanned.sha256.expect("the options ask for it"));
    }
    digest_of_path(path).map_err(|problem| IoError::new(path, problem))
}
