//! Cells add up; the noise is for all cells of a record; and neighbours look alike.

use super::*;
use crate::additive::is_additive;
use ridotto_noise::Source;
use ridotto_testkit::neighbours::beyond_claim;
use std::num::NonZeroU64;

fn never() -> bool {
    false
}

/// Regions 0 and 1 in the group 3, region 2 below the total 4 alone; two sizes and their total.
fn cells() -> Cells {
    let regions = Dimension { above: vec![Some(3), Some(3), Some(4), Some(4), None] };
    let sizes = Dimension { above: vec![Some(2), Some(2), None] };
    Cells::new(vec![regions, sizes])
}

fn counts(cells: &Cells, records: &[[u32; 2]]) -> Vec<i64> {
    let mut counts = vec![0; cells.count().unwrap()];
    for record in records {
        cells.add(record, &mut counts);
    }
    counts
}

#[test]
fn records_are_counted_in_all_their_cells() {
    let cells = cells();
    let counts = counts(&cells, &[[0, 0], [1, 0], [2, 1]]);
    assert!(is_additive(&cells.system(), &counts));
    assert_eq!(counts[cells.cell(&[4, 2]) as usize], 3);
    assert_eq!(counts[cells.cell(&[3, 0]) as usize], 2);
    // Region, group and total by size and total.
    assert_eq!(cells.of_a_record(), 6);
    for cell in 0..15 {
        assert_eq!(cells.cell(&cells.nodes(cell)), cell);
    }
    // No record changes more.
    for nodes in [[0, 0], [2, 1]] {
        let one = self::counts(&cells, &[nodes]);
        assert!(one.iter().sum::<i64>().unsigned_abs() <= cells.of_a_record());
    }
}

fn promise(delta: &str, neighbours: Neighbours) -> Promise {
    let records = NonZeroU64::MIN;
    Promise { epsilon: Exact::whole(1), delta: delta.parse().unwrap(), neighbours, records }
}

/// By brute force over all pairs of records: no table differs by more from one in which a record says
/// something else, or is not declared, and some differ by as much.
#[test]
fn changed_records_are_covered() {
    let two_groups = Dimension { above: vec![Some(2), Some(3), Some(4), Some(4), None] };
    let sizes = Dimension { above: vec![Some(2), Some(2), None] };
    let even = Cells::new(vec![two_groups, sizes]);
    // In the other table the values of most levels are of one group, and stay in that, too.
    for (all, regions, is_tight) in [(even, 2, true), (cells(), 3, false)] {
        let records = (0..regions).flat_map(|one| (0..2).map(move |other| [one, other]));
        let mut files = vec![counts(&all, &[])];
        files.extend(records.map(|record| counts(&all, &[record])));
        let apart = |one: &Vec<i64>, other: &Vec<i64>| -> u64 {
            one.iter().zip(other).map(|(a, b)| a.abs_diff(*b)).sum()
        };
        let charged = |neighbours| promise("0", neighbours).changes(&all);
        let pairs = files.iter().flat_map(|one| files.iter().map(move |other| apart(one, other)));
        let most = pairs.max().unwrap();
        let claimed = charged(Neighbours::ChangeOne);
        assert!(most <= claimed && (most == claimed || !is_tight), "{most} {claimed}");
        let added = files[1..].iter().map(|file| apart(&files[0], file)).max();
        assert_eq!(added, Some(charged(Neighbours::AddRemove)));
    }
}

#[test]
fn the_noise_is_for_all_cells_of_a_record() {
    let cells = cells();
    let counts = counts(&cells, &[[0, 0]]);
    for (delta, neighbours, changes) in [
        ("0", Neighbours::AddRemove, 6),
        ("0", Neighbours::ChangeOne, 10),
        ("0.000001", Neighbours::AddRemove, 6),
    ] {
        let promise = promise(delta, neighbours);
        let mut accountant = promise.accountant().unwrap();
        let noisy = promise.noisy(&mut accountant, &cells, &counts).unwrap();
        assert_eq!(noisy.get().len(), counts.len());
        let charge = &accountant.charges()[0];
        if delta == "0" {
            assert_eq!(charge.sensitivity, Some(changes));
        } else {
            assert!(charge.noise.contains("squared sensitivity of 6"), "{}", charge.noise);
        }
        // All is spent: nothing more is given.
        assert!(promise.noisy(&mut accountant, &cells, &counts).is_err());
    }
}

#[test]
fn what_is_published_adds_up_and_is_not_negative() {
    let cells = cells();
    let system = cells.system();
    let mut records = vec![[0, 0]; 40];
    records.extend([[2, 1]; 3]);
    let counts = counts(&cells, &records);
    for seed in 0..50 {
        let promise = promise("0", Neighbours::AddRemove);
        let accountant = promise.accountant().unwrap();
        let mut accountant = accountant.drawing_from(Source::seeded_for_tests(seed));
        let noisy = promise.noisy(&mut accountant, &cells, &counts).unwrap();
        let naive = noisy.get().clone();
        let found = consistent(&system, &noisy, &never);
        assert!(is_additive(&system, &found), "{naive:?} {found:?}");
        assert!(found.iter().all(|count| *count >= 0));
    }
}

/// What adds up is nearer to the truth than the noise was, on average.
#[test]
fn adding_up_takes_noise_away() {
    let cells = cells();
    let system = cells.system();
    let mut records = vec![[0, 0]; 90];
    for node in [[0, 1], [1, 0], [1, 1], [2, 0], [2, 1]] {
        records.extend([node; 90]);
    }
    let counts = counts(&cells, &records);
    let error = |found: &[i64]| -> i64 {
        found.iter().zip(&counts).map(|(one, other)| (one - other).pow(2)).sum()
    };
    let (mut before, mut after) = (0, 0);
    for seed in 0..100 {
        let promise = promise("0", Neighbours::AddRemove);
        let accountant = promise.accountant().unwrap();
        let mut accountant = accountant.drawing_from(Source::seeded_for_tests(seed));
        let noisy = promise.noisy(&mut accountant, &cells, &counts).unwrap();
        before += error(noisy.get());
        after += error(&consistent(&system, &noisy, &never));
    }
    assert!(after * 4 < before * 3, "{after} {before}");
}

/// A table with all totals of a file, and of the same with a record more, by what is drawn: they are told
/// apart by ε and no more, and a table whose noise is for one and a half times that is found out. That
/// all cells of the record are above what they are without it tells most.
#[test]
fn neighbours_are_told_apart_by_epsilon_and_no_more() {
    let cells = cells();
    let files = [counts(&cells, &[[0, 0]]), counts(&cells, &[[0, 0], [1, 0]])];
    let own: Vec<usize> =
        (0..files[0].len()).filter(|&cell| files[0][cell] != files[1][cell]).collect();
    assert_eq!(own.len() as u64, cells.of_a_record());
    let beyond = |spent: &str| {
        let run = |file: usize| {
            let (files, cells, own) = (&files, &cells, &own);
            move |seed| {
                let epsilon = spent.parse().unwrap();
                let promise = Promise { epsilon, ..promise("0", Neighbours::AddRemove) };
                let accountant = promise.accountant().unwrap();
                let mut accountant = accountant.drawing_from(Source::seeded_for_tests(seed));
                let noisy = promise.noisy(&mut accountant, cells, &files[file]).unwrap();
                let above = |&cell: &usize| noisy.get()[cell] > files[0][cell];
                vec![i64::from(own.iter().all(above))]
            }
        };
        // ε is large, so that all six are above by no rare chance.
        beyond_claim([&run(0), &run(1)], 40_000, (3.0, 0.0))
    };
    let (honest, sabotaged) = (beyond("3"), beyond("4.5"));
    println!("honest {honest:.1}, sabotaged {sabotaged:.1} standard errors beyond the claim");
    assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
    assert!(sabotaged > 5.0, "a saboteur is not found out: {sabotaged}");
}
