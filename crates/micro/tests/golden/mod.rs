//! The golden vectors of the foundation: classes and k, hierarchies, the lattice, algorithms, and
//! what a generalisation costs. Every family is one test that runs all its vectors.

mod algorithms;
mod case;
mod classes;
mod cost;
mod hierarchies;
mod local;
mod nodes;

ridotto_testkit::golden_families! {
    "crates/micro/tests/golden";
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
