//! Tables of typed columns: Parquet and Arrow IPC, and whatever else comes as batches of rows.
//!
//! The libraries decode and encode; what is done here is to see that values become text and back
//! ([`text`]), and that output is made of fresh arrays ([`gather`]): nothing of a row that is not
//! released may lie in a dictionary, under a null, beyond a slice or in the metadata.

mod cells;
mod fuzz;
pub(crate) mod gather;
mod lines;
mod origin;
mod parts;
mod safe;
mod safe_parquet;
mod scattered;
mod source;
pub(crate) mod text;
mod write;

use arrow::array::{ArrayRef, StringArray};

pub(crate) use cells::Sorts;
pub(crate) use fuzz::{all_cells, shows};
#[doc(hidden)]
pub use fuzz::{fuzz_arrow, fuzz_parquet};
pub(crate) use lines::{Notation, write_lines};
pub(crate) use origin::batch_of;
pub use scattered::Scattered;
pub(crate) use source::{ArrowSource, ColumnBlock, Known};
pub(crate) use text::from_text;
pub(crate) use write::{Values, write};

/// The values of an array as text, as they would stand in a text file; nulls stay nulls. `None` if
/// the type has no text.
pub fn texts(array: &ArrayRef) -> Option<StringArray> {
    text::plain(array).as_ref().and_then(text::to_text)
}
