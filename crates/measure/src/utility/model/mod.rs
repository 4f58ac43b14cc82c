//! Models that predict one column from others: what propensity and prediction measures learn with.
//!
//! They are small on purpose: a regression by Newton's method, and trees on binned columns. What
//! they find is compared with other programs in `tests/sklearn.rs`.

mod bins;
mod boosting;
mod design;
mod linear;
mod logistic;
mod tree;

pub use bins::{Binned, Binning};
pub use boosting::{Boosting, Goal};
pub use design::{Design, Encoding, Terms};
pub use linear::Linear;
pub use logistic::Logistic;
pub use tree::{Growth, Tree};
