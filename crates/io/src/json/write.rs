//! Writing JSON: every object has every key, in the order of the columns, and a line of its own.
//! A list has a line before the first object and one after the last.

use super::{blocks::Form, object::is_number};
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
    (options, (form, compression)): (&WriteOptions, (Form, Compression)),
    names: &[&str],
    columns: &[OutColumn<'_>],
    order: &[u32],
    progress: &dyn Watch,
) -> Result<(), Problem> {
    let values: Vec<Values<'_>> = columns.iter().map(Values::new).collect();
    let mut sink = Sink::new(file, compression)?;
    let notation = Objects::new(names, form);
    let mut is_first = true;
    write_lines(&notation, &values, order, options.threads, progress, |lines| {
        let begins = std::mem::take(&mut is_first) && form == Form::List;
        if begins {
            sink.write_all(b"[")?;
        }
        // Each object has a comma before it; before the first there is nothing to part it from.
        sink.write_all(lines.strip_prefix(b",").filter(|_| begins).unwrap_or(lines))
    })?;
    if form == Form::List {
        sink.write_all(if is_first { b"[]\n" } else { b"\n]\n" })?;
    }
    sink.finish()
}

/// One object per row.
struct Objects {
    /// What stands before each value: `{"name":` or `,"name":`.
    before: Vec<Vec<u8>>,
    form: Form,
}

impl Objects {
    fn new(names: &[&str], form: Form) -> Self {
        let begin: &[u8] = if form == Form::List { b",\n{" } else { b"{" };
        let before = names.iter().enumerate().map(|(at, name)| {
            let mut before = if at == 0 { begin.to_vec() } else { b",".to_vec() };
            quoted(name, &mut before);
            before.push(b':');
            before
        });
        Self { before: before.collect(), form }
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
        line.extend_from_slice(match (self.form, self.before.is_empty()) {
            (Form::Lines, false) => b"}\n",
            (Form::Lines, true) => b"{}\n",
            (Form::List, false) => b"}",
            (Form::List, true) => b",\n{}",
        });
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
