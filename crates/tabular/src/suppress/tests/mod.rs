//! What is hidden protects, as another crate's audit says; and what is hidden naively does not.

mod brute_force;
mod scale;
mod traps;
mod vectors;

use super::*;
use proptest::prelude::*;
use ridotto_audit::{Contributor, fixed};

/// All methods that hide cells.
const METHODS: [Method; 6] = [
    Method::Fast,
    Method::Optimal,
    Method::Modular,
    Method::Hypercube,
    Method::Network,
    Method::Gauss,
];

/// Tables of three rows and columns, or three by three by two, with all totals: the cells, what ties
/// them together, and which inner cell each of them adds up.
#[derive(Debug)]
struct Sample {
    system: System,
    values: Vec<f64>,
    /// The inner cells of each cell.
    below: Vec<Vec<usize>>,
}

/// Adds up inner cells along every dimension.
fn sample(sizes: &[usize], inner: &[u32]) -> Sample {
    let wide: Vec<usize> = sizes.iter().map(|size| size + 1).collect();
    let cells: usize = wide.iter().product();
    let place = |mut cell: usize| -> Vec<usize> {
        let mut place = vec![0; wide.len()];
        for (at, size) in place.iter_mut().zip(&wide).rev() {
            (*at, cell) = (cell % size, cell / size);
        }
        place
    };
    let number =
        |place: &[usize]| place.iter().zip(&wide).fold(0, |all, (at, size)| all * size + at);
    let leaves: Vec<Vec<usize>> = (0..cells)
        .map(place)
        .filter(|place| place.iter().zip(sizes).all(|(at, size)| at < size))
        .collect();
    let is_in = |leaf: &[usize], place: &[usize]| {
        let mut pairs = leaf.iter().zip(place).zip(sizes);
        pairs.all(|((leaf, at), size)| leaf == at || at == size)
    };
    let below: Vec<Vec<usize>> = (0..cells)
        .map(|cell| {
            let place = place(cell);
            (0..leaves.len()).filter(|&leaf| is_in(&leaves[leaf], &place)).collect()
        })
        .collect();
    let value = |below: &Vec<usize>| below.iter().map(|&leaf| f64::from(inner[leaf])).sum();
    let mut relations: Vec<Vec<u32>> = Vec::new();
    for cell in 0..cells {
        let total = place(cell);
        for (dimension, &size) in sizes.iter().enumerate().filter(|(at, size)| total[*at] == **size)
        {
            let part = |at: usize| {
                let mut part = total.clone();
                part[dimension] = at;
                number(&part) as u32
            };
            relations.push([cell as u32].into_iter().chain((0..size).map(part)).collect());
        }
    }
    Sample {
        values: below.iter().map(value).collect(),
        system: System::new(cells, relations),
        below,
    }
}

/// A table of counts of which cells of one or two are sensitive, protected.
fn protected(of: &Sample) -> (Vec<Need>, Suppression, Contributors) {
    let is_small = |value: f64| value > 0.0 && value < 3.0;
    let standing: Vec<Standing> = (of.values.iter())
        .map(|&value| match value {
            0.0 => Standing::Published,
            value if is_small(value) => Standing::Sensitive,
            _ => Standing::Open,
        })
        .collect();
    let needs: Vec<Need> = (0..)
        .zip(&of.values)
        .filter(|(_, value)| is_small(**value))
        .map(|(cell, _)| Need { cell, down: 1.0, up: 1.0 })
        .collect();
    let mut contributors = Contributors::default();
    for (cell, below) in of.below.iter().enumerate() {
        // Each unit of an inner cell is somebody.
        let each = below.iter().flat_map(|&leaf| {
            let own = sample_people(of, leaf);
            (0..own).map(move |one| Contributor { who: (leaf * 100 + one) as u32, amount: 1.0 })
        });
        contributors.insert(cell as u32, each.collect(), 0.0);
    }
    let (cost, up) = (vec![1.0; of.values.len()], vec![f64::INFINITY; of.values.len()]);
    let problem = Problem {
        system: &of.system,
        values: &of.values,
        standing: &standing,
        cost: &cost,
        needs: &needs,
        outside: Outside { down: &of.values, up: &up },
        contributors: &contributors,
        everybody: None,
        alone_know: false,
    };
    let found = suppress(&problem, &|| false);
    (needs, found, contributors)
}

/// How many people an inner cell has.
#[expect(clippy::cast_sign_loss, reason = "it is a count")]
fn sample_people(of: &Sample, leaf: usize) -> usize {
    let alone = of.below.iter().position(|below| below[..] == [leaf]);
    of.values[alone.expect("every inner cell is a cell")].round() as usize
}

fn verdicts(of: &Sample, hidden: &[bool], needs: &[Need], contributors: &Contributors) -> usize {
    let up = vec![f64::INFINITY; of.values.len()];
    let outside = Outside { down: &of.values, up: &up };
    let audit = Audit::new((&of.system, &of.values, hidden), outside, contributors, false);
    audit.verdicts(needs, &|| false).iter().filter(|verdict| verdict.near.is_some()).count()
}

/// The table of the lectures, as counts in which 1 and 2 are rare: [[20, 50, 10], [1, 19, 22], [17, 32, 12]].
#[test]
fn a_single_cell_takes_three_more() {
    let of = sample(&[3, 3], &[20, 50, 10, 1, 19, 22, 17, 32, 12]);
    let (needs, found, contributors) = protected(&of);
    assert_eq!(needs.len(), 1);
    // Alone it is recovered by subtraction, with one more in its row as well.
    let naive = |cells: &[usize]| {
        let mut hidden = vec![false; 16];
        for &cell in cells {
            hidden[cell] = true;
        }
        hidden
    };
    assert!(fixed(&of.system, &naive(&[4]))[4]);
    assert_eq!(verdicts(&of, &naive(&[4, 5]), &needs, &contributors), 1);
    assert_eq!(found.hidden.iter().filter(|hidden| **hidden).count(), 4);
    assert!(found.exposed.is_empty());
    assert_eq!(verdicts(&of, &found.hidden, &needs, &contributors), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever is sensitive is hidden; either the audit is clean, or it is said what is exposed, and
    /// then hiding everything would not help.
    #[test]
    fn hidden_cells_are_safe(
        inner in proptest::collection::vec(prop_oneof![0_u32..3, 3_u32..40], 18),
        is_flat: bool,
    ) {
        let of = if is_flat { sample(&[3, 3], &inner[..9]) } else { sample(&[3, 3, 2], &inner) };
        let (needs, found, contributors) = protected(&of);
        prop_assert!(needs.iter().all(|need| found.hidden[need.cell as usize]));
        prop_assert!(of.values.iter().zip(&found.hidden).all(|(value, hidden)| *value > 0.0 || !hidden));
        let near = verdicts(&of, &found.hidden, &needs, &contributors);
        prop_assert!(near <= found.exposed.len(), "{near} {:?}", found.exposed);
        let all: Vec<bool> = of.values.iter().map(|value| *value > 0.0).collect();
        for &(cell, ..) in &found.exposed {
            let need: Vec<Need> = needs.iter().filter(|need| need.cell == cell).copied().collect();
            prop_assert_eq!(verdicts(&of, &all, &need, &contributors), 1);
        }
    }
}
