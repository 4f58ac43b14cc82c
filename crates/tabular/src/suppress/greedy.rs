//! Publishing all that does no harm, the dearest first.
//!
//! A cell is published unless a sensitive cell would follow from it and what is published already; or
//! unless somebody who is alone in a cell, and so knows how it moves, would know how a sensitive cell
//! moves that they are not in; or unless, where lines tell that somebody is in a cell, a relation would
//! leave a sensitive cell no room. Whatever is not published when all had their turn is hidden.

use super::relations::Relations;
use super::residue::{inverse, product, scattered};
use super::tableau::{Pair, Publication, Tableau};
use super::{Problem, Standing};
use ridotto_audit::Contributors;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Which cells are hidden. The first order is by cost; others are shaken.
pub fn hidden(of: &Problem<'_>, order: u64) -> Vec<bool> {
    let mut hidden: Vec<bool> = of.standing.iter().map(|of| *of != Standing::Published).collect();
    let mut publisher = Publisher::new(of, &hidden);
    for cell in in_order(of, order) {
        if let Some(publication) = publisher.harmless(cell) {
            publisher.publish(&publication);
            hidden[cell as usize] = false;
        }
    }
    hidden
}

/// The cells that may be published: the dearest first, and of equals the largest.
fn in_order(of: &Problem<'_>, order: u64) -> Vec<u32> {
    let cells = 0..of.standing.len() as u32;
    let open = cells.filter(|&cell| of.standing[cell as usize] == Standing::Open);
    let rank = |cell: u32| {
        let shaken = match order {
            0 => 1.0,
            _ => 0.6 + 0.8 * (scattered(order, cell.into()) as f64 / (1_u64 << 61) as f64),
        };
        let at = cell as usize;
        (of.cost[at], of.values[at].abs() * shaken, cell)
    };
    let mut ranked: Vec<(f64, f64, u32)> = open.map(rank).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    ranked.into_iter().map(|of| of.2).collect()
}

/// Publishes cells one after the other, unless another would follow from them.
pub struct Publisher<'a> {
    tableau: Tableau,
    /// What lines tell, if they tell anything.
    relations: Option<Relations<'a>>,
    watched: Watched,
    standing: &'a [Standing],
    contributors: &'a Contributors,
}

/// The cells that must not follow from others, by how they move.
#[derive(Debug, Default)]
struct Watched {
    /// The proportion of each in the random moves.
    proportions: FxHashMap<u32, u64>,
    /// All that move in a proportion.
    together: FxHashMap<u64, BTreeSet<u32>>,
}

/// In which proportion a cell moves in the random moves. Cells with equal ones follow from each other.
fn proportion([one, other]: Pair) -> u64 {
    product(one, inverse(other))
}

impl Watched {
    fn put(&mut self, cell: u32, pair: Pair) {
        let new = proportion(pair);
        if let Some(old) = self.proportions.insert(cell, new)
            && let Some(all) = self.together.get_mut(&old)
        {
            all.remove(&cell);
        }
        self.together.entry(new).or_default().insert(cell);
    }
}

impl<'a> Publisher<'a> {
    /// Of a table of which some cells are hidden so far.
    pub fn new(of: &'a Problem<'a>, hidden: &[bool]) -> Self {
        let mut publisher = Self {
            tableau: Tableau::new(of.system, |cell| !hidden[cell as usize], 1),
            relations: Relations::new(of, hidden),
            watched: Watched::default(),
            standing: of.standing,
            contributors: of.contributors,
        };
        publisher.watch();
        publisher
    }

    /// What publishing a cell does, if it does no harm.
    pub fn harmless(&mut self, cell: u32) -> Option<Publication> {
        if self.relations.as_ref().is_some_and(|of| !of.leave_room(cell)) {
            return None;
        }
        let publication = self.tableau.publication(cell);
        self.is_harmless(cell, &publication).then_some(publication)
    }

    fn is_sensitive(&self, cell: u32) -> bool {
        self.standing[cell as usize] == Standing::Sensitive
    }

    fn watch(&mut self) {
        for cell in 0..self.standing.len() as u32 {
            if self.is_sensitive(cell) {
                self.watched.put(cell, self.tableau.moves(cell));
            }
        }
    }

    /// Publishes a cell.
    pub fn publish(&mut self, publication: &Publication) {
        self.tableau.publish(publication);
        if let Some(of) = &mut self.relations {
            of.publish(publication.cell);
        }
        for &(cell, pair) in &publication.changed {
            if self.is_sensitive(cell) {
                self.watched.put(cell, pair);
            }
        }
    }

    /// Whether no sensitive cell would follow from what is published, or from what one knows who is
    /// alone in a cell.
    fn is_harmless(&self, cell: u32, publication: &Publication) -> bool {
        let changed = publication.changed.iter();
        let sensitive = changed.filter(|&&(of, _)| of != cell && self.is_sensitive(of));
        let mut moved: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        let mut all: BTreeSet<u32> = BTreeSet::new();
        for &(of, pair) in sensitive {
            if pair == [0, 0] {
                return false;
            }
            moved.entry(proportion(pair)).or_default().push(of);
            all.insert(of);
        }
        moved.iter().all(|(proportion, cells)| {
            let others = self.watched.together.get(proportion).into_iter().flatten();
            let others = others.copied().filter(|other| !all.contains(other));
            let cells: Vec<u32> = cells.iter().copied().chain(others).collect();
            cells.len() == 1 || !self.is_told(&cells)
        })
    }

    /// Whether somebody who is alone in one of some cells is not in all others.
    fn is_told(&self, cells: &[u32]) -> bool {
        let alone = cells.iter().filter_map(|&cell| self.contributors.alone(cell));
        let mut strangers =
            alone.filter(|&who| cells.iter().any(|&cell| !self.contributors.is_in(cell, who)));
        strangers.next().is_some()
    }
}
