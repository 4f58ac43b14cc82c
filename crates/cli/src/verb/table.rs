//! `ridotto table`

use super::anonymize;
use crate::args::{AnonymizeArgs, Global};
use crate::watch::Terminal;
use ridotto::{Error, Kind, Problem};
use std::process::ExitCode;

/// Does what `anonymize` does, with a policy that asks for tables.
pub fn run(args: &AnonymizeArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = ridotto::read_policy(&args.policy)?;
    if *policy.kind != Kind::Table {
        let problem = Problem::error("bind::kind", "the policy asks for no table")
            .at(policy.kind.span, "another kind of data")
            .with_help("say `kind = \"table\"` at its top, or use `ridotto anonymize`");
        return Err(policy.error([problem]).into());
    }
    anonymize::release(&policy, args, global, watch)
}
