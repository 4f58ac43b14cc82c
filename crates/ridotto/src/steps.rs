//! The masking steps of a plan, done to its table.

use crate::bind::Plan;
use crate::mask::{self, Masked, Setting};
use crate::{Error, Policy};
use ridotto_io::Table;
use ridotto_policy::{Mask, Step};
use ridotto_release::Step as _;
use ridotto_release::{Artifact, FileTarget, Run, StepRun};

/// Does the steps; where nothing may be drawn, those that draw are left out.
pub(crate) fn run(plan: &Plan, table: Table, run: &mut Run<'_>) -> Result<Table, Error> {
    let mut policy = (*plan.policy).clone();
    if run.is_preview {
        policy.masks.retain(|mask| !draws(mask));
    }
    let wanted = plan.wanted();
    let setting = Setting {
        policy: &policy,
        missing: &plan.reading.missing,
        wanted: &wanted,
        seed: run.options.randomness.seed(),
        folder: &plan.folder,
        reading: &plan.reading,
        watch: run.watch,
    };
    let Masked { table, trail } = mask::run(setting, table)?;
    run.trail.records = trail.records;
    run.trail.steps = trail.steps;
    run.trail.findings = trail.findings;
    run.trail.lints = trail.lints;
    run.trail.notes = trail.notes;
    run.trail.course = trail.risks;
    run.trail.construction = trail.construction;
    run.trail.files = trail
        .files
        .into_iter()
        .map(|file| Artifact { file: file.file, text: file.text, is_private: file.is_private })
        .collect();
    // Who was not sampled must not enter a mapping.
    let mut table = table;
    if let Some(pseudonyms) = plan.pseudonyms.as_ref().filter(|_| !run.is_preview) {
        let mut step = StepRun {
            number: plan.policy.masks.len(),
            randomness: run.options.randomness,
            watch: run.watch,
            is_alone: run.is_alone,
            trail: &mut run.trail,
        };
        pseudonyms.run(&mut table, &mut step)?;
    }
    Ok(table)
}

/// Whether a step draws random numbers.
pub(crate) fn draws(mask: &Mask) -> bool {
    !matches!(
        mask.step,
        Step::Delete
            | Step::Recode { .. }
            | Step::TopCode { .. }
            | Step::BottomCode { .. }
            | Step::Round { .. }
            | Step::Microaggregate(_)
    )
}

/// The files that steps publish.
pub(crate) fn files(policy: &Policy) -> Vec<FileTarget> {
    let file = |mask: &Mask| {
        let file = mask.publishes()?.value.clone();
        Some(FileTarget { file, is_private: matches!(mask.step, Step::Microaggregate(_)) })
    };
    policy.masks.iter().filter_map(file).collect()
}
