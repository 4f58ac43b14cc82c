//! What could this person's value be? The sensitive values of the records that fit.

use super::Attack;
use super::candidates::Candidates;
use super::cells::{Cells, File};
use super::found::{Found, Guess};
use super::meaning::Meaning;
use ridotto_core::class::Tally;
use ridotto_core::{Code, CodeColumn, Codes};

/// People, a release, and for each person the sensitive values of the records that fit: what
/// homogeneity, background knowledge, skewness, similarity and intersection all begin with.
pub struct Inference<'w> {
    pub(super) candidates: Candidates<'w>,
    /// The histogram of class `i` ends at `ends[i]`.
    ends: Vec<usize>,
    entries: Vec<(Code, u64)>,
    pub(super) meanings: Vec<Meaning>,
}

/// The values of the records that fit the people of one tuple.
pub(super) struct Belief<'a> {
    /// The tuple of people.
    pub person: usize,
    /// How many records fit.
    pub records: u64,
    /// How often each value occurs in them, in the values' order.
    pub values: &'a [(Code, u64)],
}

impl<'w> Inference<'w> {
    /// Compares people with a release that has a sensitive column; `None` if it has none, or the
    /// two have not equally many columns to compare.
    pub fn new(people: &File<'w>, release: &File<'_>) -> Option<Self> {
        Self::knowing_rows(people, release, &[])
    }

    /// The same for an intruder who knows of some rows of the release whose they are: these are
    /// nobody else's. Often it is one row, the intruder's own.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn knowing_rows(people: &File<'w>, release: &File<'_>, known: &[usize]) -> Option<Self> {
        let sensitive = release.sensitive()?;
        let candidates = Candidates::new(people, release)?;
        let mut unknown = vec![true; release.rows()];
        for &row in known {
            unknown[row] = false;
        }
        let left = (0..).zip(&unknown).filter(|(_, unknown)| **unknown).map(|(row, _)| row);
        let left: Vec<u32> = left.collect();
        let (ends, entries) = histograms(&candidates, sensitive, &left);
        Some(Self { candidates, ends, entries, meanings: sensitive.meanings().to_vec() })
    }

    /// What the intruder believes of the person in a row: each value with its probability, if all
    /// records that fit are equally likely.
    pub fn belief(&self, person: usize) -> Vec<(Code, f64)> {
        let values = self.histogram_of(person);
        let records: u64 = values.iter().map(|value| value.1).sum();
        let share = |(code, count)| (code, count as f64 / records as f64);
        values.into_iter().map(share).collect()
    }

    /// How often each value occurs in the records that fit the person in a row.
    pub(super) fn histogram_of(&self, person: usize) -> Vec<(Code, u64)> {
        let tuple = self.candidates.people.of_row[person] as usize;
        let of = |belief: Belief<'_>| belief.values.to_vec();
        self.candidates.one(tuple, |classes| self.sum(&mut self.scratch(), tuple, classes, of))
    }

    /// How often each value occurs in the whole release.
    pub fn overall(&self) -> Vec<u64> {
        let mut counts = vec![0; self.meanings.len()];
        self.entries.iter().for_each(|&(code, count)| counts[code as usize] += count);
        counts
    }

    /// Asks of the people of each tuple.
    pub(super) fn each<T: Send>(&self, ask: impl Fn(Belief<'_>) -> T + Sync + Send) -> Vec<T> {
        self.candidates.each(
            || self.scratch(),
            |scratch, fitting| self.sum(scratch, fitting.person, fitting.classes, &ask),
        )
    }

    /// How often the most frequent value of all records is right.
    pub fn commonest(&self) -> f64 {
        let overall = self.overall();
        let telling = (0..).zip(&overall).filter(|(code, _)| self.tells(*code));
        let most = telling.map(|(_, &count)| count).max().unwrap_or(0);
        most as f64 / overall.iter().sum::<u64>().max(1) as f64
    }

    /// What a value means, by its code.
    pub fn meaning(&self, code: Code) -> &Meaning {
        &self.meanings[code as usize]
    }

    /// Guesses about the people of each tuple; people whom no record fits are unmatched.
    pub(super) fn guess(
        &self,
        attack: Attack,
        ask: impl Fn(&Belief<'_>) -> Option<Guess> + Sync + Send,
    ) -> Found {
        let guesses = self.each(|belief| if belief.records > 0 { ask(&belief) } else { None });
        Found::of_tuples(attack, &self.candidates.people, &guesses)
    }

    /// Whether a value tells something: a cell that was taken away does not.
    pub(super) fn tells(&self, code: Code) -> bool {
        self.meanings[code as usize] != Meaning::Anything
    }

    fn scratch(&self) -> Scratch {
        Scratch { counts: vec![0; self.meanings.len()], values: Vec::new() }
    }

    fn sum<T>(
        &self,
        scratch: &mut Scratch,
        person: usize,
        classes: &[u32],
        ask: impl Fn(Belief<'_>) -> T,
    ) -> T {
        let records = |values: &[(Code, u64)]| values.iter().map(|value| value.1).sum();
        if let [class] = classes {
            let values = self.histogram(*class as usize);
            return ask(Belief { person, records: records(values), values });
        }
        let Scratch { counts, values } = scratch;
        values.clear();
        for &class in classes {
            for &(code, count) in self.histogram(class as usize) {
                if counts[code as usize] == 0 {
                    values.push((code, 0));
                }
                counts[code as usize] += count;
            }
        }
        values.sort_unstable();
        for (code, count) in &mut *values {
            *count = std::mem::take(&mut counts[*code as usize]);
        }
        ask(Belief { person, records: records(values), values })
    }

    fn histogram(&self, class: usize) -> &[(Code, u64)] {
        let start = if class == 0 { 0 } else { self.ends[class - 1] };
        &self.entries[start..self.ends[class]]
    }
}

struct Scratch {
    counts: Vec<u64>,
    values: Vec<(Code, u64)>,
}

/// The histogram of the sensitive column in each class of the release, over the rows that are left.
fn histograms(
    candidates: &Candidates<'_>,
    sensitive: &Cells,
    rows: &[u32],
) -> (Vec<usize>, Vec<(Code, u64)>) {
    let classes = candidates.release.len();
    let of_row: Vec<Code> =
        rows.iter().map(|&row| candidates.release.of_row[row as usize]).collect();
    let of_row = Codes::from_codes(&of_row, classes);
    let values = sensitive.codes().take(rows);
    let columns = [
        CodeColumn { codes: &of_row, values: classes },
        CodeColumn { codes: &values, values: sensitive.meanings().len() },
    ];
    let tally = Tally::count(&columns, rows.len());
    let mut ends = vec![0; classes];
    let mut entries = Vec::with_capacity(tally.len());
    for at in 0..tally.len() {
        entries.push((tally.code(at, 1), tally.counts()[at]));
        ends[tally.code(at, 0) as usize] = entries.len();
    }
    for class in 1..classes {
        ends[class] = ends[class].max(ends[class - 1]);
    }
    (ends, entries)
}

impl std::fmt::Debug for Inference<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Inference({:?}, {} values)", self.candidates, self.meanings.len())
    }
}
