//! Who came and who went between two releases: the difference of their classes.

use super::Attack;
use super::cells::{Cells, File};
use super::found::{Found, Guess};
use super::labels::Labels;
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};
use ridotto_core::{ClassTable, Code, CodeColumn, Codes};
use std::cmp::Ordering;

/// Compares the classes of two releases of one table, between which people came or went.
///
/// The values that a class lost are those of the people who left it; what it gained are the
/// newcomers'. Who knows that somebody left, and their quasi-identifiers, learns their value if all
/// that left the class have the same. Each of those who left or came is attacked; certainty is the
/// share of the most frequent value among them. Values that came and went in equal number are not
/// seen, so no more is claimed than the difference shows. The figures: `left` and `came`.
///
/// # Assumes
/// That both releases use the same labels; classes that only one of them has came or went whole.
///
/// # Stopped by
/// Differential privacy. Requirements on each release alone do not.
///
/// # Cost
/// One count of each release.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, File, comings_and_goings, meaning::Language};
/// let language = Language::new(Reading::of_kind(Kind::Text));
/// let cells = |texts: &[&str]| Cells::of_texts(texts, &language);
/// let (ages, values) = (cells(&["2*", "2*", "2*"]), cells(&["A", "A", "B"]));
/// let (later, left) = (cells(&["2*", "2*"]), cells(&["A", "A"]));
/// let before = File::new(vec![&ages]).unwrap().with_sensitive(&values).unwrap();
/// let after = File::new(vec![&later]).unwrap().with_sensitive(&left).unwrap();
/// let found = comings_and_goings(&before, &after).unwrap();
/// assert_eq!((found.people, found.certainty), (1, 1.0));
/// ```
///
/// `None` if the releases have not equally many columns, or one has no sensitive column.
///
/// # References
/// X. Xiao, Y. Tao (2007), *m-invariance: towards privacy preserving re-publication of dynamic
/// datasets*, doi:10.1145/1247480.1247556.
pub fn comings_and_goings(before: &File<'_>, after: &File<'_>) -> Option<Found> {
    if before.keys().len() != after.keys().len() {
        return None;
    }
    let pair = |(one, other): (&&Cells, &&Cells)| Shared::new(one, other);
    let keys: Vec<Shared> = before.keys().iter().zip(after.keys()).map(pair).collect();
    let sensitive = Shared::new(before.sensitive()?, after.sensitive()?);
    let count = |file: &File<'_>, of: fn(&Shared) -> &Codes| {
        let column = |shared| CodeColumn { codes: of(shared), values: shared.values };
        let keys: Vec<CodeColumn<'_>> = keys.iter().map(column).collect();
        ClassTable::count(
            &keys,
            &[CodeColumn { codes: of(&sensitive), values: sensitive.values }],
            file.rows(),
        )
    };
    let (old, new) = (count(before, |shared| &shared.one), count(after, |shared| &shared.other));
    let (mut left, mut came) = (Vec::new(), Vec::new());
    let (mut at, mut next) = (0, 0);
    while at < old.len() || next < new.len() {
        let order = match (at < old.len(), next < new.len()) {
            (true, true) => old.class(at).key().cmp(new.class(next).key()),
            (true, false) => Ordering::Less,
            _ => Ordering::Greater,
        };
        let own = if order.is_le() { old.class(at).histogram(0) } else { &[] };
        let their = if order.is_ge() { new.class(next).histogram(0) } else { &[] };
        left.extend(guess(own, their));
        came.extend(guess(their, own));
        at += usize::from(order.is_le());
        next += usize::from(order.is_ge());
    }
    let sum = |of: &[(Option<Guess>, u64)]| of.iter().map(|guess| guess.1).sum::<u64>() as f64;
    let (gone, newcomers) = (sum(&left), sum(&came));
    let found = Found::of_guesses(Attack::Temporal, left.into_iter().chain(came));
    Some(found.with("left", gone).with("came", newcomers))
}

/// The values that one histogram has more of, as a guess about so many people.
fn guess(one: &[(Code, u64)], other: &[(Code, u64)]) -> Option<(Option<Guess>, u64)> {
    let (mut most, mut all) = (0, 0);
    for &(code, count) in one {
        let at = other.binary_search_by_key(&code, |entry| entry.0);
        let more = count.saturating_sub(at.map_or(0, |at| other[at].1));
        (most, all) = (most.max(more), all + more);
    }
    let certainty = most as f64 / all as f64;
    (all > 0).then_some((Some(Guess { group: all, certainty, found: most == all }), all))
}

/// Two columns with one numbering of labels.
struct Shared {
    one: Codes,
    other: Codes,
    values: usize,
}

impl Shared {
    fn new(one: &Cells, other: &Cells) -> Self {
        let mut labels = Labels::default();
        let own: Vec<Code> = one.meanings().iter().map(|it| labels.number(it)).collect();
        let their: Vec<Code> = other.meanings().iter().map(|it| labels.number(it)).collect();
        let values = labels.len();
        let renumbered = |cells: &Cells, new: &[Code]| {
            let mut codes = Codes::for_values(values);
            codes.extend_renumbered(cells.codes(), new);
            codes
        };
        Self { one: renumbered(one, &own), other: renumbered(other, &their), values }
    }
}

/// Temporal as the catalogue has it.
pub static TEMPORAL: Entry = AttackEntry {
    name: "temporal",
    title: "Temporal",
    aliases: &["temporal-attack"],
    formula: "those who came to a class, or left it, have one value; or a row of the join is alone",
    summary: "Two releases of different times are compared: who came or went stands out.",
    advice: "",
    facts: AttackFacts {
        knows: "two releases between which people came or went",
        discloses: &[Disclosure::Identity, Disclosure::Attribute],
        needs: "an earlier or a later release",
        help: &[
            Help::Habit("a release that is based on the earlier one"),
            Help::Model("differential-privacy"),
        ],
        figures: &[
            ("left", "How many people left."),
            ("came", "How many people came."),
            ("joined", "How many rows were joined."),
            ("smallest-group-before", "In how small a group somebody hides in one release."),
            ("smallest-group-after", "In how small a group somebody hides in the join."),
        ],
    },
    references: &[reference::XIAO_2007],
    worked: Worked { tables: &[&small::EARLIER, &small::RELEASED], policy: "", text: "A month ago class A had two records, flu with 2000 and asthma with 2500. Now it has three, and the new one has flu and 2500. Whoever is known to have come this month, and to be 38, has flu: **1** of 1 is learnt.", run: &["attack stays.csv released.csv --policy stays.toml --earlier earlier.csv"], says: &["attack people claimed right wrong of mean surest gain", "temporal of disease with earlier.csv learnt 1 – – 1 1 1"] },
}
.entry();
