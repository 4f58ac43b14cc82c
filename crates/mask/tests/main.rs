//! Masking steps, as a user of the crate meets them. One program for all, so that the crate is linked once.

mod book;
mod done;
mod masking;
mod microaggregate;
mod steps;
mod synthesize;
mod values;
