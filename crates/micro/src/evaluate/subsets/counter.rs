//! Counting subsets of the attributes, as long as it is worth it.

use super::cube::Cube;
use super::{Subset, Subsets};
use rayon::prelude::*;
use ridotto_core::class::Tally;
use ridotto_core::{Code, Hierarchy};
use rustc_hash::FxHashSet;

/// Subsets with more combinations of values, or of levels, than this are not counted.
const COMBINATIONS: usize = 1 << 16;
/// To count a class, or a combination of groups, is a step; if pairs would take more than these,
/// they are not counted, and larger subsets are as long as they take no more.
const STEPS: usize = 1 << 25;

/// Counts subsets of the attributes of a table.
#[derive(Debug)]
pub struct Counter<'a> {
    counts: &'a [u64],
    hierarchies: &'a [Hierarchy],
    /// The rows that a class needs.
    least: u64,
    /// The classes' codes, attribute by attribute.
    columns: Vec<Vec<Code>>,
    /// The pairs that can be counted.
    pairs: Vec<[usize; 2]>,
    /// Steps left.
    left: usize,
}

impl<'a> Counter<'a> {
    /// Begins with no subset counted. `None` if not even pairs are worth it.
    pub fn new(classes: &'a Tally, hierarchies: &'a [Hierarchy], least: u64) -> Option<Self> {
        let count = hierarchies.len();
        let all = (0..count).flat_map(|b| (0..b).map(move |a| [a, b]));
        let bottom = vec![0; count];
        let cost = |pair: &[usize; 2]| Some(cost(hierarchies, pair, &bottom)? + classes.len());
        let pairs: Vec<[usize; 2]> = all.filter(|pair| cost(pair).is_some()).collect();
        let steps: usize = pairs.iter().filter_map(cost).sum();
        if pairs.is_empty() || steps > STEPS {
            return None;
        }
        let column = |attribute: usize| -> Vec<Code> {
            (0..classes.len()).map(|class| classes.code(class, attribute)).collect()
        };
        let columns = (0..count).into_par_iter().map(column).collect();
        Some(Self { counts: classes.counts(), hierarchies, least, columns, pairs, left: STEPS })
    }

    /// What pairs suppress.
    pub fn pairs(&self) -> Subsets {
        let bottom = vec![0; self.hierarchies.len()];
        let count = |pair: &[usize; 2]| self.count(pair, &bottom);
        let groups = |of: &Hierarchy| (0..=of.height()).map(|level| of.groups(level)).collect();
        Subsets {
            all: self.pairs.par_iter().map(count).collect(),
            groups: self.hierarchies.iter().map(groups).collect(),
            larger: FxHashSet::default(),
        }
    }

    /// What some attributes suppress from these levels on. `None` if that would take too long.
    pub fn subset(&mut self, attributes: &[usize], bottom: &[u8]) -> Option<Subset> {
        let cost = cost(self.hierarchies, attributes, bottom)? + self.counts.len();
        self.left = self.left.checked_sub(cost)?;
        Some(self.count(attributes, bottom))
    }

    fn count(&self, attributes: &[usize], bottom: &[u8]) -> Subset {
        let hierarchies: Vec<&Hierarchy> =
            attributes.iter().map(|&of| &self.hierarchies[of]).collect();
        let mut levels: Vec<usize> = attributes.iter().map(|&of| bottom[of].into()).collect();
        let at = || hierarchies.iter().zip(&levels);
        let codes: Vec<&[Code]> = attributes.iter().map(|&of| &self.columns[of][..]).collect();
        let up: Vec<Vec<Code>> = at().map(|(of, &level)| of.step(0, level)).collect();
        let values = at().map(|(of, &level)| of.groups(level)).collect();
        let cube = Cube::count(values, &codes, &up, self.counts);
        let heights: Vec<usize> = hierarchies.iter().map(|of| of.height() + 1).collect();
        let mut subset = Subset::new(attributes.to_vec(), &heights);
        let strides = subset.strides.clone();
        cube.visit(0, &hierarchies, &mut levels, self.least, &mut |levels, suppressed| {
            let place: usize = levels.iter().zip(&strides).map(|(level, by)| level * by).sum();
            subset.suppressed[place] = suppressed;
        });
        subset
    }
}

/// The steps that coarsening the combinations of some attributes takes, from these levels on: at
/// every combination of levels there are the products of their groups. `None` if there are too many
/// to begin with.
fn cost(hierarchies: &[Hierarchy], attributes: &[usize], bottom: &[u8]) -> Option<usize> {
    let each = || attributes.iter().map(|&of| (&hierarchies[of], usize::from(bottom[of])));
    let cells = each().try_fold(1_usize, |all, (of, from)| all.checked_mul(of.groups(from)))?;
    let levels = each().try_fold(1_usize, |all, (of, _)| all.checked_mul(of.height() + 1))?;
    if cells > COMBINATIONS || levels > COMBINATIONS {
        return None;
    }
    let groups = |(of, from): (&Hierarchy, usize)| -> usize {
        (from..=of.height()).map(|level| of.groups(level)).sum()
    };
    each().map(groups).try_fold(1_usize, usize::checked_mul)
}
