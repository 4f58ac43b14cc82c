//! Many ways to make a release, by risk and by loss: what is best for me?
//!
//! The data are read once. Each configuration is the policy with a few changes; it is run as any policy
//! is, to memory, verified there as a release is, and measured beside its input. *Risk* is what the best
//! of the intruders that apply is right about: who finds people among those of their class, who links
//! records, who guesses sensitive values. *Loss* is what the report of the same release says.
//!
//! The most telling configurations come first, and those on a sample before those on all records, so
//! that there is a map whenever time is up. What was computed is remembered.

mod at_once;
mod configuration;
mod data;
mod explore;
mod grid;
mod judge;
mod measured;
mod memory;
mod options;
mod perturbed;
mod policy_file;
mod promised;
mod refined;
mod sample;

pub use explore::{Exploration, explore};
pub use judge::judge;
pub use options::{ExploreOptions, Told};
pub use policy_file::PolicyFile;
