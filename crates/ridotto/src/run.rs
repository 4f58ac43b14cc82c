//! Running a plan: count, search, apply, write, verify.

use crate::bind::{Key, Plan};
use crate::clock::cpu_seconds;
use crate::order::order;
use crate::output::OutputColumn;
use crate::progress::Watched;
use crate::release::{Outputs, Release};
use crate::saved::SavedRecoding;
use crate::verify::{Expected, Verified, verify};
use crate::{Error, Unmet, Watch, Wish, findings};
use ridotto_core::class::{Tally, mark_rows};
use ridotto_core::objective::{Gauge, Objective, Scale};
use ridotto_core::{ClassTable, Code, Hierarchy, KeyColumn, UnionRule};
use ridotto_io::{Column, Dialect, Format, SourceOptions, Staged, Table, WriteOptions, write};
use ridotto_micro::evaluate::{Rollup, Stages};
use ridotto_micro::search::{Best, Found, Task, search};
use ridotto_micro::{Generalized, Lattice, Recoding};
use ridotto_policy::language::{Role, Suppressed};
use ridotto_report::{
    FileReport, Finding, Guarantee, Levels, ObjectiveReport, ReleaseReport, Report, Seconds,
};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a lattice that is too large to list is searched when nothing is said.
pub const PATIENCE: Duration = Duration::from_mins(5);
/// Lattices with more nodes are too large to list.
const LISTED: f64 = (1_u64 << 20) as f64;

/// How a plan is run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Where the output goes; the policy's file when `None`.
    pub output: Option<PathBuf>,
    /// Reports besides the policy's.
    pub reports: Vec<PathBuf>,
    /// Where the decision is saved; the policy's file when `None`.
    pub recoding: Option<PathBuf>,
    /// Overwrite what is there.
    pub force: bool,
    /// For tests: shuffle by this seed.
    pub seed: Option<u64>,
    /// For tests: do not shuffle.
    pub keep_order: bool,
    /// Stop the search after this time with the best found so far. Lattices too large to list
    /// are searched for five minutes when nothing is said.
    pub time_limit: Option<Duration>,
    /// Stop the search after so many nodes.
    pub most_checks: Option<u64>,
}

impl Plan {
    /// Finds the best generalisation, writes it to a staged file and verifies that file.
    pub fn run(self, options: &RunOptions, watch: &dyn Watch) -> Result<Release, Error> {
        let outputs = Outputs::stage(&self, options)?;
        let mut seconds = Seconds { read: self.read_seconds, ..Seconds::default() };
        let mut clock = self.clock;
        clock.lap();
        let classes = Tally::count(&self.key_columns(), self.table.rows);
        seconds.count = clock.lap();
        let (found, gauge) = self.search(&classes, options, watch)?;
        let best = found.best.clone().ok_or_else(|| self.unmet(&classes))?;
        seconds.search = clock.lap();
        let decision = self.decide(&classes, &best, options)?;
        seconds.apply = clock.lap();
        let columns = self.output_columns(&decision);
        self.write(&outputs, &columns, &decision, watch)?;
        seconds.write = clock.lap();
        let verified = self.verify(&outputs, &columns, &decision, watch)?;
        seconds.verify = clock.lap();
        let guarantees = guarantees(&self, &verified);
        if let Some(broken) = guarantees.iter().find(|guarantee| guarantee.holds != Some(true)) {
            return Err(Error::Unverified(format!("{} is not attained", broken.model)));
        }
        seconds.total = clock.total();
        seconds.cpu = cpu_seconds();
        drop(columns);
        let release = self.release_report(&found, &best, &gauge, &verified);
        let mut findings =
            findings::of_classes(classes.counts(), &verified.sizes, best.outcome.suppressed);
        findings.extend(self.losses(&best, &gauge));
        let report = Report {
            ridotto: env!("CARGO_PKG_VERSION").to_owned(),
            input: file_report(&self.input, self.rows(), &self.table.sha256.to_string()),
            output: file_report(outputs.data.target(), verified.rows, &verified.sha256),
            release,
            guarantees,
            findings,
            notes: notes(options, &found),
            seconds,
        };
        let saved = SavedRecoding::of_plan(&self, decision.recoding);
        Release::new(outputs, report, &saved)
    }

    fn search(
        &self,
        classes: &Tally,
        options: &RunOptions,
        watch: &dyn Watch,
    ) -> Result<(Found, Gauge), Error> {
        let keys = self.keys.iter().zip(&self.hierarchies);
        let scale = |(key, of): (&Key, &Hierarchy)| Scale::new(of, &key.counts, key.importance);
        let scales = keys.map(scale).collect();
        let least = self.least_size();
        let gauge = Gauge::new(self.objective, scales, self.rows(), least.unwrap_or(1));
        let coarsest: Vec<u8> = self.keys.iter().map(|key| key.max).collect();
        let finest = self.keys.iter().map(|key| key.min).collect();
        let lattice = Lattice::between(finest, coarsest.clone());
        // A file without a record is no release, whatever the policy allows.
        let limit = self.limit().min(self.rows().saturating_sub(1));
        let monotone = self.requirements.iter().all(|required| {
            let needed = if limit > 0 { UnionRule::HoldsIfEither } else { UnionRule::HoldsIfBoth };
            required.model.union_rule() >= needed
        });
        let task = Task {
            lattice: &lattice,
            gauge: &gauge,
            limit,
            monotone,
            most_checks: options.most_checks,
        };
        let hierarchies = &self.hierarchies;
        let look = |task: &Task<'_>, watch: &dyn Watch| {
            if let Some(least) = least {
                return search(task, &mut Stages::new(classes, hierarchies, least, &gauge), watch);
            }
            let table = ClassTable::count(&self.key_columns(), &[], self.table.rows);
            let models = self.requirements.iter().map(|required| &required.model);
            search(task, &mut Rollup::new(&table, hierarchies, models, &gauge), watch)
        };
        let patience = (self.nodes() > LISTED).then_some(PATIENCE);
        let watch = &Limited::new(watch, options.time_limit.or(patience));
        let mut found = look(&task, watch);
        if watch.wish() == Wish::Cancel {
            return Err(Error::Cancelled);
        }
        if found.best.is_none() && !found.proved {
            // Time was up before anything held: the coarsest generalisation is always at hand.
            let top = Lattice::between(coarsest.clone(), coarsest);
            let coarse = look(&Task { lattice: &top, most_checks: None, ..task }, &());
            found = Found { best: coarse.best, checked: found.checked + coarse.checked, ..found };
        }
        Ok((found, gauge))
    }

    /// The least size of a class, if that is all that the requirements ask for.
    fn least_size(&self) -> Option<u64> {
        let sizes = self.requirements.iter().map(|required| required.model.least_size());
        sizes.reduce(|a, b| Some(a?.max(b?))).flatten()
    }

    /// What came nearest: the coarsest generalisation suppresses the least.
    fn unmet(&self, classes: &Tally) -> Error {
        let levels: Vec<u8> = self.keys.iter().map(|key| key.max).collect();
        let k = self.least_size().unwrap_or(1);
        let coarsest = self.coarsen(classes, &levels);
        let limited = self.keys.iter().zip(&self.hierarchies);
        let limited = limited
            .filter(|(key, hierarchy)| usize::from(key.max) < hierarchy.height())
            .map(|(key, _)| format!("`{}`", key.name))
            .collect();
        Unmet::nearest(coarsest.counts(), k, self.limit(), limited).into()
    }

    fn coarsen(&self, classes: &Tally, levels: &[u8]) -> Tally {
        let at = || self.hierarchies.iter().zip(levels).map(|(of, &level)| (of, level.into()));
        let up: Vec<&[Code]> = at().map(|(hierarchy, level)| hierarchy.map(level)).collect();
        let values: Vec<usize> = at().map(|(hierarchy, level)| hierarchy.groups(level)).collect();
        classes.recode(&up, &values)
    }

    /// Decides about every record: suppressed or not, and in which order.
    fn decide(
        &self,
        classes: &Tally,
        best: &Best,
        options: &RunOptions,
    ) -> Result<Decision, Error> {
        let keys = self.key_columns();
        let up: Vec<&[Code]> = self
            .hierarchies
            .iter()
            .zip(&best.levels)
            .map(|(hierarchy, &level)| hierarchy.map(level.into()))
            .collect();
        let suppressed = if best.outcome.suppressed == 0 {
            vec![false; self.table.rows]
        } else {
            let recoded = self.coarsen(classes, &best.levels);
            suppressed_rows(&recoded, &keys, &up, self.table.rows, &self.requirements)
        };
        let keeps = *self.policy.release.suppressed == Suppressed::Keep;
        let order = order(&suppressed, keeps, options)?;
        let keys = self.keys.iter().zip(&self.hierarchies).zip(&best.levels);
        let generalized = keys.map(|((key, hierarchy), &level)| {
            let Column::Coded { dictionary, .. } = &self.table.columns[key.column] else {
                unreachable!("quasi-identifiers are read as codes");
            };
            Generalized::new(&key.name, dictionary, hierarchy, level)
        });
        let recoding = Recoding { attributes: generalized.collect() };
        let hidden = (keeps && best.outcome.suppressed > 0).then_some(suppressed);
        Ok(Decision { recoding, order, hidden })
    }

    fn output_columns(&self, decision: &Decision) -> Vec<OutputColumn<'_>> {
        let key_of = |at: usize| self.keys.iter().position(|key| key.column == at);
        let released = self.columns.iter().enumerate().filter(|(_, column)| column.is_released());
        released
            .map(|(at, column)| {
                let is_hidden = matches!(column.role, Role::QuasiIdentifier | Role::Sensitive);
                let hidden = decision.hidden.as_deref().filter(|_| is_hidden);
                match (key_of(at), &self.table.columns[at]) {
                    (Some(key), Column::Coded { dictionary, .. }) => OutputColumn::labelled(
                        &self.table,
                        at,
                        column.role,
                        decision.recoding.attributes[key].label(dictionary),
                        Some(&self.hierarchies[key]),
                        hidden,
                    ),
                    _ => OutputColumn::same(&self.table, at, column.role, hidden),
                }
            })
            .collect()
    }

    fn write(
        &self,
        outputs: &Outputs,
        columns: &[OutputColumn<'_>],
        decision: &Decision,
        watch: &dyn Watch,
    ) -> Result<(), Error> {
        let options =
            write_options(&self.input, &self.table, &outputs.data, &self.missing, self.threads)?;
        write_table(&outputs.data, &options, columns, &decision.order, watch)
    }

    fn verify(
        &self,
        outputs: &Outputs,
        columns: &[OutputColumn<'_>],
        decision: &Decision,
        watch: &dyn Watch,
    ) -> Result<Verified, Error> {
        let options =
            write_options(&self.input, &self.table, &outputs.data, &self.missing, self.threads)?;
        let expected = Expected {
            columns,
            order: &decision.order,
            hidden: decision.hidden.as_deref(),
            missing: &options.missing,
        };
        verify(&outputs.data, &read_again(&options), &expected, watch)
    }

    fn release_report(
        &self,
        found: &Found,
        best: &Best,
        gauge: &Gauge,
        verified: &Verified,
    ) -> ReleaseReport {
        let levels = |level: &dyn Fn(usize) -> u8| {
            Levels(
                self.keys
                    .iter()
                    .enumerate()
                    .map(|(at, key)| (key.name.clone(), level(at)))
                    .collect(),
            )
        };
        let objective = gauge.objective();
        ReleaseReport {
            algorithm: "optimal".into(),
            proved_optimal: found.proved,
            nodes: self.nodes(),
            checked: found.checked,
            levels: levels(&|at| best.levels[at]),
            heights: levels(&|at| self.hierarchies[at].height() as u8),
            suppressed_rows: best.outcome.suppressed,
            suppressed_cells: 0,
            classes: verified.sizes.len() as u64,
            objective: ObjectiveReport {
                name: objective.name().into(),
                aggregate: match objective {
                    Objective::Loss(_) => Some(self.policy.release.aggregate.name().into()),
                    _ => None,
                },
                value: best.score,
            },
        }
    }

    /// Each attribute's loss.
    fn losses(&self, best: &Best, gauge: &Gauge) -> Vec<Finding> {
        let keys = self.keys.iter().enumerate();
        keys.map(|(at, key)| Finding {
            name: format!("loss of {}", key.name),
            concern: ridotto_report::Concern::Utility,
            before: Some(0.0),
            after: Some(gauge.attribute_loss(at, &best.levels, &best.outcome)),
        })
        .collect()
    }
}

/// Somebody who waits, but not for ever.
#[derive(Debug)]
struct Limited<'a> {
    watch: &'a dyn Watch,
    deadline: Option<Instant>,
}

impl<'a> Limited<'a> {
    fn new(watch: &'a dyn Watch, limit: Option<Duration>) -> Self {
        Self { watch, deadline: limit.and_then(|limit| Instant::now().checked_add(limit)) }
    }
}

impl Watch for Limited<'_> {
    fn begin(&self, stage: &'static str, total: Option<u64>) {
        self.watch.begin(stage, total);
    }

    fn advance(&self, units: u64) {
        self.watch.advance(units);
    }

    fn wish(&self) -> Wish {
        match self.watch.wish() {
            Wish::GoOn if self.deadline.is_some_and(|end| Instant::now() >= end) => Wish::Finish,
            wish => wish,
        }
    }
}

/// What is decided about the records.
#[derive(Debug)]
struct Decision {
    recoding: Recoding,
    /// The input record of each output record.
    order: Vec<u32>,
    /// Suppressed records, if they are written as `*` and not left out.
    hidden: Option<Vec<bool>>,
}

/// Which rows lie in classes that fail a requirement.
pub(crate) fn suppressed_rows(
    recoded: &Tally,
    keys: &[KeyColumn<'_>],
    up: &[&[Code]],
    rows: usize,
    requirements: &[crate::Requirement],
) -> Vec<bool> {
    let least: Option<u64> = requirements
        .iter()
        .map(|required| required.model.least_size())
        .reduce(|a, b| Some(a?.max(b?)))
        .flatten();
    let least = least.expect("every model of this version asks for a least size");
    mark_rows(recoded, keys, up, rows, |class| recoded.counts()[class] < least)
}

/// The output looks like the input, in the format that its name tells.
pub(crate) fn write_options(
    input: &Path,
    table: &Table,
    staged: &Staged,
    missing: &[String],
    threads: usize,
) -> Result<WriteOptions, Error> {
    let format = match (staged.target().as_os_str() == "-", table.format) {
        (true, _) => Format::of(Path::new("-"))?,
        (false, _) => Format::of(staged.target())?,
    };
    let (before, after) = (Dialect::for_path(input), Dialect::for_path(staged.target()));
    let dialect = match table.dialect {
        // Where only one of the names says tabs, its own name counts.
        Some(dialect)
            if before.delimiter != after.delimiter && staged.target().as_os_str() != "-" =>
        {
            Dialect { delimiter: after.delimiter, ..dialect }
        }
        Some(dialect) => dialect,
        None => after,
    };
    Ok(WriteOptions {
        format,
        dialect,
        missing: missing.first().cloned().unwrap_or_default(),
        threads,
    })
}

pub(crate) fn write_table(
    staged: &Staged,
    options: &WriteOptions,
    columns: &[OutputColumn<'_>],
    order: &[u32],
    watch: &dyn Watch,
) -> Result<(), Error> {
    watch.begin("writing", Some(order.len() as u64));
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let to_write: Vec<_> = columns.iter().map(OutputColumn::to_write).collect();
    Ok(write(staged, options, &names, &to_write, order, &Watched(watch))?)
}

/// How a file that was just written is read: nothing is left to detection.
pub(crate) fn read_again(options: &WriteOptions) -> SourceOptions {
    SourceOptions {
        delimiter: Some(options.dialect.delimiter),
        quote: options.dialect.quote,
        encoding: Some(options.dialect.encoding),
        threads: options.threads,
        ..SourceOptions::default()
    }
}

pub(crate) fn file_report(path: &Path, rows: u64, sha256: &str) -> FileReport {
    let name = path.file_name().unwrap_or(path.as_os_str());
    FileReport { file: name.to_string_lossy().into_owned(), rows, sha256: sha256.to_owned() }
}

fn guarantees(plan: &Plan, verified: &Verified) -> Vec<Guarantee> {
    plan.requirements.iter().map(|required| guarantee(required, verified)).collect()
}

/// What the written file attains of a requirement.
pub(crate) fn guarantee(required: &crate::Requirement, verified: &Verified) -> Guarantee {
    let least = required.model.least_size().expect("every model of this version has one");
    let attained = verified.smallest();
    Guarantee {
        model: required.model.name().into(),
        attribute: None,
        parameters: required
            .parameters
            .iter()
            .map(|&(name, value)| (name.to_owned(), value))
            .collect(),
        required: Some(least as f64),
        attained: attained.map(|smallest| smallest as f64),
        holds: Some(attained.is_some_and(|smallest| smallest >= least)),
        shown: "by the file".into(),
    }
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

/// What a reader of the report must know.
fn notes(options: &RunOptions, found: &Found) -> Vec<String> {
    let mut notes: Vec<String> = order_note(options).into_iter().collect();
    if !found.proved {
        notes.push("the search was stopped: there may be a better generalisation".into());
    }
    notes
}
