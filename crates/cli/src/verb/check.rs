//! `ridotto check`

use super::guarantee;
use crate::args::{CheckArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::{counted, records};
use ridotto::{CheckOptions, Error};
use std::process::ExitCode;

/// Says what a file attains; fails if a policy requires more.
pub fn run(args: &CheckArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = args.policy.as_deref().map(ridotto::read_policy).transpose()?;
    let options = CheckOptions {
        policy,
        quasi_identifiers: args.quasi_identifiers.clone(),
        sensitive: args.sensitive.clone(),
        recoding: args.recoding.clone(),
        original: None,
        threads: global.threads,
    };
    let report = ridotto::check(&args.data, &options, watch)?;
    watch.finish();
    let holds = report.guarantees.iter().all(|guarantee| guarantee.holds != Some(false));
    if global.json {
        show::document(&ridotto::to_json(&report))?;
    } else if !global.quiet {
        let mut text = format!(
            "{}: {} in {}\n",
            args.data.display(),
            records(report.rows),
            counted(report.classes, "class", "classes")
        );
        text.push_str(&guarantee::table(&report.guarantees));
        show::print(&text)?;
    }
    Ok(ExitCode::from(u8::from(!holds)))
}
