//! The kernel, as a user of the crate meets it. One program for all, so that the crate is linked once.

mod adult;
mod closeness;
mod golden;
mod laws;
mod subject;
mod unions;
