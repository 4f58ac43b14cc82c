//! `ridotto anonymize`

use super::summary;
use crate::args::{AnonymizeArgs, Global};
use crate::show;
use crate::watch::Terminal;
use ridotto::{
    Audience, Destination, Error, Inputs, Outputs, Plan, Policy, Problem, Published, Randomness,
    Release, Report, RunOptions,
};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Binds, runs, publishes, and says what was done; once for each synthetic copy that is asked for.
pub fn run(args: &AnonymizeArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    release(&ridotto::read_policy(&args.policy)?, args, global, watch)
}

/// The same for a policy that was read.
pub fn release(
    policy: &Policy,
    args: &AnonymizeArgs,
    global: &Global,
    watch: &Terminal,
) -> Result<ExitCode, Error> {
    let outputs = Outputs {
        data: args.output.clone().map_or(Destination::Policy, Destination::File),
        reports: args.report.clone(),
        recoding: args.recoding.clone(),
        intervals: args.intervals.clone(),
        certificate: args.certificate.clone(),
        signing_key: args.signing_key.clone(),
        force: args.force,
        audience: args.audience.into(),
        ..Outputs::default()
    };
    let options = RunOptions {
        randomness: Randomness::of_seed(args.order.seed),
        keep_order: args.order.keep_order,
        time_limit: global.time_limit,
        most_checks: None,
    };
    let copies = policy.copies();
    let is_standard = args.output.as_ref().is_some_and(|output| output.as_os_str() == "-");
    if copies == 1 {
        let made = one(policy, &outputs, &options, args, global, watch)?;
        let reports = publish(vec![made], global, watch)?;
        if let Some(report) = reports.first().filter(|_| global.json && !is_standard) {
            show::document(&document(report, outputs.audience))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if is_standard {
        return Err(Error::Usage {
            message: format!("{copies} copies do not go to standard output"),
            hint: "name a file: each copy gets a number before its ending".into(),
        });
    }
    if policy.pseudonyms().any(|(_, how)| how.mapping.is_some()) {
        return Err(Error::Usage {
            message: format!("{copies} copies cannot share a mapping of pseudonyms"),
            hint: "leave out `mapping`, or make the pseudonyms first: `ridotto pseudonymize`"
                .into(),
        });
    }
    let mut made = Vec::new();
    for copy in 1..=copies {
        let (policy, outputs) = of_copy(policy, &outputs, copy);
        // Copies that were drawn alike would be one copy.
        let seed = args.order.seed.map(|seed| seed.wrapping_add(u64::from(copy)));
        let options = RunOptions { randomness: Randomness::of_seed(seed), ..options };
        made.push(one(&policy, &outputs, &options, args, global, watch)?);
    }
    let reports = publish(made, global, watch)?;
    if global.json {
        show::document(&match outputs.audience {
            Audience::Internal => ridotto::to_json(&reports),
            Audience::Public => {
                let rules = ridotto::disclosure();
                let published = reports.iter().map(|report| report.published(&rules));
                ridotto::to_json(&published.collect::<Vec<_>>())
            }
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The policy and the outputs of a copy: its files have its number.
fn of_copy(policy: &Policy, outputs: &Outputs, copy: u32) -> (Policy, Outputs) {
    let mut policy = policy.clone();
    let output = &mut policy.output;
    let named = output.file.iter_mut().chain(&mut output.reports).chain(&mut output.recoding);
    let numbered_name = |file: &str| numbered(Path::new(file), copy).to_string_lossy().into_owned();
    for file in named.chain(&mut output.certificate) {
        file.value = numbered_name(&file.value);
    }
    for mask in &mut policy.masks {
        mask.rename_published(numbered_name);
    }
    let outputs = Outputs {
        data: match &outputs.data {
            Destination::File(file) => Destination::File(numbered(file, copy)),
            other => other.clone(),
        },
        reports: outputs.reports.iter().map(|file| numbered(file, copy)).collect(),
        recoding: outputs.recoding.as_deref().map(|file| numbered(file, copy)),
        certificate: outputs.certificate.as_deref().map(|file| numbered(file, copy)),
        ..outputs.clone()
    };
    (policy, outputs)
}

/// The report as its reader may see it.
fn document(report: &Report, audience: Audience) -> String {
    match audience {
        Audience::Internal => report.to_json(),
        Audience::Public => report.published(&ridotto::disclosure()).to_json(),
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

/// A release that is not published yet, and what is said about it.
struct Made {
    release: Release,
    dropped: Vec<String>,
    lints: Vec<Problem>,
}

/// Makes one release. Its files are claimed first, so that nobody works for nothing.
fn one(
    policy: &Policy,
    outputs: &Outputs,
    options: &RunOptions,
    args: &AnonymizeArgs,
    global: &Global,
    watch: &Terminal,
) -> Result<Made, Error> {
    let claims = outputs.claim(policy, args.input.as_deref())?;
    let outputs = &Outputs { claims, ..outputs.clone() };
    let inputs = Inputs {
        threads: global.threads,
        digests: global.json || outputs.keeps_report(policy),
        ..args.input.as_ref().map_or_else(Inputs::of_policy, Inputs::file)
    };
    let plan = Plan::bind(policy, inputs)?;
    let roles = plan.microdata().into_iter().flat_map(ridotto::MicrodataPlan::roles);
    let dropped = roles.filter(|(_, _, is_released)| !is_released);
    let dropped = dropped.map(|(name, ..)| name.to_owned()).collect();
    let release = plan.run(outputs, options, watch)?;
    let lints = release.lints().to_vec();
    Ok(Made { release, dropped, lints })
}

/// Publishes all of them or none, and says what was done.
fn publish(made: Vec<Made>, global: &Global, watch: &Terminal) -> Result<Vec<Report>, Error> {
    watch.finish();
    watch.go_on()?;
    let (mut said, mut releases) = (Vec::new(), Vec::new());
    for Made { release, dropped, lints } in made {
        show::warnings(&lints, global);
        said.push((release.target().to_owned(), dropped));
        releases.push(release);
    }
    let reports = Release::publish_all(releases)?.into_iter().map(Published::into_report);
    let reports: Vec<Report> = reports.collect();
    if !global.json && !global.quiet {
        for ((target, dropped), report) in said.iter().zip(&reports) {
            show::tell(&summary::of_release(report, dropped, target, global.verbose));
        }
    }
    Ok(reports)
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
