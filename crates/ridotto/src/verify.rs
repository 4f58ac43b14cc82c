//! Verification: the written file is read again from its bytes, and judged as a stranger would.
//!
//! Records are grouped by the *texts* of their quasi-identifiers in a plain map, which shares
//! nothing with the packed engine that decided; classes are judged anew; and every cell must be
//! the cell of its input record, or an ancestor of it. What a release must not show (which input
//! record is which output record) comes from the order in which records were written.

use crate::Error;
use crate::output::{Allowed, Cells, OutputColumn};
use crate::progress::Watched;
use arrow::array::{Array, StringArray};
use rayon::prelude::*;
use ridotto_core::count::{grouped, records};
use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, Codes, Dictionary, Reading, Value, Watch};
use ridotto_io::{Block, Column, IoError, Source, SourceOptions};
use ridotto_policy::language::Role;
use rustc_hash::FxHashMap;
use std::path::Path;

/// What the output must be.
#[derive(Debug)]
pub struct Expected<'a> {
    /// Its columns.
    pub columns: &'a [OutputColumn<'a>],
    /// The input record of each output record.
    pub order: &'a [u32],
    /// The records whose values were hidden and not left out.
    pub hidden: Option<&'a [bool]>,
    /// The text of a missing value.
    pub missing: &'a str,
}

/// What the file was seen to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Records.
    pub rows: u64,
    /// The sizes of the classes, in ascending order; hidden records form none.
    pub sizes: Vec<u64>,
    /// The digest of the file's bytes.
    pub sha256: String,
}

impl Verified {
    /// The smallest class.
    pub fn smallest(&self) -> Option<u64> {
        self.sizes.first().copied()
    }
}

/// Reads a file again and compares it with what it must be.
pub fn verify(
    path: &Path,
    options: &SourceOptions,
    expected: &Expected<'_>,
    watch: &dyn Watch,
) -> Result<Verified, Error> {
    let source = Source::open(path, options)?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    if names != expected.columns.iter().map(|column| column.name).collect::<Vec<_>>() {
        return Err(Error::Unverified("the columns are not those that were to be written".into()));
    }
    let checks: Vec<Check<'_>> = expected.columns.iter().map(Check::new).collect();
    let keys: Vec<usize> = (0..checks.len()).filter(|&at| checks[at].is_key).collect();
    let all: Vec<usize> = (0..checks.len()).collect();
    let companion = Companion::new(&checks, expected.order.len());
    watch.begin("verifying", Some(expected.order.len() as u64));
    let scanned = source.scan(
        &all,
        || Reader::new(checks.len()),
        |reader, block| reader.read(block, expected, &checks, &keys, companion.as_ref()),
        &Watched(watch),
    )?;
    if scanned.rows != expected.order.len() as u64 {
        return Err(Error::Unverified(format!(
            "it has {} and not {}",
            records(scanned.rows),
            grouped(expected.order.len() as u64)
        )));
    }
    let mut classes: FxHashMap<Vec<u8>, u64> = FxHashMap::default();
    for (key, size) in scanned.states.into_iter().flat_map(|reader| reader.classes) {
        *classes.entry(key).or_default() += size;
    }
    let mut sizes: Vec<u64> = classes.into_values().collect();
    sizes.sort_unstable();
    Ok(Verified { rows: scanned.rows, sizes, sha256: scanned.sha256.to_string() })
}

/// How one column's cells are checked.
struct Check<'a> {
    name: &'a str,
    is_key: bool,
    is_hidden_with_record: bool,
    cells: CheckedCells<'a>,
}

enum CheckedCells<'a> {
    /// The input's code, and what it may become; and its values, if a typed file writes them in
    /// its own way.
    Coded(&'a Codes, Allowed<'a>, Option<&'a Dictionary>),
    /// The input's values as texts, in chunks, and the first row of each.
    Carried(Vec<StringArray>, Vec<usize>),
}

impl<'a> Check<'a> {
    fn new(column: &'a OutputColumn<'a>) -> Self {
        let cells = match (column.input, &column.cells) {
            (
                Column::Coded { codes, dictionary, .. },
                Cells::Labelled { hierarchy, native, .. },
            ) => {
                let by_value = native.is_some().then_some(dictionary);
                CheckedCells::Coded(codes, Allowed::new(dictionary, *hierarchy), by_value)
            }
            (Column::Carried(chunks), _) => {
                let mut next = 0;
                let starts = chunks.iter().map(|chunk| {
                    let start = next;
                    next += chunk.len();
                    start
                });
                let starts = starts.collect();
                let texts = chunks.iter().map(ridotto_io::texts).collect::<Option<_>>();
                CheckedCells::Carried(texts.expect("what was read has a text"), starts)
            }
            _ => unreachable!("a released column was read"),
        };
        let is_key = column.role == Role::QuasiIdentifier;
        let is_hidden_with_record = is_key || column.role == Role::Sensitive;
        Self { name: column.name, is_key, is_hidden_with_record, cells }
    }

    /// Whether the cells of a block may stand for the input rows named. Column by column, so that
    /// what a column needs stays in the cache.
    fn admits(&self, block: &Block<'_>, at: usize, rows: &Rows<'_>, reader: &mut Reader) -> bool {
        let Reader { codes: gathered, hints, words, .. } = reader;
        let is_hidden = |row: usize| {
            self.is_hidden_with_record
                && rows.hidden.is_some_and(|hidden| hidden[rows.inputs[row] as usize])
        };
        match &self.cells {
            CheckedCells::Coded(codes, allowed, by_value) => {
                gathered.clear();
                match rows.companion.and_then(|companion| companion.places[at]) {
                    Some((shift, mask)) => {
                        gathered.extend(words.iter().map(|word| (word >> shift & mask) as Code));
                    }
                    None => codes.gather(rows.inputs, gathered),
                }
                let hint = &mut hints[at];
                gathered.iter().enumerate().all(|(row, &code)| {
                    let cell = block.bytes(row, at);
                    let cell = cell.as_deref();
                    if is_hidden(row) {
                        cell == Some(TOP.as_bytes())
                    } else {
                        allowed.admits(code, cell, rows.missing, hint)
                            || by_value.is_some_and(|values| is_same_value(values, code, cell))
                    }
                })
            }
            CheckedCells::Carried(chunks, starts) => {
                rows.inputs.iter().enumerate().all(|(row, &input)| {
                    let input = input as usize;
                    let in_chunk = starts.partition_point(|&start| start <= input) - 1;
                    let (chunk, input) = (&chunks[in_chunk], input - starts[in_chunk]);
                    let cell = block.bytes(row, at);
                    let cell = cell.as_deref();
                    if chunk.is_null(input) {
                        cell.is_none_or(|cell| cell == rows.missing)
                    } else {
                        cell == Some(chunk.value(input).as_bytes())
                    }
                })
            }
        }
    }
}

/// Whether a cell of a typed file is the same number, day or truth value as the text that it was
/// made from: `1.50` is written as 1.5 there, and `31.12.2024` as 2024-12-31.
#[cold]
fn is_same_value(values: &Dictionary, code: Code, cell: Option<&[u8]>) -> bool {
    let (Some(text), Some(cell)) = (values.text(code), cell) else { return false };
    let Ok(cell) = std::str::from_utf8(cell) else { return false };
    let value = values.reading().parse(text);
    value != Value::Text && Reading::of_kind(values.reading().kind).parse(cell) == value
}

/// The rows of a block: the input rows that they stand for.
struct Rows<'a> {
    inputs: &'a [u32],
    hidden: Option<&'a [bool]>,
    missing: &'a [u8],
    companion: Option<&'a Companion>,
}

/// The input's codes in one word per record. Records are looked up in random order, which then
/// costs one miss of the cache and not one per column.
struct Companion {
    words: Vec<u64>,
    /// Each column's shift and mask; `None` if it has no codes.
    places: Vec<Option<(u32, u64)>>,
}

/// Fewer records than this fit the cache anyway. The tests beside this file take this way, those of
/// the facade the other.
const MANY: usize = if cfg!(test) { 1 } else { 1 << 18 };

impl Companion {
    /// The companion of many records, if their codes fit a word.
    fn new(checks: &[Check<'_>], records: usize) -> Option<Self> {
        let mut used = 0;
        let mut places = Vec::new();
        let mut packed = Vec::new();
        for check in checks {
            let CheckedCells::Coded(codes, allowed, _) = &check.cells else {
                places.push(None);
                continue;
            };
            let bits = usize::BITS - allowed.values().saturating_sub(1).leading_zeros();
            places.push(Some((used, u64::MAX >> (u64::BITS - bits.max(1)))));
            packed.push((*codes, used));
            used += bits.max(1);
        }
        let rows = packed.first().map_or(0, |(codes, _)| codes.len());
        if used > u64::BITS || records < MANY {
            return None;
        }
        let mut words = vec![0; rows];
        words.par_chunks_mut(1 << 14).enumerate().for_each(|(chunk, words)| {
            for &(codes, shift) in &packed {
                let mut words = words.iter_mut();
                let start = chunk << 14;
                codes.for_each(start..start + words.len(), |code| {
                    if let Some(word) = words.next() {
                        *word |= u64::from(code) << shift;
                    }
                });
            }
        });
        Some(Self { words, places })
    }
}

/// What one thread has seen.
struct Reader {
    classes: FxHashMap<Vec<u8>, u64>,
    key: Vec<u8>,
    codes: Vec<Code>,
    words: Vec<u64>,
    hints: Vec<usize>,
}

impl Reader {
    fn new(columns: usize) -> Self {
        let classes = FxHashMap::default();
        Self {
            classes,
            key: Vec::new(),
            codes: Vec::new(),
            words: Vec::new(),
            hints: vec![0; columns],
        }
    }

    fn read(
        &mut self,
        block: &Block<'_>,
        expected: &Expected<'_>,
        checks: &[Check<'_>],
        keys: &[usize],
        companion: Option<&Companion>,
    ) -> Result<(), VerifyError> {
        let first = block.first_row as usize;
        let Some(inputs) = expected.order.get(first..first + block.rows()) else {
            return Err(VerifyError::Fault("it has more records than were written".into()));
        };
        if let Some(Companion { words, .. }) = companion {
            self.words.clear();
            self.words.extend(inputs.iter().map(|&input| words[input as usize]));
        }
        let missing = expected.missing.as_bytes();
        let rows = Rows { inputs, hidden: expected.hidden, missing, companion };
        for (at, check) in checks.iter().enumerate() {
            if !check.admits(block, at, &rows, self) {
                return Err(VerifyError::Fault(format!(
                    "a cell of `{}` is neither its input cell nor an ancestor of it",
                    check.name
                )));
            }
        }
        for (row, &input) in inputs.iter().enumerate() {
            if !expected.hidden.is_some_and(|hidden| hidden[input as usize]) {
                self.count(block, row, keys);
            }
        }
        Ok(())
    }

    /// Counts a record by the texts of its quasi-identifiers.
    fn count(&mut self, block: &Block<'_>, row: usize, keys: &[usize]) {
        self.key.clear();
        for &at in keys {
            // Lengths keep cells apart whatever they contain; a null is not an empty text.
            match block.bytes(row, at) {
                Some(cell) => {
                    // One byte for short cells, nine for long ones.
                    match u8::try_from(cell.len() + 1) {
                        Ok(length @ 1..=254) => self.key.push(length),
                        _ => {
                            self.key.push(255);
                            self.key.extend_from_slice(&(cell.len() as u64).to_le_bytes());
                        }
                    }
                    self.key.extend_from_slice(&cell);
                }
                None => self.key.push(0),
            }
        }
        match self.classes.get_mut(&self.key) {
            Some(size) => *size += 1,
            None => {
                self.classes.insert(self.key.clone(), 1);
            }
        }
    }
}

/// A fault of the written file, or of reading it.
enum VerifyError {
    Io(IoError),
    Fault(String),
}

impl From<IoError> for VerifyError {
    fn from(error: IoError) -> Self {
        Self::Io(error)
    }
}

impl From<VerifyError> for Error {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Io(error) => error.into(),
            VerifyError::Fault(fault) => Self::Unverified(fault),
        }
    }
}

#[cfg(test)]
mod tests;
