//! A table that comes in batches, opened for reading.

use super::{
    origin::Origin,
    text::{plain, plain_type, to_text},
};
use crate::{
    Block, Compression, Digest, Field, Format, Problem, Progress, SourceOptions, Table, Want,
    coding::{self, Assembled, Coding, Done, Task, Worked, assemble},
    csv::check_names,
    json::JsonSource,
    memory::Budget,
    postgres::TableSource,
    sheet::SheetSource,
    source::Failure,
    table::Lines,
    workers,
};
use arrow::{
    array::{Array, ArrayRef, AsArray, RecordBatch, StringArray},
    datatypes::{DataType, Schema},
};
use ridotto_core::Code;
use std::{fs::File, path::Path, thread};

/// A column as it is known before rows are read.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub name: String,
    /// The type that the file says.
    pub told: Option<DataType>,
    /// The type in which values are written again; `None` if their texts tell.
    pub data_type: Option<DataType>,
}

impl Known {
    /// Of a column whose type the file says.
    pub fn told(name: &str, data_type: &DataType) -> Self {
        let told = Some(data_type.clone());
        Self { name: name.to_owned(), data_type: told.clone(), told }
    }

    /// Of a column whose type was found by looking at its values.
    pub fn found(name: &str, data_type: Option<DataType>) -> Self {
        Self { name: name.to_owned(), told: None, data_type }
    }

    /// The columns of a schema.
    pub fn all_of(schema: &Schema) -> Vec<Self> {
        schema.fields().iter().map(|field| Self::told(field.name(), field.data_type())).collect()
    }
}

/// A table of which the columns are known.
pub(crate) struct ArrowSource {
    origin: Origin,
    columns: Vec<Known>,
    lines: Lines,
    options: SourceOptions,
}

impl ArrowSource {
    pub fn open_parquet(
        path: &Path,
        file: &File,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let (origin, columns) = Origin::parquet(path, file)?;
        Self::new(origin, columns, Lines::default(), options)
    }

    /// A folder of Parquet files.
    pub fn open_folder(path: &Path, options: &SourceOptions) -> Result<Self, Problem> {
        let (origin, columns) = Origin::folder(path)?;
        Self::new(origin, columns, Lines::default(), options)
    }

    pub fn open_ipc(path: &Path, file: File, options: &SourceOptions) -> Result<Self, Problem> {
        let (origin, columns) = Origin::ipc(path, file)?;
        Self::new(origin, columns, Lines::default(), options)
    }

    pub fn open_json(
        path: &Path,
        compression: Compression,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let source = JsonSource::open(path.to_owned(), compression, options.threads)?;
        Self::of_json(path, source, options)
    }

    pub fn of_json(
        path: &Path,
        mut source: JsonSource,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let known = |(name, sorts): &(String, super::Sorts)| Known::found(name, sorts.data_type());
        let columns = source.keys.iter().map(known).collect();
        let lines = std::mem::take(&mut source.lines);
        Self::new(Origin::Json(path.to_owned(), source), columns, lines, options)
    }

    /// A sheet of a workbook.
    pub fn open_sheet(path: &Path, options: &SourceOptions) -> Result<Self, Problem> {
        let source = SheetSource::open(path, options)?;
        Self::of_sheet(path, source, options)
    }

    pub fn of_sheet(
        path: &Path,
        mut source: SheetSource,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let lines = std::mem::take(&mut source.lines);
        let columns = source.columns.clone();
        Self::new(Origin::Sheet(path.to_owned(), source), columns, lines, options)
    }

    /// A table of a database.
    pub fn of_table(source: TableSource, options: &SourceOptions) -> Result<Self, Problem> {
        let columns = source.columns();
        Self::new(Origin::Table(source), columns, Lines::default(), options)
    }

    fn new(
        origin: Origin,
        columns: Vec<Known>,
        lines: Lines,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        check_names(&names, None)?;
        // Only cells of a text table are escaped: elsewhere a text is a text.
        let options = SourceOptions { escaped: false, ..options.clone() };
        Ok(Self { origin, columns, lines, options })
    }

    /// Whether the names look like a record.
    pub fn is_record(&self) -> bool {
        matches!(&self.origin, Origin::Sheet(_, source) if source.is_record)
    }

    pub fn fields(&self) -> Vec<Field> {
        let field =
            |known: &Known| Field { name: known.name.clone(), data_type: known.told.clone() };
        self.columns.iter().map(field).collect()
    }

    pub fn read(
        &self,
        format: Format,
        wants: &[Want],
        progress: &dyn Progress,
    ) -> Result<Table, Problem> {
        let names: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        let tasks = (0..wants.len())
            .map(|at| self.task(at, wants[at]))
            .collect::<Result<Vec<Task>, Problem>>()?;
        let wanted: Vec<usize> = (0..tasks.len()).filter(|&at| tasks[at] != Task::Skip).collect();
        let null = coding::null(&self.options.missing);
        let budget = Budget::default();
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
                worked.push(Done { first_row, rows, kept, steps: Vec::new() });
                let now = worked.size();
                budget.keep(&mut worked.counted, now)
            },
            progress,
        )?;
        let Assembled { rows, columns, lines } =
            assemble(worked, &tasks, &names, &self.options, self.lines.clone())?;
        Ok(Table { rows, names, columns, sha256, format, dialect: None, lines })
    }

    fn task(&self, at: usize, want: Want) -> Result<Task, Problem> {
        Ok(match (want, self.supported(at)) {
            (Want::Skip, _) => Task::Skip,
            (Want::Code { kind }, data_type) => Task::Code(kind, data_type?),
            // Where texts tell the type, all of them must be known before it is told.
            (Want::Carry, Ok(None)) => Task::Code(None, None),
            (Want::Carry, data_type) => data_type.map(|_| Task::Keep)?,
        })
    }

    fn supported(&self, at: usize) -> Result<Option<DataType>, Problem> {
        let Known { name, data_type, .. } = &self.columns[at];
        let Some(data_type) = data_type else { return Ok(None) };
        plain_type(data_type).map(Some).ok_or_else(|| Problem::UnsupportedType {
            name: name.clone(),
            data_type: data_type.clone(),
        })
    }

    pub fn scan<S: Send, E: Send>(
        &self,
        columns: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, &Block<'_>) -> Result<(), E> + Sync,
        progress: &dyn Progress,
    ) -> Result<(u64, Option<Digest>, Vec<S>), Failure<E>> {
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
                let line = self.lines.of(first_row as usize);
                each(state, &Block::of_columns(&block, (first_row, line), batch.num_rows()))
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
    ) -> Result<(Option<Digest>, Vec<S>), E> {
        if let Origin::Table(source) = &self.origin {
            let states = self.decode(wanted, start, each, progress)?;
            return Ok((Some(source.digest()?), states));
        }
        if !self.options.digest {
            return Ok((None, self.decode(wanted, start, each, progress)?));
        }
        let (digest, states) = thread::scope(|scope| {
            let digest = scope.spawn(|| self.origin.digest());
            let states = self.decode(wanted, start, each, progress);
            (digest.join(), states)
        });
        let states = states?;
        let digest = digest.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok((Some(digest?), states))
    }

    fn decode<S: Send, E: From<Problem> + Send>(
        &self,
        wanted: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, u64, &RecordBatch) -> Result<(), E> + Sync,
        progress: &dyn Progress,
    ) -> Result<Vec<S>, E> {
        let mut pieces = self.origin.pieces(wanted)?;
        let mut row = 0;
        workers::feed(
            workers::count(self.options.threads),
            || {
                if progress.cancelled() {
                    return Err(Problem::Cancelled.into());
                }
                let Some(piece) = pieces.next() else { return Ok(None) };
                let piece = piece?;
                progress.advance(piece.amount);
                row += piece.rows;
                Ok(Some((row - piece.rows, piece.unit)))
            },
            start,
            |state, (mut first_row, unit)| {
                self.origin.batches(unit, wanted, |batch| {
                    let row = first_row;
                    first_row += batch.num_rows() as u64;
                    if progress.cancelled() {
                        return Err(Problem::Cancelled.into());
                    }
                    if batch.num_rows() == 0 { Ok(()) } else { each(state, row, batch) }
                })
            },
        )
    }
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

/// Rows of a batch as text.
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
