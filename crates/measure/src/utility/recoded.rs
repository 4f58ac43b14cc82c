//! What one label of a masked file stands for.

use ridotto_core::Code;
use std::fmt;
use std::ops::Range;

/// What a label (`37`, `20-24`, `{a, b}`, `*`) stands for, worked out once for each distinct label
/// of an attribute. What is not known is `NaN`, and measures leave such cells out.
#[derive(Clone, PartialEq)]
pub struct Recoded {
    /// The loss or granularity: 0 for a value, 1 for the whole domain.
    pub share: f64,
    /// The steps of generalisation by the height of the hierarchy: 0 for a value, 1 for `*`.
    pub height: f64,
    /// How many values of the domain it may stand for.
    pub leaves: f64,
    /// The least number that it may stand for, where the attribute has numbers (of a date, its day).
    pub lower: f64,
    /// The greatest.
    pub upper: f64,
    /// Whether it says nothing at all: `*`, or the top of the hierarchy.
    pub suppressed: bool,
    /// The values before masking that it may stand for, as ranges of their codes. Empty for a
    /// number that was not among them, and for a label that cannot be read.
    pub members: Vec<Range<Code>>,
}

impl Recoded {
    /// A label that cannot be read.
    pub fn unknown() -> Self {
        let nan = f64::NAN;
        let (suppressed, members) = (false, Vec::new());
        Self { share: nan, height: nan, leaves: nan, lower: nan, upper: nan, suppressed, members }
    }

    /// A value that was among those before, and its number if it has one (or `NaN`).
    pub fn value(code: Code, number: f64) -> Self {
        let members = std::iter::once(code..code + 1).collect();
        Self { members, ..Self::number(number) }
    }

    /// A number that was not among the values before.
    pub fn number(number: f64) -> Self {
        Self {
            share: 0.0,
            height: 0.0,
            leaves: 1.0,
            lower: number,
            upper: number,
            suppressed: false,
            members: Vec::new(),
        }
    }

    /// Whether it can be read.
    pub fn is_known(&self) -> bool {
        !self.share.is_nan()
    }

    /// The middle of what it may stand for; `NaN` where there are no numbers.
    pub fn midpoint(&self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }

    /// How many values before masking it may stand for.
    pub fn members_count(&self) -> usize {
        self.members.iter().map(ExactSizeIterator::len).sum()
    }

    /// The member at a place.
    pub(crate) fn member(&self, mut place: usize) -> Option<Code> {
        for range in &self.members {
            if place < range.len() {
                return Some(range.start + place as Code);
            }
            place -= range.len();
        }
        None
    }

    /// All members.
    pub(crate) fn codes(&self) -> impl Iterator<Item = Code> + '_ {
        self.members.iter().cloned().flatten()
    }
}

/// Without the numbers: they are what stands in a cell.
impl fmt::Debug for Recoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recoded(loss {}, {} leaves)", self.share, self.leaves)
    }
}
