//! Text tables: cells parted by a delimiter, records by line ends, quoted where needed.
//!
//! The way in: a [`stream`] of UTF-8 is cut into [`blocks`] of whole records by one thread at a time;
//! several threads find their [`separators`] and go through them as [`records`], coding cells ([`read`])
//! or handing them out as text ([`scan`](source)). When a record is not in order, [`diagnose`] says
//! why. The way out is [`write`].

mod blocks;
mod delimiter;
mod diagnose;
mod encoding;
mod first_line;
mod fuzz;
mod header;
mod labels;
mod pack;
mod plain;
mod read;
mod record;
mod records;
mod separators;
mod source;
mod stream;
#[cfg(test)]
mod tests;
mod write;

use crate::Dialect;
pub(crate) use first_line::{are_unnamed, look_like_values, unnamed};
pub use fuzz::fuzz_csv;
pub(crate) use fuzz::{Rows, cells, rows_of};
pub use plain::{Record, records, whole_text};
pub(crate) use record::cells as cells_of_record;
pub(crate) use source::CsvSource;
pub(crate) use stream::Stream;
pub(crate) use write::{Sink, write};

/// What the parser must know.
#[derive(Clone, Copy, Debug)]
struct Layout {
    delimiter: u8,
    quote: u8,
    columns: usize,
}
