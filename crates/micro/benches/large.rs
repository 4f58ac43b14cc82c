//! The exact search of a table in which nearly every record is alone: eight attributes with about
//! as many values as a hospital's, two million records.

use criterion::{Criterion, criterion_group, criterion_main};
use ridotto_core::hierarchy::{Builder, Intervals};
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_core::{ClassTable, Kind, Reading};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::RollupCache;
use ridotto_micro::search::{Task, exact};
use ridotto_testkit::Small;

const ROWS: u64 = 2_000_000;
const K: u64 = 5;

/// How many values each attribute has, and the widths of its intervals.
const ATTRIBUTES: [(u64, &[i64]); 8] = [
    (39_000, &[30, 360, 3600]),
    (3, &[]),
    (3000, &[10, 100, 1000]),
    (80, &[8, 40]),
    (7, &[2, 4]),
    (60, &[4, 12, 36]),
    (10, &[5]),
    (1100, &[30, 90, 360]),
];

/// A number that looks random, the same in every run: a step of splitmix.
fn mixed(of: u64) -> u64 {
    let step = |x: u64, shift: u32, by: u64| (x ^ (x >> shift)).wrapping_mul(by);
    let x = of.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = step(step(x, 30, 0xBF58_476D_1CE4_E5B9), 27, 0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Low numbers are frequent in attributes with few values.
fn cell(row: u64, column: u64, values: u64) -> String {
    let dice = mixed(8 * row + column);
    let sides = if values < 100 { 1 + (dice >> 40) % values } else { values };
    ((dice & 0xFF_FFFF_FFFF) % sides).to_string()
}

fn searches(criterion: &mut Criterion) {
    let row = |row| (0..).zip(ATTRIBUTES).map(move |(at, (values, _))| cell(row, at, values));
    let cells: Vec<Vec<String>> = (0..ROWS).map(|at| row(at).collect()).collect();
    let builder = |(_, widths): (u64, &[i64])| {
        let widths: Vec<_> = widths.iter().map(|&width| width.into()).collect();
        let intervals = Builder::Intervals(Intervals { widths, ..Intervals::default() });
        let is_flat = matches!(&intervals, Builder::Intervals(of) if of.widths.is_empty());
        let builder = if is_flat { Builder::Suppress } else { intervals };
        (builder, Reading::of_kind(Kind::Integer))
    };
    let table = Small::built(&cells, &ATTRIBUTES.map(builder));
    drop(cells);
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let scorer = Scorer::new(Objective::Loss(Aggregate::Mean), table.scales(&[3.0]), ROWS, K);
    let lattice = Lattice::between(vec![0; ATTRIBUTES.len()], table.heights());
    let limit = ROWS / 20;
    let task =
        Task { lattice: &lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
    criterion.bench_function("exact/distinct", |bencher| {
        bencher.iter(|| {
            exact(
                &task,
                &mut RollupCache::of_sizes(&classes, &table.hierarchies, K, &scorer),
                None,
                &(),
            )
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = searches
}
criterion_main!(benches);
