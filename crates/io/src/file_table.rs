//! A table that becomes a file, or a table of a database.

use crate::{
    Digest, FileSource, Format, IoError, Placed, Source, SourceOptions, Staged, WriteOptions,
    digest_of, write,
};
use ridotto_core::Watch;
use ridotto_table::{PlacedTable, StagedTable, View};
use std::path::Path;

/// A staged file or table, and how it is written.
#[derive(Debug)]
pub struct FileTable {
    staged: Staged,
    options: WriteOptions,
}

impl FileTable {
    /// What is staged will be written so.
    pub fn new(staged: Staged, options: WriteOptions) -> Self {
        Self { staged, options }
    }

    fn is_text(&self) -> bool {
        matches!(self.options.format, Format::Csv { .. })
    }
}

impl StagedTable for FileTable {
    fn name(&self) -> &Path {
        self.staged.target()
    }

    fn write(&self, rows: &View<'_>, watch: &dyn Watch) -> Result<(), IoError> {
        write(&self.staged, &self.options, rows, watch)
    }

    fn reopen(&self, options: &SourceOptions) -> Result<Box<dyn Source>, IoError> {
        let own = self.options.dialect.source_options();
        let options = SourceOptions {
            delimiter: own.delimiter,
            quote: own.quote,
            encoding: own.encoding,
            header: true,
            sheet: None,
            ..options.clone()
        };
        Ok(Box::new(FileSource::open_staged(&self.staged, &options)?))
    }

    fn missing(&self) -> &str {
        &self.options.missing
    }

    fn may_have_formulas(&self) -> bool {
        self.is_text()
    }

    fn escapes_formulas(&self) -> bool {
        self.options.escape_formulas && self.is_text()
    }

    fn is_comparable(&self) -> bool {
        !self.staged.is_table()
    }

    fn digest(&self) -> Result<Digest, IoError> {
        digest_of(self.staged.path())
    }

    fn sync(&self) -> Result<(), IoError> {
        self.staged.sync()
    }

    fn place(self: Box<Self>) -> Result<Box<dyn PlacedTable>, IoError> {
        Ok(Box::new(self.staged.place()?))
    }
}

impl PlacedTable for Placed {
    fn withdraw(self: Box<Self>) {
        Self::withdraw(*self);
    }
}
