//! Rank-based record linkage: people are known by their places, not by their values.

use super::distance::{Links, Terms, link};
use super::entries::FACTS;
use super::{Attribute, Difference, LinkageError};
use crate::reference;
use crate::{Series, Values};
use ridotto_catalogue::entry::MeasureEntry;
use ridotto_catalogue::{Entry, Worked};

/// The rank of each number among the column's, from 0 to 1; equal numbers have the mean of their
/// ranks, and a missing one stays missing.
pub fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).filter(|&at| !numbers[at].is_nan()).collect();
    order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    let last = order.len().saturating_sub(1).max(1) as f64;
    let mut ranks = vec![f64::NAN; numbers.len()];
    let mut start = 0;
    #[expect(clippy::float_cmp, reason = "the same number is meant")]
    for same in order.chunk_by(|&a, &b| numbers[a] == numbers[b]) {
        let middle = start as f64 + (same.len() - 1) as f64 / 2.0;
        for &at in same {
            ranks[at] = middle / last;
        }
        start += same.len();
    }
    ranks
}

/// Links each record to the one whose ranks are the nearest.
///
/// # Definition
/// Numbers are replaced by their ranks in their own file, from 0 to 1; other attributes, and the
/// weights of all, stay. Then as [`link`].
///
/// # What it does not see
/// As for distances. Ranks undo what any rising function did to the values (rounding of scales,
/// multiplication, adding a constant), and suffer from large changes of few values less.
///
/// # References
/// K. Muralidhar, J. Domingo-Ferrer (2016), *Rank-based record linkage for re-identification risk
/// assessment*, doi:10.1007/978-3-319-45381-1_17.
pub fn link_by_rank(attributes: &[Attribute<'_>], terms: Terms<'_>) -> Result<Links, LinkageError> {
    let ranked = |column: &Series| match &column.values {
        Values::Numbers(numbers) => {
            Series { name: column.name.clone(), values: Values::Numbers(ranks(numbers)) }
        }
        Values::Categories { .. } => column.clone(),
    };
    let both: Vec<(Series, Series)> =
        attributes.iter().map(|one| (ranked(one.from), ranked(one.to))).collect();
    let attributes: Vec<Attribute<'_>> = attributes
        .iter()
        .zip(&both)
        .map(|(attribute, (from, to))| {
            let numeric = matches!(from.values, Values::Numbers(_));
            let difference = if numeric { Difference::Plain } else { attribute.difference.clone() };
            let Attribute { weight, missing, .. } = *attribute;
            Attribute { from, to, difference, weight, missing }
        })
        .collect();
    link(&attributes, terms)
}

/// Linked by rank.
pub static LINKED_BY_RANK: Entry = MeasureEntry {
    name: "linked-by-rank",
    title: "Linked by rank",
    aliases: &["rank-based-record-linkage"],
    formula: "people whose nearest record by ranks is their own / people",
    summary: "The share of people whom an intruder links rightly who compares ranks, which undoes what keeps the order of values.",
    facts: FACTS,
    references: &[reference::MURALIDHAR_2016],
    worked: Worked::perturbed("Numbers are replaced by their ranks: x of row 3 is the 6th before and after, x of row 4 the 1st. Rows 3 and 4 are nearest to their own records again, the others to somebody else's: `2/6 = 0.3333`, so **0.3333**.", &["linked-by-rank 1 0.3333"]),
}
.entry();
