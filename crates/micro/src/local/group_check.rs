//! Whether a group of rows is safe.

use ridotto_core::class::Single;
use ridotto_core::{ClassModel, Code, Needs, SensitiveId, UnionRule};
use std::cell::RefCell;

/// All rows together do not satisfy the models, so no partition of them is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("all records as one group do not satisfy the requirements")]
pub struct NoGroups;

/// The models that every group must satisfy.
///
/// Models that ask for a size and no more are one comparison. The others are shown the group as a class,
/// the cheapest first, and only if it has as many rows as each of them needs at least. So a model of
/// one's own is served as it is: all that it must say is in [`ClassModel`].
#[derive(Clone, Debug)]
pub struct GroupCheck<'a> {
    least: u64,
    others: Vec<Asked<'a>>,
    sensitive: Vec<usize>,
}

/// A model that looks at values, and at those of which attributes.
#[derive(Clone, Debug)]
struct Asked<'a> {
    model: &'a dyn ClassModel,
    needs: Vec<SensitiveId>,
}

thread_local! {
    /// A class to fill, with the numbers of values that it is for.
    static CLASS: RefCell<Option<(Vec<usize>, Single)>> = const { RefCell::new(None) };
}

impl<'a> GroupCheck<'a> {
    /// The models, and the number of values of each sensitive attribute in the order in which
    /// the models know them.
    pub fn new(
        models: impl IntoIterator<Item = &'a dyn ClassModel>,
        sensitive: Vec<usize>,
    ) -> Self {
        let mut judge = Self { least: 1, others: Vec::new(), sensitive };
        let mut dear: Vec<(Needs, Asked<'a>)> = Vec::new();
        for model in models {
            judge.least = judge.least.max(model.rows_needed());
            if model.least_size().is_none() {
                let all = 0..judge.sensitive.len();
                let needs = all.filter(|&of| model.needs(of) != Needs::Nothing).collect();
                let most = (0..judge.sensitive.len()).map(|of| model.needs(of)).max();
                dear.push((most.unwrap_or(Needs::Nothing), Asked { model, needs }));
            }
        }
        dear.sort_by_key(|one| one.0);
        judge.others = dear.into_iter().map(|one| one.1).collect();
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

    /// Whether groups that are safe are safe together.
    pub fn unions_hold(&self) -> bool {
        self.keep(UnionRule::HoldsIfBoth)
    }

    /// Whether a safe group stays safe whatever joins it.
    pub fn stays_safe(&self) -> bool {
        self.keep(UnionRule::HoldsIfEither)
    }

    fn keep(&self, rule: UnionRule) -> bool {
        self.others.iter().all(|asked| asked.model.union_rule() >= rule)
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
        CLASS.with_borrow_mut(|class| {
            let single = match class {
                Some((values, single)) if *values == self.sensitive => single,
                _ => &mut class.insert((self.sensitive.clone(), Single::new(&self.sensitive))).1,
            };
            single.set_size(rows);
            let mut pairs: Vec<(Code, u64)> = Vec::new();
            let mut filled: u64 = 0;
            self.others.iter().all(|asked| {
                for &of in &asked.needs {
                    if of < 64 && filled >> of & 1 == 1 {
                        continue;
                    }
                    filled |= 1_u64.checked_shl(of as u32).unwrap_or(0);
                    pairs.clear();
                    pairs.extend(cells(of));
                    single.set_histogram(of, added_up(&mut pairs));
                }
                asked.model.holds(single.class())
            })
        })
    }

    /// A group without rows, to be asked about while rows join and leave.
    pub fn probe(&self) -> Probe<'_> {
        Probe { judge: self, rows: 0, single: Single::new(&self.sensitive) }
    }
}

/// Sorts values, and adds up the rows of equal ones.
fn added_up(pairs: &mut Vec<(Code, u64)>) -> impl Iterator<Item = (Code, u64)> {
    pairs.sort_unstable_by_key(|pair| pair.0);
    pairs.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    pairs.iter().copied()
}

/// A group that rows join and leave. It says what [`GroupCheck::holds`] says of the rows that it has.
#[derive(Clone, Debug)]
pub struct Probe<'a> {
    judge: &'a GroupCheck<'a>,
    rows: u64,
    single: Single,
}

impl Probe<'_> {
    /// All rows leave.
    pub fn clear(&mut self) {
        self.rows = 0;
        for of in 0..self.judge.sensitive.len() {
            self.single.set_histogram(of, []);
        }
    }

    /// So many rows with these sensitive values join.
    pub fn add(&mut self, values: &[Code], rows: u64) {
        self.rows += rows;
        for (of, &value) in values.iter().enumerate() {
            self.single.add(of, value, rows);
        }
    }

    /// So many rows with these sensitive values leave.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn take(&mut self, values: &[Code], rows: u64) {
        self.rows -= rows;
        for (of, &value) in values.iter().enumerate() {
            self.single.take(of, value, rows);
        }
    }

    /// Whether the group is safe as it is.
    pub fn holds(&mut self) -> bool {
        self.single.set_size(self.rows);
        let class = self.single.class();
        self.rows >= self.judge.least
            && self.judge.others.iter().all(|asked| asked.model.holds(class))
    }
}
