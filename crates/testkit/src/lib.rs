//! What the tests of ridotto's crates share: small tables, random tables, golden vectors, and
//! where the large data sets are if they are there; a test of differential privacy; how a test says that it cannot run, and what a
//! policy says without its places.

mod adult;
pub mod data;
pub mod examples;
pub mod golden;
mod hurry;
mod latent;
mod long;
pub mod neighbours;
mod places;
pub mod postgres;
mod skip;
pub mod tables;

pub use adult::adult;
pub use hurry::Hurry;
pub use latent::latent;
pub use long::{is_long, usually};
pub use places::without_places;
pub use skip::skip;
pub use tables::{Small, small};
