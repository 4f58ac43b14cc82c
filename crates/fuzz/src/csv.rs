//! Text tables. The first byte says in which blocks and on how many threads the rest is read.

use crate::{SECRET, Target};

/// A table is the same however it is read, or the error is; and no error shows a cell.
pub(crate) const TARGET: Target = Target {
    name: "csv",
    run: |bytes| ridotto_io::fuzz_csv(bytes, SECRET),
    words: &[
        ",",
        ";",
        "\t",
        "|",
        "\"",
        "\"\"",
        "\n",
        "\r\n",
        "\r",
        "\u{feff}",
        "é",
        "\0",
        "\n\n",
        "\"\n",
        ",\"",
        "\",",
        SECRET,
        "1,5",
        "2020-01-31",
        "31/12/2020",
        "*",
        " ",
        "0012",
        "true",
        "1e400",
    ],
    cases: 6_000,
};
