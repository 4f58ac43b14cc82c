//! Linkage with an outside file.

use super::Attack;
use super::candidates::Candidates;
use super::cells::File;
use super::found::{Found, Guess};
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts};
use ridotto_catalogue::{Disclosure, Entry, Worked};

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

/// As [`linkage`], and checked against the truth: `truth[person]` is the row of the release that is
/// the person's, if there is one.
///
/// In a file with changed values a record may fit that is somebody else's. Three figures tell:
/// `right`, the share of those found whose only record is theirs; `among-candidates`, the share of
/// people with a record whose record is among those that fit; and `expected-links`, how many right
/// links picking at random among those that fit gives on the average.
///
/// `None` also if there is not one truth for each person.
pub fn linkage_with_truth(
    people: &File<'_>,
    release: &File<'_>,
    truth: &[Option<u32>],
) -> Option<Found> {
    let candidates = Candidates::new(people, release)?;
    let rows = release.rows() as u32;
    if truth.len() != people.rows() || truth.iter().flatten().any(|&row| row >= rows) {
        return None;
    }
    let found = link(Attack::Linkage, &candidates);
    let fits = |person: usize, row: u32| {
        let pairs = people.keys().iter().zip(release.keys());
        pairs.into_iter().all(|(own, their)| own.meaning(person).meets(their.meaning(row as usize)))
    };
    let mut is_among = vec![false; truth.len()];
    for (person, row) in truth.iter().enumerate() {
        is_among[person] = row.is_some_and(|row| fits(person, row));
    }
    let among = is_among.iter().filter(|is| **is).count() as f64;
    let right = found.rows.iter().filter(|&&person| is_among[person as usize]).count() as f64;
    let counts = candidates.counts();
    let picked = counts.iter().zip(&is_among).filter(|(_, is)| **is);
    let expected: f64 = picked.map(|(&count, _)| 1.0 / count as f64).sum();
    let share = |some: f64, all: usize| if all > 0 { some / all as f64 } else { 0.0 };
    let known = truth.iter().flatten().count();
    let found = found.checked(|_, person| is_among[person as usize]);
    let right = share(right, found.rows.len());
    let found = found.with("right", right).with("among-candidates", share(among, known));
    Some(found.with("expected-links", expected))
}

/// The records that fit each person, as guesses.
pub(super) fn link(attack: Attack, candidates: &Candidates<'_>) -> Found {
    let guesses = candidates.each(|| (), |(), fitting| guess(fitting.records));
    Found::of_tuples(attack, &candidates.people, &guesses)
}

fn guess(records: u64) -> Option<Guess> {
    let certainty = 1.0 / records as f64;
    (records > 0).then_some(Guess { group: records, certainty, found: records == 1 })
}

/// Linkage as the catalogue has it.
pub static LINKAGE: Entry = AttackEntry {
    name: "linkage",
    title: "Linkage",
    aliases: &["re-identification", "record-linkage-attack"],
    formula: "one record fits the person",
    summary: "The intruder looks up everybody's quasi-identifiers and takes the records that fit.",
    advice: "One record that fits is a person found; k records leave a chance of one in k.",
    facts: AttackFacts {
        knows: "people's quasi-identifiers, and that they are in the release",
        discloses: &[Disclosure::Identity],
        needs: "",
        help: &[],
        figures: &[
            ("right", "Of those found, the share whose only record is theirs."),
            (
                "among-candidates",
                "Of the people with a record, the share whose record is among those that fit.",
            ),
            (
                "expected-links",
                "How many right links picking at random among those that fit gives on the average.",
            ),
        ],
    },
    references: &[reference::SWEENEY_2002],
    worked: Worked::attacked("The intruder knows that a woman of 47 lives in 12301 (row 5). 40-49 and `1230*` fit rows 4 and 5: one of two. Nobody has a single record that fits, so **0** are claimed; the intruder is sure by `1/2 = 0.5` at most, and by `(6 * 1/3 + 2 * 1/2) / 8 = 0.375` on average.", &["attack people claimed right wrong of mean surest gain", "linkage singled out 0 0 0 8 0.375 0.5 0.25"]),
}
.entry();
