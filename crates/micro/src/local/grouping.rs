//! What a local recoding decides: the group of each row, and what each group shows.

use ridotto_core::{Code, Codes, KeyedMap, Texts};
use ridotto_table::RowLabels;
use std::fmt;

/// The group of a row that is not released.
pub const SUPPRESSED: u32 = u32::MAX;

/// Which group each row belongs to, and what the rows of a group show. It is made for the rows it
/// was fitted on. Its `Debug` shows no label.
#[derive(Clone, PartialEq, Eq)]
pub struct Grouping {
    /// Each row's group, or [`SUPPRESSED`].
    pub group_of: Vec<u32>,
    /// How many groups there are.
    pub groups: usize,
    /// What is shown of each attribute.
    pub attributes: Vec<Shown>,
}

/// What the groups show of one attribute. Its `Debug` shows no label.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Shown {
    /// The label of each group.
    pub label_of: Vec<Code>,
    /// The labels.
    pub labels: Texts,
    /// The label that stands for "missing", if there is one; its text is empty.
    pub missing: Option<Code>,
}

impl Grouping {
    /// What a row shows of an attribute: `None` is missing.
    ///
    /// # Panics
    /// If the row is suppressed.
    pub fn shown(&self, row: usize, attribute: usize) -> Option<&str> {
        self.attributes[attribute].of(self.group_of[row] as usize)
    }
}

impl Shown {
    /// What a group shows: `None` is missing.
    pub fn of(&self, group: usize) -> Option<&str> {
        let label = self.label_of[group];
        (self.missing != Some(label)).then(|| self.labels.get(label as usize))
    }

    /// What rows show that are in these groups. Rows that are suppressed have some label, which is not
    /// written.
    pub fn by_row(&self, group_of: &[u32]) -> RowLabels {
        let code = |&group: &u32| self.label_of.get(group as usize).copied().unwrap_or(0);
        let codes: Vec<Code> = group_of.iter().map(code).collect();
        RowLabels {
            codes: Codes::from_codes(&codes, self.labels.len()),
            labels: self.labels.clone(),
            missing: self.missing,
        }
    }

    /// The next group shows this; `None` is missing.
    pub(super) fn push(&mut self, names: &mut Names, label: Option<&str>) {
        let code = match label {
            Some(label) => names.code(label, &mut self.labels),
            None => *self.missing.get_or_insert_with(|| {
                self.labels.push("");
                self.labels.len() as Code - 1
            }),
        };
        self.label_of.push(code);
    }
}

/// The codes of labels while they are given.
#[derive(Default)]
pub(super) struct Names(KeyedMap<String, Code>);

impl Names {
    /// The code of a label; a new label is appended.
    pub(super) fn code(&mut self, label: &str, labels: &mut Texts) -> Code {
        if let Some(&code) = self.0.get(label) {
            return code;
        }
        let code = labels.len() as Code;
        labels.push(label);
        self.0.insert(label.to_owned(), code);
        code
    }
}

impl fmt::Debug for Grouping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { group_of, groups, attributes } = self;
        let (rows, shown) = (group_of.len(), attributes.len());
        write!(f, "Grouping({rows} rows, {groups} groups, {shown} attributes)")
    }
}

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shown({} groups, {} labels)", self.label_of.len(), self.labels.len())
    }
}
