//! What must hold of any bytes that are read as a text table. Fuzzers call it; it panics if it finds
//! that something does not hold.

use super::{blocks::BLOCK, source::CsvSource};
use crate::{
    Block, Column, Compression, Passed, Problem, ReadAs, SourceOptions, Table, Visit, texts,
};
use std::{
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

/// Rows of cells; a missing one is empty, as it is in the file.
pub(crate) type Rows = Vec<Vec<String>>;

/// Reads bytes as a text table, whole on one thread and then as the first byte says: in small blocks,
/// perhaps on two threads; and scans them in the same way.
///
/// Whatever the bytes are, there is a table or an error, and every way gives the same cells, lines
/// and names, or the same words. No error has `secret` in it, unless a column is called so.
#[doc(hidden)]
pub fn fuzz_csv(data: &[u8], secret: &str) {
    let [setting, bytes @ ..] = data else { return };
    let (block, threads) = (1 + usize::from(setting & 0x7F), 1 + usize::from(setting >> 7));
    let whole = read(bytes, BLOCK, 1);
    let parts = read(bytes, block, threads);
    let scanned = scan(bytes, block, threads);
    match (whole, parts, scanned) {
        (Ok(whole), Ok(parts), Ok(scanned)) => same(&whole, &parts, &scanned),
        (Err(whole), Err(parts), Err(scanned)) => {
            assert_eq!(whole.to_string(), parts.to_string(), "errors depend on blocks");
            assert_eq!(whole.to_string(), scanned.to_string(), "reading and scanning disagree");
            let is_a_name = match open(bytes, BLOCK, 1) {
                Ok(source) => source.names.iter().any(|name| name.contains(secret)),
                Err(problem) => matches!(problem, Problem::DuplicateName { .. }),
            };
            let shown = format!("{whole} {whole:?}");
            assert!(is_a_name || !shown.contains(secret), "an error shows a cell");
        }
        _ => panic!("some ways of reading fail and some do not"),
    }
}

fn same(whole: &Table, parts: &Table, scanned: &Rows) {
    assert_eq!((whole.rows, &whole.names), (parts.rows, &parts.names));
    assert_eq!(whole.sha256, parts.sha256);
    let lines = |table: &Table| (0..table.rows).map(|row| table.line_of(row)).collect::<Vec<_>>();
    assert_eq!(lines(whole), lines(parts));
    let cells = cells(whole);
    assert!(cells == self::cells(parts) && cells == *scanned, "cells depend on how they are read");
    for (one, other) in whole.columns.iter().zip(&parts.columns) {
        // What is carried may be coded or not: that depends on how much is read at once.
        if let (Column::Coded { dictionary: one, .. }, Column::Coded { dictionary: other, .. }) =
            (one, other)
        {
            assert!(one == other, "dictionaries depend on how they are read");
        }
    }
}

fn open(bytes: &[u8], block: usize, threads: usize) -> Result<CsvSource, Problem> {
    let options = SourceOptions { threads, ..SourceOptions::default() };
    let raw = Box::new(std::io::Cursor::new(bytes.to_vec()));
    CsvSource::new(raw, Compression::None, b',', options, block)
}

fn read(bytes: &[u8], block: usize, threads: usize) -> Result<Table, Problem> {
    let source = open(bytes, block, threads)?;
    let wants = |at| if at % 2 == 0 { ReadAs::Code { kind: None } } else { ReadAs::Carry };
    let wants: Vec<ReadAs> = (0..source.names.len()).map(wants).collect();
    source.read(&wants, &())
}

fn scan(bytes: &[u8], block: usize, threads: usize) -> Result<Rows, Problem> {
    let source = open(bytes, block, threads)?;
    let all: Vec<usize> = (0..source.names.len()).collect();
    rows_of(all.len(), |visit| source.pass(&all, visit, &()))
}

/// All rows that a pass over so many columns shows, in their order.
pub(crate) fn rows_of<E>(
    columns: usize,
    pass: impl FnOnce(&Visit<'_>) -> Result<Passed, E>,
) -> Result<Rows, E> {
    let rows = Mutex::new(Vec::new());
    let passed = pass(&|_, block: &Block<'_>| {
        let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
        for row in 0..block.rows() {
            let cell = |at| block.cell(row, at).map(String::from).unwrap_or_default();
            let cells: Vec<String> = (0..columns).map(cell).collect();
            rows.push((block.first_row + row as u64, cells));
        }
        ControlFlow::Continue(())
    });
    passed?;
    let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.sort_by_key(|&(row, _)| row);
    assert!(rows.iter().zip(0..).all(|(&(row, _), at)| row == at), "rows are numbered in order");
    Ok(rows.into_iter().map(|(_, cells)| cells).collect())
}

/// All cells of a table.
pub(crate) fn cells(table: &Table) -> Rows {
    let mut rows = vec![Vec::new(); table.rows];
    for column in &table.columns {
        match column {
            Column::Skipped => panic!("nothing was skipped"),
            Column::Coded { codes, dictionary, .. } => {
                for (row, code) in rows.iter_mut().zip(codes.iter()) {
                    row.push(dictionary.text(code).unwrap_or_default().to_owned());
                }
            }
            Column::Carried(chunks) => {
                let mut rows = rows.iter_mut();
                for chunk in chunks {
                    let texts = texts(chunk).expect("what is carried has text");
                    for (text, row) in texts.iter().zip(rows.by_ref()) {
                        row.push(text.unwrap_or_default().to_owned());
                    }
                }
            }
        }
    }
    rows
}
