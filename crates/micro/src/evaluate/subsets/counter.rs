//! Counting subsets of the attributes, as long as it is worth it.

use super::Subset;
use super::cube::Cube;
use rayon::prelude::*;
use ridotto_core::Hierarchy;
use ridotto_core::class::Tally;

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
    /// Each attribute's level in `columns`.
    base: Vec<u8>,
    /// The classes' codes, attribute by attribute; nothing for an attribute with too many values.
    columns: Vec<Vec<u16>>,
    /// The pairs that can be counted.
    pairs: Vec<[usize; 2]>,
    /// Thresholds left.
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
        let column = |attribute: usize| -> Vec<u16> {
            let codes = || (0..classes.len()).map(|class| classes.code(class, attribute));
            let fits = hierarchies[attribute].groups(0) <= COMBINATIONS;
            if fits { codes().map(|code| code as u16).collect() } else { Vec::new() }
        };
        let columns = (0..count).into_par_iter().map(column).collect();
        let (counts, base) = (classes.counts(), bottom);
        Some(Self { counts, hierarchies, least, base, columns, pairs, left: STEPS })
    }

    /// What pairs suppress.
    pub fn pairs(&self) -> Vec<Subset> {
        self.pairs.par_iter().map(|pair| self.count(pair)).collect()
    }

    /// How many groups a level of an attribute has.
    pub fn groups(&self, of: usize, level: u8) -> usize {
        self.hierarchies[of].groups(level.into())
    }

    /// What some attributes suppress from these levels on, which are not below those asked for
    /// before. `None` if that would take too long.
    pub fn subset(&mut self, attributes: &[usize], bottom: &[u8]) -> Option<Subset> {
        let cost = cost(self.hierarchies, attributes, bottom)? + self.counts.len();
        self.left = self.left.checked_sub(cost)?;
        self.rise(bottom);
        // An attribute with too many values has no codes here, though it may have few groups there.
        let is_coded = |&of: &usize| self.columns[of].len() == self.counts.len();
        attributes.iter().all(is_coded).then(|| self.count(attributes))
    }

    /// Replaces codes by those of higher levels.
    fn rise(&mut self, to: &[u8]) {
        let each = self.columns.iter_mut().zip(self.hierarchies).zip(self.base.iter_mut().zip(to));
        for ((column, hierarchy), (from, &to)) in each.filter(|(_, (from, to))| **from < **to) {
            let up = hierarchy.step((*from).into(), to.into());
            for code in column {
                *code = up[usize::from(*code)] as u16;
            }
            *from = to;
        }
    }

    /// What some attributes suppress from the base on.
    fn count(&self, attributes: &[usize]) -> Subset {
        let hierarchies: Vec<&Hierarchy> =
            attributes.iter().map(|&of| &self.hierarchies[of]).collect();
        let mut levels: Vec<usize> = attributes.iter().map(|&of| self.base[of].into()).collect();
        let codes: Vec<&[u16]> = attributes.iter().map(|&of| &self.columns[of][..]).collect();
        let values = hierarchies.iter().zip(&levels).map(|(of, &level)| of.groups(level)).collect();
        let cube = Cube::count(values, &codes, self.counts);
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
