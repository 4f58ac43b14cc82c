//! What was seen of an output that holds.

use crate::expected::Expected;
use crate::seen::Seen;
use ridotto_core::ClassTable;
use ridotto_table::Digest;

/// What the file was seen to hold.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Records.
    pub rows: u64,
    /// The digest of the file's bytes, if it is wanted.
    pub sha256: Option<Digest>,
    seen: Seen,
    /// The text of a missing value.
    missing: String,
    /// How many values each judged column has.
    values: Vec<usize>,
}

impl Verified {
    /// What was seen of so many records.
    pub(crate) fn new(
        rows: u64,
        sha256: Option<Digest>,
        seen: Seen,
        expected: &Expected<'_>,
    ) -> Self {
        Self {
            rows,
            sha256,
            seen,
            missing: expected.missing.to_owned(),
            values: expected.judged.iter().map(|column| column.values).collect(),
        }
    }

    /// A file that has columns and no record.
    pub(crate) fn nothing(sha256: Digest, expected: &Expected<'_>) -> Self {
        let keys = expected.columns.iter().filter(|column| column.key.is_some()).count();
        let seen = Seen::new(keys, expected.judged.len());
        Self::new(0, Some(sha256), seen, expected)
    }

    /// How many classes there are; hidden records form none.
    pub fn classes(&self) -> usize {
        self.seen.classes.counts().len()
    }

    /// The sizes of the classes, in ascending order.
    pub fn sizes(&self) -> Vec<u64> {
        let mut sizes = self.seen.classes.counts().to_vec();
        sizes.sort_unstable();
        sizes
    }

    /// The fewest records that fit a record over some of the quasi-identifiers, if `*` and missing
    /// cells fit anything; `None` if there is no record.
    pub fn least_fitting(&self, keys: &[usize]) -> Option<u64> {
        self.seen.least_fitting(keys, self.missing.as_bytes())
    }

    /// The fewest persons whose records, all of them, show the same; `None` if there is no record.
    /// `person` is the place of a judged column that tells persons apart.
    pub fn least_alike(&self, person: usize) -> Option<u64> {
        self.seen.least_alike(person)
    }

    /// The classes over some of the quasi-identifiers, named by their places.
    pub fn table(&self, keys: &[usize]) -> ClassTable {
        self.seen.table(keys, &self.values)
    }
}
