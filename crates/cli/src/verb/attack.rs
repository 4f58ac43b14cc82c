//! `ridotto attack`

use super::assess::pair;
use crate::args::{AttackArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::count::grouped;
use ridotto::{AttackOptions, AttackReport, AttackResult, Deadline, Error, Protected};
use std::fmt::Write;
use std::process::ExitCode;

/// Plays the intruder, and says whom it could find.
pub fn run(args: &AttackArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let options = AttackOptions {
        pair: pair(&args.pair, global)?,
        with: args.with.clone(),
        later: args.later,
        earlier: args.earlier.clone(),
        also: args.also.clone(),
        outside: args.outside.clone(),
        map: args.map.clone(),
        know: args.know.clone(),
        minimal: args.minimal.clone().map(|(attribute, value)| Protected {
            attribute,
            value,
            at_most: args.at_most,
        }),
        means_by: args
            .means_by
            .iter()
            .map(|names| names.split(',').map(str::to_owned).collect())
            .collect(),
        least_cell: args.least_cell,
        averages: args.averages.clone(),
        show_records: global.show_values,
        population: args.population.clone(),
        factor: args.factor,
        alike: args.alike,
    };
    watch.limit_reading(global);
    let limited = &Deadline::new(watch, global.time_limit);
    let report = ridotto::attack(&args.pair.before, &args.pair.after, &options, limited)?;
    watch.finish();
    if global.json {
        show::document(&ridotto::to_json(&report))?;
    } else if !global.quiet {
        show::print(&summary(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// More than so many records are told by `--json` only.
const MOST_RECORDS: usize = 20;

fn summary(report: &AttackReport) -> String {
    let mut text = String::new();
    let title = |result: &AttackResult| {
        let of = result.attribute.as_ref().map(|name| format!(" of {name}"));
        let with = result.beside.as_ref().map(|file| format!(" with {file}"));
        format!("{}{}{}", result.name, of.unwrap_or_default(), with.unwrap_or_default())
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
    for (result, title) in report.findings.iter().zip(&titles) {
        if !result.records.is_empty() {
            let shown = result.records.iter().take(MOST_RECORDS).map(u64::to_string);
            let more = if result.records.len() > MOST_RECORDS { ", …" } else { "" };
            let _ =
                writeln!(text, "{title}: records {}{more}", shown.collect::<Vec<_>>().join(", "));
        }
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {note}");
    }
    text
}
