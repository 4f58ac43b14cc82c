//! Pictures of a release of microdata.

use crate::data::Data;
use crate::decision::Found;
use ridotto_core::objective::granularity;
use ridotto_report::Report;
use ridotto_report::chart::{StepEffect, StepEffects};
use ridotto_report::page::Page;

impl Data {
    /// Adds what each step did, and what was seen of the lattice.
    pub(crate) fn illustrate(&self, found: &Found, course: &[f64], page: &mut Page) {
        page.charts.steps = Some(self.effects(found, course, &page.report));
        page.charts.lattice = found.looked.as_ref().map(|looked| {
            let names = self.keys.iter().map(|key| key.name.clone());
            looked.picture(names.collect(), found.levels.clone().unwrap_or_default())
        });
    }

    /// Risk and loss after each step: the masking steps, the levels, the suppression. What masking
    /// steps lose is not measured, because they change values and do not make them coarser.
    fn effects(&self, found: &Found, course: &[f64], report: &Report) -> StepEffects {
        let effect = |name: &str, risk: f64, loss: Option<f64>| StepEffect {
            name: name.to_owned(),
            risk,
            loss,
        };
        let (table, rows) = (self.class_table(), self.rows().max(1) as f64);
        let mut steps = match course.split_first() {
            None => vec![effect("input", table.len() as f64 / rows, Some(0.0))],
            Some((first, risks)) => {
                let masks = self.steps.iter().zip(risks);
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
                let lost = |(&count, &group): (&u64, &u32)| {
                    count as f64 * granularity(leaves[group as usize], of.domain())
                };
                self.keys[key].counts.iter().zip(map).map(lost).sum::<f64>() / rows
            });
            let loss = self.mean_loss(&losses.collect::<Vec<_>>());
            steps.push(effect("levels", classes / rows, Some(loss)));
        }
        let risk = report.findings.iter().find(|finding| finding.name == "average-risk");
        let last = (risk.and_then(|risk| risk.after), found.levels.is_some());
        if let (Some(risk), is_after_levels) = last
            && (found.decision.suppressed + found.decision.cells > 0 || !is_after_levels)
        {
            let algorithm = report.microdata().map_or("", |release| &release.algorithm);
            let name = if is_after_levels { "suppression" } else { algorithm };
            let loss = self.mean_loss(&found.decision.losses);
            steps.push(effect(name, risk, Some(loss)));
        }
        StepEffects { steps }
    }
}
