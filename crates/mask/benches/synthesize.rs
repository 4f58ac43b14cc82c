//! How long a synthetic Adult takes: CPU time of all threads.

use cpu_time::ProcessTime;
use criterion::{Criterion, criterion_group, criterion_main};
use ridotto_core::{Series, Values};
use ridotto_mask::Dice;
use ridotto_mask::synthesize::{Growth, Kind, Model, Options, Scale, synthesize};
use ridotto_testkit::data;
use std::hint::black_box;
use std::time::Duration;

/// Adult, with age as a number.
fn adult() -> Option<Vec<Series>> {
    let text = std::fs::read_to_string(data::find("data/adult/adult.csv")?).ok()?;
    let mut lines = text.lines().map(|line| line.split(';').collect::<Vec<_>>());
    let names = lines.next()?;
    let rows: Vec<Vec<&str>> = lines.collect();
    let column = |(at, name): (usize, &&str)| {
        let mut texts: Vec<&str> = rows.iter().map(|row| row[at]).collect();
        let values = match texts[0].parse::<f64>() {
            Ok(_) => Values::Numbers(texts.iter().filter_map(|text| text.parse().ok()).collect()),
            Err(_) => {
                texts.sort_unstable();
                texts.dedup();
                let code = |row: &Vec<&str>| texts.binary_search(&row[at]).ok().map(|c| c as u32);
                let codes = rows.iter().map(code).collect();
                Values::Categories { codes, categories: texts.len(), ordered: false }
            }
        };
        Series { name: (*name).into(), values }
    };
    Some(names.iter().enumerate().map(column).collect())
}

fn benches(criterion: &mut Criterion) {
    let Some(columns) = adult() else { return };
    let mut group = criterion.benchmark_group("synthesize Adult, 30,162 people");
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    let plain = Options::default();
    let regression = Options { model: Model::Parametric(Scale::Ranks), ..Options::default() };
    let imputation = Options {
        kind: Kind::MultipleImputation { frame: Vec::new() },
        copies: 3,
        model: Model::Cart(Growth::default()),
        ..Options::default()
    };
    let hybrid = Options { kind: Kind::Hybrid { weight: 0.5 }, ..Options::default() };
    let cases = [
        ("trees", plain),
        ("regressions", regression),
        ("three imputations by trees", imputation),
        ("hybrid", hybrid),
    ];
    for (name, options) in cases {
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|times| {
                let start = ProcessTime::now();
                for _ in 0..times {
                    black_box(synthesize(&options, &columns, &Dice::seeded(1)).is_ok());
                }
                start.elapsed()
            });
        });
    }
}

criterion_group!(all, benches);
criterion_main!(all);
