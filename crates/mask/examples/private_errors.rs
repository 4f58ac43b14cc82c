//! How far private answers are off, against epsilon: `cargo run --release -p ridotto-mask --example
//! private_errors`.
//!
//! Five hundred ages from 0 to 99, and as many of two groups. Mean errors over many draws, not single ones:
//! of a record's value, of the means of ten, of the share of a value in a synthetic file, and of how many a
//! class of two thousand has in a private release of records. Beside the first stands what the Laplace mechanism must
//! cost whoever draws it, the range over epsilon; `OpenDP`'s is that, as `noise/tests/opinion.rs` compares.
//! `OpenDP` has no release of records and no means of insensitive groups to set beside the others.

use ridotto_catalogue::Decimal;
use ridotto_core::model::DifferentialPrivacy;
use ridotto_core::{Series, Values};
use ridotto_mask::Dice;
use ridotto_mask::noise::{means, private};
use ridotto_mask::synthesize::private as synthesis;
use ridotto_noise::{Accountant, Budget, Exact, Loss, Neighbours, Protected, Thinning};

const RECORDS: usize = 500;
const DRAWS: u64 = 40;

fn ages() -> Series {
    let values = (0..RECORDS).map(|row| (row * 37 % 100) as f64).collect();
    Series { name: "age".into(), values: Values::Numbers(values) }
}

fn groups() -> Series {
    let codes = (0..RECORDS).map(|row| Some(u32::from(row % 3 == 0))).collect();
    let values = Values::Categories { codes, categories: 2, ordered: false };
    Series { name: "group".into(), values }
}

fn numbers(series: &Series) -> &[f64] {
    match &series.values {
        Values::Numbers(numbers) => numbers,
        Values::Categories { .. } => &[],
    }
}

/// The mean distance of two columns.
fn apart(one: &Series, other: &Series) -> f64 {
    let pairs = numbers(one).iter().zip(numbers(other));
    pairs.map(|(a, b)| (a - b).abs()).sum::<f64>() / RECORDS as f64
}

fn of_a_value(epsilon: Decimal) -> f64 {
    let (lower, upper) = (vec![Decimal::ZERO], vec![Decimal::from(100)]);
    let options = private::PrivateNoise { epsilon, lower, upper, grid: None, clamp: false };
    let budget = options.budget().expect("epsilon is above 0");
    let mut accountant = Accountant::new(budget, private::PROTECTED);
    let noisy = private::mask(&options, &[ages()], &mut accountant).expect("the bounds are right");
    apart(&ages(), &noisy.masked.columns[0])
}

/// Of a record's value, where groups of ten, in the order of their values, get a noisy mean.
fn of_a_mean(epsilon: Decimal) -> f64 {
    let bounds = vec![(Decimal::ZERO, Decimal::from(100))];
    let options = means::PrivateMeans { epsilon, k: 10, bounds };
    let budget = options.budget().expect("epsilon is above 0");
    let mut accountant = Accountant::new(budget, private::PROTECTED);
    let noisy = means::mask(&options, &[ages()], &mut accountant).expect("the bounds are right");
    apart(&ages(), &noisy.masked.columns[0])
}

/// Of the share of the first group in a synthetic file, in per cent.
fn of_a_share(epsilon: Decimal, draw: u64) -> f64 {
    let numbers =
        synthesis::Domain::Numbers { least: 0.0, most: 100.0, bins: 10, decimals: Some(0) };
    let domains = vec![synthesis::Domain::Categories(2), numbers];
    let options = synthesis::Private { epsilon, domains };
    let budget = options.budget().expect("epsilon is above 0");
    let mut accountant = Accountant::new(budget, synthesis::PROTECTED);
    let columns = [groups(), ages()];
    let (size, dice) = (Some(20_000), Dice::seeded(draw));
    let drawn = synthesis::charged(&options, &columns, 1, size, &mut accountant, &dice);
    let drawn = drawn.expect("the domains are right");
    let share = |column: &Series| match &column.values {
        Values::Categories { codes, .. } => {
            codes.iter().filter(|code| **code == Some(0)).count() as f64 / codes.len() as f64
        }
        Values::Numbers(_) => 0.0,
    };
    100.0 * (share(&drawn.copies[0][0]) - share(&columns[0])).abs()
}

/// People in a class of a private release of records.
const CLASS: usize = 2000;

/// How far the size of a class is off that is worked out from a private release: what is shown of it over the share
/// of records that are kept, and nothing where it is left out.
fn of_a_class(epsilon: Decimal) -> f64 {
    let release = DifferentialPrivacy::new(epsilon, Decimal::new(1, 6), None);
    let release = release.expect("the parameters are usual");
    let exact = |number: Decimal| Exact::decimal(number.digits().unsigned_abs(), number.places());
    let (whole, fails) = (exact(release.epsilon()), exact(release.delta()));
    let budget = Budget::approximate(whole.clone(), fails.clone()).expect("they are above 0");
    let protected = Protected::record(Neighbours::AddRemove);
    let mut accountant = Accountant::new(budget, protected);
    let loss = Loss::of(whole, fails).expect("they are above 0");
    let sample = Thinning::new(release.units(), loss).expect("it is proved");
    let permit = accountant.charge("records", sample).expect("the budget is that");
    let kept = permit.keep(CLASS).into_inner().len();
    let shown = if kept as u64 >= release.k().get() { kept as f64 / release.beta() } else { 0.0 };
    (shown - CLASS as f64).abs()
}

fn main() {
    println!(
        "| epsilon | value | range/epsilon | mean of ten | synthetic share, % | class of {CLASS} |"
    );
    println!("|--:|--:|--:|--:|--:|--:|");
    let mean = |of: &dyn Fn(u64) -> f64| (0..DRAWS).map(of).sum::<f64>() / DRAWS as f64;
    for text in ["0.1", "0.5", "1", "2"] {
        let epsilon: Decimal = text.parse().expect("it is a number");
        println!(
            "| {text} | {:.1} | {:.0} | {:.1} | {:.2} | {:.1} |",
            mean(&|_| of_a_value(epsilon)),
            100.0 / epsilon.to_f64(),
            mean(&|_| of_a_mean(epsilon)),
            mean(&|draw| of_a_share(epsilon, draw)),
            (0..25).map(|_| mean(&|_| of_a_class(epsilon))).sum::<f64>() / 25.0,
        );
    }
}
