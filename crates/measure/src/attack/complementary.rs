//! Complementary releases: rows of two releases that can only belong together.

use super::Attack;
use super::candidates::Candidates;
use super::cells::{Cells, File};
use super::found::Found;
use super::join::join;
use super::linkage::link;
use super::meaning::Meaning;
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};

/// Joins two releases of the same people on all columns that they share.
///
/// A row is joined if all rows of the other release that fit it are alike, and no more rows claim
/// these than there are: then it does not matter which of them is the same person's. What both
/// say together replaces what one said, and the joined file is attacked by
/// [linkage](super::linkage()) with itself over its first `identifying` columns: people are those
/// rows that no other row resembles any more. The other columns, such as a diagnosis, serve the
/// join alone. The figures: `joined`, how many rows were; `smallest-group-before` and
/// `smallest-group-after`, in how small a group somebody hides in one release and in the join.
///
/// # Assumes
/// That everybody in the first release is in the second.
///
/// # Stopped by
/// A second release that is based on the first one: never more precise in any column, so that the
/// join says nothing new.
///
/// # Cost
/// That of [linkage](super::linkage()), twice.
///
/// `None` if the releases have not equally many columns, or fewer than `identifying`.
///
/// # References
/// L. Sweeney (2002), *k-anonymity: a model for protecting privacy*, doi:10.1142/S0218488502001648.
pub fn complementary_release(
    one: &File<'_>,
    other: &File<'_>,
    identifying: usize,
) -> Option<Found> {
    attack(Attack::ComplementaryRelease, one, other, identifying, None)
}

/// What is known of the people behind the rows of the first release.
#[derive(Clone, Copy)]
pub struct JoinTruth<'a> {
    /// Whether a label of a column can be said of the person of a row.
    pub is_so: &'a dyn Fn(u32, usize, &Meaning) -> bool,
    /// The row that each has in the other release, or `None` if there is none, if that is known.
    pub other: Option<&'a [Option<u32>]>,
}

/// As [`complementary_release`], and checked against the truth: a row is found rightly if all that the
/// join says of its person is so, and it was joined with a row like that person's own.
pub fn complementary_release_with_truth(
    one: &File<'_>,
    other: &File<'_>,
    identifying: usize,
    truth: JoinTruth<'_>,
) -> Option<Found> {
    attack(Attack::ComplementaryRelease, one, other, identifying, Some(truth))
}

/// As [`complementary_release`], between two releases of the same table at different times: rows
/// may have been added, but those of the first release are still there.
///
/// # References
/// L. Sweeney (2002), *k-anonymity: a model for protecting privacy*, doi:10.1142/S0218488502001648.
pub fn temporal(earlier: &File<'_>, later: &File<'_>, identifying: usize) -> Option<Found> {
    attack(Attack::Temporal, earlier, later, identifying, None)
}

/// As [`temporal`], and checked as [`complementary_release_with_truth`] is.
pub fn temporal_with_truth(
    earlier: &File<'_>,
    later: &File<'_>,
    identifying: usize,
    truth: JoinTruth<'_>,
) -> Option<Found> {
    attack(Attack::Temporal, earlier, later, identifying, Some(truth))
}

/// The columns of one release, made more precise by the rows of another that must belong to them.
/// For those who may see values.
pub fn joined(one: &File<'_>, other: &File<'_>) -> Option<Vec<Cells>> {
    let partners = partners(&Candidates::new(one, other)?);
    let pairs = one.keys().iter().zip(other.keys());
    pairs.map(|(own, their)| join(own, their, &partners)).collect()
}

fn attack(
    which: Attack,
    one: &File<'_>,
    other: &File<'_>,
    identifying: usize,
    truth: Option<JoinTruth<'_>>,
) -> Option<Found> {
    if identifying == 0 || identifying > one.keys().len() {
        return None;
    }
    let candidates = Candidates::new(one, other)?;
    let partners = partners(&candidates);
    let pairs = one.keys().iter().zip(other.keys()).take(identifying);
    let joined: Option<Vec<Cells>> =
        pairs.map(|(own, their)| join(own, their, &partners)).collect();
    let joined = joined?;
    let alone = |cells: Vec<&Cells>| {
        let file = File::new(cells)?.watched(one.watch());
        Some(link(which, &Candidates::new(&file, &file)?))
    };
    let before = alone(one.keys()[..identifying].to_vec())?.smallest_group().unwrap_or(0) as f64;
    let found = alone(joined.iter().collect())?;
    let found = match truth {
        Some(truth) => found.checked(|_, row| {
            let says = |(column, cells): (usize, &Cells)| {
                (truth.is_so)(row, column, cells.meaning(row as usize))
            };
            joined.iter().enumerate().all(says)
                && is_own(&candidates, &partners, truth.other, row as usize)
        }),
        None => found,
    };
    let after = found.smallest_group().unwrap_or(0) as f64;
    let linked = partners.iter().flatten().count() as f64;
    let found = found.with("joined", linked).with("smallest-group-before", before);
    Some(found.with("smallest-group-after", after))
}

/// Whether a row was joined with a row like its person's own, or with none, as far as that is known.
fn is_own(
    candidates: &Candidates<'_>,
    partners: &[Option<u32>],
    own: Option<&[Option<u32>]>,
    row: usize,
) -> bool {
    let class = |row: u32| candidates.release.of_row[row as usize];
    match (partners[row], own) {
        (Some(partner), Some(own)) => own[row].map(class) == Some(class(partner)),
        _ => true,
    }
}

/// For each row one of the rows of the other release that fit it, if these are all alike and not
/// claimed too often: a row too many is somebody's who is not there.
fn partners(candidates: &Candidates<'_>) -> Vec<Option<u32>> {
    let release = &candidates.release;
    let mut row_of_class = vec![0; release.len()];
    (0..).zip(&release.of_row).for_each(|(row, &class)| row_of_class[class as usize] = row);
    let only = candidates
        .each(|| (), |(), fitting| (fitting.classes.len() == 1).then(|| fitting.classes[0]));
    let mut claims = vec![0_u64; release.len()];
    for (class, &count) in only.iter().zip(&candidates.people.counts) {
        if let Some(class) = class {
            claims[*class as usize] += count;
        }
    }
    let partner = |&tuple: &u32| {
        let class = only[tuple as usize]
            .filter(|&class| claims[class as usize] <= release.counts[class as usize])?;
        Some(row_of_class[class as usize])
    };
    candidates.people.of_row.iter().map(partner).collect()
}

/// Complementary release as the catalogue has it.
pub static COMPLEMENTARY_RELEASE: Entry = AttackEntry {
    name: "complementary-release",
    title: "Complementary release",
    aliases: &["complementary-release-attack"],
    formula: "a row of the join is alone",
    summary: "Two releases of the same people are joined by the columns that they share; together they say more than each does.",
    advice: "",
    facts: AttackFacts {
        knows: "two releases of the same people that share columns",
        discloses: &[Disclosure::Identity],
        needs: "another release of the same people",
        help: &[Help::Habit("a release that is based on the earlier one")],
        figures: &[("joined", "How many rows were joined."), ("smallest-group-before", "In how small a group somebody hides in one release."), ("smallest-group-after", "In how small a group somebody hides in the join.")],
    },
    references: &[reference::SWEENEY_2002],
    worked: Worked { tables: &[&small::RELEASED, &small::SECOND], policy: "", text: "Each release alone has classes of two or more. Disease and pay are in both, and join them: flu with 2500 is a record of 30-39 in one, and a man's in the other. So there is a man of 30-39 in the join, and he is alone; so are a man and a woman of 40-49 and a woman of 50-59. **4** of 8 people are singled out.", run: &["attack stays.csv released.csv --policy stays.toml --with second.csv"], says: &["attack people claimed right wrong of mean surest gain", "complementary-release with second.csv singled out 4 – – 8 0.75 1"] },
}
.entry();
