//! A column of the output from both sides: what is written of it, and what may stand there.

use crate::rule::CellRule;
use ridotto_table::{ColumnView, Labelling, OutColumn, RowLabels, Table};

/// A column of the output. The writer takes the labels that were decided, the verifier takes what a
/// cell is *allowed* to be.
#[derive(Debug)]
pub struct OutputColumn<'a> {
    /// Its name.
    pub name: &'a str,
    /// What is written.
    pub view: ColumnView<'a>,
    /// What may stand in its cells.
    pub rule: CellRule<'a>,
    /// Its place among the quasi-identifiers, in the order in which requirements name them.
    pub key: Option<usize>,
    /// Whether it shows `*`, and nothing else, of a record whose values were hidden.
    pub is_hidden_with_record: bool,
    /// Whether it is suppressed in every record, or in none.
    pub is_whole: bool,
}

impl<'a> OutputColumn<'a> {
    /// A column of which this is written, and whose cells may be what the rule says. It is no
    /// quasi-identifier and shows nothing of a hidden record, unless said otherwise.
    pub fn new(view: ColumnView<'a>, rule: CellRule<'a>) -> Self {
        Self {
            name: view.name,
            view,
            rule,
            key: None,
            is_hidden_with_record: true,
            is_whole: false,
        }
    }

    /// A column of the input with its labels. Hidden rows show `*`.
    pub fn labelled(
        table: &'a Table,
        at: usize,
        labelling: Labelling,
        rule: CellRule<'a>,
        hidden: Option<&[bool]>,
    ) -> Self {
        Self::new(ColumnView::labelled(table, at, labelling, hidden), rule)
    }

    /// A column whose rows have labels of their own. Hidden rows show `*`.
    pub fn by_row(
        table: &'a Table,
        at: usize,
        labels: &RowLabels,
        rule: CellRule<'a>,
        hidden: Option<&[bool]>,
    ) -> Self {
        Self::new(ColumnView::by_row(table, at, labels, hidden), rule)
    }

    /// A column that stays as it is.
    pub fn same(table: &'a Table, at: usize, hidden: Option<&[bool]>) -> Self {
        Self::new(ColumnView::same(table, at, hidden), CellRule::Same)
    }

    /// The same column as a quasi-identifier at this place among them.
    #[must_use]
    pub fn at_key(self, place: usize) -> Self {
        Self { key: Some(place), ..self }
    }

    /// The same column; if this is true, a hidden record shows it as every other record does.
    #[must_use]
    pub fn always_shown_if(self, is_shown: bool) -> Self {
        Self { is_hidden_with_record: !is_shown, ..self }
    }

    /// The same quasi-identifier; if this is true, it shows `*` in every record or in none. Hidden
    /// records do not count, nor do those whose value is `*`.
    #[must_use]
    pub fn suppressed_wholly_if(self, is_whole: bool) -> Self {
        Self { is_whole, ..self }
    }

    /// As the writer wants it.
    pub fn to_write(&self) -> OutColumn<'_> {
        self.view.to_write()
    }
}
