//! Synthetic data: records that nobody has, drawn from models of those that somebody has.
//!
//! # Preserves
//! In expectation, and as far as the models hold: the distribution of each attribute, and how
//! attributes go together. Exactly: ranges, sums and impossible combinations that are asked for
//! ([`Constraints`]), decimals, and categories. Missing values are drawn by a model of their own,
//! so their patterns are kept in expectation. What is kept in partially synthetic data is kept to
//! the letter. A chain of trees leads records that no original is like to the leaves of outliers, and
//! errors add up; so where whole records are drawn, numbers that depend on drawn numbers take the
//! distribution of the original by rank, step by step. Then means are off by chance alone on the skewed
//! columns of the Census and of utilities, in whatever order they are drawn.
//!
//! # Does not protect against
//! Synthetic data that follows true data closely tells what is true: a tree with few records in a
//! leaf may bring back a rare person's whole record. There is no guarantee but that of
//! [`private`]; measure the risk by [`replicated_uniques`] and by linkage. Extremes of a range stay
//! unless a range is given.
//!
//! # Parameters
//! [`Options`].
//!
//! # Cost
//! Trees look at every record once for each attribute before and each question from root to leaf;
//! regressions add up the square of the number of terms for each record.
//!
//! # Example
//! ```
//! use ridotto_core::{Series, Values};
//! use ridotto_mask::{Dice, synthesize::{Options, synthesize}};
//! let age = (0..200).map(|row| f64::from(20 + row % 50)).collect();
//! let income = (0..200).map(|row| 1000.0 + f64::from(row % 50 * 37 + row)).collect();
//! let columns = [
//!     Series { name: "age".into(), values: Values::Numbers(age) },
//!     Series { name: "income".into(), values: Values::Numbers(income) },
//! ];
//! let outcome = synthesize(&Options::default(), &columns, &Dice::seeded(1)).unwrap();
//! assert_eq!(outcome.copies[0][1].len(), 200);
//! assert_eq!(outcome.decimals, [Some(0), Some(0)]);
//! ```
//!
//! # References
//! D. Rubin (1993), *Discussion: statistical disclosure limitation*, Journal of Official Statistics
//! 9(2). J. Reiter (2005), *Using CART to generate partially synthetic public use microdata*,
//! Journal of Official Statistics 21(3). B. Nowok, G. Raab, C. Dibben (2016), *synthpop: bespoke
//! creation of synthetic data in R*, doi:10.18637/jss.v074.i11. J. Drechsler (2011), *Synthetic
//! datasets for statistical disclosure control*, doi:10.1007/978-1-4614-0326-5.

pub(crate) mod bind;
mod bound;
mod chain;
mod check;
mod combine;
mod consistent;
mod constraints;
mod design;
mod domains;
mod donors;
mod entry;
mod estimates;
mod figures;
mod given;
mod grid;
mod hybrid;
mod marginal;
mod normal_score;
mod options;
mod order;
mod outcome;
mod predictor;
pub mod private;
mod regression;
mod run;
mod smoothing;
mod split;
mod step;
mod student;
mod tree;
mod uniques;

pub use crate::unfit::Unfit;
pub use combine::{Combined, Rule, combine};
pub use constraints::{Among, Bounds, Constraints, Impossible, Sum};
pub use entry::{ReplacedRecords, SYNTHESIZE, SynthesisKind, SynthesisModel, Uniques};
pub use estimates::{CombineOptions, Copies, combine_file};
pub use options::{Kind, Model, Options, Scale};
pub use outcome::{Figure, Note, Outcome};
pub use run::synthesize;
pub use tree::Growth;
pub use uniques::{Replicated, replicated_uniques, without};
