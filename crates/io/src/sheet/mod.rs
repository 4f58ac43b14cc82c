//! Excel workbooks (`.xlsx`): one sheet of one, with the column names in its first row.
//!
//! Cells have types of their own, so a sheet has two passes, as JSON lines have: the first ([`read`])
//! finds the names and what the columns' cells are, the second makes batches. Both go cell by cell on
//! a thread of their own. A workbook is a packed folder of XML, and before anything is read of it,
//! [`safe`] sees to it that unpacking it cannot fill the memory. The way out is [`write`], which needs
//! neither a second file nor the memory for one.

mod fuzz;
mod read;
mod safe;
mod value;
mod write;

pub use fuzz::fuzz_xlsx;
pub(crate) use read::SheetSource;
pub(crate) use write::write;
