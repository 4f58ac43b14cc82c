//! `ridotto anonymize`

use super::summary;
use crate::args::{AnonymizeArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::{Error, Overrides, Plan, RunOptions};
use std::process::ExitCode;

/// Binds, runs, publishes, and says what was done.
pub fn run(args: &AnonymizeArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = ridotto::read_policy(&args.policy)?;
    let options = RunOptions {
        output: args.output.clone(),
        reports: args.report.clone(),
        recoding: args.recoding.clone(),
        certificate: args.certificate.clone(),
        signing_key: args.signing_key.clone(),
        force: args.force,
        seed: args.order.seed,
        keep_order: args.order.keep_order,
        time_limit: global.time_limit,
        most_checks: None,
        audience: args.audience.into(),
    };
    let overrides =
        Overrides { input: args.input.clone(), threads: global.threads, seed: args.order.seed };
    let plan = Plan::bind(policy, overrides, watch)?;
    let lints = plan.lints();
    let dropped: Vec<String> = plan
        .roles()
        .filter(|(_, _, is_released)| !is_released)
        .map(|(name, ..)| name.to_owned())
        .collect();
    let release = plan.run(&options, watch)?;
    watch.finish();
    show::warnings(&lints, global);
    let target = release.target().to_owned();
    let report = release.publish()?;
    if global.json {
        if target.as_os_str() != "-" {
            show::print(&report.to_json())?;
        }
    } else if !global.quiet {
        eprint!("{}", summary::of_release(&report, &dropped, &target, global.verbose));
    }
    Ok(ExitCode::SUCCESS)
}
