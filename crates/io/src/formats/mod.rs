//! The formats as the catalogue has them.

mod columnar;
mod format;
mod text;

use columnar::{ARROW, PARQUET, POSTGRES, XLSX};
pub(crate) use format::says_tabs;
pub use format::{Compression, Format};
use ridotto_catalogue::{Definition, Entry, FormatFacts};
use text::{CSV, JSON, JSONL, TSV};

/// Every format that tables are read from and written to, in the order of the book.
pub static FORMATS: &[&FormatDefinition] =
    &[&CSV, &TSV, &JSONL, &JSON, &XLSX, &PARQUET, &ARROW, &POSTGRES];

/// All that there is to a format but its reader and its writer.
#[derive(Debug)]
pub struct FormatDefinition {
    /// What is known of it.
    pub entry: Entry,
    /// The format of a file that is compressed so.
    pub format: fn(Compression) -> Format,
}

impl Definition for FormatDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl FormatDefinition {
    /// What is known of it as a format.
    pub fn facts(&self) -> &FormatFacts {
        self.entry.format().expect("a format has the facts of a format")
    }
}

/// The format that a file's name tells, in lower case.
pub(crate) fn of_name(name: &str) -> Option<&'static FormatDefinition> {
    FORMATS.iter().copied().find(|format| format.facts().has_name(name))
}
