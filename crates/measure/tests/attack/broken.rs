//! Attacks that no model of one release is about: each succeeds on a release that is broken on
//! purpose, fails where its remedy is used, and agrees with brute force.

use super::sheet::language;
use super::world::{Dice, World};
use proptest::prelude::*;
use ridotto_core::Kind;
use ridotto_measure::attack::{
    Cells, File, Found, bounds_of_averages, comings_and_goings, complementary_release,
    differencing, exact_values, known_extremes, linkage, linkage_with_truth, membership,
    sorted_averages, suppressed_cells, unsorted_matching,
};
use std::collections::BTreeMap;

fn column<T: AsRef<str>>(texts: &[T]) -> Cells {
    Cells::of_texts(texts, &language(Kind::Integer))
}

fn columns(rows: &[[String; 2]]) -> [Cells; 2] {
    [0, 1].map(|at| column(&rows.iter().map(|row| &row[at]).collect::<Vec<_>>()))
}

fn file(cells: &[Cells]) -> File<'_> {
    File::new(cells.iter().collect()).expect("even columns")
}

/// Forty people with two numbers of two digits.
fn forty() -> Vec<[String; 2]> {
    (0..40).map(|i: u32| [10 + i % 20, 10 + (i * 7) % 37].map(|n| n.to_string())).collect()
}

fn redacted(rows: &[[String; 2]], which: usize) -> Vec<[String; 2]> {
    let cell = |at: usize, text: &String| if at == which { "*".to_owned() } else { text.clone() };
    rows.iter().map(|row| [cell(0, &row[0]), cell(1, &row[1])]).collect()
}

fn shuffled<T: Clone>(rows: &[T], seed: u64) -> Vec<T> {
    let (mut rows, mut dice) = (rows.to_vec(), Dice(seed));
    for at in (1..rows.len()).rev() {
        rows.swap(at, dice.below(at as u64 + 1) as usize);
    }
    rows
}

#[test]
fn the_order_of_rows_links_releases_until_they_are_shuffled() {
    let people = forty();
    let tens: Vec<[String; 2]> =
        people.iter().map(|row| row.clone().map(|cell| format!("{}*", &cell[..1]))).collect();
    let [one, other] = [redacted(&people, 0), tens];
    let attack = |other: &[[String; 2]]| {
        unsorted_matching(&file(&columns(&one)), &file(&columns(other))).expect("as many rows")
    };
    let broken = attack(&other);
    assert!(broken.people > 30, "{broken:?}");
    let protected = attack(&shuffled(&other, 1));
    assert_eq!((protected.people, protected.unmatched), (0, 40));
    assert!(protected.figure("rows-that-fit") < Some(0.7));
}

#[test]
fn a_release_based_on_the_earlier_one_adds_nothing() {
    // Each number is two people's, each pair of numbers one person's.
    let people: Vec<[String; 2]> =
        (0..40).map(|i: u32| [10 + i % 20, 10 + i / 2].map(|n| n.to_string())).collect();
    let link: Vec<String> = (0..40).map(|i| (1000 + i).to_string()).collect();
    let attack = |one: &[[String; 2]], other: &[[String; 2]]| {
        let [a, b] = columns(one);
        let [c, d] = columns(other);
        let key = column(&link);
        let (one, other) = (File::new(vec![&a, &b, &key]), File::new(vec![&c, &d, &key]));
        complementary_release(&one.expect("even"), &other.expect("even"), 2).expect("three columns")
    };
    let (first, second) = (redacted(&people, 0), redacted(&people, 1));
    let broken = attack(&first, &second);
    assert!(broken.people > 30 && broken.figure("joined") == Some(40.0), "{broken:?}");
    let coarser: Vec<[String; 2]> =
        first.iter().map(|row| [row[0].clone(), format!("{}*", &row[1][..1])]).collect();
    let protected = attack(&first, &coarser);
    assert_eq!(protected.people, 0);
    assert_eq!(protected.figure("smallest-group-before"), protected.figure("smallest-group-after"));
}

#[test]
fn links_are_checked_against_the_truth() {
    let (people, shown) = (column(&["20", "21", "30", "40"]), column(&["2*", "31", "2*", "41"]));
    let attack = |people: &Cells, shown: &Cells, truth: &[Option<u32>]| {
        let file = |cells| File::new(vec![cells]).expect("a column");
        linkage_with_truth(&file(people), &file(shown), truth)
    };
    let found = attack(&people, &shown, &[Some(0), Some(2), Some(1), None]).expect("four people");
    // The third person's number was changed: no record fits.
    assert_eq!((found.people, found.unmatched), (0, 2));
    assert_eq!(
        (found.figure("among-candidates"), found.figure("expected-links")),
        (Some(2.0 / 3.0), Some(1.0))
    );
    let swapped = column(&["20", "30"]);
    let found = attack(&swapped, &column(&["20", "30"]), &[Some(0), Some(1)]).expect("two people");
    assert_eq!((found.people, found.figure("right")), (2, Some(1.0)));
    let found = attack(&swapped, &column(&["30", "20"]), &[Some(0), Some(1)]).expect("two people");
    assert_eq!((found.people, found.figure("right")), (2, Some(0.0)));
    assert!(attack(&swapped, &swapped, &[Some(0)]).is_none());
    assert!(attack(&swapped, &swapped, &[Some(0), Some(2)]).is_none());
}

#[test]
fn unchanged_numbers_match_until_they_are_changed() {
    let incomes: Vec<f64> = (0..60).map(|i| 1000.0 + f64::from(i * i) * 7.3).collect();
    let attack = |released: &[f64]| exact_values(&[(&incomes, released)], 0.0).expect("a column");
    assert_eq!(attack(&shuffled(&incomes, 3)).people, 60);
    let means: Vec<f64> =
        incomes.chunks(3).flat_map(|three| [three.iter().sum::<f64>() / 3.0; 3]).collect();
    assert_eq!(attack(&means).people, 0);
    let noisy: Vec<f64> = incomes.iter().map(|income| income + 0.01).collect();
    assert_eq!((attack(&noisy).people, attack(&noisy).unmatched), (0, 60));
    assert_eq!(exact_values(&[(&incomes, &noisy)], 0.02).expect("a column").people, 60);
}

#[test]
fn extremes_are_read_until_they_are_coded() {
    let incomes: Vec<f64> = (0..20).map(|i| f64::from(i * i)).collect();
    let swapped = shuffled(&incomes, 5);
    let claimed = |released: &[f64]| {
        let found = known_extremes(&incomes, released, 2).expect("enough");
        (found.people, found.right.expect("the truth is known"), found.surest)
    };
    assert_eq!(claimed(&swapped), (4, 4, 1.0));
    // Who is far out is so after rounding, too.
    let rounded: Vec<f64> = swapped.iter().map(|income| (income / 10.0).round() * 10.0).collect();
    assert_eq!(claimed(&rounded), (4, 4, 1.0));
    // Four have the greatest number and seven the least: that the ends were coded is seen.
    let coded: Vec<f64> = swapped.iter().map(|income| income.clamp(36.0, 256.0)).collect();
    assert_eq!(claimed(&coded), (2, 0, 0.5));
    // How sure the intruder is does not depend on the truth.
    let moved: Vec<f64> = swapped.iter().map(|income| income + 500.0).collect();
    assert_eq!(claimed(&moved), (4, 0, 1.0));
    assert!(known_extremes(&[1.0, f64::NAN], &[1.0, 2.0], 1).is_none());
    assert!(known_extremes(&[1.0], &[1.0], 1).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Numbers sorted and averaged by threes lie within the bounds; averaged in another order they
    /// do not always, and that is the remedy.
    #[test]
    fn sorted_averages_bound_their_numbers(
        mut numbers in prop::collection::vec(0_u32..500, 6..40),
        seed in any::<u64>(),
    ) {
        numbers.sort_unstable();
        let numbers: Vec<f64> = numbers.into_iter().map(f64::from).collect();
        let averaged = |numbers: &[f64]| -> Vec<f64> {
            numbers
                .chunks(3)
                .flat_map(|some| vec![some.iter().sum::<f64>() / some.len() as f64; some.len()])
                .collect()
        };
        let outside = |numbers: &[f64]| {
            let bounds = bounds_of_averages(&averaged(numbers));
            numbers.iter().zip(bounds).filter(|(n, (low, high))| **n < low - 1e-9 || **n > high + 1e-9).count()
        };
        prop_assert_eq!(outside(&numbers), 0);
        let mixed = shuffled(&numbers, seed);
        if numbers.len() > 20 && numbers[0] + 200.0 < numbers[numbers.len() - 1] {
            prop_assert!(outside(&mixed) > 0);
        }
        if let Some(found) = sorted_averages(&averaged(&numbers), 0.3) {
            prop_assert_eq!(found.people, found.rows.len() as u64);
            prop_assert!(found.surest <= 1.0 && found.certainty >= 0.0);
        }
    }

    /// What adding and subtracting cells can tell, by the rank of the cells with and without one
    /// person's own row.
    #[test]
    fn differencing_finds_what_linear_algebra_says(
        cells in prop::collection::vec(prop::collection::vec(any::<bool>(), 5), 0..6),
        known in prop::collection::vec(any::<bool>(), 5),
    ) {
        let places = |flags: &[bool]| -> Vec<u32> {
            (0..).zip(flags).filter(|(_, is)| **is).map(|(at, _)| at).collect()
        };
        let lists: Vec<Vec<u32>> = cells.iter().map(|cell| places(cell)).collect();
        let found = differencing(5, &lists, &places(&known)).expect("five people");
        let unit = |at: usize| -> Vec<i128> { (0..5).map(|i| i128::from(i == at)).collect() };
        let mut rows: Vec<Vec<i128>> =
            cells.iter().map(|cell| cell.iter().map(|&is| i128::from(is)).collect()).collect();
        rows.extend((0..5).filter(|&at| known[at]).map(unit));
        let expected: Vec<u32> = (0..5)
            .filter(|&at| !known[at])
            .filter(|&at| rank([&rows[..], &[unit(at)]].concat()) == rank(rows.clone()))
            .map(|at| at as u32)
            .collect();
        prop_assert_eq!(found.rows, expected);
    }

    /// Newcomers and leavers as counted class by class.
    #[test]
    fn comings_and_goings_are_the_difference_of_counts(
        before in prop::collection::vec((0_u32..3, 0_u32..3), 1..20),
        after in prop::collection::vec((0_u32..3, 0_u32..3), 1..20),
    ) {
        let texts = |rows: &[(u32, u32)], at: usize| -> Vec<String> {
            rows.iter().map(|row| [row.0, row.1][at].to_string()).collect()
        };
        let [a, b, c, d] = [(&before, 0), (&before, 1), (&after, 0), (&after, 1)]
            .map(|(rows, at)| column(&texts(rows, at)));
        let old = File::new(vec![&a]).and_then(|file| file.with_sensitive(&b)).expect("even");
        let new = File::new(vec![&c]).and_then(|file| file.with_sensitive(&d)).expect("even");
        let found = comings_and_goings(&old, &new).expect("one column each");
        let count = |rows: &[(u32, u32)], row: (u32, u32)| rows.iter().filter(|it| **it == row).count();
        let mut expected: BTreeMap<(bool, u32), Vec<usize>> = BTreeMap::new();
        for key in 0..3 {
            for value in 0..3 {
                let (was, is) = (count(&before, (key, value)), count(&after, (key, value)));
                expected.entry((true, key)).or_default().push(was.saturating_sub(is));
                expected.entry((false, key)).or_default().push(is.saturating_sub(was));
            }
        }
        let sums = |left: bool| expected.iter().filter(|it| it.0.0 == left).flat_map(|it| it.1).sum::<usize>();
        prop_assert_eq!(found.figure("left"), Some(sums(true) as f64));
        prop_assert_eq!(found.figure("came"), Some(sums(false) as f64));
        let sure = |it: &&Vec<usize>| it.iter().filter(|n| **n > 0).count() == 1;
        let people: usize = expected.values().filter(sure).flatten().sum();
        prop_assert_eq!(found.people, people as u64);
    }

    /// Presence as counted pair by pair.
    #[test]
    fn membership_is_what_counting_pairs_says(seed in 0_u64..5000) {
        let world = World::new(seed);
        let (everybody, shown) = (columns(&world.everybody), columns(&world.shown));
        let found = membership(&file(&everybody), &file(&shown), 1.0).expect("two columns");
        let fits = |person: usize, row: usize| {
            (0..2).all(|at| everybody[at].meaning(person).meets(shown[at].meaning(row)))
        };
        let all = world.everybody.len();
        let odds = |person: usize| {
            let rows = (0..world.shown.len()).filter(|&row| fits(person, row));
            rows.map(|row| 1.0 / (0..all).filter(|&other| fits(other, row)).count() as f64).sum::<f64>()
        };
        let odds: Vec<f64> = (0..all).map(|person| odds(person).min(1.0)).collect();
        let surest = odds.iter().copied().fold(0.0, f64::max);
        prop_assert!((found.surest - surest).abs() < 1e-9);
        prop_assert!((found.certainty - odds.iter().sum::<f64>() / all as f64).abs() < 1e-9);
        prop_assert_eq!(found.unmatched, odds.iter().filter(|it| **it == 0.0).count() as u64);
        prop_assert_eq!(found.figure("strangers"), Some(0.0));
    }

    /// Cells suppressed by the rule: what is inferred is true. Suppressed whole, nothing is inferred.
    #[test]
    fn suppressed_cells_are_inferred_rightly(
        rows in prop::collection::vec((0_u32..3, 0_u32..3), 1..25),
        k in 2_u64..4,
    ) {
        // Every value of the second column is shown somewhere.
        let ballast = (0..3).flat_map(|value| vec![(9, value); k as usize]);
        let rows: Vec<(u32, u32)> = rows.into_iter().chain(ballast).collect();
        let alike = |row: &(u32, u32)| rows.iter().filter(|other| *other == row).count() as u64;
        let shown: Vec<[String; 2]> = rows
            .iter()
            .map(|row| {
                let cell = if alike(row) < k { "*".to_owned() } else { row.1.to_string() };
                [row.0.to_string(), cell]
            })
            .collect();
        let cells = columns(&shown);
        let hidden = shown.iter().filter(|row| row[1] == "*").count() as u64;
        let Some(found) = suppressed_cells(&file(&cells), k) else {
            prop_assert_eq!(hidden, 0);
            return Ok(());
        };
        prop_assert_eq!((found.of, found.unmatched), (hidden, 0), "the true value is never ruled out");
        let safe = |key: u32, value: u32| {
            shown.iter().filter(|row| **row == [key.to_string(), value.to_string()]).count() as u64 + 1 >= k
        };
        for (at, row) in rows.iter().enumerate().filter(|(at, _)| shown[*at][1] == "*") {
            let left: Vec<u32> = (0..3).filter(|&value| !safe(row.0, value)).collect();
            prop_assert!(left.contains(&row.1));
            prop_assert_eq!(found.rows.contains(&(at as u32)), left.len() == 1);
        }
        let whole: Vec<[String; 2]> = shown.iter().filter(|row| row[1] != "*").cloned().collect();
        prop_assert!(suppressed_cells(&file(&columns(&whole)), k).is_none());
    }

    /// One number of threads is as good as another.
    #[test]
    fn threads_do_not_matter(seed in 0_u64..200) {
        let world = World::new(seed);
        let (people, shown) = (columns(&world.people), columns(&world.shown));
        let run = |threads| -> Option<Found> {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| linkage(&file(&people), &file(&shown)))
        };
        prop_assert_eq!(run(1), run(3));
    }
}

/// The rank of a small matrix, by elimination without fractions.
fn rank(mut rows: Vec<Vec<i128>>) -> usize {
    let columns = rows.first().map_or(0, Vec::len);
    let mut done = 0;
    for column in 0..columns {
        let Some(pivot) = (done..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(done, pivot);
        let own = rows[done].clone();
        for row in &mut rows[done + 1..] {
            let factor = row[column];
            for (entry, from) in row.iter_mut().zip(&own) {
                *entry = *entry * own[column] - from * factor;
            }
        }
        done += 1;
    }
    done
}
