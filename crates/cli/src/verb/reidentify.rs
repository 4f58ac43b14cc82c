//! `ridotto reidentify`

use super::pseudonymize::{scheme, told};
use crate::args::{Global, ReidentifyArgs};
use crate::watch::Terminal;
use ridotto::{Error, ReidentifyOptions};
use std::process::ExitCode;

/// Brings back what pseudonyms stand for.
pub fn run(args: &ReidentifyArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let options = ReidentifyOptions {
        attributes: args.scheme.attributes.clone(),
        scheme: scheme(&args.scheme),
        policy: args.scheme.policy.as_deref().map(ridotto::read_policy).transpose()?,
        candidates: args.candidates.clone(),
        partial: args.partial,
        threads: global.threads,
        force: args.force,
        escape_formulas: args.escape_formulas,
    };
    let made = ridotto::reidentify(&args.data, &args.output, &options, watch)?;
    watch.finish();
    watch.go_on()?;
    told(&made.publish()?, &args.output, "brought back", global)?;
    Ok(ExitCode::SUCCESS)
}
