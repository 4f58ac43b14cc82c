//! Readers must take any bytes: with a result or an error, never with a panic.
//!
//! A [`Target`] is a reader and what must hold of all that it gives. The same targets are driven in
//! three ways: by `tests/short.rs`, for some seconds in every run of the tests; by `cargo xtask fuzz`,
//! for as long as one likes; and by `cargo fuzz` in the folder `fuzz`, which is guided by coverage and
//! needs a nightly compiler. The first two share a plain [`driver`] that changes the files of
//! `corpus` at random. Every input has a number, and the number alone makes it again.

mod argus;
mod arrow;
mod copy;
mod csv;
pub mod driver;
mod hierarchy;
mod json;
mod mutate;
mod parquet;
mod policy;
mod recoding;
mod release;
mod xlsx;

use std::{panic, sync::Once};

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
pub static TARGETS: [Target; 11] = [
    argus::TARGET,
    csv::TARGET,
    policy::TARGET,
    hierarchy::TARGET,
    json::TARGET,
    xlsx::TARGET,
    parquet::TARGET,
    arrow::TARGET,
    copy::TARGET,
    recoding::TARGET,
    release::TARGET,
];

/// The reader of a name.
///
/// # Panics
///
/// If there is none.
pub fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("a target")
}

impl Target {
    /// Tries some bytes. Panics that a reader catches are not shown, and nobody's hook sees them.
    pub fn try_one(&self, bytes: &[u8]) {
        static QUIET: Once = Once::new();
        QUIET.call_once(|| {
            let shown = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                if !ridotto_io::is_guarded() {
                    shown(panic);
                }
            }));
        });
        (self.run)(bytes);
    }
}
