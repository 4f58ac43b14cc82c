//! Intersection: what two providers' releases say of the same person.

use super::Attack;
use super::cells::Cells;
use super::fit::Fit;
use super::found::{Found, Guess};
use super::inference::Inference;
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::{Code, CodeColumn, Codes};

/// Intersects what two releases leave possible for people who are in both and have the same value
/// in both, as a patient of two hospitals has.
///
/// A value is possible if a record of each release that fits the person has it; the pairs of such
/// records are equally likely. A person is found if one value is left, and unmatched if none is
/// (then they are not in both, or their values differ). Groups are pairs of records.
///
/// # Stopped by
/// Differential privacy. Neither k-anonymity, l-diversity nor t-closeness of each release alone
/// stops it.
///
/// # Cost
/// For each distinct person the product of the numbers of values left by either.
///
/// `None` if the two do not speak of equally many people; they are the same ones, row by row.
///
/// # References
/// S. R. Ganta, S. P. Kasiviswanathan, A. Smith (2008), *Composition attacks and auxiliary
/// information in data privacy*, doi:10.1145/1401890.1401926.
pub fn intersection(one: &Inference<'_>, other: &Inference<'_>) -> Option<Found> {
    let (first, second) = (&one.candidates.people, &other.candidates.people);
    if first.of_row.len() != second.of_row.len() {
        return None;
    }
    let rows = first.of_row.len();
    let (own, their) = (beliefs(one), beliefs(other));
    let fit = fit(one, other)?;
    let codes = [first, second].map(|people| Codes::from_codes(&people.of_row, people.len()));
    let sizes = [first.len(), second.len()];
    let columns = [0, 1].map(|at| CodeColumn { codes: &codes[at], values: sizes[at] });
    let pairs = Tally::count(&columns, rows);
    let guesses: Vec<Option<Guess>> = (0..pairs.len())
        .map(|at| {
            let [own, their] =
                [&own[pairs.code(at, 0) as usize], &their[pairs.code(at, 1) as usize]];
            guess(one, &possible(own, their, &fit))
        })
        .collect();
    let of_row = number_rows(&pairs, &columns, rows);
    let by_row: Vec<Option<Guess>> = of_row.iter().map(|&pair| guesses[pair as usize]).collect();
    Some(Found::of_rows(Attack::Intersection, &by_row))
}

/// The values that both releases leave possible for the person in a row, by the first one's codes,
/// each with its probability.
pub fn belief_of_both(
    one: &Inference<'_>,
    other: &Inference<'_>,
    person: usize,
) -> Option<Vec<(Code, f64)>> {
    let counts = |inference: &Inference<'_>| inference.histogram_of(person);
    let left = possible(&counts(one), &counts(other), &fit(one, other)?);
    let all: u64 = left.iter().map(|value| value.1).sum();
    Some(left.into_iter().map(|(code, pairs)| (code, pairs as f64 / all as f64)).collect())
}

fn beliefs(inference: &Inference<'_>) -> Vec<Vec<(Code, u64)>> {
    inference.each(|belief| belief.values.to_vec())
}

/// Which values of one release can be which of the other.
fn fit(one: &Inference<'_>, other: &Inference<'_>) -> Option<Fit> {
    let cells =
        |inference: &Inference<'_>| Cells::new(Codes::for_values(1), inference.meanings.clone());
    Some(Fit::new(&cells(one)?, &cells(other)?))
}

/// The pairs of records that agree, by value.
fn possible(own: &[(Code, u64)], their: &[(Code, u64)], fit: &Fit) -> Vec<(Code, u64)> {
    let pairs = |&(code, count): &(Code, u64)| {
        let agreeing = |value: &&(Code, u64)| fit.of(code).binary_search(&value.0).is_ok();
        let records: u64 = their.iter().filter(agreeing).map(|value| value.1).sum();
        (code, count.saturating_mul(records))
    };
    own.iter().map(pairs).filter(|value| value.1 > 0).collect()
}

fn guess(one: &Inference<'_>, left: &[(Code, u64)]) -> Option<Guess> {
    let all: u64 = left.iter().map(|value| value.1).sum();
    let telling = left.iter().filter(|value| one.tells(value.0));
    let most = telling.map(|value| value.1).max().unwrap_or(0);
    let certainty = most as f64 / all as f64;
    (all > 0).then_some(Guess { group: all, certainty, found: most == all })
}

/// Intersection as the catalogue has it.
pub static INTERSECTION: Entry = AttackEntry {
    name: "intersection",
    title: "Intersection",
    aliases: &["composition", "composition-attack"],
    formula: "one value is possible in both releases",
    summary: "Two providers release the same person independently.",
    advice: "The sensitive values that are possible in both may be one.",
    facts: AttackFacts {
        knows: "two providers' releases in which the same person has the same value",
        discloses: &[Disclosure::Attribute],
        needs: "another provider's release",
        help: &[Help::Model("differential-privacy")],
        figures: &[],
    },
    references: &[reference::GANTA_2008],
    worked: Worked { tables: &[&small::RELEASED, &small::SECOND], policy: "", text: "The woman of 47 has gout or cancer by the first release (class B), and cancer, flu or asthma by the second (women): only cancer is in both. The man of 38 has flu or asthma by the first, and flu, gout or cancer by the second: flu. With the three of class C, **5** people's disease is learnt from two releases that are safe from it one by one.", run: &["attack stays.csv released.csv --policy stays.toml --also second.csv"], says: &["attack people claimed right wrong of mean surest gain", "intersection of disease with second.csv learnt 5 5 0 8 0.875 1 0.375"] },
}
.entry();
