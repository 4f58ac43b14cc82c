//! Swapping and shuffling: multisets, bounds on ranks, partners, refusals.

use crate::masking::case::{
    bits, categories, codes, correlation, figure, normals, numbers, of, on, reason, sorted,
};
use proptest::prelude::*;
use ridotto_core::{Series, Values};
use ridotto_mask::swap::cross_set::{self, CrossSetSwap};
use ridotto_mask::swap::pairs::{self, PairSwap};
use ridotto_mask::swap::rank::{self, RankSwap};
use ridotto_mask::swap::shuffle;
use ridotto_mask::{Dice, Extremes, Masked, Note, Refused};

const TENTH: RankSwap = RankSwap { range: 0.1, extremes: Extremes::Move, correlation_change: None };

fn swap(options: RankSwap, columns: &[Series], seed: u64) -> Masked {
    rank::mask(&options, columns, None, &Dice::seeded(seed)).unwrap()
}

fn unordered(name: &str, codes: Vec<Option<u32>>, categories: usize) -> Series {
    Series { name: name.into(), values: Values::Categories { codes, categories, ordered: false } }
}

fn noted(masked: &Masked, is: impl Fn(&Note) -> bool) -> bool {
    masked.notes.iter().any(is)
}

#[test]
fn ranks_move_far_but_not_too_far() {
    let column = [numbers("x", (0..10_000).map(|row| f64::from(row * 7919 % 10_007)).collect())];
    let masked = swap(TENTH, &column, 3);
    let mut order: Vec<f64> = of(&column[0]).to_vec();
    order.sort_by(f64::total_cmp);
    let rank = |x: f64| order.partition_point(|y| *y < x);
    let moves: Vec<usize> = (of(&column[0]).iter().zip(of(&masked.columns[0])))
        .map(|(x, y)| rank(*x).abs_diff(rank(*y)))
        .collect();
    assert!(moves.iter().all(|ranks| *ranks <= 1000));
    let share = figure(&masked, "largest move in ranks of x, as a share").2;
    assert!((share - *moves.iter().max().unwrap() as f64 / 10_000.0).abs() < 1e-12);
    // Nearly all are swapped, over half of the range on average or so.
    assert!(moves.iter().filter(|ranks| **ranks == 0).count() < 100);
    let mean = moves.iter().sum::<usize>() as f64 / 10_000.0;
    assert!((300.0..700.0).contains(&mean), "{mean}");
    // An involution: who gave a value got the other one.
    let at: std::collections::HashMap<u64, usize> =
        of(&column[0]).iter().enumerate().map(|(row, x)| (x.to_bits(), row)).collect();
    for (row, value) in of(&masked.columns[0]).iter().enumerate() {
        let other = at[&value.to_bits()];
        assert_eq!(of(&masked.columns[0])[other].to_bits(), of(&column[0])[row].to_bits());
    }
}

#[test]
fn extremes_are_kept_or_not() {
    let column = [numbers("x", (0..200).map(f64::from).collect())];
    let keep = RankSwap { extremes: Extremes::Keep, ..TENTH };
    for seed in 0..5 {
        let masked = swap(keep, &column, seed);
        assert!(of(&masked.columns[0])[0] == 0.0 && of(&masked.columns[0])[199] == 199.0);
        assert_eq!(masked.notes[0], Note::ExtremesKept { attribute: "x".to_owned(), records: 2 });
        let masked = swap(TENTH, &column, seed);
        assert!(of(&masked.columns[0])[0] != 0.0);
        assert!(!noted(&masked, |note| matches!(note, Note::ExtremesKept { .. })));
    }
}

#[test]
fn correlations_stay_within_their_bound() {
    let columns = normals(4000, 2, 1);
    let wide = RankSwap { range: 0.5, ..TENTH };
    let free = swap(wide, &columns, 2);
    let (before, _, after) = figure(&free, "correlation of a0 and a1");
    assert!(before - after > 0.1, "so there is something to bound: {before} {after}");
    let bound = RankSwap { correlation_change: Some(0.02), ..wide };
    let masked = swap(bound, &columns, 2);
    let own = correlation(of(&masked.columns[0]), of(&masked.columns[1]));
    assert!((own - before).abs() <= 0.02);
    assert!(noted(&masked, |note| matches!(note, Note::RangeLowered { .. })));
    assert!(bits(&masked.columns) != bits(&columns));
    let never = RankSwap { correlation_change: Some(1e-12), ..wide };
    let refused = rank::mask(&never, &columns, None, &Dice::seeded(2)).unwrap_err();
    assert!(matches!(refused, Refused::CorrelationBound { reached, .. } if reached > 1e-12));
}

#[test]
fn together_everything_between_attributes_stays() {
    let columns = normals(3000, 3, 4);
    let masked = rank::mask(&TENTH, &columns[1..], Some(&columns[0]), &Dice::seeded(5)).unwrap();
    let pairs = |a: &Series, b: &Series| {
        let mut all: Vec<(u64, u64)> =
            of(a).iter().zip(of(b)).map(|(x, y)| (x.to_bits(), y.to_bits())).collect();
        all.sort_unstable();
        all
    };
    let after = &masked.columns;
    assert_eq!(pairs(&columns[1], &columns[2]), pairs(&after[0], &after[1]));
    assert!(bits(&columns[1..]) != bits(after));
}

#[test]
fn partners_share_categories_and_are_near() {
    let region: Vec<Option<u32>> = (0..4000).map(|row| Some(row * 7 % 5)).collect();
    let similar = [unordered("region", region, 5), normals(4000, 1, 2).remove(0)];
    let income = normals(4000, 1, 3);
    let options = PairSwap { share: 0.3 };
    let masked = pairs::mask(&options, &income, &similar, &Dice::seeded(4)).unwrap();
    assert_eq!(sorted(&income[0]), sorted(&masked.columns[0]));
    let (_, expected, reached) = figure(&masked, "share of records swapped");
    assert!((reached - 0.3).abs() < 1e-9 && expected == Some(0.3));
    let row_of = |value: f64| of(&income[0]).iter().position(|x| *x == value).unwrap();
    let mut apart = Vec::new();
    for row in 0..4000 {
        let other = row_of(of(&masked.columns[0])[row]);
        assert_eq!(codes(&similar[0])[row], codes(&similar[0])[other]);
        if other != row {
            apart.push((of(&similar[1])[row] - of(&similar[1])[other]).abs());
        }
    }
    assert_eq!(apart.len(), 1200);
    // Random partners would be 11 apart, and 800 records of a region spread over 10 deviations.
    let mean = apart.iter().sum::<f64>() / 1200.0;
    assert!(mean < 0.2, "{mean}");
}

#[test]
fn records_at_risk_are_swapped() {
    let keys: Vec<Option<u32>> = (0..1000).map(|row| Some(row % 4)).collect();
    let similar = [unordered("key", keys, 4)];
    let illness = [unordered("illness", (0..1000).map(|row| Some(row / 4 % 10)).collect(), 10)];
    let at_risk: Vec<bool> = (0..1000).map(|row| row % 50 == 0).collect();
    let masked = pairs::targeted(&at_risk, &illness, &similar, &Dice::seeded(1)).unwrap();
    let changed = |row: usize| codes(&illness[0])[row] != codes(&masked.columns[0])[row];
    assert!((0..1000).filter(|row| at_risk[*row]).all(changed));
    assert!((0..1000).filter(|row| changed(*row)).count() <= 40);
    let table = |column: &Series| {
        let mut counts = [[0; 10]; 4];
        for (key, code) in codes(&similar[0]).iter().zip(codes(column)) {
            counts[key.unwrap() as usize][code.unwrap() as usize] += 1;
        }
        counts
    };
    assert_eq!(table(&illness[0]), table(&masked.columns[0]), "with the key, exactly");
    // A record whose key nobody shares has no partner.
    let alone: Vec<Option<u32>> = (0..1000).map(Some).collect();
    let similar = [unordered("key", alone, 1000)];
    let masked = pairs::targeted(&at_risk, &illness, &similar, &Dice::seeded(1)).unwrap();
    assert_eq!(bits(&masked.columns), bits(&illness));
    assert!(masked.notes.contains(&Note::NoPartner { records: 20, of: 20 }));
}

#[test]
fn values_of_a_second_file_come_by_rank() {
    let (own, other) = (normals(2000, 2, 1), normals(2000, 2, 99));
    let options = CrossSetSwap { range: 0.05 };
    let masked = cross_set::mask(&options, &own, &other, &Dice::seeded(2)).unwrap();
    for at in 0..2 {
        assert_eq!(sorted(&masked.columns[at]), sorted(&other[at]), "all of the second file's");
        assert!(correlation(of(&own[at]), of(&masked.columns[at])) > 0.97);
    }
    // More donors, and fewer.
    let many = normals(9000, 2, 99);
    let masked = cross_set::mask(&options, &own, &many, &Dice::seeded(2)).unwrap();
    let donors: std::collections::HashSet<u64> = bits(&many[..1]).into_iter().collect();
    let used = bits(&masked.columns[..1]);
    assert!(used.iter().all(|value| donors.contains(value)));
    assert_eq!(used.iter().collect::<std::collections::HashSet<_>>().len(), 2000);
    let few = normals(300, 2, 99);
    let masked = cross_set::mask(&options, &own, &few, &Dice::seeded(2)).unwrap();
    assert!(noted(&masked, |note| matches!(note, Note::DonorsRepeated { donors: 300, .. })));
    let mut times: std::collections::HashMap<u64, usize> = std::collections::HashMap::new();
    for value in bits(&masked.columns[..1]) {
        *times.entry(value).or_default() += 1;
    }
    assert!(times.len() == 300 && times.values().all(|times| [6, 7].contains(times)));
    let word = [categories("w", vec![Some(0); 2000], 1)];
    let refused = cross_set::mask(&options, &own[..1], &word, &Dice::seeded(2)).unwrap_err();
    assert_eq!(reason(refused), Refused::NeedsNumbers);
}

/// A rank correlation of 20,000 records has a standard error below 1/√20,000 = 0.007; five of them.
#[test]
fn shuffling_keeps_distributions_and_rank_correlations() {
    let mut columns = normals(20_000, 3, 1);
    // Far from normal, and still the same ranks.
    columns[1] = numbers("a1", of(&columns[1]).iter().map(|x| (x / 5.0).exp()).collect());
    let (given, secret) = columns.split_at(1);
    for seed in 2..6 {
        let masked = shuffle::mask(secret, given, &Dice::seeded(seed)).unwrap();
        for (before, after) in secret.iter().zip(&masked.columns) {
            assert_eq!(sorted(before), sorted(after));
        }
        for pair in ["a1 and a2", "a1 and a0", "a2 and a0"] {
            let (before, _, after) = figure(&masked, &format!("rank correlation of {pair}"));
            assert!(before > 0.5, "there is something to keep");
            assert!((before - after).abs() < 0.035, "{pair}: {before} {after}");
        }
        // A record's own value tells no more than the given attribute does: 0.8² = 0.64 of a2.
        let own = correlation(of(&secret[1]), of(&masked.columns[1]));
        assert!((own - 0.64 * 0.64).abs() < 0.035, "{own}");
    }
    // Given nothing, the own value has no influence.
    let masked = shuffle::mask(secret, &[], &Dice::seeded(2)).unwrap();
    assert!(correlation(of(&secret[1]), of(&masked.columns[1])).abs() < 0.035);
    let (before, _, after) = figure(&masked, "rank correlation of a1 and a2");
    assert!((before - after).abs() < 0.035);
}

#[test]
fn shuffling_knows_categories() {
    let group: Vec<Option<u32>> = (0..6000).map(|row| Some(row % 3)).collect();
    let normal = normals(6000, 1, 5);
    let shift = |(row, x): (usize, &f64)| x + [0.0, 50.0, -50.0][row % 3];
    let secret = [numbers("x", of(&normal[0]).iter().enumerate().map(shift).collect())];
    let given = [unordered("group", group, 3)];
    let masked = shuffle::mask(&secret, &given, &Dice::seeded(6)).unwrap();
    let mean = |column: &Series, group: usize| {
        of(column).iter().skip(group).step_by(3).sum::<f64>() / 2000.0
    };
    for group in 0..3 {
        let (before, after) = (mean(&secret[0], group), mean(&masked.columns[0], group));
        assert!((before - after).abs() < 5.0, "{group}: {before} {after}");
    }
    assert_eq!(sorted(&secret[0]), sorted(&masked.columns[0]));
}

#[test]
fn missing_values_stay_missing() {
    let gaps = |every: usize| {
        let gap = move |row: usize| {
            if row.is_multiple_of(every) { f64::NAN } else { (row * 7 % 500) as f64 }
        };
        numbers("x", (0..500).map(gap).collect())
    };
    let columns = [gaps(3), gaps(4)];
    let full = normals(500, 2, 1);
    let dice = Dice::seeded(1);
    let all = [
        rank::mask(&TENTH, &columns, None, &dice).unwrap(),
        rank::mask(&TENTH, &columns, Some(&full[0]), &dice).unwrap(),
        pairs::mask(&PairSwap { share: 0.5 }, &columns, &full, &dice).unwrap(),
        pairs::targeted(&[true; 500], &columns, &full, &dice).unwrap(),
        cross_set::mask(&CrossSetSwap { range: 0.1 }, &columns, &full, &dice).unwrap(),
        shuffle::mask(&columns, &full, &dice).unwrap(),
    ];
    for masked in all {
        for (before, after) in columns.iter().zip(&masked.columns) {
            let same = of(before).iter().zip(of(after)).all(|(x, y)| x.is_nan() == y.is_nan());
            assert!(same);
        }
    }
}

/// Half of one column and a third of another are gaps: relations are those of the known values. Some
/// 6,667 records have both, so five standard errors of a rank correlation are 0.06.
#[test]
fn shuffling_bears_gaps() {
    let mut columns = normals(20_000, 3, 1);
    for (column, every) in columns.iter_mut().skip(1).zip([2, 3]) {
        let gap = |(row, x): (usize, &f64)| if row.is_multiple_of(every) { f64::NAN } else { *x };
        *column = numbers(&column.name, of(column).iter().enumerate().map(gap).collect());
    }
    let (given, secret) = columns.split_at(1);
    let masked = shuffle::mask(secret, given, &Dice::seeded(2)).unwrap();
    for pair in ["a1 and a2", "a1 and a0", "a2 and a0"] {
        let (before, _, after) = figure(&masked, &format!("rank correlation of {pair}"));
        assert!(before > 0.5 && (before - after).abs() < 0.06, "{pair}: {before} {after}");
    }
    assert!(noted(&masked, |note| matches!(note, Note::Incomplete { records: 13_333 })));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dice = Dice::seeded(1);
    let fine = normals(20, 2, 1);
    let missing = || numbers("x", vec![f64::NAN; 20]);
    let words = || unordered("w", vec![Some(0); 20], 2);
    let rank = |column: Series, options: RankSwap| {
        reason(rank::mask(&options, &[column], None, &dice).unwrap_err())
    };
    assert_eq!(rank(words(), TENTH), Refused::NotOrdered);
    assert_eq!(rank(missing(), TENTH), Refused::AllMissing);
    let few = numbers("x", vec![1.0, 2.0, 3.0]);
    assert_eq!(rank(few.clone(), TENTH), Refused::TooFew { needed: 10, records: 3 });
    let keep = RankSwap { range: 1.0, extremes: Extremes::Keep, correlation_change: None };
    assert_eq!(rank(few, keep), Refused::TooFew { needed: 4, records: 3 });
    for range in [0.0, -0.1, 1.1, f64::NAN] {
        let refused = rank(fine[0].clone(), RankSwap { range, ..TENTH });
        assert!(matches!(refused, Refused::Parameter { parameter: "range", .. }));
    }
    let bad = RankSwap { correlation_change: Some(0.0), ..TENTH };
    assert!(matches!(rank(fine[0].clone(), bad), Refused::Parameter { .. }));
    let none = rank::mask(&TENTH, &[], None, &dice).unwrap_err();
    assert_eq!(none, Refused::Uneven);
    let pair = |columns: &[Series], share| {
        reason(pairs::mask(&PairSwap { share }, columns, &[], &dice).unwrap_err())
    };
    assert_eq!(pair(&[missing()], 0.5), Refused::AllMissing);
    assert_eq!(pair(&fine[..1], 0.01), Refused::TooFew { needed: 150, records: 20 });
    assert!(matches!(pair(&fine, 2.0), Refused::Parameter { parameter: "share", .. }));
    assert_eq!(pairs::targeted(&[true], &fine, &[], &dice).unwrap_err(), Refused::Uneven);
    let shuffle = |columns: &[Series]| reason(shuffle::mask(columns, &[], &dice).unwrap_err());
    assert_eq!(shuffle(&[words()]), Refused::NotOrdered);
    assert_eq!(shuffle(&[missing()]), Refused::AllMissing);
    assert_eq!(shuffle(&[numbers("x", vec![1.0, 2.0])]), Refused::TooFew { needed: 3, records: 2 });
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let columns = normals(20_000, 3, 1);
    let other = normals(20_000, 3, 2);
    let at_risk: Vec<bool> = (0..20_000).map(|row| row % 40 == 0).collect();
    let run = |seed: u64| {
        let dice = Dice::seeded(seed);
        let all = [
            rank::mask(&TENTH, &columns, None, &dice).unwrap(),
            pairs::mask(&PairSwap { share: 0.2 }, &columns, &other, &dice).unwrap(),
            cross_set::mask(&CrossSetSwap { range: 0.1 }, &columns, &other, &dice).unwrap(),
            shuffle::mask(&columns, &other, &dice).unwrap(),
            rank::mask(&TENTH, &columns, Some(&other[0]), &dice).unwrap(),
            pairs::targeted(&at_risk, &columns, &other, &dice).unwrap(),
        ];
        all.map(|masked| bits(&masked.columns))
    };
    let (one, three, next) = (on(1, || run(5)), on(3, || run(5)), on(1, || run(6)));
    for at in 0..6 {
        assert!(one[at] == three[at], "{at}");
        assert!(one[at] != next[at], "{at}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn ranks_are_bounded_and_multisets_kept(
        values in prop::collection::vec(prop::option::weighted(0.9, -20_i32..20), 12..80),
        range in 0.1_f64..1.0, seed: u64, keep: bool,
    ) {
        let number = |value: &Option<i32>| value.map_or(f64::NAN, f64::from);
        let column = numbers("x", values.iter().map(number).collect());
        let known = values.iter().flatten().count();
        prop_assume!(known >= 10);
        let extremes = if keep { Extremes::Keep } else { Extremes::Move };
        let options = RankSwap { range, extremes, correlation_change: None };
        let masked = swap(options, std::slice::from_ref(&column), seed);
        prop_assert_eq!(sorted(&column), sorted(&masked.columns[0]));
        // Among equal values any place will do: the least possible difference of places counts.
        let mut order: Vec<f64> = of(&column).iter().copied().filter(|x| !x.is_nan()).collect();
        order.sort_by(f64::total_cmp);
        let limit = range * known as f64 + 1e-9;
        for (x, y) in of(&column).iter().zip(of(&masked.columns[0])).filter(|(x, _)| !x.is_nan()) {
            let (low, high) = if x < y { (x, y) } else { (y, x) };
            let gap = order.partition_point(|z| z < high).saturating_sub(
                order.partition_point(|z| z <= low).saturating_sub(1));
            prop_assert!(x == y || gap as f64 <= limit, "{} {}", gap, limit);
        }
    }

    #[test]
    fn swaps_keep_multisets(
        values in prop::collection::vec((0_u32..4, -9_i32..9, 0_u32..3, prop::bool::ANY), 8..60),
        seed: u64, share in 0.4_f64..1.0,
    ) {
        let columns = [
            unordered("a", values.iter().map(|row| Some(row.0)).collect(), 4),
            numbers("b", values.iter().map(|row| f64::from(row.1)).collect()),
        ];
        let similar = [unordered("s", values.iter().map(|row| Some(row.2)).collect(), 3)];
        let at_risk: Vec<bool> = values.iter().map(|row| row.3).collect();
        let dice = Dice::seeded(seed);
        // With the group they stand in, and together.
        let joint = |columns: &[Series]| {
            let mut all: Vec<_> = (0..values.len())
                .map(|row| (codes(&columns[0])[row], of(&columns[1])[row].to_bits(), values[row].2))
                .collect();
            all.sort_unstable();
            all
        };
        for masked in [
            pairs::mask(&PairSwap { share }, &columns, &similar, &dice).unwrap(),
            pairs::targeted(&at_risk, &columns, &similar, &dice).unwrap(),
        ] {
            prop_assert_eq!(joint(&columns), joint(&masked.columns));
        }
        let shuffled = shuffle::mask(&columns[1..], &similar, &dice).unwrap();
        prop_assert_eq!(sorted(&columns[1]), sorted(&shuffled.columns[0]));
    }
}
