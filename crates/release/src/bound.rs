//! The one pipeline: read, steps, decide, write, verify, report.
//!
//! This is the only maker of a [`Release`], and a release is the only thing that can be published. So
//! nothing is published that was not written, read again and found to hold.

use crate::before::Before;
use crate::formulas;
use crate::release::Beside;
use crate::silence;
use crate::staging::{Staging, Wanted};
use crate::{
    Assessor, BeforeAfter, Deadline, Domain, Error, Facts, Opened, Order, Output, Outputs, Privacy,
    Release, Run, RunOptions, Siblings, Trail, Verdict, Written, cpu_seconds, file_report, heed,
};
use ridotto_catalogue::Status;
use ridotto_core::Watch;
use ridotto_policy::{Policy, Requirement};
use ridotto_report::page::{Charts, Page, Reproduce, Risk};
use ridotto_report::{Audience, Disclosure, Finding, Guarantee, Report};
use ridotto_table::{Digest, Source, StagedTable, Table, View};
use std::path::Path;
use std::sync::Arc;

/// A policy bound to data that were opened.
#[derive(Debug)]
pub struct Bound<D: Domain> {
    /// The policy.
    pub policy: Arc<Policy>,
    /// What will be done.
    pub plan: D::Plan,
    /// The data.
    pub inputs: Opened,
}

impl<D: Domain> Bound<D> {
    /// Binds a policy to data. Nothing is read but columns.
    pub fn new(policy: Arc<Policy>, inputs: Opened, siblings: &Siblings) -> Result<Self, Error> {
        let plan = D::bind(&policy, &inputs, siblings)?;
        let (wanted, given) = (D::facts(&plan).reads.len(), inputs.inputs.len());
        if given > wanted {
            return Err(Error::Usage {
                message: format!("{given} inputs are given, and `{}` has {wanted}", D::KIND),
                hint: "leave out the others: they would not be looked at".into(),
            });
        }
        Ok(Self { policy, plan, inputs })
    }

    /// Reads all inputs.
    pub fn read(&self, watch: &dyn Watch) -> Result<Vec<Table>, Error> {
        let Facts { reads, .. } = D::facts(&self.plan);
        let mut tables = Vec::new();
        for (input, wants) in self.inputs.inputs.iter().zip(&reads) {
            watch.begin("reading", input.bytes());
            tables.push(input.source.read(wants, watch)?);
        }
        watch.begin("counting", None);
        Ok(tables)
    }

    /// Runs the plan: whatever comes back was written, read again and found to hold.
    pub fn run(
        &self,
        outputs: &Outputs,
        options: &RunOptions,
        assessor: &dyn Assessor,
        watch: &dyn Watch,
    ) -> Result<Release, Error> {
        let (policy, facts) = (&*self.policy, D::facts(&self.plan));
        if facts.is_silent {
            silence::refuse(options, outputs)?;
        }
        let staging = Staging::new(
            outputs,
            &Wanted {
                policy,
                inputs: &self.inputs,
                tables: &facts.tables,
                files: &facts.files,
                is_silent: facts.is_silent,
                continued: &facts.continued,
                others: &facts.others,
            },
        )?;
        let is_saved = staging.recoding.is_some() || outputs.keep && facts.unsaved.is_none();
        Self::expect_possible(&staging, &facts)?;
        let mut run = Run::new(watch, self.inputs.threads, *options);
        run.trail.privacy = Privacy::of(policy)?;
        run.has_page = staging.reports.has_page() || outputs.keep;
        run.wants_recoding = is_saved && !facts.is_silent;
        let end = staging.intervals.as_ref().and_then(|staged| staged.target().extension());
        run.intervals_end = end.map(|end| end.to_string_lossy().to_ascii_lowercase());
        run.digests = self.inputs.options.digest;
        run.is_alone = outputs.alone;
        let tables = self.read(watch)?;
        let sha256 = tables.first().and_then(|table| table.sha256);
        let is_compared = run.has_page || !policy.measures.is_empty();
        let source = &*self.inputs.first().source;
        let before = tables.first().filter(|_| is_compared && !facts.is_silent);
        let before = before.map(|table| Before::new(source, table));
        let data = D::prepare(&self.plan, tables, &mut run)?;
        run.seconds.read = run.lap();
        let decision = D::decide(&self.plan, &data, &mut run)?;
        heed(watch)?;
        let shown = D::outputs(&self.plan, &data, &decision)?;
        let orders = orders(&shown, options)?;
        run.trail.notes.splice(0..0, order_note(&shown, options));
        run.seconds.apply = run.lap();
        for ((output, staged), order) in shown.iter().zip(&staging.tables).zip(&orders) {
            write(output, &**staged, order, watch)?;
        }
        run.seconds.write = run.lap();
        let written: Vec<Written<'_, D::Output<'_>>> = shown
            .iter()
            .zip(&staging.tables)
            .zip(&orders)
            .map(|((output, staged), order)| Written { output, staged: &**staged, order })
            .collect();
        let verdict = D::verify(&self.plan, &data, &decision, &written, &mut run)?;
        let guarantee = run.trail.privacy.guarantee();
        let verdict = judged(verdict, guarantee, &policy.requirements)?;
        run.seconds.verify = run.lap();
        let notes: Vec<String> =
            written.iter().filter_map(|it| formulas::note(it, facts.escaped_by)).collect();
        drop(written);
        drop(shown);
        run.seconds.total = run.clock.total();
        run.seconds.cpu = cpu_seconds();
        let mut report = self.begin(&staging, &verdict, sha256, &run);
        D::account(&self.plan, &data, &decision, &verdict, notes, &mut report);
        // What rows are of one person is known only as long as rows are those that were read.
        let is_whole = run.trail.steps.last().is_none_or(|step| step.records == run.trail.records);
        let of = BeforeAfter {
            policy,
            before: before.as_ref().map_or(source, |before| before as &dyn Source),
            after: &*staging.tables[0],
            rows: orders.first().filter(|_| is_whole).map(Vec::as_slice),
            threads: self.inputs.threads,
        };
        report.findings.append(&mut run.trail.findings);
        if !policy.measures.is_empty() {
            report.findings.extend(assessor.asked(of, watch)?);
        }
        silence::keep_from_guessing(&mut report, &run.trail.privacy);
        let page = if facts.is_silent {
            self.silent_page(&mut report, &data, &decision)
        } else if run.has_page {
            let mut page = self.page(of, &report, assessor, &run)?;
            page.audience = outputs.audience;
            D::illustrate(&self.plan, &data, &decision, &run, &mut page);
            page
        } else {
            Page::default()
        };
        let saved = run.wants_recoding.then(|| D::save(&self.plan, &data, &decision)).flatten();
        let intervals = if staging.intervals.is_some() {
            D::intervals(&self.plan, &data, &decision, &run)?
        } else {
            None
        };
        let Trail { files: artifacts, written, lints, .. } = run.trail;
        let keeps_page = outputs.keep;
        let beside = Beside { saved, keeps_page, intervals, artifacts, written, lints };
        let rules = Disclosure::new(assessor.measures());
        let release = Release::write(staging, report, orders, (&page, &rules), beside)?;
        // Whoever interrupts while a page is made wants no release either.
        heed(watch)?;
        Ok(release)
    }

    /// An error if something is to be written that this kind of data does not have.
    fn expect_possible(staging: &Staging, facts: &Facts) -> Result<(), Error> {
        if let (Some(_), Some((message, hint))) = (&staging.recoding, facts.unsaved.clone()) {
            return Err(Error::Usage { message, hint });
        }
        if staging.intervals.is_some() && !facts.has_intervals {
            return Err(Error::Usage {
                message: format!("`kind = \"{}\"` has no hidden cells", D::KIND),
                hint: "leave out `Outputs::intervals`: it is for tables".into(),
            });
        }
        Ok(())
    }

    /// The report as far as the pipeline knows it.
    fn begin<V>(
        &self,
        staging: &Staging,
        verdict: &Verdict<V>,
        sha256: Option<Digest>,
        run: &Run<'_>,
    ) -> Report {
        let file = |at: usize| {
            let (rows, sha256) = verdict.tables[at];
            file_report(staging.tables[at].name(), rows, sha256)
        };
        Report {
            ridotto: env!("CARGO_PKG_VERSION").to_owned(),
            input: file_report(self.inputs.first().source.name(), run.trail.records, sha256),
            output: file(0),
            outputs: (1..staging.tables.len()).map(file).collect(),
            steps: run.trail.steps.clone(),
            guarantees: verdict.guarantees.clone(),
            notes: run.trail.notes.clone(),
            seconds: Some(run.seconds),
            ..Report::default()
        }
    }

    /// The page about a release that tells nothing of its input, when that is taken out of the report.
    fn silent_page(&self, report: &mut Report, data: &D::Data, decision: &D::Decision) -> Page {
        silence::keep(report);
        let report = report.clone();
        let mut page = Page { audience: Audience::Public, report, ..Page::default() };
        D::illustrate_silent(&self.plan, data, decision, &mut page);
        page
    }

    /// The page about a release whose data are staged: what the report says, and what is measured by
    /// reading input and output once more, side by side. A table that is not committed cannot be read
    /// like that, so that its page has what the report says; nor can anything be measured when the time
    /// limit of the run is over, and what was left out is said.
    fn page(
        &self,
        of: BeforeAfter<'_>,
        report: &Report,
        assessor: &dyn Assessor,
        run: &Run<'_>,
    ) -> Result<Page, Error> {
        let limited = &Deadline::new(run.watch, run.left());
        let is_comparable = of.after.is_comparable();
        let measured = if is_comparable { assessor.of_page(of, limited)? } else { None };
        let mut report = report.clone();
        let (combinations, charts) = match measured {
            Some(measured) => {
                let own = report.findings.clone();
                let is_new = |finding: &Finding| {
                    let name = (&finding.name, &finding.attribute);
                    own.iter().all(|of| (&of.name, &of.attribute) != name)
                };
                report.findings.extend(measured.findings.into_iter().filter(is_new));
                report.notes.extend(measured.notes);
                (measured.combinations, measured.charts)
            }
            None => {
                let why = if is_comparable {
                    "time was up, and all that needs both files was left out of this page"
                } else {
                    "the release is in a database"
                };
                let instead = "`ridotto assess` measures what needs both files";
                report.notes.push(format!("{why}: {instead}"));
                (Vec::new(), Charts::default())
            }
        };
        Ok(Page {
            report,
            risk: Risk { combinations, ..Risk::default() },
            charts,
            reproduce: self.reproduce(&run.options),
            ..Page::default()
        })
    }

    /// How to do it again.
    fn reproduce(&self, options: &RunOptions) -> Reproduce {
        let source = self.policy.source();
        let path = Path::new(source.name());
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        // A policy that was built in code is in no file that could be named.
        let is_file = path.is_file();
        Reproduce {
            command: if is_file { format!("ridotto anonymize {file}") } else { String::new() },
            policy_sha256: Digest::of_bytes(source.text().as_bytes()).to_string(),
            policy_file: file,
            policy_text: Some(source.text().to_owned()),
            seed: options.randomness.seed().map(|seed| seed.to_string()),
        }
    }
}

/// What is said of the order of the records; nothing of lines whose order says nothing.
fn order_note(outputs: &[impl Output], options: &RunOptions) -> Option<String> {
    let is_shuffled = outputs.iter().any(|output| output.order() == Order::Shuffled);
    options.order_note().filter(|_| is_shuffled)
}

/// In which order the rows of each table are written.
fn orders(outputs: &[impl Output], options: &RunOptions) -> Result<Vec<Vec<u32>>, Error> {
    let order = |output: &dyn Output| {
        let order = if options.keep_order { Order::AsGiven } else { output.order() };
        Ok(order.of(output.rows().iter(), options.randomness)?)
    };
    outputs.iter().map(|output| order(output)).collect()
}

fn write(
    output: &dyn Output,
    staged: &dyn StagedTable,
    order: &[u32],
    watch: &dyn Watch,
) -> Result<(), Error> {
    watch.begin("writing", Some(order.len() as u64));
    let view =
        View { names: output.names(), columns: output.columns(), order, looks: output.looks() };
    Ok(staged.write(&view, watch)?)
}

/// What was attained, with what a step promises by the way it is made. An error if anything that was
/// required does not hold, or was not judged at all: the search said that it would hold, so the fault is
/// ours.
fn judged<V>(
    mut verdict: Verdict<V>,
    construction: Option<Guarantee>,
    required: &[Requirement],
) -> Result<Verdict<V>, Error> {
    verdict.guarantees.splice(0..0, construction);
    if let Some(model) = unjudged(required, &verdict.guarantees) {
        return Err(Error::Unverified(format!("{model} is required and was not judged")));
    }
    match verdict.guarantees.iter().find(|guarantee| guarantee.holds != Some(true)) {
        Some(broken) => Err(Error::Unverified(format!("{} is not attained", broken.model))),
        None => Ok(verdict),
    }
}

/// The model of a requirement that no guarantee answers. There is one at least for each time that the model,
/// or one that is derived from it, is required, and one for each attribute that is named. Where a method
/// stands for what is published, rules say what it protects and not what holds of the file.
fn unjudged<'a>(required: &'a [Requirement], guarantees: &[Guarantee]) -> Option<&'a str> {
    if guarantees.iter().filter_map(Guarantee::entry).any(|entry| entry.method().is_some()) {
        return None;
    }
    let answers = |one: &Guarantee, model: &str| {
        one.model == model
            || one.entry().is_some_and(|of| matches!(of.status, Status::Derived(of) if of == model))
    };
    let of = |model: &str| guarantees.iter().filter(|one| answers(one, model)).count();
    let times = |model: &str| required.iter().filter(|one| one.model() == model).count();
    let is_about = |one: &Guarantee, asked: &Requirement, name: &str| {
        let is_named = one.attribute.as_ref().is_some_and(|of| of.contains(name));
        answers(one, asked.model()) && is_named
    };
    let is_answered = |asked: &&Requirement| {
        let mut named = asked.about.iter().flat_map(|about| &about.names);
        of(asked.model()) >= times(asked.model())
            && named.all(|name| guarantees.iter().any(|one| is_about(one, asked, &name.value)))
    };
    required.iter().find(|asked| !is_answered(asked)).map(Requirement::model)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_catalogue::Definition;
    use ridotto_core::model::MODELS;
    use ridotto_core::objective::OBJECTIVES;
    use ridotto_micro::ALGORITHMS;

    fn verdict(guarantees: Vec<Guarantee>) -> Verdict<()> {
        Verdict { guarantees, tables: Vec::new(), seen: () }
    }

    /// Two requirements of one model, and one about two attributes.
    const POLICY: &str = r#"
        version = 1
        [attributes.age]
        role = "quasi-identifier"
        [attributes.pay]
        role = "sensitive"
        [attributes.flu]
        role = "sensitive"
        [[require]]
        model = "k-anonymity"
        k = 3
        [[require]]
        model = "l-diversity"
        l = 2
        attribute = ["pay", "flu"]
    "#;

    fn one(model: &str, attribute: Option<&str>, holds: Option<bool>) -> Guarantee {
        let (model, attribute) = (model.to_owned(), attribute.map(str::to_owned));
        Guarantee { model, attribute, holds, ..Guarantee::default() }
    }

    #[test]
    fn what_is_required_has_to_be_judged_one_by_one() {
        let models = MODELS.iter().map(|of| *of as &dyn Definition);
        let algorithms = ALGORITHMS.iter().map(|of| *of as &dyn Definition);
        let objectives = OBJECTIVES.iter().map(|of| *of as &dyn Definition);
        let entries = ridotto_policy::Entries::new(models.chain(algorithms).chain(objectives));
        let policy = Policy::parse("policy", POLICY, &entries).unwrap();
        let required = &policy.requirements;
        let k = || one("k-anonymity", None, Some(true));
        let of = |name| one("l-diversity", Some(name), Some(true));
        let is_passed = |all: Vec<Guarantee>| judged(verdict(all), None, required).is_ok();
        assert!(is_passed(vec![k(), of("pay"), of("flu")]));
        for (missing, all) in [
            ("everything", vec![]),
            ("the other model", vec![k()]),
            ("an attribute", vec![k(), of("pay")]),
            ("the first model", vec![of("pay"), of("flu")]),
        ] {
            assert!(!is_passed(all), "{missing} was not judged");
        }
        let broken = one("l-diversity", Some("flu"), Some(false));
        assert!(!is_passed(vec![k(), of("pay"), broken]));
        assert!(!is_passed(vec![k(), of("pay"), one("l-diversity", Some("flu"), None)]));
        let construction = one("k-anonymity", None, Some(true));
        assert!(judged(verdict(vec![of("pay"), of("flu")]), Some(construction), required).is_ok());
        let derived = one("k-anonymity-with-wildcards", None, Some(true));
        assert!(is_passed(vec![derived, of("pay"), of("flu")]));
        assert!(judged(verdict(Vec::new()), None, &[]).is_ok(), "nothing was asked for");
        assert!(judged(verdict(vec![one("k-anonymity", None, None)]), None, &[]).is_err());
    }
}
