//! Columns, partitions and random points for the tests.

use ridotto_core::{Series, Values};
use ridotto_mask::Dice;
use ridotto_mask::microaggregate::{
    Algorithm, Groups, Masked, MaskedColumn, Options, Outcome, Points, Scaling, mask,
};
use ridotto_numbers::chance::dice;

pub const ALL: [Algorithm; 10] = [
    Algorithm::Optimal,
    Algorithm::Mdav,
    Algorithm::VMdav,
    Algorithm::Ward,
    Algorithm::Genetic,
    Algorithm::SingleAxis,
    Algorithm::PrincipalComponent,
    Algorithm::ZScore,
    Algorithm::Individual,
    Algorithm::Best,
];

pub fn column(numbers: &[f64]) -> Series {
    Series { name: "a".into(), values: Values::Numbers(numbers.to_vec()) }
}

pub fn categories(codes: &[Option<u32>], categories: usize, ordered: bool) -> Series {
    let values = Values::Categories { codes: codes.to_vec(), categories, ordered };
    Series { name: "c".into(), values }
}

/// In the attributes' own units.
pub fn plain(algorithm: Algorithm, k: usize) -> Options {
    Options { scaling: Scaling::Plain, ..Options::new(algorithm, k) }
}

pub fn run(options: &Options, columns: &[Series]) -> Outcome {
    mask(options, columns, None, &Dice::seeded(1)).expect("it fits")
}

pub fn lists(groups: &Groups) -> Vec<Vec<u32>> {
    groups.iter().map(<[u32]>::to_vec).collect()
}

pub fn numbers(column: &MaskedColumn) -> &[f64] {
    match &column.values {
        Masked::Numbers(numbers) => numbers,
        _ => panic!("no numbers"),
    }
}

/// A number from 0 to 1.
pub fn share(seed: u64, place: usize) -> f64 {
    (dice(seed, place as u64) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Columns of numbers between 0 and 1, in clusters if so many are asked for.
pub fn cloud(rows: usize, width: usize, clusters: usize, seed: u64) -> Vec<Vec<f64>> {
    let number = |row: usize, at: usize| {
        let own = share(seed, row * width + at);
        if clusters == 0 {
            return own;
        }
        let cluster = row * 7919 % clusters;
        share(seed + 1, cluster * width + at) + 0.05 * (own - 0.5)
    };
    (0..width).map(|at| (0..rows).map(|row| number(row, at)).collect()).collect()
}

pub fn points(columns: &[Vec<f64>]) -> Points {
    Points::from_columns(columns)
}

/// The squared error of a partition, the plain way.
pub fn error(columns: &[Vec<f64>], lists: &[Vec<u32>]) -> f64 {
    let mut sum = 0.0;
    for list in lists {
        for column in columns {
            let values = || list.iter().map(|&row| column[row as usize]);
            let mean = values().sum::<f64>() / list.len() as f64;
            sum += values().map(|value| (value - mean).powi(2)).sum::<f64>();
        }
    }
    sum
}

#[track_caller]
pub fn near(found: f64, expected: f64, name: &str) {
    let scale = expected.abs().max(1e-9);
    assert!((found - expected).abs() <= 1e-9 * scale, "{name}: {found} instead of {expected}");
}
