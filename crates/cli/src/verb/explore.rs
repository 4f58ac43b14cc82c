//! `ridotto explore`

use super::guarantee;
use crate::args::{ExploreArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::{grouped, records};
use ridotto::{
    Configuration, Error, ExploreOptions, ExploreReport, Kind, Policy, PolicyFile, Stopped, Told,
};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// How long to go on when nothing is said.
const LIMIT: Duration = Duration::from_mins(1);

/// Tries many configurations, and says which are worth a thought.
pub fn run(args: &ExploreArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = ridotto::read_policy(&args.policy)?;
    let limit = global.time_limit.unwrap_or(LIMIT);
    let options = ExploreOptions {
        input: args.input.clone(),
        k: args.k.clone(),
        suppression: args.suppression.clone(),
        algorithms: args.algorithm.clone(),
        masks: args.mask.clone(),
        finer: args.finer.clone(),
        cache: args.cache.clone(),
        threads: global.threads,
        only: args.apply,
        time_limit: Some(limit),
    };
    let read: Vec<&Path> = args.input.iter().chain(&args.cache).map(PathBuf::as_path).collect();
    let outputs = ridotto::stage_reports(&args.report, &read, Some(&policy), args.force)?;
    let target = args.output.as_deref();
    let target =
        target.map(|file| PolicyFile::stage(&policy, file, &read, args.force)).transpose()?;
    watch.limit_reading_to(global, Some(limit));
    let told = |told: Told<'_>| {
        if !global.quiet {
            watch.line(&line(told));
        }
    };
    let exploration = ridotto::explore_telling(&policy, &options, &told, watch)?;
    watch.finish();
    let report = &exploration.report;
    if report.configurations.is_empty() {
        return Err(Error::OutOfTime(limit));
    }
    let is_interrupted = report.stopped == Some(Stopped::Interrupted);
    if is_interrupted {
        // What was found is written, and nobody else ends the process meanwhile.
        watch.end();
    } else {
        watch.go_on()?;
    }
    let name = ridotto::program::short_name(&args.policy);
    if let (Some(target), Some(number)) = (target, args.apply) {
        target.publish(&exploration.policy_of(number)?)?;
    }
    outputs.publish_text(&|| ridotto::exploration_page(report, &name), report)?;
    if global.json {
        show::document(&ridotto::to_json(report))?;
    } else if !global.quiet {
        show::print(&match (args.apply, &args.output) {
            (Some(number), Some(file)) => applied(report, number, file),
            _ => summary(report, &args.policy, &policy),
        })?;
    }
    Ok(match (is_interrupted, args.apply) {
        (true, _) => ExitCode::from(130),
        (false, Some(_)) => ExitCode::SUCCESS,
        (false, None) => ExitCode::from(u8::from(report.proposed.is_none())),
    })
}

/// What is told while it is found.
fn line(told: Told<'_>) -> String {
    match told {
        Told::Sample(count) => format!("a sample of {} first:", records(count)),
        Told::Whole(count) => format!("all {}:", records(count)),
        Told::Tried(one) => {
            let number = one.number;
            match one.point() {
                Some((risk, loss)) => {
                    let (risk, loss) = (show::number(risk), show::number(loss));
                    let lacks = if one.holds == Some(false) { ", less than required" } else { "" };
                    format!("{number:>4}  {}: risk {risk}, loss {loss}{lacks}", one.name)
                }
                None => format!("{number:>4}  {}: no release", one.name),
            }
        }
    }
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

fn summary(report: &ExploreReport, file: &Path, policy: &Policy) -> String {
    let mut text = table(report);
    let risk = if *policy.kind == Kind::Table {
        "the share of sensitive cells that a guess comes nearer to than their rules allow"
    } else {
        "the largest share of people that an intruder is right about"
    };
    let _ = writeln!(
        text,
        "* no other that attains what is required has less risk without more loss; risk: {risk}; loss: 0 intact, 1 nothing left"
    );
    if report.configurations.iter().any(|one| one.sample.is_some()) {
        text.push_str(
            "~ of a sample: the whole has larger crowds, and loses less at the same risk\n",
        );
    }
    if report.stopped.is_some() {
        let whole = report.configurations.iter().filter(|one| one.sample.is_none()).count();
        let _ = writeln!(text, "stopped after {whole} of {}", report.asked);
    }
    let (Some(reason), Some(proposed)) = (report.reason(show::number), report.proposed()) else {
        text.push_str(if policy.requirements.is_empty() {
            "nothing is proposed: none of them led to a release\n"
        } else {
            "nothing is proposed: none of them attains what the policy requires\n"
        });
        return text;
    };
    let _ = writeln!(text, "{reason}");
    if proposed.lines.is_empty() {
        text.push_str("the policy says that already\n");
    } else {
        let _ = writeln!(text, "\n{}\n", proposed.lines);
        let (file, number) = (file.display(), proposed.number);
        let _ = writeln!(text, "these lines: ridotto explore {file} --apply {number} -o NEW.toml");
    }
    text
}

fn table(report: &ExploreReport) -> String {
    let all = &report.configurations;
    let width = all.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    let width_of = all.iter().map(|one| of(one).chars().count()).max().unwrap_or(0);
    let head = ("configuration", "risk", "of", "loss", "records");
    let mut text = format!(
        "        {:<width$}  {:>8}  {:<width_of$}  {:>8}  {:>8}\n",
        head.0, head.1, head.2, head.3, head.4
    );
    let mut order: Vec<usize> = (0..all.len()).collect();
    let risk = |at: &usize| all[*at].risk.unwrap_or(f64::INFINITY);
    order.sort_by(|a, b| risk(a).total_cmp(&risk(b)));
    let figure = |figure: Option<f64>| figure.map_or_else(|| "–".to_owned(), show::number);
    for at in order {
        let one = &all[at];
        let is_proposed = report.proposed == Some(at as u64);
        let mark = match (is_proposed, one.frontier, one.sample) {
            (true, ..) => ">",
            (false, true, _) => "*",
            (false, false, Some(_)) => "~",
            (false, false, None) => " ",
        };
        let count = one.records.map_or_else(|| "–".to_owned(), grouped);
        let (risk, loss) = (figure(one.risk), figure(one.loss));
        let why = one.failed.clone().unwrap_or_else(|| lacking(one));
        let (number, name, of) = (one.number, &one.name, of(one));
        let line = format!(
            "{mark} {number:>4}  {name:<width$}  {risk:>8}  {of:<width_of$}  {loss:>8}  {count:>8}  {why}"
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// What the risk is of.
fn of(one: &Configuration) -> &str {
    one.risk_of.as_deref().unwrap_or_default()
}

fn applied(report: &ExploreReport, number: u64, file: &Path) -> String {
    let Some(one) = report.numbered(number) else { return String::new() };
    let mut text = format!("{}: {}\n", file.display(), one.name);
    let lacks = lacking(one);
    if !lacks.is_empty() {
        let _ = writeln!(text, "it promises less than the policy that it was made from: {lacks}");
    }
    text
}
