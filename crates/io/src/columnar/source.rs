//! A Parquet or Arrow file opened for reading.

use super::text::{plain, plain_type, to_text};
use crate::{
    Block, Digest, Field, Format, Problem, Progress, SourceOptions, Table, Want,
    coding::{self, Assembled, Coding, Done, Task, Worked, assemble},
    csv::check_names,
    digest::Digesting,
    source::Failure,
    table::Lines,
    workers,
};
use arrow::{
    array::{Array, ArrayRef, AsArray, RecordBatch, StringArray},
    datatypes::{DataType, SchemaRef},
    ipc::reader::{FileReader, StreamReader},
};
use parquet::arrow::{
    ProjectionMask,
    arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder},
};
use ridotto_core::Code;
use std::{
    fs::File,
    io::{BufReader, Read, Seek},
    path::{Path, PathBuf},
    thread,
};

/// Rows per batch of a Parquet file.
const BATCH: usize = 8192;

/// A file of which the schema was read.
pub(crate) struct ArrowSource {
    path: PathBuf,
    kind: FileKind,
    schema: SchemaRef,
    options: SourceOptions,
}

enum FileKind {
    Parquet(ArrowReaderMetadata),
    IpcFile,
    IpcStream,
}

/// Some rows, to be decoded by whoever works on them.
enum Unit {
    Batch(RecordBatch),
    RowGroup(usize),
}

impl ArrowSource {
    pub fn open_parquet(
        path: &Path,
        file: &File,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let metadata = ArrowReaderMetadata::load(file, ArrowReaderOptions::new())?;
        let schema = metadata.schema().clone();
        Self::new(path, FileKind::Parquet(metadata), schema, options)
    }

    pub fn open_ipc(path: &Path, mut file: File, options: &SourceOptions) -> Result<Self, Problem> {
        let mut start = Vec::new();
        file.by_ref().take(6).read_to_end(&mut start)?;
        file.rewind()?;
        let (kind, schema) = match start.as_slice() {
            [] => return Err(Problem::Empty),
            b"ARROW1" => (FileKind::IpcFile, FileReader::try_new_buffered(file, None)?.schema()),
            _ => (FileKind::IpcStream, StreamReader::try_new_buffered(file, None)?.schema()),
        };
        Self::new(path, kind, schema, options)
    }

    fn new(
        path: &Path,
        kind: FileKind,
        schema: SchemaRef,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let names: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
        check_names(&names, None)?;
        Ok(Self { path: path.to_owned(), kind, schema, options: options.clone() })
    }

    pub fn fields(&self) -> Vec<Field> {
        let field = |field: &arrow::datatypes::FieldRef| Field {
            name: field.name().clone(),
            data_type: Some(field.data_type().clone()),
        };
        self.schema.fields().iter().map(field).collect()
    }

    pub fn read(
        &self,
        format: Format,
        wants: &[Want],
        progress: &dyn Progress,
    ) -> Result<Table, Problem> {
        let names: Vec<String> =
            self.schema.fields().iter().map(|field| field.name().clone()).collect();
        let tasks = (0..wants.len())
            .map(|at| self.task(at, wants[at]))
            .collect::<Result<Vec<Task>, Problem>>()?;
        let wanted: Vec<usize> = (0..tasks.len()).filter(|&at| tasks[at] != Task::Skip).collect();
        let null = coding::null(&self.options.missing);
        let (sha256, worked) = self.pass(
            &wanted,
            || Worked::new(&tasks),
            |worked, first_row, batch| {
                let mut kept = vec![None; tasks.len()];
                for (array, &at) in batch.columns().iter().zip(&wanted) {
                    match &mut worked.coded[at] {
                        Some(coding) => code(array, coding, null)?,
                        None => kept[at] = Some(plain(array).ok_or(Problem::BrokenArrow)?),
                    }
                }
                let rows = batch.num_rows();
                worked.blocks.push(Done { first_row, rows, kept, steps: Vec::new() });
                Ok::<(), Problem>(())
            },
            progress,
        )?;
        let Assembled { rows, columns, lines } =
            assemble(worked, &tasks, &names, &self.options, Lines::default())?;
        Ok(Table { rows, names, columns, sha256, format, dialect: None, lines })
    }

    fn task(&self, at: usize, want: Want) -> Result<Task, Problem> {
        Ok(match want {
            Want::Skip => Task::Skip,
            Want::Code { kind } => Task::Code(kind, Some(self.supported(at)?)),
            Want::Carry => self.supported(at).map(|_| Task::Keep)?,
        })
    }

    fn supported(&self, at: usize) -> Result<DataType, Problem> {
        let field = self.schema.field(at);
        plain_type(field.data_type()).ok_or_else(|| Problem::UnsupportedType {
            name: field.name().clone(),
            data_type: field.data_type().clone(),
        })
    }

    pub fn scan<S: Send, E: Send>(
        &self,
        columns: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, &Block<'_>) -> Result<(), E> + Sync,
        progress: &dyn Progress,
    ) -> Result<(u64, Digest, Vec<S>), Failure<E>> {
        columns.iter().try_for_each(|&at| self.supported(at).map(|_| ()))?;
        let mut wanted = columns.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let places = columns.iter().map(|at| wanted.partition_point(|one| one < at));
        let places: Vec<usize> = places.collect();
        let (sha256, states) = self.pass(
            &wanted,
            || (start(), 0),
            |(state, rows), first_row, batch| {
                let text = |array| plain(array).and_then(|array| to_text(&array));
                let texts: Option<Vec<_>> = batch.columns().iter().map(text).collect();
                let texts = texts.ok_or(Failure::Ours(Problem::BrokenArrow))?;
                let block = ColumnBlock { texts: &texts, places: &places };
                *rows += batch.num_rows() as u64;
                each(state, &Block::of_columns(&block, first_row, batch.num_rows()))
                    .map_err(Failure::Theirs)
            },
            progress,
        )?;
        let rows = states.iter().map(|(_, rows)| rows).sum();
        if rows == 0 {
            return Err(Problem::HeaderAlone.into());
        }
        Ok((rows, sha256, states.into_iter().map(|(state, _)| state).collect()))
    }

    /// Calls `each` with the first row's number and the wanted columns of all batches.
    fn pass<S: Send, E: From<Problem> + Send>(
        &self,
        wanted: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, u64, &RecordBatch) -> Result<(), E> + Sync,
        progress: &dyn Progress,
    ) -> Result<(Digest, Vec<S>), E> {
        let digest = thread::scope(|scope| {
            let digest = scope.spawn(|| digest(&self.path));
            let states = self.decode(wanted, start, each, progress);
            (digest.join(), states)
        });
        let states = digest.1?;
        let digest = digest.0.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok((digest.map_err(Problem::from)?, states))
    }

    fn decode<S: Send, E: From<Problem> + Send>(
        &self,
        wanted: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, u64, &RecordBatch) -> Result<(), E> + Sync,
        progress: &dyn Progress,
    ) -> Result<Vec<S>, E> {
        let mut units = self.units(wanted)?;
        let mut row = 0;
        workers::feed(
            workers::count(self.options.threads),
            || {
                if progress.cancelled() {
                    return Err(Problem::Cancelled.into());
                }
                let Some(unit) = units.next() else { return Ok(None) };
                let (rows, unit) = unit?;
                progress.advance(rows);
                row += rows;
                Ok(Some((row - rows, unit)))
            },
            start,
            |state, (mut first_row, unit)| {
                let mut batch = |state: &mut S, batch: &RecordBatch| {
                    let row = first_row;
                    first_row += batch.num_rows() as u64;
                    if progress.cancelled() {
                        return Err(Problem::Cancelled.into());
                    }
                    if batch.num_rows() == 0 { Ok(()) } else { each(state, row, batch) }
                };
                match unit {
                    Unit::Batch(one) => batch(state, &one),
                    Unit::RowGroup(group) => self.row_group(group, wanted)?.try_for_each(|one| {
                        batch(state, &one.map_err(|_| Problem::BrokenParquet)?)
                    }),
                }
            },
        )
    }

    /// Pieces of the file and their numbers of rows.
    #[expect(clippy::type_complexity, reason = "it is an iterator of what its name says")]
    fn units(
        &self,
        wanted: &[usize],
    ) -> Result<Box<dyn Iterator<Item = Result<(u64, Unit), Problem>> + '_>, Problem> {
        let batch = |batch: Result<RecordBatch, arrow::error::ArrowError>| {
            let batch = batch.map_err(Problem::from)?;
            Ok((batch.num_rows() as u64, Unit::Batch(batch)))
        };
        Ok(match &self.kind {
            FileKind::Parquet(metadata) => {
                let groups = metadata.metadata().row_groups().iter().enumerate();
                Box::new(groups.map(|(at, group)| {
                    let rows = u64::try_from(group.num_rows());
                    Ok((rows.map_err(|_| Problem::BrokenParquet)?, Unit::RowGroup(at)))
                }))
            }
            FileKind::IpcFile => {
                let file = BufReader::new(File::open(&self.path)?);
                Box::new(FileReader::try_new(file, Some(wanted.to_vec()))?.map(batch))
            }
            FileKind::IpcStream => {
                let file = BufReader::new(File::open(&self.path)?);
                Box::new(StreamReader::try_new(file, Some(wanted.to_vec()))?.map(batch))
            }
        })
    }

    fn row_group(
        &self,
        group: usize,
        wanted: &[usize],
    ) -> Result<impl Iterator<Item = Result<RecordBatch, arrow::error::ArrowError>>, Problem> {
        let FileKind::Parquet(metadata) = &self.kind else { return Err(Problem::BrokenParquet) };
        let mask = ProjectionMask::roots(metadata.parquet_schema(), wanted.iter().copied());
        let file = File::open(&self.path)?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata.clone());
        let builder = builder.with_row_groups(vec![group]).with_projection(mask);
        Ok(builder.with_batch_size(BATCH).build()?)
    }
}

fn digest(path: &Path) -> std::io::Result<Digest> {
    let mut file = Digesting::new(File::open(path)?);
    file.drain()?;
    Ok(file.finish().0)
}

/// Appends the codes of an array's values. A dictionary's texts are looked up once each.
fn code(array: &ArrayRef, coding: &mut Coding, null: &str) -> Result<(), Problem> {
    let interner = &mut coding.interner;
    let mut codes: Vec<Code> = Vec::with_capacity(array.len());
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        let values = plain(dictionary.values()).and_then(|values| to_text(&values));
        let values = values.ok_or(Problem::BrokenArrow)?;
        // Values that no row has must not become values of the column.
        let mut known = vec![None; values.len()];
        for (row, key) in dictionary.normalized_keys().into_iter().enumerate() {
            codes.push(if dictionary.is_null(row) || values.is_null(key) {
                interner.intern(null.as_bytes())
            } else {
                *known[key].get_or_insert_with(|| interner.intern(values.value(key).as_bytes()))
            });
        }
    } else {
        let text = plain(array).and_then(|array| to_text(&array)).ok_or(Problem::BrokenArrow)?;
        codes.extend(text.iter().map(|text| interner.intern(text.unwrap_or(null).as_bytes())));
    }
    coding.extend(&codes);
    Ok(())
}

/// Rows of a Parquet or Arrow file as text.
pub(crate) struct ColumnBlock<'a> {
    texts: &'a [StringArray],
    /// Which text each column is.
    places: &'a [usize],
}

impl<'a> ColumnBlock<'a> {
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Option<&'a str> {
        let text = &self.texts[self.places[column]];
        text.is_valid(row).then(|| text.value(row))
    }
}
