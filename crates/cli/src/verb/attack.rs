//! `ridotto attack`

use super::assess::pair;
use crate::args::{AttackArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::grouped;
use ridotto::{AttackOptions, AttackReport, AttackResult, Deadline, Error, Protected};
use std::fmt::Write;
use std::path::{Path, PathBuf};
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
        in_place: Vec::new(),
    };
    let outputs = {
        let policy = options.pair.policy.as_ref();
        ridotto::stage_reports(&args.report, &inputs(args), policy, args.force)?
    };
    watch.limit_reading(global);
    let limited = &Deadline::new(watch, global.time_limit);
    let report = ridotto::attack(&args.pair.before, &args.pair.after, &options, limited)?;
    watch.finish();
    watch.go_on()?;
    outputs.publish_text(&|| ridotto::attack_page(&report), &report)?;
    if global.json {
        show::document(&ridotto::to_json(&report))?;
    } else if !global.quiet {
        show::print(&summary(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every file that is read, none of which a report may replace.
fn inputs(args: &AttackArgs) -> Vec<&Path> {
    let others =
        [&args.with, &args.earlier, &args.also, &args.outside, &args.know, &args.population];
    let others = others.into_iter().flatten().map(PathBuf::as_path);
    [args.pair.before.as_path(), args.pair.after.as_path()].into_iter().chain(others).collect()
}

/// What the words of the table mean.
const LEGEND: &str = "singled out: one record is taken to be theirs; learnt: something is taken to be \
known; likelier: something became likelier\nright, wrong: of those claimed, as far as it is known; \
mean, surest: how sure the intruder is; gain: how much surer than by a guess without the release\n";

/// An attack, what it is about and which files were used.
fn title(result: &AttackResult) -> String {
    let of = result.attribute.as_ref().map(|name| format!(" of {name}"));
    let by = (!result.columns.is_empty()).then_some(" by all columns");
    let with = result.beside.as_ref().map(|file| format!(" with {file}"));
    let [of, with] = [of, with].map(Option::unwrap_or_default);
    format!("{}{of}{}{with}", result.name, by.unwrap_or_default())
}

/// More than so many records are told by `--json` only.
const MOST_RECORDS: usize = 20;

fn summary(report: &AttackReport) -> String {
    let mut text = String::new();
    let titles: Vec<String> = report.findings.iter().map(title).collect();
    let width = titles.iter().map(|title| title.chars().count()).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "{:<width$}  {:<11}  {:>9}  {:>9}  {:>9}  {:>9}  {:>8}  {:>8}  {:>8}  stopped by",
        "attack", "people", "claimed", "right", "wrong", "of", "mean", "surest", "gain"
    );
    for (result, title) in report.findings.iter().zip(&titles) {
        let AttackResult { claimed, right, wrong, of, certainty, surest, gain, .. } = result;
        let count = |people: &Option<u64>| people.map_or_else(|| "–".to_owned(), grouped);
        let stopped = if *claimed > 0 { result.stopped_by.join(", ") } else { String::new() };
        let _ = writeln!(
            text,
            "{title:<width$}  {:<11}  {:>9}  {:>9}  {:>9}  {:>9}  {:>8}  {:>8}  {:>8}  {stopped}",
            result.finds.replace('-', " "),
            grouped(*claimed),
            count(right),
            count(wrong),
            grouped(*of),
            show::number(*certainty),
            show::number(*surest),
            gain.map_or_else(|| "–".to_owned(), show::number),
        );
    }
    text.push_str(LEGEND);
    // Only linkage asks which labels fit; other attacks may well find those people.
    let linkage = report.findings.iter().find(|result| result.name == "linkage");
    if let Some(unmatched) = linkage.and_then(|result| result.about_unmatched(report.after.rows)) {
        let _ = writeln!(text, "note: {unmatched}");
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
