//! `ridotto completions`

use crate::args::Cli;
use clap::CommandFactory;
use clap_complete::Shell;
use ridotto::Error;
use std::process::ExitCode;

/// Prints completions for a shell.
pub fn run(shell: Shell) -> Result<ExitCode, Error> {
    clap_complete::generate(shell, &mut Cli::command(), "ridotto", &mut std::io::stdout());
    Ok(ExitCode::SUCCESS)
}
