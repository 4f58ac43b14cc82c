//! Noise, swapping, shuffling and post-randomisation of a hundred thousand records: CPU time of all
//! threads, so that others on the machine count little.

use cpu_time::ProcessTime;
use criterion::{Bencher, Criterion, criterion_group, criterion_main};
use ridotto_core::{Series, Values};
use ridotto_mask::noise::{self, Kind, Noise};
use ridotto_mask::pram::{self, Matrix, Pram};
use ridotto_mask::swap::cross_set::{self, CrossSetSwap};
use ridotto_mask::swap::pairs::{self, PairSwap};
use ridotto_mask::swap::rank::{self, RankSwap};
use ridotto_mask::swap::shuffle;
use ridotto_mask::{Dice, Extremes};
use ridotto_numbers::dice::normal;
use std::hint::black_box;
use std::time::Duration;

const ROWS: usize = 100_000;

fn normals(width: u64, seed: u64) -> Vec<Series> {
    let column = |at: u64| {
        let mut stream = Dice::seeded(seed).stream(at);
        let values = Values::Numbers((0..ROWS).map(|_| 100.0 + normal(&mut stream)).collect());
        Series { name: format!("a{at}").into(), values }
    };
    (0..width).map(column).collect()
}

/// Measures the CPU time of all threads.
fn cpu<T>(bencher: &mut Bencher<'_>, run: impl Fn() -> T) {
    bencher.iter_custom(|times| {
        let start = ProcessTime::now();
        for _ in 0..times {
            black_box(run());
        }
        start.elapsed()
    });
}

fn masking(criterion: &mut Criterion) {
    let (columns, dice) = (normals(10, 1), Dice::seeded(2));
    let other = normals(5, 9);
    let mut group = criterion.benchmark_group("100,000 records");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for (name, kind) in [
        ("uncorrelated", Kind::Uncorrelated),
        ("correlated", Kind::Correlated),
        ("linear", Kind::Linear { reveal: false }),
        ("restricted", Kind::Restricted { lower: None, upper: None, extremes: Extremes::Keep }),
        ("outlier-aware", Kind::OutlierAware),
        ("orthogonal", Kind::Orthogonal),
        ("multiplicative", Kind::Multiplicative),
    ] {
        let noise = Noise { kind, alpha: vec![0.1] };
        group.bench_function(format!("noise {name}, 10 attributes"), |bencher| {
            cpu(bencher, || noise::mask(&noise, &columns, None, &dice));
        });
    }
    let swap = RankSwap { range: 0.05, extremes: Extremes::Move, correlation_change: None };
    group.bench_function("rank swapping, 10 attributes", |bencher| {
        cpu(bencher, || rank::mask(&swap, &columns, None, &dice));
    });
    group.bench_function("swapping of a tenth, by 5 numbers", |bencher| {
        let options = PairSwap { share: 0.1 };
        cpu(bencher, || pairs::mask(&options, &columns[..5], &columns[5..], &dice));
    });
    group.bench_function("swapping of one in fifty at risk, by 5 numbers", |bencher| {
        let at_risk: Vec<bool> = (0..ROWS).map(|row| row % 50 == 0).collect();
        cpu(bencher, || pairs::targeted(&at_risk, &columns[..5], &columns[5..], &dice));
    });
    group.bench_function("swapping with a second file, 5 attributes", |bencher| {
        let options = CrossSetSwap { range: 0.05 };
        cpu(bencher, || cross_set::mask(&options, &columns[..5], &other[..5], &dice));
    });
    group.bench_function("shuffling 5 attributes, given 5", |bencher| {
        cpu(bencher, || shuffle::mask(&columns[..5], &columns[5..], &dice));
    });
    let codes = (0..ROWS as u32).map(|row| Some(row * 7 % 20)).collect();
    let values = Values::Categories { codes, categories: 20, ordered: false };
    let job = Series { name: "job".into(), values };
    let options = Pram { matrix: Matrix::Retain(0.8), invariant: true, forbidden: Vec::new() };
    group.bench_function("invariant PRAM, 20 categories", |bencher| {
        cpu(bencher, || pram::mask(&options, &job, None, &dice));
    });
    group.finish();
}

criterion_group!(benches, masking);
criterion_main!(benches);
