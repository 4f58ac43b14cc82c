//! What the cells of a column are where every cell has a type of its own, as in JSON and in sheets.

use arrow_schema::{DataType, TimeUnit};

/// The sorts of cells that a column has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a set of five, each by its name")]
pub struct Sorts {
    /// Texts.
    pub texts: bool,
    /// Numbers.
    pub numbers: bool,
    /// Truth values.
    pub truths: bool,
    /// Days.
    pub days: bool,
    /// Points in time.
    pub times: bool,
}

impl Sorts {
    /// The sorts of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            texts: self.texts || other.texts,
            numbers: self.numbers || other.numbers,
            truths: self.truths || other.truths,
            days: self.days || other.days,
            times: self.times || other.times,
        }
    }

    /// The type in which the column is read and written again. `None` if its texts tell: numbers and
    /// truth values, whose texts can be nothing else. Cells of several sorts are text, and texts stay
    /// texts, though they look like numbers.
    pub fn data_type(self) -> Option<DataType> {
        let dated = self.days || self.times;
        match (self.texts, self.numbers, self.truths, dated) {
            (false, true, false, false) | (false, false, true, false) => None,
            (false, false, false, true) if self.times => {
                Some(DataType::Timestamp(TimeUnit::Millisecond, None))
            }
            (false, false, false, true) => Some(DataType::Date32),
            _ => Some(DataType::Utf8),
        }
    }
}
