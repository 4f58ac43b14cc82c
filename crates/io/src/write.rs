//! Writing a table: which bytes go where is decided by codes, labels and an order of rows.

use crate::{
    Format, IoError, OutColumn, Problem, Staged, WriteOptions, columnar, csv, json, sheet,
};
use ridotto_core::Watch;

/// Writes a table to a staged file, which is empty. `order` names the input row of each output
/// row; rows that it does not name are left out, and nothing of them is in the file. The bytes are
/// the same for any number of threads.
///
/// # Panics
///
/// If there are not as many names as columns, or `order` names a row that is not there.
pub fn write(
    staged: &Staged,
    options: &WriteOptions,
    names: &[&str],
    columns: &[OutColumn<'_>],
    order: &[u32],
    progress: &dyn Watch,
) -> Result<(), IoError> {
    assert_eq!(names.len(), columns.len(), "one name per column");
    let file = staged.file();
    let written = match options.format {
        Format::Postgres => match staged.table() {
            Some(table) => table.write(options, names, columns, order, progress),
            None => Err(Problem::UnknownFormat),
        },
        Format::Csv { compression } => {
            csv::write(file, (options, compression), names, columns, order, progress)
        }
        Format::Json { compression } => {
            json::write(file, (options, compression), names, columns, order, progress)
        }
        Format::Excel => sheet::write(file, options, names, columns, order, progress),
        Format::Parquet | Format::Arrow => {
            columnar::write(file, options, names, columns, order, progress)
        }
    };
    written.map_err(|problem| IoError::new(staged.target(), problem))
}
