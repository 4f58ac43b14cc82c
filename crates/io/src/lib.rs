//! Tables in and out: CSV, JSON lines, Parquet, Arrow IPC, Excel and PostgreSQL.
//!
//! A [`Source`] is a file that was opened: its format, its dialect and its columns are known. It
//! is then either *read* into a [`Table`] of coded columns, or *scanned*: passed over block by
//! block, as text, without keeping anything. Both run on several threads in bounded memory, and
//! what they give does not depend on the number of threads.
//!
//! Output goes to a [`Staged`] file, which takes its target's name only when it is published.
//! Whatever is not published vanishes, also with a process that is killed.
//!
//! No cell value ever reaches an error: [`IoError`] tells files, lines, columns and counts.

mod coding;
mod columnar;
mod csv;
mod detect;
mod digest;
mod error;
mod folder;
mod foreign;
mod format;
mod formulas;
mod guard;
mod json;
mod location;
mod memory;
mod native;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(not(feature = "postgres"))]
#[path = "without_postgres.rs"]
mod postgres;
mod progress;
mod sheet;
mod source;
mod staged;
mod table;
mod workers;
mod write;

pub use columnar::{Scattered, texts};
#[doc(hidden)]
pub use columnar::{fuzz_arrow, fuzz_parquet};
#[doc(hidden)]
pub use csv::fuzz_csv;
pub use csv::{Dialect, Encoding, Record, records};
pub use detect::reading;
pub use digest::Digest;
pub use error::{IoError, Problem};
pub use foreign::Foreign;
pub use format::{Compression, Format};
pub use formulas::{formulas, needs_escape, unescaped};
pub use guard::is_guarded;
#[doc(hidden)]
pub use json::fuzz_json;
pub use location::{beside, has_password, is_address, short_name, without_password};
pub use memory::{bytes_in_words, limit_memory, machine as machine_memory, memory_limit};
pub use native::Native;
#[doc(hidden)]
pub use postgres::fuzz_copy;
pub use postgres::is_same_table;
pub use progress::Progress;
#[doc(hidden)]
pub use sheet::fuzz_xlsx;
pub use source::{Block, Field, Place, Scanned, Source, SourceOptions};
pub use staged::{Claim, Claims, Placed, Placing, Staged, leave};
pub use table::{Column, Table, Want};
pub use write::{OutColumn, WriteOptions, write};
