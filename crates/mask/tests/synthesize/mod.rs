//! Synthetic data: what is claimed of it, on made-up files and on Adult.

mod adult;
mod census;
mod constraints;
mod imputation;
mod people;
mod pmse;
mod properties;
mod refusals;
mod skewed;
mod uniques;
