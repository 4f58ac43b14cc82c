//! The files of a Parquet table: one, or a folder of them.
//!
//! A folder may be parted by values, as Hive and Spark do it: `year=2024/month=01/part-0.parquet`.
//! Those values are columns, too, after the columns that the files have. What begins with `_` or `.`
//! is not data, and anything else that is no Parquet file is refused rather than passed over.

use super::{batch_of, broken, safe_parquet};
use crate::{
    Batches, Digest, Known, Piece, Pieces, Problem,
    digest::digest_of_path,
    folder,
    guard::{Guarded, guarded},
    percent,
};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::Schema;
use parquet::arrow::{
    ProjectionMask,
    arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder},
};
use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Rows per batch.
const BATCH: usize = 8192;

/// The value that stands for a missing one in the name of a folder.
const NONE: &str = "__HIVE_DEFAULT_PARTITION__";

/// The files of a table.
pub(crate) struct Parts {
    path: PathBuf,
    files: Vec<Part>,
    /// The columns whose values are names of folders.
    keys: Vec<String>,
}

struct Part {
    path: PathBuf,
    metadata: ArrowReaderMetadata,
    /// One per key.
    values: Vec<Option<String>>,
}

impl Parts {
    /// A single file.
    pub fn one(path: &Path, file: &File) -> Result<Self, Problem> {
        let metadata = load(file)?;
        let part = Part { path: path.to_owned(), metadata, values: Vec::new() };
        Ok(Self { path: path.to_owned(), files: vec![part], keys: Vec::new() })
    }

    /// All files of a folder.
    pub fn of_folder(path: &Path) -> Result<Self, Problem> {
        let mut all = Self { path: path.to_owned(), files: Vec::new(), keys: Vec::new() };
        for relative in folder::files(path)? {
            let differs = |problem: fn(PathBuf) -> Problem| problem(relative.clone());
            if relative.extension().is_none_or(|end| !end.eq_ignore_ascii_case("parquet")) {
                return Err(differs(Problem::StrangePart));
            }
            let (keys, values) = folder_values(&relative);
            let file = File::open(path.join(&relative))?;
            let metadata = load(&file).map_err(|_| differs(Problem::BrokenPart))?;
            match all.files.first() {
                None => all.keys = keys,
                Some(first) => {
                    let same =
                        all.keys == keys && alike(first.metadata.schema(), metadata.schema());
                    if !same {
                        return Err(differs(Problem::PartsDiffer));
                    }
                }
            }
            all.files.push(Part { path: path.join(&relative), metadata, values });
        }
        if all.files.is_empty() { Err(Problem::NoParts) } else { Ok(all) }
    }

    fn width(&self) -> usize {
        self.files[0].metadata.schema().fields().len()
    }

    /// The columns of the files, then those that are names of folders.
    pub fn columns(&self) -> Vec<Known> {
        let mut columns = Known::all_of(self.files[0].metadata.schema());
        columns.extend(self.keys.iter().map(|key| Known::found(key, None)));
        columns
    }

    /// All row groups: the part, its group, and how many rows that has.
    fn row_groups(&self) -> impl Iterator<Item = Result<(usize, usize, u64), Problem>> {
        self.files.iter().enumerate().flat_map(|(part, of)| {
            let groups = of.metadata.metadata().row_groups().iter().enumerate();
            groups.map(move |(at, group)| {
                let rows = u64::try_from(group.num_rows()).map_err(|_| Problem::BrokenParquet)?;
                Ok((part, at, rows))
            })
        })
    }

    /// The wanted columns of a row group.
    fn row_group(
        &self,
        part: usize,
        group: usize,
        wanted: &[usize],
    ) -> Result<impl Iterator<Item = Result<RecordBatch, Problem>>, Problem> {
        let Part { path, metadata, values } = &self.files[part];
        let own = wanted.iter().copied().filter(|&at| at < self.width());
        let mask = ProjectionMask::roots(metadata.parquet_schema(), own);
        let file = File::open(path)?;
        let of_group = metadata.metadata().row_groups().get(group).ok_or(Problem::BrokenParquet)?;
        safe_parquet::check_pages(&file, of_group, |leaf| mask.leaf_included(leaf))?;
        let batches = guarded(Problem::BrokenParquet, || {
            ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata.clone())
                .with_row_groups(vec![group])
                .with_projection(mask)
                .with_batch_size(BATCH)
                .build()
                .map_err(broken)
        })?;
        // The messages of a batch may quote values.
        let batches = batches.map(|batch| batch.map_err(|_| Problem::BrokenParquet));
        let constant = wanted.iter().filter_map(|&at| at.checked_sub(self.width()));
        let constant: Vec<Option<String>> = constant.map(|key| values[key].clone()).collect();
        Ok(Guarded::new(batches, || Problem::BrokenParquet).map(move |batch| {
            let batch = batch?;
            if constant.is_empty() {
                return Ok(batch);
            }
            let rows = batch.num_rows();
            let mut arrays = batch.columns().to_vec();
            arrays.extend(constant.iter().map(|value| repeated(value.as_deref(), rows)));
            batch_of(arrays, rows)
        }))
    }
}

impl Batches for Parts {
    fn digest(&self) -> Result<Digest, Problem> {
        digest_of_path(&self.path)
    }

    fn pieces<'a>(&'a self, wanted: &'a [usize]) -> Result<Pieces<'a>, Problem> {
        Ok(Box::new(self.row_groups().map(move |group| {
            let (part, group, rows) = group?;
            Ok(Piece::new((rows, rows), move |give| {
                self.row_group(part, group, wanted)?.try_for_each(|batch| give(&batch?))
            }))
        })))
    }
}

/// What the end of a file says about it.
fn load(file: &File) -> Result<ArrowReaderMetadata, Problem> {
    safe_parquet::check_footer(file)?;
    guarded(Problem::BrokenParquet, || {
        ArrowReaderMetadata::load(file, ArrowReaderOptions::new()).map_err(broken)
    })
}

fn repeated(value: Option<&str>, rows: usize) -> ArrayRef {
    Arc::new(std::iter::repeat_n(value, rows).collect::<StringArray>())
}

/// Whether two files have the same columns, of the same types and in the same order.
fn alike(one: &Schema, other: &Schema) -> bool {
    let columns = |schema: &Schema| {
        let fields = schema.fields().iter();
        fields.map(|field| (field.name().clone(), field.data_type().clone())).collect::<Vec<_>>()
    };
    columns(one) == columns(other)
}

/// The columns that folders are named after, and their values.
fn folder_values(relative: &Path) -> (Vec<String>, Vec<Option<String>>) {
    let folders = relative.parent().into_iter().flat_map(Path::components);
    let pairs = folders.filter_map(|folder| {
        let name = folder.as_os_str().to_string_lossy().into_owned();
        let (key, value) = name.split_once('=')?;
        let value = (value != NONE).then(|| plain(value));
        Some((plain(key), value))
    });
    pairs.unzip()
}

/// A name without the escapes of unusual characters: `%2F` is a slash.
fn plain(text: &str) -> String {
    percent::unescaped(text).unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_tell_values() {
        let (keys, values) =
            folder_values(Path::new("year=2024/plain/a%20b=x%2Fy%/z=__HIVE_DEFAULT_PARTITION__/p"));
        assert_eq!(keys, ["year", "a b", "z"]);
        assert_eq!(values, [Some("2024".to_owned()), Some("x/y%".to_owned()), None]);
    }
}
