//! Which format a file has, by the end of its name.

use super::of_name;
use crate::{Foreign, IoError, Problem, is_address};
use std::path::Path;

/// How a table is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Text, one record after the other, cells parted by a delimiter.
    Csv {
        /// How the text is compressed.
        compression: Compression,
    },
    /// JSON lines: one flat object per line.
    Json {
        /// How the text is compressed.
        compression: Compression,
    },
    /// One list of JSON with a flat object for each record.
    JsonList {
        /// How the text is compressed.
        compression: Compression,
    },
    /// Apache Parquet: a file, or a folder of files that is read and never written.
    Parquet,
    /// A table of a PostgreSQL database, or what a query gives.
    Postgres,
    /// A sheet of an Excel workbook, `.xlsx`.
    Excel,
    /// Apache Arrow IPC: the file format; the stream format is read too.
    Arrow,
}

/// How a text file is compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Not at all.
    #[default]
    None,
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
}

impl Format {
    /// The format that a path's name tells, by the endings that [`FORMATS`](crate::FORMATS) have. The
    /// path `-` is CSV, and `postgres://…` a table.
    pub fn of(path: &Path) -> Result<Self, IoError> {
        if is_address(path) {
            return Ok(Self::Postgres);
        }
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
        let name = name.unwrap_or_default();
        Self::of_name(&name).ok_or_else(|| {
            let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
            let foreign = Foreign::of_ending(ending).map(Problem::ForeignFormat);
            IoError::new(path, foreign.unwrap_or(Problem::UnknownFormat))
        })
    }

    fn of_name(name: &str) -> Option<Self> {
        if name == "-" {
            return Some(Self::Csv { compression: Compression::None });
        }
        let compression = match name.rsplit_once('.')?.1 {
            "gz" => Compression::Gzip,
            "zst" => Compression::Zstd,
            _ => Compression::None,
        };
        Some((of_name(name)?.format)(compression))
    }
}

/// Whether the name says that cells are parted by tabs: `.tsv`, perhaps compressed.
pub(crate) fn says_tabs(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let format = name.and_then(|name| of_name(&name));
    format.is_some_and(|format| format.entry.name == "tsv")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_tells_the_format() {
        let csv = |compression| Some(Format::Csv { compression });
        for (name, expected) in [
            ("a.csv", csv(Compression::None)),
            ("dir.x/A.TSV", csv(Compression::None)),
            ("a.txt", csv(Compression::None)),
            ("a.b.csv.gz", csv(Compression::Gzip)),
            ("a.tsv.zst", csv(Compression::Zstd)),
            ("a.gz", None),
            ("a.parquet.gz", None),
            ("a.jsonl", Some(Format::Json { compression: Compression::None })),
            ("a.NDJSON.gz", Some(Format::Json { compression: Compression::Gzip })),
            ("a.sav", None),
            ("a.json", Some(Format::JsonList { compression: Compression::None })),
            ("a.json.gz", Some(Format::JsonList { compression: Compression::Gzip })),
            ("a.jso", None),
            ("a.parquet", Some(Format::Parquet)),
            ("a.arrow", Some(Format::Arrow)),
            ("a.ipc", Some(Format::Arrow)),
            ("a.feather", Some(Format::Arrow)),
            ("a.xlsx", Some(Format::Excel)),
            ("a.xls", None),
            ("csv", None),
            ("postgres://ada@host/db/a.csv", Some(Format::Postgres)),
            ("postgresql:///db?query=SELECT 1", Some(Format::Postgres)),
            ("-", csv(Compression::None)),
        ] {
            assert_eq!(Format::of(Path::new(name)).ok(), expected, "{name}");
        }
    }

    #[test]
    fn tabs_are_told_by_the_name() {
        for (name, expected) in [
            ("a.tsv", true),
            ("a.TSV.gz", true),
            ("a.tsv.zst", true),
            ("tsv", false),
            ("a.csv", false),
        ] {
            assert_eq!(says_tabs(Path::new(name)), expected, "{name}");
        }
    }
}
