//! The data that come in: files, tables of a database, or batches in memory.
//!
//! [`Inputs`] says where they are; opening them tells their columns, and reads no row.

use crate::{Error, argus, years};
use arrow_array::RecordBatch;
use ridotto_argus::Metadata;
use ridotto_argus::metadata::Holds;
use ridotto_io::{Dialect, FileSource, Format, beside};
use ridotto_policy::{Policy, Problem, language};
use ridotto_table::{Encoding, Source, SourceOptions, source_of_batches};
use std::fmt;
use std::path::{Path, PathBuf};

/// Where data come from.
#[derive(Clone, Default)]
pub enum Place {
    /// Where the policy says.
    #[default]
    Policy,
    /// A file, a folder or the address of a table.
    File(PathBuf),
    /// Batches of one schema, at least one.
    Batches(Vec<RecordBatch>),
}

/// Counts, and tells no value.
impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Policy => f.write_str("Policy"),
            Self::File(path) => write!(f, "File({})", path.display()),
            Self::Batches(batches) => write!(f, "Batches({})", batches.len()),
        }
    }
}

/// The data of a run, and how they are read.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Each input with its name; the first is what people call the data.
    pub places: Vec<(String, Place)>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// Whether digests of input and output are worked out, for a report that shows them.
    pub digests: bool,
}

impl Default for Inputs {
    /// The input of the policy.
    fn default() -> Self {
        Self { places: vec![("data".into(), Place::Policy)], threads: 0, digests: true }
    }
}

impl Inputs {
    /// The file that the policy names.
    pub fn of_policy() -> Self {
        Self::default()
    }

    /// A file, a folder or the address of a table.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self { places: vec![("data".into(), Place::File(path.into()))], ..Self::default() }
    }

    /// Batches that are in memory: of one schema, and at least one.
    ///
    /// Released columns have the types that they came with where their values are still of that type: numbers,
    /// days, times and truth values. Whatever holds texts comes back as `Utf8`, be it `LargeUtf8`,
    /// `Utf8View` or a `Dictionary`; so do columns of the type `Null`, and decimals with a negative scale,
    /// whose numbers are written out.
    pub fn batches(batches: impl IntoIterator<Item = RecordBatch>) -> Self {
        let place = Place::Batches(batches.into_iter().collect());
        Self { places: vec![("data".into(), place)], ..Self::default() }
    }

    /// These, and one more.
    #[must_use]
    pub fn and(mut self, name: &str, place: Place) -> Self {
        self.places.push((name.to_owned(), place));
        self
    }

    /// The same, read by so many threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The path of the first input, if it is none in memory: the one that was said, or the policy's.
    pub fn path(&self, policy: &Policy) -> Option<PathBuf> {
        match self.places.first() {
            Some((_, Place::File(path))) => Some(path.clone()),
            Some((_, Place::Policy)) => of_policy(policy),
            _ => None,
        }
    }

    /// Opens all of them: their columns are known then, and no row is read.
    pub fn open(&self, policy: &Policy) -> Result<Opened, Error> {
        let options = source_options(policy, self.threads);
        let metadata = metadata(policy)?;
        self.open_as(options, metadata.as_ref(), || {
            of_policy(policy).ok_or_else(|| no_input(policy))
        })
    }

    /// Opens all of them, read by options that do not come from a policy.
    pub fn open_by(&self, options: SourceOptions) -> Result<Opened, Error> {
        self.open_as(options, None, || Err(unnamed()))
    }

    fn open_as(
        &self,
        options: SourceOptions,
        metadata: Option<&Metadata>,
        of_policy: impl Fn() -> Result<PathBuf, Error>,
    ) -> Result<Opened, Error> {
        if self.places.is_empty() {
            return Err(unnamed());
        }
        let options = SourceOptions { digest: self.digests, ..options };
        let mut inputs = Vec::new();
        for (name, place) in &self.places {
            let path = match place {
                Place::Batches(batches) => {
                    let source = source_of_batches(batches.iter().cloned(), &options)?;
                    inputs.push(Input { name: name.clone(), source, format: None, dialect: None });
                    continue;
                }
                Place::File(path) => path.clone(),
                Place::Policy => of_policy()?,
            };
            let source = match metadata {
                Some(of) => FileSource::open_laid_out(&path, argus::layout_of(of), &options)?,
                None => FileSource::open(&path, &options)?,
            };
            let (format, dialect) = (Some(source.format()), source.dialect().copied());
            let source = Box::new(source);
            inputs.push(Input { name: name.clone(), source, format, dialect });
        }
        Ok(Opened { inputs, options, threads: self.threads })
    }
}

impl From<&Path> for Inputs {
    fn from(path: &Path) -> Self {
        Self::file(path)
    }
}

impl From<&PathBuf> for Inputs {
    fn from(path: &PathBuf) -> Self {
        Self::file(path)
    }
}

impl From<Vec<RecordBatch>> for Inputs {
    fn from(batches: Vec<RecordBatch>) -> Self {
        Self::batches(batches)
    }
}

/// Nobody says where the data are.
fn unnamed() -> Error {
    Error::Usage { message: "no data are named".into(), hint: "say which: `Inputs::file`".into() }
}

/// The policy's own input.
fn of_policy(policy: &Policy) -> Option<PathBuf> {
    policy.data.input.as_ref().map(|input| beside(folder_of(policy), &input.value))
}

/// The metadata of a policy's data, if it names some.
pub fn metadata(policy: &Policy) -> Result<Option<Metadata>, Error> {
    let Some(file) = &policy.data.metadata else { return Ok(None) };
    let holds = if *policy.data.cells { Holds::Cells } else { Holds::Records };
    argus::metadata(&beside(folder_of(policy), &file.value), holds).map(Some)
}

fn no_input(policy: &Policy) -> Error {
    let problem = Problem::error("bind::no-input", "the policy names no input file")
        .with_help("add `input = \"…\"` to `[data]`, or say `Inputs::file`");
    policy.error([problem]).into()
}

/// The folder of a policy, where the files that it names are.
pub fn folder_of(policy: &Policy) -> &Path {
    Path::new(policy.source().name()).parent().unwrap_or(Path::new(""))
}

/// Data that were opened.
#[derive(Debug)]
pub struct Input {
    /// What the domain calls them.
    pub name: String,
    /// Where they are read from.
    pub source: Box<dyn Source>,
    /// The format, if they are in a file.
    pub format: Option<Format>,
    /// What a text file looks like.
    pub dialect: Option<Dialect>,
}

impl Input {
    /// How many bytes they have, if they are in one file.
    pub fn bytes(&self) -> Option<u64> {
        let metadata = std::fs::metadata(self.source.name()).ok()?;
        metadata.is_file().then_some(metadata.len())
    }
}

/// All data of a run, opened.
#[derive(Debug)]
pub struct Opened {
    /// In the order in which they were named; there is at least one.
    pub inputs: Vec<Input>,
    /// How they are read.
    pub options: SourceOptions,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

impl Opened {
    /// A file, opened by options that do not come from a policy.
    pub fn file(path: &Path, options: &SourceOptions, threads: usize) -> Result<Self, Error> {
        let source = FileSource::open(path, options)?;
        let (format, dialect) = (Some(source.format()), source.dialect().copied());
        let input = Input { name: "data".into(), source: Box::new(source), format, dialect };
        Ok(Self { inputs: vec![input], options: options.clone(), threads })
    }

    /// What people call the data.
    pub fn first(&self) -> &Input {
        self.inputs.first().expect("there is at least one input")
    }
}

/// What the policy calls an encoding.
pub fn encoding(name: language::Encoding) -> Encoding {
    match name {
        language::Encoding::Utf8 => Encoding::Utf8,
        language::Encoding::Latin1 => Encoding::Latin1,
        language::Encoding::Utf16 | language::Encoding::Utf16Le => Encoding::Utf16Le,
        language::Encoding::Utf16Be => Encoding::Utf16Be,
    }
}

/// How the policy says that its data are to be read.
pub fn source_options(policy: &Policy, threads: usize) -> SourceOptions {
    let data = &policy.data;
    let ascii = |character: char| u8::try_from(character).unwrap_or(0);
    SourceOptions {
        delimiter: data.delimiter.map(|delimiter| ascii(*delimiter)),
        quote: data.quote.map_or(b'"', |quote| ascii(*quote)),
        encoding: data.encoding.map(|name| encoding(*name)),
        header: *data.header,
        missing: data.missing.iter().map(|text| text.value.clone()).collect(),
        decimal: data.decimal.map(|mark| match *mark {
            language::DecimalMark::Point => '.',
            language::DecimalMark::Comma => ',',
        }),
        dates: data.dates.iter().map(|format| format.value.clone()).collect(),
        first_year: years::first_year(policy),
        sheet: data.sheet.as_ref().map(|sheet| sheet.value.clone()),
        threads,
        ..SourceOptions::default()
    }
}
