//! Labels of any file are read for what they stand for.

use crate::case::{attribute, near};
use ridotto_core::Kind;
use ridotto_core::hierarchy::{Builder, Row, TOP};
use ridotto_measure::utility::{Attribute, Recoded};

/// The label of one cell, among values from before.
fn read(kind: Kind, before: &[&str], label: &str, builder: Option<&Builder>) -> Recoded {
    attribute("x", kind, before, &[label], builder).labels.remove(0)
}

#[test]
fn labels_without_a_hierarchy() {
    let ages = ["20", "22", "24", "30", "60"];
    let towns = ["02138", "02139", "02141", "10001"];
    let days = ["2024-01-01", "2024-01-11", "2024-04-10"];
    let nan = f64::NAN;
    // Kind, values, label, loss, height, leaves, ends.
    let cases: &[(Kind, &[&str], &str, [f64; 5])] = &[
        (Kind::Integer, &ages, "22", [0.0, 0.0, 1.0, 22.0, 22.0]),
        (Kind::Integer, &ages, "23", [0.0, 0.0, 1.0, 23.0, 23.0]),
        (Kind::Integer, &ages, "22.5", [0.0, 0.0, 1.0, 22.5, 22.5]),
        (Kind::Integer, &ages, "20-24", [0.1, nan, 3.0, 20.0, 24.0]),
        (Kind::Integer, &ages, "[20-24]", [0.1, nan, 3.0, 20.0, 24.0]),
        (Kind::Integer, &ages, "<30", [0.225, nan, 3.0, 20.0, 29.0]),
        (Kind::Integer, &ages, ">=30", [0.75, nan, 2.0, 30.0, 60.0]),
        (Kind::Integer, &ages, "<=30", [0.25, nan, 4.0, 20.0, 30.0]),
        (Kind::Integer, &ages, "50-99", [0.25, nan, 1.0, 50.0, 60.0]),
        (Kind::Integer, &ages, "{20, 30}", [0.25, nan, 2.0, 20.0, 30.0]),
        (Kind::Integer, &ages, TOP, [1.0, 1.0, 5.0, 20.0, 60.0]),
        (Kind::Integer, &ages, "70-79", [nan, nan, nan, nan, nan]),
        (Kind::Integer, &ages, "old", [nan, nan, nan, nan, nan]),
        (Kind::Decimal, &["0.5", "1", "2.5"], "[0.5, 1)", [0.25, nan, 1.0, 0.5, 1.0]),
        (Kind::Decimal, &["0.5", "1", "2.5"], "[1, 9)", [0.75, nan, 2.0, 1.0, 2.5]),
        (Kind::Text, &towns, "02138", [0.0, 0.0, 1.0, nan, nan]),
        (Kind::Text, &towns, "0213*", [1.0 / 3.0, nan, 2.0, nan, nan]),
        (Kind::Text, &towns, "021**", [2.0 / 3.0, nan, 3.0, nan, nan]),
        (Kind::Text, &towns, "***01", [0.0, nan, 1.0, nan, nan]),
        (Kind::Text, &towns, "{02138, 10001}", [1.0 / 3.0, nan, 2.0, nan, nan]),
        (Kind::Text, &towns, TOP, [1.0, 1.0, 4.0, nan, nan]),
        (Kind::Text, &towns, "Boston", [nan, nan, nan, nan, nan]),
        // A period is an interval of days, as a range of numbers is one, cut at the ends.
        (Kind::Date, &days, "2024-01", [0.3, nan, 2.0, 19723.0, 19753.0]),
        (Kind::Date, &days, "2024-Q1", [0.9, nan, 2.0, 19723.0, 19813.0]),
        (Kind::Date, &days, "2020-2029", [1.0, nan, 3.0, 19723.0, 19823.0]),
        (Kind::Date, &days, "2024-01-11/..", [0.9, nan, 2.0, 19733.0, 19823.0]),
        (Kind::Date, &days, "1970-1979", [nan; 5]),
        (Kind::Date, &days, "2024", [1.0, nan, 3.0, 19723.0, 19823.0]),
        (Kind::Date, &days, "202", [nan; 5]),
        (Kind::Date, &days, "2024-01-11", [0.0, 0.0, 1.0, 19733.0, 19733.0]),
        (Kind::Date, &days, "{2024-01-01, 2024-01-11}", [0.1, nan, 2.0, 19723.0, 19733.0]),
    ];
    let same = |a: f64, b: f64| (a.is_nan() && b.is_nan()) || near(a, b, 1e-12);
    for &(kind, before, label, [share, height, leaves, lower, upper]) in cases {
        let found = read(kind, before, label, None);
        let both = [
            (found.share, share),
            (found.height, height),
            (found.leaves, leaves),
            (found.lower, lower),
            (found.upper, upper),
        ];
        assert!(both.iter().all(|&(a, b)| same(a, b)), "{label}: {both:?}");
        assert_eq!(found.suppressed, label == TOP, "{label}");
    }
}

#[test]
fn labels_of_a_hierarchy() {
    let line = |cells: [&str; 4]| Row::line(1, cells);
    let table = Builder::Table(vec![
        line(["a", "ab", "abc", "*"]),
        line(["b", "ab", "abc", "*"]),
        line(["c", "c", "abc", "*"]),
        line(["d", "d", "de", "*"]),
        line(["e", "e", "de", "*"]),
    ]);
    // The file has no e, but the domain does.
    let before = ["a", "b", "c", "d"];
    for (label, share, height, leaves, members) in [
        ("a", 0.0, 0.0, 1.0, 1),
        ("ab", 0.25, 1.0 / 3.0, 2.0, 2),
        ("c", 0.0, 0.0, 1.0, 1),
        ("abc", 0.5, 2.0 / 3.0, 3.0, 3),
        ("de", 0.25, 2.0 / 3.0, 2.0, 1),
        ("*", 1.0, 1.0, 5.0, 4),
    ] {
        let found = read(Kind::Text, &before, label, Some(&table));
        assert!(near(found.share, share, 1e-12), "{label}: {}", found.share);
        assert!(near(found.height, height, 1e-12), "{label}: {}", found.height);
        assert!(near(found.leaves, leaves, 1e-12), "{label}: {}", found.leaves);
        assert_eq!(found.members_count(), members, "{label}");
    }
}

#[test]
fn nothing_shows_values() {
    let one = attribute("age", Kind::Integer, &["31337", "4"], &["31337", "4-31337"], None);
    let shown = format!("{one:?} {:?} {:?} {:?}", one.labels, one.domain, one.column_before());
    assert!(!shown.contains("31337"), "{shown}");
}

/// Filling in draws members evenly, and never what the label does not hold.
#[test]
fn groups_are_filled_in_by_members() {
    use ridotto_measure::Values;
    let before = ["a", "b", "c", "d"];
    let after: Vec<&str> = std::iter::repeat_n("{a, c}", 4000).chain(["d", "", "?"]).collect();
    let one: Attribute = attribute("x", Kind::Text, &before, &after, None);
    let Values::Categories { codes, .. } = one.column_after(7).values else { panic!("a text") };
    let drawn = |code: u32| codes.iter().filter(|&&one| one == Some(code)).count();
    assert_eq!([drawn(0) + drawn(2), drawn(1), drawn(3)], [4000, 0, 1]);
    assert!((1850..2150).contains(&drawn(0)), "{}", drawn(0));
    assert_eq!(codes[4001..], [None, None]);
    assert_eq!(one.unreadable().to_bits(), (1.0_f64 / 4003.0).to_bits());
}

/// What cannot be measured is not measured by what is left.
#[test]
fn unknown_figures_are_no_figures() {
    use ridotto_measure::utility::{height, loss, precision};
    let ages = ["20", "21", "30", "40"];
    // The height of a range is not known without a hierarchy, whatever was removed.
    let ranges = attribute("age", Kind::Integer, &ages, &["20-30", "20-30", "*"], None);
    assert_eq!((height(&ranges, 1), precision([&ranges], 1)), (None, None));
    let expected = (0.5 + 0.5 + 1.0 + 1.0) / 4.0;
    assert!(near(loss(&ranges, 1).unwrap(), expected, 1e-12));
    let unreadable = attribute("age", Kind::Integer, &ages, &["young", "old"], None);
    assert_eq!((height(&unreadable, 2), loss(&unreadable, 2)), (None, None));
    let partly = attribute("age", Kind::Integer, &ages, &["young", "20-30", "20", ""], None);
    // The blank is new, so it is as good as hidden.
    assert!(near(loss(&partly, 0).unwrap(), (0.5 + 0.0 + 1.0) / 3.0, 1e-12));
    let values = attribute("age", Kind::Integer, &ages, &["20", "21", "*", "40"], None);
    assert_eq!(height(&values, 0), Some(0.25));
}

/// Days before and years after are compared as days.
#[test]
fn years_of_days_are_intervals_of_days() {
    let born = ["1970-03-01", "1975-07-02", "1979-12-31", "1985-06-30"];
    let years = ["1970", "1975", "1979", "1985"];
    let one = attribute("born", Kind::Date, &born, &years, None);
    let mean = |numbers: Vec<f64>| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let (before, after) = (mean(one.numbers_before()), mean(one.numbers_after(false)));
    assert!((before - after).abs() < 183.0, "{before} and {after} are days");
}
