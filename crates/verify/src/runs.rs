//! Key columns that follow each other.
//!
//! The release has far fewer classes than records, so the text of a record from its first key cell
//! to its last has nearly always been seen before; and where the same bytes stand, the same cells
//! stand. A run remembers the texts it has met with the numbers of their cells: most records need
//! one comparison instead of one for each cell. If all keys are in one run, it remembers the class
//! as well.

use crate::seen::{Counter, Labels, Search};
use ridotto_core::texts::prefetch;
use ridotto_table::Block;
use std::ops::Range;

/// Key columns that follow each other in the file.
pub(crate) struct Run {
    columns: Range<usize>,
    /// Their places among the keys.
    keys: Vec<usize>,
    /// Texts that are remembered at most, so that memory stays bounded.
    most: usize,
    texts: Labels,
    /// The numbers of the cells of each text.
    numbers: Vec<u32>,
    /// The class of each text, once it was counted.
    classes: Vec<Option<u32>>,
    /// The text of each record of the block, if each has one that is remembered.
    found: Vec<u32>,
}

impl Run {
    /// The runs of a file, of which each column has a place among the keys or none. Each remembers so
    /// many texts at most.
    pub fn all(columns: impl Iterator<Item = Option<usize>>, most: usize) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for (column, key) in columns.enumerate() {
            let Some(key) = key else { continue };
            match runs.last_mut() {
                Some(run) if run.columns.end == column => {
                    run.columns.end += 1;
                    run.keys.push(key);
                }
                _ => runs.push(Self {
                    columns: column..column + 1,
                    keys: vec![key],
                    most,
                    texts: Labels::new(),
                    numbers: Vec::new(),
                    classes: vec![None],
                    found: Vec::new(),
                }),
            }
        }
        for run in &mut runs {
            // No text has the number of a null.
            run.numbers = vec![0; run.keys.len()];
        }
        runs
    }

    /// Writes the number of each cell of the run to its place in `numbers`, which has as many for
    /// each record as there are keys.
    pub fn number(
        &mut self,
        block: &Block<'_>,
        labels: &mut [Labels],
        numbers: &mut [u32],
        search: &mut Search,
    ) {
        let (width, own) = (labels.len(), self.keys.len());
        self.found.clear();
        let Some(texts) = block.runs(self.columns.clone()) else {
            for (column, &key) in self.columns.clone().zip(&self.keys) {
                block.all_cells(column, |row, cell| {
                    numbers[row * width + key] = labels[key].number(cell);
                    true
                });
            }
            return;
        };
        let texts: Vec<&[u8]> = texts.collect();
        self.texts.prepare(&texts, search);
        prefetch(search.likely.iter().map(|&text| self.numbers[text as usize * own]));
        let in_order = self.keys.iter().copied().eq(0..width);
        let mut forgotten = false;
        let rows = texts.iter().zip(&search.hashes).zip(numbers.chunks_exact_mut(width));
        for (row, ((text, &hash), numbers)) in rows.enumerate() {
            if let Some(text) = self.texts.find_hashed(hash, text) {
                let known = &self.numbers[text as usize * own..][..own];
                if in_order {
                    numbers.copy_from_slice(known);
                } else {
                    for (&key, &number) in self.keys.iter().zip(known) {
                        numbers[key] = number;
                    }
                }
                self.found.push(text);
                continue;
            }
            for (column, &key) in self.columns.clone().zip(&self.keys) {
                let cell = block.cell(row, column);
                numbers[key] = labels[key].number(cell.as_deref().map(str::as_bytes));
            }
            if self.texts.len() < self.most {
                self.found.push(self.texts.number(Some(text)));
                self.numbers.extend(self.keys.iter().map(|&key| numbers[key]));
                self.classes.push(None);
            } else {
                forgotten = true;
            }
        }
        if forgotten {
            self.found.clear();
        }
    }

    /// Counts the records of the block that was [numbered](Self::number) last, and passes on the
    /// class of each. There are no keys but those of this run. `false`, with nothing counted, if
    /// the texts of the block are not all remembered.
    pub fn count(
        &mut self,
        numbers: &[u32],
        counter: &mut Counter,
        mut pass: impl FnMut(u32),
    ) -> bool {
        for (&text, tuple) in self.found.iter().zip(numbers.chunks_exact(self.keys.len())) {
            let known = &mut self.classes[text as usize];
            let class = match *known {
                Some(class) => counter.add_again(class),
                None => *known.insert(counter.add(tuple, 1)),
            };
            pass(class);
        }
        !self.found.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thresholds::Thresholds;
    use proptest::prelude::*;
    use ridotto_io::{FileSource, IoError, SourceOptions};

    /// The texts that runs say a file's key cells have, and the texts that they have; the records
    /// are counted by the runs as well, if they can, and one by one.
    fn both(
        file: &str,
        keys: &[Option<usize>],
        sizes: Thresholds,
    ) -> (Vec<Option<String>>, Vec<Option<String>>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("in.csv");
        std::fs::write(&path, file).unwrap();
        let options = SourceOptions { threads: 1, ..SourceOptions::default() };
        let source = FileSource::open(&path, &options).unwrap();
        let all: Vec<usize> = (0..keys.len()).collect();
        let width = keys.iter().flatten().count();
        let start = || {
            let runs = Run::all(keys.iter().copied(), sizes.remembered);
            let counters = [Counter::new(width), Counter::new(width)];
            let search = Search::new(sizes.cached);
            (runs, vec![Labels::new(); width], search, Vec::new(), Vec::new(), counters)
        };
        let scanned = source.scan::<_, IoError>(
            &all,
            start,
            |(runs, labels, search, told, read, [by_run, one_by_one]), block| {
                let mut numbers = vec![0; block.rows() * width];
                for run in &mut *runs {
                    run.number(block, labels, &mut numbers, search);
                }
                let plain: Vec<u32> =
                    numbers.chunks(width).map(|tuple| one_by_one.add(tuple, 1)).collect();
                let mut classes = Vec::new();
                let pass = |class| classes.push(class);
                let is_counted = match &mut runs[..] {
                    [run] => run.count(&numbers, by_run, pass),
                    _ => false,
                };
                if !is_counted {
                    classes.extend(numbers.chunks(width).map(|tuple| by_run.add(tuple, 1)));
                }
                assert_eq!(classes, plain);
                assert_eq!(by_run.counts(), one_by_one.counts());
                for (row, numbers) in numbers.chunks(width).enumerate() {
                    for (column, key) in keys.iter().enumerate() {
                        let Some(key) = *key else { continue };
                        let text = labels[key].cell(numbers[key]);
                        told.push(text.map(|text| String::from_utf8(text.to_vec()).unwrap()));
                        read.push(block.cell(row, column).map(std::borrow::Cow::into_owned));
                    }
                }
                Ok(())
            },
            &(),
        );
        let (_, _, _, told, read, _) = scanned.unwrap().states.remove(0);
        (told, read)
    }

    proptest! {
        /// Quoted or not, with any line ends, whichever columns are keys and whatever is between
        /// them, and with more texts than are remembered.
        #[test]
        fn cells_are_numbered_as_they_are_read(
            rows in prop::collection::vec(
                (prop::array::uniform4(0..4_usize), prop::sample::select(vec!["\n", "\r\n"])), 1..40),
            quoted: bool,
            keys in prop::sample::select(vec![
                [Some(0), Some(1), Some(2), Some(3)],
                [Some(1), Some(0), None, Some(2)],
                [None, Some(0), None, None],
                [Some(2), None, Some(1), Some(0)],
            ]),
        ) {
            let cells: [&str; 4] =
                if quoted { ["a", "\"a\"", "\"b,\"\"c\"", ""] } else { ["a", "b", "abc", ""] };
            let mut file = String::from("one,two,three,four\n");
            for (row, end) in &rows {
                file += &row.map(|cell| cells[cell]).join(",");
                file += end;
            }
            for sizes in Thresholds::TRIED {
                let (told, read) = both(&file, &keys, sizes);
                prop_assert_eq!(told, read);
            }
        }
    }

    #[test]
    fn runs_are_columns_that_follow_each_other() {
        let runs = Run::all([Some(3), Some(0), None, Some(1), None, None, Some(2)].into_iter(), 1);
        let told: Vec<_> = runs.into_iter().map(|run| (run.columns, run.keys)).collect();
        assert_eq!(told, [(0..2, vec![3, 0]), (3..4, vec![1]), (6..7, vec![2])]);
    }
}
