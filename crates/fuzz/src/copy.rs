//! What PostgreSQL sends. The first two bytes say how many columns there are, and of which types.

use crate::{SECRET, Target};

/// There is a row for each line or an error, and no error shows a cell.
pub(crate) const TARGET: Target = Target {
    name: "copy",
    run: |bytes| ridotto_io::fuzz_copy(bytes, SECRET),
    words: &[
        "\t",
        "\n",
        "\\N",
        "\\",
        "\\t",
        "\\.",
        "t",
        "f",
        "-1",
        "0.10",
        "1e400",
        "NaN",
        "infinity",
        "-infinity",
        "2024-02-29",
        "0044-03-15 BC",
        "294276-12-31",
        "23:59:60",
        "12:00:00.5+00",
        "+14",
        SECRET,
        "é",
        "\0",
    ],
    cases: 6_000,
};
