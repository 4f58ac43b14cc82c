//! Half of a key: some attributes and the distinct combinations of their values.

use super::numbering::Numbering;
use crate::lattice::is_at_most;
use ridotto_core::class::Tally;
use ridotto_core::objective::Scorer;
use ridotto_core::{Code, Hierarchy};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

/// Some attributes of the key, their distinct combinations, and which one each class has.
#[derive(Debug)]
pub struct Half<'a> {
    hierarchies: &'a [Hierarchy],
    /// The attributes, as places in the key.
    pub attributes: Vec<usize>,
    /// For each attribute the code in every combination.
    codes: Vec<Vec<Code>>,
    /// The combination that each class of the tally has.
    pub of_class: Vec<u32>,
    views: RefCell<Views>,
}

/// Views at hand. When they hold too many numbers all are dropped: a search stays among few
/// levels for long, so the ones in use are soon made again.
#[derive(Debug, Default)]
struct Views {
    by_levels: FxHashMap<Vec<u8>, Arc<View>>,
    numbers: usize,
}

/// Numbers that the views of a half hold at most: 64 MB.
const KEPT: usize = 1 << 24;

/// A half at some levels: which combinations have become the same.
#[derive(Debug)]
pub struct View {
    /// Combination → group. Groups are numbered as they appear.
    pub map: Vec<u32>,
    /// How many groups there are.
    pub groups: usize,
    /// The first combination of each group.
    first: Vec<u32>,
    /// For each attribute the generalised code of every group.
    pub codes: Vec<Vec<Code>>,
    /// For each attribute how many groups its level has.
    pub groups_of: Vec<usize>,
}

impl Views {
    /// The view at hand that is finer and has the fewest groups.
    fn finer(&self, levels: &[u8]) -> Option<&View> {
        let finer = self.by_levels.iter().filter(|(at, _)| is_at_most(at, levels));
        finer.map(|(_, view)| &**view).min_by_key(|view| view.groups)
    }
}

impl View {
    fn numbers(&self) -> usize {
        self.map.len() + self.groups * (self.codes.len() + 1)
    }
}

impl<'a> Half<'a> {
    /// The combinations of some attributes in a tally whose codes are groups at the `base` levels.
    pub fn new(
        classes: &Tally,
        hierarchies: &'a [Hierarchy],
        base: &[u8],
        attributes: Vec<usize>,
    ) -> Self {
        let mut numbering = Numbering::new(classes.len());
        for &attribute in &attributes {
            let codes = (0..classes.len()).map(|class| classes.code(class, attribute));
            numbering.split(codes, hierarchies[attribute].groups(base[attribute].into()));
        }
        let (of_class, _) = numbering.finish();
        let first = firsts(&of_class);
        let codes = |&attribute: &usize| {
            let values = first_values(&hierarchies[attribute], base[attribute]);
            let code = |&class: &u32| values[classes.code(class as usize, attribute) as usize];
            first.iter().map(code).collect()
        };
        let codes = attributes.iter().map(codes).collect();
        Self { hierarchies, attributes, codes, of_class, views: RefCell::default() }
    }

    /// How many combinations there are.
    pub fn tuples(&self) -> usize {
        self.codes.first().map_or(1, Vec::len)
    }

    /// The place of a key attribute within this half.
    pub fn place(&self, attribute: usize) -> usize {
        let place = self.attributes.iter().position(|&at| at == attribute);
        place.expect("the attribute is of this half")
    }

    /// This half's part of a node.
    pub fn levels(&self, node: &[u8]) -> Vec<u8> {
        self.attributes.iter().map(|&attribute| node[attribute]).collect()
    }

    /// The half at some levels.
    pub fn view(&self, levels: &[u8]) -> Arc<View> {
        let mut views = self.views.borrow_mut();
        if let Some(view) = views.by_levels.get(levels) {
            return Arc::clone(view);
        }
        let view = Arc::new(self.make_view(levels, views.finer(levels)));
        views.numbers += view.numbers();
        if views.numbers > KEPT {
            *views = Views { numbers: view.numbers(), ..Views::default() };
        }
        views.by_levels.insert(levels.to_vec(), Arc::clone(&view));
        view
    }

    /// Makes a view from a finer one, or from the combinations themselves. Groups have the same
    /// numbers either way: those of the finer view are numbered as they appear, too.
    fn make_view(&self, levels: &[u8], finer: Option<&View>) -> View {
        let all: Vec<u32>;
        let from: &[u32] = if let Some(finer) = finer {
            &finer.first
        } else {
            all = (0..self.tuples() as u32).collect();
            &all
        };
        let at = || self.attributes.iter().map(|&at| &self.hierarchies[at]).zip(levels);
        let mut numbering = Numbering::new(from.len());
        for ((hierarchy, &level), codes) in at().zip(&self.codes) {
            let up = hierarchy.map(level.into());
            let codes = from.iter().map(|&tuple| up[codes[tuple as usize] as usize]);
            numbering.split(codes, hierarchy.groups(level.into()));
        }
        let (numbers, groups) = numbering.finish();
        let first: Vec<u32> = firsts(&numbers).into_iter().map(|at| from[at as usize]).collect();
        let codes = at().zip(&self.codes).map(|((hierarchy, &level), codes)| {
            let up = hierarchy.map(level.into());
            let code = |&tuple: &u32| up[codes[tuple as usize] as usize];
            first.iter().map(code).collect()
        });
        let codes = codes.collect();
        let groups_of = at().map(|(hierarchy, &level)| hierarchy.groups(level.into())).collect();
        let map = match finer {
            Some(finer) => finer.map.iter().map(|&group| numbers[group as usize]).collect(),
            None => numbers,
        };
        View { map, groups, first, codes, groups_of }
    }

    /// For each group of a view the product of its leaves' weighed numbers.
    pub fn ambiguity(&self, view: &View, node: &[u8], scorer: &Scorer) -> Vec<f64> {
        let mut products = vec![1.0; view.groups];
        for (&attribute, codes) in self.attributes.iter().zip(&view.codes) {
            let leaves = self.hierarchies[attribute].leaves(node[attribute].into());
            for (product, &code) in products.iter_mut().zip(codes) {
                *product *= scorer.ambiguity_factor(attribute, leaves[code as usize]);
            }
        }
        products
    }
}

/// Where each number appears first, of numbers that count up as they appear.
fn firsts(numbers: &[u32]) -> Vec<u32> {
    let mut firsts = Vec::new();
    for (at, &number) in (0..).zip(numbers) {
        if number as usize == firsts.len() {
            firsts.push(at);
        }
    }
    firsts
}

/// A value of each group at a level, its first one. What a hierarchy makes of it at that level and
/// above it makes of the whole group.
fn first_values(hierarchy: &Hierarchy, level: u8) -> Vec<Code> {
    let mut first = vec![Code::MAX; hierarchy.groups(level.into())];
    for (value, &group) in (0..).zip(hierarchy.map(level.into())) {
        let first = &mut first[group as usize];
        *first = value.min(*first);
    }
    first
}
