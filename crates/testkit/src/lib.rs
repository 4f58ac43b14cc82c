//! What the tests of ridotto's crates share: small tables, random tables, golden vectors, and
//! where the large data sets are if they are there.

mod adult;
pub mod data;
pub mod golden;
mod hurry;
mod latent;
pub mod postgres;
pub mod tables;

pub use adult::adult;
pub use hurry::Hurry;
pub use latent::latent;
pub use tables::{Small, small};
