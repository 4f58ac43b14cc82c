//! Sources that come in batches of rows: Parquet, Arrow, JSON lines, sheets, tables of a database,
//! and batches that are in memory already.

use crate::{
    Block, Cells, Digest, Field, IoError, Problem, ReadAs, Source, SourceOptions, Table,
    check_names,
    coding::{self, Assembled, Coding, Done, Task, Worked, assemble},
    memory::Budget,
    source::{Passed, Visit},
    table::Lines,
    text::{plain, plain_type, to_text},
    workers,
};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
use arrow_schema::{DataType, Schema};
use ridotto_core::{Code, Watch};
use std::{
    borrow::Cow,
    fmt,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    thread,
};

/// Where batches come from.
///
/// Pieces are asked for one after the other; several threads then make batches of them. What can be
/// made where it is read, such as a batch of an Arrow file, is a piece already.
pub trait Batches: Send + Sync {
    /// The digest of all there is.
    fn digest(&self) -> Result<Digest, Problem>;

    /// Whether the digest is made while rows are read, and known when all were.
    fn is_digested_while_read(&self) -> bool {
        false
    }

    /// The pieces, of which the wanted columns are read; these are in ascending order.
    fn pieces<'a>(&'a self, wanted: &'a [usize]) -> Result<Pieces<'a>, Problem>;
}

/// Pieces, one after the other.
pub type Pieces<'a> = Box<dyn Iterator<Item = Result<Piece<'a>, Problem>> + Send + 'a>;

/// Gives batches away, one after the other.
type Make<'a> = dyn FnOnce(&mut Give<'_>) -> Result<(), Problem> + Send + 'a;

/// Takes a batch.
pub type Give<'a> = dyn FnMut(&RecordBatch) -> Result<(), Problem> + 'a;

/// Some rows, to be decoded by whoever works on them.
pub struct Piece<'a> {
    rows: u64,
    amount: u64,
    make: Box<Make<'a>>,
}

impl<'a> Piece<'a> {
    /// A batch that is there.
    pub fn of_batch(batch: RecordBatch) -> Self {
        let rows = batch.num_rows() as u64;
        Self { rows, amount: rows, make: Box::new(move |give| give(&batch)) }
    }

    /// Rows of which batches are made: how many there are, and how much of the work they are.
    pub fn new(
        (rows, amount): (u64, u64),
        make: impl FnOnce(&mut Give<'_>) -> Result<(), Problem> + Send + 'a,
    ) -> Self {
        Self { rows, amount, make: Box::new(make) }
    }
}

impl fmt::Debug for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({} rows)", self.rows)
    }
}

/// A column as it is known before rows are read.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its name.
    pub name: String,
    /// The type that the source says.
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

/// A source of batches of which the columns are known.
pub struct BatchSource {
    name: PathBuf,
    batches: Box<dyn Batches>,
    columns: Vec<Known>,
    fields: Vec<Field>,
    lines: Lines,
    options: SourceOptions,
}

/// Tells what it is and no value.
impl fmt::Debug for BatchSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("BatchSource");
        shown.field("name", &self.name).field("columns", &self.fields).finish_non_exhaustive()
    }
}

impl BatchSource {
    /// Batches under a name, with columns that have names of their own.
    pub fn new(
        name: &Path,
        batches: Box<dyn Batches>,
        columns: Vec<Known>,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        check_names(&names, None)?;
        let field =
            |known: &Known| Field { name: known.name.clone(), data_type: known.told.clone() };
        let fields = columns.iter().map(field).collect();
        // Only cells of a text table are escaped: elsewhere a text is a text.
        let options = SourceOptions { escaped: false, ..options.clone() };
        let lines = Lines::default();
        Ok(Self { name: name.to_owned(), batches, columns, fields, lines, options })
    }

    /// The same, where it is known on which lines rows begin.
    #[must_use]
    pub fn with_lines(self, lines: Lines) -> Self {
        Self { lines, ..self }
    }

    fn told(&self, problem: Problem) -> IoError {
        IoError::new(&self.name, problem)
    }

    fn try_read(&self, wants: &[ReadAs], watch: &dyn Watch) -> Result<Table, Problem> {
        let names: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        let tasks = (0..wants.len())
            .map(|at| self.task(at, wants[at]))
            .collect::<Result<Vec<Task>, Problem>>()?;
        let wanted: Vec<usize> = (0..tasks.len()).filter(|&at| tasks[at] != Task::Skip).collect();
        let null = coding::null(&self.options.missing);
        let budget = Budget::default();
        let (sha256, worked) = self.digested(
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
            watch,
        )?;
        let Assembled { rows, columns, lines } =
            assemble(worked, &tasks, &names, &self.options, self.lines.clone())?;
        Ok(Table { rows, names, columns, sha256, is_text: false, lines })
    }

    fn task(&self, at: usize, want: ReadAs) -> Result<Task, Problem> {
        Ok(match (want, self.supported(at)) {
            (ReadAs::Skip, _) => Task::Skip,
            (ReadAs::Code { kind }, data_type) => Task::Code(kind, data_type?),
            // Where texts tell the type, all of them must be known before it is told.
            (ReadAs::Carry, Ok(None)) => Task::Code(None, None),
            (ReadAs::Carry, data_type) => data_type.map(|_| Task::Keep)?,
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

    fn try_pass(
        &self,
        columns: &[usize],
        each: &Visit<'_>,
        watch: &dyn Watch,
    ) -> Result<Passed, Problem> {
        columns.iter().try_for_each(|&at| self.supported(at).map(|_| ()))?;
        let mut wanted = columns.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let places = columns.iter().map(|at| wanted.partition_point(|one| one < at));
        let places: Vec<usize> = places.collect();
        let (rows, threads) = (AtomicU64::new(0), AtomicUsize::new(0));
        let is_ended = AtomicBool::new(false);
        let passed = self.digested(
            &wanted,
            || threads.fetch_add(1, Ordering::Relaxed),
            |thread, first_row, batch| {
                let text = |array| plain(array).and_then(|array| to_text(&array));
                let texts: Option<Vec<_>> = batch.columns().iter().map(text).collect();
                let texts = texts.ok_or(Problem::BrokenArrow)?;
                let cells = ColumnCells { texts: &texts, places: &places, rows: batch.num_rows() };
                rows.fetch_add(batch.num_rows() as u64, Ordering::Relaxed);
                let line = self.lines.of(first_row as usize);
                match each(*thread, &Block::new(&cells, (first_row, line), batch.num_rows())) {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => {
                        is_ended.store(true, Ordering::Relaxed);
                        Err(Problem::Cancelled)
                    }
                }
            },
            watch,
        );
        let rows = rows.into_inner();
        match passed {
            Err(_) if is_ended.into_inner() => Ok(Passed { rows, sha256: None }),
            Err(problem) => Err(problem),
            Ok(_) if rows == 0 => Err(Problem::HeaderAlone),
            Ok((sha256, _)) => Ok(Passed { rows, sha256 }),
        }
    }

    /// Calls `each` with the first row's number and the wanted columns of all batches, and makes the
    /// digest if it is wanted.
    fn digested<S: Send>(
        &self,
        wanted: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, u64, &RecordBatch) -> Result<(), Problem> + Sync,
        watch: &dyn Watch,
    ) -> Result<(Option<Digest>, Vec<S>), Problem> {
        if self.batches.is_digested_while_read() {
            let states = self.decode(wanted, start, each, watch)?;
            return Ok((Some(self.batches.digest()?), states));
        }
        if !self.options.digest {
            return Ok((None, self.decode(wanted, start, each, watch)?));
        }
        let (digest, states) = thread::scope(|scope| {
            let digest = scope.spawn(|| self.batches.digest());
            let states = self.decode(wanted, start, each, watch);
            (digest.join(), states)
        });
        let states = states?;
        let digest = digest.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok((Some(digest?), states))
    }

    fn decode<S: Send>(
        &self,
        wanted: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, u64, &RecordBatch) -> Result<(), Problem> + Sync,
        watch: &dyn Watch,
    ) -> Result<Vec<S>, Problem> {
        let mut pieces = self.batches.pieces(wanted)?;
        let mut row = 0;
        workers::feed(
            workers::count(self.options.threads),
            || {
                if watch.is_cancelled() {
                    return Err(Problem::Cancelled);
                }
                let Some(piece) = pieces.next() else { return Ok(None) };
                let Piece { rows, amount, make } = piece?;
                watch.advance(amount);
                row += rows;
                Ok(Some((row - rows, make)))
            },
            start,
            |state, (mut first_row, make): (u64, Box<Make<'_>>)| {
                make(&mut |batch| {
                    let row = first_row;
                    first_row += batch.num_rows() as u64;
                    if watch.is_cancelled() {
                        return Err(Problem::Cancelled);
                    }
                    if batch.num_rows() == 0 { Ok(()) } else { each(state, row, batch) }
                })
            },
        )
    }
}

impl Source for BatchSource {
    fn name(&self) -> &Path {
        &self.name
    }

    fn columns(&self) -> &[Field] {
        &self.fields
    }

    fn threads(&self) -> usize {
        workers::count(self.options.threads)
    }

    fn read(&self, wants: &[ReadAs], watch: &dyn Watch) -> Result<Table, IoError> {
        self.try_read(wants, watch).map_err(|problem| self.told(problem))
    }

    fn pass(
        &self,
        columns: &[usize],
        each: &Visit<'_>,
        watch: &dyn Watch,
    ) -> Result<Passed, IoError> {
        self.try_pass(columns, each, watch).map_err(|problem| self.told(problem))
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
struct ColumnCells<'a> {
    texts: &'a [StringArray],
    /// Which text each column is.
    places: &'a [usize],
    rows: usize,
}

impl ColumnCells<'_> {
    #[inline]
    fn text(&self, row: usize, column: usize) -> Option<&str> {
        let text = &self.texts[self.places[column]];
        text.is_valid(row).then(|| text.value(row))
    }
}

impl Cells for ColumnCells<'_> {
    fn cell(&self, row: usize, column: usize) -> Option<Cow<'_, str>> {
        self.text(row, column).map(Cow::Borrowed)
    }

    fn all_cells(&self, column: usize, test: &mut dyn FnMut(usize, Option<&[u8]>) -> bool) -> bool {
        (0..self.rows).all(|row| test(row, self.text(row, column).map(str::as_bytes)))
    }
}
