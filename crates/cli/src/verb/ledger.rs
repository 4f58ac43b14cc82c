//! `ridotto ledger show | verify | top-up`

use crate::args::{Global, LedgerArgs, LedgerVerb};
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::counted;
use ridotto::{Error, LedgerOf, LedgerReport, LedgerUser};
use std::fmt::Write;
use std::process::ExitCode;

/// Looks at a ledger, or grants more.
pub fn run(args: &LedgerArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let (report, is_whole) = match &args.verb {
        LedgerVerb::Show { ledger } => (ridotto::read_ledger(ledger)?, true),
        LedgerVerb::Verify { ledger, has } => {
            let report = match has {
                Some(digest) => ridotto::read_ledger_with(ledger, digest)?,
                None => ridotto::read_ledger(ledger)?,
            };
            (report, false)
        }
        LedgerVerb::TopUp { ledger, user, epsilon, delta, create, neighbours, records } => {
            let new = LedgerOf::person((*neighbours).into(), *records);
            let create = create.then_some(new);
            (ridotto::top_up(ledger, user.as_deref(), epsilon, delta, create)?, false)
        }
    };
    watch.finish();
    if global.json {
        show::document(&ridotto::to_json(&report))?;
    } else if !global.quiet || !report.holds {
        show::print(&summary(&report, is_whole))?;
    }
    Ok(ExitCode::from(u8::from(!report.holds)))
}

fn summary(report: &LedgerReport, with_charges: bool) -> String {
    if let Some(problem) = &report.problem {
        return format!("{problem}\n");
    }
    let mut text = format!("{}: the chain holds, ", report.file);
    text += &counted(report.entries, "line", "lines");
    text.push('\n');
    if let (Some(neighbours), Some(records)) = (report.neighbours, report.records) {
        let _ = write!(text, "protects    files {}", neighbours.words());
        if records > 1 {
            let _ = write!(text, "; a person has {records} at most");
        }
        text.push('\n');
    }
    if let Some(bytes) = report.torn_bytes {
        let _ = writeln!(
            text,
            "torn        {} of a line at the end: a crash, and nothing was answered for it",
            counted(bytes, "byte", "bytes")
        );
    }
    if with_charges {
        for charge in &report.charges {
            let _ = writeln!(
                text,
                "line {:<6} {}: {} by {}, {}",
                charge.entry,
                charge.user.as_deref().unwrap_or("everybody"),
                charge.purpose,
                charge.mechanism,
                charge.loss
            );
        }
    }
    for user in &report.users {
        let _ = writeln!(text, "{}", of_user(user));
    }
    if let Some(last) = &report.last {
        let _ = writeln!(text, "last line   {last}");
    }
    text
}

fn of_user(user: &LedgerUser) -> String {
    let LedgerUser { epsilon, delta, rho, granted_epsilon, granted_delta, .. } = user;
    let name = user.user.as_deref().unwrap_or("everybody");
    let mut text = format!("spent       {name}: epsilon {epsilon}, delta {delta}");
    if rho != "0" {
        let _ = write!(text, ", rho {rho}");
    }
    let _ = write!(text, " in {}", counted(user.charges, "charge", "charges"));
    if granted_epsilon != "0" || granted_delta != "0" {
        let _ = write!(
            text,
            "; epsilon {granted_epsilon}, delta {granted_delta} granted beyond the policy"
        );
    }
    text
}
