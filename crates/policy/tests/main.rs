//! The language, as a user of the crate meets it. One program for all, so that the crate is linked once.

mod built;
mod common;
mod edit;
mod errors;
mod lints;
mod robust;
mod schema;
mod values;
