//! Verification: the written file is read again from its bytes, and judged as a stranger would.
//!
//! Records are grouped by the *texts* of their quasi-identifiers ([`seen`]), which shares nothing
//! with the packed engine that decided; classes are judged anew; and every cell must be the cell
//! of its input record, or an ancestor of it, or what covers it ([`truth`]). What a release must not show (which input record is
//! which output record) comes from the order in which records were written.

mod alike;
mod fitting;
mod seen;
mod truth;

use crate::Error;
use crate::output::{Allowed, Cells, OutputColumn, Truth};
use crate::progress::Watched;
use arrow::array::{Array, ArrayRef, StringArray};
use rayon::prelude::*;
use ridotto_core::class::Tally;
use ridotto_core::count::{grouped, records};
use ridotto_core::hierarchy::TOP;
use ridotto_core::{ClassTable, Code, Codes, Dictionary, KeyColumn, Reading, Value, Watch};
use ridotto_io::{Block, Column, Digest, IoError, Source, SourceOptions, Staged};
use ridotto_micro::Labelling;
use ridotto_policy::language::Role;
use rustc_hash::FxHashSet;
use seen::{NULL, Seen, same};
use std::path::Path;
use truth::{Beyond, Means};

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
    /// The columns that models look at, by input record: what judging needs is taken from the
    /// record that was found to stand here.
    pub judged: &'a [KeyColumn<'a>],
    /// Everybody of the population, if requirements count them.
    pub people: Option<Everybody<'a>>,
}

/// The population as a private companion of the file: what everybody would show.
#[derive(Debug)]
pub struct Everybody<'a> {
    /// How many people have which values.
    pub tally: &'a Tally,
    /// What each value of each quasi-identifier would be shown as; missing is `None`.
    pub labels: Vec<Vec<Option<String>>>,
}

/// What the file was seen to hold.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Records.
    pub rows: u64,
    /// The digest of the file's bytes.
    pub sha256: String,
    seen: Seen,
    /// The text of a missing value.
    missing: String,
    /// How many values each judged column has.
    values: Vec<usize>,
}

impl Verified {
    /// A file that has columns and no record.
    fn nothing(path: &Path, expected: &Expected<'_>) -> Result<Self, Error> {
        let is_key = |column: &&OutputColumn<'_>| column.role == Role::QuasiIdentifier;
        let keys = expected.columns.iter().filter(is_key).count();
        Ok(Self {
            rows: 0,
            sha256: Digest::of_file(path)?.to_string(),
            seen: Seen::new(keys, expected.judged.len()),
            missing: expected.missing.to_owned(),
            values: expected.judged.iter().map(|column| column.values).collect(),
        })
    }

    /// How many classes there are; hidden records form none.
    pub fn classes(&self) -> usize {
        self.seen.classes.counts().len()
    }

    /// The sizes of the classes, in ascending order.
    pub fn sizes(&self) -> Vec<u64> {
        let mut sizes = self.seen.classes.counts().to_vec();
        sizes.sort_unstable();
        sizes
    }

    /// The fewest records that fit a record over some of the quasi-identifiers, if `*` and missing
    /// cells fit anything; `None` if there is no record.
    pub fn least_fitting(&self, keys: &[usize]) -> Option<u64> {
        self.seen.least_fitting(keys, self.missing.as_bytes())
    }

    /// The fewest persons whose records, all of them, show the same; `None` if there is no record.
    /// `person` is the place of a judged column that tells persons apart.
    pub fn least_alike(&self, person: usize) -> Option<u64> {
        self.seen.least_alike(person)
    }

    /// The classes over some of the quasi-identifiers, named by their places.
    pub fn table(&self, keys: &[usize]) -> ClassTable {
        self.seen.table(keys, &self.values)
    }
}

/// Reads a file again and compares it with what it must be.
pub fn verify(
    staged: &Staged,
    options: &SourceOptions,
    expected: &Expected<'_>,
    watch: &dyn Watch,
) -> Result<Verified, Error> {
    std::thread::scope(|scope| {
        // The file must reach the disk before it is published: it may as well go there now. If
        // that fails, publishing fails again and says so.
        scope.spawn(|| staged.file().sync_data());
        verify_source(Source::open_staged(staged, options), staged.path(), expected, watch)
    })
}

fn verify_source(
    opened: Result<Source, IoError>,
    path: &Path,
    expected: &Expected<'_>,
    watch: &dyn Watch,
) -> Result<Verified, Error> {
    let source = match opened {
        // Without an object there are no keys, and none is to be there.
        Err(error) if expected.order.is_empty() && error.code() == "io::empty" => {
            return Verified::nothing(path, expected);
        }
        source => source?,
    };
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    if names != expected.columns.iter().map(|column| column.name).collect::<Vec<_>>() {
        return Err(Error::Unverified("the columns are not those that were to be written".into()));
    }
    let checks = Check::all(expected.columns);
    let all: Vec<usize> = (0..checks.len()).collect();
    let companion = Companion::new(&checks, expected.order.len());
    watch.begin("verifying", Some(expected.order.len() as u64));
    let scanned = source.scan::<_, VerifyError>(
        &all,
        || Reader::new(&checks, expected.judged.len()),
        |reader, block| reader.read(block, expected, &checks, companion.as_ref()),
        &Watched(watch),
    );
    let scanned = match scanned {
        // Read to its end, and no record found: as it must be if none was to be written.
        Err(VerifyError::Io(error))
            if expected.order.is_empty() && error.code() == "io::header-alone" =>
        {
            return Verified::nothing(path, expected);
        }
        other => other?,
    };
    if scanned.rows != expected.order.len() as u64 {
        return Err(Error::Unverified(format!(
            "it has {} and not {}",
            records(scanned.rows),
            grouped(expected.order.len() as u64)
        )));
    }
    let seen = scanned.states.into_iter().map(|reader| reader.seen).reduce(|mut all, other| {
        all.take_in(&other);
        all
    });
    let mut seen = seen.unwrap_or_else(|| Seen::new(0, expected.judged.len()));
    if let Some(people) = &expected.people {
        seen.count_people(people, expected.missing.as_bytes());
    }
    Ok(Verified {
        rows: scanned.rows,
        sha256: scanned.sha256.to_string(),
        seen,
        missing: expected.missing.to_owned(),
        values: expected.judged.iter().map(|column| column.values).collect(),
    })
}

/// How one column's cells are checked.
struct Check<'a> {
    name: &'a str,
    /// The place among the columns that records are counted by.
    key: Option<usize>,
    is_hidden_with_record: bool,
    cells: CheckedCells<'a>,
}

enum CheckedCells<'a> {
    /// The input's code, and what it may become; its values, if a typed file writes them in
    /// its own way; and what else is true.
    Coded(&'a Codes, Allowed<'a>, Option<&'a Dictionary>, Beyond<'a>),
    /// Labels that stand for values, none of which may be seen.
    Replaced(&'a Codes, &'a Labelling),
    /// The input's values as texts, in chunks, the first row of each, and with how many digits they
    /// may be compared as numbers.
    Carried(Vec<StringArray>, Vec<usize>, usize),
}

impl<'a> Check<'a> {
    fn new(column: &'a OutputColumn<'a>) -> Self {
        let cells = match (column.input, &column.cells) {
            (_, Cells::Labelled { truth: Truth::Replaced, codes, labelling, .. }) => {
                CheckedCells::Replaced(codes, labelling)
            }
            (
                Column::Coded { codes, dictionary, .. },
                Cells::Labelled { truth, native, codes: labels, labelling },
            ) => {
                let by_value = native.is_some().then_some(dictionary);
                let hierarchy = match truth {
                    Truth::Ancestor(hierarchy) => Some(*hierarchy),
                    _ => None,
                };
                let beyond = match truth {
                    Truth::Same | Truth::Ancestor(_) | Truth::Replaced => Beyond::Nothing,
                    Truth::Covering(reading) => Beyond::Covering(dictionary, reading),
                    Truth::Decided => Beyond::Decided(labels, labelling),
                    Truth::Times(factor) => Beyond::Times(dictionary, *factor),
                    Truth::Mean(group_of) => Beyond::Mean(Means::new(group_of, codes, dictionary)),
                };
                CheckedCells::Coded(codes, Allowed::new(dictionary, hierarchy), by_value, beyond)
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
                let most = |chunk: &ArrayRef| match chunk.data_type() {
                    of if of.is_floating() => usize::MAX,
                    of if of.is_numeric() => DIGITS,
                    _ => 0,
                };
                let digits = chunks.iter().map(most).min().unwrap_or(0);
                let texts = texts.expect("what was read has a text");
                CheckedCells::Carried(texts, starts, digits)
            }
            _ => unreachable!("a released column was read"),
        };
        let is_hidden_with_record = column.role != Role::Insensitive;
        Self { name: column.name, key: column.key, is_hidden_with_record, cells }
    }

    /// How the columns are checked. Records are counted by the quasi-identifiers.
    fn all(columns: &'a [OutputColumn<'a>]) -> Vec<Self> {
        columns.iter().map(Self::new).collect()
    }

    /// What its cells could be beside the input's, in words.
    fn what_else(&self) -> &'static str {
        match &self.cells {
            CheckedCells::Coded(.., beyond) => beyond.words(),
            CheckedCells::Carried(..) | CheckedCells::Replaced(..) => Beyond::Nothing.words(),
        }
    }

    /// Whether the cells of a block may stand for the input rows named. Column by column, so that
    /// what a column needs stays in the cache.
    fn admits(&self, block: &Block<'_>, at: usize, rows: &Rows<'_>, reader: &mut Reader) -> bool {
        let Reader { columns, seen, codes: gathered, words, numbers, .. } = reader;
        let is_hidden = |row: usize| {
            self.is_hidden_with_record
                && rows.hidden.is_some_and(|hidden| hidden[rows.inputs[row] as usize])
        };
        let (codes, allowed, by_value, beyond) = match &self.cells {
            CheckedCells::Coded(codes, allowed, by_value, beyond) => {
                (codes, allowed, by_value, beyond)
            }
            CheckedCells::Replaced(codes, labelling) => {
                return block.all_cells(at, |row, cell| {
                    if is_hidden(row) {
                        return cell == Some(TOP.as_bytes());
                    }
                    let code = codes.get(rows.inputs[row] as usize);
                    let label = labelling.label_of[code as usize];
                    if labelling.missing == Some(label) {
                        return cell.is_none_or(|cell| cell == rows.missing);
                    }
                    cell == Some(labelling.labels.bytes(label as usize))
                });
            }
            CheckedCells::Carried(chunks, starts, digits) => {
                return block.all_cells(at, |row, cell| {
                    let input = rows.inputs[row] as usize;
                    let in_chunk = starts.partition_point(|&start| start <= input) - 1;
                    let (chunk, input) = (&chunks[in_chunk], input - starts[in_chunk]);
                    if chunk.is_null(input) {
                        cell.is_none_or(|cell| cell == rows.missing)
                    } else {
                        let value = chunk.value(input);
                        cell.is_some_and(|cell| {
                            same(cell, value.as_bytes()) || is_same_number(value, cell, *digits)
                        })
                    }
                });
            }
        };
        gathered.clear();
        match rows.companion.and_then(|companion| companion.places[at]) {
            Some(Place { word, shift, mask }) => {
                let stride = rows.companion.map_or(1, |companion| companion.stride);
                let words = words.iter().skip(word).step_by(stride);
                gathered.extend(words.map(|word| (word >> shift & mask) as Code));
            }
            None => codes.gather(rows.inputs, gathered),
        }
        let Progress { hint, admitted, pairs } = &mut columns[at];
        let mut is_fine = |row: usize, code: Code, cell: Option<&[u8]>| {
            allowed.admits(code, cell, rows.missing, hint)
                || by_value.is_some_and(|values| is_same_value(values, code, cell))
                || beyond.admits(rows.inputs[row], code, cell, rows.missing)
        };
        let is_star = |cell: Option<&[u8]>| cell == Some(TOP.as_bytes());
        let Some(key) = self.key else {
            return block.all_cells(at, |row, cell| {
                if is_hidden(row) { is_star(cell) } else { is_fine(row, gathered[row], cell) }
            });
        };
        let width = seen.labels.len();
        let labels = &mut seen.labels[key];
        block.all_cells(at, |row, cell| {
            if is_hidden(row) {
                return is_star(cell);
            }
            let code = gathered[row];
            let known = &mut admitted[code as usize];
            if *known == UNKNOWN || !labels.is(*known, cell) {
                *known = labels.number(cell);
                let is_known = !beyond.is_by_row() && pairs.contains(&(code, *known));
                if !is_known && !is_fine(row, code, cell) {
                    return false;
                }
                pairs.insert((code, *known));
            } else if beyond.is_by_row() && !is_fine(row, code, cell) {
                return false;
            }
            numbers[row * width + key] = *known;
            true
        })
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

/// Numbers of so many digits differ if and only if the nearest floating numbers do.
const DIGITS: usize = 15;

/// Whether a cell is the number of a text, written in another way: a sheet knows no `1.50`. Numbers
/// with more digits than may be compared must be written in the same way.
fn is_same_number(text: &str, cell: &[u8], most: usize) -> bool {
    let digits = |text: &[u8]| text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let Ok(shown) = std::str::from_utf8(cell) else { return false };
    most > 0
        && digits(text.as_bytes()).max(digits(cell)) <= most
        && number(text).is_some_and(|value| number(shown) == Some(value))
}

/// The rows of a block: the input rows that they stand for.
struct Rows<'a> {
    inputs: &'a [u32],
    hidden: Option<&'a [bool]>,
    missing: &'a [u8],
    companion: Option<&'a Companion>,
}

/// The input's codes in a few words per record. Records are looked up in random order, which then
/// costs one miss of the cache and not one per column.
struct Companion {
    words: Vec<u64>,
    /// Words of a record.
    stride: usize,
    /// Where each column is; `None` if it has no codes, or if there is no place left.
    places: Vec<Option<Place>>,
}

/// Words of a record at most: they lie in one line of the cache.
const WORDS: usize = 2;

/// Where the codes of a column are.
#[derive(Clone, Copy)]
struct Place {
    word: usize,
    shift: u32,
    mask: u64,
}

/// Fewer records than this fit the cache anyway. The tests beside this file take this way, those of
/// the facade the other.
const MANY: usize = if cfg!(test) { 1 } else { 1 << 18 };

impl Companion {
    /// The companion of many records.
    fn new<'a>(checks: &[Check<'a>], records: usize) -> Option<Self> {
        if records < MANY {
            return None;
        }
        let mut used = [0; WORDS];
        let mut packed: Vec<(&'a Codes, Place)> = Vec::new();
        let place = |check: &Check<'a>| {
            let CheckedCells::Coded(codes, allowed, ..) = &check.cells else { return None };
            let codes: &'a Codes = codes;
            let values = allowed.values().saturating_sub(1);
            let bits = (usize::BITS - values.leading_zeros()).max(1);
            let word = (0..WORDS).find(|&word| used[word] + bits <= u64::BITS)?;
            let place = Place { word, shift: used[word], mask: u64::MAX >> (u64::BITS - bits) };
            packed.push((codes, place));
            used[word] += bits;
            Some(place)
        };
        let places = checks.iter().map(place).collect();
        // Where no column is checked by its codes there is nothing to look up.
        let rows = packed.first()?.0.len();
        let stride = used.iter().filter(|&&bits| bits > 0).count().max(1);
        let mut words = vec![0; rows * stride];
        words.par_chunks_mut(stride << 14).enumerate().for_each(|(chunk, words)| {
            for &(codes, Place { word, shift, .. }) in &packed {
                let (start, rows) = (chunk << 14, words.len() / stride);
                let mut words = words.iter_mut().skip(word).step_by(stride);
                codes.for_each(start..start + rows, |code| {
                    if let Some(word) = words.next() {
                        *word |= u64::from(code) << shift;
                    }
                });
            }
        });
        Some(Self { words, stride, places })
    }
}

/// What one thread has seen.
struct Reader {
    seen: Seen,
    columns: Vec<Progress>,
    codes: Vec<Code>,
    words: Vec<u64>,
    /// The labels of a block's records, one record after the other.
    numbers: Vec<u32>,
    /// The input records of a block and their classes.
    classes: Vec<(u32, u32)>,
}

/// What a thread has learnt of a column.
struct Progress {
    /// The level that fitted last.
    hint: usize,
    /// The label that each value of the input was last seen as, and found to be allowed as.
    admitted: Vec<u32>,
    /// The values and labels that were found to go together.
    pairs: FxHashSet<(Code, u32)>,
}

/// No label was seen yet.
const UNKNOWN: u32 = u32::MAX;

impl Reader {
    fn new(checks: &[Check<'_>], judged: usize) -> Self {
        let column = |check: &Check<'_>| {
            let values = match &check.cells {
                CheckedCells::Coded(_, allowed, ..) if check.key.is_some() => allowed.values(),
                _ => 0,
            };
            Progress { hint: 0, admitted: vec![UNKNOWN; values], pairs: FxHashSet::default() }
        };
        Self {
            seen: Seen::new(checks.iter().filter(|check| check.key.is_some()).count(), judged),
            classes: Vec::new(),
            columns: checks.iter().map(column).collect(),
            codes: Vec::new(),
            words: Vec::new(),
            numbers: Vec::new(),
        }
    }

    fn read(
        &mut self,
        block: &Block<'_>,
        expected: &Expected<'_>,
        checks: &[Check<'_>],
        companion: Option<&Companion>,
    ) -> Result<(), VerifyError> {
        let first = block.first_row as usize;
        let Some(inputs) = expected.order.get(first..first + block.rows()) else {
            return Err(VerifyError::Fault("it has more records than were written".into()));
        };
        match companion {
            Some(Companion { words, stride: 1, .. }) => {
                self.words.clear();
                self.words.extend(inputs.iter().map(|&input| words[input as usize]));
            }
            Some(Companion { words, stride, .. }) => {
                self.words.clear();
                let of = |&input: &u32| &words[input as usize * stride..][..*stride];
                self.words.extend(inputs.iter().flat_map(of));
            }
            None => {}
        }
        let width = self.seen.labels.len();
        self.numbers.clear();
        self.numbers.resize(inputs.len() * width, NULL);
        let missing = expected.missing.as_bytes();
        let rows = Rows { inputs, hidden: expected.hidden, missing, companion };
        for (at, check) in checks.iter().enumerate() {
            if !check.admits(block, at, &rows, self) {
                let allowed = match check.cells {
                    CheckedCells::Replaced(..) => "not what stands for it".to_owned(),
                    _ => format!("neither its input cell nor {}", check.what_else()),
                };
                return Err(VerifyError::Fault(format!("a cell of `{}` is {allowed}", check.name)));
            }
        }
        self.classes.clear();
        for (row, &input) in inputs.iter().enumerate() {
            if !expected.hidden.is_some_and(|hidden| hidden[input as usize]) {
                let class = self.seen.add(&self.numbers[row * width..][..width]);
                self.classes.push((input, class));
            }
        }
        for (at, column) in expected.judged.iter().enumerate() {
            let values = self
                .classes
                .iter()
                .map(|&(input, class)| (class, column.codes.get(input as usize)));
            self.seen.judge(at, values);
        }
        Ok(())
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
