//! What a text table looks like.

use crate::{Encoding, SourceOptions};
use std::path::Path;

/// What a text table looks like, so that the output can look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// What parts the cells.
    pub delimiter: u8,
    /// What quotes a cell.
    pub quote: u8,
    /// How characters are encoded.
    pub encoding: Encoding,
    /// Whether the file begins with a byte order mark.
    pub bom: bool,
    /// Whether lines end in carriage return and line feed.
    pub crlf: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { delimiter: b',', quote: b'"', encoding: Encoding::Utf8, bom: false, crlf: false }
    }
}

impl Dialect {
    /// How a file is read that was written in this dialect: nothing is left to detect.
    pub fn source_options(&self) -> SourceOptions {
        SourceOptions {
            delimiter: Some(self.delimiter),
            quote: self.quote,
            encoding: Some(self.encoding),
            ..SourceOptions::default()
        }
    }

    /// The dialect of a new file: tabs if its name ends in `.tsv`, else commas.
    pub fn for_path(path: &Path) -> Self {
        let delimiter = if crate::formats::says_tabs(path) { b'\t' } else { b',' };
        Self { delimiter, ..Self::default() }
    }
}
