//! Where a table goes: written where nobody sees it, read again from what was written, and only then
//! put in its place.

use crate::{Digest, IoError, Source, SourceOptions, View};
use arrow_array::RecordBatch;
use ridotto_core::Watch;
use std::{fmt::Debug, path::Path};

/// A table that is written and not yet published: a file without a name, rows of a transaction, or
/// batches in memory. Dropped, it leaves nothing behind.
pub trait StagedTable: Debug + Send + Sync {
    /// What it is to become, as people call it.
    fn name(&self) -> &Path;

    /// Writes all rows, once.
    fn write(&self, rows: &View<'_>, watch: &dyn Watch) -> Result<(), IoError>;

    /// Opens what was written, from the values that will leave. How it was written is known; of the
    /// options those count that are about reading.
    fn reopen(&self, options: &SourceOptions) -> Result<Box<dyn Source>, IoError>;

    /// The text that stands for a missing value.
    fn missing(&self) -> &str;

    /// Whether a spreadsheet could take cells for formulas.
    fn may_have_formulas(&self) -> bool {
        false
    }

    /// Whether such cells get an apostrophe in front.
    fn escapes_formulas(&self) -> bool {
        false
    }

    /// Whether it can be read side by side with its input: what a database has not committed cannot.
    fn is_comparable(&self) -> bool {
        true
    }

    /// The digest of what was written.
    fn digest(&self) -> Result<Digest, IoError>;

    /// Writes what is staged to the disk, if it goes there.
    fn sync(&self) -> Result<(), IoError> {
        Ok(())
    }

    /// Puts it in its place.
    fn place(self: Box<Self>) -> Result<Box<dyn PlacedTable>, IoError>;
}

/// A table that was put in its place. Dropped, it stays.
pub trait PlacedTable: Debug {
    /// Takes it back: what was there is there again.
    fn withdraw(self: Box<Self>);

    /// The rows, if they are in memory.
    fn into_batches(self: Box<Self>) -> Vec<RecordBatch> {
        Vec::new()
    }
}
