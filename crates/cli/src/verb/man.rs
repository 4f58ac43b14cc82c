//! `ridotto man`

use crate::args::{Cli, ManArgs};
use crate::show;
use clap::{Command, CommandFactory};
use ridotto::{Error, IoError};
use std::path::Path;
use std::process::ExitCode;

/// Prints the manual page of the program, or of a verb.
pub fn run(args: &ManArgs) -> Result<ExitCode, Error> {
    let mut program = Cli::command();
    program.build();
    let page = match &args.verb {
        None => program,
        Some(verb) => of_verb(&program, verb)?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .render(&mut text)
        .map_err(|error| IoError::new(Path::new("standard output"), error))?;
    show::print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// A verb as a program of its own: `ridotto-anonymize`.
fn of_verb(program: &Command, verb: &str) -> Result<Command, Error> {
    let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let found = program.get_subcommands().find(|one| one.get_name() == verb);
    let found = found.ok_or_else(|| Error::Usage {
        message: format!("there is no verb `{verb}`"),
        hint: match ridotto::program::nearest(verb, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the verbs are {}", show::list(names.iter().copied())),
        },
    })?;
    Ok(found.clone().version(env!("CARGO_PKG_VERSION")))
}
