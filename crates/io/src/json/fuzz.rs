//! What must hold of any bytes that are read as JSON.

use super::{blocks::Form, read::JsonSource};
use crate::line_blocks::BLOCK;
use crate::{
    BatchSource, Problem, SourceOptions, Table,
    columnar::{all_cells, shows},
    csv,
};
use std::path::Path;

/// Reads bytes as JSON lines and as a list, whole on one thread and then as the first byte says: in small blocks,
/// perhaps on two threads.
///
/// Whatever the bytes are, there is a table or an error, and every way gives the same cells, lines
/// and names, or the same words. No error has `secret` in it, unless a key has.
#[doc(hidden)]
pub fn fuzz_json(data: &[u8], secret: &str) {
    let [setting, bytes @ ..] = data else { return };
    let (block, threads) = (1 + usize::from(setting & 0x7F), 1 + usize::from(setting >> 7));
    for form in [Form::Lines, Form::List] {
        agree(read(bytes, form, (BLOCK, 1)), read(bytes, form, (block, threads)), secret);
    }
}

/// Two ways of reading give the same.
fn agree(whole: Result<Table, Problem>, parts: Result<Table, Problem>, secret: &str) {
    match (whole, parts) {
        (Ok(whole), Ok(parts)) => {
            assert_eq!((whole.rows, &whole.names), (parts.rows, &parts.names));
            let lines = |table: &Table| (0..table.rows).map(|row| table.line_of(row)).collect();
            let (one, other): (Vec<u64>, Vec<u64>) = (lines(&whole), lines(&parts));
            assert_eq!(one, other, "lines depend on blocks");
            assert!(csv::cells(&whole) == csv::cells(&parts), "cells depend on the way");
        }
        (Err(whole), Err(parts)) => {
            assert_eq!(whole.to_string(), parts.to_string(), "errors depend on blocks");
            assert!(!shows(&whole, secret), "an error shows a cell");
        }
        _ => panic!("some ways of reading fail and some do not"),
    }
}

fn open(bytes: &[u8], form: Form, how: (usize, usize)) -> Result<BatchSource, Problem> {
    let (_, threads) = how;
    let options = SourceOptions { threads, ..SourceOptions::default() };
    let mut source = JsonSource::of_bytes(bytes, form, how)?;
    let (columns, lines) = (source.columns(), std::mem::take(&mut source.lines));
    let source = BatchSource::new(Path::new("bytes"), Box::new(source), columns, &options)?;
    Ok(source.with_lines(lines))
}

fn read(bytes: &[u8], form: Form, how: (usize, usize)) -> Result<Table, Problem> {
    Ok(all_cells(&open(bytes, form, how)?)?.0)
}
