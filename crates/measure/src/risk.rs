//! Disclosure risk: how surely can a person be found, or something about them be learnt?
//!
//! Measures of the classes that records form, of a file beside its masked version, and of single
//! records. What an intruder gains by comparing two files is in [`linkage`](crate::linkage).

pub mod attacker;
pub mod classes;
pub mod contribution;
pub mod frequency;
pub mod guess;
pub mod household;
pub mod individual;
pub mod interval;
pub mod k_curve;
pub mod special_unique;
pub mod uniqueness;
