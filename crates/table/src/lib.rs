//! Tables in memory, and what a source, a sink and a staged output are.
//!
//! A [`Table`] has codes and dictionaries for what is looked at, and Arrow arrays for what is only
//! carried along. It is read from a [`Source`]: a file, a table of a database, or batches that are in
//! memory already; all of them give the same table for the same rows. What is written is a [`View`] of
//! a table: its rows in an order, under labels.
//!
//! Nothing here knows a format of files. No cell value ever reaches an error: [`IoError`] tells
//! sources, lines, columns and counts.

mod batches;
mod block;
mod cells;
mod coding;
mod column_view;
mod detect;
mod digest;
mod encoding;
mod error;
mod foreign;
mod formulas;
mod gather;
mod held;
mod in_memory;
mod labelling;
mod limit;
mod location;
mod memory;
mod names;
mod native;
mod options;
mod scattered;
mod source;
mod staged;
mod table;
mod text;
mod view;
pub mod workers;

pub use batches::{BatchSource, Batches, Known, Piece, Pieces};
pub use block::{Block, Cells};
pub use cells::Sorts;
pub use coding::{Assembled, Coding, Done, Task, Worked, assemble, null};
pub use column_view::{ColumnView, Shown};
pub use detect::reading;
pub use digest::{Digest, Digesting};
pub use encoding::Encoding;
pub use error::{IoError, JsonPlace, MEMORY, Problem};
pub use foreign::Foreign;
pub use formulas::{formulas, needs_escape, unescaped};
pub use gather::Chunks;
pub use held::HeldTable;
pub use in_memory::{StagedBatches, memory_name, source_of_batches};
pub use labelling::{Labelling, RowLabels};
pub use limit::{
    bytes_in_words, limit_memory, longest_record, machine as machine_memory, memory_limit,
    widest_window,
};
pub use location::{beside, has_password, is_address, password_of, short_name, without_password};
pub use memory::{Budget, room_for};
pub use names::check_names;
pub use native::Native;
pub use options::SourceOptions;
pub use scattered::Scattered;
pub use source::{Field, Header, Passed, Scanned, Source, Visit};
pub use staged::{PlacedTable, StagedTable};
pub use table::{Column, Lines, ReadAs, Table};
pub use text::{from_text, plain, plain_type, texts, to_text};
pub use view::{Look, Mark, NO_VALUE, OutColumn, Values, View};
