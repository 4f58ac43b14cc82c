//! Writing a table: which bytes go where is decided by codes, labels and an order of rows.

use crate::{
    Dialect, Format, IoError, Native, Problem, Progress, Staged, columnar, csv, json, sheet,
};
use arrow::array::ArrayRef;
use ridotto_core::{Code, Codes, Texts};

/// A column to be written.
#[derive(Clone, Copy)]
pub enum OutColumn<'a> {
    /// Codes that become labels.
    Coded {
        /// One code per input row.
        codes: &'a Codes,
        /// The position of each code's label.
        labels_of: &'a [Code],
        /// The labels.
        labels: &'a Texts,
        /// The label position that means missing; it may be one past the last label.
        missing: Option<Code>,
        /// Set if every label is a raw value: it is then written in its own type to Parquet and
        /// Arrow. Otherwise text.
        native: Option<&'a Native>,
    },
    /// Values as they were read, one per input row.
    Carried(&'a [ArrayRef]),
}

/// How a table is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// The format.
    pub format: Format,
    /// What a text file is to look like.
    pub dialect: Dialect,
    /// How a missing value is written in a text file.
    pub missing: String,
    /// Whether cells of a text file that a spreadsheet would run get an apostrophe in front.
    pub escape_formulas: bool,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

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
    progress: &dyn Progress,
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
