//! Tests of the distributions.

use super::super::testing::check;
use super::*;
use proptest::prelude::*;

fn distribution(attribute: &str, counts: &[(u64, u64)]) -> Distribution {
    let bin = |(at, &(before, after)): (usize, &(u64, u64))| DistributionBin {
        label: Some(format!("secret {at}")),
        before,
        after,
    };
    let bins = counts.iter().enumerate().map(bin).collect();
    Distribution { attribute: attribute.into(), bins, ..Distribution::default() }
}

#[test]
fn damage_is_the_total_variation_distance() {
    let damage = |counts: &[(u64, u64)]| distribution("a", counts).damage();
    assert!((damage(&[(50, 25), (50, 75)]) - 0.25).abs() < 1e-12);
    assert!(damage(&[(5, 50), (5, 50)]).abs() < 1e-12);
    assert!((damage(&[(5, 0), (0, 50)]) - 1.0).abs() < 1e-12);
    assert!((damage(&[(5, 0)]) - 1.0).abs() < 1e-12, "all was removed");
    assert!(damage(&[]).abs() < 1e-12);
}

#[test]
fn the_most_damaged_comes_first() {
    let kept = distribution("kept", &[(50, 50), (50, 50)]);
    let harmed = distribution("harmed", &[(50, 90), (50, 10)]);
    let chart = Distributions { attributes: vec![kept, harmed] };
    insta::assert_snapshot!(check(&chart));
    let first: Vec<String> = chart.table().rows.into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(first, ["harmed", "harmed", "kept", "kept"]);
}

#[test]
fn labels_are_shown_only_where_they_are_left() {
    let chart = Distributions { attributes: vec![distribution("a", &[(1, 40), (70, 40)])] };
    let cells = |chart: &Distributions| chart.table().rows.concat().join("|");
    assert!(cells(&chart).contains("secret"));
    assert_eq!(cells(&chart.without_labels()), "a|48.6 %|value 1|70|40|a|48.6 %|value 2|1|40");
}

#[test]
fn labels_are_not_debugged() {
    let shown = format!("{:?}", distribution("a", &[(1, 2)]));
    assert!(shown.contains("a label, 1 before, 2 after") && !shown.contains("secret"), "{shown}");
}

#[test]
fn many_attributes_and_many_values_are_limited() {
    let wide: Vec<(u64, u64)> = (0..5000).map(|at| (at, 5000 - at)).collect();
    let attributes = (0..200).map(|at| distribution(&format!("attribute {at}"), &wide)).collect();
    let picture = check(&Distributions { attributes });
    assert!(picture.contains("176 more") && picture.len() < 100_000);
}

#[test]
fn nothing_is_drawn_as_nothing() {
    assert!(check(&Distributions::default()).contains("no attribute"));
    check(&Distributions { attributes: vec![distribution("", &[])] });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_counts_make_a_picture(
        counts in prop::collection::vec((any::<u64>(), any::<u64>()), 0..30),
        name in any::<String>(),
        ordered in any::<bool>(),
    ) {
        let one = Distribution { ordered, ..distribution(&name, &counts) };
        prop_assert!((0.0..=1.0).contains(&one.damage()));
        check(&Distributions { attributes: vec![one.clone(), one] });
    }
}
