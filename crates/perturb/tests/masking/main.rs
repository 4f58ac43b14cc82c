//! What noise, swapping, shuffling and post-randomisation promise, with fixed seeds.

mod case;
mod golden;
mod noise;
