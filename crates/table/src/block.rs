//! Some rows of a source, as text.

use std::{borrow::Cow, fmt, ops::Range};

/// The cells of some rows, whatever the source has them in.
pub trait Cells {
    /// A cell's text; `None` for a null.
    fn cell(&self, row: usize, column: usize) -> Option<Cow<'_, str>>;

    /// The text of each row from the first of some cells to the last, with what is between them, if
    /// it tells the cells: two rows with the same text have the same cells, and the other way round.
    fn runs(&self, _columns: Range<usize>) -> Option<Box<dyn Iterator<Item = &[u8]> + '_>> {
        None
    }

    /// Whether all cells of a column pass a test of their row and bytes; a null has none.
    fn all_cells(&self, column: usize, test: &mut dyn FnMut(usize, Option<&[u8]>) -> bool) -> bool;
}

/// Some rows of a source, as text.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// The number of the first row, from 0.
    pub first_row: u64,
    /// The line on which the first row begins, from 1; the row's number where there are no lines.
    pub first_line: u64,
    rows: usize,
    cells: &'a dyn Cells,
}

impl<'a> Block<'a> {
    /// So many rows, of which the first has this number and begins on this line.
    pub fn new(cells: &'a dyn Cells, (first_row, first_line): (u64, u64), rows: usize) -> Self {
        Self { first_row, first_line, rows, cells }
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// A cell's text; `None` for a null. Nothing is copied unless the cell has doubled quotes.
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Option<Cow<'a, str>> {
        self.cells.cell(row, column)
    }

    /// The text of each row from the first of some cells to the last, with what is between them, if
    /// it tells the cells: two rows with the same text have the same cells, and the other way round.
    pub fn runs(&self, columns: Range<usize>) -> Option<Box<dyn Iterator<Item = &'a [u8]> + 'a>> {
        self.cells.runs(columns)
    }

    /// Whether all cells of a column pass a test of their row and bytes; a null has none. The
    /// fastest way through a column.
    #[inline]
    pub fn all_cells(
        &self,
        column: usize,
        mut test: impl FnMut(usize, Option<&[u8]>) -> bool,
    ) -> bool {
        self.cells.all_cells(column, &mut test)
    }
}

/// Counts the rows, and tells no cell.
impl fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Block({} rows from {})", self.rows, self.first_row)
    }
}
