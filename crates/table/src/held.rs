//! A table that was read once, as a source that is read as often as somebody likes.
//!
//! Who tries many things with the same data reads them once and runs often. A run takes what it wants of
//! the columns, as codes or as they are, and changes its own copies.

use crate::{
    Block, Cells, Column, Field, Header, IoError, Passed, Problem, ReadAs, Source, Table, Visit,
    texts,
};
use arrow_array::{Array, StringArray};
use ridotto_core::{Code, Codes, Dictionary, Watch};
use std::{
    borrow::Cow,
    fmt,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A table that was read once. Cheap to clone.
#[derive(Clone)]
pub struct HeldTable(Arc<Held>);

struct Held {
    name: PathBuf,
    fields: Vec<Field>,
    header: Header,
    threads: usize,
    table: Table,
}

/// Tells what it is, and no value.
impl fmt::Debug for HeldTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Held { name, table, .. } = &*self.0;
        f.debug_struct("HeldTable").field("name", name).field("rows", &table.rows).finish()
    }
}

impl HeldTable {
    /// What was read of a source.
    pub fn new(source: &dyn Source, table: Table) -> Self {
        Self(Arc::new(Held {
            name: source.name().to_owned(),
            fields: source.columns().to_vec(),
            header: source.header(),
            threads: source.threads(),
            table,
        }))
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.0.table
    }

    /// Whether a column was read so that it can be had in this way.
    pub fn gives(&self, at: usize, want: ReadAs) -> bool {
        given(&self.0.table.columns[at], want).is_some()
    }

    /// The same with these rows alone, which are in ascending order.
    #[must_use]
    pub fn keep(&self, rows: &[u32]) -> Self {
        let mut table = self.0.table.clone();
        table.keep(rows);
        table.sha256 = None;
        Self::new(self, table)
    }
}

/// A column as it is wanted; `None` if it was not read so.
fn given(column: &Column, want: ReadAs) -> Option<Column> {
    match (want, column) {
        (ReadAs::Skip, _) => Some(Column::Skipped),
        (ReadAs::Code { kind }, Column::Coded { dictionary, .. }) => {
            let fits = kind.is_none_or(|kind| dictionary.reading().kind == kind);
            fits.then(|| column.clone())
        }
        (_, Column::Skipped) | (ReadAs::Code { .. }, Column::Carried(_)) => None,
        (ReadAs::Carry, _) => Some(column.clone()),
    }
}

impl Source for HeldTable {
    fn name(&self) -> &Path {
        &self.0.name
    }

    fn columns(&self) -> &[Field] {
        &self.0.fields
    }

    fn header(&self) -> Header {
        self.0.header
    }

    fn threads(&self) -> usize {
        self.0.threads
    }

    /// # Panics
    /// If a column is wanted that was not read, or not in this way: whoever reads a table to hold it
    /// knows for what.
    fn read(&self, wants: &[ReadAs], watch: &dyn Watch) -> Result<Table, IoError> {
        let table = &self.0.table;
        assert_eq!(wants.len(), table.columns.len(), "one entry per column");
        if watch.is_cancelled() {
            return Err(IoError::new(&self.0.name, Problem::Cancelled));
        }
        let column = |(column, &want): (&Column, &ReadAs)| {
            given(column, want).expect("what is wanted of a held table was read")
        };
        Ok(Table {
            rows: table.rows,
            names: table.names.clone(),
            columns: table.columns.iter().zip(wants).map(column).collect(),
            sha256: table.sha256,
            is_text: table.is_text,
            lines: table.lines.clone(),
        })
    }

    fn pass(
        &self,
        columns: &[usize],
        each: &Visit<'_>,
        watch: &dyn Watch,
    ) -> Result<Passed, IoError> {
        let table = &self.0.table;
        let told = |problem| IoError::new(&self.0.name, problem);
        if watch.is_cancelled() {
            return Err(told(Problem::Cancelled));
        }
        let shown: Option<Vec<Shown<'_>>> =
            columns.iter().map(|&at| Shown::of(&table.columns[at])).collect();
        let cells = HeldCells { columns: shown.ok_or_else(|| told(Problem::BrokenArrow))? };
        let rows = table.rows as u64;
        let line = table.line_of(0);
        let sha256 = match each(0, &Block::new(&cells, (0, line), table.rows)) {
            ControlFlow::Continue(()) => table.sha256,
            ControlFlow::Break(()) => None,
        };
        Ok(Passed { rows, sha256 })
    }
}

/// A column as texts.
enum Shown<'a> {
    Coded(&'a Codes, &'a Dictionary),
    /// Texts in chunks, with the first row of each.
    Texts(Vec<(usize, StringArray)>),
}

impl<'a> Shown<'a> {
    fn of(column: &'a Column) -> Option<Self> {
        match column {
            Column::Skipped => None,
            Column::Coded { codes, dictionary, .. } => Some(Self::Coded(codes, dictionary)),
            Column::Carried(chunks) => {
                let mut first = 0;
                let mut all = Vec::new();
                for chunk in chunks {
                    all.push((first, texts(chunk)?));
                    first += chunk.len();
                }
                Some(Self::Texts(all))
            }
        }
    }

    fn cell(&self, row: usize) -> Option<&str> {
        match self {
            Self::Coded(codes, dictionary) => {
                let code: Code = codes.get(row);
                dictionary.text(code)
            }
            Self::Texts(chunks) => {
                let at = chunks.partition_point(|(first, _)| *first <= row).checked_sub(1)?;
                let (first, texts) = &chunks[at];
                texts.is_valid(row - first).then(|| texts.value(row - first))
            }
        }
    }
}

struct HeldCells<'a> {
    columns: Vec<Shown<'a>>,
}

impl Cells for HeldCells<'_> {
    fn cell(&self, row: usize, column: usize) -> Option<Cow<'_, str>> {
        self.columns[column].cell(row).map(Cow::Borrowed)
    }

    fn all_cells(&self, column: usize, test: &mut dyn FnMut(usize, Option<&[u8]>) -> bool) -> bool {
        let shown = &self.columns[column];
        let rows = match shown {
            Shown::Coded(codes, _) => codes.len(),
            Shown::Texts(chunks) => chunks.iter().map(|(_, texts)| texts.len()).sum(),
        };
        (0..rows).all(|row| test(row, shown.cell(row).map(str::as_bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SourceOptions, source_of_batches};
    use arrow_array::{ArrayRef, Int64Array, RecordBatch};
    use ridotto_core::Kind;

    fn source() -> Box<dyn Source> {
        let ages: ArrayRef = Arc::new(Int64Array::from(vec![Some(31), None, Some(31), Some(52)]));
        let towns: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "c", "b"]));
        let batch = RecordBatch::try_from_iter([("age", ages), ("town", towns)]).unwrap();
        source_of_batches([batch], &SourceOptions::default()).unwrap()
    }

    fn held(wants: [ReadAs; 2]) -> HeldTable {
        let source = source();
        let table = source.read(&wants, &()).unwrap();
        HeldTable::new(&*source, table)
    }

    const CODE: ReadAs = ReadAs::Code { kind: None };

    fn cells(source: &dyn Source) -> Vec<Vec<Option<String>>> {
        let all = std::sync::Mutex::new(Vec::new());
        let each = |_: usize, block: &Block<'_>| {
            let cell = |row, column| block.cell(row, column).map(Cow::into_owned);
            all.lock()
                .unwrap()
                .extend((0..block.rows()).map(|row| (0..2).map(|at| cell(row, at)).collect()));
            ControlFlow::Continue(())
        };
        source.pass(&[0, 1], &each, &()).unwrap();
        all.into_inner().unwrap()
    }

    #[test]
    fn what_is_held_is_read_and_passed_as_its_source_is() {
        let source = source();
        for held in [held([CODE, CODE]), held([ReadAs::Carry, CODE])] {
            assert_eq!(cells(&held), cells(&*source));
            assert_eq!(held.columns(), source.columns());
        }
        let table = held([CODE, CODE]).read(&[ReadAs::Skip, ReadAs::Carry], &()).unwrap();
        assert!(matches!(table.columns[0], Column::Skipped));
        assert!(matches!(table.columns[1], Column::Coded { .. }));
        let number = ReadAs::Code { kind: Some(Kind::Integer) };
        assert_eq!(held([CODE, CODE]).read(&[number, ReadAs::Skip], &()).unwrap().rows, 4);
    }

    #[test]
    fn rows_that_are_left_out_leave_nothing() {
        let few = held([CODE, CODE]).keep(&[0, 3]);
        let texts: Vec<_> = cells(&few).into_iter().map(|row| row[1].clone()).collect();
        assert_eq!(texts, [Some("a".into()), Some("b".into())]);
        let Column::Coded { dictionary, .. } = &few.table().columns[1] else { panic!("coded") };
        assert_eq!(dictionary.len(), 2);
        assert_eq!(few.table().line_of(1), 4);
    }

    #[test]
    #[should_panic(expected = "what is wanted of a held table was read")]
    fn what_was_not_read_cannot_be_wanted() {
        let _ = held([ReadAs::Skip, CODE]).read(&[CODE, CODE], &());
    }
}
