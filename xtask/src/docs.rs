//! Writes those parts of the book that are made from entries. The same tests compare them.

use crate::{Outcome, root};
use clap::Args;
use std::process::Command;

/// Write the parts of the book that are made from entries.
#[derive(Args)]
pub struct Docs {
    /// Compare instead of writing.
    #[arg(long)]
    check: bool,
}

/// The tests that write: package, test file, filter.
const WRITERS: [[&str; 3]; 3] = [
    ["ridotto", "facade", "book::the_book_has_every"],
    ["ridotto-measure", "book", "the_book_has"],
    ["ridotto-mask", "book", "the_book_has_every_step"],
];

impl Docs {
    pub fn run(&self) -> Outcome {
        for [package, test, filter] in WRITERS {
            let mut command = Command::new("cargo");
            command.args(["test", "-p", package, "--test", test, filter]).current_dir(root());
            if !self.check {
                command.env("RIDOTTO_WRITE_DOCS", "1");
            }
            if !command.status()?.success() {
                return Err(
                    format!("the part of the book that {package} makes is not right").into()
                );
            }
        }
        Ok(())
    }
}
