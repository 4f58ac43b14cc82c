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
    Assembled, Block, Budget, Cells, Compression, Lines, Passed, Problem, ReadAs, SourceOptions,
    Table, Visit, assemble, workers,
};
use ridotto_core::Watch;
use std::{
    borrow::Cow,
    fs::File,
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

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

    pub fn read(mut self, wants: &[ReadAs], progress: &dyn Watch) -> Result<Table, Problem> {
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
        Ok(Table { rows, names: self.names, columns, sha256, is_text: true, lines })
    }

    pub fn pass(
        mut self,
        columns: &[usize],
        each: &Visit<'_>,
        progress: &dyn Watch,
    ) -> Result<Passed, Problem> {
        let pool = Pool::default();
        let (numbers, is_ended, mut rows) = (AtomicUsize::new(0), AtomicBool::new(false), 0);
        let mut next = producer(&mut self.blocks, &pool, progress);
        let passed = workers::feed(
            workers::count(self.options.threads),
            || {
                let block = next()?;
                rows += block.as_ref().map_or(0, |block| block.rows as u64);
                Ok(block)
            },
            || (numbers.fetch_add(1, Ordering::Relaxed), Parser::new(self.layout)),
            |(thread, parser), block: RawBlock| {
                let result = parser.parse(&block, |chunk| {
                    let cells = TextCells { chunk, columns };
                    let place = (chunk.first_row, chunk.first_line);
                    match each(*thread, &Block::new(&cells, place, chunk.rows)) {
                        ControlFlow::Continue(()) => Ok(()),
                        ControlFlow::Break(()) => {
                            is_ended.store(true, Ordering::Relaxed);
                            Err(Problem::Cancelled)
                        }
                    }
                });
                pool.give(block.buffer);
                result
            },
        );
        drop(next);
        match passed {
            Err(_) if is_ended.into_inner() => Ok(Passed { rows, sha256: None }),
            Err(problem) => Err(problem),
            Ok(_) => {
                let sha256 = self.blocks.finish()?;
                if rows == 0 { Err(Problem::HeaderAlone) } else { Ok(Passed { rows, sha256 }) }
            }
        }
    }
}

/// Rows of a text file, of which some columns are shown.
struct TextCells<'a> {
    chunk: &'a Chunk<'a>,
    columns: &'a [usize],
}

/// Blocks one after the other, until there is none or the work is to stop.
fn producer<'a>(
    blocks: &'a mut Blocks,
    pool: &'a Pool,
    progress: &'a dyn Watch,
) -> impl FnMut() -> Result<Option<RawBlock>, Problem> + 'a {
    let mut told = 0;
    move || {
        if progress.is_cancelled() {
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

impl Cells for TextCells<'_> {
    #[inline]
    fn cell(&self, row: usize, column: usize) -> Option<Cow<'_, str>> {
        Some(self.chunk.text(self.chunk.span(row, self.columns[column])))
    }

    /// There are some if the columns follow each other in the file and no cell is quoted.
    fn runs(&self, columns: Range<usize>) -> Option<Box<dyn Iterator<Item = &[u8]> + '_>> {
        let (chunk, columns) = (self.chunk, &self.columns[columns]);
        let (&first, &last) = (columns.first()?, columns.last()?);
        if !columns.iter().copied().eq(first..=last) || !chunk.has_no_quotes() {
            return None;
        }
        let starts = chunk.spans(first).map(|span| span.start);
        let ends = chunk.spans(last).map(|span| span.end);
        Some(Box::new(starts.zip(ends).map(|(start, end)| &chunk.buffer[start..end])))
    }

    fn all_cells(&self, column: usize, test: &mut dyn FnMut(usize, Option<&[u8]>) -> bool) -> bool {
        let (chunk, column) = (self.chunk, self.columns[column]);
        if chunk.is_simple(column) {
            let mut spans = chunk.simple_spans(column).enumerate();
            return spans.all(|(row, (start, end))| test(row, Some(&chunk.buffer[start..end])));
        }
        chunk.spans(column).enumerate().all(|(row, span)| test(row, Some(&chunk.bytes(span))))
    }
}
