//! Words for people: errors, warnings, numbers.

use crate::args::{Color, Global};
use crate::flags::with_flags;
use crate::visible::{Visible, visible, visible_json};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use ridotto::program::count::grouped;
use ridotto::{Error, IoError, Problem};
use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

/// Prints words on standard output.
pub fn print(text: &str) -> Result<(), Error> {
    write(&visible(text))
}

/// Prints a JSON document on standard output.
pub fn document(json: &str) -> Result<(), Error> {
    write(&visible_json(json))
}

/// Says something on standard error.
pub fn tell(text: &str) {
    eprint!("{}", visible(text));
}

/// Whoever stops listening, such as `head`, has read enough.
fn write(text: &str) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(IoError::new(Path::new("standard output"), error).into())
        }
        _ => Ok(()),
    }
}

/// Says what is wrong with the command line, or what was asked for about it, and ends.
pub fn misuse(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    // In its own colours, unless an argument brings some along.
    match visible(&text) {
        Cow::Borrowed(_) => error.exit(),
        Cow::Owned(text) => {
            eprint!("{text}");
            std::process::exit(error.exit_code())
        }
    }
}

/// Whether standard error is to be coloured.
fn is_coloured(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            std::io::stderr().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

fn handler(global: &Global) -> GraphicalReportHandler {
    let theme = if is_coloured(global.color) {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    // A message says its cause already.
    GraphicalReportHandler::new_themed(theme).with_links(false).with_width(90).without_cause_chain()
}

/// Shows an error: as a picture of the policy where it has one, as JSON where that was asked for.
pub fn error(error: &Error, global: &Global) {
    if global.json {
        let text = |text: Option<Box<dyn std::fmt::Display + '_>>| Some(words(&text?.to_string()));
        let problems: Vec<_> = match error {
            Error::Policy(error) => error.problems().iter().map(problem_json).collect(),
            _ => Vec::new(),
        };
        let document = serde_json::json!({
            "error": {
                "code": text(error.code()),
                "message": words(&error.to_string()),
                "help": text(error.help()),
                "problems": problems,
            }
        });
        // If that fails too, the exit code is all that is left to say.
        let _ = self::document(&ridotto::to_json(&document));
        return;
    }
    render(error as &dyn Diagnostic, global);
}

/// Shows a message with its place.
fn render(message: &dyn Diagnostic, global: &Global) {
    let (message, mut shown) = (Visible::new(message), String::new());
    match handler(global).render_report(&mut shown, &message) {
        Ok(()) => eprint!("{shown}"),
        Err(_) => eprintln!("error: {message}"),
    }
}

/// A text of the library in the words of the command line.
fn words(text: &str) -> String {
    with_flags(text).into_owned()
}

fn problem_json(problem: &Problem) -> serde_json::Value {
    let help = problem.help.as_deref().map(words);
    serde_json::json!({ "code": problem.code, "message": words(&problem.to_string()), "help": help })
}

/// Shows warnings in one line each.
pub fn warnings(lints: &[Problem], global: &Global) {
    if global.quiet || global.json {
        return;
    }
    for lint in lints {
        tell(&format!("warning: {}\n", lint.message));
    }
}

/// Shows warnings with their place in the policy.
pub fn warnings_in_full(policy: &ridotto::Policy, lints: Vec<Problem>, global: &Global) {
    if lints.is_empty() || global.quiet {
        return;
    }
    render(&policy.error(lints), global);
}

/// A number of generalisations, which may be huge.
#[allow(clippy::cast_sign_loss)] // a number of things
pub fn nodes(number: f64) -> String {
    if number < 1e15 { grouped(number as u64) } else { format!("{number:.1e}") }
}

/// A share as a percentage.
pub fn percent(part: u64, of: u64) -> String {
    let percent = if of == 0 { 0.0 } else { part as f64 / of as f64 * 100.0 };
    format!("{percent:.1} %")
}

/// Four significant digits, without useless zeros.
#[allow(clippy::cast_sign_loss)] // clamped before
pub fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let decimals = (3 - value.abs().log10().floor() as i32).clamp(0, 9) as usize;
    let shown = format!("{value:.decimals$}");
    if shown.contains('.') {
        shown.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        shown
    }
}

/// Names in a sentence: `a, b, c`.
pub fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(
            [0.0, 0.303_34, 12.5, 7_220_555.0].map(number),
            ["0", "0.3033", "12.5", "7220555"]
        );
        assert_eq!((percent(1, 8), percent(0, 0)), ("12.5 %".into(), "0.0 %".into()));
        assert_eq!(nodes(6480.0), "6,480");
    }
}
