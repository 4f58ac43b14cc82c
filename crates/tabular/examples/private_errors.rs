//! How far private tables are from the truth, by epsilon: means over many draws, of an invented table of Zipf-like
//! counts with the totals of every level. It prints the table of docs/noise.md.
//!
//! `cargo run --release -p ridotto-tabular --example private_errors -- 100` for a hundred draws each; `large` after
//! the number takes a table of 80,886 cells.

use ridotto_noise::{Exact, Neighbours};
use ridotto_tabular::private::{Cells, Dimension, Promise, consistent};
use std::num::NonZeroU64;

/// So many groups of so many values each, and their total; one group is no group.
fn dimension(groups: u32, each: u32) -> Dimension {
    let values = groups * each;
    let total = if groups > 1 { values + groups } else { values };
    let group = |value: u32| if groups > 1 { values + value / each } else { total };
    let mut above: Vec<Option<u32>> = (0..values).map(|value| Some(group(value))).collect();
    above.extend((values..total).map(|_| Some(total)));
    above.push(None);
    Dimension { above }
}

/// Whether a cell is a combination of values, and whether it is a total in every dimension.
fn kind(dimensions: &[Dimension], cells: &Cells, cell: u32) -> Kind {
    let nodes = cells.nodes(cell);
    let is_value = |(&node, of): (&u32, &Dimension)| !of.above.contains(&Some(node));
    let is_total = |(&node, of): (&u32, &Dimension)| of.above[node as usize].is_none();
    let pairs = || nodes.iter().zip(dimensions);
    if pairs().all(is_value) {
        Kind::Inner
    } else if pairs().all(is_total) {
        Kind::Grand
    } else {
        Kind::Total
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Inner,
    Total,
    Grand,
}

/// Zipf-like counts of so many records, in an order that looks drawn.
fn counts(dimensions: &[Dimension], cells: &Cells, records: f64) -> Vec<i64> {
    let mut counts = vec![0_i64; cells.count().expect("few cells")];
    let inner: Vec<usize> = (0..counts.len())
        .filter(|&cell| kind(dimensions, cells, cell as u32) == Kind::Inner)
        .collect();
    let rank = |at: usize| (at * 7_919) % inner.len() + 1;
    let weight = |at: usize| 1.0 / (rank(at) as f64).powf(1.5);
    let all: f64 = (0..inner.len()).map(weight).sum();
    for (at, &cell) in inner.iter().enumerate() {
        counts[cell] = (records * weight(at) / all).floor() as i64;
    }
    cells.add_totals(&mut counts);
    counts
}

/// Sums over draws.
#[derive(Default)]
struct Off {
    inner: f64,
    totals: f64,
    grand: f64,
    empty: f64,
    large: f64,
}

fn main() {
    let draws: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20);
    let is_large = std::env::args().nth(2).is_some_and(|size| size == "large");
    let dimensions = if is_large {
        [dimension(20, 10), dimension(10, 5), dimension(1, 5)]
    } else {
        [dimension(4, 5), dimension(3, 4), dimension(1, 3)]
    };
    let cells = Cells::new(dimensions.to_vec());
    let system = cells.system();
    let records = 20_000.0;
    let counts = counts(&dimensions, &cells, records);
    let kinds: Vec<Kind> =
        (0..counts.len() as u32).map(|cell| kind(&dimensions, &cells, cell)).collect();
    let of = |kind: Kind| kinds.iter().filter(|of| **of == kind).count();
    let is_none = |cell: usize| kinds[cell] == Kind::Inner && counts[cell] == 0;
    let is_full = |cell: usize| kinds[cell] == Kind::Inner && counts[cell] >= 100;
    let number = |is: &dyn Fn(usize) -> bool| (0..counts.len()).filter(|&cell| is(cell)).count();
    let (empty, large) = (number(&is_none), number(&is_full));
    println!(
        "{} cells, {} of them inner, {empty} of these empty, {large} of 100 and more; {} records; a record is in {} cells; {draws} draws",
        counts.len(),
        of(Kind::Inner),
        counts.last().expect("there is a total"),
        cells.of_a_record()
    );
    println!(
        "| epsilon | delta | noise of a cell | inner cells | totals | the grand total | empty cells, too many | cells of 100 and more, too many |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (epsilon, delta) in [
        ("0.1", "0"),
        ("0.5", "0"),
        ("1", "0"),
        ("2", "0"),
        ("0.1", "0.000001"),
        ("0.5", "0.000001"),
        ("1", "0.000001"),
        ("2", "0.000001"),
    ] {
        let read = |text: &str| -> Exact { text.parse().expect("it is an amount") };
        let promise = Promise {
            epsilon: read(epsilon),
            delta: read(delta),
            neighbours: Neighbours::AddRemove,
            records: NonZeroU64::MIN,
        };
        let noise = promise.noise(&cells).expect("it can be drawn").mean_error();
        let mut off = Off::default();
        for _ in 0..draws {
            let mut accountant = promise.accountant().expect("a budget");
            let released = promise.noisy(&mut accountant, &cells, &counts).expect("within it");
            let found = consistent(&system, &released, &|| false);
            for (cell, (found, count)) in found.iter().zip(&counts).enumerate() {
                let by = (found - count) as f64;
                match kinds[cell] {
                    Kind::Inner => off.inner += by.abs() / of(Kind::Inner) as f64,
                    Kind::Total => off.totals += by.abs() / of(Kind::Total) as f64,
                    Kind::Grand => off.grand += by.abs(),
                }
                off.empty += if is_none(cell) { by / empty as f64 } else { 0.0 };
                off.large += if is_full(cell) { by / large as f64 } else { 0.0 };
            }
        }
        let mean = |sum: f64| sum / draws as f64;
        println!(
            "| {epsilon} | {delta} | {noise:.1} | {:.1} | {:.1} | {:.1} | {:+.1} | {:+.1} |",
            mean(off.inner),
            mean(off.totals),
            mean(off.grand),
            mean(off.empty),
            mean(off.large)
        );
    }
}
