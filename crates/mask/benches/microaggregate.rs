//! Microaggregation: exact MDAV of ten thousand records, its quick form for a hundred thousand and
//! a million, the optimal groups of one attribute, and the best method on a thousand. CPU time of all
//! threads.

use cpu_time::ProcessTime;
use criterion::{Criterion, criterion_group, criterion_main};
use ridotto_mask::microaggregate::{Algorithm, Loss, Options, Points, group};
use ridotto_numbers::chance::dice;
use std::hint::black_box;
use std::time::Duration;

/// Numbers from 0 to 1, in clusters if so many are asked for.
fn cloud(rows: usize, width: usize, clusters: usize) -> Points {
    let share = |seed: u64, at: usize| (dice(seed, at as u64) >> 11) as f64 / (1_u64 << 53) as f64;
    let number = |row: usize, at: usize| {
        let own = share(1, row * width + at);
        if clusters == 0 {
            return own;
        }
        share(2, (row * 7919 % clusters) * width + at) + 0.2 * (own - 0.5)
    };
    let column = |at: usize| (0..rows).map(|row| number(row, at)).collect();
    Points::from_columns(&(0..width).map(column).collect::<Vec<Vec<f64>>>())
}

/// Not a measurement of time: what the quick form loses in comparison.
fn compare() {
    for (rows, clusters, k) in [(10_000, 0, 3), (10_000, 50, 3), (20_000, 0, 10), (20_000, 50, 5)] {
        let points = cloud(rows, 10, clusters);
        let loss = |exact: usize, algorithm: Algorithm| {
            let options = Options { exact, ..Options::new(algorithm, k) };
            Loss::of(&points, &group(&points, &options, 0).expect("it fits")).within
        };
        let exact = loss(rows, Algorithm::Mdav);
        let (quick, best) = (loss(100, Algorithm::Mdav), loss(100, Algorithm::Best));
        println!(
            "{rows} records, {clusters} clusters, k = {k}: SSE of the quick form {:.4}, of the best {:.4} of exact MDAV's",
            quick / exact,
            best / exact
        );
    }
}

fn benches(c: &mut Criterion) {
    compare();
    let mut timed = c.benchmark_group("microaggregate");
    timed.sample_size(10).warm_up_time(Duration::from_millis(1));
    timed.measurement_time(Duration::from_secs(1));
    let cases = [
        ("exact MDAV, 10,000 x 10", 10_000, 10, Algorithm::Mdav),
        ("quick MDAV, 100,000 x 10", 100_000, 10, Algorithm::Mdav),
        ("quick MDAV, 1,000,000 x 10", 1_000_000, 10, Algorithm::Mdav),
        ("best, 1,000 x 10", 1000, 10, Algorithm::Best),
        ("optimal, 1,000,000 x 1", 1_000_000, 1, Algorithm::Optimal),
    ];
    for (name, rows, width, algorithm) in cases {
        let points = cloud(rows, width, 0);
        let options = Options::new(algorithm, 3);
        timed.bench_function(name, |bench| {
            bench.iter_custom(|times| {
                let start = ProcessTime::now();
                for _ in 0..times {
                    black_box(group(&points, &options, 0).expect("it fits").len());
                }
                start.elapsed()
            });
        });
    }
    timed.finish();
}

criterion_group!(microaggregate, benches);
criterion_main!(microaggregate);
