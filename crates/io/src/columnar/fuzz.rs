//! What must hold of any bytes that are read as Parquet or Arrow.

use super::ArrowSource;
use crate::{
    Block, Format, Problem, SourceOptions, Table, Want,
    csv::{self, Rows},
    source::Failure,
};
use std::{fs::File, io::Write, path::Path};

/// Reads bytes as a Parquet file. There is a table or an error, and no error has `secret` in it.
#[doc(hidden)]
pub fn fuzz_parquet(bytes: &[u8], secret: &str) {
    fuzz(bytes, secret, Format::Parquet, |path, file, options| {
        ArrowSource::open_parquet(path, &file, options)
    });
}

/// Reads bytes as an Arrow file or stream. There is a table or an error, and no error has `secret` in
/// it.
#[doc(hidden)]
pub fn fuzz_arrow(bytes: &[u8], secret: &str) {
    fuzz(bytes, secret, Format::Arrow, ArrowSource::open_ipc);
}

type Open = fn(&Path, File, &SourceOptions) -> Result<ArrowSource, Problem>;

/// On one thread and on two there are the same cells, or the same words.
fn fuzz(bytes: &[u8], secret: &str, format: Format, open: Open) {
    let Ok(mut file) = tempfile::NamedTempFile::new() else { return };
    if file.write_all(bytes).is_err() {
        return;
    }
    let read = |threads| {
        let options = SourceOptions { threads, ..SourceOptions::default() };
        all_cells(&open(file.path(), File::open(file.path())?, &options)?, format)
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
pub(crate) fn all_cells(source: &ArrowSource, format: Format) -> Result<(Table, Rows), Problem> {
    let width = source.fields().len();
    let wants = |at| if at % 2 == 0 { Want::Code { kind: None } } else { Want::Carry };
    let wants: Vec<Want> = (0..width).map(wants).collect();
    let table = source.read(format, &wants, &())?;
    let all: Vec<usize> = (0..width).collect();
    let each = |rows: &mut Vec<(u64, Vec<String>)>, block: &Block<'_>| {
        for row in 0..block.rows() {
            let cell = |&at: &usize| block.cell(row, at).map(String::from).unwrap_or_default();
            rows.push((block.first_row + row as u64, all.iter().map(cell).collect()));
        }
        Ok::<(), Problem>(())
    };
    let scanned = source.scan(&all, Vec::new, each, &()).map_err(|failure| match failure {
        Failure::Ours(problem) | Failure::Theirs(problem) => problem,
    });
    let mut rows: Vec<(u64, Vec<String>)> = scanned?.2.concat();
    rows.sort_by_key(|&(row, _)| row);
    let rows: Rows = rows.into_iter().map(|(_, cells)| cells).collect();
    assert!(csv::cells(&table) == rows, "reading and scanning disagree");
    Ok((table, rows))
}
