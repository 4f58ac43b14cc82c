//! How long large files take. Asked for by name, in an optimised build, and never an assertion:
//! `cargo test --release -p ridotto-measure --test attack -- --ignored --nocapture speed`.

use super::sheet::language;
use super::world::Dice;
use ridotto_core::Kind;
use ridotto_measure::attack::{
    Cells, File, Inference, consistency, homogeneity, linkage, membership,
};
use std::time::Instant;

const ROWS: usize = 100_000;

/// Columns of random numbers below these, as texts made of them.
fn columns(below: &[u64], show: impl Fn(usize, u64, &mut Dice) -> String) -> Vec<Cells> {
    let column = |(at, &below): (usize, &u64)| {
        let (mut dice, mut mask) = (Dice(at as u64), Dice(!(at as u64)));
        let texts = (0..ROWS).map(|_| show(at, dice.below(below), &mut mask));
        Cells::of_texts(texts, &language(Kind::Integer))
    };
    below.iter().enumerate().map(column).collect()
}

fn file(cells: &[Cells]) -> File<'_> {
    File::new(cells.iter().collect()).expect("even columns")
}

fn interval(number: u64, width: u64) -> String {
    let low = number - number % width;
    if width == 1 { low.to_string() } else { format!("{low}-{}", low + width - 1) }
}

#[test]
#[ignore = "it measures, and asserts nothing"]
fn speed() {
    let eight = [2, 100, 5, 7, 16, 41, 7, 14];
    let four = [1000, 100, 100, 50];
    let exact = |_: usize, number: u64, _: &mut Dice| number.to_string();
    let timed = |name: &str, people: &[Cells], release: &[Cells]| {
        let start = Instant::now();
        let found = linkage(&file(people), &file(release)).expect("as many columns");
        let seconds = start.elapsed().as_secs_f64();
        println!("{name}: {seconds:.2} s, {} found, surest {}", found.people, found.surest);
    };
    let raw = columns(&eight, exact);
    timed("8 columns, unchanged", &raw, &raw);
    let full = columns(&eight, |at, number, _| match at {
        1 => interval(number, 10),
        2 | 6 => "*".to_owned(),
        5 => interval(number, 8),
        _ => number.to_string(),
    });
    timed("8 columns, full-domain", &raw, &full);
    let starred = columns(&eight, |_, number, mask| match mask.below(4) {
        0 => "*".to_owned(),
        _ => number.to_string(),
    });
    timed("8 columns, a quarter of the cells suppressed", &raw, &starred);
    let numbers = columns(&four, exact);
    let local = columns(&four, |_, number, mask| interval(number, 1 << mask.below(5)));
    timed("4 columns, intervals of 1 to 16 from row to row", &numbers, &local);
    let long = columns(&[10_000_000], exact);
    let rounded = columns(&[10_000_000], |_, number, _| interval(number, 1000));
    timed("1 column of 100,000 numbers, 10,000 intervals", &long, &rounded);

    let start = Instant::now();
    let found = membership(&file(&raw), &file(&full), 1.0).expect("as many columns");
    println!("membership: {:.2} s, {} found", start.elapsed().as_secs_f64(), found.people);
    let start = Instant::now();
    let release =
        File::new(full[..7].iter().collect()).and_then(|file| file.with_sensitive(&full[7]));
    let inference = Inference::new(&file(&raw[..7]), &release.expect("even")).expect("seven");
    let found = homogeneity(&inference);
    println!("homogeneity: {:.2} s, {} found", start.elapsed().as_secs_f64(), found.people);
    let start = Instant::now();
    let found = consistency(&file(&raw), &file(&full)).expect("as many columns");
    println!(
        "consistency, full-domain: {:.2} s, {:?}",
        start.elapsed().as_secs_f64(),
        found.figures
    );
    let start = Instant::now();
    let found = consistency(&file(&numbers), &file(&local)).expect("as many columns");
    println!("consistency, local: {:.2} s, {:?}", start.elapsed().as_secs_f64(), found.figures);
}
