//! A file opened for reading.

use crate::{Dialect, Digest, Encoding, Format, IoError, Progress, Table, Want};
use arrow::datatypes::DataType;
use std::{borrow::Cow, path::Path};

/// What is known of a file beforehand; the rest is detected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceOptions {
    /// What parts the cells; detected among comma, semicolon, tab and bar when `None`.
    pub delimiter: Option<u8>,
    /// What quotes a cell.
    pub quote: u8,
    /// How characters are encoded; detected when `None`.
    pub encoding: Option<Encoding>,
    /// The texts that mean "missing".
    pub missing: Vec<String>,
    /// The decimal mark; detected when `None`.
    pub decimal: Option<char>,
    /// Date formats to try, in the notation of `strftime`, before the usual ones.
    pub dates: Vec<String>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

impl Default for SourceOptions {
    fn default() -> Self {
        Self {
            delimiter: None,
            quote: b'"',
            encoding: None,
            missing: vec![String::new()],
            decimal: None,
            dates: Vec::new(),
            threads: 0,
        }
    }
}

/// A column of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type in a Parquet or Arrow file; `None` in a text file.
    pub data_type: Option<DataType>,
}

/// A file of which the format, the dialect and the columns are known, and nothing else was read.
#[derive(Debug)]
pub struct Source {
    format: Format,
    fields: Vec<Field>,
}

impl Source {
    /// Opens a file and finds out what its columns are.
    pub fn open(path: &Path, options: &SourceOptions) -> Result<Self, IoError> {
        todo!("{path:?} {options:?}")
    }

    /// The columns, in the order of the file.
    pub fn columns(&self) -> &[Field] {
        &self.fields
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What a text file looks like; `None` for other formats.
    pub fn dialect(&self) -> Option<&Dialect> {
        todo!()
    }

    /// Reads the whole file. `wants` has one entry per column.
    ///
    /// The table is the same for any number of threads.
    pub fn read(self, wants: &[Want], progress: &dyn Progress) -> Result<Table, IoError> {
        todo!("{wants:?} {}", progress.cancelled())
    }

    /// Passes over the whole file on several threads. Each thread begins with a state of its own
    /// and gives it blocks of rows as text; the columns of a block are the ones named here, in
    /// this order. The states come back in no particular order.
    pub fn scan<S, E>(
        self,
        columns: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, &Block<'_>) -> Result<(), E> + Sync,
        progress: &dyn Progress,
    ) -> Result<Scanned<S>, E>
    where
        S: Send,
        E: From<IoError> + Send,
    {
        let _ = (columns, start, each, progress);
        todo!()
    }
}

/// What a pass over a file leaves.
#[derive(Clone, Debug)]
pub struct Scanned<S> {
    /// How many rows there were.
    pub rows: u64,
    /// The digest of the file's bytes.
    pub sha256: Digest,
    /// What each thread has gathered.
    pub states: Vec<S>,
}

/// Some rows of a file, as text.
pub struct Block<'a> {
    /// The number of the first row, from 0.
    pub first_row: u64,
    /// The line on which the first row begins, from 1; in Parquet and Arrow the row's number.
    pub first_line: u64,
    text: &'a str,
}

impl<'a> Block<'a> {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        todo!("{}", self.text.len())
    }

    /// A cell's text; `None` for a null of a Parquet or Arrow file. Nothing is copied unless the
    /// cell has doubled quotes.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cow<'a, str>> {
        todo!("{row} {column}")
    }

    /// As [`cell`](Self::cell), the bytes alone: a little faster.
    pub fn bytes(&self, row: usize, column: usize) -> Option<Cow<'a, [u8]>> {
        todo!("{row} {column}")
    }
}
