//! Unsorted matching: the order of rows links two releases.

use super::Attack;
use super::candidates::Candidates;
use super::cells::{Cells, File};
use super::found::Found;
use super::join::join;
use super::linkage::link;
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked};

/// Lays two releases beside each other row by row.
///
/// If every row of one can be the same person's as the row beside it, the order was kept, and both
/// rows together say more than each alone: people are those whom the joined rows single out. If
/// some row cannot, the order was not kept, and nobody is found. The figures: `rows-that-fit`, the
/// share of rows that fit the row beside them, and `by-chance`, the share that would in a random
/// order (if it is near 1, that all fit says little).
///
/// # Stopped by
/// Rows in a random order.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, File, meaning::Language, unsorted_matching};
/// let language = Language::new(Reading::of_kind(Kind::Text));
/// let [races, any, zip, zips] = [["a", "a", "b", "b"], ["*"; 4], ["1*", "1*", "2*", "2*"], ["11", "12", "21", "22"]]
///     .map(|texts| Cells::of_texts(texts, &language));
/// let (one, two) = (File::new(vec![&races, &zip]).unwrap(), File::new(vec![&any, &zips]).unwrap());
/// assert_eq!(unsorted_matching(&one, &two).unwrap().people, 4);
/// ```
///
/// `None` if the releases have not equally many rows and columns.
///
/// # References
/// L. Sweeney (2002), *k-anonymity: a model for protecting privacy*, doi:10.1142/S0218488502001648.
pub fn unsorted_matching(one: &File<'_>, other: &File<'_>) -> Option<Found> {
    if one.rows() != other.rows() {
        return None;
    }
    let rows = one.rows();
    let candidates = Candidates::new(one, other)?;
    let pairs = candidates.counts().iter().map(|&count| count as f64).sum::<f64>();
    let beside: Vec<(&Cells, &Cells)> =
        one.keys().iter().copied().zip(other.keys().iter().copied()).collect();
    let fits = |row: &usize| {
        beside.iter().all(|(own, their)| own.meaning(*row).meets(their.meaning(*row)))
    };
    let fitting = (0..rows).filter(fits).count();
    let partners: Vec<Option<u32>> = (0..rows as u32).map(Some).collect();
    let joined: Option<Vec<Cells>> =
        beside.iter().map(|(own, their)| join(own, their, &partners)).collect();
    let found = match joined {
        Some(joined) if fitting == rows => {
            let file = File::new(joined.iter().collect())?.watched(one.watch());
            link(Attack::UnsortedMatching, &Candidates::new(&file, &file)?)
        }
        _ => Found::of_guesses(Attack::UnsortedMatching, [(None, rows as u64)]),
    };
    let all = rows.max(1) as f64;
    Some(found.with("rows-that-fit", fitting as f64 / all).with("by-chance", pairs / (all * all)))
}

/// The joined columns of two releases in the same order; `None` if a row does not fit the row
/// beside it. For those who may see values.
pub fn joined_in_order(one: &File<'_>, other: &File<'_>) -> Option<Vec<Cells>> {
    let partners: Vec<Option<u32>> = (0..one.rows() as u32).map(Some).collect();
    let same = one.rows() == other.rows() && one.keys().len() == other.keys().len();
    let mut beside = one.keys().iter().zip(other.keys());
    same.then(|| beside.by_ref().map(|(own, their)| join(own, their, &partners)).collect())?
}

/// Unsorted matching as the catalogue has it.
pub static UNSORTED_MATCHING: Entry = AttackEntry {
    name: "unsorted-matching",
    title: "Unsorted matching",
    aliases: &["unsorted-matching-attack"],
    formula: "every row fits the row beside it, and both together are alone",
    summary: "Two releases keep the same order of rows, so that row 17 here is row 17 there.",
    advice: "Ridotto shuffles records for this reason.",
    facts: AttackFacts {
        knows: "two releases of the same rows in the same order",
        discloses: &[Disclosure::Identity],
        needs: "another release of the same rows; without one the file before is taken",
        help: &[Help::Habit("rows in a random order")],
        figures: &[
            ("rows-that-fit", "The share of rows that fit the row beside them."),
            ("by-chance", "The share that would in a random order."),
        ],
    },
    references: &[reference::SWEENEY_2002],
    worked: Worked::attacked("Both tables are in the same order: row 1 fits row 1, row 2 fits row 2, and so on, all eight. So row 5 is the fifth person, whatever the classes are: **8** are singled out, rightly. Ridotto shuffles what it releases; here the order was kept.", &["attack people claimed right wrong of mean surest gain", "unsorted-matching singled out 8 8 0 8 1 1 0.875"]),
}
.entry();
