//! What measures and perturbations compute with: sums over rows that are the same on any number of
//! threads, means and covariances, small matrices, and random numbers with a stream for every row.
//!
//! No library of linear algebra: a table has tens of columns, Jacobi's rotations are the most exact
//! of all for such matrices, and the good libraries take minutes to build
//! (see `docs/decisions/0011`).

pub mod chance;
pub mod dice;
pub mod general;
pub mod matrix;
pub mod moments;
mod randomness;
pub mod sum;

pub use dice::Dice;
pub use matrix::{Eigen, Matrix};
pub use moments::{Numbers, components, correlations};
pub use randomness::{NoRandomness, Randomness};
