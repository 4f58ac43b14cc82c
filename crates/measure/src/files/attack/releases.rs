//! Attacks with another release: of the same people, of an earlier time, of another provider.
//!
//! The other release is read beside the file before, as the masked file is, so that the labels of
//! both mean the same values.

use super::attack_run::{AttackRun, after, before, common, file, keys};
use super::owners::Owners;
use super::{AttackOptions, plain};
use crate::attack::meaning::Meaning;
use crate::attack::{
    Cells, Found, Inference, JoinTruth, belief_of_both, comings_and_goings, complementary_release,
    complementary_release_with_truth, intersection, temporal, temporal_with_truth,
    unsorted_matching,
};
use crate::files::pair::{Pair, Rows};
use ridotto_core::Watch;
use ridotto_io::Place;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use std::path::Path;

/// What another release is to the masked file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// Of the same people at the same time.
    Beside,
    /// Of an earlier time.
    Earlier,
    /// Of a later time.
    Later,
}

/// Joins the masked file with another release.
pub(super) fn joined(
    run: &mut AttackRun,
    pair: &Pair,
    (path, other): (&Path, Other),
    options: &AttackOptions,
    (people, watch): (Place<'_>, &dyn Watch),
) -> Result<(), Error> {
    let theirs = Pair::read(people, path.into(), &plain(&options.pair), watch)?;
    // Quasi-identifiers first: people are known by these, and the others serve the join alone.
    let (identifying, _) = common(pair, &theirs, &keys(pair));
    let mut places = identifying.clone();
    places
        .extend((0..pair.shared.len()).filter(|at| pair.shared[*at].role != Role::QuasiIdentifier));
    let (own, their) = common(pair, &theirs, &places);
    let (own, their) = (after(pair, &own), after(&theirs, &their));
    let (Some(own_file), Some(their_file)) = (file(&own), file(&their)) else { return Ok(()) };
    let (own_file, their_file) = (own_file.watched(watch), their_file.watched(watch));
    let known = identifying.len();
    let (first, second) = match other {
        Other::Beside | Other::Later => (&own_file, &their_file),
        Other::Earlier => (&their_file, &own_file),
    };
    let people = before(pair, &identifying);
    let truth = Truth::new(pair, &theirs, other, options);
    let found = unsorted_matching(first, second);
    run.add_with(None, Some(path), found.map(|found| truth.of_rows_beside(found)));
    let is_so = |row: u32, column: usize, label: &Meaning| {
        let owner = truth.first.as_ref().and_then(|owners| owners[row as usize]);
        owner.is_some_and(|owner| people[column].meaning(owner as usize).meets(label))
    };
    let join = JoinTruth { is_so: &is_so, other: truth.partners.as_deref() };
    let found = match (other, truth.first.is_some()) {
        (Other::Beside, true) => complementary_release_with_truth(first, second, known, join),
        (Other::Beside, false) => complementary_release(first, second, known),
        (_, true) => temporal_with_truth(first, second, known, join),
        (_, false) => temporal(first, second, known),
    };
    run.add_with(None, Some(path), found);
    if other == Other::Beside {
        return Ok(());
    }
    for at in pair.with_role(Role::Sensitive) {
        let (own_at, their_at) = common(pair, &theirs, &[at]);
        let (own_values, their_values) = (after(pair, &own_at), after(&theirs, &their_at));
        let (Some(own_values), Some(their_values)) = (own_values.first(), their_values.first())
        else {
            continue;
        };
        let (own_keys, their_keys) = (file(&own[..known]), file(&their[..known]));
        let own_file = own_keys.and_then(|file| file.with_sensitive(own_values));
        let their_file = their_keys.and_then(|file| file.with_sensitive(their_values));
        let (Some(own_file), Some(their_file)) = (own_file, their_file) else { continue };
        let found = match other {
            Other::Earlier => comings_and_goings(&their_file, &own_file),
            _ => comings_and_goings(&own_file, &their_file),
        };
        run.add_with(Some(&pair.shared[at].name), Some(path), found);
    }
    Ok(())
}

/// Whose rows the rows of both releases are, as far as it is known.
struct Truth {
    /// By row of the first release the row of the person in the file before.
    first: Option<Vec<Option<u32>>>,
    /// By row of the first release the row of the same person in the second.
    partners: Option<Vec<Option<u32>>>,
}

impl Truth {
    fn new(pair: &Pair, theirs: &Pair, other: Other, options: &AttackOptions) -> Self {
        let own = pair.alignment.pairs(pair.before.rows, pair.after.rows);
        let own = own.map(|rows| rows.into_iter().map(Some).collect::<Vec<_>>());
        // Nobody says that the other release has its rows in the same order, too.
        let their = match &options.pair.rows {
            Rows::By(column) => Owners::by_column(theirs, column),
            _ => None,
        };
        let their = their.map(|owners| owners.of_rows().to_vec());
        let (first, second) = match other {
            Other::Beside | Other::Later => (own, their),
            Other::Earlier => (their, own),
        };
        let partners = first.as_ref().zip(second).map(|(first, second)| {
            let mut row_of = vec![None; pair.before.rows];
            for (row, owner) in (0..).zip(&second) {
                if let Some(owner) = owner {
                    row_of[*owner as usize] = Some(row);
                }
            }
            first.iter().map(|owner| row_of[(*owner)? as usize]).collect()
        });
        Self { first, partners }
    }

    /// What the order of rows tells is right where the row beside is the same person's.
    fn of_rows_beside(&self, found: Found) -> Found {
        match &self.partners {
            Some(partners) => found.checked(|_, row| partners[row as usize] == Some(row)),
            None => found,
        }
    }
}

/// Intersects what the masked file and another provider's release say of the same people.
pub(super) fn providers(
    run: &mut AttackRun,
    pair: &Pair,
    path: &Path,
    options: &AttackOptions,
    (people, watch): (Place<'_>, &dyn Watch),
) -> Result<(), Error> {
    let theirs = Pair::read(people, path.into(), &plain(&options.pair), watch)?;
    let mut tried = false;
    for at in pair.with_role(Role::Sensitive) {
        let (_, values) = common(pair, &theirs, &[at]);
        let (own, their) = (before(pair, &keys(pair)), before(&theirs, &keys(&theirs)));
        let one = infer(pair, &own, at, watch);
        let other = values.first().and_then(|&at| infer(&theirs, &their, at, watch));
        let (Some(one), Some(other)) = (one, other) else { continue };
        tried = true;
        let truth = &before(pair, &[at])[0];
        let found = intersection(&one, &other).map(|found| {
            found.checked(|_, person| {
                let left = belief_of_both(&one, &other, person as usize).unwrap_or_default();
                let own = truth.meaning(person as usize);
                left.iter().any(|value| one.meaning(value.0).meets(own))
            })
        });
        let found = found.map(|found| found.beside(one.commonest()));
        run.add_with(Some(&pair.shared[at].name), Some(path), found);
    }
    if tried {
        return Ok(());
    }
    Err(Error::Usage {
        message: format!("{}: no sensitive attribute is in both releases", path.display()),
        hint: "an intersection needs one: `role = \"sensitive\"` in the policy, or `PairOptions::sensitive`"
            .into(),
    })
}

/// What a release says of a sensitive attribute of everybody.
fn infer<'w>(
    pair: &Pair,
    people: &'w [Cells],
    sensitive: usize,
    watch: &'w dyn Watch,
) -> Option<Inference<'w>> {
    let (release, values) = (after(pair, &keys(pair)), after(pair, &[sensitive]));
    let release = file(&release)?.with_sensitive(values.first()?)?;
    Inference::new(&file(people)?.watched(watch), &release)
}
