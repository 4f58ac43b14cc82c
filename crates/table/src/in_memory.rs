//! Batches that are in memory, as a source and as what is staged.

use crate::error::MEMORY as NAME;
use crate::{
    BatchSource, Batches, Digest, IoError, Known, Piece, Pieces, PlacedTable, Problem, Source,
    SourceOptions, StagedTable, View, texts,
};
use arrow_array::{Array, RecordBatch, StringArray};
use ridotto_core::Watch;
use sha2::{Digest as _, Sha256};
use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// Batches of one schema.
#[derive(Clone)]
struct Held(Arc<[RecordBatch]>);

impl Batches for Held {
    /// Of the cells as texts, row by row: how the rows are cut into batches makes no difference.
    fn digest(&self) -> Result<Digest, Problem> {
        let mut hash = Sha256::new();
        for batch in &*self.0 {
            let columns: Option<Vec<StringArray>> = batch.columns().iter().map(texts).collect();
            let columns = columns.ok_or(Problem::BrokenArrow)?;
            for row in 0..batch.num_rows() {
                for column in &columns {
                    let text = column.is_valid(row).then(|| column.value(row));
                    // A null is not an empty text.
                    hash.update(text.map_or(u64::MAX, |text| text.len() as u64).to_le_bytes());
                    hash.update(text.unwrap_or_default());
                }
            }
        }
        Ok(Digest(hash.finalize().into()))
    }

    fn pieces<'a>(&'a self, wanted: &'a [usize]) -> Result<Pieces<'a>, Problem> {
        Ok(Box::new(self.0.iter().map(|batch| Ok(Piece::of_batch(batch.project(wanted)?)))))
    }
}

/// Batches that are in memory as a source. There is at least one, and all have the same columns.
pub fn source_of_batches(
    batches: impl IntoIterator<Item = RecordBatch>,
    options: &SourceOptions,
) -> Result<Box<dyn Source>, IoError> {
    open(&Held(batches.into_iter().collect()), options)
        .map_err(|problem| IoError::new(Path::new(NAME), problem))
}

fn open(held: &Held, options: &SourceOptions) -> Result<Box<dyn Source>, Problem> {
    let first = held.0.first().ok_or(Problem::Empty)?.schema();
    let differs = |batch: &RecordBatch| batch.schema().fields() != first.fields();
    if let Some(at) = held.0.iter().position(differs) {
        return Err(Problem::BatchesDiffer { number: at + 1 });
    }
    let columns = Known::all_of(&first);
    Ok(Box::new(BatchSource::new(Path::new(NAME), Box::new(held.clone()), columns, options)?))
}

/// Rows that are staged in memory.
#[derive(Default)]
pub struct StagedBatches {
    batches: Mutex<Option<Held>>,
}

impl StagedBatches {
    /// Nothing was written yet.
    pub fn new() -> Self {
        Self::default()
    }

    fn written(&self) -> Held {
        let batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        batches.clone().unwrap_or_else(|| Held(Arc::new([])))
    }

    fn told(problem: Problem) -> IoError {
        IoError::new(Path::new(NAME), problem)
    }
}

/// Counts the rows and tells no value.
impl fmt::Debug for StagedBatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: usize = self.written().0.iter().map(RecordBatch::num_rows).sum();
        write!(f, "StagedBatches({rows} rows)")
    }
}

impl StagedTable for StagedBatches {
    fn name(&self) -> &Path {
        Path::new(NAME)
    }

    fn write(&self, rows: &View<'_>, watch: &dyn Watch) -> Result<(), IoError> {
        let mut batches = Vec::new();
        for batch in rows.batches() {
            if watch.is_cancelled() {
                return Err(Self::told(Problem::Cancelled));
            }
            watch.advance(batch.num_rows() as u64);
            batches.push(batch);
        }
        let mut held = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        *held = Some(Held(batches.into()));
        Ok(())
    }

    fn reopen(&self, options: &SourceOptions) -> Result<Box<dyn Source>, IoError> {
        open(&self.written(), options).map_err(Self::told)
    }

    fn missing(&self) -> &'static str {
        ""
    }

    fn digest(&self) -> Result<Digest, IoError> {
        self.written().digest().map_err(Self::told)
    }

    fn place(self: Box<Self>) -> Result<Box<dyn PlacedTable>, IoError> {
        Ok(Box::new(PlacedBatches(self.written())))
    }
}

/// Rows that are published in memory.
struct PlacedBatches(Held);

impl fmt::Debug for PlacedBatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlacedBatches({} batches)", self.0.0.len())
    }
}

impl PlacedTable for PlacedBatches {
    fn withdraw(self: Box<Self>) {}

    fn into_batches(self: Box<Self>) -> Vec<RecordBatch> {
        self.0.0.to_vec()
    }
}

/// The path under which batches in memory go in messages and reports.
pub fn memory_name() -> PathBuf {
    NAME.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, ReadAs};
    use arrow_array::{Int64Array, StringArray};
    use arrow_schema::{DataType, Field, Schema};

    fn batch(ages: &[i64], towns: &[Option<&str>]) -> RecordBatch {
        let fields = vec![
            Field::new("age", DataType::Int64, true),
            Field::new("town", DataType::Utf8, true),
        ];
        let columns: Vec<arrow_array::ArrayRef> = vec![
            Arc::new(Int64Array::from(ages.to_vec())),
            Arc::new(StringArray::from(towns.to_vec())),
        ];
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap()
    }

    #[test]
    fn batches_are_read_as_one_table_however_they_are_cut() {
        let whole = batch(&[3, 1, 3], &[Some("a"), None, Some("")]);
        let parts = [whole.slice(0, 1), whole.slice(1, 0), whole.slice(1, 2)];
        let read = |batches: &[RecordBatch]| {
            let options = SourceOptions { missing: Vec::new(), ..SourceOptions::default() };
            let source = source_of_batches(batches.to_vec(), &options).unwrap();
            source.read(&[ReadAs::Code { kind: None }, ReadAs::Code { kind: None }], &()).unwrap()
        };
        let (one, other) = (read(&[whole]), read(&parts));
        assert_eq!((one.rows, one.sha256), (3, other.sha256));
        for (one, other) in one.columns.iter().zip(&other.columns) {
            let texts = |column: &Column| {
                let Column::Coded { codes, dictionary, .. } = column else { panic!("not coded") };
                let text = |code| dictionary.text(code).map(str::to_owned);
                codes.iter().map(text).collect::<Vec<_>>()
            };
            assert_eq!(texts(one), texts(other));
        }
    }

    #[test]
    fn a_null_is_not_an_empty_text() {
        let digest = |town| Held(Arc::new([batch(&[1], &[town])])).digest().unwrap();
        assert_ne!(digest(None), digest(Some("")));
    }

    #[test]
    fn batches_of_other_columns_are_refused() {
        let other = batch(&[1], &[None]).project(&[1]).unwrap();
        let both = [batch(&[1], &[None]), other];
        let refused = source_of_batches(both, &SourceOptions::default()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "memory: batch 2 has other columns or types than the first"
        );
        let none = source_of_batches([], &SourceOptions::default()).unwrap_err();
        assert_eq!(none.code(), "io::empty");
    }
}
