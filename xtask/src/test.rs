//! `cargo xtask test`: the one test command, on a developer's machine and in CI alike.
//!
//! It needs nothing but Rust; what some tests want besides, PostgreSQL and Python packages, it tries
//! to install, and those tests are skipped where that cannot be. The steps run in the order in which they fail fast, each under a
//! heading; the first failure ends the run and is named in the last line. When all went well the
//! last lines name what was skipped and why, and the very last is that of the test runner, summed over all
//! test binaries, so that whoever reads the end of a log, person or program, finds the counts there.

mod changed;
mod opinion;
mod tally;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Outcome, cargo};
use tally::Tally;

/// Format, lints, tests and documentation, in this order.
#[derive(clap::Args)]
pub struct Test {
    /// Only the format and the tests of some crates: those of `--package`, or else those with changes
    /// that are not committed. No examples in comments, and nothing is installed.
    #[arg(long, conflicts_with_all = ["long", "release"])]
    quick: bool,
    /// A crate to test, by its name or that of its folder; with `--quick`.
    #[arg(long, short, value_name = "CRATE", requires = "quick")]
    package: Vec<String>,
    /// Also what is slow and finds nothing new: more cases, seeds and rows of the same tests.
    #[arg(long)]
    long: bool,
    /// Also the first command of the README, whose optimised build takes some minutes more. Tests run
    /// the same command with the build that they have.
    #[arg(long)]
    release: bool,
}

impl Test {
    pub fn run(self) -> Outcome {
        let started = Instant::now();
        let mut tally = Tally::default();
        let scratch = tempfile::tempdir()?;
        let skipped = scratch.path().join("skipped");
        if self.quick {
            self.quickly(&skipped, &mut tally)?;
        } else {
            self.wholly(&skipped, &mut tally)?;
        }
        // There is no list where no test was skipped.
        tally.skip(&std::fs::read_to_string(&skipped).unwrap_or_default());
        println!("\n{}{}", tally.not_run(), tally.line(started.elapsed()));
        Ok(())
    }

    /// Some crates, with what is at hand.
    fn quickly(&self, skipped: &Path, tally: &mut Tally) -> Outcome {
        let packages = changed::packages(&self.package)?;
        let packages: Vec<&str> = packages.iter().flat_map(|name| ["-p", name]).collect();
        let format = [&["fmt", "--check"], &packages[..]].concat();
        step(&format, &[], with_component("rustfmt", passed))?;
        let python = crate::root().join("target/python/bin/python");
        let python = python.exists().then(|| python.display().to_string());
        let tests = [&["test", "--tests", "--locked"], &packages[..]].concat();
        let environment = self.environment(skipped, python.as_deref());
        step(&tests, &borrowed(&environment), |tests| counted(tests, tally))
    }

    /// Everything, with what can be had.
    fn wholly(&self, skipped: &Path, tally: &mut Tally) -> Outcome {
        step(&["fmt", "--all", "--check"], &[], with_component("rustfmt", passed))?;
        let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
        step(&lints, &[], with_component("clippy", passed))?;
        postgres();
        let environment = self.environment(skipped, python().as_deref());
        let environment = borrowed(&environment);
        let tests = ["test", "--workspace", "--locked"];
        step(&tests, &environment, |tests| counted(tests, tally))?;
        if self.long {
            step(&opinion::LINTS, &[], passed)?;
            step(&opinion::TESTS, &environment, |tests| counted(tests, tally))?;
        }
        let pages = ["doc", "--workspace", "--no-deps", "--locked"];
        step(&pages, &[("RUSTDOCFLAGS", "-Dwarnings")], passed)?;
        if self.release {
            release_the_example()?;
        }
        Ok(())
    }

    /// What the tests are told: where to list what they skip, how much to try, and a Python.
    fn environment(&self, skipped: &Path, python: Option<&str>) -> Vec<(&'static str, String)> {
        let mut environment = vec![("RIDOTTO_SKIPPED", skipped.display().to_string())];
        environment.extend(self.long.then(|| ("RIDOTTO_LONG", "1".to_owned())));
        environment.extend(python.map(|python| ("RIDOTTO_PYTHON", python.to_owned())));
        environment
    }
}

fn borrowed<'a>(environment: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    environment.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// A Python with the packages that some tests compare with, where it can be had.
fn python() -> Option<String> {
    let folder = crate::root().join("target/python");
    let python = crate::python::with(&folder, &["pycanon", "scikit-learn"])?;
    // Its absence leaves one test out, and not those of the others.
    crate::python::with(&folder, &["recordlinkage"]);
    Some(python.display().to_string())
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
