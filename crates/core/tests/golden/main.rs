//! The golden vectors of the privacy models: diversity, closeness, likeness, presence. Every
//! family is one test that runs all its vectors.

mod case;
mod closeness;
mod diversity;
mod likeness;

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
    each("kl", diversity::of_table);
}

fn each(family: &str, check: impl Fn(&Vector)) {
    let vectors: Vec<Vector> =
        golden::all().into_iter().filter(|vector| golden::is_of(&vector.id, family)).collect();
    assert!(!vectors.is_empty(), "the family {family} has no vector");
    vectors.iter().for_each(check);
}

#[test]
fn all_families_of_this_test_are_run() {
    let own = golden::TESTED.iter().filter(|(_, test)| *test == "crates/core/tests/golden");
    let mut own: Vec<&str> = own.map(|&(family, _)| family).collect();
    let mut run = FAMILIES.to_vec();
    own.sort_unstable();
    run.sort_unstable();
    assert_eq!(own, run);
}
