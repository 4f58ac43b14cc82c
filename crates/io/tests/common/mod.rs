//! What the tests of whole files share.

use arrow_array::{Array, ArrayRef, RecordBatch, cast::AsArray};
use ridotto_core::{Codes, Texts};
use ridotto_io::{
    Column, FileSource, Format, IoError, OutColumn, ReadAs, Source, SourceOptions, Staged, Table,
    View, WriteOptions, write,
};
use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

/// All columns, coded.
pub fn read(path: &Path, options: &SourceOptions) -> Result<Table, IoError> {
    let source = FileSource::open(path, options)?;
    let wants = vec![ReadAs::Code { kind: None }; source.columns().len()];
    source.read(&wants, &())
}

/// The cells of a column; missing ones are `None`.
pub fn cells(column: &Column) -> Vec<Option<String>> {
    match column {
        Column::Skipped => Vec::new(),
        Column::Coded { codes, dictionary, .. } => {
            codes.iter().map(|code| dictionary.text(code).map(str::to_owned)).collect()
        }
        Column::Carried(chunks) => chunks
            .iter()
            .flat_map(AsArray::as_string::<i32>)
            .map(|text| text.map(str::to_owned))
            .collect(),
    }
}

/// A column in the form in which it is written.
pub struct Labelled {
    pub codes: Codes,
    pub labels_of: Vec<u32>,
    pub labels: Texts,
}

impl Labelled {
    /// Each different text is a label; `None` is one past the last.
    pub fn new(cells: &[Option<String>]) -> Self {
        let mut known: Vec<&String> = cells.iter().flatten().collect();
        known.sort_unstable();
        known.dedup();
        let missing = known.len() as u32;
        let code = |cell: &Option<String>| {
            cell.as_ref().map_or(missing, |cell| known.binary_search(&cell).unwrap() as u32)
        };
        let codes: Vec<u32> = cells.iter().map(code).collect();
        Self {
            codes: Codes::from_codes(&codes, known.len() + 1),
            labels_of: (0..=missing).collect(),
            labels: known.into_iter().collect(),
        }
    }

    pub fn out(&self) -> OutColumn<'_> {
        OutColumn::Coded {
            codes: &self.codes,
            labels_of: &self.labels_of,
            labels: &self.labels,
            missing: Some(self.labels.len() as u32),
            native: None,
        }
    }
}

/// Writes columns under a name in a folder.
pub fn write_to(
    path: &Path,
    options: &WriteOptions,
    names: &[&str],
    columns: &[OutColumn<'_>],
    order: &[u32],
) -> Result<(), IoError> {
    let staged = Staged::beside(path, true)?;
    let (names, columns) = (names.to_vec(), columns.to_vec());
    write(&staged, options, &View { names, columns, order, looks: None }, &())?;
    staged.publish()
}

pub fn options_for(path: &Path) -> WriteOptions {
    WriteOptions {
        escape_formulas: false,
        format: Format::of(path).unwrap(),
        dialect: ridotto_io::Dialect::for_path(path),
        missing: String::new(),
        threads: 2,
    }
}

/// Writes a batch as Parquet or Arrow, as somebody else would.
pub fn write_batches(folder: &TempDir, name: &str, batches: &[RecordBatch]) -> PathBuf {
    let path = folder.path().join(name);
    let file = File::create(&path).unwrap();
    let schema = batches[0].schema();
    let ending = path.extension().unwrap();
    if ending == "parquet" {
        let mut writer = parquet::arrow::ArrowWriter::try_new(file, schema, None).unwrap();
        for batch in batches {
            writer.write(batch).unwrap();
        }
        writer.close().unwrap();
    } else if ending == "ipc" {
        let mut writer = arrow_ipc::writer::StreamWriter::try_new(file, &schema).unwrap();
        for batch in batches {
            writer.write(batch).unwrap();
        }
        writer.finish().unwrap();
    } else {
        let options = arrow_ipc::writer::IpcWriteOptions::default();
        let mut writer =
            arrow_ipc::writer::FileWriter::try_new_with_options(file, &schema, options).unwrap();
        for batch in batches {
            writer.write(batch).unwrap();
        }
        writer.finish().unwrap();
    }
    path
}

pub fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    )
    .unwrap()
}

pub fn array<A: Array + 'static>(array: A) -> ArrayRef {
    Arc::new(array)
}
