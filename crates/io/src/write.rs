//! Writing a table: which bytes go where is decided by codes, labels and an order of rows.

use crate::{Format, IoError, Problem, Staged, View, WriteOptions, columnar, csv, json, sheet};
use ridotto_core::Watch;

/// Writes a table to a staged file, which is empty. Nothing of rows that the order leaves out is in
/// the file. The bytes are the same for any number of threads.
///
/// # Panics
///
/// If there are not as many names as columns, or the order names a row that is not there.
pub fn write(
    staged: &Staged,
    options: &WriteOptions,
    view: &View<'_>,
    progress: &dyn Watch,
) -> Result<(), IoError> {
    let (names, columns, order) = (&view.names[..], &view.columns[..], view.order);
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
            let how = (json::Form::Lines, compression);
            json::write(file, (options, how), names, columns, order, progress)
        }
        Format::JsonList { compression } => {
            let how = (json::Form::List, compression);
            json::write(file, (options, how), names, columns, order, progress)
        }
        Format::Excel => sheet::write(file, options, view, progress),
        Format::Parquet | Format::Arrow => {
            columnar::write(file, options, names, columns, order, progress)
        }
    };
    written.map_err(|problem| IoError::new(staged.target(), problem))
}
