//! `cargo xtask net`: what users see, before and after code was moved.
//!
//! The tests of the program write a line for each run (`crates/cli/tests/program/net.rs`). Lines that
//! two runs of the tests do not share depend on chance or time and are left out; the others are
//! compared with those that are committed, and a change is either a mistake or accepted on purpose.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{Outcome, cargo, root};

/// Where the lines are kept.
const NET: &str = "crates/cli/tests/net.txt";

/// Compare what the program's tests print and write with what is committed.
#[derive(clap::Args)]
pub struct Net {
    /// Keep what it is now.
    #[arg(long)]
    accept: bool,
}

/// What each run of a test gave: `test number` to `exit code digest`.
type Lines = BTreeMap<String, String>;

impl Net {
    pub fn run(self) -> Outcome {
        let folder = tempfile::tempdir()?;
        let now = recorded(&folder.path().join("first"))?;
        if self.accept {
            let again = recorded(&folder.path().join("second"))?;
            let steady = now.iter().filter(|(run, gave)| again.get(*run) == Some(gave));
            let lines: Vec<String> = steady.map(|(run, gave)| format!("{run} {gave}")).collect();
            println!("{} of {} runs are the same twice", lines.len(), now.len());
            return Ok(std::fs::write(root().join(NET), lines.join("\n") + "\n")?);
        }
        let kept = read(&root().join(NET))?;
        let differs = |(run, gave): &(&String, &String)| now.get(*run) != Some(*gave);
        let changed: Vec<String> =
            kept.iter().filter(differs).map(|(run, _)| run.clone()).collect();
        for run in &changed {
            println!("{run}: {} instead of {}", now.get(run).map_or("absent", |it| it), kept[run]);
        }
        println!("{} of {} runs give what they gave", kept.len() - changed.len(), kept.len());
        if changed.is_empty() { Ok(()) } else { Err("the net has changed".into()) }
    }
}

/// Runs the tests of the program and reads what they wrote.
fn recorded(file: &Path) -> Result<Lines, Box<dyn std::error::Error>> {
    let mut tests = cargo();
    tests.args(["test", "-q", "-p", "ridotto-cli", "--test", "program", "--locked"]);
    let status = tests.env("RIDOTTO_NET", file).stdout(std::process::Stdio::null()).status()?;
    if !status.success() {
        return Err("the tests of the program fail".into());
    }
    read(file)
}

fn read(file: &Path) -> Result<Lines, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let line = |line: &str| {
        let (run, gave) = line.split_once(" exit ")?;
        Some((run.to_owned(), format!("exit {gave}")))
    };
    Ok(text.lines().filter_map(line).collect())
}
