//! A table in memory: codes and dictionaries for what is looked at, arrays for what is only
//! carried along.

use crate::{Chunks, Digest, Native};
use arrow_array::ArrayRef;
use ridotto_core::{Code, Codes, Dictionary, Kind, Reading};
use std::fmt;

/// What is wanted of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadAs {
    /// Nothing: it is passed over and never stored.
    Skip,
    /// Codes and a dictionary.
    Code {
        /// What the values must be; detected when `None`.
        kind: Option<Kind>,
    },
    /// Its values, to be written again: as codes while they repeat themselves, else as arrays.
    Carry,
}

/// A column as it was read.
#[derive(Clone)]
pub enum Column {
    /// It was not wanted.
    Skipped,
    /// Codes and what they stand for.
    Coded {
        /// One code per row.
        codes: Codes,
        /// The values.
        dictionary: Dictionary,
        /// The Arrow type in which the values can be written again; `None` for text.
        native: Option<Native>,
    },
    /// The values as they were, in chunks that together have one value per row.
    Carried(Vec<ArrayRef>),
}

impl Column {
    /// The column with other values: `new` has the code in `dictionary` of each value that it had.
    /// Values are written in their type as long as they are of that type, else as text.
    #[must_use]
    pub fn relabelled(self, dictionary: Dictionary, new: &[Code]) -> Self {
        let Self::Coded { codes: old, native, .. } = self else { return self };
        let mut codes = Codes::for_values(dictionary.len());
        codes.reserve(old.len());
        codes.extend_renumbered(&old, new);
        let native = native.and_then(|native| native.of_values(&dictionary));
        Self::Coded { codes, dictionary, native }
    }

    fn keep(self, rows: &[u32]) -> Self {
        match self {
            Self::Skipped => Self::Skipped,
            Self::Coded { codes, dictionary, native } => {
                let taken = codes.take(rows);
                let used = taken.histogram(dictionary.len());
                let (left, new) = dictionary.in_use(|code| used[code as usize] > 0);
                let new: Vec<Code> = new.into_iter().map(|code| code.unwrap_or(0)).collect();
                let mut codes = Codes::for_values(left.len());
                codes.extend_renumbered(&taken, &new);
                Self::Coded { codes, dictionary: left, native }
            }
            Self::Carried(chunks) => {
                let all = Chunks::new(&chunks);
                let part = |rows: &[u32]| all.gather(rows.iter().map(|&row| Some(row)));
                Self::Carried(rows.chunks(CHUNK).map(part).collect())
            }
        }
    }
}

/// Rows of a chunk that is made here.
const CHUNK: usize = 1 << 16;

/// Tells what the column is and never a value.
impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped => write!(f, "Skipped"),
            Self::Coded { dictionary, .. } => write!(f, "Coded({dictionary:?})"),
            Self::Carried(chunks) => write!(f, "Carried({} chunks)", chunks.len()),
        }
    }
}

/// A table that was read.
#[derive(Clone, Debug)]
pub struct Table {
    /// How many rows there are.
    pub rows: usize,
    /// The names of all columns of the file.
    pub names: Vec<String>,
    /// The columns, as many as names.
    pub columns: Vec<Column>,
    /// The digest of the file's bytes, if it is wanted.
    pub sha256: Option<Digest>,
    /// Whether texts told what the values are, and no type of the source.
    pub is_text: bool,
    /// On which lines the rows begin.
    pub lines: Lines,
}

impl Table {
    /// Only the named rows are left, which are in ascending order, and nothing of the others: a value
    /// that only they had is in no dictionary.
    pub fn keep(&mut self, rows: &[u32]) {
        let columns = std::mem::take(&mut self.columns);
        self.columns = columns.into_iter().map(|column| column.keep(rows)).collect();
        self.rows = rows.len();
        self.lines.keep(rows);
    }

    /// Says that there are so many other records now, which the columns have already. No line of the file
    /// tells of them.
    pub fn renew(&mut self, rows: usize) {
        self.rows = rows;
        self.lines = Lines::default();
    }

    /// The codes of a column that was read as such, and what they stand for.
    ///
    /// # Panics
    /// If the column was passed over, or is only carried along.
    pub fn coded(&self, at: usize) -> (&Codes, &Dictionary) {
        match &self.columns[at] {
            Column::Coded { codes, dictionary, .. } => (codes, dictionary),
            _ => unreachable!("the column was read as codes"),
        }
    }

    /// The numbers of a column that was read as codes; `NaN` where there is none.
    ///
    /// # Panics
    /// If the column was passed over, or is only carried along.
    pub fn numbers(&self, at: usize) -> Vec<f64> {
        let (codes, dictionary) = self.coded(at);
        let reading = match dictionary.reading() {
            ordinal if ordinal.kind == Kind::Ordinal => ordinal.clone(),
            other => Reading { kind: Kind::Decimal, ..other.clone() },
        };
        let number = |code: Code| {
            let text = dictionary.text(code);
            text.and_then(|text| reading.parse(text).as_f64()).unwrap_or(f64::NAN)
        };
        let values: Vec<f64> = (0..dictionary.len() as Code).map(number).collect();
        codes.iter().map(|code| values[code as usize]).collect()
    }

    /// The line of the file on which a row begins, counted from 1. In a Parquet or Arrow file
    /// there are no lines: it is the number of the row, counted from 1.
    pub fn line_of(&self, row: usize) -> u64 {
        self.lines.of(row)
    }
}

/// Where rows begin: one entry per row that follows a row of several lines.
///
/// Rows usually take one line each, so that the list is nearly empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// `(row, line)`: from this row on, until the next entry, each row takes one line.
    steps: Vec<(usize, u64)>,
    /// The rows of the file that are left, if some are not.
    kept: Option<Vec<u32>>,
}

impl Lines {
    /// Rows are on the lines from `first` on, until said otherwise.
    pub fn starting_at(first: u64) -> Self {
        Self { steps: vec![(0, first)], kept: None }
    }

    /// `row` begins on `line`; rows come in order.
    pub fn step(&mut self, row: usize, line: u64) {
        if self.of(row) != line {
            self.steps.push((row, line));
        }
    }

    /// Only these rows are left.
    pub fn keep(&mut self, rows: &[u32]) {
        self.kept = Some(match self.kept.take() {
            Some(before) => rows.iter().map(|&row| before[row as usize]).collect(),
            None => rows.to_vec(),
        });
    }

    /// The line on which a row begins.
    pub fn of(&self, row: usize) -> u64 {
        let row = self.kept.as_ref().map_or(row, |kept| kept[row] as usize);
        match self.steps.partition_point(|&(first, _)| first <= row) {
            0 => row as u64 + 1,
            after => {
                let (first, line) = self.steps[after - 1];
                line + (row - first) as u64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_rows_of_several_lines() {
        let mut lines = Lines::starting_at(2);
        for (row, line) in [(1, 3), (3, 8), (4, 9), (9, 20)] {
            lines.step(row, line);
        }
        let got: Vec<u64> = (0..11).map(|row| lines.of(row)).collect();
        assert_eq!(got, [2, 3, 4, 8, 9, 10, 11, 12, 13, 20, 21]);
        assert_eq!(lines.steps.len(), 3);
        assert_eq!(Lines::default().of(4), 5);
        lines.keep(&[0, 3, 9]);
        lines.keep(&[1, 2]);
        assert_eq!([lines.of(0), lines.of(1)], [8, 20]);
    }

    fn coded(texts: &[&str]) -> Column {
        let reading = Reading::of_kind(Kind::Integer);
        let labels = texts.iter().map(|text| (!text.is_empty()).then_some(*text));
        let (dictionary, codes) = Dictionary::of_labels(labels, &reading);
        let native = Native::of_dictionary(&dictionary);
        let codes = Codes::from_codes(&codes, dictionary.len());
        Column::Coded { codes, dictionary, native }
    }

    fn texts(column: &Column) -> Vec<Option<&str>> {
        let Column::Coded { codes, dictionary, .. } = column else { panic!("not coded") };
        codes.iter().map(|code| dictionary.text(code)).collect()
    }

    #[test]
    fn rows_that_are_left_out_leave_nothing() {
        let column = coded(&["7", "9", "", "8", "7"]).keep(&[0, 3]);
        assert_eq!(texts(&column), [Some("7"), Some("8")]);
        let Column::Coded { dictionary, .. } = &column else { panic!("not coded") };
        assert_eq!((dictionary.len(), dictionary.missing()), (2, None));
        let array: ArrayRef = std::sync::Arc::new(arrow_array::Int64Array::from(vec![1, 2, 3]));
        let Column::Carried(chunks) = Column::Carried(vec![array.clone(), array]).keep(&[1, 5])
        else {
            panic!("not carried")
        };
        let expected: ArrayRef = std::sync::Arc::new(arrow_array::Int64Array::from(vec![2, 3]));
        assert_eq!(chunks, [expected]);
    }

    #[test]
    fn a_column_keeps_its_type_as_long_as_its_values_do() {
        for (labels, is_native) in
            [(["10", "20"], true), (["1.5", "20"], true), (["x", "2"], false)]
        {
            let (dictionary, new) = Dictionary::of_labels(
                labels.map(Some).into_iter(),
                &Reading::of_kind(Kind::Integer),
            );
            let column = coded(&["1", "2", "1"]).relabelled(dictionary, &new);
            assert_eq!(texts(&column), [labels[0], labels[1], labels[0]].map(Some));
            let Column::Coded { native, .. } = column else { panic!("not coded") };
            assert_eq!(native.is_some(), is_native, "{labels:?}");
        }
    }
}
