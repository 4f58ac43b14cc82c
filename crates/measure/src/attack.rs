//! The program plays the intruder: each attack says how many people it finds, and how surely.
//!
//! Most attacks come down to two questions. *Which records could be this person's?* A cell is read
//! as the set of values that it leaves possible ([`meaning::Meaning`]), two files are laid beside
//! each other column by column ([`File`]), and [`Candidates`] are the records that fit each person.
//! *What do these records say?* [`Inference`] adds the sensitive values of the candidates. An
//! attack is then a small function that makes a [`Found`] of the answers.
//!
//! Nothing here needs to know how a file was masked. Attacks that use the method say so.

mod background;
pub mod bounds;
mod candidates;
mod cells;
mod comings;
mod complementary;
mod consistency;
mod differencing;
mod entries;
mod fit;
mod flow;
mod found;
mod homogeneity;
mod inference;
mod intersection;
mod join;
mod kind;
mod labels;
mod likelihood;
mod linkage;
mod mapping;
pub mod meaning;
mod membership;
mod minimality;
mod nearest;
mod numbers;
mod similarity;
mod skewness;
mod suppressed;
mod tables;
mod unsorted;

pub use background::{Rule, background_knowledge, belief_with_rules};
pub use candidates::Candidates;
pub use cells::{Cells, File};
pub use comings::comings_and_goings;
pub use complementary::{
    JoinTruth, complementary_release, complementary_release_with_truth, joined, temporal,
    temporal_with_truth,
};
pub use consistency::{K_CONCEALMENT, K_CONFUSION, consistency, consistency_with_truth};
pub use differencing::{Mean, differencing};
pub use entries::ATTACKS;
pub use found::Found;
pub use homogeneity::homogeneity;
pub use inference::Inference;
pub use intersection::{belief_of_both, intersection};
pub use kind::{Attack, Finds};
pub use linkage::{linkage, linkage_with_truth};
pub use mapping::{Pair, propose_mapping};
pub use membership::membership;
pub use minimality::{Minimal, Need, minimality};
pub use nearest::{distance_linkage, probability_linkage, rank_linkage};
pub use numbers::{bounds_of_averages, exact_values, known_extremes, sorted_averages};
pub use similarity::{Alike, similarity};
pub use skewness::{Skew, skewness};
pub use suppressed::{suppressed_cells, suppressed_cells_with_truth};
pub use tables::tables_of_means;
pub use unsorted::{joined_in_order, unsorted_matching};
