//! A configuration that was tried: run as any policy is, verified as a release is, and measured.

use crate::configuration::{Try, Way};
use crate::data::Data;
use crate::promised;
use ridotto_core::Watch;
use ridotto_core::objective::mean_loss;
use ridotto_io::Place;
use ridotto_measure::files::assess::{AssessOptions, Effort, Known, KnowsMeasures, quick};
use ridotto_measure::files::pair::{PairOptions, Rows};
use ridotto_microdata::Microdata;
use ridotto_policy::Policy;
use ridotto_policy::language::Role;
use ridotto_release::{Bound, Error, Opened, Outputs, Randomness, Release, RunOptions, Siblings};
use ridotto_report::{Configuration, Report};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The seed by which is drawn what configurations draw, so that a release of the same lines can be the
/// same.
pub(crate) const SEED: u64 = 0;

/// What all configurations have in common.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The policy.
    pub policy: Policy,
    /// What stands beside microdata.
    pub siblings: Siblings,
    /// How long a run that tries several methods may search; 30 s if nothing is said.
    pub longest: Option<Duration>,
    /// How the policy's own input is read.
    pub input: Opened,
}

/// What came of a configuration.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub found: Configuration,
    /// What is wrong with the policy, if that is why there is no release.
    pub fault: Option<Error>,
    pub took: Duration,
}

/// Runs it, and measures what it made. A configuration without a solution, or whose parts do not go
/// together, has none of the figures and says why.
pub(crate) fn tried(
    one: &Try,
    setting: &Setting,
    data: &Data,
    watch: &dyn Watch,
) -> Result<Outcome, Error> {
    let began = Instant::now();
    let mut found = one.begin();
    found.sample = data.sample;
    let fault = match run(one, setting, data, watch) {
        Ok((policy, release)) => {
            measure(&mut found, (one, &policy, &release), setting, data, watch)?;
            None
        }
        Err(error @ (Error::Unmet(_) | Error::Policy(_) | Error::Usage { .. })) => {
            found.failed = Some(error.to_string());
            matches!(error, Error::Policy(_)).then_some(error)
        }
        Err(error) => return Err(error),
    };
    found.lines = one.lines(&setting.policy, found.holds);
    Ok(Outcome { found, fault, took: began.elapsed() })
}

fn run(
    one: &Try,
    setting: &Setting,
    data: &Data,
    watch: &dyn Watch,
) -> Result<(Policy, Release), Error> {
    let policy = one.policy(&setting.policy, &setting.siblings.entries)?;
    let opened = data.opened(&setting.input);
    let bound = Bound::<Microdata>::new(Arc::new(policy.clone()), opened, &setting.siblings)?;
    // Staged in memory and measured, and never published.
    let outputs = Outputs { alone: true, ..Outputs::memory() };
    let options = RunOptions {
        time_limit: setting.longest.filter(|_| one.tries_several()),
        keep_order: true,
        randomness: Randomness::seeded(SEED),
        ..RunOptions::default()
    };
    Ok((policy, bound.run(&outputs, &options, &KnowsMeasures, watch)?))
}

fn measure(
    found: &mut Configuration,
    (one, policy, release): (&Try, &Policy, &Release),
    setting: &Setting,
    data: &Data,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let (asked, report) = (&setting.policy, release.report());
    let threads = setting.input.threads;
    // Which row was which is known as long as steps have left all of them where they were.
    let is_whole = report.steps.last().is_none_or(|step| Some(step.records) == report.input.rows);
    let rows = if is_whole { Rows::Listed(release.kept_rows().to_vec()) } else { Rows::Unknown };
    let pair = PairOptions { policy: Some(policy.clone()), rows, threads, ..Default::default() };
    let options = AssessOptions { pair, effort: Effort::Map, ..AssessOptions::default() };
    let known = Known { is_true: is_true(policy), person: data.person().filter(|_| is_whole) };
    let figures = quick(Place::Open(data.source()), release.data().into(), &options, known, watch)?;
    found.guarantees = match &one.way {
        Way::Searched(_) => promised::by_search(asked, report.guarantees.clone()),
        Way::Perturbed(_) => {
            let entries = &setting.siblings.entries;
            promised::by_file(asked, release.data().into(), entries, threads, watch)?
        }
    };
    found.holds = promised::all_hold(asked, &found.guarantees);
    found.records = report.output.rows;
    let decided = report.microdata();
    found.classes = decided.map(|release| release.classes);
    found.losses = losses(report);
    found.objective = decided.and_then(|release| release.objective.value);
    found.displacement = figures.displaced;
    let coarser = coarser(asked, report, found);
    found.loss = coarser.map(|loss| (loss + figures.displaced.unwrap_or(0.0)).min(1.0));
    if let Some((name, risk)) = figures.worst() {
        found.risk = Some(*risk);
        found.risk_of = Some(name.clone());
    }
    found.parts = figures.found;
    Ok(())
}

/// Whether no step changes quasi-identifiers so that they are no longer true.
fn is_true(policy: &Policy) -> bool {
    let is_key = |name: &str| policy.with_role(Role::QuasiIdentifier).any(|of| *of.name == *name);
    policy.masks.iter().filter(|mask| mask.perturbs()).all(|mask| {
        let changed = mask.attributes();
        !changed.is_empty() && changed.iter().all(|name| !is_key(name))
    })
}

/// What each quasi-identifier lost, as the report says it.
fn losses(report: &Report) -> BTreeMap<String, f64> {
    let losses = report.findings.iter().filter_map(|finding| {
        Some((finding.name.strip_prefix("loss of ")?.to_owned(), finding.after?))
    });
    losses.collect()
}

/// What was lost by generalising and suppressing: what the report says that was made small. Where that
/// is another objective, or weighs attributes otherwise than the policy does, it is the mean of what
/// they lose by the policy's importance, so that all can be compared.
fn coarser(asked: &Policy, report: &Report, found: &Configuration) -> Option<f64> {
    let objective = &report.microdata()?.objective;
    if objective.name == "loss" && found.importance.is_empty() {
        return objective.value;
    }
    let weighed = found.losses.iter().map(|(name, &loss)| {
        let importance = asked.attribute(name).map_or(1.0, |of| of.importance.to_f64());
        (importance, loss)
    });
    Some(mean_loss(weighed))
}
