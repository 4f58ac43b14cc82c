//! `ridotto combine`

use crate::args::{CombineArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::grouped;
use ridotto::{CombineOptions, CombineReport, Error};
use std::fmt::Write;
use std::process::ExitCode;

/// Combines what was computed from each synthetic copy.
pub fn run(args: &CombineArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let options = CombineOptions {
        copies: args.copies.into(),
        ratio: args.ratio,
        level: args.level,
        threads: global.threads,
    };
    let report = ridotto::combine(&args.estimates, &options, watch)?;
    watch.finish();
    if global.json {
        show::document(&ridotto::to_json(&report))?;
    } else if !global.quiet {
        show::print(&summary(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn summary(of: &CombineReport) -> String {
    let names = of.quantities.iter().filter_map(|one| one.name.as_deref());
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0).max(8);
    let interval = format!("{} % interval", show::number(of.level * 100.0));
    let mut text = format!(
        "{:width$}  {:>12}  {:>14}  {interval:>25}  {:>7}  {:>6}\n",
        "quantity", "estimate", "standard error", "degrees", "copies",
    );
    for one in &of.quantities {
        let shown = |number: f64| digits(number, one.standard_error);
        let interval = format!("{} to {}", shown(one.lower), shown(one.upper));
        let _ = writeln!(
            text,
            "{:width$}  {:>12}  {:>14}  {interval:>25}  {:>7}  {:>6}",
            one.name.as_deref().unwrap_or("–"),
            shown(one.estimate),
            shown(one.standard_error),
            one.degrees.map_or("normal".to_owned(), show::number),
            grouped(one.copies),
        );
    }
    for note in &of.notes {
        let _ = writeln!(text, "note: {note}");
    }
    text
}

/// As many digits as leave three to the standard error: more would be noise.
#[allow(clippy::cast_sign_loss)] // clamped before
fn digits(number: f64, standard_error: f64) -> String {
    if standard_error <= 0.0 {
        return show::number(number);
    }
    let decimals = (2 - standard_error.log10().floor() as i32).clamp(0, 12) as usize;
    format!("{number:.decimals$}")
}
