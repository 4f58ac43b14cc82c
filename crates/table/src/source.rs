//! Where a table comes from.

use crate::{Block, Digest, IoError, Problem, ReadAs, Table};
use arrow_schema::DataType;
use ridotto_core::Watch;
use std::{
    fmt::Debug,
    ops::ControlFlow,
    path::Path,
    sync::{Mutex, PoisonError},
};

/// A column of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type where the source tells types; `None` in a text file, JSON lines or a sheet.
    pub data_type: Option<DataType>,
}

/// Rows with named columns that can be read: a file, a table of a database, or what is in memory.
///
/// Reading and scanning run on several threads, and what they give does not depend on how many.
pub trait Source: Debug + Send + Sync {
    /// What people call it.
    fn name(&self) -> &Path;

    /// The columns, in their order.
    fn columns(&self) -> &[Field];

    /// Where the names of the columns come from.
    fn header(&self) -> Header {
        Header::Types
    }

    /// Whether it can be read more than once; a pipe cannot.
    fn is_repeatable(&self) -> bool {
        true
    }

    /// How many threads pass over it.
    fn threads(&self) -> usize;

    /// Reads all rows. `wants` has one entry per column.
    fn read(&self, wants: &[ReadAs], watch: &dyn Watch) -> Result<Table, IoError>;

    /// Passes over all rows block by block, without keeping anything. The columns of a block are the
    /// ones named here, in this order. `each` is told the number of the thread that has the block, and
    /// may end the pass.
    fn pass(
        &self,
        columns: &[usize],
        each: &Visit<'_>,
        watch: &dyn Watch,
    ) -> Result<Passed, IoError>;
}

impl Source for &dyn Source {
    fn name(&self) -> &Path {
        (**self).name()
    }

    fn columns(&self) -> &[Field] {
        (**self).columns()
    }

    fn header(&self) -> Header {
        (**self).header()
    }

    fn is_repeatable(&self) -> bool {
        (**self).is_repeatable()
    }

    fn threads(&self) -> usize {
        (**self).threads()
    }

    fn read(&self, wants: &[ReadAs], watch: &dyn Watch) -> Result<Table, IoError> {
        (**self).read(wants, watch)
    }

    fn pass(
        &self,
        columns: &[usize],
        each: &Visit<'_>,
        watch: &dyn Watch,
    ) -> Result<Passed, IoError> {
        (**self).pass(columns, each, watch)
    }
}

/// Where the names of columns come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// The source has names and types.
    Types,
    /// A line of the data, which may be a record where somebody forgot the names.
    Line {
        /// Whether it looks like a record.
        is_record: bool,
    },
}

/// What is done with a block, by the thread of this number.
pub type Visit<'a> = dyn Fn(usize, &Block<'_>) -> ControlFlow<()> + Sync + 'a;

/// What a pass over a source tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// How many rows there were.
    pub rows: u64,
    /// The digest of the source, if it is wanted and the pass came to the end.
    pub sha256: Option<Digest>,
}

/// What a pass over a source leaves.
#[derive(Clone, Debug)]
pub struct Scanned<S> {
    /// How many rows there were.
    pub rows: u64,
    /// The digest of the source, if it is wanted.
    pub sha256: Option<Digest>,
    /// What each thread has gathered.
    pub states: Vec<S>,
}

impl dyn Source + '_ {
    /// An error that shows no name if none of the columns that somebody asks for is there, and the
    /// names are a line of the file: then they may be somebody's record. Whoever asks for a single
    /// column may have misspelt it: where another name is like it, and the line does not look like a
    /// record, there is no error yet.
    pub fn expect<'a>(&self, asked: impl IntoIterator<Item = &'a str>) -> Result<(), IoError> {
        let (mut count, mut is_known, mut resembles) = (0, false, false);
        for name in asked {
            count += 1;
            is_known |= self.columns().iter().any(|field| field.name == name);
            resembles |= self.columns().iter().any(|field| is_misspelt(name, &field.name));
        }
        is_known |= count == 1 && resembles && !self.is_record();
        let is_line = self.header() != Header::Types;
        if is_line && !is_known && count > 0 {
            return Err(IoError::new(self.name(), Problem::NoHeader { asked: count }));
        }
        Ok(())
    }

    /// An error that shows no name if the names look like somebody's record.
    pub fn expect_names(&self) -> Result<(), IoError> {
        if self.is_record() {
            return Err(IoError::new(self.name(), Problem::NoHeader { asked: 0 }));
        }
        Ok(())
    }

    fn is_record(&self) -> bool {
        self.header() == Header::Line { is_record: true }
    }

    /// As [`pass`](Source::pass), where each thread begins with a state of its own. The states come
    /// back in no particular order. Of several errors the one of the earliest block is told.
    pub fn scan<S, E>(
        &self,
        columns: &[usize],
        start: impl Fn() -> S + Sync,
        each: impl Fn(&mut S, &Block<'_>) -> Result<(), E> + Sync,
        watch: &dyn Watch,
    ) -> Result<Scanned<S>, E>
    where
        S: Send,
        E: From<IoError> + Send,
    {
        let states: Vec<Mutex<Option<S>>> = (0..self.threads()).map(|_| Mutex::default()).collect();
        let first: Mutex<Option<(u64, E)>> = Mutex::new(None);
        let visit = |thread: usize, block: &Block<'_>| {
            let mut state = states[thread].lock().unwrap_or_else(PoisonError::into_inner);
            let Err(error) = each(state.get_or_insert_with(&start), block) else {
                return ControlFlow::Continue(());
            };
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            if first.as_ref().is_none_or(|(row, _)| block.first_row < *row) {
                *first = Some((block.first_row, error));
            }
            ControlFlow::Break(())
        };
        let passed = self.pass(columns, &visit, watch);
        if let Some((_, error)) = first.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let Passed { rows, sha256 } = passed?;
        let states = states.into_iter().filter_map(|state| state.into_inner().ok().flatten());
        Ok(Scanned { rows, sha256, states: states.collect() })
    }
}

/// Whether a name may be another one with a mistake.
fn is_misspelt(name: &str, other: &str) -> bool {
    strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase()) > 0.8
}
