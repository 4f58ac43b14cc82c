//! Similarity: the values that remain differ, but not by much.

use super::Attack;
use super::found::{Found, Guess};
use super::inference::Inference;
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts};
use ridotto_catalogue::{Disclosure, Entry, Worked};
use ridotto_core::Code;

/// When values are alike.
#[derive(Clone, Debug)]
pub enum Alike {
    /// As numbers: the number of each value, by code (`NaN` for one that could be any), and the
    /// share of the whole range within which they tell too much.
    Numbers(Vec<f64>, f64),
    /// By a hierarchy: the group of each value, by code, such as a level's map.
    Groups(Vec<Code>),
}

/// Learns about what a value is, though not exactly: a low income, some disease of the stomach.
///
/// With numbers, a person is found if all values that remain lie within the given share of the
/// release's range, and certainty is 1 minus the share that they cover. With groups, a person is
/// found if one group remains, and certainty is the share of the most frequent one.
///
/// # Stopped by
/// t-closeness with an ordered or hierarchical distance bounds how far groups' probabilities move;
/// l-diversity of the groups stops the attack by groups.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Alike, Cells, File, Inference, meaning::Language, similarity};
/// let language = Language::new(Reading::of_kind(Kind::Text));
/// let [ages, pay, age] = [&["2*", "2*", "3*"][..], &["3", "4", "13"], &["23"]]
///     .map(|texts| Cells::of_texts(texts, &language));
/// let release = File::new(vec![&ages]).unwrap().with_sensitive(&pay).unwrap();
/// let inference = Inference::new(&File::new(vec![&age]).unwrap(), &release).unwrap();
/// let found = similarity(&inference, &Alike::Numbers(vec![3.0, 4.0, 13.0], 0.2)).unwrap();
/// assert_eq!((found.people, found.surest), (1, 0.9));
/// ```
///
/// `None` if there are not as many numbers or groups as values, or a number is infinite.
///
/// # References
/// N. Li, T. Li, S. Venkatasubramanian (2007), *t-closeness: privacy beyond k-anonymity and
/// l-diversity*, doi:10.1109/ICDE.2007.367856.
pub fn similarity(inference: &Inference<'_>, alike: &Alike) -> Option<Found> {
    match alike {
        Alike::Numbers(numbers, share) => by_numbers(inference, numbers, *share),
        Alike::Groups(groups) => by_groups(inference, groups),
    }
}

fn by_numbers(inference: &Inference<'_>, numbers: &[f64], share: f64) -> Option<Found> {
    let sound =
        numbers.len() == inference.meanings.len() && !numbers.iter().any(|n| n.is_infinite());
    if !sound {
        return None;
    }
    let overall = inference.overall();
    let present = numbers.iter().zip(&overall).filter(|(n, count)| **count > 0 && !n.is_nan());
    let whole = range(present.map(|pair| *pair.0));
    let found = inference.guess(Attack::Similarity, |belief| {
        let left = range(belief.values.iter().map(|&(code, _)| numbers[code as usize]));
        let any = belief.values.iter().any(|&(code, _)| numbers[code as usize].is_nan());
        let covered = match () {
            () if any => 1.0,
            () if whole > 0.0 => left / whole,
            () => 0.0,
        };
        Some(Guess {
            group: belief.records,
            certainty: 1.0 - covered,
            found: covered <= share && !any,
        })
    });
    let narrowest = 1.0 - found.surest;
    Some(found.with("narrowest-share-of-range", narrowest))
}

fn range(numbers: impl Iterator<Item = f64>) -> f64 {
    let ends = numbers.fold(None, |ends, number| match ends {
        None => Some((number, number)),
        Some((low, high)) => Some((f64::min(low, number), f64::max(high, number))),
    });
    ends.map_or(0.0, |(low, high)| high - low)
}

fn by_groups(inference: &Inference<'_>, groups: &[Code]) -> Option<Found> {
    if groups.len() != inference.meanings.len() {
        return None;
    }
    Some(inference.guess(Attack::Similarity, |belief| {
        let telling = belief.values.iter().filter(|&&(code, _)| inference.tells(code));
        let mut counts: Vec<(Code, u64)> =
            telling.map(|&(code, count)| (groups[code as usize], count)).collect();
        counts.sort_unstable();
        let sums = counts.chunk_by(|a, b| a.0 == b.0).map(|same| same.iter().map(|it| it.1).sum());
        let most: u64 = sums.max().unwrap_or(0);
        let certainty = most as f64 / belief.records as f64;
        Some(Guess { group: belief.records, certainty, found: most == belief.records })
    }))
}

/// Similarity as the catalogue has it.
pub static SIMILARITY: Entry = AttackEntry {
    name: "similarity",
    title: "Similarity",
    aliases: &["similarity-attack"],
    formula: "the values left are of one group, or within a share of the range",
    summary: "The values that are left differ, and mean the same: three kinds of cancer, incomes within a few per cent.",
    advice: "",
    facts: AttackFacts {
        knows: "people's quasi-identifiers, and which values are alike",
        discloses: &[Disclosure::Attribute],
        needs: "",
        help: &[],
        figures: &[("narrowest-share-of-range", "The least share of the range within which somebody's number must lie.")],
    },
    references: &[reference::LI_2007],
    worked: Worked::attacked("The pays left for class A are 2000, 2500 and 2500. Numbers within a tenth of the range, `(4000 - 2000) / 10 = 200`, count as alike: no class has all its pays so near, and **0** are learnt.", &["attack people claimed right wrong of mean surest gain", "similarity of pay learnt 0 0 0 8"]),
}
.entry();
