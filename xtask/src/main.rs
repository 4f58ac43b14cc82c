//! Chores of the repository, as a program instead of scripts: they run wherever Rust runs.
//!
//! `cargo xtask test` is the one test command, here and in CI; `cargo xtask hospital` and
//! `cargo xtask enterprises` make the examples' data; `cargo xtask bench` measures the whole program; `cargo xtask fuzz` tries the
//! readers with files changed at random; `cargo xtask net` tells what users would see of a change;
//! `cargo xtask docs` writes the parts of the book that are made from entries.

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::{Parser, Subcommand};

mod bench;
mod docs;
mod enterprises;
mod fuzz;
mod hospital;
mod math;
mod net;
mod python;
mod test;

/// What a chore ends with. Chores are for developers: the first error ends them, in words.
type Outcome = Result<(), Box<dyn Error>>;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Chores of the ridotto repository")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    Test(test::Test),
    Hospital(hospital::Hospital),
    Enterprises(enterprises::Enterprises),
    Bench(bench::Bench),
    Fuzz(fuzz::Fuzz),
    Net(net::Net),
    Docs(docs::Docs),
    Math(math::Math),
    #[command(hide = true)]
    Measured(bench::measure::Measured),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Test(test) => test.run(),
        Chore::Hospital(hospital) => hospital.run(),
        Chore::Enterprises(enterprises) => enterprises.run(),
        Chore::Bench(bench) => bench.run(),
        Chore::Fuzz(fuzz) => fuzz.run(),
        Chore::Net(net) => net.run(),
        Chore::Docs(docs) => docs.run(),
        Chore::Math(math) => math.run(),
        Chore::Measured(measured) => measured.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository, from wherever the chore was called.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask lies in the repository").to_owned()
}

/// The cargo that runs this chore, at the root.
fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}
