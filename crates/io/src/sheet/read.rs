//! Reading a sheet: once for its names and types, once for its rows.

use super::{safe, value::Cell};
use crate::{
    Batches, Digest, Known, Lines, Piece, Pieces, Problem, Sorts, SourceOptions,
    columnar::batch_of,
    csv::{are_unnamed, look_like_values, unnamed},
    digest::digest_of_path,
    from_text,
    guard::guarded,
    workers,
};
use arrow_array::{ArrayRef, RecordBatch, builder::StringBuilder};
use calamine::{Reader, Xlsx, XlsxError};
use std::{
    fs::File,
    io::{BufReader, Cursor, Read, Seek},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Rows per batch.
const BATCH: usize = 8192;

/// What a sheet can have. A cell beyond would make columns up to there.
const MOST_ROWS: u32 = 1 << 20;
const MOST_COLUMNS: u32 = 1 << 14;

/// A workbook of which a sheet's columns are known.
pub(crate) struct SheetSource {
    bytes: Bytes,
    sheet: String,
    missing: Vec<String>,
    has_names: bool,
    pub columns: Vec<Known>,
    pub lines: Lines,
    /// Whether the names look like a record.
    pub is_record: bool,
}

/// Where the bytes are.
#[derive(Clone)]
enum Bytes {
    File(PathBuf),
    /// For fuzzing.
    Memory(Arc<[u8]>),
}

trait Seekable: Read + Seek + Send {}
impl<T: Read + Seek + Send> Seekable for T {}

impl Bytes {
    fn open(&self) -> Result<BufReader<Box<dyn Seekable>>, Problem> {
        Ok(BufReader::new(match self {
            Self::File(path) => Box::new(File::open(path)?),
            Self::Memory(bytes) => Box::new(Cursor::new(bytes.clone())),
        }))
    }

    fn digest(&self) -> Result<Digest, Problem> {
        match self {
            Self::File(path) => digest_of_path(path),
            Self::Memory(bytes) => Ok(Digest::of_bytes(bytes)),
        }
    }
}

impl Batches for SheetSource {
    fn digest(&self) -> Result<Digest, Problem> {
        self.bytes.digest()
    }

    fn pieces<'a>(&'a self, wanted: &'a [usize]) -> Result<Pieces<'a>, Problem> {
        Ok(Box::new(self.batches(wanted).map(|batch| Ok(Piece::of_batch(batch?)))))
    }
}

impl SheetSource {
    /// Opens a sheet, or the first one if none is named. Cells of `missing` texts have no value.
    pub fn open(path: &Path, options: &SourceOptions) -> Result<Self, Problem> {
        Self::new(Bytes::File(path.to_owned()), options)
    }

    pub fn of_bytes(bytes: &[u8], options: &SourceOptions) -> Result<Self, Problem> {
        Self::new(Bytes::Memory(bytes.into()), options)
    }

    fn new(bytes: Bytes, options: &SourceOptions) -> Result<Self, Problem> {
        safe::check(bytes.open()?)?;
        let (sheet, missing) = (options.sheet.clone(), options.missing.clone());
        guarded(Problem::BrokenSheet, || -> Result<Self, Problem> {
            let mut workbook = Xlsx::new(bytes.open()?).map_err(problem)?;
            let sheet = chosen(&workbook.sheet_names(), sheet)?;
            let is_unnamed = !options.header;
            let mut survey = Survey { missing: &missing, is_unnamed, ..Survey::default() };
            each_row(&mut workbook, &sheet, |row, cells| survey.take(row, cells).map(|()| true))?;
            let Survey { columns, lines, is_record, is_unnamed, .. } = survey;
            if columns.is_empty() {
                return Err(Problem::Empty);
            }
            let known = |(name, sorts): &(String, Sorts)| Known::found(name, sorts.data_type());
            let columns = columns.iter().map(known).collect();
            let (missing, has_names) = (missing.clone(), !is_unnamed);
            Ok(Self { bytes, sheet, missing, has_names, columns, lines, is_record })
        })
    }

    /// Batches of the wanted columns.
    fn batches(
        &self,
        wanted: &[usize],
    ) -> impl Iterator<Item = Result<RecordBatch, Problem>> + use<> {
        let (bytes, sheet) = (self.bytes.clone(), self.sheet.clone());
        let mut batch = Batch::new(&self.columns, wanted, &self.missing);
        let has_names = self.has_names;
        let make = move |pass: &mut dyn FnMut(RecordBatch) -> bool| {
            guarded(Problem::BrokenSheet, || -> Result<(), Problem> {
                let mut workbook = Xlsx::new(bytes.open()?).map_err(problem)?;
                let mut is_header = true;
                each_row(&mut workbook, &sheet, |_, cells| {
                    if std::mem::take(&mut is_header) {
                        batch.first = cells.first().map_or(0, |(column, _)| *column);
                        if has_names {
                            return Ok(true);
                        }
                    }
                    batch.push(cells);
                    Ok(batch.rows < BATCH || pass(batch.finish()?))
                })?;
                if batch.rows > 0 {
                    pass(batch.finish()?);
                }
                Ok(())
            })
        };
        workers::ahead(make, || Problem::BrokenSheet)
    }
}

fn chosen(names: &[String], wanted: Option<String>) -> Result<String, Problem> {
    match wanted {
        None => names.first().cloned().ok_or(Problem::BrokenSheet),
        Some(sheet) if names.contains(&sheet) => Ok(sheet),
        Some(sheet) => Err(Problem::NoSuchSheet { sheet, sheets: names.to_vec() }),
    }
}

/// Messages of the library may quote cells, so only system errors pass.
fn problem(error: XlsxError) -> Problem {
    match error {
        XlsxError::Io(error) if error.raw_os_error().is_some() => error.into(),
        XlsxError::Password => Problem::LockedSheet,
        _ => Problem::BrokenSheet,
    }
}

/// Calls `each` with every row that is not blank, its number from 1 and its cells, until it says no.
fn each_row<R: Read + Seek>(
    workbook: &mut Xlsx<R>,
    sheet: &str,
    mut each: impl FnMut(u64, &[(u32, Cell<'_>)]) -> Result<bool, Problem>,
) -> Result<(), Problem> {
    let mut reader = workbook.worksheet_cells_reader(sheet).map_err(problem)?;
    let mut row: Vec<(u32, calamine::DataRef<'_>)> = Vec::new();
    let mut number = 0;
    loop {
        let cell = reader.next_cell().map_err(problem)?;
        let at = cell.as_ref().map(|cell| cell.get_position().0);
        if at != Some(number) {
            let cells: Vec<_> =
                row.iter().map(|(column, data)| (*column, Cell::of(data))).collect();
            if !cells.is_empty() && !each(u64::from(number) + 1, &cells)? {
                return Ok(());
            }
            row.clear();
        }
        let Some(cell) = cell else { return Ok(()) };
        let (at, column) = cell.get_position();
        if at >= MOST_ROWS || column >= MOST_COLUMNS {
            return Err(Problem::BrokenSheet);
        }
        if at < number || row.last().is_some_and(|(last, _)| *last >= column) {
            return Err(Problem::BrokenSheet);
        }
        number = at;
        let data = cell.get_value();
        if !matches!(data, calamine::DataRef::Empty) {
            row.push((column, data.clone()));
        }
    }
}

/// What the first pass gathers.
#[derive(Default)]
struct Survey<'a> {
    missing: &'a [String],
    columns: Vec<(String, Sorts)>,
    /// Where the first column is in the sheet.
    first: u32,
    lines: Lines,
    rows: usize,
    /// Whether there are no names; found out if the first row has those that we give.
    is_unnamed: bool,
    is_record: bool,
}

impl Survey<'_> {
    fn take(&mut self, row: u64, cells: &[(u32, Cell<'_>)]) -> Result<(), Problem> {
        if self.columns.is_empty() {
            self.header(row, cells);
            if !self.is_unnamed {
                return Ok(());
            }
        }
        self.lines.step(self.rows, row);
        self.rows += 1;
        for (column, cell) in cells {
            let place = column.checked_sub(self.first).map(|place| place as usize);
            let Some((_, sorts)) = place.and_then(|place| self.columns.get_mut(place)) else {
                return Err(Problem::CellOutside { cell: address(row, *column) });
            };
            let none = Sorts::default();
            *sorts = sorts.and(match cell {
                Cell::Missing => none,
                Cell::Text(text) if self.missing.iter().any(|one| *one == **text) => none,
                Cell::Text(_) => Sorts { texts: true, ..none },
                Cell::Number(_) => Sorts { numbers: true, ..none },
                Cell::Truth(_) => Sorts { truths: true, ..none },
                Cell::Day(_) => Sorts { days: true, ..none },
                Cell::Time(_) => Sorts { times: true, ..none },
                Cell::Fault(fault) if self.missing.contains(fault) => none,
                Cell::Fault(fault) => {
                    let (cell, fault) = (address(row, *column), fault.clone());
                    return Err(Problem::FaultyCell { cell, fault });
                }
            });
        }
        Ok(())
    }

    /// The first row that is not blank has the names.
    fn header(&mut self, row: u64, cells: &[(u32, Cell<'_>)]) {
        let (first, last) = (cells[0].0, cells[cells.len() - 1].0);
        self.first = first;
        self.columns = vec![Default::default(); (last - first) as usize + 1];
        for (column, cell) in cells {
            let name = cell.text().unwrap_or_default();
            name.clone_into(&mut self.columns[(column - first) as usize].0);
        }
        let names: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        self.is_unnamed &= !are_unnamed(&names);
        if self.is_unnamed {
            let given =
                unnamed(self.columns.len()).into_iter().map(|name| (name, Sorts::default()));
            self.columns = given.collect();
        } else {
            self.is_record = look_like_values(names.iter().map(String::as_str));
        }
        self.lines = Lines::starting_at(row + u64::from(!self.is_unnamed));
    }
}

/// Rows that become a batch.
struct Batch {
    /// Where the first column is in the sheet.
    first: u32,
    /// The place of each column among those wanted.
    places: Vec<Option<usize>>,
    types: Vec<Option<arrow_schema::DataType>>,
    builders: Vec<StringBuilder>,
    missing: Vec<String>,
    rows: usize,
}

impl Batch {
    fn new(columns: &[Known], wanted: &[usize], missing: &[String]) -> Self {
        let mut places = vec![None; columns.len()];
        wanted.iter().zip(0..).for_each(|(&at, place)| places[at] = Some(place));
        let types = wanted.iter().map(|&at| columns[at].data_type.clone()).collect();
        let builders = wanted.iter().map(|_| StringBuilder::new()).collect();
        Self { first: 0, places, types, builders, missing: missing.to_vec(), rows: 0 }
    }

    fn push(&mut self, cells: &[(u32, Cell<'_>)]) {
        self.rows += 1;
        for (column, cell) in cells {
            let place = column.checked_sub(self.first).map(|place| place as usize);
            if let Some(&Some(place)) = place.and_then(|place| self.places.get(place)) {
                let text = cell.text().filter(|text| !self.missing.iter().any(|one| one == text));
                self.builders[place].append_option(text);
            }
        }
        for builder in &mut self.builders {
            if arrow_array::builder::ArrayBuilder::len(builder) < self.rows {
                builder.append_null();
            }
        }
    }

    fn finish(&mut self) -> Result<RecordBatch, Problem> {
        let arrays = self.builders.iter_mut().zip(&self.types).map(|(builder, data_type)| {
            let texts = builder.finish();
            match data_type {
                Some(data_type) if data_type.is_temporal() => {
                    from_text(&texts, data_type).ok_or(Problem::BrokenSheet)
                }
                _ => Ok(Arc::new(texts) as ArrayRef),
            }
        });
        let arrays = arrays.collect::<Result<Vec<_>, Problem>>()?;
        batch_of(arrays, std::mem::take(&mut self.rows))
    }
}

/// The name of a cell, as the program shows it: `AB12`.
fn address(row: u64, column: u32) -> String {
    let (mut letters, mut left) = (Vec::new(), column + 1);
    while left > 0 {
        letters.push(b'A' + ((left - 1) % 26) as u8);
        left = (left - 1) / 26;
    }
    letters.reverse();
    format!("{}{row}", String::from_utf8_lossy(&letters))
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn cells_have_names() {
        let names = [(1, 0), (2, 25), (3, 26), (4, 701), (5, 702), (1_048_576, 16_383)]
            .map(|(row, column)| address(row, column));
        assert_eq!(names, ["A1", "Z2", "AA3", "ZZ4", "AAA5", "XFD1048576"]);
    }
}
