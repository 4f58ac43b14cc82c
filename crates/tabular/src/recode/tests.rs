//! Cuts against trying all of them, and hiding against cutting.

use super::*;
use proptest::prelude::*;

/// Four values in two groups, and a total.
fn groups() -> Tree {
    Tree { parents: vec![4, 4, 5, 5, 6, 6, 6], levels: vec![0, 0, 0, 0, 1, 1, 2] }
}

/// Two values and a total.
fn two() -> Tree {
    Tree { parents: vec![2, 2, 2], levels: vec![0, 0, 1] }
}

/// All cells of the two; the first value of the first is rare at the first of the second.
fn small() -> Merging {
    let mut cells = Merging::new(vec![groups(), two()]);
    for first in 0..7 {
        for second in 0..3 {
            cells.add(vec![first, second], 1.0, (first, second) == (0, 0));
        }
    }
    cells
}

fn safe(_: &Cut, left: u64) -> Option<f64> {
    (left == 0).then_some(0.0)
}

/// Both values of the group of the rare one are merged: six cells are lost. Without the level it were twelve.
#[test]
fn categories_are_merged_where_it_is_needed() {
    let found = small().cheapest(1000, &mut safe, &|| false).unwrap();
    assert!(found.is_least);
    assert_eq!(found.lost.to_string(), "6");
    let closed: Vec<usize> = (0..7).filter(|&node| found.cut[0][node]).collect();
    assert_eq!((closed, found.cut[1].contains(&true)), (vec![4], false));
    let levels = small().of_levels().into_iter().map(|cut| small().judged(&cut));
    let safe_levels = levels.filter(|(_, left)| *left == 0).map(|(lost, _)| lost);
    let least = safe_levels.min_by(f64::total_cmp).unwrap();
    assert_eq!(least.to_string(), "12");
    let mut worse = small();
    worse.add(vec![6, 2], 1.0, true);
    assert_eq!(worse.cheapest(1000, &mut safe, &|| false), None);
    assert_eq!(worse.cheapest(1, &mut safe, &|| false), None);
}

#[test]
fn hiding_competes_with_merging() {
    let none = || false;
    for most in [1000, 1] {
        let mut cheap = |_: &Cut, left: u64| Some(left as f64 * 4.0);
        let found = small().cheapest(most, &mut cheap, &none).unwrap();
        assert_eq!((found.lost + found.hiding).to_string(), "4");
        let mut dear = |_: &Cut, left: u64| Some(left as f64 * 40.0);
        let found = small().cheapest(most, &mut dear, &none).unwrap();
        assert_eq!([found.lost, found.hiding].map(|cost| cost.to_string()), ["6", "0"]);
    }
}

/// The least of all sets of closed groups that leave nothing sensitive, by trying every set.
fn brute(of: &Merging) -> Option<f64> {
    let groups: Vec<(usize, usize)> = (of.dimensions.iter().enumerate())
        .flat_map(|(at, tree)| tree.groups().map(move |node| (at, node)))
        .collect();
    let sets = 0..1_u32 << groups.len();
    let costs = sets.filter_map(|set| {
        let mut cut = of.none();
        for (bit, &(at, node)) in groups.iter().enumerate() {
            cut[at][node] = set >> bit & 1 == 1;
        }
        let (lost, left) = of.judged(&cut);
        (left == 0).then_some(lost)
    });
    costs.min_by(f64::total_cmp)
}

proptest! {
    #[test]
    fn no_safe_cut_costs_less(
        cells in proptest::collection::vec((0_u32..7, 0_u32..3, 0_u32..7, 1_u8..9, 0_u8..6), 1..50),
    ) {
        let mut merging = Merging::new(vec![groups(), two(), groups()]);
        for (first, second, third, cost, rare) in cells {
            merging.add(vec![first, second, third], cost.into(), rare == 0);
        }
        let least = brute(&merging);
        let exact = merging.cheapest(u64::MAX, &mut safe, &|| false);
        prop_assert_eq!(exact.as_ref().map(|of| of.lost), least);
        prop_assert!(exact.is_none_or(|of| of.is_least));
        // What is found without trying all is safe, and never dearer than whole levels.
        let quick = merging.cheapest(1, &mut safe, &|| false);
        prop_assert_eq!(quick.is_some(), least.is_some());
        let levels = merging.of_levels().into_iter().map(|cut| merging.judged(&cut));
        let levels = levels.filter(|(_, left)| *left == 0).map(|(lost, _)| lost);
        if let (Some(quick), Some(levels)) = (quick, levels.min_by(f64::total_cmp)) {
            prop_assert_eq!(merging.judged(&quick.cut), (quick.lost, 0));
            prop_assert!(quick.lost <= levels && quick.lost >= least.unwrap());
        }
    }
}
