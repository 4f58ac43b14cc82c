//! Tables in and out: CSV, JSON lines, Parquet, Arrow IPC, Excel and PostgreSQL.
//!
//! A [`FileSource`] is a file that was opened: its format, its dialect and its columns are known. It
//! is then either *read* into a [`Table`] of coded columns, or *scanned*: passed over block by
//! block, as text, without keeping anything. Both run on several threads in bounded memory, and
//! what they give does not depend on the number of threads.
//!
//! Output goes to a [`Staged`] file, which takes its target's name only when it is published.
//! Whatever is not published vanishes, also with a process that is killed.
//!
//! No cell value ever reaches an error: [`IoError`] tells files, lines, columns and counts.

mod columnar;
mod csv;
mod dialect;
mod digest;
mod file_table;
mod folder;
mod formats;
mod guard;
mod json;
mod laid_out;
mod line_blocks;
mod options;
mod percent;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(not(feature = "postgres"))]
#[path = "without_postgres.rs"]
mod postgres;
mod sheet;
mod source;
mod staged;
mod write;

#[doc(hidden)]
pub use columnar::{fuzz_arrow, fuzz_parquet};
#[doc(hidden)]
pub use csv::fuzz_csv;
pub use csv::{Record, records, whole_text};
pub use dialect::Dialect;
pub use file_table::FileTable;
pub use formats::{Compression, Format};
pub use formats::{FORMATS, FormatDefinition};
pub use guard::is_guarded;
#[doc(hidden)]
pub use json::fuzz_json;
pub use laid_out::{LaidColumn, Layout};
pub use options::WriteOptions;
#[doc(hidden)]
pub use postgres::fuzz_copy;
pub use postgres::is_same_table;
#[cfg(feature = "postgres")]
use ridotto_table::password_of;
use ridotto_table::{
    Assembled, BatchSource, Batches, Budget, Cells, Chunks, Digesting, Done, Known, Lines, Passed,
    Piece, Pieces, Sorts, Task, Values, Visit, Worked, assemble, check_names, from_text,
    longest_record, room_for, to_text, widest_window, workers,
};
pub use ridotto_table::{
    Block, Column, Digest, Encoding, Field, Foreign, Header, IoError, JsonPlace, Look, Mark,
    NO_VALUE, Native, OutColumn, Problem, ReadAs, Scanned, Scattered, Source, SourceOptions, Table,
    View, beside, bytes_in_words, formulas, has_password, is_address, limit_memory, machine_memory,
    memory_limit, needs_escape, reading, short_name, texts, unescaped, without_password,
};
#[doc(hidden)]
pub use sheet::fuzz_xlsx;
pub use source::{FileSource, Place, digest_of};
pub use staged::{Claim, Claims, Placed, Placing, Staged, leave};
pub use write::write;
