//! What must hold of any bytes that are read as JSON lines.

use super::{blocks::BLOCK, read::JsonSource};
use crate::{
    Block, Compression, Format, Problem, SourceOptions, Table, Want,
    columnar::ArrowSource,
    csv::{self, Rows},
    source::Failure,
};
use std::path::Path;

/// Reads bytes as JSON lines, whole on one thread and then as the first byte says: in small blocks,
/// perhaps on two threads.
///
/// Whatever the bytes are, there is a table or an error, and every way gives the same cells, lines
/// and names, or the same words. No error has `secret` in it, unless a key has.
#[doc(hidden)]
pub fn fuzz_json(data: &[u8], secret: &str) {
    let [setting, bytes @ ..] = data else { return };
    let (block, threads) = (1 + usize::from(setting & 0x7F), 1 + usize::from(setting >> 7));
    let whole = read(bytes, BLOCK, 1);
    let parts = read(bytes, block, threads);
    match (whole, parts) {
        (Ok((whole, scanned)), Ok((parts, _))) => {
            assert_eq!((whole.rows, &whole.names), (parts.rows, &parts.names));
            let lines = |table: &Table| (0..table.rows).map(|row| table.line_of(row)).collect();
            let (one, other): (Vec<u64>, Vec<u64>) = (lines(&whole), lines(&parts));
            assert_eq!(one, other, "lines depend on blocks");
            let cells = csv::cells(&whole);
            assert!(cells == csv::cells(&parts) && cells == scanned, "cells depend on the way");
        }
        (Err(whole), Err(parts)) => {
            assert_eq!(whole.to_string(), parts.to_string(), "errors depend on blocks");
            let is_a_name = match &whole {
                Problem::NestedValue { name, .. } | Problem::RepeatedKey { name, .. } => {
                    name.contains(secret)
                }
                _ => false,
            };
            let shown = format!("{whole} {whole:?}");
            assert!(is_a_name || !shown.contains(secret), "an error shows a cell");
        }
        _ => panic!("some ways of reading fail and some do not"),
    }
}

fn open(bytes: &[u8], block: usize, threads: usize) -> Result<ArrowSource, Problem> {
    let options = SourceOptions { threads, ..SourceOptions::default() };
    let source = JsonSource::of_bytes(bytes, block, threads)?;
    ArrowSource::of_json(Path::new("/dev/null"), source, &options)
}

fn read(bytes: &[u8], block: usize, threads: usize) -> Result<(Table, Rows), Problem> {
    let source = open(bytes, block, threads)?;
    let names = source.fields().len();
    let wants = |at| if at % 2 == 0 { Want::Code { kind: None } } else { Want::Carry };
    let wants: Vec<Want> = (0..names).map(wants).collect();
    let format = Format::Json { compression: Compression::None };
    let table = source.read(format, &wants, &())?;
    let all: Vec<usize> = (0..names).collect();
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
    Ok((table, rows.into_iter().map(|(_, cells)| cells).collect()))
}
