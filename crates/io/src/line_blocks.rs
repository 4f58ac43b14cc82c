//! Whole lines of a text, some at a time, with their numbers.

use crate::{Compression, Encoding, Problem, csv::Stream, longest_record};
use memchr::{memchr, memchr_iter, memrchr};

/// Bytes per block.
pub(crate) const BLOCK: usize = 1 << 20;

/// Whole lines.
pub(crate) struct LineBlock {
    text: Vec<u8>,
    /// The number of the first row, from 0.
    pub first_row: u64,
    /// How many lines are not blank.
    pub rows: u64,
    /// The number of the first line, from 1.
    first_line: u64,
}

impl LineBlock {
    /// Each line that is not blank, and its number.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let lines = self.text.split(|&byte| byte == b'\n');
        (self.first_line..).zip(lines).filter(|(_, line)| !is_blank(line))
    }
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

/// The blocks of a file, one after the other.
pub(crate) struct LineBlocks {
    stream: Stream,
    block: usize,
    /// The beginning of a line that goes on.
    ahead: Vec<u8>,
    row: u64,
    line: u64,
    ended: bool,
}

impl LineBlocks {
    pub fn new(
        raw: Box<dyn std::io::Read + Send>,
        compression: Compression,
        (block, encoding): (usize, Option<Encoding>),
    ) -> Result<Self, Problem> {
        let stream = Stream::new(raw, compression, encoding, false)?;
        Ok(Self { stream, block, ahead: Vec::new(), row: 0, line: 1, ended: false })
    }

    /// The next block; `None` at the end of the file.
    pub fn next(&mut self) -> Result<Option<LineBlock>, Problem> {
        if self.ended {
            return Ok(None);
        }
        let mut text = std::mem::take(&mut self.ahead);
        loop {
            let filled = text.len();
            text.resize(filled + self.block.max(self.stream.least()), 0);
            let (got, ended) = self.stream.fill(&mut text[filled..])?;
            text.truncate(filled + got);
            self.ended = ended;
            if ended {
                break;
            }
            if let Some(last) = memrchr(b'\n', &text[filled..]) {
                self.ahead = text.split_off(filled + last + 1);
                break;
            }
            if text.len() > longest_record() {
                return Err(Problem::EndlessRecord { line: self.line });
            }
        }
        let lines = memchr_iter(b'\n', &text).count() as u64;
        let mut block = LineBlock { text, first_row: self.row, rows: 0, first_line: self.line };
        block.rows = block.lines().count() as u64;
        self.row += block.rows;
        self.line += lines;
        Ok(Some(block))
    }

    /// How many bytes of the file were read.
    pub fn bytes(&self) -> u64 {
        self.stream.bytes()
    }
}

/// A line as text; bytes that are none are told by the line's number.
pub(crate) fn text(line: u64, bytes: &[u8]) -> Result<&str, Problem> {
    debug_assert!(memchr(b'\n', bytes).is_none(), "one line");
    simdutf8::basic::from_utf8(bytes)
        .map_err(|_| Problem::NotInEncoding { line, encoding: Encoding::Utf8 })
}
