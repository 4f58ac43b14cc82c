//! Output that nobody sees until it is complete.
//!
//! A staged file lies beside its target under a name of its own, readable by its owner alone. It
//! is removed when dropped; publishing it syncs it to disk and renames it, which replaces the
//! target in one step or not at all.

use crate::IoError;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A temporary file beside its target.
#[derive(Debug)]
pub struct Staged {
    file: NamedTempFile,
    target: PathBuf,
    force: bool,
}

impl Staged {
    /// Creates an empty file beside `target`, which must not exist unless `force` is given. The
    /// target `-` means standard output: the file is then among the system's temporary files, and
    /// copied when published.
    pub fn beside(target: &Path, force: bool) -> Result<Self, IoError> {
        todo!("{target:?} {force}")
    }

    /// Where the temporary file is.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// What it is to become.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Gives the file its target's name, with the usual permissions, durably.
    pub fn publish(self) -> Result<(), IoError> {
        todo!("{}", self.force)
    }
}
