//! The input, for who looks at it once more when the release is made: queries, and pages.
//!
//! What was read for the release is kept as it was, a byte or two for each cell that was coded, and is not
//! read again. A column that nobody needed, or that was carried along without looking at it, is
//! read now, and then the input has to be what it was.

use ridotto_core::Watch;
use ridotto_io::{Digest, IoError};
use ridotto_table::{
    Column, Field, Header, HeldTable, Passed, Problem, ReadAs, Source, Table, Visit,
};
use std::path::Path;

/// The input as it was read, and where it came from.
#[derive(Debug)]
pub(crate) struct Before<'a> {
    source: &'a dyn Source,
    held: HeldTable,
}

impl<'a> Before<'a> {
    /// Keeps what was read of a source.
    pub fn new(source: &'a dyn Source, table: &Table) -> Self {
        Self { source, held: HeldTable::new(source, table.clone()) }
    }

    /// An error if the source has other rows than it had.
    fn expect(&self, rows: usize, sha256: Option<Digest>) -> Result<(), IoError> {
        let held = self.held.table();
        let is_other = held.sha256.zip(sha256).is_some_and(|(before, now)| before != now);
        if is_other || held.rows != rows {
            return Err(IoError::new(self.source.name(), Problem::Changed));
        }
        Ok(())
    }
}

impl Source for Before<'_> {
    fn name(&self) -> &Path {
        self.source.name()
    }

    fn columns(&self) -> &[Field] {
        self.source.columns()
    }

    fn header(&self) -> Header {
        self.source.header()
    }

    fn threads(&self) -> usize {
        self.source.threads()
    }

    fn read(&self, wants: &[ReadAs], watch: &dyn Watch) -> Result<Table, IoError> {
        let has = |(at, want): (usize, &ReadAs)| self.held.gives(at, *want);
        let known: Vec<bool> = wants.iter().enumerate().map(has).collect();
        let only = |is_wanted: bool| -> Vec<ReadAs> {
            let pick = |(want, known): (&ReadAs, &bool)| {
                if *known == is_wanted { *want } else { ReadAs::Skip }
            };
            wants.iter().zip(&known).map(pick).collect()
        };
        let mut table = self.held.read(&only(true), watch)?;
        if known.contains(&false) {
            let read = self.source.read(&only(false), watch)?;
            self.expect(read.rows, read.sha256)?;
            for ((column, new), known) in table.columns.iter_mut().zip(read.columns).zip(known) {
                if !known {
                    *column = new;
                }
            }
        }
        Ok(table)
    }

    fn pass(
        &self,
        columns: &[usize],
        each: &Visit<'_>,
        watch: &dyn Watch,
    ) -> Result<Passed, IoError> {
        let is_skipped = |at: &usize| matches!(self.held.table().columns[*at], Column::Skipped);
        if !columns.iter().any(is_skipped) {
            return self.held.pass(columns, each, watch);
        }
        let passed = self.source.pass(columns, each, watch)?;
        if passed.sha256.is_some() {
            self.expect(passed.rows as usize, passed.sha256)?;
        }
        Ok(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_io::{FileSource, SourceOptions};
    use std::path::PathBuf;

    const BOTH: [ReadAs; 2] = [ReadAs::Code { kind: None }, ReadAs::Code { kind: None }];

    fn source(folder: &tempfile::TempDir) -> (PathBuf, FileSource) {
        let path = folder.path().join("data.csv");
        std::fs::write(&path, "age,town\n31,Alba\n52,Berg\n").expect("written");
        let options = SourceOptions { digest: true, ..SourceOptions::default() };
        let source = FileSource::open(&path, &options).expect("opened");
        (path, source)
    }

    fn texts(table: &Table, at: usize) -> Vec<String> {
        let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { panic!("coded") };
        (0..codes.len())
            .map(|row| dictionary.text(codes.get(row)).unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn what_was_read_is_not_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, source) = source(&folder);
        let read = source.read(&BOTH, &()).expect("read");
        let before = Before::new(&source, &read);
        std::fs::remove_file(path).expect("removed");
        let again = before.read(&BOTH, &()).expect("it is there");
        assert_eq!((texts(&again, 0), texts(&again, 1)), (texts(&read, 0), texts(&read, 1)));
    }

    #[test]
    fn a_column_that_nobody_wanted_is_read_of_the_same_input_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, source) = source(&folder);
        let read = source.read(&[BOTH[0], ReadAs::Skip], &()).expect("read");
        let before = Before::new(&source, &read);
        let again = before.read(&BOTH, &()).expect("the same");
        assert_eq!(texts(&again, 1), ["Alba", "Berg"]);
        std::fs::write(&path, "age,town\n31,Alba\n52,Celo\n").expect("written");
        let changed = before.read(&BOTH, &()).expect_err("another file");
        assert!(changed.to_string().contains("changed by somebody else"), "{changed}");
        assert_eq!(
            texts(&before.read(&[BOTH[0], ReadAs::Skip], &()).expect("held"), 0),
            ["31", "52"]
        );
    }
}
