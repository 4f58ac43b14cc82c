//! What takes the place of values.

use crate::microaggregate::case::{categories, column, plain, run};
use ridotto_core::Series;
use ridotto_mask::microaggregate::{Algorithm, Center, Masked, Missing, Note, Options};

const ROWS: [f64; 7] = [1.0, 9.5, 2.0, 9.0, 2.0, 9.5, 4.0];

fn masked(column: &Series, center: Center) -> (Masked, Option<u8>) {
    let axis = self::column(&ROWS);
    let options = Options { center, ..plain(Algorithm::SingleAxis, 3) };
    let outcome = run(&options, &[axis, column.clone()]);
    assert_eq!(
        outcome.notes.contains(&Note::TrueValues),
        center != Center::Mean || outcome.columns[1].decimals.is_none()
    );
    (outcome.columns[1].values.clone(), outcome.columns[1].decimals)
}

/// A value for the group of the low numbers and one for that of the high ones.
fn spread<T: Clone>(low: T, high: T) -> Vec<T> {
    // The three lowest are a group; 4 is with the high ones.
    ROWS.iter().map(|&x| if x < 3.0 { low.clone() } else { high.clone() }).collect()
}

#[test]
fn numbers_have_five_centers() {
    let numbers = column(&ROWS);
    let cases = [
        (Center::Mean, Masked::Numbers(spread(1.0 + 2.0 / 3.0, 8.0)), Some(3)),
        (Center::Median, Masked::Numbers(spread(2.0, 9.25)), Some(2)),
        (Center::Mode, Masked::Numbers(spread(2.0, 9.5)), Some(1)),
        (Center::Interval, Masked::Intervals(spread(Some((1.0, 2.0)), Some((4.0, 9.5)))), Some(1)),
    ];
    for (center, expected, decimals) in cases {
        assert!(masked(&numbers, center) == (expected, decimals), "{center:?}");
    }
    let (Masked::NumberSets(sets, of), _) = masked(&numbers, Center::Set) else { panic!() };
    assert_eq!(sets, [vec![1.0, 2.0], vec![4.0, 9.0, 9.5]]);
    assert_eq!(of, spread(Some(0), Some(1)));
}

#[test]
fn categories_have_their_own() {
    // In the order of ROWS: low rows are 0, 2 and 4.
    let codes = [3, 1, 0, 2, 3, 1, 4].map(Some);
    let (named, ranked) = (categories(&codes, 5, false), categories(&codes, 5, true));
    let same = |column: &Series, center, expected: Masked| {
        assert!(masked(column, center).0 == expected, "{center:?}");
    };
    for center in [Center::Mean, Center::Median, Center::Mode] {
        same(&named, center, Masked::Categories(spread(Some(3), Some(1))));
    }
    same(&ranked, Center::Mean, Masked::Categories(spread(Some(3), Some(1))));
    same(&ranked, Center::Median, Masked::Categories(spread(Some(3), Some(1))));
    same(&ranked, Center::Interval, Masked::Ranges(spread(Some((0, 3)), Some((1, 4)))));
    let sets = Masked::CategorySets(vec![vec![0, 3], vec![1, 2, 4]], spread(Some(0), Some(1)));
    same(&named, Center::Interval, sets.clone());
    same(&ranked, Center::Set, sets);
}

#[test]
fn missing_categories_stay_or_are_filled() {
    let codes = [Some(1), None, Some(1), Some(0), Some(2), Some(0), Some(0), Some(1)];
    let axis = column(&[1.0, 1.0, 1.0, 5.0, 1.0, 5.0, 5.0, 1.0]);
    let given = [axis, categories(&codes, 3, false)];
    let found = |missing| {
        let outcome = run(&Options { missing, ..plain(Algorithm::Mdav, 3) }, &given);
        let Masked::Categories(found) = &outcome.columns[1].values else { panic!() };
        found.clone()
    };
    let (low, high) = (Some(1), Some(0));
    assert_eq!(found(Missing::Fill)[..], [low, low, low, high, low, high, high, low]);
    // Two near ones lack it with the one that does, and so the three are alike.
    let stays = found(Missing::Stay);
    assert_eq!(stays.iter().filter(|code| code.is_none()).count(), 3);
    assert!(stays[1].is_none() && [3, 5, 6].iter().all(|&row| stays[row] == high));
}

#[test]
fn nothing_is_shown_in_debug() {
    let outcome = run(&plain(Algorithm::Mdav, 2), &[column(&[77.5, 78.5, 12.25])]);
    let text = format!("{outcome:?}");
    assert!(!text.contains("77.5") && !text.contains("12.25") && !text.contains("56.08"), "{text}");
}
