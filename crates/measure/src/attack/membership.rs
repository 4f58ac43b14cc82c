//! Membership: is this person in the release at all?

use super::Attack;
use super::candidates::Candidates;
use super::cells::File;
use super::found::{Found, Guess};
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};
use std::sync::atomic::{AtomicU64, Ordering};

/// Asks of everybody in a population how likely they are in the release.
///
/// Each record is one of the people whom it fits, all equally likely. So of *N* people who fit a
/// class of *n* records each is in the release with probability *n*/*N*; if several classes fit a
/// person these are added up, to 1 at most. A person is found if that is at least `sure`. People
/// whom no record fits are surely absent, and count as unmatched. The figure `strangers` is the
/// number of records that fit nobody in the population: if there are any, the population is not the
/// whole one, and nothing is certain. Groups are the people among whom one hides.
///
/// # Stopped by
/// δ-presence: no certainty above its upper bound. With its lower bound nobody is surely absent.
///
/// # Cost
/// That of [linkage](super::linkage()), twice.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, File, meaning::Language, membership};
/// let language = Language::new(Reading::of_kind(Kind::Integer));
/// let [everybody, released] = [&["20", "21", "22", "31", "40"][..], &["2*", "2*", "31"]]
///     .map(|texts| Cells::of_texts(texts, &language));
/// let found = membership(&File::new(vec![&everybody]).unwrap(), &File::new(vec![&released]).unwrap(), 1.0).unwrap();
/// assert_eq!((found.people, found.unmatched), (1, 1));
/// ```
///
/// # References
/// M. E. Nergiz, M. Atzori, C. Clifton (2007), *Hiding the presence of individuals from shared
/// databases*, doi:10.1145/1247480.1247554.
pub fn membership(population: &File<'_>, release: &File<'_>, sure: f64) -> Option<Found> {
    let candidates = Candidates::new(population, release)?;
    let everybody: Vec<AtomicU64> =
        (0..candidates.release.len()).map(|_| AtomicU64::new(0)).collect();
    candidates.each(
        || (),
        |(), fitting| {
            let people = candidates.people.counts[fitting.person];
            // Sums of whole numbers are the same in any order.
            for &class in fitting.classes {
                everybody[class as usize].fetch_add(people, Ordering::Relaxed);
            }
        },
    );
    let everybody: Vec<u64> = everybody.into_iter().map(AtomicU64::into_inner).collect();
    let records = &candidates.release.counts;
    let guesses = candidates.each(
        || (),
        |(), fitting| {
            let of = |&class: &u32| (records[class as usize], everybody[class as usize]);
            let share: f64 =
                fitting.classes.iter().map(of).map(|(rows, all)| rows as f64 / all as f64).sum();
            let group = fitting.classes.iter().map(|class| of(class).1).max()?;
            let certainty = share.min(1.0);
            Some(Guess { group, certainty, found: certainty >= sure })
        },
    );
    let found = Found::of_tuples(Attack::Membership, &candidates.people, &guesses);
    let strangers = records.iter().zip(&everybody).filter(|(_, all)| **all == 0);
    let strangers: u64 = strangers.map(|(rows, _)| rows).sum();
    Some(found.with("strangers", strangers as f64))
}

/// Membership as the catalogue has it.
pub static MEMBERSHIP: Entry = AttackEntry {
    name: "membership",
    title: "Membership",
    aliases: &["membership-inference"],
    formula: "n records among N people who fit: n/N is as high as asked for",
    summary: "The intruder has a list of everybody, and counts how many of those who look alike are in the release.",
    advice: "",
    facts: AttackFacts {
        knows: "the quasi-identifiers of everybody in the population",
        discloses: &[Disclosure::Membership],
        needs: "a file of the population",
        help: &[Help::Model("differential-privacy")],
        figures: &[("strangers", "Records that fit nobody in the population.")],
    },
    references: &[reference::NERGIZ_2007B],
    worked: Worked { tables: &[&small::RELEASED, &small::PEOPLE], policy: "", text: "Three of the six people who fit class A are in the file, `3/6 = 0.5`, two of three who fit B, and all three who fit C. Of those **3** it is learnt that they were in the hospital. On average the certainty is `(6 * 1/2 + 3 * 2/3 + 3 * 1) / 12 = 0.6667`.", run: &["attack stays.csv released.csv --policy stays.toml --population people.csv"], says: &["attack people claimed right wrong of mean surest gain", "membership with people.csv learnt 3 – – 12 0.6667 1"] },
}
.entry();
