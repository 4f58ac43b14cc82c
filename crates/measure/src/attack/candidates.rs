//! Whom could this record be? The records that fit each person, by classes.
//!
//! Equal people and equal records are taken together first. Then both sides, sorted, are walked
//! like two trees at once: for a beginning that some people share, the runs of classes that fit it
//! are known, and one more attribute narrows them. Nothing is compared pair by pair, so a hundred
//! thousand people against as many records takes a second or so, if few classes fit each.

use super::cells::{Cells, File};
use super::fit::Fit;
use rayon::prelude::*;
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::{Code, CodeColumn, Watch};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The distinct tuples of a file's columns, in an order of attributes of their own.
pub(super) struct Tuples {
    /// How many rows each has.
    pub counts: Vec<u64>,
    /// The tuple of each row.
    pub of_row: Vec<u32>,
    columns: Vec<Vec<Code>>,
}

impl Tuples {
    fn new(cells: &[&Cells], rows: usize) -> Self {
        let keys: Vec<CodeColumn<'_>> = cells.iter().map(|cells| cells.key()).collect();
        let tally = Tally::count(&keys, rows);
        let column = |at: usize| (0..tally.len()).map(|place| tally.code(place, at)).collect();
        Self {
            counts: tally.counts().to_vec(),
            of_row: number_rows(&tally, &keys, rows),
            columns: (0..cells.len()).map(column).collect(),
        }
    }

    /// How many distinct tuples there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// The end of the run of equal codes that begins at `start`.
    fn run_end(&self, attribute: usize, start: usize, end: usize) -> usize {
        let codes = &self.columns[attribute][start..end];
        start + codes.partition_point(|&code| code == codes[0])
    }
}

/// After so many classes that fit somebody it is asked whether anybody still waits.
const PATIENCE: usize = 1 << 18;

/// Two files laid beside each other: who in one could be who in the other.
pub struct Candidates<'w> {
    pub(super) people: Tuples,
    pub(super) release: Tuples,
    fits: Vec<Fit>,
    /// The place in the files of each column compared.
    order: Vec<usize>,
    /// Who waits. When told to stop, everybody left is said to have no candidates.
    watch: &'w dyn Watch,
}

/// What fits the people of one tuple.
pub(super) struct Fitting<'a> {
    /// The tuple of people.
    pub person: usize,
    /// The tuples of the release that fit them, in order.
    pub classes: &'a [u32],
    /// How many records these are.
    pub records: u64,
}

impl<'w> Candidates<'w> {
    /// Compares the columns of two files; `None` if they have not equally many.
    pub fn new(people: &File<'w>, release: &File<'_>) -> Option<Self> {
        if people.keys().len() != release.keys().len() {
            return None;
        }
        let pairs = people.keys().iter().copied().zip(release.keys().iter().copied());
        let mut columns: Vec<(usize, Fit)> =
            pairs.map(|(own, other)| Fit::new(own, other)).enumerate().collect();
        // What tells most apart comes first: fewer runs are left for the others.
        let labels = |at: usize| release.keys()[at].meanings().len();
        let share = |(at, fit): &(usize, Fit)| fit.share(labels(*at));
        columns.sort_by(|a, b| share(a).total_cmp(&share(b)));
        let (order, fits): (Vec<usize>, Vec<Fit>) = columns.into_iter().unzip();
        let sorted = |file: &File<'_>| {
            let cells: Vec<&Cells> = order.iter().map(|&at| file.keys()[at]).collect();
            Tuples::new(&cells, file.rows())
        };
        let watch = people.watch();
        Some(Self { people: sorted(people), release: sorted(release), fits, order, watch })
    }

    /// The number of records that fit each person, row by row.
    pub fn counts(&self) -> Vec<u64> {
        let of_tuple = self.each(|| (), |(), fitting| fitting.records);
        self.people.of_row.iter().map(|&tuple| of_tuple[tuple as usize]).collect()
    }

    /// For each row of the release how many people it fits.
    pub fn crowds(&self) -> Vec<u64> {
        let of_class: Vec<AtomicU64> =
            self.release.counts.iter().map(|_| AtomicU64::new(0)).collect();
        self.each(
            || (),
            |(), fitting| {
                let people = self.people.counts[fitting.person];
                for &class in fitting.classes {
                    of_class[class as usize].fetch_add(people, Ordering::Relaxed);
                }
            },
        );
        let of_row = self.release.of_row.iter();
        of_row.map(|&class| of_class[class as usize].load(Ordering::Relaxed)).collect()
    }

    /// The rows of the release that fit one person, in order.
    pub fn rows_fitting(&self, person: usize) -> Vec<usize> {
        let classes = self.one(self.people.of_row[person] as usize, <[u32]>::to_vec);
        let fits = |class: &u32| classes.binary_search(class).is_ok();
        let of_row = self.release.of_row.iter().enumerate();
        of_row.filter(|(_, class)| fits(class)).map(|(row, _)| row).collect()
    }

    /// Asks of the classes that fit one tuple of people.
    pub(super) fn one<T>(&self, tuple: usize, ask: impl Fn(&[u32]) -> T) -> T {
        let mut answer = None;
        Walk::new(self).narrow(0, tuple, tuple + 1, &mut |_, found| answer = Some(ask(found)));
        answer.expect("each tuple is visited")
    }

    /// The code of a tuple of people in a column, counted as in the file.
    pub(super) fn code(&self, person: usize, column: usize) -> Code {
        self.people.columns[self.depth(column)][person]
    }

    /// The code of a class of the release in a column, counted as in the file.
    pub(super) fn class_code(&self, class: u32, column: usize) -> Code {
        self.release.columns[self.depth(column)][class as usize]
    }

    fn depth(&self, column: usize) -> usize {
        let depth = self.order.iter().position(|&at| at == column);
        depth.expect("the file has this column")
    }

    /// Asks of the people of each tuple, in order, with something of one's own to work with.
    pub(super) fn each<S, T: Send>(
        &self,
        scratch: impl Fn() -> S + Sync + Send,
        ask: impl Fn(&mut S, Fitting<'_>) -> T + Sync + Send,
    ) -> Vec<T> {
        let parts: Vec<Range<usize>> = self.parts();
        let answers: Vec<Vec<T>> = parts
            .into_par_iter()
            .map_init(
                || (Walk::new(self), scratch()),
                |(walk, scratch), part| {
                    let mut answers = Vec::with_capacity(part.len());
                    walk.patience = 0;
                    walk.narrow(0, part.start, part.end, &mut |person, classes| {
                        let counts = &self.release.counts;
                        let records = classes.iter().map(|&class| counts[class as usize]).sum();
                        answers.push(ask(scratch, Fitting { person, classes, records }));
                    });
                    answers
                },
            )
            .collect();
        answers.into_iter().flatten().collect()
    }

    /// Parts of the people that do not depend on the number of threads.
    fn parts(&self) -> Vec<Range<usize>> {
        const PART: usize = 1 << 12;
        let people = self.people.len();
        (0..people).step_by(PART).map(|start| start..people.min(start + PART)).collect()
    }
}

/// A way through both trees: for each depth the runs of classes that fit so far.
struct Walk<'a> {
    of: &'a Candidates<'a>,
    runs: Vec<Vec<(u32, u32)>>,
    classes: Vec<u32>,
    /// How many classes more may be found before it is asked whether anybody waits.
    patience: usize,
    is_over: bool,
}

impl<'a> Walk<'a> {
    fn new(of: &'a Candidates<'a>) -> Self {
        let mut runs = vec![Vec::new(); of.fits.len() + 1];
        if of.release.len() > 0 {
            runs[0].push((0, of.release.len() as u32));
        }
        Self { of, runs, classes: Vec::new(), patience: 0, is_over: false }
    }

    /// Asks whether anybody waits, once so many classes were found that it takes a while.
    fn ask(&mut self, found: usize) {
        match self.patience.checked_sub(found) {
            Some(left) => self.patience = left,
            None => {
                self.patience = PATIENCE;
                self.is_over = self.is_over || !self.of.watch.goes_on();
            }
        }
    }

    /// Visits the people `start..end`, which are alike in the first `depth` attributes.
    fn narrow(
        &mut self,
        depth: usize,
        start: usize,
        end: usize,
        visit: &mut dyn FnMut(usize, &[u32]),
    ) {
        if depth == self.of.fits.len() {
            self.classes.clear();
            self.classes.extend(self.runs[depth].iter().map(|run| run.0));
            visit(start, &self.classes);
            return;
        }
        let mut at = start;
        while at < end {
            if self.is_over {
                (at..end).for_each(|person| visit(person, &[]));
                return;
            }
            let past = self.of.people.run_end(depth, at, end);
            let labels = self.of.fits[depth].of(self.of.people.columns[depth][at]);
            let (before, after) = self.runs.split_at_mut(depth + 1);
            after[0].clear();
            for &(low, high) in &before[depth] {
                self.of.release.split(depth, low as usize, high as usize, labels, &mut after[0]);
            }
            let looked = 1 + before[depth].len() + after[0].len();
            self.ask(looked);
            self.narrow(depth + 1, at, past, visit);
            at = past;
        }
    }
}

impl Tuples {
    /// The runs of `low..high`, sorted by an attribute, that have one of the labels.
    fn split(
        &self,
        attribute: usize,
        low: usize,
        high: usize,
        labels: &[Code],
        into: &mut Vec<(u32, u32)>,
    ) {
        let column = &self.columns[attribute];
        let (mut at, mut labels) = (low, labels);
        // Both are sorted: each leaps over what the other does not have.
        while at < high && !labels.is_empty() {
            let code = column[at];
            labels = &labels[gallop(labels, |&label| label < code)..];
            let Some(&label) = labels.first() else { return };
            if label > code {
                at += gallop(&column[at..high], |&code| code < label);
            } else {
                let end = at + gallop(&column[at..high], |&other| other == code);
                into.push((at as u32, end as u32));
                at = end;
            }
        }
    }
}

/// How many items at the beginning satisfy `before`, looked for in steps that double.
fn gallop<T>(items: &[T], before: impl Fn(&T) -> bool) -> usize {
    let mut step = 1;
    while step < items.len() && before(&items[step - 1]) {
        step *= 2;
    }
    let (low, high) = (step / 2, step.min(items.len()));
    low + items[low..high].partition_point(before)
}

impl std::fmt::Debug for Candidates<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Candidates({} people, {} classes)", self.people.len(), self.release.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::meaning::Language;
    use super::*;
    use proptest::prelude::*;
    use ridotto_core::{Kind, Reading};

    fn label() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => (0_u32..40).prop_map(|n| n.to_string()),
            2 => (0_u32..30, 1_u32..15).prop_map(|(n, m)| format!("{n}-{}", n + m)),
            1 => (0_u32..4).prop_map(|n| format!("{n}*")),
            1 => Just("*".to_owned()),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn candidates_are_those_of_all_pairs(
            people in prop::collection::vec(prop::collection::vec(label(), 3), 1..30),
            release in prop::collection::vec(prop::collection::vec(label(), 3), 1..30),
        ) {
            let language = Language::new(Reading::of_kind(Kind::Integer));
            let columns = |rows: &[Vec<String>]| -> Vec<Cells> {
                (0..3).map(|at| Cells::of_texts(rows.iter().map(|row| &row[at]), &language)).collect()
            };
            let (own, other) = (columns(&people), columns(&release));
            let people = File::new(own.iter().collect()).expect("even");
            let release = File::new(other.iter().collect()).expect("even");
            let candidates = Candidates::new(&people, &release).expect("three each");
            let counts = candidates.counts();
            for (person, &count) in counts.iter().enumerate() {
                let fits = |row: &usize| (0..3).all(|at| own[at].meaning(person).meets(other[at].meaning(*row)));
                let expected: Vec<usize> = (0..release.rows()).filter(fits).collect();
                prop_assert_eq!(count, expected.len() as u64);
                prop_assert_eq!(candidates.rows_fitting(person), expected);
            }
        }
    }

    /// Whoever no longer waits is told of nobody, and at once.
    #[test]
    fn nobody_is_found_when_nobody_waits() {
        let texts: Vec<String> = (0..20_000).map(|at| (at % 9_000).to_string()).collect();
        let cells = Cells::of_texts(&texts, &Language::new(Reading::of_kind(Kind::Integer)));
        let file = File::new(vec![&cells]).expect("one column");
        let whole = Candidates::new(&file, &file).expect("one column").counts();
        assert!(whole.iter().all(|&count| count > 1));
        for questions in [0, 1, 2, 5] {
            let watch = ridotto_testkit::Hurry::after(questions, ridotto_core::Control::Finish);
            let people = file.clone().watched(&watch);
            let counts = Candidates::new(&people, &file).expect("one column").counts();
            let lacks = counts.iter().filter(|&&count| count == 0).count();
            assert_eq!((counts.len(), lacks > 0), (20_000, questions < 3), "{questions}");
        }
    }

    #[test]
    fn files_of_different_shape_are_refused() {
        let cells = Cells::of_texts(["1", "2"], &Language::new(Reading::of_kind(Kind::Integer)));
        let short = Cells::of_texts(["1"], &Language::new(Reading::of_kind(Kind::Integer)));
        assert!(File::new(vec![]).is_none() && File::new(vec![&cells, &short]).is_none());
        let (one, two) = (File::new(vec![&cells]).unwrap(), File::new(vec![&cells; 2]).unwrap());
        assert!(Candidates::new(&one, &two).is_none());
        assert!(one.with_sensitive(&short).is_none());
    }
}
