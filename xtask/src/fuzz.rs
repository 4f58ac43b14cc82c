//! `cargo xtask fuzz`: the readers against files changed at random, for as long as one likes.

use crate::{Outcome, cargo};

/// Tries the readers with files changed at random; see `--help` behind `--` for its options.
#[derive(clap::Args)]
pub struct Fuzz {
    /// `--seconds 600`, `--target csv`, `--seed 7 --cases 1`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Fuzz {
    pub fn run(self) -> Outcome {
        let mut command = cargo();
        command.args(["run", "--release", "--locked", "--package", "ridotto-fuzz", "--"]);
        let status = command.args(self.arguments).status()?;
        if status.success() { Ok(()) } else { Err("a reader failed, or could not be tried".into()) }
    }
}
