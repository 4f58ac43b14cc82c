//! The page about a release.

use crate::assess::{AssessOptions, Assessment, Effort, of_pair};
use crate::bind::Plan;
use crate::pair::{Pair, PairOptions, Rows};
use crate::run::Found;
use crate::{Error, RunOptions, Watch};
use ridotto_io::{Digest, Place};
use ridotto_release::{Deadline, Impatient, heed};
use ridotto_report::chart::{StepEffect, StepEffects};
use ridotto_report::page::{Charts, Page, Reproduce, Risk};
use ridotto_report::{Finding, Report};
use ridotto_table::StagedTable;
use std::path::Path;

impl Plan {
    /// The page about a release whose data are staged: what the report says, and what is measured by
    /// reading input and output once more, side by side. A table that is not committed cannot be read
    /// like that, so that its page has what the report says; nor can anything be measured when the time
    /// limit of the run is over, and what was left out is said.
    pub(crate) fn page(
        &self,
        staged: &dyn StagedTable,
        report: &Report,
        found: &Found,
        options: &RunOptions,
        watch: &dyn Watch,
    ) -> Result<Page, Error> {
        // After a sample the rows of the table are no longer those of the file.
        let is_whole = report.input.rows == Some(self.table.rows as u64);
        let order = &found.decision.order;
        let rows = if is_whole { Rows::Listed(order.clone()) } else { Rows::Unknown };
        let policy = Some(self.policy.clone());
        let pair = PairOptions { policy, rows, threads: self.threads, ..PairOptions::default() };
        let asked = AssessOptions { pair, effort: Effort::Page, ..AssessOptions::default() };
        let left = options.time_limit.map(|limit| limit.saturating_sub(self.clock.elapsed()));
        let limited = &Deadline::new(watch, left);
        let measured =
            if staged.is_comparable() { self.measured(staged, &asked, limited)? } else { None };
        let mut report = report.clone();
        let (combinations, charts) = match measured {
            Some(measured) => {
                let own = report.findings.clone();
                let is_new = |finding: &Finding| {
                    let name = (&finding.name, &finding.attribute);
                    own.iter().all(|of| (&of.name, &of.attribute) != name)
                };
                report.findings.extend(measured.report.findings.into_iter().filter(is_new));
                report.notes.extend(measured.report.notes);
                (measured.combinations, measured.charts)
            }
            None => {
                let why = if staged.is_comparable() {
                    "time was up, and all that needs both files was left out of this page"
                } else {
                    "the release is in a database"
                };
                let instead = "`ridotto assess` measures what needs both files";
                report.notes.push(format!("{why}: {instead}"));
                (Vec::new(), Charts::default())
            }
        };
        let steps = self.effects(found, &report);
        let lattice = found.looked.as_ref().map(|looked| {
            let names = self.keys.iter().map(|key| key.name.clone());
            looked.picture(names.collect(), found.levels.clone().unwrap_or_default())
        });
        Ok(Page {
            audience: options.audience,
            report,
            risk: Risk { combinations, ..Risk::default() },
            charts: Charts { steps: Some(steps), lattice, ..charts },
            reproduce: self.reproduce(options),
            ..Page::default()
        })
    }

    /// What is measured of input and output side by side, as far as there is time; `None` if there was
    /// none to read them.
    fn measured(
        &self,
        staged: &dyn StagedTable,
        asked: &AssessOptions,
        limited: &Deadline<'_>,
    ) -> Result<Option<Assessment>, Error> {
        let pair = match Pair::read(
            Place::Open(&*self.source),
            staged.into(),
            &asked.pair,
            &Impatient(limited),
        ) {
            Ok(pair) => pair,
            Err(Error::Cancelled) => {
                heed(limited)?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        of_pair(pair, (&self.input, staged.name()), asked, limited).map(Some)
    }

    /// Risk and loss after each step: the masking steps, the levels, the suppression. What masking
    /// steps lose is not measured, because they change values and do not make them coarser.
    fn effects(&self, found: &Found, report: &Report) -> StepEffects {
        let effect = |name: &str, risk: f64, loss: Option<f64>| StepEffect {
            name: name.to_owned(),
            risk,
            loss,
        };
        let (table, rows) = (self.class_table(), self.rows().max(1) as f64);
        let mut steps = match self.trail.risks.split_first() {
            None => vec![effect("input", table.len() as f64 / rows, Some(0.0))],
            Some((first, risks)) => {
                let masks = self.trail.steps.iter().zip(risks);
                let masks = masks.map(|(step, &risk)| effect(&step.method, risk, None));
                [effect("input", *first, Some(0.0))].into_iter().chain(masks).collect()
            }
        };
        if let Some(levels) = &found.levels {
            let at = |at: usize| usize::from(levels[at]);
            let keys = self.hierarchies.iter().enumerate();
            let up: Vec<_> = keys.clone().map(|(key, of)| of.map(at(key))).collect();
            let groups: Vec<_> = keys.clone().map(|(key, of)| of.groups(at(key))).collect();
            let classes = table.coarsen(&up, &groups).len() as f64;
            let losses = keys.map(|(key, of)| {
                let (map, leaves) = (of.map(at(key)), of.leaves(at(key)));
                let spread = of.domain().max(2) - 1;
                let lost = |(&count, &group): (&u64, &u32)| {
                    count as f64 * (leaves[group as usize] - 1) as f64 / spread as f64
                };
                self.keys[key].counts.iter().zip(map).map(lost).sum::<f64>() / rows
            });
            let loss = self.weighed(losses);
            steps.push(effect("levels", classes / rows, Some(loss)));
        }
        let risk = report.findings.iter().find(|finding| finding.name == "average-risk");
        let last = (risk.and_then(|risk| risk.after), found.levels.is_some());
        if let (Some(risk), is_after_levels) = last
            && (found.decision.suppressed + found.decision.cells > 0 || !is_after_levels)
        {
            let name = if is_after_levels { "suppression" } else { &report.release.algorithm };
            let loss = self.weighed(found.decision.losses.iter().copied());
            steps.push(effect(name, risk, Some(loss)));
        }
        StepEffects { steps }
    }

    /// The mean of what the quasi-identifiers lose, by importance.
    fn weighed(&self, losses: impl Iterator<Item = f64>) -> f64 {
        let weights = || self.keys.iter().map(|key| key.importance);
        let sum: f64 = losses.zip(weights()).map(|(loss, weight)| loss * weight).sum();
        sum / weights().sum::<f64>().max(f64::MIN_POSITIVE)
    }

    /// How to do it again.
    pub(crate) fn reproduce(&self, options: &RunOptions) -> Reproduce {
        let source = self.policy.source();
        let path = Path::new(source.name());
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Reproduce {
            command: format!("ridotto anonymize {file}"),
            policy_sha256: Digest::of_bytes(source.text().as_bytes()).to_string(),
            policy_file: file,
            policy_text: Some(source.text().to_owned()),
            seed: options.seed.map(|seed| seed.to_string()),
        }
    }
}
