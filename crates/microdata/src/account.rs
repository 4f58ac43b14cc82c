//! What a report says of a release of microdata.

use crate::bind::Method;
use crate::data::Data;
use crate::decision::{Beside, Decision, Estimate, Found, Recoded, Tried};
use crate::guarantee::{counted_guarantee, guarantee, wildcard_guarantee};
use ridotto_core::count::{counted, records};
use ridotto_core::objective::Objective;
use ridotto_io::Column;
use ridotto_micro::lattice::height;
use ridotto_release::{Siblings, years};
use ridotto_report::{
    ByRecordReport, Finding, Guarantee, Known, Levels, MinimalReport, ObjectiveReport,
    ReleaseReport, Report, TriedReport,
};
use ridotto_verify::{PopulationLabels, Verified};
use std::path::Path;

impl Data {
    /// Tells what was decided, and what it cost.
    pub(crate) fn account(
        &self,
        found: &Found,
        siblings: &Siblings,
        verified: &Verified,
        notes: Vec<String>,
        report: &mut Report,
    ) {
        let sizes = &found.sizes;
        report.release = self.summary(found, verified).into();
        report.findings =
            (siblings.of_classes)(sizes, &verified.sizes(), found.decision.suppressed);
        report.notes.extend(self.population_note());
        report.notes.extend(years::note(&self.table));
        report.notes.extend(notes);
        report.notes.extend(found.notes.iter().cloned());
        if found.decision.method.has_wildcards() {
            report.findings.extend((siblings.smallest_class)(sizes, &verified.sizes()));
            report.notes.push(wildcard_note(verified));
        }
        report.findings.extend(self.losses(&found.decision));
        report.findings.extend(self.scaled(&found.decision).map(|scaled| scaled.finding()));
        report.notes.extend(self.scaled(&found.decision).map(|scaled| scaled.note()));
        report.findings.extend(self.among_released(verified));
    }

    /// What everybody of the population would show, if that is to be known, in a file in which
    /// formulas are escaped or not.
    pub(crate) fn everybody<'a>(
        &'a self,
        decision: &Decision,
        is_escaped: bool,
    ) -> Option<PopulationLabels<'a>> {
        let tally = self.people.as_ref()?;
        let Recoded::ByValue(recoding) = &decision.shown else {
            unreachable!("methods that decide by record count no population");
        };
        let keys = self.keys.iter().zip(&recoding.attributes);
        let labels = keys.map(|(key, shown)| {
            let Column::Coded { dictionary, .. } = &self.table.columns[key.column] else {
                unreachable!("quasi-identifiers are read as codes");
            };
            let label = |code: u32| match dictionary.text(code) {
                Some(text) => shown.values.get(text).cloned(),
                None => shown.missing.clone(),
            };
            // As they would stand in the file.
            let label = |code: u32| match label(code) {
                Some(label) if is_escaped && ridotto_io::needs_escape(label.as_bytes()) => {
                    Some(format!("'{label}"))
                }
                label => label,
            };
            (0..dictionary.len() as u32).map(label).collect()
        });
        Some(PopulationLabels { tally, labels: labels.collect() })
    }

    pub(crate) fn summary(&self, found: &Found, verified: &Verified) -> ReleaseReport {
        let named = |levels: Vec<u8>| {
            Levels(self.keys.iter().map(|key| key.name.clone()).zip(levels).collect())
        };
        // Levels are told only if every attribute has one for all its values.
        let levels = found.levels.clone();
        let heights = levels.as_ref().map(|_| {
            self.hierarchies.iter().map(|hierarchy| hierarchy.height() as u8).collect::<Vec<_>>()
        });
        // Of several methods the policy's name is told, and which of them won.
        let (method, Beside { tried, bound, by_record }) = (found.decision.method, &found.beside);
        let asked = if tried.is_empty() { method } else { self.method };
        ReleaseReport {
            algorithm: asked.name().into(),
            winner: (!tried.is_empty()).then(|| method.name().into()),
            tried: tried_reports(tried, method.name()),
            lower_bound: *bound,
            by_record: by_record
                .map(|Estimate { loss, records }| ByRecordReport { objective: loss, records }),
            known: Known(Some(&asked.definition().entry)),
            proved_optimal: found.proved,
            nodes: found.nodes,
            checked: found.checked,
            levels: named(levels.unwrap_or_default()),
            heights: named(heights.unwrap_or_default()),
            suppressed_rows: Some(found.decision.suppressed),
            suppressed_cells: found.decision.cells,
            cells_needed: found.cells_needed,
            classes: verified.classes() as u64,
            objective: self.objective_report(found),
            minimal: found.minimal.as_ref().map(|nodes| {
                let mut listed: Vec<&Vec<u8>> = nodes.iter().collect();
                listed.sort_by_key(|levels| (height(levels), *levels));
                listed.truncate(MinimalReport::LISTED);
                let levels = listed.into_iter().cloned().map(named).collect();
                MinimalReport { count: nodes.len() as u64, levels }
            }),
        }
    }

    /// What was made small, and how small.
    fn objective_report(&self, found: &Found) -> ObjectiveReport {
        let preference = found.decision.method.preference();
        let name = preference.map_or_else(|| self.objective.name(), |of| of.entry.name);
        let aggregate = match self.objective {
            Objective::Loss(aggregate) if preference.is_none() => Some(aggregate.name().into()),
            _ => None,
        };
        ObjectiveReport { name: name.into(), aggregate, value: Some(found.score) }
    }

    /// In which file people were counted, and how many there are.
    fn population_note(&self) -> Option<String> {
        let file = self.policy.data.population.as_ref()?;
        let people: u64 = self.people.as_ref()?.counts().iter().sum();
        let name = Path::new(&file.value).file_name()?.to_string_lossy().into_owned();
        let people = counted(people, "person", "people");
        Some(format!("the population was counted in `{name}`, which has {people}"))
    }

    /// Each attribute's loss.
    fn losses(&self, decision: &Decision) -> Vec<Finding> {
        let keys = self.keys.iter().zip(&decision.losses);
        keys.map(|(key, &loss)| Finding {
            name: format!("loss of {}", key.name),
            attribute: None,
            concern: ridotto_report::Concern::Utility,
            before: Some(0.0),
            after: Some(loss),
        })
        .collect()
    }

    /// Models that compare with the whole input, compared with the released records instead.
    fn among_released(&self, verified: &Verified) -> Vec<Finding> {
        let all: Vec<usize> = (0..self.keys.len()).collect();
        let relative = self.requirements.iter().filter(|required| required.relative.is_some());
        relative
            .map(|required| Finding {
                attribute: None,
                name: format!(
                    "{} of {} among the released records",
                    required.model.name(),
                    required.attribute.as_deref().unwrap_or_default()
                ),
                concern: ridotto_report::Concern::Risk,
                before: None,
                after: required
                    .attained_among(&verified.table(&all))
                    .filter(|level| level.is_finite()),
            })
            .collect()
    }
}

/// What each method reached: the one that won first, of equals too, and those that found nothing last.
fn tried_reports(tried: &[Tried], winner: &str) -> Vec<TriedReport> {
    let mut reports: Vec<TriedReport> = tried
        .iter()
        .map(|of| TriedReport {
            algorithm: of.method.name().into(),
            objective: of.objective,
            seconds: of.seconds,
            proved_optimal: of.proved,
        })
        .collect();
    let reached = |of: &TriedReport| of.objective.unwrap_or(f64::INFINITY);
    reports.sort_by(|a, b| {
        let others = (a.algorithm != winner).cmp(&(b.algorithm != winner));
        others.then(reached(a).total_cmp(&reached(b)))
    });
    reports
}

/// What the written file attains of the requirements.
pub(crate) fn guarantees(data: &Data, method: Method, verified: &Verified) -> Vec<Guarantee> {
    let keys = data.keys.len();
    let table = |subset: &[usize]| verified.table(subset);
    let each = data.requirements.iter();
    if let (Method::Together(_), Some(person)) = (method, data.person()) {
        let alike = verified.least_alike(person);
        return each.map(|required| counted_guarantee(required, "k-anonymity", alike)).collect();
    }
    if method.has_wildcards() {
        let fitting = |subset: &[usize]| verified.least_fitting(subset);
        return each.map(|required| wildcard_guarantee(required, keys, &fitting)).collect();
    }
    each.map(|required| guarantee(required, keys, verified.rows, &table)).collect()
}

/// Says what wildcards do not promise, with the number that would.
fn wildcard_note(verified: &Verified) -> String {
    let smallest = verified.sizes().first().copied().unwrap_or(0);
    format!(
        "suppressed and missing cells were counted as if they were any value, which does not \
         bound the risk of being found by 1/k: the smallest class of records that show the same \
         has {}",
        records(smallest)
    )
}
