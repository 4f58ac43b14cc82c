//! `cargo xtask test`: the one test command, on a developer's machine and in CI alike.
//!
//! It needs nothing but Rust; what some tests want besides, PostgreSQL and Python packages, it tries
//! to install, and those tests are skipped where that cannot be. The steps run in the order in which they fail fast, each under a
//! heading; the first failure ends the run and is named in the last line. When all went well the
//! last line is that of the test runner, summed over all test binaries, so that whoever reads
//! the end of a log, person or program, finds the counts there.

mod private;
mod tally;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Outcome, cargo};
use tally::Tally;

/// Format, lints, tests and documentation, in this order.
#[derive(clap::Args)]
pub struct Test {
    /// Only the format and the tests.
    #[arg(long)]
    quick: bool,
    /// Also the first command of the README, whose optimised build takes ten minutes more. Tests run
    /// the same command with the build that they have.
    #[arg(long)]
    release: bool,
}

impl Test {
    pub fn run(self) -> Outcome {
        let started = Instant::now();
        step(&["fmt", "--all", "--check"], &[], with_component("rustfmt", passed))?;
        if !self.quick {
            let lints =
                ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
            step(&lints, &[], with_component("clippy", passed))?;
        }
        postgres();
        let mut tally = Tally::default();
        // Some tests compare with other programs where Python has them.
        let packages = ["pycanon", "scikit-learn"];
        let folder = crate::root().join("target/python");
        let python = crate::python::with(&folder, &packages);
        if python.is_some() {
            // Its absence leaves one test out, and not those of the others.
            crate::python::with(&folder, &["recordlinkage"]);
        }
        let python = python.map(|python| python.display().to_string());
        let named: Vec<(&str, &str)> =
            python.iter().map(|python| ("RIDOTTO_PYTHON", python.as_str())).collect();
        let tests = ["test", "--workspace", "--locked"];
        step(&tests, &named, |tests| counted(tests, &mut tally))?;
        if !self.quick && private::can_be_built() {
            let environment = private::environment();
            step(&private::LINTS, &environment, passed)?;
            step(&private::TESTS, &environment, |tests| counted(tests, &mut tally))?;
        }
        if !self.quick {
            let pages = ["doc", "--workspace", "--no-deps", "--locked"];
            step(&pages, &[("RUSTDOCFLAGS", "-Dwarnings")], passed)?;
        }
        if self.release {
            release_the_example()?;
        }
        println!("\n{}", tally.line(started.elapsed()));
        Ok(())
    }
}

/// Sees to it that there is a PostgreSQL for the tests of databases, or says that they are left out.
fn postgres() {
    let is_there = || {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let debian = debian.map(|version| version.path().join("bin"));
        std::env::split_paths(&path).chain(debian).any(|folder| folder.join("initdb").is_file())
    };
    if is_there() {
        return;
    }
    println!("there is no PostgreSQL; trying `apt-get install postgresql`");
    let install = ["install", "-y", "-q", "--no-install-recommends", "postgresql"];
    let quiet = || Stdio::null();
    _ = Command::new("apt-get").args(["update", "-q"]).stdout(quiet()).stderr(quiet()).status();
    let mut command = Command::new("apt-get");
    let command = command.args(install).env("DEBIAN_FRONTEND", "noninteractive");
    _ = command.stdin(quiet()).stdout(quiet()).stderr(quiet()).status();
    if !is_there() {
        println!("PostgreSQL cannot be had here: the tests of databases are skipped");
    }
}

/// The first command of the README, into a folder that is gone afterwards.
fn release_the_example() -> Outcome {
    let folder = tempfile::tempdir()?;
    let [data, report] = ["stays-anonymous.csv", "stays-report.json"]
        .map(|name| folder.path().join(name).display().to_string());
    let policy = "examples/hospital/policy.toml";
    let arguments = ["run", "--release", "--locked", "--", "anonymize", policy];
    let outputs = ["-o", &data, "--report", &report, "--force"];
    step(&[&arguments[..], &outputs].concat(), &[], |command| {
        passed(command)?;
        if std::fs::metadata(&data).is_ok_and(|file| file.len() > 0) {
            Ok(())
        } else {
            Err("it ended well but wrote no data".into())
        }
    })
}

/// Runs cargo at the root under a heading, and says how long it took.
fn step(
    arguments: &[&str],
    environment: &[(&str, &str)],
    run: impl FnOnce(&mut Command) -> Outcome,
) -> Outcome {
    let mut words: Vec<String> =
        environment.iter().map(|(name, value)| format!("{name}={value}")).collect();
    words.push("cargo".to_owned());
    words.extend(arguments.iter().map(|&argument| argument.to_owned()));
    let title = words.join(" ");
    println!("\n=== {title}");
    let started = Instant::now();
    let mut command = cargo();
    command.args(arguments).envs(environment.iter().copied());
    let outcome = run(&mut command);
    let seconds = seconds(started.elapsed());
    outcome.map_err(|error| format!("FAILED after {seconds} at `{title}`: {error}"))?;
    println!("=== done in {seconds}");
    Ok(())
}

fn passed(command: &mut Command) -> Outcome {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(status.to_string().into()) }
}

/// Like [`passed`], but also reads the results that go by.
fn counted(command: &mut Command, tally: &mut Tally) -> Outcome {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().expect("the output was asked for");
    let mut here = std::io::stdout().lock();
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        here.write_all(&line)?;
        here.write_all(b"\n")?;
        tally.read(&String::from_utf8_lossy(&line));
    }
    let status = child.wait()?;
    if status.success() { Ok(()) } else { Err(status.to_string().into()) }
}

/// First makes sure that a part of the toolchain is there; a small installation lacks some.
fn with_component(
    component: &'static str,
    run: impl FnOnce(&mut Command) -> Outcome,
) -> impl FnOnce(&mut Command) -> Outcome {
    let verb = component.trim_start_matches("rust");
    let there =
        move || cargo().args([verb, "--version"]).output().is_ok_and(|o| o.status.success());
    move |command| {
        if !there() {
            println!("`cargo {verb}` is missing; trying `rustup component add {component}`");
            let added = Command::new("rustup").args(["component", "add", component]).status();
            if !added.is_ok_and(|status| status.success()) || !there() {
                let advice = format!("`cargo {verb}` is missing and rustup could not add it");
                return Err(format!("{advice}; install the component {component}").into());
            }
        }
        run(command)
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
