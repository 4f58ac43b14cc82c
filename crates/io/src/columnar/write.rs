//! Writing Parquet and Arrow IPC files.
//!
//! Every batch is of fresh arrays, the schema has no metadata, and there are no statistics: a
//! minimum would be a value, and one of the input's dictionaries would be all of them. The Parquet
//! library's own dictionaries are of what is in the file.

use super::gather::Chunks;
use crate::{Format, OutColumn, Problem, Progress, WriteOptions, workers};
use arrow::{
    array::{ArrayRef, RecordBatch, RecordBatchOptions, StringArray},
    datatypes::{DataType, Field, Schema, SchemaRef},
    ipc::writer::FileWriter,
};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::properties::{EnabledStatistics, WriterProperties},
};
use ridotto_core::{Code, Codes};
use std::{
    fs::File,
    io::{BufWriter, Write},
    sync::Arc,
};

/// Rows per batch, and so per record batch of an Arrow file.
const ROWS: usize = 1 << 16;

/// Where the values of an output column come from.
pub(crate) enum Values<'a> {
    Coded {
        codes: &'a Codes,
        /// The label of each code; `None` for missing.
        label: Vec<Option<Code>>,
        /// All labels, as values.
        labels: [ArrayRef; 1],
    },
    Carried(Chunks<'a>),
}

impl<'a> Values<'a> {
    pub fn new(column: &OutColumn<'a>) -> Self {
        match *column {
            OutColumn::Carried(chunks) => Self::Carried(Chunks::new(chunks)),
            OutColumn::Coded { codes, labels_of, labels, missing, native } => {
                let label = |&label: &Code| (Some(label) != missing).then_some(label);
                let text = |at| (Some(at as Code) != missing).then(|| labels.get(at));
                let texts: StringArray = (0..labels.len()).map(text).collect();
                let values = native.and_then(|native| native.values(&texts));
                Self::Coded {
                    codes,
                    label: labels_of.iter().map(label).collect(),
                    labels: [values.unwrap_or_else(|| Arc::new(texts))],
                }
            }
        }
    }

    /// The type of the values.
    pub fn data_type(&self) -> DataType {
        match self {
            Self::Coded { labels, .. } => labels[0].data_type().clone(),
            Self::Carried(chunks) => chunks.data_type(),
        }
    }

    /// The values of some rows.
    pub fn gather(&self, rows: &[u32]) -> ArrayRef {
        match self {
            Self::Coded { codes, label, labels } => {
                let mut of_rows = Vec::with_capacity(rows.len());
                codes.gather(rows, &mut of_rows);
                let labels = Chunks::new(labels);
                labels.gather(of_rows.into_iter().map(|code| label[code as usize]))
            }
            Self::Carried(chunks) => chunks.gather(rows.iter().map(|&row| Some(row))),
        }
    }
}

pub(crate) fn write(
    file: &File,
    options: &WriteOptions,
    names: &[&str],
    columns: &[OutColumn<'_>],
    order: &[u32],
    progress: &dyn Progress,
) -> Result<(), Problem> {
    let values: Vec<Values> = columns.iter().map(Values::new).collect();
    let fields: Vec<Field> = values
        .iter()
        .zip(names)
        .map(|(values, name)| Field::new(*name, values.data_type(), true))
        .collect();
    let schema = Arc::new(Schema::new(fields));
    let mut writer = Writer::new(file, options.format, &schema)?;
    let chunks: Vec<&[u32]> = order.chunks(ROWS).collect();
    workers::ordered(
        workers::count(options.threads),
        chunks.len(),
        |at, _: Option<RecordBatch>| {
            let rows = chunks[at];
            let arrays = values.iter().map(|values| values.gather(rows)).collect();
            let count = RecordBatchOptions::new().with_row_count(Some(rows.len()));
            Ok(Some(RecordBatch::try_new_with_options(schema.clone(), arrays, &count)?))
        },
        |batch| {
            if progress.cancelled() {
                return Err(Problem::Cancelled);
            }
            if let Some(batch) = batch.take() {
                writer.write(&batch)?;
                progress.advance(batch.num_rows() as u64);
            }
            Ok(())
        },
    )?;
    writer.finish()
}

type Sink<'a> = BufWriter<&'a File>;

enum Writer<'a> {
    Parquet(Box<ArrowWriter<Sink<'a>>>),
    Arrow(Box<FileWriter<Sink<'a>>>),
}

impl<'a> Writer<'a> {
    fn new(file: &'a File, format: Format, schema: &SchemaRef) -> Result<Self, Problem> {
        let sink = BufWriter::with_capacity(1 << 18, file);
        if format == Format::Arrow {
            return Ok(Self::Arrow(Box::new(FileWriter::try_new(sink, schema)?)));
        }
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true)
            .set_created_by("ridotto".to_owned())
            .build();
        let writer = ArrowWriter::try_new(sink, schema.clone(), Some(properties))?;
        Ok(Self::Parquet(Box::new(writer)))
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<(), Problem> {
        match self {
            Self::Parquet(writer) => writer.write(batch)?,
            Self::Arrow(writer) => writer.write(batch)?,
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Problem> {
        let mut sink = match self {
            Self::Parquet(writer) => writer.into_inner()?,
            Self::Arrow(mut writer) => {
                writer.finish()?;
                writer.into_inner()?
            }
        };
        sink.flush()?;
        Ok(())
    }
}
