//! The measures of utility: golden vectors, laws, other programs' opinions, and real data.

mod adult;
mod case;
mod golden;
mod labels;
mod laws;
mod learners;
mod queries;
mod sklearn;
