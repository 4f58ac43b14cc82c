//! Made-up people.

use rand::RngExt;
use ridotto_core::{Code, Series, Values};
use ridotto_mask::Dice;
use ridotto_mask::synthesize::{Options, synthesize};
use ridotto_numbers::dice::normal;

pub const SEX: usize = 0;
pub const PREGNANT: usize = 1;
pub const AGE: usize = 2;
pub const WAGE: usize = 3;
pub const RENT: usize = 4;
pub const INCOME: usize = 5;

/// Sex; whether pregnant (no man is); age; wage that grows with age, missing more often for the
/// old; rent with cents; income, their sum.
pub fn people(count: usize, seed: u64) -> Vec<Series> {
    let mut stream = Dice::seeded(seed).stream(0);
    let (mut sex, mut pregnant) = (Vec::new(), Vec::new());
    let mut numbers = [const { Vec::new() }; 4];
    for _ in 0..count {
        let woman = stream.random::<f64>() < 0.55;
        let age = (18.0 + 60.0 * stream.random::<f64>()).floor();
        let wage = (1000.0 + 30.0 * age + 400.0 * normal(&mut stream)).max(0.0).round();
        let rent = (10_000.0 * stream.random::<f64>().powi(3)).round() / 100.0;
        let missing = stream.random::<f64>() < if age > 60.0 { 0.4 } else { 0.02 };
        let income = ((wage + rent) * 100.0).round() / 100.0;
        let known = |number: f64| if missing { f64::NAN } else { number };
        let row = [age, known(wage), rent, known(income)];
        numbers.iter_mut().zip(row).for_each(|(column, number)| column.push(number));
        sex.push(Some(Code::from(woman)));
        pregnant.push(Some(Code::from(woman && age < 45.0 && stream.random::<f64>() < 0.1)));
    }
    let categories = |codes| Values::Categories { codes, categories: 2, ordered: false };
    let [age, wage, rent, income] = numbers.map(Values::Numbers);
    let named = [
        ("sex", categories(sex)),
        ("pregnant", categories(pregnant)),
        ("age", age),
        ("wage", wage),
        ("rent", rent),
        ("income", income),
    ];
    named.map(|(name, values)| Series { name: name.into(), values }).into()
}

pub fn numbers(file: &[Series], at: usize) -> &[f64] {
    match &file[at].values {
        Values::Numbers(numbers) => numbers,
        Values::Categories { .. } => panic!("not numbers"),
    }
}

pub fn codes(file: &[Series], at: usize) -> &[Option<Code>] {
    match &file[at].values {
        Values::Categories { codes, .. } => codes,
        Values::Numbers(_) => panic!("not categories"),
    }
}

/// Numbers as bits, so that missing ones are equal.
pub fn bits(file: &[Series]) -> Vec<Vec<u64>> {
    let of = |column: &Series| match &column.values {
        Values::Numbers(numbers) => numbers.iter().map(|number| number.to_bits()).collect(),
        Values::Categories { codes, .. } => {
            codes.iter().map(|code| code.map_or(u64::MAX, u64::from)).collect()
        }
    };
    file.iter().map(of).collect()
}

/// Mean and standard deviation of what is known.
pub fn moments(numbers: &[f64]) -> (f64, f64) {
    let known: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    let squares: f64 = known.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, (squares / (known.len() as f64 - 1.0)).sqrt())
}

pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().zip(b).filter(|(a, b)| !a.is_nan() && !b.is_nan());
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.map(|(a, b)| (*a, *b)).unzip();
    let ((mean_a, deviation_a), (mean_b, deviation_b)) = (moments(&a), moments(&b));
    let products = a.iter().zip(&b).map(|(a, b)| (a - mean_a) * (b - mean_b));
    products.sum::<f64>() / (a.len() as f64 - 1.0) / deviation_a / deviation_b
}

/// Mean, standard deviation and median of a column of numbers.
pub fn statistics(column: &Series) -> [f64; 3] {
    let Values::Numbers(numbers) = &column.values else { return [f64::NAN; 3] };
    let mut sorted: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    let median = f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[half]);
    let (mean, deviation) = moments(numbers);
    [mean, deviation, median]
}

/// The mean of these over many synthetic files, each with its standard error.
pub fn averages(columns: &[Series], smooth: bool, draws: u64) -> Vec<[(f64, f64); 3]> {
    averages_in_order(columns, (smooth, None), draws)
}

/// The same of files whose attributes are drawn in this order.
pub fn averages_in_order(
    columns: &[Series],
    (smooth, order): (bool, Option<Vec<usize>>),
    draws: u64,
) -> Vec<[(f64, f64); 3]> {
    let options = Options { smooth, order, ..Options::default() };
    let one = |seed: u64| {
        let synthetic = synthesize(&options, columns, &Dice::seeded(seed)).unwrap();
        synthetic.copies[0].iter().map(statistics).collect::<Vec<_>>()
    };
    let all: Vec<Vec<[f64; 3]>> = (0..draws).map(one).collect();
    let average = |at: usize, what: usize| {
        let each: Vec<f64> = all.iter().map(|file| file[at][what]).collect();
        let (mean, deviation) = moments(&each);
        (mean, deviation / (draws as f64).sqrt())
    };
    (0..columns.len()).map(|at| [0, 1, 2].map(|what| average(at, what))).collect()
}
