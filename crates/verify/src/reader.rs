//! What a thread that verifies has read so far.

use crate::check::{Check, Rows};
use crate::error::VerifyError;
use crate::expected::Expected;
use crate::packed_rows::PackedRows;
use crate::progress::Progress;
use crate::runs::Run;
use crate::seen::{NULL, Search, Seen};
use crate::thresholds::Thresholds;
use crate::whole::Whole;
use ridotto_table::Block;

/// What one thread has seen.
pub(crate) struct Reader {
    pub seen: Seen,
    pub whole: Whole,
    progress: Progress,
    /// The runs of key columns.
    runs: Vec<Run>,
    /// The labels of a block's records, one record after the other.
    numbers: Vec<u32>,
    /// What looking for texts and records needs.
    search: Search,
    /// The input records of a block and their classes.
    classes: Vec<(u32, u32)>,
}

impl Reader {
    pub fn new(checks: &[Check<'_>], judged: usize, sizes: &Thresholds) -> Self {
        let remembered = |check: &Check<'_>| {
            check.coded().filter(|_| check.key.is_some()).map_or(0, |(_, values)| values)
        };
        Self {
            seen: Seen::new(checks.iter().filter(|check| check.key.is_some()).count(), judged),
            whole: Whole::new(checks),
            progress: Progress::new(checks.iter().map(remembered), sizes.cached),
            runs: Run::all(checks.iter().map(|check| check.key), sizes.remembered),
            numbers: Vec::new(),
            search: Search::new(sizes.cached),
            classes: Vec::new(),
        }
    }

    pub fn read(
        &mut self,
        block: &Block<'_>,
        expected: &Expected<'_>,
        checks: &[Check<'_>],
        companion: Option<&PackedRows>,
    ) -> Result<(), VerifyError> {
        let first = block.first_row as usize;
        let Some(inputs) = expected.order.get(first..first + block.rows()) else {
            return Err(VerifyError::TooManyRecords);
        };
        if let Some(companion) = companion {
            companion.gather(inputs, &mut self.progress.words);
        }
        self.number(block);
        let rows = Rows {
            inputs,
            hidden: expected.hidden,
            missing: expected.missing.as_bytes(),
            companion,
            escaped: expected.escaped,
            seen: &self.seen,
            numbers: &self.numbers,
        };
        for (at, check) in checks.iter().enumerate() {
            if !check.admits(block, at, &rows, &mut self.progress) {
                return Err(check.fault());
            }
        }
        self.whole.see(checks, &rows);
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
