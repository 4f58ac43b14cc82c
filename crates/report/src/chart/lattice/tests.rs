//! Tests of the lattice.

use super::super::testing::check;
use super::*;
use proptest::prelude::*;

fn grid(heights: &[u8]) -> Lattice {
    let mut nodes: Vec<Vec<u8>> = vec![vec![]];
    for &height in heights {
        nodes = nodes
            .iter()
            .flat_map(|node| (0..=height).map(|level| [node.as_slice(), &[level]].concat()))
            .collect();
    }
    let outcome = |levels: &[u8]| match height(levels) {
        0 | 1 => Outcome::Fails,
        2 => Outcome::Holds,
        _ => Outcome::Skipped,
    };
    let nodes = nodes.into_iter().map(|levels| LatticeNode { outcome: outcome(&levels), levels });
    let attributes = (0..heights.len()).map(|at| format!("a{at}")).collect();
    Lattice { attributes, nodes: nodes.collect(), layers: vec![], chosen: vec![1; heights.len()] }
}

#[test]
fn a_small_lattice_is_drawn_node_by_node() {
    let picture = check(&grid(&[1, 2]));
    assert_eq!(picture.matches("class=\"edge\"").count(), 7);
    insta::assert_snapshot!(picture);
    insta::assert_snapshot!(grid(&[1, 2]).description(), @"Of the nodes 2 hold, 3 do not, and 1 were not looked at.");
}

#[test]
fn a_large_lattice_is_drawn_by_heights() {
    let picture = check(&grid(&[4, 4, 4, 3]));
    assert!(picture.contains("share of the nodes") && picture.len() < 20_000);
    let layers = (0..500).map(|height| LatticeLayer {
        height,
        holds: u64::MAX,
        fails: 7,
        skipped: u64::MAX,
    });
    let huge = Lattice { layers: layers.collect(), chosen: vec![200, 99], ..Lattice::default() };
    assert!(check(&huge).len() < 30_000);
}

#[test]
fn nothing_and_one_node_are_drawn() {
    assert!(check(&Lattice::default()).contains("no lattice"));
    check(&grid(&[]));
    check(&grid(&[0]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_nodes_make_a_picture(
        levels in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..4), 0..140),
        names in prop::collection::vec(any::<String>(), 0..4),
    ) {
        let nodes = levels.into_iter().map(|levels| LatticeNode { levels, outcome: Outcome::Fails });
        let chosen = vec![1, 2];
        check(&Lattice { attributes: names, nodes: nodes.collect(), layers: vec![], chosen });
    }
}
