//! Steps that leave values true: recoding, coding of ends, rounding, sampling.

mod golden;
mod laws;

use ridotto_testkit::golden as vectors;

/// Top and bottom coding and recoding are hierarchies elsewhere, and steps here.
#[test]
fn steps_code_and_recode_as_hierarchies_do() {
    vectors::each("topcode", golden::top_coding);
    vectors::each("bottomcode", golden::bottom_coding);
    vectors::each("recode", golden::recode);
}
