//! Disclosure risk and record linkage: the golden vectors, the figures of other programs, laws on
//! random tables, and brute force beside everything that is fast.

mod agreement;
mod classes;
mod disclosure;
mod linkage;
mod reference;
mod special;

use ridotto_testkit::golden::{self, Vector};

macro_rules! families {
    ($($test:ident: $family:literal => $check:path;)*) => {
        const FAMILIES: &[&str] = &[$($family),*];
        $(
            #[test]
            fn $test() {
                each($family, $check);
            }
        )*
    };
}

families! {
    unique_by_birth_date: "misc.sweeney_871" => classes::share_of_people;
    unique_by_county: "misc.sweeney_37" => classes::share_of_people;
    uniqueness: "uniqueness" => classes::uniqueness;
    rank_intervals: "rid" => disclosure::by_rank;
    deviation_intervals: "sdid" => disclosure::by_deviation;
    distance_based: "dbrl" => linkage::distance_based;
    probabilistic: "prl" => agreement::probabilistic;
    aggregation: "agg" => linkage::aggregation;
    transparency: "transparency" => linkage::transparency;
}

fn each(family: &str, check: impl Fn(&Vector)) {
    let vectors: Vec<Vector> =
        golden::all().into_iter().filter(|vector| golden::is_of(&vector.id, family)).collect();
    assert!(!vectors.is_empty(), "the family {family} has no vector");
    vectors.iter().for_each(check);
}

#[test]
fn all_families_of_this_test_are_run() {
    let own = golden::TESTED.iter().filter(|(_, test)| *test == "crates/measure/tests/risk");
    let mut own: Vec<&str> = own.map(|&(family, _)| family).collect();
    let mut run = FAMILIES.to_vec();
    own.sort_unstable();
    run.sort_unstable();
    assert_eq!(own, run);
}

/// Numbers, also those that are fractions written as texts.
fn numbers(value: &serde_json::Value) -> Vec<f64> {
    value.as_array().expect("a list of numbers").iter().map(golden::number).collect()
}

/// Rows of numbers.
fn rows(value: &serde_json::Value) -> Vec<Vec<f64>> {
    value.as_array().expect("a list of rows").iter().map(numbers).collect()
}

#[track_caller]
fn assert_near(ours: f64, theirs: f64, tolerance: f64) {
    assert!((ours - theirs).abs() <= tolerance, "{ours} and {theirs}");
}
