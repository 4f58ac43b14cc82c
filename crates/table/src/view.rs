//! What is written of a table: rows in an order, under labels.

use crate::{Chunks, Native};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, StringArray};
use arrow_schema::{DataType, Field, Schema};
use ridotto_core::{Code, Codes, Texts};
use std::{fmt, sync::Arc};

/// A column to be written.
#[derive(Clone, Copy)]
pub enum OutColumn<'a> {
    /// Codes that become labels.
    Coded {
        /// One code per input row.
        codes: &'a Codes,
        /// The position of each code's label.
        labels_of: &'a [Code],
        /// The labels.
        labels: &'a Texts,
        /// The label position that means missing; it may be one past the last label.
        missing: Option<Code>,
        /// Set if every label is a raw value: it is then written in its own type to Parquet and
        /// Arrow. Otherwise text.
        native: Option<&'a Native>,
    },
    /// Values as they were read, one per input row.
    Carried(&'a [ArrayRef]),
}

/// Rows of a table as they leave it. `order` names the input row of each output row; rows that it
/// does not name are left out, and nothing of them is written.
#[derive(Clone)]
pub struct View<'a> {
    /// The names of the columns.
    pub names: Vec<&'a str>,
    /// The columns, as many as names.
    pub columns: Vec<OutColumn<'a>>,
    /// The rows, in the order in which they are written.
    pub order: &'a [u32],
    /// How each input row is drawn, where a format draws.
    pub looks: Option<&'a [Look]>,
}

/// How a row is drawn by a format that draws: a sheet. It says in another way what the row says itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Whether it adds up other rows.
    pub is_total: bool,
    /// What is to be seen of its numbers.
    pub mark: Mark,
}

/// What is to be seen of the numbers of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// That there are some and they are not shown: [`NO_VALUE`] instead.
    Hidden,
    /// That they are not those of the data.
    Changed,
}

/// What a sheet shows for a number that is not there: programs read it as a missing number, and whoever
/// adds it up gets no number.
pub const NO_VALUE: &str = "#N/A";

impl View<'_> {
    /// Rows of a batch.
    const ROWS: usize = 1 << 16;

    /// The rows in batches of fresh arrays: nothing of a row that is left out is in them. Where there
    /// is no row there is a batch without rows, which tells the columns.
    pub fn batches(&self) -> impl Iterator<Item = RecordBatch> {
        let values: Vec<Values<'_>> = self.columns.iter().map(Values::new).collect();
        let named = values.iter().zip(&self.names);
        let field =
            |(values, name): (&Values<'_>, &&str)| Field::new(*name, values.data_type(), true);
        let schema = Arc::new(Schema::new(named.map(field).collect::<Vec<_>>()));
        let batch = move |rows: &[u32]| {
            let arrays = values.iter().map(|values| values.gather(rows)).collect();
            let count = RecordBatchOptions::new().with_row_count(Some(rows.len()));
            RecordBatch::try_new_with_options(schema.clone(), arrays, &count)
                .expect("the schema is made of these arrays")
        };
        let none = self.order.is_empty().then_some(self.order);
        none.into_iter().chain(self.order.chunks(Self::ROWS)).map(batch)
    }
}

/// Counts, and tells no value.
impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "View({:?}, {} rows)", self.names, self.order.len())
    }
}

/// Where the values of an output column come from.
pub enum Values<'a> {
    /// Labels of codes.
    Coded {
        /// One code per input row.
        codes: &'a Codes,
        /// The label of each code; `None` for missing.
        label: Vec<Option<Code>>,
        /// All labels, as values.
        labels: [ArrayRef; 1],
    },
    /// Values as they were read.
    Carried(Chunks<'a>),
}

impl<'a> Values<'a> {
    /// The values of a column.
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
