//! `ridotto check`

use crate::args::{CheckArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::count::{counted, records};
use ridotto::{CheckOptions, Error};
use std::fmt::Write;
use std::process::ExitCode;

/// Says what a file attains; fails if a policy requires more.
pub fn run(args: &CheckArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = args.policy.as_deref().map(ridotto::read_policy).transpose()?;
    let options = CheckOptions {
        policy,
        quasi_identifiers: args.quasi_identifiers.clone(),
        sensitive: args.sensitive.clone(),
        threads: global.threads,
    };
    let report = ridotto::check(&args.data, &options, watch)?;
    watch.finish();
    let holds = report.guarantees.iter().all(|guarantee| guarantee.holds != Some(false));
    if global.json {
        show::print(&ridotto::to_json(&report))?;
    } else if !global.quiet {
        let mut text = format!(
            "{}: {} in {}\n",
            args.data.display(),
            records(report.rows),
            counted(report.classes, "class", "classes")
        );
        for guarantee in &report.guarantees {
            let attained = guarantee.attained.unwrap_or_default();
            let verdict = match (guarantee.required, guarantee.holds) {
                (Some(required), Some(true)) => format!("holds, {required} required"),
                (Some(required), _) => format!("DOES NOT HOLD, {required} required"),
                _ => "nothing required".to_owned(),
            };
            let _ = writeln!(text, "  {:<13} k = {attained}  ({verdict})", guarantee.model);
        }
        show::print(&text)?;
    }
    Ok(ExitCode::from(u8::from(!holds)))
}
