//! Tries readers for as long as one likes: `cargo xtask fuzz --seconds 600`.

use clap::Parser;
use ridotto_fuzz::TARGETS;
use ridotto_fuzz::driver::{Budget, drive};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Tries readers with files changed at random.
#[derive(Parser)]
struct Arguments {
    /// The name of a reader, such as `csv` or `policy`; all in turn if left out.
    #[arg(long)]
    target: Option<String>,
    /// How long to try each target.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Try so many inputs instead.
    #[arg(long)]
    cases: Option<u64>,
    /// The number of the first input; the time of day if left out.
    #[arg(long)]
    seed: Option<u64>,
}

fn main() -> ExitCode {
    let Arguments { target, seconds, cases, seed } = Arguments::parse();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = seed.unwrap_or(now.as_secs() << 32);
    let chosen: Vec<_> =
        TARGETS.iter().filter(|it| target.as_deref().is_none_or(|name| name == it.name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|it| it.name).collect();
        eprintln!("there is no such target; there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    for target in chosen {
        let end = Instant::now() + Duration::from_secs(seconds);
        let budget = cases.map_or(Budget::Until(end), Budget::Cases);
        match drive(target, seed, budget) {
            Ok(tried) => println!("{}: {tried} inputs from {seed} on, all well", target.name),
            Err(failure) => {
                eprintln!("{failure}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
