//! Files and databases, as a user of the crate meets them. One program for all, so that the crate is linked once.

#![allow(missing_docs)]

mod columnar;
mod common;
mod json;
mod parts;
#[cfg(feature = "postgres")]
mod postgres;
mod sheet;
mod text;
