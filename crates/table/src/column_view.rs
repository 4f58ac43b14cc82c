//! A column of a table as it is written: under labels, or as it was read.

use crate::{Column, Labelling, Native, OutColumn, RowLabels, Table};
use arrow_array::ArrayRef;
use ridotto_core::Codes;
use std::borrow::Cow;

/// A column of a table and what is written of it.
#[derive(Debug)]
pub struct ColumnView<'a> {
    /// Its name.
    pub name: &'a str,
    /// The column as it was read.
    pub input: &'a Column,
    /// What is written.
    pub shown: Shown<'a>,
}

/// What is written of a column.
#[derive(Debug)]
pub enum Shown<'a> {
    /// Codes and their labels.
    Labelled {
        /// One code per row: of the value, or of the label where rows with the same value may
        /// show different ones. One code more where records were hidden.
        codes: Cow<'a, Codes>,
        /// The labels.
        labelling: Labelling,
        /// The values' type, if labels are values.
        native: Option<&'a Native>,
    },
    /// The input's own values.
    Carried(&'a [ArrayRef]),
}

impl<'a> ColumnView<'a> {
    /// A column of a table with its labels. Hidden rows show `*`.
    ///
    /// # Panics
    /// If the column was not read as codes.
    pub fn labelled(
        table: &'a Table,
        at: usize,
        mut labelling: Labelling,
        hidden: Option<&[bool]>,
    ) -> Self {
        let Column::Coded { codes, native, .. } = &table.columns[at] else {
            panic!("only a column of codes has labels");
        };
        let native = native.as_ref().filter(|_| labelling.is_raw && hidden.is_none());
        let codes = match hidden {
            Some(hidden) => Cow::Owned(labelling.hide(codes, hidden)),
            None => Cow::Borrowed(codes),
        };
        Self::new(table, at, Shown::Labelled { codes, labelling, native })
    }

    /// A column whose rows have labels of their own. Hidden rows show `*`.
    pub fn by_row(
        table: &'a Table,
        at: usize,
        labels: &RowLabels,
        hidden: Option<&[bool]>,
    ) -> Self {
        let mut labelling = labels.labelling();
        let codes = match hidden {
            Some(hidden) => labelling.hide(&labels.codes, hidden),
            None => labels.codes.clone(),
        };
        Self::new(table, at, Shown::Labelled { codes: Cow::Owned(codes), labelling, native: None })
    }

    /// A column that stays as it is. Hidden rows show `*` if it was read as codes.
    ///
    /// # Panics
    /// If the column was not read.
    pub fn same(table: &'a Table, at: usize, hidden: Option<&[bool]>) -> Self {
        match &table.columns[at] {
            Column::Coded { dictionary, .. } => {
                Self::labelled(table, at, Labelling::raw(dictionary), hidden)
            }
            Column::Carried(chunks) => Self::new(table, at, Shown::Carried(chunks)),
            Column::Skipped => panic!("a column that is written was read"),
        }
    }

    fn new(table: &'a Table, at: usize, shown: Shown<'a>) -> Self {
        Self { name: &table.names[at], input: &table.columns[at], shown }
    }

    /// As the writer wants it.
    pub fn to_write(&self) -> OutColumn<'_> {
        match &self.shown {
            Shown::Labelled { codes, labelling, native } => OutColumn::Coded {
                codes,
                labels_of: &labelling.label_of,
                labels: &labelling.labels,
                missing: labelling.missing,
                native: *native,
            },
            Shown::Carried(chunks) => OutColumn::Carried(chunks),
        }
    }
}
