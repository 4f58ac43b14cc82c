//! `ridotto attack`

use super::assess::pair;
use crate::args::{AttackArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::count::grouped;
use ridotto::{AttackOptions, AttackReport, AttackResult, Error};
use std::fmt::Write;
use std::process::ExitCode;

/// Plays the intruder, and says whom it could find.
pub fn run(args: &AttackArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let options = AttackOptions {
        pair: pair(&args.pair, global)?,
        with: args.with.clone(),
        later: args.later,
        population: args.population.clone(),
        factor: args.factor,
        alike: args.alike,
    };
    let report = ridotto::attack(&args.pair.before, &args.pair.after, &options, watch)?;
    watch.finish();
    if global.json {
        show::print(&ridotto::to_json(&report))?;
    } else if !global.quiet {
        show::print(&summary(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn summary(report: &AttackReport) -> String {
    let mut text = String::new();
    let title = |result: &AttackResult| match &result.attribute {
        Some(attribute) => format!("{} of {attribute}", result.name),
        None => result.name.clone(),
    };
    let titles: Vec<String> = report.findings.iter().map(title).collect();
    let width = titles.iter().map(|title| title.chars().count()).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "{:<width$}  {:>12}  {:>12}  {:>8}  {:>8}  stopped by",
        "attack", "found", "of", "mean", "surest"
    );
    for (result, title) in report.findings.iter().zip(&titles) {
        let AttackResult { people, of, certainty, surest, .. } = result;
        let stopped = if *people > 0 { result.stopped_by.join(", ") } else { String::new() };
        let _ = writeln!(
            text,
            "{title:<width$}  {:>12}  {:>12}  {:>8}  {:>8}  {stopped}",
            grouped(*people),
            grouped(*of),
            show::number(*certainty),
            show::number(*surest),
        );
    }
    text.push_str("found: singled out, or something learnt for certain; mean, surest: how sure the intruder is\n");
    if let Some(unmatched) = report.findings.iter().map(|result| result.unmatched).max()
        && unmatched > 0
    {
        let _ = writeln!(
            text,
            "note: no record fits {} of the people: theirs are suppressed, or a label was not understood",
            grouped(unmatched)
        );
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {note}");
    }
    text
}
