//! The intruder's best guess of a sensitive value.

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::{ClassTable, Code, SensitiveId};
use rustc_hash::FxHashMap;

/// How well an intruder guesses a sensitive attribute who knows everybody's class.
///
/// # Definition
/// Who knows nothing but the whole file's distribution guesses its most frequent value, and is
/// right for that value's share: the *baseline*. Who knows a person's class guesses the most
/// frequent value there: *within* is the share of records for which this is right.
///
/// # Range
/// baseline ≤ within ≤ highest ≤ 1. The *gain* is 0 if classes tell nothing and 1 if they tell all
/// (Goodman and Kruskal's λ).
///
/// # What it does not see
/// Values that are close to each other, or bad in the same way: an illness beside another of the
/// same organ counts as wrong. What changes in the odds of rare values; closeness and likeness
/// measure that.
///
/// # References
/// L. A. Goodman, W. H. Kruskal (1954), *Measures of association for cross classifications*,
/// doi:10.1080/01621459.1954.10501231.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The success without any knowledge of a person.
    pub baseline: f64,
    /// The success with the class known.
    pub within: f64,
    /// The success in the class where it is the best.
    pub highest: f64,
    /// The share of records in classes where the guess is certain.
    pub certain: f64,
}

impl Guess {
    /// The success that classes add, as a share of what is left to add.
    pub fn gain(&self) -> f64 {
        if self.baseline < 1.0 {
            (self.within - self.baseline) / (1.0 - self.baseline)
        } else {
            0.0
        }
    }
}

/// The best guess of one of the table's sensitive attributes; all 0 without a record.
pub fn best_guess(table: &ClassTable, of: SensitiveId) -> Guess {
    let rows = table.rows();
    let mut total = vec![0; table.sensitive_values(of)];
    let (mut right, mut certain, mut highest) = (0, 0, 0.0_f64);
    for class in table.classes() {
        let histogram = class.histogram(of);
        for &(code, records) in histogram {
            total[code as usize] += records;
        }
        let most = histogram.iter().map(|&(_, records)| records).max().unwrap_or(0);
        right += most;
        highest = highest.max(super::uniqueness::share(most, class.size()));
        certain += if most == class.size() { most } else { 0 };
    }
    let of_all = |part| super::uniqueness::share(part, rows);
    let baseline = of_all(total.into_iter().max().unwrap_or(0));
    Guess { baseline, within: of_all(right), highest, certain: of_all(certain) }
}

/// The share of records whose *true* value the intruder guesses from the *released* values of the
/// record's class, where masking may have changed these. Of several values that are released
/// equally often one is drawn, so each counts for its part.
///
/// # Panics
/// If the three do not have the same number of records.
pub fn guessed_truth(class_of: &[u32], released: &[Code], truth: &[Code]) -> f64 {
    assert!(class_of.len() == released.len() && released.len() == truth.len(), "same records");
    let mut counts: FxHashMap<(u32, Code), u64> = FxHashMap::default();
    for (&class, &value) in class_of.iter().zip(released) {
        *counts.entry((class, value)).or_default() += 1;
    }
    // Of each class: how often its most frequent value occurs, and how many values do so.
    let mut most: FxHashMap<u32, (u64, u64)> = FxHashMap::default();
    for (&(class, _), &count) in &counts {
        let best = most.entry(class).or_default();
        match count.cmp(&best.0) {
            std::cmp::Ordering::Greater => *best = (count, 1),
            std::cmp::Ordering::Equal => best.1 += 1,
            std::cmp::Ordering::Less => {}
        }
    }
    let right = |(&class, &truth): (&u32, &Code)| {
        let (count, tied) = most[&class];
        let guessed = counts.get(&(class, truth)) == Some(&count);
        if guessed { 1.0 / tied as f64 } else { 0.0 }
    };
    let sum: f64 = class_of.iter().zip(truth).map(right).sum();
    if truth.is_empty() { 0.0 } else { sum / truth.len() as f64 }
}

/// Best guess.
pub static BEST_GUESS: Entry = MeasureEntry {
    name: "best-guess",
    title: "Best guess",
    aliases: &["majority-guess"],
    formula: "sum over classes of the records with the most frequent value / records",
    summary: "How often an intruder is right who knows a person's class and guesses its most frequent value.",
    facts: MeasureFacts {
        group: &group::GUESSES,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::GOODMAN_1954],
    worked: Worked::assessed("In class A an intruder guesses flu and is right for 2 of 3, in B cancer or gout for 1 of 2, in C cancer for all 3: `(2 + 1 + 3) / 8 = 0.75`, so **0.75**.", &["best-guess of disease 1 0.75"]),
}
.entry();

/// Without the class.
pub static BEST_GUESS_WITHOUT_CLASS: Entry = MeasureEntry {
    name: "best-guess-without-class",
    title: "Without the class",
    aliases: &["majority guess", "baseline guess", "naive guess"],
    formula: "records with the most frequent value / records",
    summary: "How often the most frequent value of the whole file is right; a best guess near this has learnt little.",
    facts: MeasureFacts {
        group: &group::GUESSES,
        unit: Unit::Share,
        better: Better::Same,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::GOODMAN_1954],
    worked: Worked::assessed("Who knows nothing guesses cancer, which 4 of 8 have: `4/8 = 0.5`, so **0.5**. The release is worth `0.75 - 0.5 = 0.25` to the intruder.", &["best-guess-without-class of disease 0.5 0.5", "best-guess of disease 1 0.75"]),
}
.entry();

/// Certain.
pub static CERTAIN_GUESS: Entry = MeasureEntry {
    name: "certain-guess",
    title: "Certain",
    aliases: &["certainty"],
    formula: "records of classes with one value / records",
    summary: "The share of records in classes that have one value only, so that the guess cannot fail.",
    facts: MeasureFacts {
        group: &group::GUESSES,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::GOODMAN_1954],
    worked: Worked::assessed("All three people of class C have cancer, so whoever is known to be in it is known to have it: `3/8 = 0.375`, so **0.375**.", &["certain-guess of disease 1 0.375"]),
}
.entry();
