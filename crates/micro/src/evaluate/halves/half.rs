//! Half of a key: some attributes and the distinct combinations of their values.

use super::number_pairs;
use ridotto_core::class::Tally;
use ridotto_core::objective::Gauge;
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
    /// Combination → group.
    pub map: Vec<u32>,
    /// How many groups there are.
    pub groups: usize,
    /// For each attribute the generalised code of every group.
    pub codes: Vec<Vec<Code>>,
    /// For each attribute how many groups its level has.
    pub groups_of: Vec<usize>,
}

impl View {
    fn numbers(&self) -> usize {
        self.map.len() + self.groups * self.codes.len()
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
        let mut of_class = vec![0; classes.len()];
        let mut combinations = 1;
        for &attribute in &attributes {
            let codes = (0..classes.len()).map(|class| classes.code(class, attribute));
            let radix = hierarchies[attribute].groups(base[attribute].into());
            combinations = number_pairs(&mut of_class, combinations, codes, radix);
        }
        let mut codes = vec![vec![0; combinations]; attributes.len()];
        for (class, &combination) in of_class.iter().enumerate() {
            for (codes, &attribute) in codes.iter_mut().zip(&attributes) {
                codes[combination as usize] = classes.code(class, attribute);
            }
        }
        for (codes, &attribute) in codes.iter_mut().zip(&attributes) {
            let values = first_values(&hierarchies[attribute], base[attribute]);
            for code in codes {
                *code = values[*code as usize];
            }
        }
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
        let view = Arc::new(self.make_view(levels));
        views.numbers += view.numbers();
        if views.numbers > KEPT {
            *views = Views { numbers: view.numbers(), ..Views::default() };
        }
        views.by_levels.insert(levels.to_vec(), Arc::clone(&view));
        view
    }

    fn make_view(&self, levels: &[u8]) -> View {
        let mut map = vec![0; self.tuples()];
        let mut groups = 1;
        let at = || self.attributes.iter().map(|&at| &self.hierarchies[at]).zip(levels);
        for ((hierarchy, &level), codes) in at().zip(&self.codes) {
            let radix = hierarchy.groups(level.into());
            if radix > 1 {
                let up = hierarchy.map(level.into());
                let codes = codes.iter().map(|&code| up[code as usize]);
                groups = number_pairs(&mut map, groups, codes, radix);
            }
        }
        let mut codes = vec![vec![0; groups]; levels.len()];
        for (((hierarchy, &level), from), to) in at().zip(&self.codes).zip(&mut codes) {
            let up = hierarchy.map(level.into());
            for (&group, &code) in map.iter().zip(from) {
                to[group as usize] = up[code as usize];
            }
        }
        let groups_of = at().map(|(hierarchy, &level)| hierarchy.groups(level.into())).collect();
        View { map, groups, codes, groups_of }
    }

    /// For each group of a view the product of its leaves' weighed numbers.
    pub fn ambiguity(&self, view: &View, node: &[u8], gauge: &Gauge) -> Vec<f64> {
        let mut products = vec![1.0; view.groups];
        for (&attribute, codes) in self.attributes.iter().zip(&view.codes) {
            let leaves = self.hierarchies[attribute].leaves(node[attribute].into());
            for (product, &code) in products.iter_mut().zip(codes) {
                *product *= gauge.ambiguity_factor(attribute, leaves[code as usize]);
            }
        }
        products
    }
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
