//! Parquet files.

use crate::{SECRET, Target};

/// There is a table or an error, the same on any number of threads; and no error shows a cell.
pub(crate) const TARGET: Target = Target {
    name: "parquet",
    run: |bytes| ridotto_io::fuzz_parquet(bytes, SECRET),
    words: &[
        "PAR1",
        "\0",
        "\0\0\0\0",
        "\u{1}",
        "\u{15}",
        "\u{7f}",
        "\u{7f}\u{7f}\u{7f}\u{7f}\u{7}",
    ],
    cases: 1_500,
};
