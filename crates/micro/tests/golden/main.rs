//! The golden vectors of the foundation: classes and k, hierarchies, the lattice, algorithms, and
//! what a generalisation costs. Every family is one test that runs all its vectors.

mod algorithms;
mod case;
mod classes;
mod cost;
mod hierarchies;
mod local;
mod masks;
mod nodes;

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
    classes_and_their_contents: "kl" => classes::contents;
    k_of_tables: "k" => classes::k;
    probability_of_reidentification: "misc.best_k_prob" => classes::probability;
    top_coding: "topcode" => hierarchies::top_coding;
    bottom_coding: "bottomcode" => hierarchies::bottom_coding;
    recoding_of_values: "recode" => hierarchies::recode;
    redaction_of_codes: "kanon" => hierarchies::redaction;
    least_levels: "lpl.min_level" => hierarchies::least_level;
    single_and_multidimensional_recoding: "recoding" => classes::recoding;
    search_spaces: "searchspace" => nodes::search_space;
    lattices: "lattice" => nodes::lattice;
    monotonicity: "monotonicity" => nodes::monotonicity;
    minimal_heights: "samarati" => nodes::minimal_height;
    distance_vectors: "distancevector" => nodes::distance_vector;
    minimal_generalisations: "kminimal" => nodes::minimal;
    minimal_distortion: "kmindist" => nodes::distortion;
    greedy_generalisation: "datafly" => algorithms::datafly;
    combinations_of_few_keys: "muargus" => algorithms::mu_argus;
    precision: "precision" => cost::precision;
    height: "height" => cost::height;
    loss: "lm" => cost::loss;
    class_size: "cavg" => cost::class_size;
    discernibility: "dm" => cost::discernibility;
    ambiguity: "ambiguity" => cost::ambiguity;
    multidimensional_recoding: "mondrian" => local::mondrian;
    local_suppression: "localsupp" => local::suppression;
}

/// Top and bottom coding and recoding are hierarchies above, and steps here.
#[test]
fn steps_code_and_recode_as_hierarchies_do() {
    each("topcode", masks::top_coding);
    each("bottomcode", masks::bottom_coding);
    each("recode", masks::recode);
}

fn each(family: &str, check: impl Fn(&Vector)) {
    let vectors: Vec<Vector> =
        golden::all().into_iter().filter(|vector| golden::is_of(&vector.id, family)).collect();
    assert!(!vectors.is_empty(), "the family {family} has no vector");
    vectors.iter().for_each(check);
}

#[test]
fn all_families_of_this_test_are_run() {
    let own = golden::TESTED.iter().filter(|(_, test)| *test == "crates/micro/tests/golden");
    let mut own: Vec<&str> = own.map(|&(family, _)| family).collect();
    let mut run = FAMILIES.to_vec();
    own.sort_unstable();
    run.sort_unstable();
    assert_eq!(own, run);
}
