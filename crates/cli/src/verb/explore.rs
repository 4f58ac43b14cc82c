//! `ridotto explore`

use super::guarantee;
use crate::args::{ExploreArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::{Configuration, Deadline, Error, ExploreOptions, ExploreReport};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Tries many configurations, and says which are worth a thought.
pub fn run(args: &ExploreArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = ridotto::read_policy(&args.policy)?;
    let options = ExploreOptions {
        input: args.input.clone(),
        k: args.k.clone(),
        suppression: args.suppression.clone(),
        algorithms: args.algorithm.clone(),
        masks: args.mask.clone(),
        cache: args.cache.clone(),
        threads: global.threads,
    };
    let read: Vec<&Path> = args.input.iter().chain(&args.cache).map(PathBuf::as_path).collect();
    let outputs = ridotto::stage_reports(&args.report, &read, Some(&policy), args.force)?;
    watch.limit_reading(global);
    let limited = &Deadline::new(watch, global.time_limit);
    let report = ridotto::explore(&policy, &options, limited)?;
    watch.finish();
    watch.go_on()?;
    if let Some(limit) = global.time_limit.filter(|_| report.configurations.is_empty()) {
        return Err(Error::OutOfTime(limit));
    }
    let policy = ridotto::short_name(&args.policy);
    outputs.publish_text(&|| ridotto::exploration_page(&report, &policy), &report)?;
    if global.json {
        show::document(&ridotto::to_json(&report))?;
    } else if !global.quiet {
        show::print(&summary(&report))?;
    }
    Ok(ExitCode::from(u8::from(report.proposed.is_none())))
}

/// What a release lacks of what the policy requires, as counted in its file.
fn lacking(one: &Configuration) -> String {
    if one.holds != Some(false) {
        return String::new();
    }
    let broken = one.guarantees.iter().filter(|one| one.holds != Some(true));
    let each: Vec<String> = broken
        .map(|one| {
            let (title, attained) = (guarantee::title(one), guarantee::attained(one));
            format!("{title}: {attained} ({})", guarantee::verdict(one))
        })
        .collect();
    if each.is_empty() {
        "its file cannot show what the policy requires".to_owned()
    } else {
        each.join("; ")
    }
}

fn summary(report: &ExploreReport) -> String {
    let width = report.configurations.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    let mut text =
        format!("{:<width$}    {:>8}  {:>8}  {:>8}\n", "configuration", "risk", "loss", "records");
    let mut order: Vec<usize> = (0..report.configurations.len()).collect();
    let risk = |at: &usize| report.configurations[*at].risk.unwrap_or(f64::INFINITY);
    order.sort_by(|a, b| risk(a).total_cmp(&risk(b)));
    let figure = |figure: Option<f64>| figure.map_or_else(|| "–".to_owned(), show::number);
    for at in order {
        let one = &report.configurations[at];
        let is_proposed = report.proposed == Some(at as u64);
        let mark = match (is_proposed, one.frontier) {
            (true, _) => ">",
            (false, true) => "*",
            (false, false) => " ",
        };
        let records = one.records.map_or_else(|| "–".to_owned(), ridotto::count::grouped);
        let (risk, loss) = (figure(one.risk), figure(one.loss));
        let why = one.failed.clone().unwrap_or_else(|| lacking(one));
        let line =
            format!("{mark} {:<width$}  {risk:>8}  {loss:>8}  {records:>8}  {why}", one.name);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push_str("* no other has less risk without more loss; risk: people found by record linkage; loss: 0 intact, 1 nothing left\n");
    if report.configurations.len() as u64 != report.asked {
        let _ = writeln!(text, "stopped after {} of {}", report.configurations.len(), report.asked);
    }
    if let Some(reason) = report.reason(show::number) {
        let _ = writeln!(text, "{reason}");
    }
    text
}
