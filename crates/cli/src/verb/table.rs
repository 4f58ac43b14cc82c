//! `ridotto table`

use super::anonymize;
use crate::args::{AnonymizeArgs, AuditArgs, Global, TableArgs, TableVerb};
use crate::flags::with_flags;
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::{counted, grouped};
use ridotto::{Error, Kind, Policy, Problem, TableAuditOptions, TableAuditReport};
use std::path::Path;
use std::process::ExitCode;

/// Makes tables as a policy or a batch of τ-Argus says, or audits one.
pub fn run(args: &TableArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    match &args.verb {
        Some(TableVerb::Audit(args)) => audit(args, global, watch),
        None if args.convert => convert(&args.make),
        None => match &args.ptable {
            Some(file) => ptable(file, &args.make, global),
            None => make(&args.make, global, watch),
        },
    }
}

/// Does what `anonymize` does, with a policy that asks for tables.
fn make(args: &AnonymizeArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = policy(&args.policy, global)?;
    if *policy.kind != Kind::Table {
        let problem = Problem::error("bind::kind", "the policy asks for no table")
            .at(policy.kind.span, "another kind of data")
            .with_help("say `kind = \"table\"` at its top, or use `ridotto anonymize`");
        return Err(policy.error([problem]).into());
    }
    anonymize::release(&policy, args, global, watch)
}

fn is_batch(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("arb"))
}

/// A policy, or a batch as one; what is done otherwise than the batch says is said.
fn policy(path: &Path, global: &Global) -> Result<Policy, Error> {
    if !is_batch(path) {
        return ridotto::read_policy(path);
    }
    let converted = ridotto::read_batch(path)?;
    if !global.quiet && !global.json {
        let note = |note: &Problem| format!("warning: {}\n", with_flags(&note.message));
        show::tell(&converted.notes.iter().map(note).collect::<String>());
    }
    Ok(converted.policy)
}

/// Writes the policy that a batch becomes.
fn convert(args: &AnonymizeArgs) -> Result<ExitCode, Error> {
    let path = &args.policy;
    if !is_batch(path) {
        return Err(Error::Usage {
            message: format!("{} is no batch of τ-Argus", path.display()),
            hint: "the name of a batch ends in .arb".into(),
        });
    }
    let converted = ridotto::read_batch(path)?;
    let notes = converted.notes.iter().map(|note| format!("# {}\n", with_flags(&note.message)));
    let text = notes.collect::<String>() + &converted.text;
    match &args.output {
        Some(output) if output.as_os_str() != "-" => {
            if output.parent().unwrap_or(Path::new("")) != path.parent().unwrap_or(Path::new("")) {
                return Err(Error::Usage {
                    message: "the policy would not find the files of the batch".into(),
                    hint: "write it into the folder of the batch".into(),
                });
            }
            let policy = Some(&converted.policy);
            let staged = ridotto::stage_owners_file(output, &[], &[path], policy, args.force)?;
            staged.publish(&text)?;
        }
        _ => show::print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the perturbation table of a policy, for its owner: who has it and the record keys takes the noise
/// away.
fn ptable(file: &Path, args: &AnonymizeArgs, global: &Global) -> Result<ExitCode, Error> {
    let policy = policy(&args.policy, global)?;
    let text = ridotto::ptable(&policy)?;
    if file.as_os_str() == "-" {
        show::print(&text)?;
    } else {
        let staged =
            ridotto::stage_owners_file(file, &[], &[&args.policy], Some(&policy), args.force)?;
        staged.publish(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Attacks a table. Fails if anything is too well known.
fn audit(args: &AuditArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = args.policy.as_deref().map(|path| policy(path, global)).transpose()?;
    let options = TableAuditOptions {
        policy,
        input: args.input.clone(),
        intervals: args.intervals.clone(),
        force: args.force,
        threads: global.threads,
    };
    let report = ridotto::audit_table(&args.file, &options, watch)?;
    watch.finish();
    if global.json {
        show::document(&ridotto::to_json(&report))?;
    } else if !global.quiet {
        show::print(&told(&args.file, &report))?;
    }
    Ok(ExitCode::from(u8::from(!report.is_safe())))
}

/// What was found, in words.
fn told(file: &Path, report: &TableAuditReport) -> String {
    let cells = counted(report.cells, "cell", "cells");
    let (hidden, exact) = (grouped(report.suppressed), grouped(report.exact));
    let mut text = format!(
        "{}: {cells}, {hidden} hidden\n  known exactly to everybody: {exact}\n",
        file.display()
    );
    match (report.not_safe, report.unsafe_by) {
        (Some(0), _) => text.push_str("  too well known: none\n"),
        (Some(count), Some(by)) => {
            text.push_str(&format!("  too well known: {}\n", grouped(count)));
            for (count, whom) in [
                (by.outsider, "to everybody"),
                (by.respondent, "to who contributed"),
                (by.coalition, "to holdings"),
            ] {
                if count > 0 {
                    text.push_str(&format!("    {whom}: {}\n", grouped(count)));
                }
            }
        }
        _ => text.push_str("  too well known: not judged, as the truth is not known\n"),
    }
    if let Some(lines) = report.by_lines.filter(|lines| lines.known > 0) {
        text.push_str(&format!(
            "  too well known to who takes the line of a hidden count to tell that it is not 0: {} more, of {}\n",
            grouped(lines.known),
            grouped(lines.looked_at)
        ));
    }
    text
}
