//! `ridotto apply`

use super::summary;
use crate::args::{ApplyArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::{Error, Outputs, Plan, Randomness, RestoreOptions, RunOptions};
use std::process::ExitCode;

/// Applies a saved decision to new data.
pub fn run(args: &ApplyArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let restore = RestoreOptions {
        threads: global.threads,
        key_file: args.key_file.clone(),
        mapping: args.mapping.clone(),
        ..RestoreOptions::default()
    };
    let outputs =
        Outputs { reports: args.report.clone(), force: args.force, ..Outputs::file(&args.output) };
    let options = RunOptions {
        randomness: Randomness::of_seed(args.order.seed),
        keep_order: args.order.keep_order,
        ..RunOptions::default()
    };
    let plan = Plan::restore(&args.recoding, &args.data, &restore)?;
    let release = plan.run(&outputs, &options, watch)?;
    watch.finish();
    watch.go_on()?;
    let report = release.publish()?;
    if global.json {
        if args.output.as_os_str() != "-" {
            show::document(&report.to_json())?;
        }
    } else if !global.quiet {
        show::tell(&summary::of_release(&report, &[], &args.output, global.verbose));
    }
    Ok(ExitCode::SUCCESS)
}
