//! Writing text tables.
//!
//! All labels lie ready in one buffer: encoded, quoted where needed, each with the delimiter or
//! the line end that follows it. A row is then a few copies of 32 bytes, of which as many count as
//! the label is long; only longer labels take a second copy. Several threads make chunks of rows,
//! and one writes them in order.

use super::{Dialect, encoding::Encoding, source::check_dialect};
use crate::{
    Compression, Digest, OutColumn, Problem, Progress, WriteOptions,
    columnar::{gather::Chunks, text::to_text},
    digest::Digesting,
    workers,
};
use arrow::{
    array::{Array, AsArray, StringArray},
    datatypes::DataType,
};
use flate2::{GzBuilder, write::GzEncoder};
use ridotto_core::{Code, Codes, each_width};
use std::{fs::File, io::Write};

/// Rows of which the codes are fetched at once, column by column: so many that a column of ten
/// million stays in the cache while its rows are picked in random order.
const GATHER: usize = 1 << 20;

/// Rows per chunk.
const ROWS: usize = 1 << 14;

/// Rows of which the labels are looked up column by column before they are copied row by row.
const STRIP: usize = 256;

/// Bytes copied at once.
const COPY: usize = 32;

pub(crate) fn write(
    file: &File,
    (options, compression): (&WriteOptions, Compression),
    names: &[&str],
    columns: &[OutColumn<'_>],
    order: &[u32],
    progress: &dyn Progress,
) -> Result<(u64, Digest), Problem> {
    let table = OutTable::new(options, names, columns)?;
    let mut sink = Sink::new(file, compression)?;
    sink.write_all(&table.header(names)?)?;
    let threads = workers::count(options.threads);
    for order in order.chunks(GATHER) {
        let codes = table.gather(order, threads)?;
        let chunks: Vec<&[u32]> = order.chunks(ROWS).collect();
        workers::ordered(
            threads,
            chunks.len(),
            |at, mut text: Text| {
                text.filled = 0;
                for (strip, rows) in chunks[at].chunks(STRIP).enumerate() {
                    table.format(&codes, at * ROWS + strip * STRIP, rows, &mut text)?;
                }
                text.rows = chunks[at].len() as u64;
                Ok(text)
            },
            |text| {
                if progress.cancelled() {
                    return Err(Problem::Cancelled);
                }
                sink.write_all(&text.bytes[..text.filled])?;
                progress.advance(text.rows);
                Ok(())
            },
        )?;
    }
    sink.finish()
}

/// Rows as text, and what is needed to make them.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    filled: usize,
    rows: u64,
    entries: Vec<Entry>,
    /// Cells that are not labels.
    cells: Vec<u8>,
    cell: String,
}

/// Where a label or cell lies, how long it is, and whether it is one or the other.
#[derive(Clone, Copy, Default)]
struct Entry(u64);

impl Entry {
    const LONG: u64 = (1 << 24) - 1;

    /// An entry at the end of `bytes`, from `start` on. The length of a giant is put behind it.
    fn new(bytes: &mut Vec<u8>, start: usize, is_cell: bool) -> Self {
        let length = (bytes.len() - start) as u64;
        if length >= Self::LONG {
            bytes.extend_from_slice(&length.to_le_bytes());
        }
        let start = if length < Self::LONG { start } else { bytes.len() - 8 };
        Self((start as u64) << 25 | u64::from(is_cell) << 24 | length.min(Self::LONG))
    }

    #[inline]
    fn start(self) -> usize {
        (self.0 >> 25) as usize
    }

    #[inline]
    fn is_cell(self) -> bool {
        self.0 & (1 << 24) != 0
    }

    #[inline]
    fn length(self) -> usize {
        (self.0 & Self::LONG) as usize
    }

    /// What a giant is.
    #[cold]
    fn giant(self, bytes: &[u8]) -> &[u8] {
        let end = self.start();
        let length = bytes[end..end + 8].try_into().expect("eight bytes are eight");
        &bytes[end - u64::from_le_bytes(length) as usize..end]
    }
}

/// A table in the form in which it is written.
struct OutTable<'a> {
    writing: Writing,
    missing: &'a str,
    columns: Vec<Column<'a>>,
    /// All labels, one after the other, and some bytes more.
    labels: Vec<u8>,
}

struct Column<'a> {
    name: &'a str,
    cells: Cells<'a>,
}

enum Cells<'a> {
    /// The label of each code.
    Labels(&'a Codes, Vec<Entry>),
    Texts(Chunks<'a>, Vec<&'a StringArray>),
    Values(Chunks<'a>),
}

impl<'a> OutTable<'a> {
    fn new(
        options: &'a WriteOptions,
        names: &[&'a str],
        columns: &[OutColumn<'a>],
    ) -> Result<Self, Problem> {
        check_dialect(options.dialect.delimiter, options.dialect.quote)?;
        let writing = Writing { dialect: options.dialect, columns: columns.len() };
        let mut labels = Vec::new();
        let columns = columns.iter().zip(names).enumerate().map(|(at, (column, &name))| {
            let cells = match *column {
                OutColumn::Coded { codes, .. } => {
                    let entries =
                        writing.labels(at, name, column, &options.missing, &mut labels)?;
                    Cells::Labels(codes, entries)
                }
                OutColumn::Carried(arrays) => {
                    let chunks = Chunks::new(arrays);
                    if chunks.data_type() == DataType::Utf8 {
                        Cells::Texts(chunks, arrays.iter().map(AsArray::as_string).collect())
                    } else {
                        Cells::Values(chunks)
                    }
                }
            };
            Ok(Column { name, cells })
        });
        let columns = columns.collect::<Result<_, Problem>>()?;
        labels.extend_from_slice(&[0; COPY]);
        Ok(Self { writing, missing: &options.missing, columns, labels })
    }

    fn header(&self, names: &[&str]) -> Result<Vec<u8>, Problem> {
        let Writing { dialect, .. } = &self.writing;
        let mut header = if dialect.bom { dialect.encoding.mark().to_vec() } else { Vec::new() };
        let mut cell = String::new();
        for (at, name) in names.iter().enumerate() {
            if !self.writing.cell(at, name, &mut cell, &mut header) {
                return Err(Problem::NotEncodable { name: None, encoding: dialect.encoding });
            }
        }
        Ok(header)
    }

    /// The codes of some rows, for each column that has codes.
    fn gather(&self, rows: &[u32], threads: usize) -> Result<Vec<Codes>, Problem> {
        workers::map(threads, self.columns.iter().collect(), |column| {
            Ok(match &column.cells {
                Cells::Labels(codes, _) => codes.take(rows),
                _ => Codes::for_values(0),
            })
        })
    }

    /// Appends rows to the text: `rows`, the codes of which are in `codes` from `first` on.
    fn format(
        &self,
        codes: &[Codes],
        first: usize,
        rows: &[u32],
        text: &mut Text,
    ) -> Result<(), Problem> {
        let width = self.columns.len();
        text.entries.clear();
        text.entries.resize(rows.len() * width, Entry::default());
        text.cells.clear();
        for (at, column) in self.columns.iter().enumerate() {
            match &column.cells {
                Cells::Labels(_, entries) => each_width!(&codes[at], codes => {
                    let codes = &codes[first..first + rows.len()];
                    for (&code, into) in codes.iter().zip(text.entries[at..].iter_mut().step_by(width))
                    {
                        *into = entries[code as usize];
                    }
                }),
                Cells::Texts(chunks, arrays) => {
                    self.cells(
                        at,
                        text,
                        rows.iter().map(|&row| {
                            let (chunk, at) = chunks.place(row as usize);
                            arrays[chunk].is_valid(at).then(|| arrays[chunk].value(at))
                        }),
                    )?;
                }
                Cells::Values(chunks) => {
                    let values = chunks.gather(rows.iter().map(|&row| Some(row)));
                    let values = to_text(&values).ok_or(Problem::BrokenArrow)?;
                    self.cells(at, text, values.iter())?;
                }
            }
        }
        text.cells.extend_from_slice(&[0; COPY]);
        text.copy(&self.labels);
        Ok(())
    }

    /// Makes ready the cells of a column that is not coded.
    fn cells<'b>(
        &self,
        at: usize,
        text: &mut Text,
        values: impl Iterator<Item = Option<&'b str>>,
    ) -> Result<(), Problem> {
        let entries = text.entries[at..].iter_mut().step_by(self.columns.len());
        for (value, into) in values.zip(entries) {
            let start = text.cells.len();
            let value = value.unwrap_or(self.missing);
            if !self.writing.cell(at, value, &mut text.cell, &mut text.cells) {
                return Err(self.writing.not_encodable(self.columns[at].name));
            }
            *into = Entry::new(&mut text.cells, start, true);
        }
        Ok(())
    }
}

impl Text {
    /// Copies what the entries name.
    fn copy(&mut self, labels: &[u8]) {
        let most: usize = self.entries.iter().map(|entry| entry.length()).sum();
        let mut at = self.filled;
        self.make_room(at + most + COPY);
        for &entry in &self.entries {
            let from = if entry.is_cell() { &self.cells[..] } else { labels };
            let (start, length) = (entry.start(), entry.length());
            if length <= COPY {
                let short: &[u8; COPY] =
                    from[start..start + COPY].try_into().expect("the slice is one copy long");
                self.bytes[at..at + COPY].copy_from_slice(short);
                at += length;
            } else if length < Entry::LONG as usize {
                self.bytes[at..at + length].copy_from_slice(&from[start..start + length]);
                at += length;
            } else {
                let giant = entry.giant(from);
                self.bytes.splice(at..at, giant.iter().copied());
                at += giant.len();
            }
        }
        self.filled = at;
    }

    fn make_room(&mut self, length: usize) {
        if self.bytes.len() < length {
            self.bytes.resize(length.next_multiple_of(1 << 16), 0);
        }
    }
}

/// How cells are written.
struct Writing {
    dialect: Dialect,
    columns: usize,
}

impl Writing {
    /// Appends a cell and what follows it; `false` if it cannot be encoded.
    fn cell(&self, column: usize, value: &str, cell: &mut String, into: &mut Vec<u8>) -> bool {
        let Dialect { delimiter, quote, encoding, crlf, .. } = self.dialect;
        let (delimiter, quote) = (char::from(delimiter), char::from(quote));
        let special = |byte: u8| {
            matches!(byte, b'\n' | b'\r')
                || byte == self.dialect.delimiter
                || byte == self.dialect.quote
        };
        cell.clear();
        // An empty record of one column would be a blank line.
        if value.bytes().any(special) || value.is_empty() && self.columns == 1 {
            cell.push(quote);
            for character in value.chars() {
                cell.push(character);
                if character == quote {
                    cell.push(quote);
                }
            }
            cell.push(quote);
        } else if encoding == Encoding::Utf8 {
            into.extend_from_slice(value.as_bytes());
        } else {
            cell.push_str(value);
        }
        match column + 1 == self.columns {
            false => cell.push(delimiter),
            true if crlf => cell.push_str("\r\n"),
            true => cell.push('\n'),
        }
        encoding.encode(cell, into)
    }

    /// Makes the labels of a coded column ready and tells where the label of each code is.
    fn labels(
        &self,
        at: usize,
        name: &str,
        column: &OutColumn<'_>,
        missing_text: &str,
        ready: &mut Vec<u8>,
    ) -> Result<Vec<Entry>, Problem> {
        let OutColumn::Coded { labels_of, labels, missing, .. } = *column else {
            return Ok(Vec::new());
        };
        let mut cell = String::new();
        let mut entry = |text: &str| {
            let start = ready.len();
            if !self.cell(at, text, &mut cell, ready) {
                return Err(self.not_encodable(name));
            }
            Ok(Entry::new(ready, start, false))
        };
        let null = entry(missing_text)?;
        // Only labels that some code has: the others need not be encodable.
        let mut known: Vec<Option<Entry>> = vec![None; labels.len()];
        let of_code = |&label: &Code| {
            if Some(label) == missing {
                return Ok(null);
            }
            let known = &mut known[label as usize];
            if known.is_none() {
                *known = Some(entry(labels.get(label as usize))?);
            }
            Ok(known.unwrap_or_default())
        };
        labels_of.iter().map(of_code).collect()
    }

    fn not_encodable(&self, name: &str) -> Problem {
        Problem::NotEncodable { name: Some(name.to_owned()), encoding: self.dialect.encoding }
    }
}

/// Where the text goes.
enum Sink<'a> {
    Plain(Digesting<&'a File>),
    Gzip(GzEncoder<Digesting<&'a File>>),
    Zstd(zstd::Encoder<'static, Digesting<&'a File>>),
}

impl<'a> Sink<'a> {
    fn new(file: &'a File, compression: Compression) -> Result<Self, Problem> {
        let file = Digesting::new(file);
        Ok(match compression {
            Compression::None => Self::Plain(file),
            Compression::Gzip => {
                // Neither a time nor a name: the same rows give the same bytes.
                Self::Gzip(GzBuilder::new().mtime(0).write(file, flate2::Compression::default()))
            }
            Compression::Zstd => {
                let mut encoder = zstd::Encoder::new(file, 0)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
        })
    }

    fn write_all(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        match self {
            Self::Plain(file) => file.write_all(bytes)?,
            Self::Gzip(encoder) => encoder.write_all(bytes)?,
            Self::Zstd(encoder) => encoder.write_all(bytes)?,
        }
        Ok(())
    }

    /// The number of bytes and their digest.
    fn finish(self) -> Result<(u64, Digest), Problem> {
        let file = match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder.finish()?,
            Self::Zstd(encoder) => encoder.finish()?,
        };
        Ok((file.passed(), file.finish().0))
    }
}
