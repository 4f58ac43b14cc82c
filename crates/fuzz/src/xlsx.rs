//! Excel sheets. The first byte says whether the rest is a workbook or the sheet of one.

use crate::{SECRET, Target};

/// There is a table or an error, and no error shows a cell.
pub(crate) const TARGET: Target = Target {
    name: "xlsx",
    run: |bytes| ridotto_io::fuzz_xlsx(bytes, SECRET),
    words: &[
        "<row>",
        "</row>",
        "<row r=\"9\">",
        "<c>",
        "</c>",
        "<c/>",
        "<v>",
        "</v>",
        "<is><t>",
        "</t></is>",
        " t=\"s\"",
        " t=\"b\"",
        " t=\"e\"",
        " t=\"d\"",
        " t=\"inlineStr\"",
        " s=\"1\"",
        " r=\"B2\"",
        " r=\"XFD1048576\"",
        "&amp;",
        "&#0;",
        "_x0000_",
        "#DIV/0!",
        "1e308",
        "-1",
        SECRET,
        "<![CDATA[",
        "]]>",
        "<!--",
    ],
    cases: 1_500,
};
