//! Cells as they are written, and labels made ready to be copied.

use super::Dialect;
use crate::{Encoding, OutColumn, Problem, needs_escape};
use ridotto_core::Code;

/// Where a label or cell lies, how long it is, and whether it is one or the other.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry(u64);

impl Entry {
    /// The length that stands for any greater one.
    pub const LONG: u64 = (1 << 24) - 1;

    /// An entry at the end of `bytes`, from `start` on. The length of a giant is put behind it.
    pub fn new(bytes: &mut Vec<u8>, start: usize, is_cell: bool) -> Self {
        let length = (bytes.len() - start) as u64;
        if length >= Self::LONG {
            bytes.extend_from_slice(&length.to_le_bytes());
        }
        let start = if length < Self::LONG { start } else { bytes.len() - 8 };
        Self((start as u64) << 25 | u64::from(is_cell) << 24 | length.min(Self::LONG))
    }

    #[inline]
    pub fn start(self) -> usize {
        (self.0 >> 25) as usize
    }

    #[inline]
    pub fn is_cell(self) -> bool {
        self.0 & (1 << 24) != 0
    }

    #[inline]
    pub fn length(self) -> usize {
        (self.0 & Self::LONG) as usize
    }

    /// What a giant is.
    #[cold]
    pub fn giant(self, bytes: &[u8]) -> &[u8] {
        let end = self.start();
        let length = bytes[end..end + 8].try_into().expect("eight bytes are eight");
        &bytes[end - u64::from_le_bytes(length) as usize..end]
    }
}

/// How cells are written.
pub(super) struct Writing {
    pub dialect: Dialect,
    /// Whether formulas are escaped.
    pub escapes: bool,
    pub columns: usize,
}

impl Writing {
    /// As [`cell`](Self::cell), for a cell that is no name of a column: formulas are escaped.
    pub fn value(&self, column: usize, value: &str, cell: &mut String, into: &mut Vec<u8>) -> bool {
        if self.escapes && needs_escape(value.as_bytes()) {
            self.cell(column, &format!("'{value}"), cell, into)
        } else {
            self.cell(column, value, cell, into)
        }
    }

    /// Appends a cell and what follows it; `false` if it cannot be encoded.
    pub fn cell(&self, column: usize, value: &str, cell: &mut String, into: &mut Vec<u8>) -> bool {
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
    pub fn labels(
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
            if !self.value(at, text, &mut cell, ready) {
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

    pub fn not_encodable(&self, name: &str) -> Problem {
        Problem::NotEncodable { name: Some(name.to_owned()), encoding: self.dialect.encoding }
    }
}
