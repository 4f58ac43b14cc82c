//! One list of flat objects, cut into its objects as it is read.
//!
//! A list may stand on one line or be laid out over many, so lines say nothing about where a record
//! ends. This looks at brackets and strings alone, and keeps no more of the file than a block and the
//! object that goes on after it; what is in an object is for [`object`](super::object::object) to
//! judge, as it is for JSON lines.

use crate::{Compression, Encoding, JsonPlace, Problem, csv::Stream, longest_record};
use std::{io::Read, ops::Range};

/// Whole objects, some at a time.
pub(super) struct Records {
    text: Vec<u8>,
    /// The number of the first object, from 0.
    pub first_row: u64,
    /// The line on which each begins, and its bytes.
    at: Vec<(u64, Range<usize>)>,
}

impl Records {
    pub fn rows(&self) -> u64 {
        self.at.len() as u64
    }

    /// Where each object is, and its bytes.
    pub fn each(&self) -> impl Iterator<Item = (JsonPlace, &[u8])> {
        (self.first_row + 1..).zip(&self.at).map(|(record, (line, range))| {
            let place = JsonPlace { line: *line, record: Some(record) };
            (place, &self.text[range.clone()])
        })
    }
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    /// The bracket that opens the list.
    List,
    /// The first object, or the end of the list.
    First,
    /// An object, after a comma.
    Object,
    /// More of an object that began at a byte of the text, on a line.
    Inside { start: usize, line: u64, depth: u32, text: Quoted },
    /// A comma, or the end of the list.
    Comma,
    /// Nothing any more.
    Nothing,
}

/// Whether a byte within an object is within quotation marks.
#[derive(Clone, Copy, PartialEq)]
enum Quoted {
    No,
    Yes,
    /// After a backslash.
    Escaped,
}

/// The objects of a file, a block after the other.
pub(super) struct ListBlocks {
    stream: Stream,
    block: usize,
    /// The beginning of an object that goes on.
    ahead: Vec<u8>,
    expected: Expected,
    row: u64,
    line: u64,
    ended: bool,
    /// What is wrong after the last object that was given.
    fault: Option<Problem>,
}

impl ListBlocks {
    pub fn new(
        raw: Box<dyn Read + Send>,
        compression: Compression,
        block: usize,
    ) -> Result<Self, Problem> {
        let stream = Stream::new(raw, compression, Some(Encoding::Utf8), false)?;
        Ok(Self {
            stream,
            block,
            ahead: Vec::new(),
            expected: Expected::List,
            row: 0,
            line: 1,
            ended: false,
            fault: None,
        })
    }

    /// How many bytes of the file were read.
    pub fn bytes(&self) -> u64 {
        self.stream.bytes()
    }

    /// The next block, which may be without an object; `None` at the end of the file. What is wrong
    /// between objects is told after those before it, however large blocks are.
    pub fn next(&mut self) -> Result<Option<Records>, Problem> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if self.ended {
            return Ok(None);
        }
        let mut text = std::mem::take(&mut self.ahead);
        let filled = text.len();
        text.resize(filled + self.block.max(self.stream.least()), 0);
        let (got, ended) = self.stream.fill(&mut text[filled..])?;
        text.truncate(filled + got);
        self.ended = ended;
        let mut records = Records { text, first_row: self.row, at: Vec::new() };
        self.fault = self.cut(filled, &mut records).err();
        if self.fault.is_none() {
            self.fault = self.carry(&mut records).err();
        }
        self.ended |= self.fault.is_some();
        match self.fault.take_if(|_| records.at.is_empty()) {
            Some(fault) => Err(fault),
            None => Ok(Some(records)),
        }
    }

    /// Finds the objects that end in the text from a byte on.
    fn cut(&mut self, from: usize, records: &mut Records) -> Result<(), Problem> {
        let mut place = from;
        while place < records.text.len() {
            let byte = records.text[place];
            if let Expected::Inside { start, line, .. } = self.expected {
                if self.within(byte) {
                    records.at.push((line, start..place + 1));
                    self.row += 1;
                }
            } else {
                self.between(byte, place)?;
            }
            self.line += u64::from(byte == b'\n');
            place += 1;
        }
        Ok(())
    }

    /// Takes a byte of an object; says whether the object ends with it.
    fn within(&mut self, byte: u8) -> bool {
        let Expected::Inside { depth, text, .. } = &mut self.expected else { return false };
        *text = match (*text, byte) {
            (Quoted::Yes, b'\\') => Quoted::Escaped,
            (Quoted::Yes, b'"') => Quoted::No,
            (Quoted::Yes | Quoted::Escaped, _) | (Quoted::No, b'"') => Quoted::Yes,
            (Quoted::No, b'{' | b'[') => {
                *depth += 1;
                Quoted::No
            }
            (Quoted::No, b'}' | b']') => {
                *depth -= 1;
                Quoted::No
            }
            (Quoted::No, _) => Quoted::No,
        };
        let is_end = *depth == 0;
        if is_end {
            self.expected = Expected::Comma;
        }
        is_end
    }

    /// Takes a byte that is in no object.
    fn between(&mut self, byte: u8, place: usize) -> Result<(), Problem> {
        self.expected = match (self.expected, byte) {
            (as_before, b' ' | b'\t' | b'\r' | b'\n') => as_before,
            (Expected::List, b'[') => Expected::First,
            (Expected::First | Expected::Object, b'{') => {
                Expected::Inside { start: place, line: self.line, depth: 1, text: Quoted::No }
            }
            (Expected::Comma, b',') => Expected::Object,
            (Expected::First | Expected::Comma, b']') => Expected::Nothing,
            (Expected::First | Expected::Object, _) => {
                let record = Some(self.row + 1);
                return Err(Problem::BrokenJson { at: JsonPlace { line: self.line, record } });
            }
            _ => return Err(Problem::NotAList { line: self.line }),
        };
        Ok(())
    }

    /// Keeps the beginning of an object for the next block; at the end of the file there may be none.
    fn carry(&mut self, records: &mut Records) -> Result<(), Problem> {
        if let Expected::Inside { start, line, .. } = &mut self.expected {
            let at = JsonPlace { line: *line, record: Some(self.row + 1) };
            if self.ended {
                return Err(Problem::BrokenJson { at });
            }
            self.ahead = records.text[*start..].to_vec();
            *start = 0;
            if self.ahead.len() > longest_record() {
                return Err(Problem::EndlessRecord { line: at.line });
            }
        }
        match self.expected {
            Expected::List if self.ended => Err(Problem::Empty),
            Expected::First | Expected::Object | Expected::Comma if self.ended => {
                Err(Problem::OpenList { line: self.line })
            }
            _ => Ok(()),
        }
    }
}
