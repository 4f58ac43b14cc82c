//! Files as reports name them.

use ridotto_report::FileReport;
use ridotto_table::{Digest, short_name};
use std::path::Path;

/// What a report says of a file.
pub fn file_report(path: &Path, rows: u64, sha256: Option<Digest>) -> FileReport {
    FileReport {
        file: short_name(path),
        rows: Some(rows),
        sha256: sha256.map(|sha256| sha256.to_string()),
    }
}
