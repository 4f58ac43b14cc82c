//! Writing text tables.
//!
//! All labels lie ready in one buffer: encoded, quoted where needed, each with the delimiter or
//! the line end that follows it. A row is then a few copies of 32 bytes, of which as many count as
//! the label is long; only longer labels take a second copy. Several threads make chunks of rows,
//! and one writes them in order.

use super::{
    labels::{Entry, Writing},
    pack::{Field, Packing},
    source::check_dialect,
};
use crate::{Chunks, Compression, OutColumn, Problem, Scattered, WriteOptions, to_text, workers};
use arrow_array::{ArrayRef, cast::AsArray};
use arrow_schema::DataType;
use flate2::{GzBuilder, write::GzEncoder};
use ridotto_core::Watch;
use std::{fs::File, io::Write};

/// Rows per chunk.
const ROWS: usize = 1 << 11;

/// Rows of which the labels are looked up column by column before they are copied row by row.
const STRIP: usize = 256;

/// Bytes of a label copied at once.
const COPY: usize = 32;

pub(crate) fn write(
    file: &File,
    (options, compression): (&WriteOptions, Compression),
    names: &[&str],
    columns: &[OutColumn<'_>],
    order: &[u32],
    progress: &dyn Watch,
) -> Result<(), Problem> {
    let table = OutTable::new(options, names, columns)?;
    let mut sink = Sink::new(file, compression)?;
    sink.write_all(&table.header(names)?)?;
    let threads = workers::count(options.threads);
    let packed = table.packing.pack_all(ROWS, threads)?;
    let strip = STRIP.min((1 << 15) / table.packing.stride().max(1)).max(16);
    let chunks: Vec<&[u32]> = order.chunks(ROWS).collect();
    workers::ordered(
        threads,
        chunks.len(),
        |at, mut text: Text| {
            text.filled = 0;
            for rows in chunks[at].chunks(strip) {
                table.format(rows, packed.as_deref(), &mut text)?;
            }
            text.rows = chunks[at].len() as u64;
            Ok(text)
        },
        |text| {
            if progress.is_cancelled() {
                return Err(Problem::Cancelled);
            }
            sink.write_all(&text.bytes[..text.filled])?;
            progress.advance(text.rows);
            Ok(())
        },
    )?;
    sink.finish()
}

/// Rows as text, and what is needed to make them.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    filled: usize,
    rows: u64,
    entries: Vec<Entry>,
    /// The codes of some rows, one row after the other.
    codes: Vec<u8>,
    /// Cells that are not labels.
    cells: Vec<u8>,
    cell: String,
}

/// A table in the form in which it is written.
struct OutTable<'a> {
    writing: Writing,
    missing: &'a str,
    columns: Vec<Column<'a>>,
    packing: Packing<'a>,
    /// All labels, one after the other, and some bytes more.
    labels: Vec<u8>,
}

struct Column<'a> {
    name: &'a str,
    cells: Cells<'a>,
}

enum Cells<'a> {
    /// Where a packed row has the code, and the label of each code.
    Labels(Field, Vec<Entry>),
    Texts(Scattered),
    Values(Chunks<'a>),
}

impl<'a> OutTable<'a> {
    fn new(
        options: &'a WriteOptions,
        names: &[&'a str],
        columns: &[OutColumn<'a>],
    ) -> Result<Self, Problem> {
        check_dialect(options.dialect.delimiter, options.dialect.quote)?;
        let (dialect, escapes) = (options.dialect, options.escape_formulas);
        let writing = Writing { dialect, escapes, columns: columns.len() };
        let (mut labels, mut packing) = (Vec::new(), Packing::default());
        let columns = columns.iter().zip(names).enumerate().map(|(at, (column, &name))| {
            let cells = match *column {
                OutColumn::Coded { codes, .. } => {
                    let entries =
                        writing.labels(at, name, column, &options.missing, &mut labels)?;
                    Cells::Labels(packing.add(codes), entries)
                }
                OutColumn::Carried(arrays) => {
                    let chunks = Chunks::new(arrays);
                    if chunks.data_type() == DataType::Utf8 {
                        let texts = |array: &ArrayRef| array.as_string().clone();
                        Cells::Texts(Scattered::new(arrays.iter().map(texts).collect()))
                    } else {
                        Cells::Values(chunks)
                    }
                }
            };
            Ok(Column { name, cells })
        });
        let columns = columns.collect::<Result<_, Problem>>()?;
        labels.extend_from_slice(&[0; COPY]);
        Ok(Self { writing, missing: &options.missing, columns, packing, labels })
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

    /// Appends rows to the text.
    fn format(&self, rows: &[u32], packed: Option<&[u8]>, text: &mut Text) -> Result<(), Problem> {
        self.packing.gather(rows, packed, &mut text.codes);
        let width = self.columns.len();
        text.entries.clear();
        text.entries.resize(rows.len() * width, Entry::default());
        text.cells.clear();
        for (at, column) in self.columns.iter().enumerate() {
            match &column.cells {
                Cells::Labels(field, entries) => {
                    let places = text.entries[at..].iter_mut().step_by(width);
                    self.packing.for_each(*field, &text.codes, places, |code, into| {
                        *into = entries[code];
                    });
                }
                Cells::Texts(texts) => {
                    let mut found = Vec::with_capacity(rows.len());
                    texts.gather(rows, &mut found);
                    let text_of = |bytes| str::from_utf8(bytes).expect("an array of texts");
                    self.cells(at, text, found.into_iter().map(|found| found.map(text_of)))?;
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
            if !self.writing.value(at, value, &mut text.cell, &mut text.cells) {
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

/// Where the text goes.
pub(crate) enum Sink<'a> {
    Plain(&'a File),
    Gzip(GzEncoder<&'a File>),
    Zstd(zstd::Encoder<'static, &'a File>),
}

impl<'a> Sink<'a> {
    pub fn new(file: &'a File, compression: Compression) -> Result<Self, Problem> {
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

    pub fn write_all(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        match self {
            Self::Plain(file) => file.write_all(bytes)?,
            Self::Gzip(encoder) => encoder.write_all(bytes)?,
            Self::Zstd(encoder) => encoder.write_all(bytes)?,
        }
        Ok(())
    }

    pub fn finish(self) -> Result<(), Problem> {
        match self {
            Self::Plain(_) => {}
            Self::Gzip(encoder) => _ = encoder.finish()?,
            Self::Zstd(encoder) => _ = encoder.finish()?,
        }
        Ok(())
    }
}
