//! Laws of masking steps, and samples against what chance allows.

use proptest::prelude::*;
use ridotto_core::hierarchy::Decimal;
use ridotto_core::{CodeColumn, Codes, Dictionary, Kind, Reading};
use ridotto_mask::sample::likeness::Likeness;
use ridotto_mask::{Change, Ends, Recode, Replaced, Round, Side, Threshold, Unsuited, sample};
use std::collections::HashMap;

fn dictionary(texts: &[String], kind: Kind) -> (Dictionary, Vec<u32>) {
    let labels = texts.iter().map(|text| (!text.is_empty()).then_some(text.as_str()));
    Dictionary::of_labels(labels, &Reading::of_kind(kind))
}

fn is_missing(text: &str) -> bool {
    text.is_empty()
}

/// The cells of a column after a step; "" is missing.
fn after(change: &Change, kind: Kind, cells: &[String]) -> Result<Vec<String>, Unsuited> {
    let (before, codes) = dictionary(cells, kind);
    let Replaced { dictionary, new, .. } = change.replace(&before, &is_missing)?;
    let text = |code: &u32| dictionary.text(new[*code as usize]).unwrap_or("").to_owned();
    Ok(codes.iter().map(text).collect())
}

fn ends(side: Side, threshold: i64, label: &str) -> Change {
    let threshold = Threshold::Number(Decimal::from(threshold));
    Change::Ends(Ends { side, threshold, label: Some(label.into()) })
}

/// Numbers with up to two digits after the point, or missing.
fn cells() -> impl Strategy<Value = Vec<String>> {
    let cell = prop_oneof![
        1 => Just(String::new()),
        9 => (-3000_i64..3000).prop_map(|hundredths| format!("{:.2}", hundredths as f64 / 100.0)),
    ];
    proptest::collection::vec(cell, 0..40)
}

fn number(cell: &str) -> Option<f64> {
    cell.parse().ok()
}

proptest! {
    #[test]
    fn coding_an_end_leaves_the_rest(cells in cells(), threshold in -31_i64..31) {
        let bound = threshold as f64;
        for (side, is_beyond) in [
            (Side::Top, (|a, b| a >= b) as fn(f64, f64) -> bool),
            (Side::Bottom, |a, b| a <= b),
        ] {
            let coded = after(&ends(side, threshold, "end"), Kind::Decimal, &cells).unwrap();
            for (old, new) in cells.iter().zip(&coded) {
                match number(old) {
                    Some(value) if is_beyond(value, bound) => prop_assert_eq!(new, "end"),
                    _ => prop_assert_eq!(new, old),
                }
            }
        }
    }

    #[test]
    fn rounding_is_near_and_happens_once(cells in cells(), hundredths in 1_i64..900) {
        let to: Decimal = format!("{}.{:02}", hundredths / 100, hundredths % 100).parse().unwrap();
        let step = Change::Round(Round { to });
        let once = after(&step, Kind::Decimal, &cells).unwrap();
        for (old, new) in cells.iter().zip(&once) {
            let Some(value) = number(old) else { prop_assert_eq!(new, ""); continue };
            let whole = |number: f64| (number * 100.0).round() as i64;
            let (old, new) = (whole(value), whole(number(new).unwrap()));
            prop_assert_eq!(new % hundredths, 0);
            prop_assert!(2 * (new - old).abs() <= hundredths);
        }
        prop_assert_eq!(after(&step, Kind::Decimal, &once).unwrap(), once);
    }

    #[test]
    fn recoding_is_a_look_up_and_leaves_no_listed_value(
        cells in proptest::collection::vec("[a-f]?", 0..40),
        map in proptest::collection::btree_map("[a-f]", "[x-z]?", 1..4),
        others in proptest::option::of("[x-z]"),
    ) {
        let step = Change::Recode(Recode::new(map.clone(), others.clone()));
        let recoded = after(&step, Kind::Text, &cells).unwrap();
        for (old, new) in cells.iter().zip(&recoded) {
            let listed = map.get(old).or(others.as_ref().filter(|_| !old.is_empty()));
            prop_assert_eq!(new, listed.unwrap_or(old));
        }
        let (before, codes) = dictionary(&cells, Kind::Text);
        let counts = Codes::from_codes(&codes, before.len()).histogram(before.len());
        let replaced = step.replace(&before, &is_missing).unwrap();
        prop_assert!(!map.keys().any(|value| replaced.dictionary.code(value).is_some()));
        let changed = cells.iter().zip(&recoded).filter(|(old, new)| old != new).count() as u64;
        prop_assert_eq!(replaced.cells(&counts), changed);
    }

    #[test]
    fn quotas_add_up_and_are_near_the_share(
        sizes in proptest::collection::vec(0_u64..50, 1..9),
        permille in 0_u64..=1000,
    ) {
        let all: u64 = sizes.iter().sum();
        let size = all * permille / 1000;
        let quotas = sample::allocate(&sizes, size);
        prop_assert_eq!(quotas.iter().sum::<u64>(), size);
        for (quota, of) in quotas.iter().zip(&sizes) {
            let exact = size as f64 * *of as f64 / all.max(1) as f64;
            prop_assert!(quota <= of && (*quota as f64 - exact).abs() < 1.0);
        }
    }
}

#[test]
fn days_and_orders_have_ends_too() {
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let days = texts(&["2020-01-31", "2020-02-01", "", "2021-01-01"]);
    let until = |day: &str| {
        let threshold = Threshold::Date(day.into());
        Change::Ends(Ends { side: Side::Bottom, threshold, label: Some("old".into()) })
    };
    let coded = after(&until("2020-02-01"), Kind::Date, &days);
    assert_eq!(coded.unwrap(), ["old", "old", "", "2021-01-01"]);
    assert_eq!(after(&until("soon"), Kind::Date, &days), Err(Unsuited::Threshold));
    let kind = Unsuited::Kind { needs: "dates", kind: Kind::Text };
    assert_eq!(after(&until("2020-02-01"), Kind::Text, &days), Err(kind));
    let degrees = texts(&["second", "first", "fourth", "third", "fifth"]);
    let order = texts(&["first", "second", "third"]);
    let threshold = Threshold::Ordered { value: "second".into(), order };
    let top = Change::Ends(Ends { side: Side::Top, threshold, label: Some("high".into()) });
    let known = [degrees[0].clone(), degrees[1].clone(), degrees[3].clone()];
    assert_eq!(after(&top, Kind::Text, &known).unwrap(), ["high", "first", "high"]);
    let error = after(&top, Kind::Text, &degrees).unwrap_err();
    let Unsuited::Values { count: 2, .. } = error else { panic!("{error}") };
    assert_eq!(error.to_string(), "2 of its values are not in `order`");
    let text = after(&ends(Side::Top, 5, "x"), Kind::Text, &degrees);
    assert_eq!(text, Err(Unsuited::Kind { needs: "numbers", kind: Kind::Text }));
    let rounded = after(&Change::Round(Round { to: 5.into() }), Kind::Text, &degrees);
    assert_eq!(rounded, Err(Unsuited::Kind { needs: "numbers", kind: Kind::Text }));
}

#[test]
fn a_label_that_is_another_value_is_told() {
    let collides = |label: &str| {
        let cells = ["1", "2", "3"].map(str::to_owned);
        let (before, _) = dictionary(&cells, Kind::Integer);
        ends(Side::Top, 2, label).replace(&before, &is_missing).unwrap().collides
    };
    assert!(collides("1") && !collides("2") && !collides("3") && !collides("2+"));
}

#[test]
fn labels_that_mean_missing_are_missing_and_missing_can_be_recoded() {
    let cells = ["a", "b", ""].map(str::to_owned);
    let recode = |map: [(&str, &str); 2]| {
        after(&Change::Recode(Recode::new(map, None)), Kind::Text, &cells).unwrap()
    };
    assert_eq!(recode([("a", ""), ("", "unknown")]), ["", "b", "unknown"]);
    let step = Recode::new([("a", "x"), ("nowhere", "x"), ("", "y")], None);
    let (before, _) = dictionary(&cells[..2], Kind::Text);
    assert_eq!(step.absent(&before, &is_missing).collect::<Vec<_>>(), ["", "nowhere"]);
    assert_eq!(
        format!("{step:?} {:?}", ends(Side::Top, 77, "secret")),
        "Recode(3 values) Ends(Ends(Top))"
    );
}

/// A die that is good enough for tests.
fn die(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed.wrapping_mul(2).wrapping_add(0x9E37_79B9_7F4A_7C15);
    move |sides| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state ^ state >> 29) * u128::from(sides)) >> 64) as u64
    }
}

/// Every subset is as likely as any other: 10 of 5 records taken 3 at a time, a chi-square with 9
/// degrees of freedom.
#[test]
fn every_sample_is_equally_likely() {
    let mut seen: HashMap<Vec<u32>, u32> = HashMap::new();
    for seed in 0..10_000 {
        *seen.entry(sample::simple(5, 3, &mut die(seed))).or_default() += 1;
    }
    assert_eq!(seen.len(), 10);
    let statistic: f64 = seen.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(statistic < 40.0, "{statistic}");
}

#[test]
fn strata_and_clusters_are_drawn_as_they_should_be() {
    let regions = Codes::from_codes(&[0, 1, 0, 0, 1, 0, 2, 0, 1, 0], 3);
    let sexes = Codes::from_codes(&[0, 0, 0, 1, 0, 1, 0, 1, 0, 0], 2);
    let columns =
        [CodeColumn { codes: &regions, values: 3 }, CodeColumn { codes: &sexes, values: 2 }];
    let (strata, sizes) = sample::groups(&columns, 10);
    assert_eq!(
        (strata.as_slice(), sizes.as_slice()),
        (&[0, 1, 0, 2, 1, 2, 3, 2, 1, 0][..], &[3, 3, 3, 1][..])
    );
    assert_eq!(sample::groups(&[], 3), (vec![0, 0, 0], vec![3]));
    let quotas = sample::allocate(&sizes, 5);
    assert_eq!(quotas, [2, 2, 1, 0]);
    let mut chosen = [0; 10];
    for seed in 0..600 {
        let drawn = sample::stratified(&strata, &sizes, &quotas, &mut die(seed));
        let mut of = [0; 4];
        for &record in &drawn {
            of[strata[record as usize] as usize] += 1;
            chosen[record as usize] += 1;
        }
        assert_eq!(of, quotas[..]);
        assert!(drawn.is_sorted());
    }
    // Two of three in the first two strata, one of three in the third, none of the last.
    for (record, &times) in chosen.iter().enumerate() {
        let expected = [400_i32, 400, 200, 0][strata[record] as usize];
        assert!((times - expected).abs() < 60, "{record}: {times}");
    }
    let homes = Codes::from_codes(&[0, 1, 0, 2, 2, 1, 0], 3);
    let (clusters, count) = sample::clusters(CodeColumn { codes: &homes, values: 3 }, Some(2));
    assert_eq!((clusters.as_slice(), count), (&[0, 1, 0, 2, 3, 1, 0][..], 4));
    for seed in 0..100 {
        let drawn = sample::clustered(&clusters, count, 2, &mut die(seed));
        let mut homes: Vec<u32> = drawn.iter().map(|&record| clusters[record as usize]).collect();
        homes.sort_unstable();
        homes.dedup();
        assert_eq!(homes.len(), 2);
        let whole = clusters.iter().filter(|cluster| homes.contains(cluster)).count();
        assert_eq!(drawn.len(), whole);
    }
}

#[test]
fn likeness_tells_how_far_a_sample_is_off() {
    let (numbers, _) = dictionary(&["0", "10", ""].map(str::to_owned), Kind::Integer);
    let of = |sample: [u64; 3]| Likeness::new(&numbers, &[50, 50, 5], &sample);
    assert_eq!(of([5, 5, 0]), Likeness::Numbers { shift: 0.0, spread: 1.0 });
    assert_eq!(of([10, 0, 0]), Likeness::Numbers { shift: 1.0, spread: 0.0 });
    let Likeness::Categories { distance } = of([0, 0, 5]) else { panic!("no number is left") };
    assert!((distance - 100.0 / 105.0).abs() < 1e-12);
    assert!(!of([5, 5, 0]).is_far() && of([7, 3, 0]).is_far());
    let (texts, _) = dictionary(&["a", "b"].map(str::to_owned), Kind::Text);
    let of = |sample: [u64; 2]| Likeness::new(&texts, &[50, 50], &sample);
    assert_eq!(of([0, 3]), Likeness::Categories { distance: 0.5 });
    assert!(!of([6, 4]).is_far() && of([7, 3]).is_far());
    let (same, _) = dictionary(&["4".to_owned()], Kind::Integer);
    let constant = Likeness::new(&same, &[9], &[2]);
    assert_eq!(constant, Likeness::Numbers { shift: 0.0, spread: 1.0 });
}
