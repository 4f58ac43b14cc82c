//! Columns and files as an intruder reads them.

use super::meaning::{Language, Meaning};
use ridotto_core::{Code, CodeColumn, Codes, Dictionary, Interner, Watch};
use std::fmt;

/// A column: a code for each row, and what each code means.
#[derive(Clone)]
pub struct Cells {
    codes: Codes,
    meanings: Vec<Meaning>,
}

impl Cells {
    /// A column of codes with their meanings; `None` if a code has none.
    pub fn new(codes: Codes, meanings: Vec<Meaning>) -> Option<Self> {
        let known = codes.iter().all(|code| (code as usize) < meanings.len());
        known.then_some(Self { codes, meanings })
    }

    /// A column of a file, its texts read by a language. A missing cell means anything unless it is
    /// said to be a value of its own.
    pub fn of_column(
        codes: Codes,
        dictionary: &Dictionary,
        language: &Language,
        missing_is_own_value: bool,
    ) -> Option<Self> {
        Self::new(codes, language.read_all(dictionary, missing_is_own_value))
    }

    /// A column of texts, numbered as they come.
    pub fn of_texts<T: AsRef<str>>(
        texts: impl IntoIterator<Item = T>,
        language: &Language,
    ) -> Self {
        let (mut interner, mut meanings) = (Interner::new(), Vec::new());
        let codes: Vec<Code> = texts
            .into_iter()
            .map(|text| {
                let code = interner.intern(text.as_ref().as_bytes());
                if code as usize == meanings.len() {
                    meanings.push(language.read(text.as_ref()));
                }
                code
            })
            .collect();
        Self { codes: Codes::from_codes(&codes, meanings.len()), meanings }
    }

    /// The codes, row by row.
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// What each code means.
    pub fn meanings(&self) -> &[Meaning] {
        &self.meanings
    }

    /// What the cell of a row means.
    pub fn meaning(&self, row: usize) -> &Meaning {
        &self.meanings[self.codes.get(row) as usize]
    }

    /// The column to count over.
    pub(super) fn key(&self) -> CodeColumn<'_> {
        CodeColumn { codes: &self.codes, values: self.meanings.len() }
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cells({} rows, {} values)", self.codes.len(), self.meanings.len())
    }
}

/// A file: the columns that an intruder compares, and perhaps one to be learnt.
///
/// Two files are compared column by column in the order given here, whatever their columns are
/// called: that is the mapping between different schemas. Their words are mapped by the
/// [`Language`] that each column was read with.
#[derive(Clone, Debug)]
pub struct File<'a> {
    rows: usize,
    keys: Vec<&'a Cells>,
    sensitive: Option<&'a Cells>,
    watch: &'a dyn Watch,
}

impl<'a> File<'a> {
    /// A file of columns to compare; `None` if there is none, or they have not equally many rows.
    pub fn new(keys: Vec<&'a Cells>) -> Option<Self> {
        let rows = keys.first()?.codes.len();
        let even = keys.iter().all(|cells| cells.codes.len() == rows);
        even.then_some(Self { rows, keys, sensitive: None, watch: &() })
    }

    /// The same with a column that the intruder wants to learn; `None` if it has not as many rows.
    #[must_use]
    pub fn with_sensitive(self, cells: &'a Cells) -> Option<Self> {
        (cells.codes.len() == self.rows).then_some(Self { sensitive: Some(cells), ..self })
    }

    /// The same for somebody who may not wait until an attack by the people of this file is over. What
    /// an attack finds after it was told to stop is nothing that was found.
    #[must_use]
    pub fn watched(self, watch: &'a dyn Watch) -> Self {
        Self { watch, ..self }
    }

    /// Who waits.
    pub(super) fn watch(&self) -> &'a dyn Watch {
        self.watch
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The columns that are compared.
    pub fn keys(&self) -> &[&'a Cells] {
        &self.keys
    }

    /// The column to be learnt, if there is one.
    pub fn sensitive(&self) -> Option<&'a Cells> {
        self.sensitive
    }
}
