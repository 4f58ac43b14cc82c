//! Recoding of dimensions: categories are merged into the groups above them until no cell is sensitive.
//!
//! A cut through the tree of each dimension says what is published: below a node that is *closed* nothing is, so
//! that its categories are merged there, and finer ones stay elsewhere (full subtree recoding). Where all
//! nodes of a level are closed, levels below it are cut off as a whole. The cells of a coarser table are cells
//! of the finer one, so which cuts are safe follows from the sensitive cells alone, without counting anew.
//!
//! Few cuts are all looked at, the cheapest first. Where there are too many, whole levels compete with a
//! cover: the group that costs least for each sensitive cell that it merges is closed, again and again,
//! and groups that are not needed in the end are opened.
//!
//! # Guarantee
//! No published cell is sensitive; and if it is said to be proved, no other cut that is safe costs less.
//!
//! # Does not protect against
//! What is coarser tells less, but it tells the truth: a cell that no rule calls sensitive is published
//! as it is.

use std::cmp::Ordering;

/// Cells of dimensions with groups.
#[derive(Clone, Debug, Default)]
pub struct Merging {
    dimensions: Vec<Tree>,
    cells: Vec<Cell>,
}

/// The nodes of a dimension.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The node above each; the last is the total, which has itself.
    pub parents: Vec<u32>,
    /// The level of each.
    pub levels: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Cell {
    nodes: Vec<u32>,
    cost: f64,
    is_sensitive: bool,
}

/// For each dimension which of its nodes are closed.
pub type Cut = Vec<Vec<bool>>;

/// A cut that leaves no sensitive cell, or one after which others have to be hidden.
#[derive(Clone, Debug, PartialEq)]
pub struct Recoded {
    /// What is closed.
    pub cut: Cut,
    /// What it costs that cells are not published because they are finer.
    pub lost: f64,
    /// What hiding the sensitive cells that are left costs, with all others that are hidden for it.
    pub hiding: f64,
    /// Whether all cuts were looked at that could have cost less.
    pub is_least: bool,
}

/// What hiding costs after a cut that leaves so many sensitive cells; `None` if it cannot be protected.
pub type Price<'a> = &'a mut dyn FnMut(&Cut, u64) -> Option<f64>;

impl Merging {
    /// No cells yet.
    pub fn new(dimensions: Vec<Tree>) -> Self {
        Self { dimensions, cells: Vec::new() }
    }

    /// A cell, by its node in each dimension.
    pub fn add(&mut self, nodes: Vec<u32>, cost: f64, is_sensitive: bool) {
        self.cells.push(Cell { nodes, cost, is_sensitive });
    }

    /// The cut that closes nothing.
    fn none(&self) -> Cut {
        self.dimensions.iter().map(|tree| vec![false; tree.parents.len()]).collect()
    }

    /// For each dimension which nodes are below a closed one.
    pub fn below(&self, cut: &Cut) -> Vec<Vec<bool>> {
        let of = |(tree, closed): (&Tree, &Vec<bool>)| {
            let mut below = vec![false; closed.len()];
            // Nodes stand before those above them.
            for (node, &parent) in tree.parents.iter().enumerate().rev() {
                let parent = parent as usize;
                below[node] = parent != node && (closed[parent] || below[parent]);
            }
            below
        };
        self.dimensions.iter().zip(cut).map(of).collect()
    }

    /// What a cut costs, and how many sensitive cells it leaves.
    fn judged(&self, cut: &Cut) -> (f64, u64) {
        let below = self.below(cut);
        let (mut lost, mut left) = (0.0, 0);
        for cell in &self.cells {
            if is_lost(&below, &cell.nodes) {
                lost += cell.cost;
            } else {
                left += u64::from(cell.is_sensitive);
            }
        }
        (lost, left)
    }

    /// How many cuts there are; as many as can be counted, if there are more.
    fn count(&self) -> u64 {
        let of = |tree: &Tree| {
            let mut cuts = vec![1_u64; tree.parents.len()];
            let mut is_group = vec![false; tree.parents.len()];
            for (node, &parent) in tree.parents.iter().enumerate() {
                let own = if is_group[node] { cuts[node].saturating_add(1) } else { 1 };
                cuts[node] = own;
                let parent = parent as usize;
                if parent != node {
                    is_group[parent] = true;
                    cuts[parent] = cuts[parent].saturating_mul(own);
                }
            }
            cuts.last().copied().unwrap_or(1)
        };
        self.dimensions.iter().map(of).fold(1, u64::saturating_mul)
    }

    /// All cuts.
    fn cuts(&self) -> Vec<Cut> {
        let of = |tree: &Tree| {
            let size = tree.parents.len();
            let mut cuts: Vec<Option<Vec<Vec<bool>>>> = vec![None; size];
            for (node, &parent) in tree.parents.iter().enumerate() {
                let own = match cuts[node].take() {
                    None => vec![vec![false; size]],
                    Some(mut finer) => {
                        let mut closed = vec![false; size];
                        closed[node] = true;
                        finer.push(closed);
                        finer
                    }
                };
                let parent = parent as usize;
                if parent == node {
                    return own;
                }
                cuts[parent] = Some(match cuts[parent].take() {
                    None => own,
                    Some(others) => product(&others, &own, |a, b| {
                        a.iter().zip(b).map(|(a, b)| *a || *b).collect()
                    }),
                });
            }
            Vec::new()
        };
        self.dimensions.iter().map(of).fold(vec![Vec::new()], |all, own| {
            product(&all, &own, |cut: &Cut, closed| {
                let mut cut = cut.clone();
                cut.push(closed.clone());
                cut
            })
        })
    }

    /// The cuts of whole levels.
    fn of_levels(&self) -> Vec<Cut> {
        let of = |tree: &Tree| -> Vec<Vec<bool>> {
            let most = tree.levels.iter().copied().max().unwrap_or(0);
            let at = |level: u8| {
                tree.levels.iter().map(move |&own| level > 0 && own == level).collect::<Vec<bool>>()
            };
            (0..=most).map(at).collect()
        };
        self.dimensions.iter().map(of).fold(vec![Vec::new()], |all, own| {
            product(&all, &own, |cut: &Cut, closed| {
                let mut cut = cut.clone();
                cut.push(closed.clone());
                cut
            })
        })
    }

    /// The cheapest cut: what is lost, and what hiding costs. Up to so many cuts are all looked at; of equals
    /// the later dimensions stay finer. `None` if none can be protected.
    pub fn cheapest(
        &self,
        most: u64,
        price: Price<'_>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Recoded> {
        let is_all = self.count() <= most;
        let mut cuts = if is_all { self.cuts() } else { self.of_levels() };
        if !is_all {
            cuts.extend(self.cover(stopped));
        }
        let mut cuts: Vec<(f64, u64, Cut)> = cuts
            .into_iter()
            .map(|cut| {
                let (lost, left) = self.judged(&cut);
                (lost, left, cut)
            })
            .collect();
        cuts.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| self.later_finer(&a.2, &b.2)));
        let mut best: Option<Recoded> = None;
        let mut is_over = false;
        for (lost, left, cut) in cuts {
            let total = |of: &Recoded| of.lost + of.hiding;
            if best.as_ref().is_some_and(|best| lost >= total(best)) {
                break;
            }
            if stopped() {
                is_over = true;
                break;
            }
            let Some(hiding) = price(&cut, left) else { continue };
            if best.as_ref().is_none_or(|best| lost + hiding < total(best)) {
                best = Some(Recoded { cut, lost, hiding, is_least: false });
            }
        }
        let mut best = best?;
        best.is_least = is_all && !is_over;
        if is_all { Some(best) } else { Some(self.improved(best, price, stopped)) }
    }

    /// Of two cuts first that which merges more in an earlier dimension.
    fn later_finer(&self, a: &Cut, b: &Cut) -> Ordering {
        let merged = |cut: &Cut| -> Vec<usize> {
            let count = |below: &Vec<bool>| below.iter().filter(|below| **below).count();
            self.below(cut).iter().map(count).collect()
        };
        merged(b).cmp(&merged(a)).then_with(|| b.cmp(a))
    }

    /// A cut that leaves no sensitive cell, found by closing what costs least for each that it merges.
    fn cover(&self, stopped: &dyn Fn() -> bool) -> Option<Cut> {
        let mut cut = self.none();
        let mut order = Vec::new();
        while self.judged(&cut).1 > 0 && !stopped() {
            let (dimension, node) = self.next(&cut)?;
            cut[dimension][node] = true;
            order.push((dimension, node));
        }
        // What was closed first may not be needed any more.
        for (dimension, node) in order {
            cut[dimension][node] = false;
            cut[dimension][node] = self.judged(&cut).1 > 0;
        }
        (self.judged(&cut).1 == 0).then_some(cut)
    }

    /// The group to be closed next; `None` if each sensitive cell that is left is total in every dimension.
    fn next(&self, cut: &Cut) -> Option<(usize, usize)> {
        let below = self.below(cut);
        let sizes = || self.dimensions.iter().map(|tree| tree.parents.len());
        let mut costs: Vec<Vec<f64>> = sizes().map(|size| vec![0.0; size]).collect();
        let mut hits: Vec<Vec<u64>> = sizes().map(|size| vec![0; size]).collect();
        for cell in self.cells.iter().filter(|cell| !is_lost(&below, &cell.nodes)) {
            for (at, (tree, &node)) in self.dimensions.iter().zip(&cell.nodes).enumerate() {
                let mut node = node as usize;
                while tree.parents[node] as usize != node {
                    node = tree.parents[node] as usize;
                    costs[at][node] += cell.cost;
                    hits[at][node] += u64::from(cell.is_sensitive);
                }
            }
        }
        let mut best: Option<(f64, (usize, usize))> = None;
        for (at, hits) in hits.iter().enumerate() {
            for (node, &hit) in hits.iter().enumerate().filter(|(_, hit)| **hit > 0) {
                let each = costs[at][node] / hit as f64;
                if best.is_none_or(|(least, _)| each < least) {
                    best = Some((each, (at, node)));
                }
            }
        }
        best.map(|(_, group)| group)
    }

    /// The same, with single groups opened or closed as long as that costs less.
    fn improved(&self, mut best: Recoded, price: Price<'_>, stopped: &dyn Fn() -> bool) -> Recoded {
        let mut asked = 0;
        let mut is_new = true;
        while is_new {
            is_new = false;
            for (at, tree) in self.dimensions.iter().enumerate() {
                for node in tree.groups() {
                    let mut cut = best.cut.clone();
                    cut[at][node] = !cut[at][node];
                    let (lost, left) = self.judged(&cut);
                    if lost >= best.lost + best.hiding {
                        continue;
                    }
                    if asked == TRIED || stopped() {
                        return best;
                    }
                    asked += 1;
                    let Some(hiding) = price(&cut, left) else { continue };
                    if lost + hiding < best.lost + best.hiding {
                        best = Recoded { cut, lost, hiding, is_least: false };
                        is_new = true;
                    }
                }
            }
        }
        best
    }
}

/// Single changes whose price is asked at most: each may be a search of its own.
const TRIED: usize = 200;

impl Tree {
    /// Nodes with others below them.
    fn groups(&self) -> impl Iterator<Item = usize> + use<> {
        let mut is_group = vec![false; self.parents.len()];
        for (node, &parent) in self.parents.iter().enumerate() {
            is_group[parent as usize] |= parent as usize != node;
        }
        is_group.into_iter().enumerate().filter(|(_, is)| *is).map(|(node, _)| node)
    }
}

/// Whether a cell is finer than what is published.
pub fn is_lost(below: &[Vec<bool>], nodes: &[u32]) -> bool {
    nodes.iter().zip(below).any(|(&node, below)| below[node as usize])
}

/// All pairs, made into one each.
fn product<A, B, C>(a: &[A], b: &[B], pair: impl Fn(&A, &B) -> C) -> Vec<C> {
    a.iter().flat_map(|a| b.iter().map(|b| pair(a, b)).collect::<Vec<C>>()).collect()
}

#[cfg(test)]
mod tests;
