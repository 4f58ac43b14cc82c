//! What a release was, in a dozen lines.

use super::guarantee;
use crate::show::{list, nodes, number, percent};
use ridotto::program::count::{counted, grouped, records};
use ridotto::{
    ByRecordReport, Levels, MinimalReport, ReleaseReport, Report, Seconds, StepReport, TriedReport,
};
use std::fmt::Write;
use std::path::Path;

/// Requirements that have a line each.
const FEW: usize = 3;

/// The first line: what was written, and how much of it.
fn headline(report: &Report, target: &Path) -> String {
    let name = if target.as_os_str() == "-" {
        "standard output".into()
    } else {
        target.display().to_string()
    };
    let (classes, suppressed) =
        report.microdata().map_or((0, None), |release| (release.classes, release.suppressed_rows));
    let classes = counted(classes, "class", "classes");
    let cells = report.release.figure("cells").and_then(serde_json::Value::as_u64);
    match (report.input.rows, suppressed) {
        (Some(rows), _) if cells.is_some() => {
            let cells = counted(cells.unwrap_or(0), "cell", "cells");
            format!("{name}: {cells}, counting {}\n", records(rows))
        }
        // How many records there are is nobody's business where noise hides it.
        (None, _) if cells.is_some() => {
            format!("{name}: {}\n", counted(cells.unwrap_or(0), "cell", "cells"))
        }
        (Some(rows), Some(suppressed)) => format!(
            "{name}: {} of {} in {classes}, {} suppressed ({})\n",
            grouped(report.records().unwrap_or(rows) - suppressed),
            records(rows),
            grouped(suppressed),
            percent(suppressed, report.records().unwrap_or(rows)),
        ),
        _ => format!("{name}: {} in {classes}\n", records(report.output.rows.unwrap_or(0))),
    }
}

/// The summary of a release: under twelve lines, readable without colour.
pub fn of_release(report: &Report, dropped: &[String], target: &Path, verbose: bool) -> String {
    let mut text = String::new();
    // Of other kinds nothing was decided that has these words.
    let nothing = ReleaseReport::default();
    let release = report.microdata().unwrap_or(&nothing);
    text += &headline(report, target);
    let mut line = |what: &str, words: String| {
        if !words.is_empty() {
            let _ = writeln!(text, "  {what:<13} {words}");
        }
    };
    let steps: Vec<String> = report.steps.iter().map(step).collect();
    line("masked first", steps.join(", "));
    for (what, words) in of_cells(report) {
        line(what, words);
    }
    // So many that they would fill the screen are named, and told in full where one asks for more.
    let all = &report.guarantees;
    line("noise", noise(report).unwrap_or_default());
    let told = if verbose || all.len() <= FEW { all.len() } else { FEW - 1 };
    for guarantee in &all[..told] {
        line(&guarantee::title(guarantee), guarantee::sentence(guarantee));
    }
    let others: Vec<String> = all[told..].iter().map(guarantee::title).collect();
    if !others.is_empty() {
        line("and", format!("{} more hold (`-v` tells all): {}", others.len(), others.join(", ")));
    }
    let levels: Vec<(&str, u8, u8)> = release
        .levels
        .0
        .iter()
        .zip(&release.heights.0)
        .map(|((name, level), (_, height))| (name.as_str(), *level, *height))
        .collect();
    let those = |which: &dyn Fn(u8, u8) -> bool| {
        list(
            levels
                .iter()
                .filter(|(_, level, height)| which(*level, *height))
                .map(|(name, ..)| *name),
        )
    };
    let untouched =
        levels.iter().filter(|(name, level, _)| *level == 0 && !is_masked(report, name));
    line("as they were", list(untouched.map(|(name, ..)| *name)));
    let coarser: Vec<String> = levels
        .iter()
        .filter(|(_, level, height)| *level > 0 && level < height)
        .map(|(name, level, height)| format!("{name} {level}/{height}"))
        .collect();
    line("coarser", coarser.join(", "));
    line("hidden wholly", those(&|level, height| level == height && level > 0));
    if release.suppressed_cells > 0 {
        line("hidden", hidden(release));
    }
    line("dropped", list(dropped.iter().map(String::as_str)));
    let searched = !["saved-recoding", "none"].contains(&release.algorithm.as_str());
    if let Some(value) = release.objective.value.filter(|_| searched) {
        let best = how_good(release, levels.is_empty());
        line(
            &release.objective.words(),
            if levels.is_empty() || release.nodes == 0.0 || release.winner.is_some() {
                // It decided by value, and the generalisations by level are not those it had.
                format!("{}: {best}", number(value))
            } else {
                format!(
                    "{}: {best} of {} generalisations ({} looked at)",
                    number(value),
                    nodes(release.nodes),
                    grouped(release.checked),
                )
            },
        );
    }
    line("tried", tried(release));
    let bound = release.lower_bound.filter(|_| !release.proved_optimal);
    line("at best", bound.map_or(String::new(), at_best));
    line("or", release.by_record.as_ref().map_or(String::new(), by_record));
    if let Some(minimal) = release.minimal.as_ref().filter(|_| verbose) {
        line("minimal", smallest(minimal));
    }
    for note in &report.notes {
        line("note", note.clone());
    }
    let Some(seconds) = &report.seconds else { return text };
    line("seconds", lasted(seconds, verbose));
    text
}

/// What nothing can be better than that shows labels of hierarchies.
fn at_best(bound: f64) -> String {
    format!("{}: no recoding by the hierarchies loses less", number(bound))
}

/// How long it took.
fn lasted(seconds: &Seconds, verbose: bool) -> String {
    let Seconds { read, count, search, apply, write, verify, total, cpu } = seconds;
    if verbose {
        format!(
            "{total:.3}: read {read:.3}, count {count:.3}, search {search:.3}, apply {apply:.3}, \
             write {write:.3}, verify {verify:.3}; cpu {cpu:.3}"
        )
    } else {
        format!("{total:.2}")
    }
}

/// Whether a step has changed an attribute: it is not as it was, on whatever level. A step that names
/// none and changed cells changed all.
fn is_masked(report: &Report, name: &str) -> bool {
    let mut steps = report.steps.iter().filter(|step| step.cells_changed > 0);
    let names = |step: &StepReport| step.attributes.iter().any(|other| other == name);
    steps.any(|step| step.attributes.is_empty() || names(step))
}

/// How many cells were suppressed, and whether fewer would have done; more is said in notes.
fn hidden(release: &ReleaseReport) -> String {
    let cells = counted(release.suppressed_cells, "cell", "cells");
    let is_least = release.cells_needed == Some(release.suppressed_cells);
    if is_least && release.proved_optimal {
        format!("{cells}, and no fewer would do")
    } else {
        cells
    }
}

/// What noise every cell of a private table got: that is known without the truth.
fn noise(report: &Report) -> Option<String> {
    let words = report.release.figure("noise").and_then(serde_json::Value::as_str)?;
    let off = report.release.figure("expected_error").and_then(serde_json::Value::as_f64)?;
    Some(format!("{words} for every cell, off by {} on average", number(off)))
}

/// What became of the cells of tables.
fn of_cells(report: &Report) -> Vec<(&str, String)> {
    let figure = |name: &str| report.release.figure(name).and_then(serde_json::Value::as_u64);
    let (Some(cells), Some(primary), Some(secondary)) =
        (figure("cells"), figure("primary"), figure("secondary"))
    else {
        return Vec::new();
    };
    let of_all = |some: u64| format!("{} of {}", grouped(some), counted(cells, "cell", "cells"));
    let mut told = Vec::new();
    if primary > 0 {
        told.push(("sensitive", of_all(primary)));
    }
    let word = report.release.figure("status").and_then(serde_json::Value::as_str);
    let changed = figure("changed").filter(|changed| *changed > 0);
    if let (Some(word), Some(changed)) = (word, changed) {
        let far = report.release.figure("distance").and_then(serde_json::Value::as_f64);
        let far = number(far.unwrap_or(0.0));
        told.push((word, format!("{}, together {far} from the truth", of_all(changed))));
    }
    if let Some(hidden) = figure("suppressed").filter(|hidden| *hidden > 0) {
        let others = match secondary {
            0 => String::new(),
            some => format!(", {} of them so that no other follows", grouped(some)),
        };
        told.push(("hidden", of_all(hidden) + &others));
    }
    told
}

/// What each method reached, the best first.
fn tried(release: &ReleaseReport) -> String {
    let one = |of: &TriedReport| {
        let name = &of.algorithm;
        let Some(objective) = of.objective else { return format!("{name} found nothing") };
        let proved = if of.proved_optimal { " (the least of its kind)" } else { "" };
        format!("{name} {}{proved}", number(objective))
    };
    let each: Vec<String> = release.tried.iter().map(one).collect();
    each.join(", ")
}

/// What would be kept by recoding record by record.
fn by_record(other: &ByRecordReport) -> String {
    let ByRecordReport { objective, records: some } = other;
    format!(
        "about {objective:.2} or less if recoded record by record, as `algorithm = \"best\"` does (measured with {})",
        records(*some)
    )
}

/// How the generalisation was found, and whether there is a better one.
fn how_good(release: &ReleaseReport, is_local: bool) -> String {
    if let Some(winner) = &release.winner {
        let least = if release.proved_optimal { "the least possible" } else { "the least" };
        let methods = counted(release.tried.len() as u64, "method", "methods");
        return format!("{least} of {methods}, by {winner}");
    }
    match (release.algorithm.as_str(), release.proved_optimal) {
        (_, true) => "the least possible".to_owned(),
        (name, false) if release.nodes == 0.0 && !is_local => {
            let records = release.suppressed_rows.is_some_and(|records| records > 0);
            format!("levels by {name}, then {}", if records { "records" } else { "cells" })
        }
        ("optimal", false) => "the least found in time".to_owned(),
        (name, false) => format!("found by {name}"),
    }
}

/// Minimal generalisations that are named in the terminal; the report names more.
const NAMED: usize = 2;

/// The generalisations below which none satisfies, in one line.
fn smallest(minimal: &MinimalReport) -> String {
    let node = |Levels(levels): &Levels| {
        let each: Vec<String> = levels.iter().map(|(name, at)| format!("{name} {at}")).collect();
        each.join(", ")
    };
    let named: Vec<String> = minimal.levels.iter().take(NAMED).map(node).collect();
    let more = match minimal.count.saturating_sub(named.len() as u64) {
        0 => String::new(),
        more => format!("; and {} more", grouped(more)),
    };
    let all = counted(minimal.count, "generalisation", "generalisations");
    format!("{all} with none below that satisfies: {}{more}", named.join("; "))
}

/// A masking step in a few words.
pub fn step(step: &StepReport) -> String {
    let StepReport { method, attributes, cells_changed, records: left, .. } = step;
    if attributes.is_empty() {
        return format!("{method} ({})", records(*left));
    }
    let cells = counted(*cells_changed, "cell", "cells");
    format!("{method} of {} ({cells})", list(attributes.iter().map(String::as_str)))
}
