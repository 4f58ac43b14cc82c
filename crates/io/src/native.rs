//! The Arrow type behind a column's texts, and the way back from text to it.

use arrow::datatypes::DataType;
use ridotto_core::Reading;

/// How a column's texts become Arrow values: raw values are written in their own type, so that
/// numbers stay numbers. Generalised values are text.
#[derive(Clone, Debug, PartialEq)]
pub struct Native {
    /// The type of the column in the file, or the one that its texts can be read as.
    pub data_type: DataType,
    /// How the texts are read.
    pub reading: Reading,
}
