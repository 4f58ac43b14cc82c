//! Tables of typed columns: Parquet and Arrow IPC.
//!
//! The libraries decode and encode; what is done here is to see that what a file states is held against
//! what it has, and that output is made of fresh arrays: nothing of a row that is not released may lie
//! in a dictionary, under a null, beyond a slice or in the metadata.

mod fuzz;
mod ipc;
mod lines;
mod parts;
mod safe;
mod safe_parquet;
mod write;

use crate::Problem;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{Field, Schema};
use parquet::errors::ParquetError;
use std::{io, sync::Arc};

pub(crate) use fuzz::{all_cells, shows};
#[doc(hidden)]
pub use fuzz::{fuzz_arrow, fuzz_parquet};
pub(crate) use ipc::Ipc;
pub(crate) use lines::{Notation, write_lines};
pub(crate) use parts::Parts;
pub(crate) use write::write;

/// What is wrong with a Parquet file. Messages of the library may quote values, so only system errors
/// pass.
fn broken(error: ParquetError) -> Problem {
    match error {
        ParquetError::External(inner) => {
            inner.downcast::<io::Error>().map_or(Problem::BrokenParquet, |error| (*error).into())
        }
        _ => Problem::BrokenParquet,
    }
}

/// A batch whose columns need no names.
pub(crate) fn batch_of(arrays: Vec<ArrayRef>, rows: usize) -> Result<RecordBatch, Problem> {
    let field = |array: &ArrayRef| Field::new("", array.data_type().clone(), true);
    let schema = Schema::new(arrays.iter().map(field).collect::<Vec<_>>());
    let count = RecordBatchOptions::new().with_row_count(Some(rows));
    Ok(RecordBatch::try_new_with_options(Arc::new(schema), arrays, &count)?)
}
