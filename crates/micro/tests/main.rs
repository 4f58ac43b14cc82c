//! Searches and recodings, as a user of the crate meets them. One program for all, so that the crate is linked once.

mod adult;
mod adult_models;
mod algorithms;
mod anytime;
mod cell;
mod deep;
mod gaps;
mod golden;
mod importance;
mod least_cells;
mod least_loss;
mod mondrian;
mod oracle;
mod outliers;
mod probe;
mod suppression;
mod threads;
mod units;
mod whole_attributes;
