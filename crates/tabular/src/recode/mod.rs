//! Recoding of dimensions: levels are cut off from below until no cell is sensitive.
//!
//! The cells of a coarser table are cells of the finer one, so each sensitive cell alone says at which
//! levels it is published: at all that are not above its own. Which cuts are safe follows from
//! the levels of sensitive cells, without counting anything anew; that is why all of them can be looked at.
//!
//! # Guarantee
//! No published cell is sensitive, and no other cut that is safe keeps more cells.
//!
//! # Does not protect against
//! What is coarser tells less, but it tells the truth: a cell that no rule calls sensitive is published
//! as it is.

use std::collections::BTreeMap;

/// How many cells of each combination of levels there are, and how many of them are sensitive.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    /// How many levels each dimension has, the total being the last.
    heights: Vec<usize>,
    cells: BTreeMap<Vec<u8>, (u64, u64)>,
}

/// The least level of each dimension that is published.
pub type Cut = Vec<u8>;

/// A cut that leaves no sensitive cell, or one after which others have to be hidden.
#[derive(Clone, Debug, PartialEq)]
pub struct Recoded {
    /// The least level of each dimension that is published.
    pub cut: Cut,
    /// How many cells are not published because they are finer.
    pub lost: u64,
    /// What hiding the sensitive cells that are left costs.
    pub hiding: f64,
}

impl Levels {
    /// No cells, of dimensions with so many levels.
    pub fn new(heights: Vec<usize>) -> Self {
        Self { heights, cells: BTreeMap::new() }
    }

    /// A cell at some levels.
    pub fn add(&mut self, levels: &[u8], is_sensitive: bool) {
        if let Some((all, sensitive)) = self.cells.get_mut(levels) {
            (*all, *sensitive) = (*all + 1, *sensitive + u64::from(is_sensitive));
        } else {
            self.cells.insert(levels.to_vec(), (1, is_sensitive.into()));
        }
    }

    /// How many cells a cut loses, and how many sensitive ones it leaves.
    fn judged(&self, cut: &[u8]) -> (u64, u64) {
        let (mut lost, mut left) = (0, 0);
        for (levels, (all, sensitive)) in &self.cells {
            if levels.iter().zip(cut).all(|(level, least)| level >= least) {
                left += sensitive;
            } else {
                lost += all;
            }
        }
        (lost, left)
    }

    /// All cuts.
    fn cuts(&self) -> Vec<Cut> {
        self.heights.iter().fold(vec![Vec::new()], |all, &height| {
            let longer =
                |cut: Cut| (0..height as u8).map(move |level| [&cut[..], &[level]].concat());
            all.into_iter().flat_map(longer).collect()
        })
    }

    /// The cut that loses fewest cells of those that leave no sensitive one; of equals the one that
    /// keeps the later dimensions finer. `None` if even the grand total is sensitive.
    pub fn least(&self) -> Option<Recoded> {
        let safe = self.cuts().into_iter().filter_map(|cut| {
            let (lost, left) = self.judged(&cut);
            (left == 0).then_some(Recoded { cut, lost, hiding: 0.0 })
        });
        safe.min_by(|a, b| (a.lost, &b.cut).cmp(&(b.lost, &a.cut)))
    }

    /// The cheapest of all cuts: a lost cell costs `each`, and the sensitive cells that are left, so
    /// many, what is asked for; `None` from it says that a cut cannot be protected. What a cut loses is what
    /// it costs at least, so dear ones are not asked for.
    pub fn with_hiding(
        &self,
        each: f64,
        mut hiding: impl FnMut(&[u8], u64) -> Option<f64>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Recoded> {
        let mut cuts: Vec<(u64, Cut)> =
            (self.cuts().into_iter()).map(|cut| (self.judged(&cut).0, cut)).collect();
        cuts.sort();
        let mut best: Option<(f64, Recoded)> = None;
        for (lost, cut) in cuts {
            let least = lost as f64 * each;
            if best.as_ref().is_some_and(|(cost, _)| least >= *cost) || stopped() {
                break;
            }
            let Some(own) = hiding(&cut, self.judged(&cut).1) else { continue };
            if best.as_ref().is_none_or(|(cost, _)| least + own < *cost) {
                best = Some((least + own, Recoded { cut, lost, hiding: own }));
            }
        }
        best.map(|(_, recoded)| recoded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Four values in two groups and a total by two values and a total. A value of the first group is
    /// rare at one value of the other dimension.
    fn small() -> Levels {
        let mut levels = Levels::new(vec![3, 2]);
        for (level, nodes) in [(0_u8, 4), (1, 2), (2, 1)] {
            for (other, width) in [(0_u8, 2), (1, 1)] {
                for node in 0..nodes * width {
                    levels.add(&[level, other], (level, other, node) == (0, 0, 0));
                }
            }
        }
        levels
    }

    #[test]
    fn the_cut_that_loses_least() {
        // Without the values of the first dimension 12 of 21 are lost; without those of the second 14.
        let found = small().least().unwrap();
        assert_eq!((found.cut, found.lost), (vec![1, 0], 12));
        let mut worse = small();
        worse.add(&[2, 1], true);
        assert_eq!(worse.least(), None);
    }

    #[test]
    fn hiding_competes_with_cutting() {
        let none = || false;
        let cheap = small().with_hiding(1.0, |_, left| Some(left as f64 * 4.0), &none).unwrap();
        assert_eq!((cheap.cut, cheap.hiding), (vec![0, 0], 4.0));
        let dear = small().with_hiding(1.0, |_, left| Some(left as f64 * 40.0), &none).unwrap();
        assert_eq!((dear.cut, dear.lost), (vec![1, 0], 12));
        let never = small().with_hiding(1.0, |_, left| (left == 0).then_some(0.0), &none).unwrap();
        assert_eq!(never.cut, vec![1, 0]);
    }

    proptest! {
        /// Against looking at every cell of every cut.
        #[test]
        fn no_safe_cut_keeps_more(
            cells in proptest::collection::vec((0_u8..3, 0_u8..2, 0_u8..4, 0_u8..7), 1..40),
        ) {
            let cells: Vec<([u8; 3], bool)> =
                cells.into_iter().map(|(a, b, c, rare)| ([a, b, c], rare == 0)).collect();
            let mut levels = Levels::new(vec![3, 2, 4]);
            for (at, is_sensitive) in &cells {
                levels.add(at, *is_sensitive);
            }
            let mut most: Option<usize> = None;
            for cut in 0..24_u8 {
                let cut = [cut / 8, cut / 4 % 2, cut % 4];
                let is_kept = |at: &[u8; 3]| at.iter().zip(&cut).all(|(at, cut)| at >= cut);
                let kept: Vec<_> = cells.iter().filter(|(at, _)| is_kept(at)).collect();
                if kept.iter().all(|(_, is_sensitive)| !is_sensitive) {
                    most = most.max(Some(kept.len()));
                }
            }
            let found = levels.least().map(|found| cells.len() - found.lost as usize);
            prop_assert_eq!(found, most);
        }
    }
}
