//! Disclosure risk and record linkage: the golden vectors, the figures of other programs, laws on
//! random tables, and brute force beside everything that is fast.

#![expect(clippy::float_cmp, reason = "shares of counts and copied figures are exact")]

mod agreement;
mod classes;
mod disclosure;
mod hurry;
mod learned;
mod linkage;
mod reference;
mod special;
mod transparency;

use ridotto_testkit::golden;

ridotto_testkit::golden_families! {
    "crates/measure/tests/risk";
    unique_by_birth_date: "misc.sweeney_871" => classes::share_of_people;
    unique_by_county: "misc.sweeney_37" => classes::share_of_people;
    uniqueness: "uniqueness" => classes::uniqueness;
    rank_intervals: "rid" => disclosure::by_rank;
    deviation_intervals: "sdid" => disclosure::by_deviation;
    distance_based: "dbrl" => linkage::distance_based;
    probabilistic: "prl" => agreement::probabilistic;
    aggregation: "agg" => learned::aggregation;
    transparency: "transparency" => transparency::transparency;
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
