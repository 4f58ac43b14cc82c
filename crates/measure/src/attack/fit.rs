//! Which labels of one column fit which of another: computed once for each pair of distinct labels.

use super::cells::Cells;
use super::meaning::Meaning;
use rayon::prelude::*;
use ridotto_core::Code;
use rustc_hash::FxHashMap;

/// For each label on the people's side the labels on the release's side that it can stand with,
/// in order.
pub(super) struct Fit(Vec<Vec<Code>>);

impl Fit {
    /// Compares all labels. Values that stand for themselves find each other by their text, so
    /// that only true labels are compared one by one.
    pub fn new(people: &Cells, release: &Cells) -> Self {
        let mut by_text: FxHashMap<&str, Vec<Code>> = FxHashMap::default();
        let mut others: Vec<Code> = Vec::new();
        for (code, meaning) in (0..).zip(release.meanings()) {
            match meaning {
                Meaning::Exact(value) => by_text.entry(value.text()).or_default().push(code),
                _ => others.push(code),
            }
        }
        let fitting = |own: &Meaning| -> Vec<Code> {
            let meets = |&code: &Code| own.meets(&release.meanings()[code as usize]);
            let all = 0..release.meanings().len() as Code;
            let mut found: Vec<Code> = match own.values() {
                Some(values) => {
                    let texts = values.iter().filter_map(|value| by_text.get(value.text()));
                    texts.flatten().copied().chain(others.iter().copied().filter(meets)).collect()
                }
                None => all.filter(meets).collect(),
            };
            found.sort_unstable();
            found.dedup();
            found
        };
        Self(people.meanings().par_iter().map(fitting).collect())
    }

    /// The release's labels that fit a label of the people's.
    pub fn of(&self, code: Code) -> &[Code] {
        &self.0[code as usize]
    }

    /// The mean share of the release's labels that fit: the smaller, the more it tells apart.
    pub fn share(&self, labels: usize) -> f64 {
        let fitting: usize = self.0.iter().map(Vec::len).sum();
        fitting as f64 / (self.0.len() * labels).max(1) as f64
    }
}
