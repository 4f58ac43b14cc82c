//! What must hold of any bytes that are read as Parquet or Arrow.

use super::{Ipc, Parts};
use crate::{
    BatchSource, IoError, Problem, ReadAs, Source, SourceOptions, Table,
    csv::{self, Rows},
};
use std::{fs::File, io::Write, path::Path};

/// Reads bytes as a Parquet file. There is a table or an error, and no error has `secret` in it.
#[doc(hidden)]
pub fn fuzz_parquet(bytes: &[u8], secret: &str) {
    fuzz(bytes, secret, |path, file, options| {
        let parts = Parts::one(path, &file)?;
        let columns = parts.columns();
        BatchSource::new(path, Box::new(parts), columns, options)
    });
}

/// Reads bytes as an Arrow file or stream. There is a table or an error, and no error has `secret` in
/// it.
#[doc(hidden)]
pub fn fuzz_arrow(bytes: &[u8], secret: &str) {
    fuzz(bytes, secret, |path, file, options| {
        let (ipc, columns) = Ipc::open(path, file)?;
        BatchSource::new(path, Box::new(ipc), columns, options)
    });
}

type Open = fn(&Path, File, &SourceOptions) -> Result<BatchSource, Problem>;

/// On one thread and on two there are the same cells, or the same words.
fn fuzz(bytes: &[u8], secret: &str, open: Open) {
    let Ok(mut file) = tempfile::NamedTempFile::new() else { return };
    if file.write_all(bytes).is_err() {
        return;
    }
    let read = |threads| {
        let options = SourceOptions { threads, ..SourceOptions::default() };
        all_cells(&open(file.path(), File::open(file.path())?, &options)?)
    };
    match (read(1), read(2)) {
        (Ok((one, _)), Ok((two, _))) => {
            assert!(csv::cells(&one) == csv::cells(&two), "cells depend on threads");
        }
        (Err(one), Err(two)) => {
            assert_eq!(one.to_string(), two.to_string(), "errors depend on threads");
            assert!(!shows(&one, secret), "an error shows a cell");
        }
        _ => panic!("it fails on some numbers of threads"),
    }
}

/// Whether an error shows the secret other than as the name of a column.
pub(crate) fn shows(problem: &Problem, secret: &str) -> bool {
    let is_name = match problem {
        Problem::NestedValue { name, .. }
        | Problem::RepeatedKey { name, .. }
        | Problem::DuplicateName { name, .. }
        | Problem::UnsupportedType { name, .. } => name.contains(secret),
        _ => false,
    };
    !is_name && format!("{problem} {problem:?}").contains(secret)
}

/// Reads a table, every other column coded, and scans it, which must give the same.
pub(crate) fn all_cells(source: &BatchSource) -> Result<(Table, Rows), Problem> {
    let width = source.columns().len();
    let wants = |at| if at % 2 == 0 { ReadAs::Code { kind: None } } else { ReadAs::Carry };
    let wants: Vec<ReadAs> = (0..width).map(wants).collect();
    let problem = |error: IoError| error.problem;
    let table = source.read(&wants, &()).map_err(problem)?;
    let all: Vec<usize> = (0..width).collect();
    let rows = csv::rows_of(width, |visit| source.pass(&all, visit, &())).map_err(problem)?;
    assert!(csv::cells(&table) == rows, "reading and scanning disagree");
    Ok((table, rows))
}
