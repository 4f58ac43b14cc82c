//! Distance-based record linkage: the nearest record is taken to be the same person.

use super::entries::FACTS;
use super::space::Space;
use super::tree::Tree;
use super::{Attribute, LinkageError};
use crate::reference;
use rayon::prelude::*;
use ridotto_catalogue::entry::MeasureEntry;
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::Watch;

/// Records looked for by one thread at a time.
const CHUNK: usize = 256;

/// What a record was linked to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The nearest record; the first of several.
    pub to: u32,
    /// How many records are as near.
    pub tied: u64,
    /// Its distance.
    pub distance: f64,
    /// The probability that the link is right: 1 over the number of tied records if the truth is
    /// among them, else 0; also 0 where the truth is not known.
    pub right: f64,
}

/// Which records may be compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    /// For each record looked for which record it truly is, if the file has it; `None` if both
    /// files have the same people in the same order.
    pub truth: Option<&'a [Option<u32>]>,
    /// The blocks of both files' records: only records of one block are compared.
    pub blocks: Option<(&'a [u32], &'a [u32])>,
    /// The records that are looked for, if these are not all.
    pub known: Option<&'a [u32]>,
    /// Who waits. After this one said to stop, no record is linked any more, and the figures are none.
    pub watch: Option<&'a dyn Watch>,
}

impl<'a> Terms<'a> {
    /// The same for somebody who may not wait until all are linked.
    #[must_use]
    pub fn watched(self, watch: &'a dyn Watch) -> Self {
        Self { watch: Some(watch), ..self }
    }

    /// Whether somebody still waits.
    pub(super) fn goes_on(&self) -> bool {
        self.watch.is_none_or(Watch::goes_on)
    }

    /// The records to look for, if all lists fit files of these sizes.
    pub(super) fn check(&self, from: usize, to: usize) -> Result<Vec<u32>, LinkageError> {
        let fits = |what, fits| if fits { Ok(()) } else { Err(LinkageError::List { what }) };
        let inside = |truth: &[Option<u32>]| {
            truth.len() == from && truth.iter().flatten().all(|&row| (row as usize) < to)
        };
        fits("true links", self.truth.map_or(from == to, inside))?;
        fits("blocks", self.blocks.is_none_or(|(a, b)| a.len() == from && b.len() == to))?;
        let known = self.known.map_or_else(|| (0..from as u32).collect(), <[u32]>::to_vec);
        fits("known people", known.iter().all(|&row| (row as usize) < from))?;
        Ok(known)
    }
}

/// The links of a file.
///
/// # Definition
/// Each record looked for is linked to the nearest one, where the squared distance is the weighted
/// sum of the attributes' squared differences. If several are nearest, one of them is drawn, so a
/// tie of t records among which is the right one counts as 1/t.
///
/// # Range
/// The rate goes from 0 to 1. Guessing at random gives 1 over the number of records.
///
/// # What it does not see
/// An intruder who knows which attributes were masked more than others: see
/// [`learn`](super::learn). That each record belongs to one person only: matching all records at
/// once may link more. How sure the intruder is of a link.
///
/// # Cost
/// A k-d tree: for 100,000 × 100,000 records with eight numbers a few seconds. Each comparison of a
/// space with many attributes that tell little costs as much as comparing all pairs; use blocks.
///
/// # References
/// D. Pagliuca, G. Seri (1999), *Some results of individual ranking method on the system of
/// enterprise accounts annual survey*. J. Domingo-Ferrer, V. Torra (2001), *A quantitative
/// comparison of disclosure control methods for microdata*.
#[derive(Clone, Debug, PartialEq)]
pub struct Links {
    /// For each record looked for, in the order asked; `None` if its block is empty.
    pub links: Vec<Option<Link>>,
    /// How many links are expected to be right.
    pub right: f64,
    /// The same as a share of the records looked for; 0 if there are none.
    pub rate: f64,
    /// How many right links have no tie, so that the intruder has no doubt.
    pub certain: u64,
}

/// Links each record to the nearest one.
///
/// ```
/// use ridotto_measure::linkage::{Attribute, distance::{Terms, link}};
/// use ridotto_measure::{Series, Values};
/// let column = |values: &[f64]| Series { name: "age".into(), values: Values::Numbers(values.to_vec()) };
/// let (truth, masked) = (column(&[20.0, 30.0, 40.0]), column(&[21.0, 29.0, 29.0]));
/// let links = link(&[Attribute::new(&truth, &masked)], Terms::default()).unwrap();
/// // Two records became equal: one of them is found by luck, half the time.
/// assert_eq!(links.links[1].unwrap().right, 0.5);
/// ```
pub fn link(attributes: &[Attribute<'_>], terms: Terms<'_>) -> Result<Links, LinkageError> {
    link_in(&Space::new(attributes)?, terms)
}

pub(super) fn link_in(space: &Space, terms: Terms<'_>) -> Result<Links, LinkageError> {
    let known = terms.check(space.looked_for(), space.searched())?;
    let forest = Forest::new(space, terms.blocks.map(|(_, blocks)| blocks));
    let one = |&row: &u32| {
        let tree = forest.tree(terms.blocks.map_or(0, |(blocks, _)| blocks[row as usize]))?;
        let point = space.from(row as usize);
        let nearest = tree.nearest(point)?;
        let truth = terms.truth.map_or(Some(row), |truth| truth[row as usize]);
        let is_right = |truth: u32| {
            let same_block = terms.blocks.is_none_or(|(a, b)| a[row as usize] == b[truth as usize]);
            same_block && space.squared(point, space.to(truth as usize)) <= nearest.squared
        };
        let right = if truth.is_some_and(is_right) { 1.0 / nearest.tied as f64 } else { 0.0 };
        let distance = nearest.squared.sqrt();
        Some(Link { to: nearest.first, tied: nearest.tied, distance, right })
    };
    let some = |rows: &[u32]| -> Vec<Option<Link>> {
        if terms.goes_on() { rows.iter().map(one).collect() } else { vec![None; rows.len()] }
    };
    let links: Vec<Option<Link>> = known.par_chunks(CHUNK).flat_map_iter(some).collect();
    Ok(Links::new(links))
}

impl Links {
    pub(super) fn new(links: Vec<Option<Link>>) -> Self {
        let right: f64 = links.iter().flatten().map(|link| link.right).sum();
        let sure = |link: &&Link| link.tied == 1 && link.right > 0.0;
        let certain = links.iter().flatten().filter(sure).count() as u64;
        let rate = if links.is_empty() { 0.0 } else { right / links.len() as f64 };
        Self { links, right, rate, certain }
    }
}

/// A tree for each block; without blocks one for all.
struct Forest<'a> {
    blocks: Vec<u32>,
    trees: Vec<Tree<'a>>,
}

impl<'a> Forest<'a> {
    fn new(space: &'a Space, blocks: Option<&[u32]>) -> Self {
        let mut rows: Vec<u32> = (0..space.searched() as u32).collect();
        let block = |row: u32| blocks.map_or(0, |blocks| blocks[row as usize]);
        rows.sort_by_key(|&row| block(row));
        let parts: Vec<&[u32]> = rows.chunk_by(|&a, &b| block(a) == block(b)).collect();
        let blocks = parts.iter().map(|part| block(part[0])).collect();
        let trees = parts.par_iter().map(|part| Tree::new(space, part.to_vec())).collect();
        Self { blocks, trees }
    }

    fn tree(&self, block: u32) -> Option<&Tree<'a>> {
        self.blocks.binary_search(&block).ok().map(|at| &self.trees[at])
    }
}

/// Linked by distance.
pub static LINKED_BY_DISTANCE: Entry = MeasureEntry {
    name: "linked-by-distance",
    title: "Linked by distance",
    aliases: &["record-linkage", "distance-based-linkage"],
    formula: "people whose nearest record is their own / people",
    summary: "The share of people whom an intruder with the whole input links to the right record by taking the nearest one.",
    facts: FACTS,
    references: &[reference::DOMINGO_FERRER_2001],
    worked: Worked::perturbed("Differences are taken in units of the deviations before, 7.033 of x and 2.665 of y. Row 4, (0, 6), is nearest to its own record (0, 7): `((0 - 0) / 7.033)^2 + ((6 - 7) / 2.665)^2 = 0.141`. Row 3 is nearest to its own, too. Row 1, (5, 11), has `((5 - 2) / 7.033)^2 + ((11 - 14) / 2.665)^2 = 1.449` to its own and `((5 - 3) / 7.033)^2 + ((11 - 10) / 2.665)^2 = 0.222` to that of row 6, and is linked wrongly. Two of six are right: `2/6 = 0.3333`, so **0.3333**.", &["linked-by-distance 1 0.3333"]),
}
.entry();
