//! A text file opened for reading.

use super::{
    Dialect, Layout,
    blocks::{BLOCK, Blocks, Pool, RawBlock},
    header,
    read::{self, Reader},
    records::{Chunk, Parser},
    separators::Finder,
    stream::{self, Raw, Stream},
};
use crate::{
    Block, Compression, Digest, Format, Problem, Progress, SourceOptions, Table, Want,
    coding::{Assembled, assemble},
    memory::Budget,
    source::Failure,
    table::Lines,
    workers,
};
use std::{borrow::Cow, fs::File, ops::Range};

/// A text file of which the column names were read.
pub(crate) struct CsvSource {
    blocks: Blocks,
    layout: Layout,
    pub dialect: Dialect,
    pub names: Vec<String>,
    options: SourceOptions,
    first_line: u64,
    /// Whether the names look like a record.
    pub is_record: bool,
}

impl CsvSource {
    pub fn open(
        file: File,
        compression: Compression,
        otherwise: u8,
        options: &SourceOptions,
    ) -> Result<Self, Problem> {
        let encoding = match (options.encoding, compression) {
            (None, Compression::None) => stream::ascii(&file)?,
            (said, _) => said,
        };
        let options = SourceOptions { encoding, ..options.clone() };
        Self::new(Box::new(file), compression, otherwise, options, BLOCK)
    }

    pub fn new(
        raw: Raw,
        compression: Compression,
        otherwise: u8,
        options: SourceOptions,
        block: usize,
    ) -> Result<Self, Problem> {
        let quote = options.quote;
        check_dialect(options.delimiter.unwrap_or(otherwise), quote)?;
        let mut stream = Stream::new(raw, compression, options.encoding, options.digest)?;
        let header =
            header::read(&mut stream, options.delimiter, quote, otherwise, options.header)?;
        let dialect = Dialect {
            delimiter: header.delimiter,
            quote,
            encoding: stream.encoding,
            bom: stream.bom,
            crlf: header.crlf,
        };
        let layout = Layout { delimiter: header.delimiter, quote, columns: header.names.len() };
        let first_line = header.ahead.line;
        let finder = Finder::new(layout.delimiter, quote);
        let blocks = Blocks::new(stream, finder, quote, block, header.ahead);
        let (names, is_record) = (header.names, header.is_record);
        Ok(Self { blocks, layout, dialect, names, options, first_line, is_record })
    }

    pub fn read(
        mut self,
        format: Format,
        wants: &[Want],
        progress: &dyn Progress,
    ) -> Result<Table, Problem> {
        let threads = workers::count(self.options.threads);
        let pool = Pool::default();
        let (tasks, mut peeked) = read::tasks(self.layout, wants, &mut self.blocks, &pool)?;
        peeked.reverse();
        let mut next = producer(&mut self.blocks, &pool, progress);
        let budget = Budget::default();
        let readers = workers::feed(
            threads,
            || peeked.pop().map_or_else(&mut next, |block| Ok(Some(block))),
            || Reader::new(self.layout, &tasks, &self.options.missing),
            |reader, block: RawBlock| {
                let result = reader.take(&block, &budget);
                pool.give(block.buffer);
                result
            },
        )?;
        drop(next);
        let sha256 = self.blocks.finish()?;
        let worked = readers.into_iter().map(|reader| reader.worked).collect();
        let lines = Lines::starting_at(self.first_line);
        let Assembled { rows, columns, lines } =
            assemble(worked, &tasks, &self.names, &self.options, lines)?;
        let (names, dialect) = (self.names, Some(self.dialect));
        Ok(Table { rows, names, columns, sha256, format, dialect, lines })
    }

    pub fn scan<S: Send, E: Send>(
        mut self,
        columns: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, &Block<'_>) -> Result<(), E> + Sync,
        progress: &dyn Progress,
    ) -> Result<(u64, Option<Digest>, Vec<S>), Failure<E>> {
        let threads = workers::count(self.options.threads);
        let pool = Pool::default();
        let mut rows = 0;
        let mut next = producer(&mut self.blocks, &pool, progress);
        let states = workers::feed(
            threads,
            || {
                let block = next().map_err(Failure::Ours)?;
                rows += block.as_ref().map_or(0, |block| block.rows as u64);
                Ok(block)
            },
            || (start(), Parser::new(self.layout)),
            |(state, parser), block: RawBlock| {
                let result = parser.parse(&block, |chunk| {
                    let text = TextBlock { chunk, columns };
                    each(state, &Block::of_text(&text)).map_err(Failure::Theirs)
                });
                pool.give(block.buffer);
                result
            },
        )?;
        drop(next);
        let sha256 = self.blocks.finish()?;
        if rows == 0 {
            return Err(Problem::HeaderAlone.into());
        }
        Ok((rows, sha256, states.into_iter().map(|(state, _)| state).collect()))
    }
}

/// Rows of a text file, of which some columns are shown.
pub(crate) struct TextBlock<'a> {
    pub(super) chunk: &'a Chunk<'a>,
    pub(super) columns: &'a [usize],
}

/// Blocks one after the other, until there is none or the work is to stop.
fn producer<'a>(
    blocks: &'a mut Blocks,
    pool: &'a Pool,
    progress: &'a dyn Progress,
) -> impl FnMut() -> Result<Option<RawBlock>, Problem> + 'a {
    let mut told = 0;
    move || {
        if progress.cancelled() {
            return Err(Problem::Cancelled);
        }
        let block = blocks.next(pool.take())?;
        progress.advance(blocks.bytes() - told);
        told = blocks.bytes();
        Ok(block)
    }
}

/// A delimiter and a quote must be two different characters that nothing else is made of.
pub(super) fn check_dialect(delimiter: u8, quote: u8) -> Result<(), Problem> {
    let fine = |byte: u8| byte.is_ascii() && !matches!(byte, b'\n' | b'\r' | 0);
    if fine(delimiter) && fine(quote) && delimiter != quote {
        Ok(())
    } else {
        Err(Problem::BadDialect)
    }
}

impl<'a> TextBlock<'a> {
    pub fn first_row(&self) -> u64 {
        self.chunk.first_row
    }

    pub fn first_line(&self) -> u64 {
        self.chunk.first_line
    }

    pub fn rows(&self) -> usize {
        self.chunk.rows
    }

    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Cow<'a, str> {
        self.chunk.text(self.chunk.span(row, self.columns[column]))
    }

    /// The text of each row from the first of some cells to the last, if these follow each other in
    /// the file and no cell is quoted.
    pub fn runs(&self, columns: Range<usize>) -> Option<impl Iterator<Item = &'a [u8]>> {
        let (chunk, columns) = (self.chunk, &self.columns[columns]);
        let (&first, &last) = (columns.first()?, columns.last()?);
        let is_run = columns.iter().copied().eq(first..=last) && chunk.has_no_quotes();
        is_run.then(|| {
            let starts = chunk.spans(first).map(|span| span.start);
            let ends = chunk.spans(last).map(|span| span.end);
            starts.zip(ends).map(|(start, end)| &chunk.buffer[start..end])
        })
    }

    #[inline]
    pub fn all_cells(&self, column: usize, mut test: impl FnMut(usize, &[u8]) -> bool) -> bool {
        let (chunk, column) = (self.chunk, self.columns[column]);
        if chunk.is_simple(column) {
            let mut spans = chunk.simple_spans(column).enumerate();
            return spans.all(|(row, (start, end))| test(row, &chunk.buffer[start..end]));
        }
        chunk.spans(column).enumerate().all(|(row, span)| test(row, &chunk.bytes(span)))
    }
}
