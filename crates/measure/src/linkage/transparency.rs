//! Transparency attacks: what is published about a method says where a record can have gone.
//!
//! If a method is known to move a value within certain limits, then each known person's record is
//! one of those whose values all lie within these limits: a box in the space of the attributes. The
//! boxes of all attributes together often hold very few records.
//!
//! # References
//! J. Nin, J. Herranz, V. Torra (2008), *Rethinking rank swapping to decrease disclosure risk*,
//! doi:10.1016/j.datak.2007.07.006. J. Nin, V. Torra (2009), *Analysis of the univariate
//! microaggregation disclosure risk*, doi:10.1007/s00354-008-0061-x.

use super::entries::FACTS;
use super::space::Space;
use super::tree::Tree;
use super::{Attribute, Difference, LinkageError};
use crate::reference;
use crate::{Series, Values};
use rayon::prelude::*;
use ridotto_catalogue::entry::MeasureEntry;
use ridotto_catalogue::{Entry, Worked, small};

/// What the intruder finds who knows the method and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes {
    /// For each person known how many records it can be.
    pub candidates: Vec<u64>,
    /// How many people have exactly one candidate and it is theirs.
    pub certain: u64,
    /// How many people are found rightly if one of the candidates is drawn.
    pub right: f64,
    /// The same as a share of the people.
    pub rate: f64,
    /// How many people's own record is not among the candidates: what was published is not what
    /// was done, or the attributes were masked by something else besides.
    pub outside: u64,
}

/// The interval in which a masked value must lie, given the true one.
type Side = (f64, f64);

/// Rank swapping with values exchanged over at most `p` per cent of the ranks: the masked value is
/// one of those at most ⌊p n / 100⌋ ranks from the true one. Both files have the same people in the
/// same order (which serves to count right links, not to find them).
pub fn rank_swapping(pairs: &[(&Series, &Series)], p: f64) -> Result<Boxes, LinkageError> {
    boxes(pairs, |truth, released| rank_swapping_intervals(truth, released, p))
}

/// For each true value the interval of masked values that rank swapping may have given it.
pub fn rank_swapping_intervals(truth: &[f64], released: &[f64], p: f64) -> Vec<Side> {
    let sorted = sorted(released);
    #[expect(clippy::cast_sign_loss, reason = "a negative width is no width: the cast gives 0")]
    let width = (p * sorted.len() as f64 / 100.0 + 1e-9).floor() as usize;
    let side = |value: &f64| {
        // Swapping keeps the values of an attribute, so the true one is among the released.
        let first = sorted.partition_point(|other| other < value);
        let end = sorted.partition_point(|other| other <= value).max(first + 1);
        let last = sorted.len() - 1;
        let low = sorted[first.saturating_sub(width).min(last)];
        (low, sorted[(end - 1).saturating_add(width).min(last)])
    };
    truth.iter().map(side).collect()
}

/// Microaggregation of each attribute by itself (individual ranking), also if k is not known: the
/// groups are runs of the sorted values and a group's mean lies among its values, so the mean of a
/// value's group is the released value just below or just above it, or equal to it.
pub fn individual_ranking(pairs: &[(&Series, &Series)]) -> Result<Boxes, LinkageError> {
    boxes(pairs, |truth, released| {
        let sorted = sorted(released);
        let side = |value: &f64| {
            // Means are rounded. A value that equals a mean may, if it is frequent, also lie in the
            // next group on either side.
            let slack = 1e-9 * value.abs();
            let below = sorted.partition_point(|other| *other < value - slack);
            let above = sorted.partition_point(|other| *other <= value + slack);
            let low = sorted[below.saturating_sub(1)].min(value - slack);
            (low, sorted[above.min(sorted.len() - 1)].max(value + slack))
        };
        truth.iter().map(side).collect()
    })
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

fn boxes(
    pairs: &[(&Series, &Series)],
    intervals: impl Fn(&[f64], &[f64]) -> Vec<Side>,
) -> Result<Boxes, LinkageError> {
    let attributes: Vec<Attribute<'_>> =
        pairs.iter().map(|(from, to)| Attribute::new(from, to).by(Difference::Plain)).collect();
    let space = Space::new(&attributes)?;
    if !space.plain {
        return Err(LinkageError::Kind(pairs[0].1.name.clone()));
    }
    if space.looked_for() != space.searched() {
        return Err(LinkageError::List { what: "true links" });
    }
    let sides: Vec<Vec<Side>> = pairs
        .iter()
        .filter_map(|(from, to)| match (&from.values, &to.values) {
            (Values::Numbers(from), Values::Numbers(to)) => Some(intervals(from, to)),
            _ => None,
        })
        .collect();
    let tree = Tree::new(&space, (0..space.searched() as u32).collect());
    let one = |row: usize| {
        let own: Vec<Side> = sides.iter().map(|sides| sides[row]).collect();
        let inside = |(value, side): (&f64, &Side)| side.0 <= *value && *value <= side.1;
        (tree.within(&own), space.to(row).iter().zip(&own).all(inside))
    };
    let found: Vec<(u64, bool)> = (0..space.looked_for()).into_par_iter().map(one).collect();
    let own = || found.iter().filter(|one| one.1);
    let right = own().map(|one| 1.0 / one.0 as f64).sum::<f64>();
    let people = found.len();
    Ok(Boxes {
        certain: own().filter(|one| one.0 == 1).count() as u64,
        outside: (people - own().count()) as u64,
        right,
        rate: if people == 0 { 0.0 } else { right / people as f64 },
        candidates: found.into_iter().map(|one| one.0).collect(),
    })
}

/// Linked knowing of the swapping.
pub static LINKED_KNOWING_RANK_SWAPPING: Entry = MeasureEntry {
    name: "linked-knowing-rank-swapping",
    title: "Linked knowing of the swapping",
    aliases: &["transparency-attack", "transparency"],
    formula: "people whose record alone fits the ranks in all columns / people",
    summary: "The share of people linked rightly by who knows over how many ranks values were exchanged.",
    facts: FACTS,
    references: &[reference::NIN_2008],
    worked: Worked { tables: &[&small::NUMBERS, &small::MASKED], policy: "", text: "Suppose that numbers were exchanged over at most 40 % of the ranks, `6 * 0.4 = 2.4`, so two ranks. The record of row 4 (x = 0, the lowest; y = 6) must then have one of the three lowest x and a y within two ranks: few records fit, and one of them is drawn. On average over the six people **0.3111** are found.", run: &["assess numbers.csv masked.csv --quasi-identifiers x,y --same-order --rank-swapped x,y --swap-width 40 --only linked-knowing-rank-swapping"], says: &["linked-knowing-rank-swapping – 0.3111"] },
}
.entry();

/// Linked knowing of the averages.
pub static LINKED_KNOWING_AVERAGES: Entry = MeasureEntry {
    name: "linked-knowing-averages",
    title: "Linked knowing of the averages",
    aliases: &["linkage with transparency", "transparency attack on microaggregation"],
    formula: "people whose record alone fits the groups in all columns / people",
    summary: "The share of people linked rightly by who knows that each attribute was averaged by itself.",
    facts: FACTS,
    references: &[reference::NIN_2009],
    worked: Worked { tables: &[&small::NUMBERS, &small::MASKED], policy: "", text: "Suppose that each column was averaged in groups of neighbours by itself. Then a person's number lies between two released ones, and in both columns at once few records fit. One of them is drawn, and on average `3/6 = 0.5` of the people are found: **0.5**.", run: &["assess numbers.csv masked.csv --quasi-identifiers x,y --same-order --averaged x,y --only linked-knowing-averages"], says: &["linked-knowing-averages – 0.5"] },
}
.entry();
