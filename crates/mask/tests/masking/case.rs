//! Tables that every test here uses.

use ridotto_core::{Code, Series, Values};
use ridotto_mask::{Masked, Refused};
use ridotto_numbers::Dice;
use ridotto_numbers::dice::normal;

/// A column of numbers.
pub fn numbers(name: &str, values: Vec<f64>) -> Series {
    Series { name: name.into(), values: Values::Numbers(values) }
}

/// A column of ordered categories.
pub fn categories(name: &str, codes: Vec<Option<Code>>, categories: usize) -> Series {
    let values = Values::Categories { codes, categories, ordered: true };
    Series { name: name.into(), values }
}

/// The numbers of a column.
pub fn of(column: &Series) -> &[f64] {
    match &column.values {
        Values::Numbers(numbers) => numbers,
        Values::Categories { .. } => panic!("no numbers"),
    }
}

/// The codes of a column.
pub fn codes(column: &Series) -> &[Option<Code>] {
    match &column.values {
        Values::Categories { codes, .. } => codes,
        Values::Numbers(_) => panic!("no categories"),
    }
}

/// Normal columns of which neighbours have the correlation 0.8, with means 100, 200, …
pub fn normals(rows: usize, width: usize, seed: u64) -> Vec<Series> {
    let dice = Dice::seeded(seed);
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for at in 0..width {
        let mut stream = dice.stream(at as u64);
        let fresh = |row: usize| {
            let own = normal(&mut stream);
            columns.last().map_or(own, |last: &Vec<f64>| 0.8 * last[row] + 0.6 * own)
        };
        let column = (0..rows).map(fresh).collect();
        columns.push(column);
    }
    let scaled = |(at, column): (usize, Vec<f64>)| {
        let number = |z: f64| 100.0 * (at as f64 + 1.0) + 10.0 * z;
        numbers(&format!("a{at}"), column.into_iter().map(number).collect())
    };
    columns.into_iter().enumerate().map(scaled).collect()
}

/// What was expected and reached under this name.
pub fn figure(masked: &Masked, name: &str) -> (f64, Option<f64>, f64) {
    let figure = masked.figures.iter().find(|figure| figure.name == name);
    let figure = figure.unwrap_or_else(|| panic!("no figure {name}"));
    (figure.original, figure.expected, figure.reached)
}

/// Mean and variance of a sample.
pub fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0))
}

/// The correlation of a sample.
pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let ((mean_a, var_a), (mean_b, var_b)) = (moments(a), moments(b));
    let product: f64 = a.iter().zip(b).map(|(x, y)| (x - mean_a) * (y - mean_b)).sum();
    product / (a.len() as f64 - 1.0) / (var_a * var_b).sqrt()
}

/// Without the attribute's name.
pub fn reason(refused: Refused) -> Refused {
    match refused {
        Refused::Of { reason, .. } => *reason,
        refused => refused,
    }
}

/// What this gives with so many threads.
pub fn on<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
}

/// The bits of all numbers and the codes, to compare byte by byte.
pub fn bits(columns: &[Series]) -> Vec<u64> {
    let of = |column: &Series| -> Vec<u64> {
        match &column.values {
            Values::Numbers(numbers) => numbers.iter().map(|x| x.to_bits()).collect(),
            Values::Categories { codes, .. } => {
                codes.iter().map(|code| code.map_or(u64::MAX, u64::from)).collect()
            }
        }
    };
    columns.iter().flat_map(of).collect()
}

/// The numbers in order, to compare multisets.
pub fn sorted(column: &Series) -> Vec<u64> {
    let mut all = bits(std::slice::from_ref(column));
    all.sort_unstable();
    all
}
