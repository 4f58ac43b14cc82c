//! What the output file will be: its columns, and what each may contain.
//!
//! Writing and verifying look at the same [`OutputColumn`]s, but from two sides: the writer takes
//! the labels that were decided, the verifier takes what a cell is *allowed* to be.

use ridotto_core::hierarchy::TOP;
use ridotto_core::texts::{prefetch, same};
use ridotto_core::{Code, Codes, Dictionary, Hierarchy, KeyColumn, Reading, Texts};
use ridotto_io::{Column, Native, OutColumn, Table};
use ridotto_micro::local::Shown;
use ridotto_policy::language::Role;
use ridotto_table::Labelling;
use std::borrow::Cow;

/// A column of the output.
#[derive(Debug)]
pub struct OutputColumn<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its role.
    pub role: Role,
    /// Its place among the quasi-identifiers, in the order in which requirements name them.
    pub key: Option<usize>,
    /// The input column.
    pub input: &'a Column,
    /// Where its cells come from.
    pub cells: Cells<'a>,
}

/// Where a column's cells come from.
#[derive(Debug)]
pub enum Cells<'a> {
    /// Codes and their labels.
    Labelled {
        /// One code per row: of the value, or of the label where rows with the same value may
        /// show different ones. One code more where records were hidden.
        codes: Cow<'a, Codes>,
        /// The labels.
        labelling: Labelling,
        /// The values' type, if labels are values.
        native: Option<&'a Native>,
        /// What the values may become.
        truth: Truth<'a>,
    },
    /// The input's own values.
    Carried,
}

/// What may stand in a cell beside its value.
#[derive(Clone, Copy, Debug)]
pub enum Truth<'a> {
    /// Nothing.
    Same,
    /// An ancestor of it.
    Ancestor(&'a Hierarchy),
    /// A range or a set that holds it if values are read like this, or `*`.
    Covering(&'a Reading),
    /// What a saved recoding says that this record shows, or `*`.
    Decided,
    /// Its label and nothing else: not even the value itself.
    Replaced,
    /// Its number times this one.
    Times(f64),
    /// The mean of its group, or `*`: the group of each row.
    Mean(&'a [u32]),
}

impl<'a> OutputColumn<'a> {
    /// A column of the input with its labels. Hidden rows show `*`.
    pub fn labelled(
        table: &'a Table,
        at: usize,
        role: Role,
        mut labelling: Labelling,
        truth: Truth<'a>,
        hidden: Option<&[bool]>,
    ) -> Self {
        let (name, input) = (table.names[at].as_str(), &table.columns[at]);
        let Column::Coded { codes, native, .. } = input else {
            unreachable!("only coded columns have labels");
        };
        let native = native.as_ref().filter(|_| labelling.is_raw && hidden.is_none());
        let codes = match hidden {
            Some(hidden) => Cow::Owned(hide(codes, hidden, &mut labelling)),
            None => Cow::Borrowed(codes),
        };
        let cells = Cells::Labelled { codes, labelling, native, truth };
        Self { name, role, key: None, input, cells }
    }

    /// A column whose rows have labels of their own. Hidden rows show `*`.
    pub fn by_row(
        table: &'a Table,
        at: usize,
        role: Role,
        labels: &RowLabels,
        truth: Truth<'a>,
        hidden: Option<&[bool]>,
    ) -> Self {
        let (name, input) = (table.names[at].as_str(), &table.columns[at]);
        let RowLabels { codes, labels, missing } = labels;
        let mut labelling = Labelling {
            label_of: (0..labels.len() as Code).collect(),
            labels: labels.clone(),
            missing: *missing,
            is_raw: false,
        };
        let codes = match hidden {
            Some(hidden) => hide(codes, hidden, &mut labelling),
            None => codes.clone(),
        };
        let cells = Cells::Labelled { codes: Cow::Owned(codes), labelling, native: None, truth };
        Self { name, role, key: None, input, cells }
    }

    /// The same column as a quasi-identifier at this place among them.
    pub fn at_key(self, place: usize) -> Self {
        Self { key: Some(place), ..self }
    }

    /// A column that stays as it is.
    pub fn same(table: &'a Table, at: usize, role: Role, hidden: Option<&[bool]>) -> Self {
        let (name, input) = (table.names[at].as_str(), &table.columns[at]);
        match input {
            Column::Coded { dictionary, .. } => {
                Self::labelled(table, at, role, raw(dictionary), Truth::Same, hidden)
            }
            _ => Self { name, role, key: None, input, cells: Cells::Carried },
        }
    }

    /// As the writer wants it.
    pub fn to_write(&self) -> OutColumn<'_> {
        match (&self.cells, self.input) {
            (Cells::Labelled { codes, labelling, native, .. }, _) => OutColumn::Coded {
                codes,
                labels_of: &labelling.label_of,
                labels: &labelling.labels,
                missing: labelling.missing,
                native: *native,
            },
            (Cells::Carried, Column::Carried(chunks)) => OutColumn::Carried(chunks),
            (Cells::Carried, _) => unreachable!("a column is carried as it was read"),
        }
    }
}

/// What each row shows of an attribute. Its `Debug` shows no label.
#[derive(Clone, Debug)]
pub struct RowLabels {
    /// The label of each row.
    pub codes: Codes,
    /// The labels.
    pub labels: Texts,
    /// The label that stands for "missing".
    pub missing: Option<Code>,
}

impl RowLabels {
    /// What the groups of the rows show. Rows that are suppressed have some label, which is not
    /// written.
    pub fn of(group_of: &[u32], shown: &Shown) -> Self {
        let code = |&group: &u32| shown.label_of.get(group as usize).copied().unwrap_or(0);
        let codes: Vec<Code> = group_of.iter().map(code).collect();
        Self {
            codes: Codes::from_codes(&codes, shown.labels.len()),
            labels: shown.labels.clone(),
            missing: shown.missing,
        }
    }

    /// The labels as a column to count by.
    pub fn column(&self) -> KeyColumn<'_> {
        KeyColumn { codes: &self.codes, values: self.labels.len() }
    }

    /// How many of some rows show `*` and had another value; `codes` are the rows' values, and
    /// `raw` is the value `*` itself.
    pub fn stars(&self, rows: &[u32], codes: &Codes, raw: Option<Code>) -> u64 {
        let is_star = |label: Code| self.text(label) == Some(TOP);
        let stars: Vec<bool> = (0..self.labels.len() as Code).map(is_star).collect();
        let hides = |&&row: &&u32| {
            let row = row as usize;
            stars[self.codes.get(row) as usize] && Some(codes.get(row)) != raw
        };
        rows.iter().filter(hides).count() as u64
    }

    /// A label; `None` is missing.
    pub fn text(&self, label: Code) -> Option<&str> {
        (self.missing != Some(label)).then(|| self.labels.get(label as usize))
    }
}

/// Every value is its own label.
fn raw(dictionary: &Dictionary) -> Labelling {
    let mut labels = dictionary.texts().clone();
    let missing = dictionary.missing();
    if missing.is_some() {
        labels.push("");
    }
    Labelling { label_of: (0..dictionary.len() as Code).collect(), labels, missing, is_raw: true }
}

/// Gives hidden rows a code of their own, whose label is `*`.
fn hide(codes: &Codes, hidden: &[bool], labelling: &mut Labelling) -> Codes {
    let star = labelling.label_of.len() as Code;
    labelling.label_of.push(labelling.labels.len() as Code);
    labelling.labels.push(TOP);
    labelling.is_raw = false;
    let new: Vec<Code> =
        codes.iter().zip(hidden).map(|(code, &hidden)| if hidden { star } else { code }).collect();
    Codes::from_codes(&new, star as usize + 1)
}

/// The group of each value, unless each is its own, the groups' labels, and the group that means
/// "missing".
type AllowedLevel<'a> = (Option<&'a [Code]>, &'a Texts, Option<Code>);

/// The texts that may stand in the output for each value of a column: the value itself and, with
/// a hierarchy, its ancestors. `None` is the missing value.
#[derive(Debug)]
pub struct Allowed<'a> {
    values: usize,
    levels: Vec<AllowedLevel<'a>>,
}

impl<'a> Allowed<'a> {
    /// What a column's cells may become.
    pub fn new(dictionary: &'a Dictionary, hierarchy: Option<&'a Hierarchy>) -> Self {
        let mut levels = vec![(None, dictionary.texts(), dictionary.missing())];
        if let Some(hierarchy) = hierarchy {
            levels.extend((1..=hierarchy.height()).map(|level| {
                (
                    Some(hierarchy.map(level)),
                    hierarchy.labels(level),
                    hierarchy.missing_group(level),
                )
            }));
        }
        Self { values: dictionary.len(), levels }
    }

    /// How many values there are.
    pub fn values(&self) -> usize {
        self.values
    }

    /// Whether a cell is the value or an ancestor of it; `hint` is the level that fitted last.
    #[inline]
    pub fn admits(
        &self,
        code: Code,
        cell: Option<&[u8]>,
        missing: &[u8],
        hint: &mut usize,
    ) -> bool {
        self.fits(*hint, code, cell, missing) || self.fits_elsewhere(code, cell, missing, hint)
    }

    /// Looks at the labels of some values at a level, if there are so many that they would have to
    /// be waited for one by one.
    pub fn prefetch(&self, codes: &[Code], level: usize) {
        const MANY: usize = 1 << 12;
        let (map, labels, _) = &self.levels[level];
        if labels.len() > MANY {
            let group = |&code: &Code| map.map_or(code, |map| map[code as usize]) as usize;
            let groups = codes.iter().map(group).filter(|&group| group < labels.len());
            prefetch(
                groups.map(|group| labels.bytes(group).first().map_or(0, |&byte| byte.into())),
            );
        }
    }

    #[inline]
    fn fits(&self, level: usize, code: Code, cell: Option<&[u8]>, missing: &[u8]) -> bool {
        let (map, labels, missing_group) = &self.levels[level];
        let group = map.map_or(code, |map| map[code as usize]);
        if Some(group) == *missing_group {
            return cell.is_none_or(|cell| cell == missing);
        }
        cell.is_some_and(|cell| same(cell, labels.bytes(group as usize)))
    }

    #[cold]
    fn fits_elsewhere(
        &self,
        code: Code,
        cell: Option<&[u8]>,
        missing: &[u8],
        hint: &mut usize,
    ) -> bool {
        let level = (0..self.levels.len()).find(|&level| self.fits(level, code, cell, missing));
        *hint = level.unwrap_or(*hint);
        level.is_some()
    }
}
