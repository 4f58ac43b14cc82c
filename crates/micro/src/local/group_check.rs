//! Whether a group of rows is safe.

use ridotto_core::{ClassModel, ClassTable, Code};

/// All rows together do not satisfy the models, so no partition of them is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("all records as one group do not satisfy the requirements")]
pub struct NoGroups;

/// The models that every group must satisfy.
///
/// Models that ask for a size and no more are one comparison; for the others a class of its own is
/// made of the group's histograms, and asked about only if the size is enough.
#[derive(Clone, Debug)]
pub struct GroupCheck<'a> {
    least: u64,
    others: Vec<&'a dyn ClassModel>,
    sensitive: Vec<usize>,
}

impl<'a> GroupCheck<'a> {
    /// The models, and the number of values of each sensitive attribute in the order in which
    /// the models know them.
    pub fn new(
        models: impl IntoIterator<Item = &'a dyn ClassModel>,
        sensitive: Vec<usize>,
    ) -> Self {
        let mut judge = Self { least: 1, others: Vec::new(), sensitive };
        for model in models {
            match model.least_size() {
                Some(size) => judge.least = judge.least.max(size),
                None => judge.others.push(model),
            }
        }
        judge
    }

    /// The fewest rows that a safe group has.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// Whether the size alone decides.
    pub fn size_decides(&self) -> bool {
        self.others.is_empty()
    }

    /// How many sensitive attributes there are.
    pub fn sensitive(&self) -> usize {
        self.sensitive.len()
    }

    /// Whether a group is safe. `cells` gives its sensitive values, attribute by attribute, each
    /// with a number of rows; it is asked only if the size does not decide.
    pub fn holds<I: Iterator<Item = (Code, u64)>>(
        &self,
        rows: u64,
        mut cells: impl FnMut(usize) -> I,
    ) -> bool {
        if rows < self.least || self.others.is_empty() {
            return rows >= self.least;
        }
        let histogram = |(id, &values): (usize, &usize)| {
            let mut pairs: Vec<(Code, u64)> = cells(id).collect();
            pairs.sort_unstable_by_key(|pair| pair.0);
            pairs.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                kept.1 += if same { next.1 } else { 0 };
                same
            });
            (values, pairs)
        };
        let histograms = self.sensitive.iter().enumerate().map(histogram).collect();
        let class = ClassTable::of_one_class(rows, histograms);
        class.classes().all(|class| self.others.iter().all(|model| model.holds(class)))
    }
}
