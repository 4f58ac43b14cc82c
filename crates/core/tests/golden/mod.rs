//! The golden vectors of the privacy models: diversity, closeness, likeness, presence. Every
//! family is one test that runs all its vectors.

mod case;
mod closeness;
mod diversity;
mod likeness;

use ridotto_testkit::golden;

ridotto_testkit::golden_families! {
    "crates/core/tests/golden";
    l_diversity: "ldiv" => diversity::l_diversity;
    p_sensitive: "psens" => diversity::p_sensitive;
    most_classes: "misc.max_classes_2div" => diversity::most_classes;
    skewed_classes: "misc.skew_classes" => diversity::skewed;
    t_closeness: "tclose" => closeness::t_closeness;
    delta_disclosure: "delta" => likeness::delta;
    beta_likeness: "beta" => likeness::beta;
    both_on_tables: "beta_delta" => likeness::both;
    delta_presence: "delta_presence" => likeness::presence;
}

/// The figures of diversity of tables whose classes are tested elsewhere.
#[test]
fn diversity_of_tables() {
    golden::each("kl", diversity::of_table);
}
