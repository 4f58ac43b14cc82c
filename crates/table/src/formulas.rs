//! Cells that a spreadsheet would run.
//!
//! A spreadsheet that opens a text file takes a cell that begins with `=`, `+`, `-` or `@` for a
//! formula, and a formula can fetch pages and start programs (OWASP: CSV injection). A cell that is a
//! plain number is none. With an apostrophe in front it is a text for the spreadsheet: it is *escaped*.
//! What begins with apostrophes and then a formula gets one more, so that taking one away brings back
//! every cell.

use crate::OutColumn;
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_schema::DataType;
use ridotto_core::Code;

/// What makes a text of a formula.
const ESCAPE: u8 = b'\'';

/// Whether a spreadsheet would run a cell.
pub fn is_formula(cell: &[u8]) -> bool {
    match cell {
        [b'=' | b'@' | b'\t' | b'\r', ..] => true,
        [b'+' | b'-', _, ..] => !is_number(cell),
        _ => false,
    }
}

/// Whether a text that begins with a sign is a number, with a decimal point or comma.
fn is_number(text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b".,eE+-".contains(byte);
    let Ok(text) = str::from_utf8(text) else { return false };
    text.bytes().all(|byte| is_part(&byte)) && text.replacen(',', ".", 1).parse::<f64>().is_ok()
}

/// Whether a cell must be escaped.
pub fn needs_escape(cell: &[u8]) -> bool {
    match cell.first() {
        Some(&ESCAPE) => {
            let first = cell.iter().position(|&byte| byte != ESCAPE);
            first.is_some_and(|first| is_formula(&cell[first..]))
        }
        _ => is_formula(cell),
    }
}

/// The cell that was escaped, if it was.
pub fn unescaped(cell: &[u8]) -> &[u8] {
    match cell {
        [ESCAPE, rest @ ..] if needs_escape(rest) => rest,
        _ => cell,
    }
}

/// How many of the cells that are written are formulas, by column.
pub fn formulas(columns: &[OutColumn<'_>], order: &[u32]) -> Vec<u64> {
    columns.iter().map(|column| of_column(column, order)).collect()
}

fn of_column(column: &OutColumn<'_>, order: &[u32]) -> u64 {
    match *column {
        OutColumn::Coded { codes, labels_of, labels, missing, .. } => {
            let is_run =
                |&label: &Code| Some(label) != missing && is_formula(labels.bytes(label as usize));
            let is_run: Vec<bool> = labels_of.iter().map(is_run).collect();
            if !is_run.contains(&true) {
                return 0;
            }
            order.iter().filter(|&&row| is_run[codes.get(row as usize) as usize]).count() as u64
        }
        OutColumn::Carried(chunks) => {
            if !chunks.iter().all(|chunk| *chunk.data_type() == DataType::Utf8) {
                return 0;
            }
            let cells = chunks.iter().flat_map(|chunk| chunk.as_string::<i32>().iter());
            let is_run: Vec<bool> =
                cells.map(|cell| cell.is_some_and(|cell| is_formula(cell.as_bytes()))).collect();
            if !is_run.contains(&true) {
                return 0;
            }
            order.iter().filter(|&&row| is_run[row as usize]).count() as u64
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_are_told_from_numbers() {
        for cell in [
            "=1+1",
            "@SUM(A1)",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "-20--11",
            "\t=1",
            "\r=1",
            "+39 055 1",
            "-inf",
        ] {
            assert!(is_formula(cell.as_bytes()), "{cell}");
            assert_eq!(unescaped(format!("'{cell}").as_bytes()), cell.as_bytes());
        }
        for cell in
            ["", "-", "+", "-1", "+1.5", "-1,5", "-1e-5", "a=b", "'", "'a", " =1", "20-24", "*"]
        {
            assert!(!is_formula(cell.as_bytes()), "{cell}");
            assert_eq!(unescaped(cell.as_bytes()), cell.as_bytes());
        }
    }

    proptest! {
        /// What is escaped where it must be comes back, whatever it is, and is no formula.
        #[test]
        fn cells_come_back(cell in "'{0,3}[=+@\t1a-]{0,3}") {
            let cell = cell.as_bytes();
            let written = if needs_escape(cell) { [b"'", cell].concat() } else { cell.to_vec() };
            prop_assert!(!is_formula(&written));
            prop_assert_eq!(unescaped(&written), cell);
        }
    }
}
