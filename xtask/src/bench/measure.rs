//! Time and peak memory of one process.
//!
//! The operating system tells them only for all children together, and the peak of the largest
//! (cargo and its compilers would be that). So each process is run by a fresh copy of xtask,
//! which has no other child, and reports on it.

use std::error::Error;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::Outcome;

/// What a process took.
#[derive(Debug, Serialize, Deserialize)]
pub struct Measurement {
    /// Seconds from start to end.
    pub wall: f64,
    /// Seconds of all its threads, in the program and in the system.
    pub cpu: f64,
    /// The most memory it held.
    pub peak_mb: f64,
    /// What it printed.
    pub output: String,
}

/// The best of several runs of a command.
pub fn best(runs: u32, command: impl Fn() -> Command) -> Result<Measurement, Box<dyn Error>> {
    let mut best: Option<Measurement> = None;
    for _ in 0..runs.max(1) {
        let now = once(&command())?;
        if best.as_ref().is_none_or(|best| now.wall < best.wall) {
            best = Some(now);
        }
    }
    Ok(best.expect("it ran at least once"))
}

/// Runs a command through a fresh copy of xtask.
fn once(command: &Command) -> Result<Measurement, Box<dyn Error>> {
    let mut copy = Command::new(std::env::current_exe()?);
    copy.args(["measured", "--"]).arg(command.get_program()).args(command.get_args());
    let done = copy.stderr(Stdio::inherit()).output()?;
    if !done.status.success() {
        return Err("it failed".into());
    }
    Ok(serde_json::from_slice(&done.stdout)?)
}

/// Run one command and print what it took, as JSON.
#[derive(clap::Args)]
pub struct Measured {
    /// The program and its arguments.
    #[arg(required = true, last = true)]
    command: Vec<std::ffi::OsString>,
}

impl Measured {
    pub fn run(self) -> Outcome {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).stderr(Stdio::inherit());
        let started = Instant::now();
        let done = command.output()?;
        let wall = started.elapsed().as_secs_f64();
        if !done.status.success() {
            return Err(format!("{} ended with {}", self.command[0].display(), done.status).into());
        }
        let (cpu, peak_mb) = used_by_children()?;
        let output = String::from_utf8_lossy(&done.stdout).into_owned();
        println!("{}", serde_json::to_string(&Measurement { wall, cpu, peak_mb, output })?);
        Ok(())
    }
}

/// CPU seconds and peak megabytes of the children that have ended.
#[cfg(unix)]
fn used_by_children() -> Result<(f64, f64), Box<dyn Error>> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeVal;

    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    // Linux counts kilobytes, macOS bytes.
    let unit = if cfg!(target_os = "macos") { 1e6 } else { 1e3 };
    Ok((seconds(used.user_time()) + seconds(used.system_time()), used.max_rss() as f64 / unit))
}

#[cfg(not(unix))]
fn used_by_children() -> Result<(f64, f64), Box<dyn Error>> {
    Err("CPU time and memory of a process are read on Unix only".into())
}
