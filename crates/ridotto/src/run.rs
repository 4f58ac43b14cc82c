//! Running a plan: count, search, apply, write, verify.

use crate::assess::queries;
use crate::bind::{Method, Plan, years_note};
use crate::clock::{Clock, cpu_seconds};
use crate::decide::{Decision, Shows};
use crate::guarantee::{counted_guarantee, guarantee, wildcard_guarantee};
use crate::output::OutputColumn;
use crate::progress::Limited;
use crate::release::{Outputs, Release};
use crate::saved::SavedRecoding;
use crate::search::{Looked, Searched};
use crate::verify::{Everybody, Expected, Verified, verify};
use crate::{Error, Watch, Wish, findings, formulas};
use ridotto_core::count::{counted, records};
use ridotto_core::objective::Objective;
use ridotto_core::{ClassTable, KeyColumn};
use ridotto_io::{Claims, Column, Dialect, Digest, Format, Place, SourceOptions, WriteOptions};
use ridotto_micro::algorithm::{Algorithm, Answer, Note};
use ridotto_micro::lattice::height;
use ridotto_report::page::Page;
use ridotto_report::{
    Audience, FileReport, Finding, Guarantee, Levels, MinimalReport, ObjectiveReport,
    ReleaseReport, Report, Seconds,
};
use ridotto_table::{StagedTable, View};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How a plan is run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Where the output goes; the policy's file when `None`.
    pub output: Option<PathBuf>,
    /// The output stays in memory, and is handed out when it is published.
    pub in_memory: bool,
    /// Reports besides the policy's.
    pub reports: Vec<PathBuf>,
    /// Where the decision is saved; the policy's file when `None`.
    pub recoding: Option<PathBuf>,
    /// Where the certificate goes; the policy's file when `None`.
    pub certificate: Option<PathBuf>,
    /// The private key that signs it; the policy's file when `None`.
    pub signing_key: Option<PathBuf>,
    /// Overwrite what is there.
    pub force: bool,
    /// What is claimed already of the files to be written, by [`claim`](crate::claim).
    pub claims: Claims,
    /// For tests: shuffle by this seed.
    pub seed: Option<u64>,
    /// For tests: do not shuffle.
    pub keep_order: bool,
    /// Stop the search after this time with the best found so far. Lattices too large to list
    /// are searched for five minutes when nothing is said.
    pub time_limit: Option<Duration>,
    /// Stop the search after so many nodes.
    pub most_checks: Option<u64>,
    /// For whom pages are made.
    pub audience: Audience,
}

impl RunOptions {
    /// Whether a run leaves a report, a page or a certificate: these show digests of the files.
    pub fn keeps_report(&self, policy: &ridotto_policy::Policy) -> bool {
        let output = &policy.output;
        let reports = self.reports.len() + output.reports.len();
        reports > 0 || self.certificate.is_some() || output.certificate.is_some()
    }
}

impl Plan {
    /// Finds the best generalisation, writes it to a staged file and verifies that file.
    pub fn run(mut self, options: &RunOptions, watch: &dyn Watch) -> Result<Release, Error> {
        if let Some(private) = self.private {
            return self.run_private(&private, options, watch);
        }
        let is_silent = self.trail.construction.is_some();
        if is_silent {
            crate::private::refuse(options)?;
            self.settle_dialect();
        }
        let outputs = Outputs::stage(&self, options)?;
        let mut seconds = Seconds { read: self.read_seconds, ..Seconds::default() };
        let mut clock = self.clock;
        clock.lap();
        let classes = self.class_table();
        seconds.count = clock.lap();
        let mut found = self.find(&classes, &mut seconds, &mut clock, options, watch)?;
        let sizes = classes.keys().counts().to_vec();
        drop(classes);
        seconds.apply = clock.lap();
        let scaled = self.scaled(&found.decision)?;
        let columns = self.output_columns(&found.decision, scaled);
        write_table(&*outputs.data, &columns, &found.decision.order, watch)?;
        seconds.write = clock.lap();
        let verified = self.verify(&outputs, &columns, &found.decision, watch)?;
        seconds.verify = clock.lap();
        let run_by_spreadsheets =
            formulas::note(&*outputs.data, &columns, &found.decision.order, formulas::BY_POLICY);
        let mut guarantees = guarantees(&self, &verified);
        guarantees.splice(0..0, self.trail.construction.clone());
        if let Some(broken) = guarantees.iter().find(|guarantee| guarantee.holds != Some(true)) {
            return Err(Error::Unverified(format!("{} is not attained", broken.model)));
        }
        seconds.total = clock.total();
        seconds.cpu = cpu_seconds();
        drop(columns);
        let release = self.release_report(&found, &verified);
        let mut findings =
            findings::of_classes(&sizes, &verified.sizes(), found.decision.suppressed);
        if self.method.has_wildcards() {
            findings.push(findings::smallest_class(&sizes, &verified.sizes()));
            found.notes.push(wildcard_note(&verified));
        }
        findings.extend(self.losses(&found.decision));
        findings.extend(scaled.map(|scaled| scaled.finding()));
        found.notes.extend(scaled.map(|scaled| scaled.note()));
        findings.extend(self.among_released(&verified));
        findings.extend(self.trail.findings.iter().cloned());
        let staged = &*outputs.data;
        let asked = queries::of_files(
            Place::Open(&*self.source),
            staged,
            &self.policy,
            self.threads,
            watch,
        )?;
        findings.extend(asked);
        let report = Report {
            ridotto: env!("CARGO_PKG_VERSION").to_owned(),
            input: file_report(&self.input, self.trail.records, self.table.sha256),
            output: file_report(outputs.data.name(), verified.rows, verified.sha256),
            steps: self.trail.steps.clone(),
            release,
            guarantees,
            findings,
            notes: order_note(options)
                .into_iter()
                .chain(self.trail.notes.iter().cloned())
                .chain(self.pseudonyms.notes(&self.table))
                .chain(self.population_note())
                .chain(years_note(&self.table))
                .chain(run_by_spreadsheets)
                .chain(std::mem::take(&mut found.notes))
                .collect(),
            seconds: Some(seconds),
        };
        if is_silent {
            return silent(outputs, report, watch);
        }
        let page = if outputs.has_page() {
            self.page(&*outputs.data, &report, &found, options, watch)?
        } else {
            Page::default()
        };
        let saved = SavedRecoding::of_plan(&self, found.decision.shown);
        let release = Release::new(outputs, report, &page, saved.as_ref(), watch)?;
        Ok(release.with_order(found.decision.order))
    }

    /// Finds out what every record shows.
    fn find(
        &self,
        classes: &ClassTable,
        seconds: &mut Seconds,
        clock: &mut Clock,
        options: &RunOptions,
        watch: &dyn Watch,
    ) -> Result<Found, Error> {
        let (Method::ByValue(algorithm)
        | Method::Wild(algorithm)
        | Method::Together(algorithm)
        | Method::ThenCells(algorithm, _)) = self.method
        else {
            watch.begin("searching", None);
            let found = self.find_locally(classes, options, watch);
            seconds.search = clock.lap();
            return if watch.wish() == Wish::Cancel { Err(Error::Cancelled) } else { found };
        };
        let (gauge, started) = (self.gauge(), Instant::now());
        let Searched { answer, looked } =
            self.search(algorithm, classes, &gauge, options, watch)?;
        let best = answer.best.as_ref().ok_or_else(|| self.unmet(classes))?;
        if let Method::ThenCells(..) = self.method {
            let left = options.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
            let within = &Limited::new(watch, left);
            let mut found = self.then_cells(classes, (&answer, best), options, within)?;
            seconds.search = clock.lap();
            if watch.wish() == Wish::Cancel {
                return Err(Error::Cancelled);
            }
            found.notes.extend(notes(algorithm, &answer));
            found.looked = looked;
            return Ok(found);
        }
        seconds.search = clock.lap();
        Ok(Found {
            decision: self.decide(classes, best, options)?,
            proved: answer.proved,
            nodes: self.nodes(),
            checked: answer.checked,
            levels: answer.levels(),
            score: best.score,
            notes: notes(algorithm, &answer),
            minimal: match answer.note {
                Some(Note::Minimal(nodes)) => Some(nodes),
                _ => None,
            },
            looked,
        })
    }

    /// How the output is written to a file.
    pub(crate) fn write_options(&self, target: &Path) -> Result<WriteOptions, Error> {
        let Self { input, dialect, missing, threads, .. } = self;
        let options = write_options((input, *dialect), target, missing, *threads)?;
        let escape_formulas = self.policy.output.escapes_formulas();
        Ok(WriteOptions { escape_formulas, ..options })
    }

    pub(crate) fn verify(
        &self,
        outputs: &Outputs,
        columns: &[OutputColumn<'_>],
        decision: &Decision,
        watch: &dyn Watch,
    ) -> Result<Verified, Error> {
        let judged: Vec<KeyColumn<'_>> =
            self.judged.iter().map(|judged| judged.column(&self.table)).collect();
        let expected = Expected {
            columns,
            order: &decision.order,
            hidden: decision.hidden.as_deref(),
            missing: outputs.data.missing(),
            judged: &judged,
            people: self.everybody(decision, outputs.data.escapes_formulas()),
            escaped: outputs.data.escapes_formulas(),
        };
        let (digest, threads) = (self.table.sha256.is_some(), self.threads);
        let options = SourceOptions { digest, threads, ..SourceOptions::default() };
        verify(&*outputs.data, &options, &expected, watch)
    }

    /// What everybody of the population would show, if that is to be known, in a file in which
    /// formulas are escaped or not.
    fn everybody<'a>(&'a self, decision: &Decision, is_escaped: bool) -> Option<Everybody<'a>> {
        let tally = self.people.as_ref()?;
        let Shows::ByValue(recoding) = &decision.shown else {
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
        Some(Everybody { tally, labels: labels.collect() })
    }

    fn release_report(&self, found: &Found, verified: &Verified) -> ReleaseReport {
        let named = |levels: Vec<u8>| {
            Levels(self.keys.iter().map(|key| key.name.clone()).zip(levels).collect())
        };
        // Levels are told only if every attribute has one for all its values.
        let levels = found.levels.clone();
        let heights = levels.as_ref().map(|_| {
            self.hierarchies.iter().map(|hierarchy| hierarchy.height() as u8).collect::<Vec<_>>()
        });
        ReleaseReport {
            algorithm: self.method.name().into(),
            proved_optimal: found.proved,
            nodes: found.nodes,
            checked: found.checked,
            levels: named(levels.unwrap_or_default()),
            heights: named(heights.unwrap_or_default()),
            suppressed_rows: Some(found.decision.suppressed),
            suppressed_cells: found.decision.cells,
            classes: verified.classes() as u64,
            objective: ObjectiveReport {
                name: self.objective.name().into(),
                aggregate: match self.objective {
                    Objective::Loss(aggregate) => Some(aggregate.name().into()),
                    _ => None,
                },
                value: Some(found.score),
            },
            minimal: found.minimal.as_ref().map(|nodes| {
                let mut listed: Vec<&Vec<u8>> = nodes.iter().collect();
                listed.sort_by_key(|levels| (height(levels), *levels));
                listed.truncate(MinimalReport::LISTED);
                let levels = listed.into_iter().cloned().map(named).collect();
                MinimalReport { count: nodes.len() as u64, levels }
            }),
        }
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
                    required.judge.name(),
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

/// A release of a file that a step made differentially private: what is told of the input is
/// nothing, and what is told of the output follows from the output.
fn silent(outputs: Outputs, report: Report, watch: &dyn Watch) -> Result<Release, Error> {
    let mut notes = report.notes;
    notes.push(crate::private::NOTE.to_owned());
    let report = Report {
        input: FileReport { rows: None, sha256: None, ..report.input },
        notes,
        seconds: None,
        ..report
    };
    let page = Page { audience: Audience::Public, report: report.clone(), ..Page::default() };
    Release::new(outputs, report, &page, None, watch)
}

/// What was found, by whatever method.
#[derive(Debug)]
pub(crate) struct Found {
    pub decision: Decision,
    /// Whether nothing better exists.
    pub proved: bool,
    /// How many generalisations there are; 0 where they are not counted.
    pub nodes: f64,
    /// How many were looked at.
    pub checked: u64,
    /// The levels, if every attribute has one.
    pub levels: Option<Vec<u8>>,
    /// The objective's value.
    pub score: f64,
    /// What a reader of the report must know.
    pub notes: Vec<String>,
    /// All generalisations below which none satisfies, if they are known.
    pub minimal: Option<Vec<Vec<u8>>>,
    /// What was seen of the lattice, if one was searched.
    pub looked: Option<Looked>,
}

/// What a reader of the report must know of a search.
fn notes(algorithm: Algorithm, answer: &Answer) -> Vec<String> {
    let mut notes = Vec::new();
    let name = algorithm.name();
    if !answer.proved {
        notes.push(if algorithm == Algorithm::Optimal {
            "the search was stopped: there may be a better generalisation".into()
        } else {
            format!("`{name}` does not prove that nothing better exists")
        });
    }
    if let Some(Note::CombinationsOnly { size, .. }) = &answer.note {
        notes.push(format!(
            "`{name}` by itself looks at combinations of up to {size} attributes and would \
             have stopped where all of them together are not safe; the final check went on"
        ));
    }
    notes
}

/// The output looks like the input, in the format that its name tells.
pub(crate) fn write_options(
    (input, dialect): (&Path, Option<Dialect>),
    target: &Path,
    missing: &[String],
    threads: usize,
) -> Result<WriteOptions, Error> {
    let format = Format::of(target)?;
    let (before, after) = (Dialect::for_path(input), Dialect::for_path(target));
    let dialect = match dialect {
        // Where only one of the names says tabs, its own name counts.
        Some(dialect) if before.delimiter != after.delimiter && target.as_os_str() != "-" => {
            Dialect { delimiter: after.delimiter, ..dialect }
        }
        Some(dialect) => dialect,
        None => after,
    };
    Ok(WriteOptions {
        format,
        dialect,
        missing: missing.first().cloned().unwrap_or_default(),
        escape_formulas: false,
        threads,
    })
}

pub(crate) fn write_table(
    staged: &dyn StagedTable,
    columns: &[OutputColumn<'_>],
    order: &[u32],
    watch: &dyn Watch,
) -> Result<(), Error> {
    watch.begin("writing", Some(order.len() as u64));
    let view = View {
        names: columns.iter().map(|column| column.name).collect(),
        columns: columns.iter().map(OutputColumn::to_write).collect(),
        order,
    };
    Ok(staged.write(&view, watch)?)
}

pub(crate) fn file_report(path: &Path, rows: u64, sha256: Option<Digest>) -> FileReport {
    FileReport {
        file: ridotto_io::short_name(path),
        rows: Some(rows),
        sha256: sha256.map(|sha256| sha256.to_string()),
    }
}

fn guarantees(plan: &Plan, verified: &Verified) -> Vec<Guarantee> {
    let keys = plan.keys.len();
    let table = |subset: &[usize]| verified.table(subset);
    let each = plan.requirements.iter();
    if let (Method::Together(_), Some(person)) = (plan.method, plan.person()) {
        let alike = verified.least_alike(person);
        return each.map(|required| counted_guarantee(required, "k-anonymity", alike)).collect();
    }
    if plan.method.has_wildcards() {
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

/// Says that the order of the records is one that somebody could know.
pub(crate) fn order_note(options: &RunOptions) -> Option<String> {
    if options.keep_order {
        Some("the records are in the order of the input (--keep-order): for tests only".into())
    } else if options.seed.is_some() {
        Some("the records were shuffled by a known seed (--seed): for tests only".into())
    } else {
        None
    }
}
