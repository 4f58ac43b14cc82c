//! Readers must take any bytes: with a result or an error, never with a panic.
//!
//! A [`Target`] is a reader and what must hold of all that it gives. The same targets are driven in
//! three ways: by `tests/short.rs`, for some seconds in every run of the tests; by `cargo xtask fuzz`,
//! for as long as one likes; and by `cargo fuzz` in the folder `fuzz`, which is guided by coverage and
//! needs a nightly compiler. The first two share a plain [`driver`] that changes the files of
//! `corpus` at random. Every input has a number, and the number alone makes it again.

mod csv;
pub mod driver;
mod hierarchy;
mod json;
mod mutate;
mod policy;
mod xlsx;

/// Stands in cells of the corpus. No error may show it.
pub const SECRET: &str = "Zyxqueena";

/// A reader, and what must hold of it.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is also the name of its folder in `corpus`.
    pub name: &'static str,
    /// Reads the bytes, and panics if something does not hold.
    pub run: fn(&[u8]),
    /// Texts that mean something to the reader.
    pub words: &'static [&'static str],
    /// How many inputs the tests try: some seconds' worth.
    pub cases: u64,
}

/// All readers.
pub const TARGETS: [Target; 5] =
    [csv::TARGET, policy::TARGET, hierarchy::TARGET, json::TARGET, xlsx::TARGET];
