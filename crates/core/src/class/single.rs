//! One class at a time: for searches that count a class in an order of their own and only want to
//! ask the models about it.

use super::{Class, ClassTable};
use crate::{Code, SensitiveId};

/// A class without a key that is filled again and again: a size, and the histogram of each
/// sensitive attribute. Models judge a class by these alone.
///
/// ```
/// use ridotto_core::class::Single;
/// let mut single = Single::new(&[3]);
/// single.set_size(5);
/// single.set_histogram(0, [(0, 4), (2, 1)]);
/// assert_eq!((single.class().size(), single.class().histogram(0)), (5, &[(0, 4), (2, 1)][..]));
/// ```
#[derive(Clone, Debug)]
pub struct Single(ClassTable);

impl Single {
    /// An empty class; the sensitive attributes have these numbers of values.
    pub fn new(values: &[usize]) -> Self {
        Self(ClassTable::single(values))
    }

    /// The class has so many rows.
    pub fn set_size(&mut self, size: u64) {
        self.0.set_single_size(size);
    }

    /// How often each value of a sensitive attribute occurs, in the values' order, absent values
    /// left out; the counts add up to the size.
    pub fn set_histogram(
        &mut self,
        of: SensitiveId,
        entries: impl IntoIterator<Item = (Code, u64)>,
    ) {
        self.0.set_single_histogram(of, entries);
    }

    /// So many rows with a value of a sensitive attribute join; the size stays what it is.
    pub fn add(&mut self, of: SensitiveId, code: Code, rows: u64) {
        self.0.add_to_single(of, code, rows);
    }

    /// So many rows with a value of a sensitive attribute leave; the size stays what it is.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn take(&mut self, of: SensitiveId, code: Code, rows: u64) {
        self.0.take_from_single(of, code, rows);
    }

    /// The class as it is now.
    pub fn class(&self) -> Class<'_> {
        self.0.class(0)
    }
}
