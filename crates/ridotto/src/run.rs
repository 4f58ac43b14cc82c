//! Running a plan: count, search, apply, write, verify.

use crate::bind::Plan;
use crate::clock::cpu_seconds;
use crate::decide::Decision;
use crate::output::OutputColumn;
use crate::progress::Watched;
use crate::release::{Outputs, Release};
use crate::saved::SavedRecoding;
use crate::verify::{Expected, Verified, verify};
use crate::{Error, Requirement, Watch, findings};
use ridotto_core::objective::{Gauge, Objective};
use ridotto_core::{Bound, ClassTable, KeyColumn};
use ridotto_io::{Dialect, Format, SourceOptions, Staged, Table, WriteOptions, write};
use ridotto_micro::algorithm::{Answer, Note};
use ridotto_micro::cut::Scored;
use ridotto_report::{
    FileReport, Finding, Guarantee, Levels, ObjectiveReport, ReleaseReport, Report, Seconds,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

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
        if let Some(private) = self.private {
            return self.run_private(&private, options, watch);
        }
        let outputs = Outputs::stage(&self, options)?;
        let mut seconds = Seconds { read: self.read_seconds, ..Seconds::default() };
        let mut clock = self.clock;
        clock.lap();
        let classes = self.class_table();
        seconds.count = clock.lap();
        let gauge = self.gauge();
        let answer = self.search(&classes, &gauge, options, watch)?;
        let best = answer.best.clone().ok_or_else(|| self.unmet(&classes))?;
        seconds.search = clock.lap();
        let decision = self.decide(&classes, &best, options)?;
        let sizes = classes.keys().counts().to_vec();
        drop(classes);
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
        let release = self.release_report(&answer, &best, &gauge, &verified);
        let mut findings = findings::of_classes(&sizes, &verified.sizes(), best.outcome.suppressed);
        findings.extend(self.losses(&decision));
        let report = Report {
            ridotto: env!("CARGO_PKG_VERSION").to_owned(),
            input: file_report(&self.input, self.rows(), &self.table.sha256.to_string()),
            output: file_report(outputs.data.target(), verified.rows, &verified.sha256),
            release,
            guarantees,
            findings,
            notes: self.notes(options, &answer),
            seconds: Some(seconds),
        };
        let saved = SavedRecoding::of_plan(&self, decision.recoding);
        Release::new(outputs, report, &saved)
    }

    pub(crate) fn write(
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

    pub(crate) fn verify(
        &self,
        outputs: &Outputs,
        columns: &[OutputColumn<'_>],
        decision: &Decision,
        watch: &dyn Watch,
    ) -> Result<Verified, Error> {
        let options =
            write_options(&self.input, &self.table, &outputs.data, &self.missing, self.threads)?;
        let judged: Vec<KeyColumn<'_>> =
            self.judged.iter().map(|judged| judged.column(&self.table)).collect();
        let expected = Expected {
            columns,
            order: &decision.order,
            hidden: decision.hidden.as_deref(),
            missing: &options.missing,
            judged: &judged,
        };
        verify(&outputs.data, &read_again(&options), &expected, watch)
    }

    fn release_report(
        &self,
        answer: &Answer,
        best: &Scored,
        gauge: &Gauge,
        verified: &Verified,
    ) -> ReleaseReport {
        let named = |levels: Vec<u8>| {
            Levels(self.keys.iter().map(|key| key.name.clone()).zip(levels).collect())
        };
        // Levels are told only if every attribute has one for all its values.
        let levels = answer.levels();
        let heights = levels.as_ref().map(|_| {
            self.hierarchies.iter().map(|hierarchy| hierarchy.height() as u8).collect::<Vec<_>>()
        });
        let objective = gauge.objective();
        ReleaseReport {
            algorithm: self.algorithm.name().into(),
            proved_optimal: answer.proved,
            nodes: self.nodes(),
            checked: answer.checked,
            levels: named(levels.unwrap_or_default()),
            heights: named(heights.unwrap_or_default()),
            suppressed_rows: Some(best.outcome.suppressed),
            suppressed_cells: 0,
            classes: verified.classes() as u64,
            objective: ObjectiveReport {
                name: objective.name().into(),
                aggregate: match objective {
                    Objective::Loss(_) => Some(self.policy.release.aggregate.name().into()),
                    _ => None,
                },
                value: Some(best.score),
            },
        }
    }

    /// Each attribute's loss.
    fn losses(&self, decision: &Decision) -> Vec<Finding> {
        let keys = self.keys.iter().zip(&decision.losses);
        keys.map(|(key, &loss)| Finding {
            name: format!("loss of {}", key.name),
            concern: ridotto_report::Concern::Utility,
            before: Some(0.0),
            after: Some(loss),
        })
        .collect()
    }

    /// What a reader of the report must know.
    fn notes(&self, options: &RunOptions, answer: &Answer) -> Vec<String> {
        let mut notes: Vec<String> = order_note(options).into_iter().collect();
        let name = self.algorithm.name();
        if !answer.proved {
            notes.push(if self.algorithm == ridotto_micro::algorithm::Algorithm::Optimal {
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
    FileReport {
        file: name.to_string_lossy().into_owned(),
        rows: Some(rows),
        sha256: Some(sha256.to_owned()),
    }
}

fn guarantees(plan: &Plan, verified: &Verified) -> Vec<Guarantee> {
    let keys = plan.keys.len();
    let table = |subset: &[usize]| verified.table(subset);
    let each = plan.requirements.iter();
    each.map(|required| guarantee(required, keys, verified.rows, &table)).collect()
}

/// What a file of so many records attains of a requirement; its classes over some of the
/// quasi-identifiers, of which there are `keys`, are given by `table`.
pub(crate) fn guarantee(
    required: &Requirement,
    keys: usize,
    rows: u64,
    table: &dyn Fn(&[usize]) -> ClassTable,
) -> Guarantee {
    let bound = required.judge.bound();
    let (mut attained, mut holds) = (None, rows > 0);
    for subset in required.scope.subsets(keys) {
        let table = table(&subset);
        holds &= !table.is_empty() && required.judge.holds(&table);
        let level = required.judge.attained(&table);
        attained = match (attained, level) {
            (Some(a), Some(b)) => Some(bound.worse(a, b)),
            (one, other) => one.or(other),
        };
    }
    Guarantee {
        model: required.judge.name().into(),
        attribute: required.attribute.clone(),
        parameters: required
            .parameters
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect(),
        required: Some(required_level(bound)),
        attained: attained.filter(|level: &f64| level.is_finite()),
        holds: Some(holds),
        shown: "by the file".into(),
    }
}

/// The number that a bound is about; of two the greater.
pub(crate) fn required_level(bound: Bound) -> f64 {
    match bound {
        Bound::AtLeast(least) => least,
        Bound::AtMost(most) | Bound::Below(most) | Bound::Within(_, most) => most,
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
