//! Records of either form, some at a time.

use super::list::{ListBlocks, Records};
use crate::{
    Compression, Encoding, JsonPlace, Problem,
    line_blocks::{LineBlock, LineBlocks},
};
use std::io::Read;

/// JSON is UTF-8; whatever else was said is about text tables.
const UTF8: Option<Encoding> = Some(Encoding::Utf8);

/// How objects follow each other in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One object on each line.
    Lines,
    /// One list of objects.
    List,
}

/// The blocks of a file.
pub(super) enum Blocks {
    Lines(LineBlocks),
    List(ListBlocks),
}

/// Whole records.
pub(super) enum Block {
    Lines(LineBlock),
    List(Records),
}

impl Blocks {
    pub fn new(
        raw: Box<dyn Read + Send>,
        (form, compression): (Form, Compression),
        block: usize,
    ) -> Result<Self, Problem> {
        Ok(match form {
            Form::Lines => Self::Lines(LineBlocks::new(raw, compression, (block, UTF8))?),
            Form::List => Self::List(ListBlocks::new(raw, compression, block)?),
        })
    }

    pub fn next(&mut self) -> Result<Option<Block>, Problem> {
        Ok(match self {
            Self::Lines(blocks) => blocks.next()?.map(Block::Lines),
            Self::List(blocks) => blocks.next()?.map(Block::List),
        })
    }

    /// How many bytes of the file were read.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Lines(blocks) => blocks.bytes(),
            Self::List(blocks) => blocks.bytes(),
        }
    }
}

impl Block {
    pub fn first_row(&self) -> u64 {
        match self {
            Self::Lines(block) => block.first_row,
            Self::List(block) => block.first_row,
        }
    }

    pub fn rows(&self) -> u64 {
        match self {
            Self::Lines(block) => block.rows,
            Self::List(block) => block.rows(),
        }
    }

    /// Where each record is, and its text.
    pub fn records(&self) -> Box<dyn Iterator<Item = (JsonPlace, &[u8])> + '_> {
        match self {
            Self::Lines(block) => Box::new(block.lines().map(|(line, text)| (line.into(), text))),
            Self::List(block) => Box::new(block.each()),
        }
    }
}

/// A record as text; bytes that are none are told by the line on which it begins.
pub(super) fn text(place: JsonPlace, bytes: &[u8]) -> Result<&str, Problem> {
    simdutf8::basic::from_utf8(bytes)
        .map_err(|_| Problem::NotInEncoding { line: place.line, encoding: Encoding::Utf8 })
}
