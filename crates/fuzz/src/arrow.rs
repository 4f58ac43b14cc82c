//! Arrow files and streams.

use crate::{SECRET, Target};

/// There is a table or an error, the same on any number of threads; and no error shows a cell.
pub(crate) const TARGET: Target = Target {
    name: "arrow",
    run: |bytes| ridotto_io::fuzz_arrow(bytes, SECRET),
    words: &["ARROW1", "\0", "\0\0\0\0", "\u{1}\0\0\0", "\u{7f}", "\u{7f}\u{7f}\u{7f}\u{7f}"],
    cases: 1_500,
};
