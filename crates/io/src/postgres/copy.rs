//! The text format of `COPY`: cells parted by tabs, rows by line ends, `\N` for nothing.

use crate::{Problem, columnar::Notation};
use arrow_array::builder::StringBuilder;
use arrow_schema::DataType;

/// Appends the cells of a line, which is without its end, to one builder per column.
pub(super) fn append(line: &[u8], builders: &mut [StringBuilder]) -> Result<(), Problem> {
    if builders.is_empty() {
        return if line.is_empty() { Ok(()) } else { Err(Problem::ServerGone) };
    }
    let mut cells = line.split(|&byte| byte == b'\t');
    let mut text = Vec::new();
    for builder in builders {
        let cell = cells.next().ok_or(Problem::ServerGone)?;
        if cell == b"\\N" {
            builder.append_null();
            continue;
        }
        text.clear();
        let mut bytes = cell.iter();
        while let Some(&byte) = bytes.next() {
            text.push(match byte {
                b'\\' => match bytes.next() {
                    Some(b'b') => 8,
                    Some(b'f') => 12,
                    Some(b'n') => b'\n',
                    Some(b'r') => b'\r',
                    Some(b't') => b'\t',
                    Some(b'v') => 11,
                    Some(&other) => other,
                    None => return Err(Problem::ServerGone),
                },
                byte => byte,
            });
        }
        builder.append_value(std::str::from_utf8(&text).map_err(|_| Problem::ServerGone)?);
    }
    if cells.next().is_some() { Err(Problem::ServerGone) } else { Ok(()) }
}

/// Rows as `COPY … FROM STDIN` takes them.
pub(super) struct Rows;

impl Notation for Rows {
    fn before(&self, column: usize, line: &mut Vec<u8>) {
        if column > 0 {
            line.push(b'\t');
        }
    }

    fn cell(&self, _: &DataType, text: Option<&str>, line: &mut Vec<u8>) {
        let Some(text) = text else { return line.extend_from_slice(b"\\N") };
        for byte in text.bytes() {
            match byte {
                b'\\' => line.extend_from_slice(b"\\\\"),
                b'\n' => line.extend_from_slice(b"\\n"),
                b'\r' => line.extend_from_slice(b"\\r"),
                b'\t' => line.extend_from_slice(b"\\t"),
                byte => line.push(byte),
            }
        }
    }

    fn end(&self, line: &mut Vec<u8>) {
        line.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cells_come_back(cells in prop::collection::vec(prop::option::of("[\\x01-~é\\\\\n\r\t]{0,5}|\\\\N|\\\\\\."), 1..5)) {
            let mut line = Vec::new();
            for (at, cell) in cells.iter().enumerate() {
                Rows.before(at, &mut line);
                Rows.cell(&DataType::Utf8, cell.as_deref(), &mut line);
            }
            prop_assert!(!line.contains(&b'\n'), "a line is one line");
            let mut builders: Vec<StringBuilder> = cells.iter().map(|_| StringBuilder::new()).collect();
            append(&line, &mut builders).unwrap();
            for (builder, cell) in builders.iter_mut().zip(&cells) {
                let array = builder.finish();
                let back = array.iter().next().unwrap();
                prop_assert_eq!(back, cell.as_deref());
            }
        }
    }

    #[test]
    fn a_line_has_as_many_cells_as_columns() {
        let mut builders = [StringBuilder::new(), StringBuilder::new()];
        for line in ["a", "a\tb\tc", "a\tb\\"] {
            assert!(append(line.as_bytes(), &mut builders).is_err(), "{line}");
        }
    }
}
