//! JSON lines and lists. The first byte says in which blocks and on how many threads the rest is read.

use crate::{SECRET, Target};

/// A table is the same however it is read, or the error is; and no error shows a cell.
pub(crate) const TARGET: Target = Target {
    name: "json",
    run: |bytes| ridotto_io::fuzz_json(bytes, SECRET),
    words: &[
        "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u00fc", "\\ud800", "\n", "\r\n", "\u{feff}",
        "null", "true", "false", "-0", "1e400", "1.5", "0012", "\"a\":1", SECRET, "é", "\0",
    ],
    cases: 6_000,
};
