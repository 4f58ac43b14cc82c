//! What noise, swapping, shuffling and post-randomisation promise, with fixed seeds.

#![expect(clippy::float_cmp, reason = "a value that was not changed is the same to the last bit")]

mod case;
mod census;
mod golden;
mod moments;
mod noise;
mod pram;
mod swap;
