//! Writing JSON lines: every object has every key, in the order of the columns.

use super::object::is_number;
use crate::{
    Compression, OutColumn, Problem, Values, WriteOptions,
    columnar::{Notation, write_lines},
    csv::Sink,
};
use arrow_schema::DataType;
use ridotto_core::Watch;
use std::fs::File;

pub(crate) fn write(
    file: &File,
    (options, compression): (&WriteOptions, Compression),
    names: &[&str],
    columns: &[OutColumn<'_>],
    order: &[u32],
    progress: &dyn Watch,
) -> Result<(), Problem> {
    let values: Vec<Values<'_>> = columns.iter().map(Values::new).collect();
    let mut sink = Sink::new(file, compression)?;
    let notation = Objects::new(names);
    let threads = options.threads;
    write_lines(&notation, &values, order, threads, progress, |lines| sink.write_all(lines))?;
    sink.finish()
}

/// One object per row.
struct Objects {
    /// What stands before each value: `{"name":` or `,"name":`.
    before: Vec<Vec<u8>>,
}

impl Objects {
    fn new(names: &[&str]) -> Self {
        let before = names.iter().enumerate().map(|(at, name)| {
            let mut before = vec![if at == 0 { b'{' } else { b',' }];
            quoted(name, &mut before);
            before.push(b':');
            before
        });
        Self { before: before.collect() }
    }
}

impl Notation for Objects {
    fn before(&self, column: usize, line: &mut Vec<u8>) {
        line.extend_from_slice(&self.before[column]);
    }

    fn cell(&self, data_type: &DataType, text: Option<&str>, line: &mut Vec<u8>) {
        match text {
            None => line.extend_from_slice(b"null"),
            Some(text) if is_bare(data_type, text) => line.extend_from_slice(text.as_bytes()),
            Some(text) => quoted(text, line),
        }
    }

    fn end(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(if self.before.is_empty() { b"{}\n" } else { b"}\n" });
    }
}

/// Whether a value stands without quotes. JSON knows no infinity.
fn is_bare(data_type: &DataType, text: &str) -> bool {
    match data_type {
        DataType::Boolean => true,
        data_type if data_type.is_numeric() => is_number(text),
        _ => false,
    }
}

fn quoted(text: &str, into: &mut Vec<u8>) {
    serde_json::to_writer(into, text).expect("a text is written to memory");
}
