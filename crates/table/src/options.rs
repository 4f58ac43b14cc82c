//! What is known of data before they are read.

use crate::Encoding;

/// What is known of a file beforehand; the rest is detected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceOptions {
    /// What parts the cells; detected among comma, semicolon, tab and bar when `None`.
    pub delimiter: Option<u8>,
    /// What quotes a cell.
    pub quote: u8,
    /// How characters are encoded; detected when `None`.
    pub encoding: Option<Encoding>,
    /// The texts that mean "missing".
    pub missing: Vec<String>,
    /// Whether the first line of a text file or the first row of a sheet has the names of columns. If
    /// not, these are `column-1`, `column-2`, ….
    pub header: bool,
    /// The decimal mark; detected when `None`.
    pub decimal: Option<char>,
    /// Date formats to try, in the notation of `strftime`, before the usual ones.
    pub dates: Vec<String>,
    /// The first of the hundred years that two digits can mean.
    pub first_year: i32,
    /// The sheet of an Excel file; the first one when `None`.
    pub sheet: Option<String>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// Whether cells of a text table that a spreadsheet would run were written with an apostrophe in
    /// front, which is taken away. A column that has such a cell without one is left as it is.
    pub escaped: bool,
    /// Whether the digest of the file is wanted: where nobody will see it, reading is faster.
    pub digest: bool,
}

impl Default for SourceOptions {
    fn default() -> Self {
        Self {
            delimiter: None,
            quote: b'"',
            encoding: None,
            missing: vec![String::new()],
            header: true,
            decimal: None,
            dates: Vec::new(),
            first_year: ridotto_core::kind::FIRST_YEAR,
            sheet: None,
            threads: 0,
            escaped: false,
            digest: true,
        }
    }
}
