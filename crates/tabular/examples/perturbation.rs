//! Methods that change values, measured on a table of counts: `perturbation SIZE [SEED]`.
//!
//! SIZE is `flat` (two dimensions, 1,089 cells), `small` (1,053 cells), `medium` (4,693), `large` (46,748) or
//! `million`: three dimensions with levels whose counts fall as in Zipf's law. A cell is
//! sensitive if 0 < count < 4.

use ridotto_tabular::adjust::{Adjust, Norm, Protect, adjust};
use ridotto_tabular::private::{Cells, Dimension};
use ridotto_tabular::round::{round, round_small};
use std::time::Instant;

fn shapes(size: &str) -> Vec<&'static [usize]> {
    match size {
        "flat" => vec![&[4, 7], &[32]],
        "small" => vec![&[2, 3], &[2, 3], &[3, 3]],
        "medium" => vec![&[3, 3], &[3, 5], &[3, 5]],
        "large" => vec![&[4, 6], &[5, 5], &[3, 4, 3]],
        "million" => vec![&[9, 10], &[9, 10], &[9, 10]],
        _ => panic!("no such size"),
    }
}

/// The nodes of a dimension, level by level from the total, numbered so that the total is the last.
fn dimension(shape: &[usize]) -> (Dimension, Vec<u32>) {
    let mut above: Vec<Option<u32>> = vec![None];
    let mut level = vec![0_u32];
    for &groups in shape {
        let mut next = Vec::new();
        for &node in &level {
            for _ in 0..groups {
                next.push(above.len() as u32);
                above.push(Some(node));
            }
        }
        level = next;
    }
    // The first becomes the last.
    let last = above.len() as u32 - 1;
    let turned = above.iter().rev().map(|of| of.map(|node| last - node)).collect();
    (Dimension { above: turned }, level.into_iter().map(|node| last - node).collect())
}

fn mixed(mut x: u64) -> u64 {
    x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

fn main() {
    let size = std::env::args().nth(1).unwrap_or_else(|| "small".into());
    let seed: u64 = std::env::args().nth(2).map_or(1, |seed| seed.parse().expect("a number"));
    let (dimensions, leaves): (Vec<_>, Vec<_>) = shapes(&size).into_iter().map(dimension).unzip();
    let cells = Cells::new(dimensions);
    let mut values = vec![0_i64; cells.count().expect("it is small")];
    let inner: usize = leaves.iter().map(Vec::len).product();
    for record in 0..inner as u64 * 5 {
        let leaf = |(at, leaves): (usize, &Vec<u32>)| {
            let share = mixed(seed ^ (record * 8 + at as u64)) as f64 / u64::MAX as f64;
            // Of Zipf's law the logarithm of the rank is even.
            let rank = ((leaves.len() + 1) as f64).powf(share).floor().max(1.0);
            leaves[(rank as i64 - 1).unsigned_abs() as usize % leaves.len()]
        };
        let nodes: Vec<u32> = leaves.iter().enumerate().map(leaf).collect();
        cells.add(&nodes, &mut values);
    }
    let system = cells.system();
    let small = values.iter().filter(|value| (1..4).contains(*value)).count();
    println!("{size}: {} cells, {} relations, {small} sensitive", values.len(), system.len());
    let never = || false;
    for base in [3, 5, 10] {
        let begin = Instant::now();
        match round(&system, &values, base, true, &never) {
            Ok(of) => println!(
                "round {base}: {:?}, nearest {}, farthest {}, {:?}",
                of.way,
                of.is_nearest,
                of.farthest,
                begin.elapsed()
            ),
            Err(error) => println!("round {base}: {error:?}, {:?}", begin.elapsed()),
        }
        let begin = Instant::now();
        let of = round_small(&system, &values, base, &never).expect("it is one table");
        println!("small counts {base}: farthest {}, {:?}", of.farthest, begin.elapsed());
    }
    let needs: Vec<Protect> = (0..)
        .zip(&values)
        .filter(|(_, value)| (1..4).contains(*value))
        .map(|(cell, _)| Protect { cell, down: 1, up: 1 })
        .collect();
    let low = vec![0; values.len()];
    let high: Vec<i64> =
        values.iter().map(|&value| if value == 0 { 0 } else { i64::MAX }).collect();
    let weight = vec![1.0; values.len()];
    for (norm, keeps_totals) in [(Norm::L1, false), (Norm::L1, true), (Norm::L2, false)] {
        let begin = Instant::now();
        let stopped = || begin.elapsed().as_secs() >= 60;
        let asked = Adjust {
            system: &system,
            values: &values,
            low: &low,
            high: &high,
            weight: &weight,
            needs: &needs,
            keeps_totals,
            norm,
        };
        let found = adjust(&asked, &stopped);
        let found = found.map(|of| (of.cost, of.bound, of.is_nearest));
        println!("adjust {norm:?}, totals kept {keeps_totals}: {found:?}, {:?}", begin.elapsed());
    }
}
