//! The program `ridotto`: one file per verb, no algorithms.

mod args;
mod fault;
mod flags;
mod memory;
mod secrecy;
mod show;
mod verb;
mod visible;
mod watch;

use args::{Cli, Verb};
use clap::Parser;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// More than that helps nobody, and the system may refuse them.
const MOST_THREADS: usize = 256;

fn main() -> ExitCode {
    secrecy::begin();
    keep_memory();
    fault::watch(run)
}

/// Asks the C library to keep memory that is given back.
///
/// Its usual way is to return each large block to the system at once, and to ask for fresh pages a
/// moment later; on a million records that is a third of all page faults. GNU's library learns from
/// the largest block below 32 MB that was given back: blocks up to that size are then kept. So one
/// such block, of which no page is touched, is asked for and given back.
fn keep_memory() {
    const MOST: usize = (32 << 20) - (64 << 10);
    drop(std::hint::black_box(Vec::<u8>::with_capacity(MOST)));
}

fn run() -> ExitCode {
    let arguments = std::env::args_os().map(without_password);
    let mut cli = Cli::try_parse_from(arguments).unwrap_or_else(|error| show::misuse(&error));
    cli.global.threads = cli.global.threads.min(MOST_THREADS);
    memory::limit(cli.global.memory);
    let watch = watch::Terminal::new(&cli.global);
    if cli.global.threads > 0 {
        // Fails only if the pool exists already, and nothing has used it yet.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(cli.global.threads).build_global();
    }
    // These have the best so far, or a part, to tell when time is up.
    let tells_early = matches!(
        cli.verb,
        Verb::Anonymize(_) | Verb::Table(_) | Verb::Explore(_) | Verb::Assess(_) | Verb::Attack(_)
    );
    if !tells_early {
        watch.limit(&cli.global);
    }
    let done = match cli.verb {
        Verb::Init(args) => verb::init::run(&args, &cli.global, &watch),
        Verb::Inspect(args) => verb::inspect::run(&args, &cli.global, &watch),
        Verb::Plan(args) => verb::plan::run(&args, &cli.global, &watch),
        Verb::Anonymize(args) => verb::anonymize::run(&args, &cli.global, &watch),
        Verb::Table(args) => verb::table::run(&args, &cli.global, &watch),
        Verb::Apply(args) => verb::apply::run(&args, &cli.global, &watch),
        Verb::Check(args) => verb::check::run(&args, &cli.global, &watch),
        Verb::Assess(args) => verb::assess::run(&args, &cli.global, &watch),
        Verb::Attack(args) => verb::attack::run(&args, &cli.global, &watch),
        Verb::Explore(args) => verb::explore::run(&args, &cli.global, &watch),
        Verb::Pseudonymize(args) => verb::pseudonymize::run(&args, &cli.global, &watch),
        Verb::Reidentify(args) => verb::reidentify::run(&args, &cli.global, &watch),
        Verb::Combine(args) => verb::combine::run(&args, &cli.global, &watch),
        Verb::Report(args) => verb::report::run(&args, &cli.global, &watch),
        Verb::Ledger(args) => verb::ledger::run(&args, &cli.global, &watch),
        Verb::Hierarchy(args) => verb::hierarchy::run(&args, &cli.global, &watch),
        Verb::Explain(args) => verb::explain::run(&args, &cli.global),
        Verb::Schema => verb::schema::run(),
        Verb::Man(args) => verb::man::run(&args),
        Verb::Completions { shell } => verb::completions::run(shell),
    };
    watch.finish();
    watch.end();
    match done {
        Ok(code) => code,
        Err(error) => {
            show::error(&error, &cli.global);
            ExitCode::from(error.exit_code())
        }
    }
}

/// An argument without the password of an address: from here on it can be in no message.
fn without_password(argument: OsString) -> OsString {
    let Some(text) = argument.to_str() else { return argument };
    match text.split_once('=').filter(|(name, _)| name.starts_with("--")) {
        Some((name, value)) => {
            let value = ridotto::program::without_password(Path::new(value));
            format!("{name}={}", value.display()).into()
        }
        None => ridotto::program::without_password(Path::new(text)).into(),
    }
}
