//! `ridotto inspect`

use crate::args::{Global, InspectArgs};
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::{counted, grouped, records};
use ridotto::{Error, InspectOptions, InspectReport};
use std::fmt::Write;
use std::process::ExitCode;

/// Looks at a file, and says who could be found in it.
pub fn run(args: &InspectArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let options = InspectOptions {
        policy: args.policy.as_deref().map(ridotto::read_policy).transpose()?,
        quasi_identifiers: args.quasi_identifiers.clone(),
        sensitive: args.sensitive.clone(),
        no_header: args.no_header,
        threads: global.threads,
    };
    let policy = options.policy.as_ref();
    let outputs = ridotto::stage_reports(&args.report, &[&args.data], policy, args.force)?;
    let report = ridotto::inspect(&args.data, &options, watch)?;
    watch.finish();
    watch.go_on()?;
    outputs.publish_text(&|| ridotto::inspection_page(&report), &report)?;
    if global.json {
        show::document(&ridotto::to_json(&report))?;
    } else if !global.quiet {
        show::print(&summary(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn summary(of: &InspectReport) -> String {
    let rows = of.file.rows.unwrap_or(0);
    let missing = of.completeness.map_or(0.0, |filled| (1.0 - filled) * 100.0);
    let copies = of.uniqueness.map_or(0.0, |unique| (1.0 - unique) * 100.0);
    let mut text = format!(
        "{}: {}, {}; {missing:.1} % of the cells are missing, {copies:.1} % of the records are copies\n\n",
        of.file.file,
        records(rows),
        counted(of.columns.len() as u64, "column", "columns"),
    );
    columns(&mut text, of);
    quality(&mut text, of);
    for note in &of.notes {
        let _ = writeln!(text, "\nnote: {note}");
    }
    if of.columns.iter().all(|column| column.adds_to_average_risk.is_none()) {
        return text;
    }
    let _ = writeln!(
        text,
        "\n{} of {} ({}) {} alone with their quasi-identifiers",
        grouped(of.unique_records),
        records(rows),
        show::percent(of.unique_records, rows),
        if of.unique_records == 1 { "is" } else { "are" },
    );
    if !of.combinations.is_empty() {
        let names: Vec<String> =
            of.combinations.iter().map(|one| one.attributes.join(", ")).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(21);
        let _ = writeln!(text, "\n{:width$}    records alone", "what singles people out");
        for (one, name) in of.combinations.iter().zip(&names) {
            let _ = writeln!(text, "  {name:width$}  {:>13}", grouped(one.unique_records));
        }
    }
    text += "\nwithout generalisation, k would cost\n";
    for step in &of.k_loss {
        let lost = format!("{} ({})", records(step.records), show::percent(step.records, rows));
        let _ = writeln!(text, "  k = {:<4} {lost}", step.k);
    }
    if !of.guesses.is_empty() {
        let width = of.guesses.iter().map(|one| one.attribute.chars().count()).max().unwrap_or(0);
        let width = width.max(14);
        let _ = writeln!(text, "\n{:width$}    with quasi-identifiers  without", "guessed rightly");
        for one in &of.guesses {
            let (known, unknown) = (one.best_guess * 100.0, one.without_class * 100.0);
            let name = &one.attribute;
            let _ = writeln!(text, "  {name:width$}  {known:>20.1} %  {unknown:>5.1} %");
        }
    }
    text
}

/// What the policy's `[quality]` asks.
fn quality(text: &mut String, of: &InspectReport) {
    let dimensions = [
        ("timely", of.timeliness, "records no older than they may be"),
        ("valid", of.validity, "cells that keep to their rule"),
        ("accurate", of.accuracy, "cells that are as they truly are"),
        ("consistent", of.consistency, "records that contradict nothing"),
    ];
    let known = dimensions.into_iter().filter_map(|(name, share, of)| Some((name, share?, of)));
    for (at, (name, share, of)) in known.enumerate() {
        let _ = write!(text, "{}", if at == 0 { "\n" } else { "" });
        let _ = writeln!(text, "{name:<10}  {:>5.1} %  {of}", share * 100.0);
    }
}

/// The profile of each column.
fn columns(text: &mut String, of: &InspectReport) {
    let width = of.columns.iter().map(|one| one.name.chars().count()).max().unwrap_or(0).max(6);
    let _ = writeln!(
        text,
        "{:width$}  {:16}  {:8}  {:>9}  {:>8}  {:>8}  pairs told apart",
        "column", "role", "type", "different", "missing", "alone"
    );
    for one in &of.columns {
        let looks = one.looks_like.as_ref().map(|looks| format!("  ({looks})")).unwrap_or_default();
        let _ = writeln!(
            text,
            "{:width$}  {:16}  {:8}  {:>9}  {:>8}  {:>8}  {:>7.1} %{looks}",
            one.name,
            one.role,
            one.kind,
            grouped(one.distinct),
            grouped(one.missing),
            grouped(one.alone),
            one.separation * 100.0,
        );
    }
}
