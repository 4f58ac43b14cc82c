//! The measures of utility: golden vectors.

mod case;
mod golden;
