//! A block as records and cells, a few thousand cells at a time.
//!
//! Cells lie end to end with one separator between them, so a list of separators is all there is to
//! know: cell `k` is `buffer[ends[k] + 1..ends[k + 1]]`. A chunk's text and list stay in the first
//! cache while its columns are worked on one after the other.

use super::{
    Layout,
    blocks::{Fate, RawBlock},
    diagnose::diagnose,
    separators::{Ends, Finder, STEP},
};
use crate::Problem;
use memchr::{memchr, memchr_iter};
use std::borrow::Cow;

/// Cells per chunk, roughly.
const CELLS: usize = 2048;

/// Rows per chunk at least, however many columns there are.
const ROWS: usize = 16;

/// Some records of a block.
pub(super) struct Chunk<'a> {
    /// The block's buffer.
    pub buffer: &'a [u8],
    /// The chunk's part of it, which begins at `base`.
    text: &'a str,
    base: usize,
    ends: &'a [u32],
    columns: usize,
    pub rows: usize,
    pub first_row: u64,
    pub first_line: u64,
    /// The quote, if the block has any.
    quote: Option<u8>,
    /// Whether there are doubled quotes.
    doubled: bool,
    /// Whether some line ends have a carriage return.
    pub carriage: bool,
}

/// Where a cell's text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub start: usize,
    pub end: usize,
    /// Whether there are doubled quotes within.
    pub doubled: bool,
}

impl<'a> Chunk<'a> {
    /// The text of a cell, without its quotes.
    #[inline]
    pub fn span(&self, row: usize, column: usize) -> Span {
        let at = row * self.columns + column;
        self.span_between(self.ends[at], self.ends[at + 1], column)
    }

    /// The spans of a column's cells.
    #[inline]
    pub fn spans(&self, column: usize) -> impl Iterator<Item = Span> {
        let starts = self.ends[column..].iter().step_by(self.columns);
        let ends = self.ends[column + 1..].iter().step_by(self.columns);
        starts.zip(ends).map(move |(&before, &end)| self.span_between(before, end, column))
    }

    /// As [`spans`](Self::spans), for a column that is [`simple`](Self::is_simple).
    #[inline]
    pub fn simple_spans(&self, column: usize) -> impl Iterator<Item = (usize, usize)> {
        let starts = self.ends[column..].iter().step_by(self.columns);
        let ends = self.ends[column + 1..].iter().step_by(self.columns);
        starts.zip(ends).map(|(&before, &end)| (before as usize + 1, end as usize))
    }

    /// Whether a column's cells are all that is between separators: no quotes, and no carriage
    /// returns at the end of a line.
    pub fn is_simple(&self, column: usize) -> bool {
        self.has_no_quotes() && !(self.carriage && column + 1 == self.columns)
    }

    /// Whether the same text between two cells always has the same cells.
    pub fn has_no_quotes(&self) -> bool {
        self.quote.is_none()
    }

    #[inline]
    fn span_between(&self, before: u32, end: u32, column: usize) -> Span {
        let (mut start, mut end) = (before as usize + 1, end as usize);
        if self.carriage
            && column + 1 == self.columns
            && end > start
            && self.buffer[end - 1] == b'\r'
        {
            end -= 1;
        }
        let mut doubled = false;
        if let Some(quote) = self.quote
            && end > start
            && self.buffer[start] == quote
        {
            start += 1;
            end -= 1;
            doubled = self.doubled && memchr(quote, &self.buffer[start..end]).is_some();
        }
        Span { start, end, doubled }
    }

    /// The bytes of a cell.
    #[inline]
    pub fn bytes(&self, span: Span) -> Cow<'a, [u8]> {
        let bytes = &self.buffer[span.start..span.end];
        if !span.doubled {
            return Cow::Borrowed(bytes);
        }
        let mut text = Vec::with_capacity(bytes.len());
        self.undouble(bytes, &mut text);
        Cow::Owned(text)
    }

    /// The text of a cell.
    #[inline]
    pub fn text(&self, span: Span) -> Cow<'a, str> {
        let text = &self.text[span.start - self.base..span.end - self.base];
        match self.quote {
            Some(quote) if span.doubled => {
                let quote = char::from(quote);
                Cow::Owned(text.replace(&format!("{quote}{quote}"), &quote.to_string()))
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// Appends `bytes` with each pair of quotes as one.
    pub fn undouble(&self, bytes: &[u8], into: &mut Vec<u8>) {
        let mut pair = false;
        for &byte in bytes {
            pair = Some(byte) == self.quote && !pair;
            if !pair {
                into.push(byte);
            }
        }
    }

    /// The line on which each row begins, if some row takes more than one.
    pub fn lines(&self) -> Option<Vec<u64>> {
        let breaks = memchr_iter(b'\n', self.text.as_bytes()).count();
        (breaks != self.rows).then(|| {
            let mut line = self.first_line;
            (0..self.rows)
                .map(|row| {
                    let here = line;
                    let from = self.ends[row * self.columns] as usize + 1;
                    let to = self.ends[(row + 1) * self.columns] as usize + 1;
                    line += memchr_iter(b'\n', &self.buffer[from..to]).count() as u64;
                    here
                })
                .collect()
        })
    }

    /// Whether all quotes are where quotes may be, and then whether any are doubled.
    ///
    /// Usually every quote opens or closes a cell: it is enough to count.
    fn quotes_in_order(&self) -> Option<bool> {
        let Some(quote) = self.quote else { return Some(false) };
        let quotes = memchr_iter(quote, self.text.as_bytes()).count();
        let mut cells = 0;
        for (start, end) in self.raw_spans() {
            if end > start && self.buffer[start] == quote {
                if end - start < 2 || self.buffer[end - 1] != quote {
                    return None;
                }
                cells += 1;
            }
        }
        if quotes == 2 * cells {
            return Some(false);
        }
        let mut seen = 2 * cells;
        for (start, end) in self.raw_spans() {
            if end > start && self.buffer[start] == quote {
                seen += quotes_in_pairs(quote, &self.buffer[start + 1..end - 1])?;
            }
        }
        (seen == quotes).then_some(true)
    }

    /// All cells with their quotes.
    fn raw_spans(&self) -> impl Iterator<Item = (usize, usize)> {
        self.ends.windows(2).enumerate().map(|(at, pair)| {
            let (start, end) = (pair[0] as usize + 1, pair[1] as usize);
            let carriage = self.carriage
                && (at + 1) % self.columns == 0
                && end > start
                && self.buffer[end - 1] == b'\r';
            (start, end - usize::from(carriage))
        })
    }
}

/// How many quotes there are, if each is doubled.
fn quotes_in_pairs(quote: u8, bytes: &[u8]) -> Option<usize> {
    let (mut count, mut from) = (0, 0);
    while let Some(at) = memchr(quote, &bytes[from..]) {
        if bytes.get(from + at + 1) != Some(&quote) {
            return None;
        }
        count += 2;
        from += at + 2;
    }
    Some(count)
}

/// Parses blocks; what it needs for one is used again for the next.
pub(super) struct Parser {
    layout: Layout,
    finder: Finder,
    ends: Ends,
}

impl Parser {
    pub fn new(layout: Layout) -> Self {
        let finder = Finder::new(layout.delimiter, layout.quote);
        Self { layout, finder, ends: Ends::default() }
    }

    /// Calls `each` with the block's chunks in order. Every record has as many cells as there are
    /// columns, all text is UTF-8 and all quotes are in order, or else there is an error, perhaps
    /// after some chunks have been passed.
    pub fn parse<E: From<Problem>>(
        &mut self,
        block: &RawBlock,
        mut each: impl FnMut(&Chunk<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let wrong = |block: &RawBlock| {
            let found = diagnose(block, &self.layout);
            E::from(found.expect("the slow parser finds what the fast one stumbled over"))
        };
        if block.fate != Fate::Whole {
            return Err(wrong(block));
        }
        let columns = self.layout.columns;
        let enough = CELLS.max(ROWS * columns);
        let (mut at, mut inside, mut row, mut line) = (1, 0, 0, block.first_line);
        self.ends.clear();
        self.ends.push(0);
        while at < block.end {
            // So many bytes cannot hold too many cells, and usually hold a good part of them.
            let missing = (enough + 1).saturating_sub(self.ends.as_slice().len());
            let to = (at + (missing * 4).next_multiple_of(STEP).max(STEP)).min(block.end);
            if block.quoted {
                self.finder.quoted(&block.buffer, at, to, &mut inside, &mut self.ends);
            } else {
                self.finder.plain(&block.buffer, at, to, &mut self.ends);
            }
            at = to;
            let found = self.ends.as_slice().len() - 1;
            if found < enough && at < block.end {
                continue;
            }
            let rows = found / columns;
            let ends = &self.ends.as_slice()[..=rows * columns];
            let Some(chunk) = chunk(block, &self.layout, ends, (row, line)) else {
                return Err(wrong(block));
            };
            // A file may end within its first record.
            if rows > 0 {
                each(&chunk)?;
            }
            row += rows;
            line += if block.lines == block.rows as u64 {
                rows as u64
            } else {
                memchr_iter(b'\n', chunk.text.as_bytes()).count() as u64
            };
            self.ends.keep_from(rows * columns);
        }
        if row == block.rows && self.ends.as_slice().len() == 1 {
            Ok(())
        } else {
            Err(wrong(block))
        }
    }
}

/// A chunk of the records that `ends` part, if they are in order.
fn chunk<'a>(
    block: &'a RawBlock,
    layout: &Layout,
    ends: &'a [u32],
    (row, line): (usize, u64),
) -> Option<Chunk<'a>> {
    let buffer = &block.buffer[..];
    let (mut newlines, mut carriage) = (true, false);
    for &end in ends[1..].iter().skip(layout.columns - 1).step_by(layout.columns) {
        let end = end as usize;
        newlines &= buffer[end] == b'\n';
        carriage |= buffer[end - 1] == b'\r';
    }
    let (base, end) = (ends[0] as usize + 1, *ends.last()? as usize + 1);
    let text = simdutf8::basic::from_utf8(&buffer[base..end.max(base)]).ok()?;
    let mut chunk = Chunk {
        buffer,
        text,
        base,
        ends,
        columns: layout.columns,
        rows: (ends.len() - 1) / layout.columns,
        first_row: block.first_row + row as u64,
        first_line: line,
        quote: block.quoted.then_some(layout.quote),
        doubled: false,
        carriage,
    };
    chunk.doubled = chunk.quotes_in_order()?;
    newlines.then_some(chunk)
}
