//! Risk measures of a million records, special uniques and linkage of a hundred thousand.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ridotto_core::class::Tally;
use ridotto_core::{ClassTable, CodeColumn, Codes};
use ridotto_measure::linkage::agreement::{Agreement, Patterns};
use ridotto_measure::linkage::distance::{Terms, link};
use ridotto_measure::linkage::transparency::rank_swapping;
use ridotto_measure::linkage::{Attribute, Difference};
use ridotto_measure::risk::attacker::{People, journalist, prosecutor};
use ridotto_measure::risk::contribution::added;
use ridotto_measure::risk::k_curve::k_curve;
use ridotto_measure::risk::special_unique::special_uniques;
use ridotto_measure::risk::uniqueness::Uniques;
use ridotto_measure::{Series, Values};
use std::time::Duration;

/// Numbers that look random, the same every time.
struct Dice(u64);

impl Dice {
    fn share(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1_u32 << 31)
    }

    /// Of so many values the first are the most frequent.
    fn value(&mut self, values: usize) -> u32 {
        let (a, b) = (self.share(), self.share());
        let value = (a * b * values as f64).floor();
        (0_u32..).take(values).find(|&at| f64::from(at) >= value).unwrap_or(0)
    }
}

const VALUES: [usize; 8] = [2, 90, 5, 7, 16, 40, 8, 14];

fn keys(rows: usize) -> Vec<Codes> {
    let mut dice = Dice(5);
    let column = |&values: &usize| {
        let codes: Vec<u32> = (0..rows).map(|_| dice.value(values)).collect();
        Codes::from_codes(&codes, values)
    };
    VALUES.iter().map(column).collect()
}

fn columns(codes: &[Codes]) -> Vec<CodeColumn<'_>> {
    codes.iter().zip(VALUES).map(|(codes, values)| CodeColumn { codes, values }).collect()
}

fn risk(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("risk");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    let rows = 1_000_000;
    let codes = keys(rows);
    let columns_of = columns(&codes);
    group.bench_function("count, attackers, uniques, curve: 1,000,000 x 8", |bencher| {
        bencher.iter(|| {
            let table = ClassTable::count(&columns_of, &[], rows);
            let journalist = journalist(&table, People::Sample(0.1), 0.05);
            (prosecutor(&table, 0.05), journalist, Uniques::of(&table), k_curve(&table))
        });
    });
    let table = ClassTable::count(&columns_of, &[], rows);
    group.bench_function("each attribute's part: 1,000,000 x 8", |bencher| {
        bencher.iter(|| added(&table));
    });
    let codes = keys(100_000);
    let tally = Tally::count(&columns(&codes), 100_000);
    for most in [3, 8] {
        group.bench_function(format!("special uniques up to {most}: 100,000 x 8"), |bencher| {
            bencher.iter(|| special_uniques(&tally, most, &()).unwrap());
        });
    }
    group.finish();
}

/// Numbers that have to do with each other by a weight, and the same with noise.
fn files(rows: usize, weight: f64, noise: f64) -> (Vec<Series>, Vec<Series>) {
    let mut dice = Dice(9);
    let common: Vec<f64> = (0..rows).map(|_| weight * dice.share()).collect();
    let named = |values| Series { name: "x".into(), values: Values::Numbers(values) };
    let mut pairs = Vec::new();
    for _ in 0..8 {
        let truth: Vec<f64> = common.iter().map(|common| common + dice.share()).collect();
        let masked = truth.iter().map(|value| value + noise * (dice.share() - 0.5)).collect();
        pairs.push((named(truth), named(masked)));
    }
    pairs.into_iter().unzip()
}

fn linkage(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("linkage");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    let rows = 100_000;
    for (weight, noise) in [(1.0, 0.1), (1.0, 0.5), (0.0, 0.5)] {
        let (from, to) = files(rows, weight, noise);
        let attributes: Vec<Attribute<'_>> =
            from.iter().zip(&to).map(|(from, to)| Attribute::new(from, to)).collect();
        group.bench_function(
            format!("nearest: 100,000 x 100,000 x 8, weight {weight}, noise {noise}"),
            |bencher| {
                bencher.iter(|| link(&attributes, Terms::default()).unwrap().rate);
            },
        );
    }
    let (from, _) = files(rows, 1.0, 0.0);
    let pairs: Vec<(&Series, &Series)> = from.iter().zip(&from).collect();
    group.bench_function("rank swapping known: 100,000 x 8, 5 %", |bencher| {
        bencher.iter(|| rank_swapping(&pairs, 5.0).unwrap().rate);
    });
    let codes = keys(rows);
    let named = |codes: &Codes| {
        let codes: Vec<Option<u32>> = codes.iter().map(Some).collect();
        let values = Values::Categories { codes, categories: 100, ordered: false };
        Series { name: "c".into(), values }
    };
    let letters: Vec<Series> = codes.iter().map(named).collect();
    let agreements: Vec<Agreement<'_>> =
        letters.iter().map(|column| Agreement { from: column, to: column, within: 0.0 }).collect();
    group.bench_function("patterns: 100,000 x 100,000 x 8", |bencher| {
        bencher.iter(|| Patterns::of(&agreements, Terms::default()).unwrap().counts);
    });
    let some: Vec<u32> = (0..2_000).collect();
    let mixed: Vec<Attribute<'_>> =
        letters.iter().map(|column| Attribute::new(column, column).by(Difference::Equal)).collect();
    let terms = Terms { known: Some(&some), ..Terms::default() };
    group.bench_function("nearest categories: 2,000 of 100,000 x 8", |bencher| {
        bencher.iter_batched(
            || terms,
            |terms| link(&mixed, terms).unwrap().rate,
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, risk, linkage);
criterion_main!(benches);
