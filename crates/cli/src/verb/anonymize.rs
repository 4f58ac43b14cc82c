//! `ridotto anonymize`

use super::summary;
use crate::args::{AnonymizeArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::{Audience, Disclosure, Error, Overrides, Plan, Policy, Report, RunOptions};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Binds, runs, publishes, and says what was done; once for each synthetic copy that is asked for.
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
    let copies = policy.copies();
    if copies == 1 {
        let report = one(policy, &options, args, global, watch)?;
        if let Some(report) = report.filter(|_| global.json) {
            show::document(&document(&report, options.audience))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if args.output.as_ref().is_some_and(|output| output.as_os_str() == "-") {
        return Err(Error::Usage {
            message: format!("{copies} copies do not go to standard output"),
            hint: "name a file: each copy gets a number before its ending".into(),
        });
    }
    let mut reports = Vec::new();
    for copy in 1..=copies {
        let mut policy = policy.clone();
        let output = &mut policy.output;
        let named = output.file.iter_mut().chain(&mut output.reports).chain(&mut output.recoding);
        for file in named.chain(&mut output.certificate) {
            file.value = numbered(Path::new(&file.value), copy).to_string_lossy().into_owned();
        }
        let each = |files: &[PathBuf]| files.iter().map(|file| numbered(file, copy)).collect();
        let options = RunOptions {
            output: options.output.as_deref().map(|file| numbered(file, copy)),
            reports: each(&options.reports),
            recoding: options.recoding.as_deref().map(|file| numbered(file, copy)),
            certificate: options.certificate.as_deref().map(|file| numbered(file, copy)),
            // Copies that were drawn alike would be one copy.
            seed: options.seed.map(|seed| seed.wrapping_add(u64::from(copy))),
            ..options.clone()
        };
        reports.extend(one(policy, &options, args, global, watch)?);
    }
    if global.json {
        show::document(&match options.audience {
            Audience::Internal => ridotto::to_json(&reports),
            Audience::Public => {
                let rules = Disclosure::default();
                let published = reports.iter().map(|report| report.published(&rules));
                ridotto::to_json(&published.collect::<Vec<_>>())
            }
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The report as its reader may see it.
fn document(report: &Report, audience: Audience) -> String {
    match audience {
        Audience::Internal => report.to_json(),
        Audience::Public => report.published(&Disclosure::default()).to_json(),
    }
}

/// The file of a copy: `out-3.csv` for `out.csv`, `out-3.csv.gz` for `out.csv.gz`.
fn numbered(file: &Path, copy: u32) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let (stem, ending) = match name.split_once('.') {
        Some((stem, ending)) => (stem, format!(".{ending}")),
        None => (&*name, String::new()),
    };
    file.with_file_name(format!("{stem}-{copy}{ending}"))
}

/// One release; its report, unless the release itself went to standard output.
fn one(
    policy: Policy,
    options: &RunOptions,
    args: &AnonymizeArgs,
    global: &Global,
    watch: &Terminal,
) -> Result<Option<Report>, Error> {
    let overrides = Overrides {
        input: args.input.clone(),
        threads: global.threads,
        seed: options.seed,
        without_digests: !global.json && !options.keeps_report(&policy),
    };
    let plan = Plan::bind(policy, overrides, watch)?;
    let lints = plan.lints();
    let dropped: Vec<String> = plan
        .roles()
        .filter(|(_, _, is_released)| !is_released)
        .map(|(name, ..)| name.to_owned())
        .collect();
    let release = plan.run(options, watch)?;
    watch.finish();
    show::warnings(&lints, global);
    let target = release.target().to_owned();
    let report = release.publish()?;
    if !global.json && !global.quiet {
        show::tell(&summary::of_release(&report, &dropped, &target, global.verbose));
    }
    Ok((target.as_os_str() != "-").then_some(report))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_numbered_before_the_ending() {
        for (file, expected) in
            [("out.csv", "out-3.csv"), ("a/out.csv.gz", "a/out-3.csv.gz"), ("out", "out-3")]
        {
            assert_eq!(numbered(Path::new(file), 3), Path::new(expected));
        }
    }
}
