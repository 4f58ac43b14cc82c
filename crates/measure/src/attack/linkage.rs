//! Linkage with an outside file.

use super::Attack;
use super::candidates::Candidates;
use super::cells::File;
use super::found::{Found, Guess};

/// Links people of an outside file with the records of a release.
///
/// A person is found if a single record fits what is known of them; among *n* records that fit,
/// the right one is picked with probability 1/*n*. The columns may be others' in name and words
/// (see [`File`]), and what is known may itself be coarse.
///
/// # Assumes
/// That the people are in the release. A person of whom this is not known is a matter of
/// [membership](super::membership()).
///
/// # Stopped by
/// k-anonymity over the columns that are known: certainty is 1/k at most.
///
/// # Cost
/// About as many steps as there are pairs of distinct people and classes that fit, and never all
/// pairs of rows.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, File, linkage, meaning::Language};
/// let language = Language::new(Reading::of_kind(Kind::Integer));
/// let (voters, patients) =
///     (Cells::of_texts(["23", "45", "29"], &language), Cells::of_texts(["20-29", "20-29", "45"], &language));
/// let found = linkage(&File::new(vec![&voters]).unwrap(), &File::new(vec![&patients]).unwrap()).unwrap();
/// assert_eq!((found.people, found.of, &found.rows[..]), (1, 3, &[1][..]));
/// ```
///
/// # References
/// L. Sweeney (2002), *k-anonymity: a model for protecting privacy*, doi:10.1142/S0218488502001648.
pub fn linkage(people: &File<'_>, release: &File<'_>) -> Option<Found> {
    Some(link(Attack::Linkage, &Candidates::new(people, release)?))
}

/// The records that fit each person, as guesses.
pub(super) fn link(attack: Attack, candidates: &Candidates) -> Found {
    let guesses = candidates.each(|| (), |(), fitting| guess(fitting.records));
    Found::of_tuples(attack, &candidates.people, &guesses)
}

fn guess(records: u64) -> Option<Guess> {
    let certainty = 1.0 / records as f64;
    (records > 0).then_some(Guess { group: records, certainty, found: records == 1 })
}
