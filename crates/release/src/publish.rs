//! Putting files in their places: all of them or none.

use crate::Error;
use ridotto_io::{IoError, Placed, Placing, Staged};
use ridotto_table::{PlacedTable, StagedTable};
use std::io::Write;

/// Puts files in their places, one after the other. If one cannot be put there, none is.
pub fn place_files(files: impl IntoIterator<Item = Staged>) -> Result<(), Error> {
    place_all(files, []).map(drop)
}

/// Puts files in their places one after the other, and the data last. If one cannot be put there, none
/// is.
pub fn place_all(
    files: impl IntoIterator<Item = Staged>,
    data: impl IntoIterator<Item = Box<dyn StagedTable>>,
) -> Result<Vec<Box<dyn PlacedTable>>, Error> {
    let placing = Placing::begin();
    let mut beside = Vec::new();
    for staged in files {
        match staged.place() {
            Ok(file) => beside.push(file),
            Err(error) => {
                beside.into_iter().rev().for_each(Placed::withdraw);
                return Err(error.into());
            }
        }
    }
    let mut placed = Vec::new();
    for staged in data {
        match staged.place() {
            Ok(table) => placed.push(table),
            Err(error) => {
                placed.into_iter().rev().for_each(PlacedTable::withdraw);
                beside.into_iter().rev().for_each(Placed::withdraw);
                return Err(error.into());
            }
        }
    }
    placing.end();
    Ok(placed)
}

/// Writes a whole file, which is not in its place yet.
pub fn write_all(staged: &Staged, bytes: &[u8]) -> Result<(), Error> {
    let mut file = staged.file();
    file.write_all(bytes).map_err(|error| IoError::new(staged.target(), error).into())
}
