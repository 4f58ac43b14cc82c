//! Writing Parquet and Arrow IPC files.
//!
//! Every batch is of fresh arrays, the schema has no metadata, and there are no statistics: a
//! minimum would be a value, and one of the input's dictionaries would be all of them. The Parquet
//! library's own dictionaries are of what is in the file.

use super::broken;
use crate::{Format, OutColumn, Problem, Values, WriteOptions, workers};
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{Field, Schema, SchemaRef};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::properties::{EnabledStatistics, WriterProperties},
};
use ridotto_core::Watch;
use std::{
    fs::File,
    io::{BufWriter, Write},
    sync::Arc,
};

/// Rows per batch, and so per record batch of an Arrow file.
const ROWS: usize = 1 << 16;

pub(crate) fn write(
    file: &File,
    options: &WriteOptions,
    names: &[&str],
    columns: &[OutColumn<'_>],
    order: &[u32],
    progress: &dyn Watch,
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
            if progress.is_cancelled() {
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
        let writer =
            ArrowWriter::try_new(sink, schema.clone(), Some(properties)).map_err(broken)?;
        Ok(Self::Parquet(Box::new(writer)))
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<(), Problem> {
        match self {
            Self::Parquet(writer) => writer.write(batch).map_err(broken)?,
            Self::Arrow(writer) => writer.write(batch)?,
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Problem> {
        let mut sink = match self {
            Self::Parquet(writer) => writer.into_inner().map_err(broken)?,
            Self::Arrow(mut writer) => {
                writer.finish()?;
                writer.into_inner()?
            }
        };
        sink.flush()?;
        Ok(())
    }
}
