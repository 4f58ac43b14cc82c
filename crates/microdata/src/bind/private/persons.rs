//! Whose records are protected together, where something is differentially private.

use super::asked;
use crate::bind::columns::BoundColumn;
use ridotto_core::Kind;
use ridotto_io::{Column, ReadAs, Table};
use ridotto_policy::language::Role;
use ridotto_policy::{Policy, Spanned};
use ridotto_release::persons;
use ridotto_release::{Run, private::rows_per_person};
use std::sync::Arc;

/// The column that tells persons apart, and how many records of each are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PersonsKept {
    at: usize,
    rows: u64,
    /// Whether the column is forgotten then, because no later record is anybody's.
    is_forgotten: bool,
    /// Whether it may be told how many records were left out.
    is_told: bool,
}

impl PersonsKept {
    /// As a policy asks for it. The column is read as it stands: no cell decides how others are read, and
    /// none can be wrong.
    pub(crate) fn of(
        policy: &Policy,
        names: &[String],
        columns: &mut [BoundColumn],
    ) -> Option<Self> {
        let person = person(policy)?;
        let at = names.iter().position(|name| *name == person.value)?;
        let column = &mut columns[at];
        let is_whole = is_whole(policy);
        let is_shown = column.role != Role::Identifier;
        if !is_shown {
            column.want =
                if is_whole { ReadAs::Skip } else { ReadAs::Code { kind: Some(Kind::Text) } };
        }
        let rows = rows_per_person(policy).get();
        Some(Self { at, rows, is_forgotten: is_whole && !is_shown, is_told: !is_whole })
    }

    /// Says what is read of the column.
    pub(crate) fn read(&self, wants: &mut [ReadAs]) {
        if !matches!(wants[self.at], ReadAs::Code { .. }) {
            wants[self.at] = ReadAs::Code { kind: Some(Kind::Text) };
        }
    }

    /// Leaves so many records of each person in the table, before anything looks at it.
    pub(crate) fn cut(&self, table: &mut Table, run: &mut Run<'_>) {
        let left_out = persons::cut(table, self.at, self.rows);
        if self.is_forgotten {
            table.columns[self.at] = Column::Skipped;
        }
        if self.is_told {
            run.trail.left_out = left_out;
            run.trail.notes.extend(note(left_out, self.rows));
        }
    }
}

/// What is said of the records that were left out, if some were.
fn note(left_out: u64, rows: u64) -> Option<String> {
    (left_out > 0).then(|| {
        format!(
            "{left_out} records were left out: of each person {rows} are kept at most, and none that name \
             no person"
        )
    })
}

/// The policy as all that comes after the cut sees it, if that is another one: where a whole file is private,
/// its records are a sample, made up, or means of several, and nobody's.
pub(crate) fn without_persons(policy: &Policy) -> Option<Policy> {
    person(policy).filter(|_| is_whole(policy))?;
    let mut without = policy.clone();
    without.data.person = None;
    Some(without)
}

/// The same, shared.
pub(in crate::bind) fn forgetting(policy: &Arc<Policy>) -> Arc<Policy> {
    without_persons(policy).map_or_else(|| Arc::clone(policy), Arc::new)
}

/// The column that tells persons apart, where it is said how many records of each are kept.
fn person(policy: &Policy) -> Option<&Spanned<String>> {
    policy.privacy.rows_per_person.and(policy.data.person.as_ref())
}

/// Whether the whole release is private.
fn is_whole(policy: &Policy) -> bool {
    asked(policy).is_some() || policy.private_file().is_some()
}
