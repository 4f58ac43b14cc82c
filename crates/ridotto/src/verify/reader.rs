//! What a thread that verifies has read so far.

use super::check::{Check, CheckedCells, Rows};
use super::companion::Companion;
use super::runs::Run;
use super::seen::{NULL, Search, Seen};
use super::{Expected, VerifyError};
use ridotto_core::{Code, KeyedSet};
use ridotto_table::Block;

/// What one thread has seen.
pub(super) struct Reader {
    pub seen: Seen,
    pub columns: Vec<Progress>,
    /// The runs of key columns.
    runs: Vec<Run>,
    /// The input's codes of a column, and the words that they come from.
    pub codes: Vec<Code>,
    pub words: Vec<u64>,
    /// The labels of a block's records, one record after the other.
    pub numbers: Vec<u32>,
    /// What looking for texts and records needs.
    search: Search,
    /// The input records of a block and their classes.
    classes: Vec<(u32, u32)>,
}

/// What a thread has learnt of a column.
pub(super) struct Progress {
    /// The level that fitted last.
    pub hint: usize,
    /// The label that each value of the input was last seen as, and found to be allowed as.
    pub admitted: Vec<u32>,
    /// The values and labels that were found to go together.
    pub pairs: KeyedSet<(Code, u32)>,
}

/// No label was seen yet.
const UNKNOWN: u32 = u32::MAX;

impl Reader {
    pub fn new(checks: &[Check<'_>], judged: usize) -> Self {
        let column = |check: &Check<'_>| {
            let values = match &check.cells {
                CheckedCells::Coded(_, allowed, ..) if check.key.is_some() => allowed.values(),
                _ => 0,
            };
            Progress { hint: 0, admitted: vec![UNKNOWN; values], pairs: KeyedSet::default() }
        };
        Self {
            seen: Seen::new(checks.iter().filter(|check| check.key.is_some()).count(), judged),
            columns: checks.iter().map(column).collect(),
            runs: Run::all(checks.iter().map(|check| check.key)),
            codes: Vec::new(),
            words: Vec::new(),
            numbers: Vec::new(),
            search: Search::default(),
            classes: Vec::new(),
        }
    }

    pub fn read(
        &mut self,
        block: &Block<'_>,
        expected: &Expected<'_>,
        checks: &[Check<'_>],
        companion: Option<&Companion>,
    ) -> Result<(), VerifyError> {
        let first = block.first_row as usize;
        let Some(inputs) = expected.order.get(first..first + block.rows()) else {
            return Err(VerifyError::TooManyRecords);
        };
        if let Some(companion) = companion {
            companion.gather(inputs, &mut self.words);
        }
        self.number(block);
        let missing = expected.missing.as_bytes();
        let escaped = expected.escaped;
        let rows = Rows { inputs, hidden: expected.hidden, missing, companion, escaped };
        for (at, check) in checks.iter().enumerate() {
            if !check.admits(block, at, &rows, self) {
                return Err(check.fault());
            }
        }
        self.count(inputs, expected);
        Ok(())
    }

    /// Numbers the cells of the key columns by their texts.
    fn number(&mut self, block: &Block<'_>) {
        let Self { seen, runs, numbers, search, .. } = self;
        numbers.clear();
        numbers.resize(block.rows() * seen.width(), NULL);
        for run in runs {
            run.number(block, &mut seen.labels, numbers, search);
        }
    }

    /// Counts the records of a block by the numbers of their labels.
    fn count(&mut self, inputs: &[u32], expected: &Expected<'_>) {
        let Self { seen, runs, numbers, search, classes, .. } = self;
        classes.clear();
        let width = seen.width();
        if width > 0 && expected.hidden.is_none() {
            let is_judged = !expected.judged.is_empty();
            let mut inputs = inputs.iter();
            let mut pass = |class| {
                if is_judged {
                    classes.extend(inputs.next().map(|&input| (input, class)));
                }
            };
            let is_counted = match &mut runs[..] {
                [run] => run.count(numbers, &mut seen.classes, &mut pass),
                _ => false,
            };
            if !is_counted {
                seen.classes.add_all(numbers, search, pass);
            }
        } else {
            let is_hidden = |input: u32| expected.hidden.is_some_and(|all| all[input as usize]);
            for (row, &input) in inputs.iter().enumerate() {
                if !is_hidden(input) {
                    classes.push((input, seen.add(&numbers[row * width..][..width])));
                }
            }
        }
        for (at, column) in expected.judged.iter().enumerate() {
            let values =
                classes.iter().map(|&(input, class)| (class, column.codes.get(input as usize)));
            seen.judge(at, values);
        }
    }
}
