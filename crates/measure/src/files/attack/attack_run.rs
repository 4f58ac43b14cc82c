//! What attacks found so far, and how columns are read for them.

use crate::attack::meaning::Language;
use crate::attack::{Cells, File, Found};
use crate::files::pair::{Pair, Shared, cells};
use ridotto_core::Parts;
use ridotto_core::Watch;
use ridotto_io::Table;
use ridotto_io::short_name;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use ridotto_report::{AttackResult, InPlace, Known};
use std::path::Path;

/// What was found so far.
pub(super) struct AttackRun {
    pub results: Vec<AttackResult>,
    pub notes: Vec<String>,
    /// Whether to tell whose records were found.
    pub show_records: bool,
    /// The row of the release that is each person's, if it is known.
    pub truth: Option<Vec<Option<u32>>>,
    /// What protects the release already, by the names of policies.
    pub in_place: Vec<InPlace>,
}

impl AttackRun {
    /// Nothing is found yet.
    pub fn new(show_records: bool) -> Self {
        let (truth, in_place) = (None, Vec::new());
        Self { results: Vec::new(), notes: Vec::new(), show_records, truth, in_place }
    }

    /// Tries some attacks if there is time for them: all that they find and say is kept, or nothing.
    pub fn part(
        &mut self,
        parts: &mut Parts<'_>,
        name: &str,
        attack: impl FnOnce(&mut Self, &dyn Watch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut own = Self::new(self.show_records);
        (own.truth, own.in_place) = (self.truth.clone(), self.in_place.clone());
        let tried = parts.part(name, |watch| Some(attack(&mut own, watch)));
        if let Some(tried) = tried {
            tried?;
            self.results.extend(own.results);
            self.notes.extend(own.notes);
        }
        Ok(())
    }

    /// Keeps what an attack found; one that could not be tried found nothing.
    pub fn add(&mut self, attribute: Option<&str>, found: Option<Found>) {
        self.add_with(attribute, None, found);
    }

    /// The same for an attack that uses another file.
    pub fn add_with(&mut self, attribute: Option<&str>, file: Option<&Path>, found: Option<Found>) {
        self.keep(attribute, &[], file, found);
    }

    /// The same for an attack by some columns.
    pub fn add_columns(&mut self, columns: &[String], file: Option<&Path>, found: Option<Found>) {
        self.keep(None, columns, file, found);
    }

    fn keep(
        &mut self,
        attribute: Option<&str>,
        columns: &[String],
        file: Option<&Path>,
        found: Option<Found>,
    ) {
        let Some(found) = found else { return };
        let mut records: Vec<u64> = found.rows.iter().map(|&row| u64::from(row) + 1).collect();
        if !self.show_records {
            records.clear();
        }
        // What is in place and did not stop it would not have.
        let is_in_place = |name: &str| {
            self.in_place.iter().any(|own| own.model == name && own.is_about(attribute))
        };
        let stops = |name: &&'static str| found.people == 0 || !is_in_place(name);
        self.results.push(AttackResult {
            name: found.attack.name().to_owned(),
            attribute: attribute.map(str::to_owned),
            beside: file.map(short_name),
            knows: found.attack.knows().to_owned(),
            finds: found.attack.finds().name().to_owned(),
            columns: columns.to_vec(),
            people: found.right.unwrap_or(found.people),
            claimed: found.people,
            right: found.right,
            wrong: found.right.map(|right| found.people - right),
            guess: found.guess,
            gain: found.guess.map(|guess| found.certainty - guess),
            likelier: found.likelier(),
            of: found.of,
            unmatched: found.unmatched,
            certainty: found.certainty,
            surest: found.surest,
            smallest_group: found.smallest_group(),
            stopped_by: found
                .attack
                .stopped_by()
                .into_iter()
                .filter(stops)
                .map(str::to_owned)
                .collect(),
            figures: found.figures.iter().map(|&(name, it)| (name.to_owned(), it)).collect(),
            group_sizes: found.group_sizes,
            records,
            known: Known(Some(found.attack.entry())),
        });
    }
}

/// How the labels of a column are read: by the values before and by their hierarchy.
pub(crate) fn language(pair: &Pair, shared: &Shared) -> Language {
    let before = cells(&pair.before, shared.before).dictionary;
    let language = Language::new(before.reading().clone());
    match &shared.hierarchy {
        Some(hierarchy) => language.with_hierarchy(hierarchy),
        None => language,
    }
}

/// A column as an intruder reads it.
pub(crate) fn column(table: &Table, at: usize, language: &Language) -> Cells {
    let of = cells(table, at);
    let column = Cells::of_column(of.codes.clone(), of.dictionary, language, true);
    column.expect("every code is of the dictionary")
}

/// Columns of the file before.
pub(super) fn before(pair: &Pair, places: &[usize]) -> Vec<Cells> {
    let shared = places.iter().map(|&at| &pair.shared[at]);
    shared.map(|it| column(&pair.before, it.before, &language(pair, it))).collect()
}

/// Columns of the file after.
pub(super) fn after(pair: &Pair, places: &[usize]) -> Vec<Cells> {
    let shared = places.iter().map(|&at| &pair.shared[at]);
    shared.map(|it| column(&pair.after, it.after, &language(pair, it))).collect()
}

pub(super) fn file(columns: &[Cells]) -> Option<File<'_>> {
    File::new(columns.iter().collect())
}

/// For each of some columns of one pair the place of the column of that name in another pair.
/// Columns that only one of them has are left out.
pub(super) fn common(pair: &Pair, other: &Pair, places: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let place = |&at: &usize| {
        let name = &pair.shared[at].name;
        Some((at, other.shared.iter().position(|shared| shared.name == *name)?))
    };
    places.iter().filter_map(place).unzip()
}

/// The places of columns by role.
pub(super) fn keys(pair: &Pair) -> Vec<usize> {
    pair.with_role(Role::QuasiIdentifier)
}
