//! `ridotto completions`

use crate::args::Cli;
use crate::show;
use clap::CommandFactory;
use clap_complete::Shell;
use ridotto::Error;
use std::process::ExitCode;

/// Prints completions for a shell.
pub fn run(shell: Shell) -> Result<ExitCode, Error> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ridotto", &mut script);
    show::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
