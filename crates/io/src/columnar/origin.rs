//! Where batches come from.
//!
//! An origin is asked for its pieces one after the other; several threads then make batches of
//! them. What can be made where it is read, such as a batch of an Arrow file, is a piece already.

use super::{parts::Parts, safe, source::Known};
use crate::{
    Digest, Problem,
    guard::{Guarded, guarded},
    json,
    json::JsonSource,
    postgres::TableSource,
    sheet::SheetSource,
};
use arrow::{
    array::{RecordBatch, RecordBatchOptions},
    datatypes::{Field, Schema},
    ipc::reader::{FileReader, StreamReader},
};
use std::{
    fs::File,
    io::{BufReader, Read, Seek},
    path::{Path, PathBuf},
    sync::Arc,
};

/// How a file begins that is no stream.
const FILE: &[u8] = b"ARROW1";

/// Where batches come from.
pub(super) enum Origin {
    Parquet(Parts),
    IpcFile(PathBuf),
    IpcStream(PathBuf),
    Json(PathBuf, JsonSource),
    Sheet(PathBuf, SheetSource),
    Table(TableSource),
}

/// Some rows, to be decoded by whoever works on them.
pub(super) enum Unit {
    Batch(RecordBatch),
    /// A part of a Parquet table, and a row group of it.
    RowGroup(usize, usize),
    Lines(json::LineBlock),
}

/// A unit, how many rows it has, and how much of the work it is.
pub(super) struct Piece {
    pub rows: u64,
    pub amount: u64,
    pub unit: Unit,
}

impl Piece {
    fn of<E>(batch: Result<RecordBatch, E>) -> Result<Self, Problem>
    where
        Problem: From<E>,
    {
        let batch = batch?;
        let rows = batch.num_rows() as u64;
        Ok(Self { rows, amount: rows, unit: Unit::Batch(batch) })
    }
}

/// Pieces, one after the other.
pub(super) type Pieces<'a> = Box<dyn Iterator<Item = Result<Piece, Problem>> + Send + 'a>;

impl Origin {
    pub fn parquet(path: &Path, file: &File) -> Result<(Self, Vec<Known>), Problem> {
        let parts = Parts::one(path, file)?;
        let columns = parts.columns();
        Ok((Self::Parquet(parts), columns))
    }

    pub fn folder(path: &Path) -> Result<(Self, Vec<Known>), Problem> {
        let parts = Parts::of_folder(path)?;
        let columns = parts.columns();
        Ok((Self::Parquet(parts), columns))
    }

    pub fn ipc(path: &Path, mut file: File) -> Result<(Self, Vec<Known>), Problem> {
        let mut start = Vec::new();
        file.by_ref().take(6).read_to_end(&mut start)?;
        if start == FILE {
            guarded(Problem::BrokenArrow, || safe::check_file(&file))?;
        } else if !start.is_empty() {
            guarded(Problem::BrokenArrow, || safe::check_stream(&file))?;
        }
        file.rewind()?;
        let path = path.to_owned();
        let (origin, schema) = match start.as_slice() {
            [] => return Err(Problem::Empty),
            FILE => {
                let read = || FileReader::try_new_buffered(file, None).map(|it| it.schema());
                (Self::IpcFile(path), guarded(Problem::BrokenArrow, read)?)
            }
            _ => {
                let read = || StreamReader::try_new_buffered(file, None).map(|it| it.schema());
                (Self::IpcStream(path), guarded(Problem::BrokenArrow, read)?)
            }
        };
        Ok((origin, Known::all_of(&schema)))
    }

    /// The digest of all there is.
    pub fn digest(&self) -> Result<Digest, Problem> {
        match self {
            Self::Parquet(parts) => Digest::of_path(parts.path()),
            Self::IpcFile(path)
            | Self::IpcStream(path)
            | Self::Json(path, _)
            | Self::Sheet(path, _) => Digest::of_path(path),
            Self::Table(source) => source.digest(),
        }
    }

    pub fn pieces(&self, wanted: &[usize]) -> Result<Pieces<'_>, Problem> {
        Ok(match self {
            Self::Parquet(parts) => Box::new(parts.row_groups().map(|group| {
                let (part, group, rows) = group?;
                Ok(Piece { rows, amount: rows, unit: Unit::RowGroup(part, group) })
            })),
            Self::IpcFile(path) => {
                let file = BufReader::new(File::open(path)?);
                let open = || FileReader::try_new(file, Some(wanted.to_vec()));
                let batches = guarded(Problem::BrokenArrow, open)?;
                Box::new(Guarded::new(batches, || Problem::BrokenArrow).map(Piece::of))
            }
            Self::IpcStream(path) => {
                let file = BufReader::new(File::open(path)?);
                let open = || StreamReader::try_new(file, Some(wanted.to_vec()));
                let batches = guarded(Problem::BrokenArrow, open)?;
                Box::new(Guarded::new(batches, || Problem::BrokenArrow).map(Piece::of))
            }
            Self::Table(source) => Box::new(source.batches(wanted).map(Piece::of)),
            Self::Sheet(_, source) => Box::new(source.batches(wanted).map(Piece::of)),
            Self::Json(_, source) => Box::new(source.blocks()?.map(|block| {
                let (amount, block) = block?;
                Ok(Piece { rows: block.rows, amount, unit: Unit::Lines(block) })
            })),
        })
    }

    /// Makes batches of the wanted columns of a unit.
    pub fn batches<E: From<Problem>>(
        &self,
        unit: Unit,
        wanted: &[usize],
        mut each: impl FnMut(&RecordBatch) -> Result<(), E>,
    ) -> Result<(), E> {
        match (self, unit) {
            (_, Unit::Batch(batch)) => each(&batch),
            (Self::Parquet(parts), Unit::RowGroup(part, group)) => {
                parts.row_group(part, group, wanted)?.try_for_each(|batch| each(&batch?))
            }
            (Self::Json(_, source), Unit::Lines(block)) => {
                let arrays = source.columns(&block, wanted)?;
                each(&batch_of(arrays, block.rows as usize)?)
            }
            _ => Err(Problem::BrokenArrow.into()),
        }
    }
}

/// A batch whose columns need no names.
pub(crate) fn batch_of(
    arrays: Vec<arrow::array::ArrayRef>,
    rows: usize,
) -> Result<RecordBatch, Problem> {
    let field = |array: &arrow::array::ArrayRef| Field::new("", array.data_type().clone(), true);
    let schema = Schema::new(arrays.iter().map(field).collect::<Vec<_>>());
    let count = RecordBatchOptions::new().with_row_count(Some(rows));
    Ok(RecordBatch::try_new_with_options(Arc::new(schema), arrays, &count)?)
}
