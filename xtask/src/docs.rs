//! Writes those parts of the book that are made from entries. The same tests compare them.

use crate::{Outcome, root};
use clap::Args;
use std::process::Command;

/// Write the parts of the book that are made from entries.
#[derive(Args)]
pub struct Docs {}

/// The tests that write: package, test file, filter.
const WRITERS: [[&str; 3]; 2] = [
    ["ridotto", "facade", "book::the_book_has_every_model"],
    ["ridotto-measure", "attack", "the_book_has_these_tables"],
];

impl Docs {
    pub fn run(&self) -> Outcome {
        for [package, test, filter] in WRITERS {
            let status = Command::new("cargo")
                .args(["test", "-p", package, "--test", test, filter])
                .env("RIDOTTO_WRITE_DOCS", "1")
                .current_dir(root())
                .status()?;
            if !status.success() {
                return Err(format!("{package} could not write its part of the book").into());
            }
        }
        Ok(())
    }
}
