//! Asking the models about a class that is put together from classes of the input.

use ridotto_core::class::Single;
use ridotto_core::{Class, ClassModel, ClassTable, Code, UnionRule};

/// Asks about unions of the classes of a table.
#[derive(Debug)]
pub struct Ask<'a> {
    table: &'a ClassTable,
    /// Where the histograms of each class begin, for each sensitive attribute.
    entries: Vec<Vec<&'a [(Code, u64)]>>,
    least: u64,
    models: Vec<&'a dyn ClassModel>,
    dense: Vec<Vec<u64>>,
    single: Single,
}

/// What is said of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It fails; a part of it may hold.
    FailsHere,
    /// It fails, and so does every part of it.
    Never,
}

impl<'a> Ask<'a> {
    /// Asks these models about the classes of a table.
    pub fn new(table: &'a ClassTable, models: &'a [Box<dyn ClassModel>]) -> Self {
        let least = models.iter().filter_map(|model| model.least_size()).max().unwrap_or(1);
        let models: Vec<&dyn ClassModel> =
            models.iter().map(|of| &**of).filter(|of| of.least_size().is_none()).collect();
        let sensitive = if models.is_empty() { 0 } else { table.sensitive() };
        let entries = (0..sensitive)
            .map(|id| table.classes().map(|class| class.histogram(id)).collect())
            .collect();
        let values: Vec<usize> =
            (0..table.sensitive()).map(|id| table.sensitive_values(id)).collect();
        let dense = values.iter().map(|&values| vec![0; values]).collect();
        Self { table, entries, least, models, dense, single: Single::new(&values) }
    }

    /// The rows of a class of the table.
    pub fn rows(&self, class: u32) -> u64 {
        self.table.keys().counts()[class as usize]
    }

    /// A class of the table.
    pub fn class(&self, class: u32) -> Class<'a> {
        self.table.class(class as usize)
    }

    /// The table asked about.
    pub fn table(&self) -> &'a ClassTable {
        self.table
    }

    /// What is said of the union of some classes, which has `size` rows.
    pub fn about(&mut self, size: u64, members: &(impl Iterator<Item = u32> + Clone)) -> Verdict {
        if size < self.least {
            return Verdict::Never;
        }
        if self.models.is_empty() {
            return Verdict::Holds;
        }
        self.single.set_size(size);
        for (id, (entries, dense)) in self.entries.iter().zip(&mut self.dense).enumerate() {
            for class in members.clone() {
                for &(code, rows) in entries[class as usize] {
                    dense[code as usize] += rows;
                }
            }
            let counted = dense.iter().enumerate().filter(|&(_, &rows)| rows > 0);
            self.single.set_histogram(id, counted.map(|(code, &rows)| (code as Code, rows)));
            dense.fill(0);
        }
        let class = self.single.class();
        let mut verdict = Verdict::Holds;
        for model in self.models.iter().filter(|model| !model.holds(class)) {
            if model.union_rule() == UnionRule::HoldsIfEither {
                return Verdict::Never;
            }
            verdict = Verdict::FailsHere;
        }
        verdict
    }
}
