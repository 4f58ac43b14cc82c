//! The file in blocks of whole records.
//!
//! One thread at a time reads and cuts; it only counts line ends and quotes, so that each block knows
//! its first row and line before anybody has parsed the blocks before it. A block with an even number
//! of quotes before a line end may be cut there; what follows the last such line end begins the
//! next block. Blank lines at a block's end are held back too: they are fine at the end of the file
//! and nowhere else.

use super::{
    separators::{Finder, STEP},
    stream::Stream,
};
use crate::{Digest, Problem, longest_record};
use memchr::{memchr, memchr_iter, memrchr};
use std::sync::Mutex;

/// Text per block. A block and its parsed form stay in a core's cache.
pub(super) const BLOCK: usize = 1 << 17;

/// Whole records of a file.
pub(super) struct RawBlock {
    /// A byte that is no text, the text, and at least [`STEP`] bytes that are no text.
    pub buffer: Vec<u8>,
    /// Where the text ends: it is `buffer[1..end]`, and its last byte is a line end.
    pub end: usize,
    /// The number of the first row, from 0.
    pub first_row: u64,
    /// The line on which it begins.
    pub first_line: u64,
    /// How many rows there are.
    pub rows: usize,
    /// How many lines they take.
    pub lines: u64,
    /// Whether there is any quote.
    pub quoted: bool,
    /// Whether it ends as it should.
    pub fate: Fate,
}

/// How a block ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// With a record.
    Whole,
    /// The file ends within quotes.
    Unterminated,
    /// A record is longer than any may be.
    Endless,
}

/// Cuts a stream of text into blocks.
pub(super) struct Blocks {
    stream: Stream,
    finder: Finder,
    quote: u8,
    size: usize,
    /// Text that was read before there were blocks, and how much of it was taken.
    ahead: (Vec<u8>, usize),
    /// Text that was read but belongs to the next block.
    held: Vec<u8>,
    ended: bool,
    row: u64,
    line: u64,
}

/// Where a block ends and what is in it.
struct Cut {
    to: usize,
    rows: usize,
    quoted: bool,
    fate: Fate,
}

impl Blocks {
    /// Blocks of about `size` bytes, of what was read ahead and then of the stream.
    pub fn new(stream: Stream, finder: Finder, quote: u8, size: usize, ahead: Ahead) -> Self {
        Self {
            stream,
            finder,
            quote,
            size,
            ahead: (ahead.text, ahead.from),
            held: Vec::new(),
            ended: false,
            row: 0,
            line: ahead.line,
        }
    }

    /// How many bytes of the file were read.
    pub fn bytes(&self) -> u64 {
        self.stream.bytes()
    }

    /// The digest of the file, if it is wanted; all blocks of it were taken.
    pub fn finish(self) -> Result<Option<Digest>, Problem> {
        self.stream.finish()
    }

    /// The next block, in a buffer that may come from an earlier one.
    pub fn next(&mut self, mut buffer: Vec<u8>) -> Result<Option<RawBlock>, Problem> {
        let mut end = 1 + self.held.len();
        // Room for all of it at once: what grows is copied.
        make_room(&mut buffer, end.max(if self.ended { 0 } else { self.size + 1 }));
        buffer[1..end].copy_from_slice(&self.held);
        self.held.clear();
        let mut size = self.size;
        loop {
            if !self.ended && end <= size {
                let room = (size + 1 - end).max(self.stream.least());
                make_room(&mut buffer, end + room);
                end += self.fill(&mut buffer[end..end + room])?;
            }
            if let Some(cut) = self.cut(&mut buffer, end) {
                return Ok(self.take(buffer, &cut, end));
            }
            size = (size * 2).max(end);
        }
    }

    fn fill(&mut self, room: &mut [u8]) -> Result<usize, Problem> {
        let (text, taken) = &mut self.ahead;
        if *taken < text.len() {
            let got = room.len().min(text.len() - *taken);
            room[..got].copy_from_slice(&text[*taken..*taken + got]);
            *taken += got;
            return Ok(got);
        }
        text.clear();
        *taken = 0;
        let (got, ended) = self.stream.fill(room)?;
        self.ended = ended;
        Ok(got)
    }

    /// Where to cut `buffer[1..end]`; `None` if more text is needed.
    fn cut(&self, buffer: &mut Vec<u8>, end: usize) -> Option<Cut> {
        make_room(buffer, end + 1);
        let quoted = memchr(self.quote, &buffer[1..end]).is_some();
        let (mut rows, last, open) = if quoted {
            self.finder.records(buffer, 1, end)
        } else {
            (0, memrchr(b'\n', &buffer[1..end]).map(|at| at + 1), false)
        };
        let (mut to, fate) = match last {
            _ if self.ended && open => (end, Fate::Unterminated),
            _ if !self.ended && last.is_none() && end > longest_record() => (end, Fate::Endless),
            _ if self.ended && end > 1 && last != Some(end - 1) => {
                // The last line end may be missing.
                buffer[end] = b'\n';
                rows += 1;
                (end + 1, Fate::Whole)
            }
            _ if self.ended => (end, Fate::Whole),
            Some(last) => (last + 1, Fate::Whole),
            None => return None,
        };
        if fate == Fate::Whole {
            let (before, blank) = without_blank_lines(&buffer[..to]);
            if before > 1 || self.ended {
                to = before;
                rows = rows.saturating_sub(blank);
            } else if end <= self.size.max(1 << 16) {
                return None;
            }
            // Blank lines without end are not worth waiting for: they count as records.
        }
        if !quoted {
            rows = memchr_iter(b'\n', &buffer[1..to]).count();
        }
        Some(Cut { to, rows, quoted, fate })
    }

    fn take(&mut self, buffer: Vec<u8>, cut: &Cut, end: usize) -> Option<RawBlock> {
        if cut.fate != Fate::Whole {
            self.ended = true;
        } else if !self.ended {
            self.held.extend_from_slice(&buffer[cut.to..end]);
        }
        if cut.to == 1 {
            return None;
        }
        let lines = if cut.quoted {
            memchr_iter(b'\n', &buffer[1..cut.to]).count() as u64
        } else {
            cut.rows as u64
        };
        let block = RawBlock {
            buffer,
            end: cut.to,
            first_row: self.row,
            first_line: self.line,
            rows: cut.rows,
            lines,
            quoted: cut.quoted,
            fate: cut.fate,
        };
        self.row += cut.rows as u64;
        self.line += lines;
        Some(block)
    }
}

/// Text that was read to find the header.
pub(super) struct Ahead {
    pub text: Vec<u8>,
    /// Where the header ends.
    pub from: usize,
    /// The line after it.
    pub line: u64,
}

/// Where the text `buffer[1..]` ends without the blank lines at its end, and how many these are.
fn without_blank_lines(buffer: &[u8]) -> (usize, usize) {
    let (mut to, mut blank) = (buffer.len(), 0);
    loop {
        let text = &buffer[1..to];
        to -= if text.ends_with(b"\n\n") || text == b"\n" {
            1
        } else if text.ends_with(b"\n\r\n") || text == b"\r\n" {
            2
        } else {
            return (to, blank);
        };
        blank += 1;
    }
}

/// Makes sure that a step may be taken from anywhere before `end`.
fn make_room(buffer: &mut Vec<u8>, end: usize) {
    if buffer.len() < end + STEP {
        buffer.resize((end + STEP).next_multiple_of(4096), 0);
    }
}

/// Buffers that were used and may be used again: memory that is fresh costs more than reading.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Vec<u8>>>);

impl Pool {
    pub fn take(&self) -> Vec<u8> {
        self.0.lock().ok().and_then(|mut buffers| buffers.pop()).unwrap_or_default()
    }

    pub fn give(&self, buffer: Vec<u8>) {
        // One that has held a giant record is not kept.
        if buffer.len() <= 4 * BLOCK
            && let Ok(mut buffers) = self.0.lock()
        {
            buffers.push(buffer);
        }
    }
}
