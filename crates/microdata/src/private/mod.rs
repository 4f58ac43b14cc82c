//! A differentially private release: levels by chance or as the policy fixes them, then a sample.

mod choice;
mod release;

pub(crate) use release::by_construction;
