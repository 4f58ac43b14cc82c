//! Tests of the risk-utility map.

use super::super::testing::check;
use super::*;
use proptest::prelude::*;

fn map(points: &[(f64, f64)]) -> RiskUtilityMap {
    let point = |(at, &(risk, loss)): (usize, &(f64, f64))| RiskUtilityPoint {
        name: format!("configuration {at}"),
        risk,
        loss,
        promise: Promise::Attained,
        ..RiskUtilityPoint::default()
    };
    RiskUtilityMap {
        points: points.iter().enumerate().map(point).collect(),
        proposed: Some(1),
        ..RiskUtilityMap::default()
    }
}

#[test]
fn a_small_map_looks_like_this() {
    let chart = map(&[(0.1, 0.5), (0.2, 0.2), (0.5, 0.3)]);
    assert_eq!(chart.frontier(), [0, 1]);
    insta::assert_snapshot!(check(&chart));
    insta::assert_snapshot!(chart.description(), @"A map of 3 configurations, 2 of them on the frontier. Proposed: configuration 1, with risk 20 % and loss 20 %.");
}

/// What promises less is told apart by its shape, in the legend, in words and in the table.
#[test]
fn what_promises_nothing_does_not_look_safe() {
    let mut chart = map(&[(0.1, 0.5), (0.2, 0.2), (0.5, 0.3), (0.05, 0.6)]);
    let crosses = |chart: &RiskUtilityMap| check(chart).matches("class=\"bad\"").count();
    let squares = |chart: &RiskUtilityMap| check(chart).matches("<rect class=\"hollow\"").count();
    assert_eq!((crosses(&chart), squares(&chart)), (0, 0));
    chart.points[0].promise = Promise::Lacking;
    chart.points[2].promise = Promise::Nothing;
    // One in the picture and one in the legend.
    assert_eq!((crosses(&chart), squares(&chart)), (2, 2));
    assert_eq!(chart.frontier(), [3, 0, 1], "where they lie is not changed by it");
    assert_eq!(chart.choices(), [3, 1], "what attains too little is no choice");
    let told: Vec<String> = chart.table().rows.iter().map(|row| row[4].clone()).collect();
    let attains = Promise::Attained.words();
    let expected = [attains, attains, Promise::Lacking.words(), Promise::Nothing.words()];
    assert_eq!(told, expected);
    assert!(chart.reading().contains("it is no choice"), "{}", chart.reading());
    insta::assert_snapshot!(chart.description(), @"A map of 4 configurations, 2 of them on the frontier. One attains less than is required. One promises nothing. Proposed: configuration 1, with risk 20 % and loss 20 %.");
}

#[test]
fn nothing_one_point_and_a_million_are_drawn() {
    assert!(check(&map(&[])).contains("No configuration"));
    check(&map(&[(0.0, 0.0)]));
    check(&map(&[(f64::NAN, 0.1), (0.1, f64::INFINITY)]));
    let many: Vec<(f64, f64)> = (0..200_000_u32)
        .map(|at| (f64::from(at % 997) / 997.0, f64::from(at % 1009) / 1009.0))
        .collect();
    assert!(check(&map(&many)).len() < 600_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_frontier_is_what_nothing_beats(points in prop::collection::vec((0_u8..6, 0_u8..6), 0..20)) {
        let points: Vec<(f64, f64)> = points.iter().map(|&(risk, loss)| (f64::from(risk), f64::from(loss))).collect();
        let chart = map(&points);
        // By definition: nobody is as good in both and better in one; of equals the first counts.
        let beaten = |at: usize| points.iter().enumerate().any(|(other, it)| {
            let one = points[at];
            let as_good = it.0 <= one.0 && it.1 <= one.1;
            as_good && (*it != one || other < at)
        });
        let mut expected: Vec<usize> = (0..points.len()).filter(|&at| !beaten(at)).collect();
        expected.sort_by(|&a, &b| points[a].0.total_cmp(&points[b].0));
        prop_assert_eq!(chart.frontier(), expected);
        check(&chart);
    }

    #[test]
    fn any_points_make_a_picture(points in prop::collection::vec((any::<f64>(), any::<f64>()), 0..20)) {
        check(&map(&points));
    }
}
