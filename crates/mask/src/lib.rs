//! For people who need the statistics and not the single true record: noise, swapping,
//! post-randomisation, microaggregation and synthetic data.
//!
//! Every method is a function of plain columns ([`ridotto_core::Column`]) and of [`Dice`], and gives
//! columns back together with what it preserved and what it reached. Who reads files, shuffles rows
//! and judges the release is elsewhere.

mod masked;
pub mod microaggregate;
pub mod noise;
pub mod pram;
mod refused;
mod strata;
pub mod swap;
pub mod synthesize;
mod unfit;

pub use masked::{Extremes, Figure, Masked, Note};
pub use refused::Refused;
pub use ridotto_numbers::Dice;
pub use strata::within;
