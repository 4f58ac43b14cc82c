//! The cheapest pattern, by looking at every one.

use super::vectors::Case;
use super::*;
use crate::suppress::residue::scattered;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The least cost of a safe pattern, if there is one.
fn cheapest(case: &Case) -> Option<f64> {
    let open: Vec<usize> =
        (0..case.standing.len()).filter(|&cell| case.standing[cell] == Standing::Open).collect();
    let sensitive: Vec<bool> = case.standing.iter().map(|of| *of == Standing::Sensitive).collect();
    let mut patterns: Vec<(f64, u32)> = (0..1_u32 << open.len())
        .map(|bits| {
            let taken = (0..open.len()).filter(|at| bits >> at & 1 == 1);
            (taken.map(|at| case.cost[open[at]]).sum(), bits)
        })
        .collect();
    patterns.sort_by(|a, b| a.0.total_cmp(&b.0));
    let is_safe = |bits: u32| {
        let mut hidden = sensitive.clone();
        for (at, &cell) in open.iter().enumerate() {
            hidden[cell] |= bits >> at & 1 == 1;
        }
        case.unsafe_cells(&hidden) == 0
    };
    patterns.into_iter().find(|&(_, bits)| is_safe(bits)).map(|of| of.0)
}

/// A table of at most 16 cells with one or two sensitive cells, and who is in them.
fn cases() -> impl Strategy<Value = Case> {
    let inner = proptest::collection::vec(1_u32..12, 9);
    let costs = proptest::collection::vec(1_u8..6, 16);
    (inner, costs, 0..9_usize, 0..9_usize, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(inner, costs, one, other, is_wide, published, people)| {
            let of = if is_wide { sample(&[3, 3], &inner) } else { sample(&[2, 3], &inner[..6]) };
            let leaves: Vec<usize> =
                (0..of.values.len()).filter(|&cell| of.below[cell].len() == 1).collect();
            let picked = [one, other].map(|at| leaves[at % leaves.len()]);
            let mut picked = picked.to_vec();
            picked.sort_unstable();
            picked.dedup();
            let need = |&cell: &usize| {
                let value = of.values[cell];
                (cell, (value * 0.2).max(1.0).min(value), (value * 0.2).max(1.0))
            };
            let sensitive: Vec<(usize, f64, f64)> = picked.iter().map(need).collect();
            let mut contributors = Contributors::default();
            if people {
                // Each inner cell has one who holds most of it.
                for &cell in &leaves {
                    let amount = (of.values[cell] * 0.8).floor();
                    let who = of.below[cell][0] as u32;
                    let rest = of.values[cell] - amount;
                    contributors.insert(cell as u32, vec![Contributor { who, amount }], rest);
                }
            }
            let mut case = Case::new(of, &sensitive);
            case.contributors = contributors;
            case.cost = costs[..case.standing.len()].iter().map(|&cost| cost.into()).collect();
            if published { case.with_totals_published() } else { case }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// What is proved to be the cheapest is; and no method is cheaper, or says that nothing helps where
    /// something does.
    #[test]
    fn nothing_is_cheaper_than_the_optimum(case in cases()) {
        let best = cheapest(&case);
        for method in METHODS {
            let found = case.protect(method);
            match best {
                None => prop_assert!(!found.exposed.is_empty(), "{:?}", method),
                Some(best) => {
                    prop_assert!(found.exposed.is_empty(), "{:?}", method);
                    prop_assert_eq!(case.unsafe_cells(&found.hidden), 0, "{:?}", method);
                    let cost = case.cost_of(&found.hidden);
                    prop_assert!(cost >= best - 1e-9, "{:?}", method);
                    if method == Method::Optimal {
                        prop_assert!(found.proved);
                        prop_assert_eq!((cost, found.bound), (best, Some(best)));
                    }
                }
            }
        }
    }

    /// Whenever it is stopped, what it calls a bound is one.
    #[test]
    fn a_bound_is_below_the_optimum_whenever_it_is_stopped(
        case in cases(),
        questions in 0_usize..600,
    ) {
        let Some(best) = cheapest(&case) else { return Ok(()) };
        let asked = AtomicUsize::new(0);
        let stopped = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
        let found = protect(&case.problem(), Method::Optimal, &stopped);
        let bound = found.bound.unwrap();
        prop_assert!(bound <= best + 1e-6, "{} {}", bound, best);
        prop_assert!(!found.proved || !found.exposed.is_empty() || case.cost_of(&found.hidden) <= best + 1e-6);
    }
}

/// A table that takes long to prove: stopped while it works on the root, it tells what the relaxation has
/// reached by then, and not 0.
#[test]
fn the_relaxation_of_the_root_is_told() {
    let inner: Vec<u32> = (0..100_u64).map(|at| (scattered(7, at) % 9) as u32 + 1).collect();
    let of = sample(&[10, 10], &inner);
    let leaves = (0..of.values.len()).filter(|&cell| of.below[cell].len() == 1);
    let small: Vec<(usize, f64, f64)> =
        leaves.filter(|&cell| of.values[cell] < 3.0).map(|cell| (cell, 1.0, 1.0)).collect();
    let case = Case::new(of, &small);
    let whole = case.protect(Method::Fast);
    let most = case.cost_of(&whole.hidden);
    let bounds = (0..9).map(|power| {
        let asked = AtomicUsize::new(0);
        let stopped = || asked.fetch_add(1, Ordering::Relaxed) >= 500 << power;
        protect(&case.problem(), Method::Optimal, &stopped)
    });
    let open: Vec<Outcome> = bounds.filter(|of| !of.proved && of.exposed.is_empty()).collect();
    let told = open.iter().filter(|of| of.bound.is_some_and(|bound| bound > 0.0 && bound <= most));
    assert!(open.is_empty() || told.count() > 0);
}
