//! The quasi-identifiers of new data as a saved recoding shows them.

use crate::output::{CellRule, OutputColumn, RowLabels};
use crate::saved::SavedRecoding;
use ridotto_core::count::{counted, records};
use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, Codes, Dictionary, Hierarchy, KeyColumn, Reading};
use ridotto_io::{Column, Table};
use ridotto_micro::Generalized;

/// A quasi-identifier and its column.
pub(super) struct Key<'a> {
    pub at: usize,
    codes: &'a Codes,
    dictionary: &'a Dictionary,
    shown: Shown<'a>,
}

/// What it shows.
enum Shown<'a> {
    /// The same for all records with a value: the value, its label, `*`.
    ByValue(&'a Generalized, Hierarchy),
    /// By record; and how values are read if the labels are ranges of them.
    ByRecord { labels: RowLabels, same: Vec<Code>, ranges: Option<&'a Reading> },
}

/// The quasi-identifiers, and a note on records that the recoding cannot place.
///
/// An attribute that is the same for all records is a hierarchy of two steps: the value, its label,
/// `*`. A value that the recoding never saw has the label `*`; so has a raw `*` among them, and
/// then it is in the same class as they are.
pub(super) fn keys<'a>(
    saved: &'a SavedRecoding,
    table: &'a Table,
) -> (Vec<Key<'a>>, Option<String>) {
    let names = saved.key_names();
    let columns: Vec<(usize, &Codes, &Dictionary)> =
        names.iter().map(|name| column(table, name)).collect();
    if saved.keys.is_empty() {
        let key = |(generalized, &(at, codes, dictionary)): (&'a Generalized, &(_, _, _))| {
            let hierarchy = two_steps(generalized, dictionary);
            Key { at, codes, dictionary, shown: Shown::ByValue(generalized, hierarchy) }
        };
        return (saved.attributes.attributes.iter().zip(&columns).map(key).collect(), None);
    }
    let pairs: Vec<(&Codes, &Dictionary)> =
        columns.iter().map(|&(_, codes, dictionary)| (codes, dictionary)).collect();
    let grouping = match (&saved.regions, &saved.cells) {
        (Some(regions), _) => regions.apply(&pairs, table.rows),
        (None, Some(cells)) => cells.apply(&pairs, table.rows),
        (None, None) => unreachable!("a recoding with keys has regions or cells"),
    };
    // The last group shows `*` everywhere: its records have no place.
    let unplaced = grouping.group_of.iter().filter(|&&group| group as usize + 1 == grouping.groups);
    let unplaced = unplaced.count() as u64;
    let note = (unplaced > 0).then(|| {
        let (has, shows) = if unplaced == 1 { ("has", "shows") } else { ("have", "show") };
        format!(
            "{} {has} values that the recoding cannot place and {shows} `*` only",
            records(unplaced)
        )
    });
    let key = |(place, &(at, codes, dictionary)): (usize, &(usize, &'a Codes, &'a Dictionary))| {
        let labels = grouping.attributes[place].by_row(&grouping.group_of);
        let same = (0..labels.labels.len() as Code).collect();
        let side = saved.regions.as_ref().map(|regions| &regions.sides[place]);
        let ranges = side.filter(|side| side.ordered).map(|side| &side.reading);
        Key { at, codes, dictionary, shown: Shown::ByRecord { labels, same, ranges } }
    };
    (columns.iter().enumerate().map(key).collect(), note)
}

fn column<'a>(table: &'a Table, name: &str) -> (usize, &'a Codes, &'a Dictionary) {
    let at = table.names.iter().position(|other| other == name);
    let at = at.expect("the columns were compared with the recoding");
    match &table.columns[at] {
        Column::Coded { codes, dictionary, .. } => (at, codes, dictionary),
        _ => unreachable!("quasi-identifiers are read as codes"),
    }
}

fn two_steps(generalized: &Generalized, dictionary: &Dictionary) -> Hierarchy {
    let labelling = generalized.label(dictionary);
    let label =
        |&at: &Code| (labelling.missing != Some(at)).then(|| labelling.labels.get(at as usize));
    let labels = labelling.label_of.iter().map(label);
    Hierarchy::of_labels(&generalized.name, dictionary, labels)
}

impl Key<'_> {
    /// The values, as they were read.
    pub fn raw(&self) -> KeyColumn<'_> {
        KeyColumn { codes: self.codes, values: self.dictionary.len() }
    }

    /// What is counted before [`up`](Self::up): values, or labels.
    pub fn column(&self) -> KeyColumn<'_> {
        match &self.shown {
            Shown::ByValue(..) => self.raw(),
            Shown::ByRecord { labels, .. } => labels.column(),
        }
    }

    /// The label of each.
    pub fn up(&self) -> &[Code] {
        match &self.shown {
            Shown::ByValue(_, hierarchy) => hierarchy.map(1),
            Shown::ByRecord { same, .. } => same,
        }
    }

    /// How many labels there are.
    pub fn groups(&self) -> usize {
        match &self.shown {
            Shown::ByValue(_, hierarchy) => hierarchy.groups(1),
            Shown::ByRecord { same, .. } => same.len(),
        }
    }

    /// How many cells of some rows show `*`, where that is decided cell by cell.
    pub fn stars(&self, rows: &[u32]) -> u64 {
        match &self.shown {
            Shown::ByValue(..) => 0,
            Shown::ByRecord { labels, .. } => {
                labels.stars(rows, self.codes, self.dictionary.code(TOP))
            }
        }
    }

    /// The column to be written.
    pub fn output<'b>(&'b self, table: &'b Table, hidden: Option<&[bool]>) -> OutputColumn<'b> {
        match &self.shown {
            Shown::ByValue(generalized, hierarchy) => {
                let labelling = generalized.label(self.dictionary);
                let rule = CellRule::Ancestor(hierarchy);
                OutputColumn::labelled(table, self.at, labelling, rule, hidden)
            }
            Shown::ByRecord { labels, ranges, .. } => {
                let rule = ranges.map_or(CellRule::Decided, CellRule::Covering);
                OutputColumn::by_row(table, self.at, labels, rule, hidden)
            }
        }
    }

    /// Says how many values the recoding had never seen.
    pub fn note(&self) -> Option<String> {
        let Shown::ByValue(generalized, _) = &self.shown else { return None };
        let known = &generalized.values;
        let new = self.dictionary.texts().iter().filter(|text| !known.contains_key(*text)).count();
        let name = &generalized.name;
        let were = if new == 1 { "was" } else { "were" };
        let values = counted(new as u64, "value", "values");
        (new > 0).then(|| format!("{values} of `{name}` {were} new and became `*`"))
    }
}
