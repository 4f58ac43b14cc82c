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

/// The tests that write, in all crates. All features together, as everywhere else, so that nothing is
/// built again for this.
const WRITERS: [&str; 7] =
    ["test", "--workspace", "--test", "facade", "--test", "suite", "the_book_has"];

impl Docs {
    pub fn run(&self) -> Outcome {
        let mut command = Command::new("cargo");
        command.args(WRITERS).current_dir(root());
        if !self.check {
            command.env("RIDOTTO_WRITE_DOCS", "1");
        }
        if !command.status()?.success() {
            return Err("a part of the book that is made from entries is not right".into());
        }
        Ok(())
    }
}
