//! Whose rows are the rows of a file that was read beside another one?

use crate::files::pair::{Pair, cells};
use ridotto_core::{Code, KeyedMap};
use ridotto_io::Column;

/// For each row of the file after, the row of the same person in the file before. Somebody may be in
/// one of the files only.
pub(super) struct Owners {
    of_row: Vec<Option<u32>>,
    people: usize,
}

impl Owners {
    /// By a column that both files have, and in which no value occurs twice before; `None` if there is
    /// no such column.
    pub fn by_column(pair: &Pair, name: &str) -> Option<Self> {
        let place = |names: &[String]| names.iter().position(|other| other == name);
        let (own, theirs) = (place(&pair.before.names)?, place(&pair.after.names)?);
        let is_read = |column: &Column| matches!(column, Column::Coded { .. });
        if !is_read(&pair.before.columns[own]) || !is_read(&pair.after.columns[theirs]) {
            return None;
        }
        let (own, theirs) = (cells(&pair.before, own), cells(&pair.after, theirs));
        let mut row_of: KeyedMap<&str, u32> = KeyedMap::default();
        for (row, code) in (0..).zip(own.codes.iter()) {
            let Some(text) = own.dictionary.text(code) else { continue };
            if row_of.insert(text, row).is_some() {
                return None;
            }
        }
        let owner = |code: Code| row_of.get(theirs.dictionary.text(code)?).copied();
        let of_row = theirs.codes.iter().map(owner).collect();
        Some(Self { of_row, people: pair.before.rows })
    }

    /// For each row after the row before.
    pub fn of_rows(&self) -> &[Option<u32>] {
        &self.of_row
    }

    /// For each row before whether the file after has a row of the same person.
    pub fn members(&self) -> Vec<bool> {
        let mut members = vec![false; self.people];
        self.of_row.iter().flatten().for_each(|&row| members[row as usize] = true);
        members
    }
}
