//! The exploration: a sample first, then all records, then what lies between the best, as long as there
//! is time.

use crate::at_once::at_once;
use crate::configuration::Try;
use crate::data::{self, Data};
use crate::grid::Grid;
use crate::judge::{choices, judge};
use crate::measured::{Outcome, SEED, Setting, tried};
use crate::memory::Memory;
use crate::options::{ExploreOptions, Told};
use crate::perturbed::Kinds;
use crate::refined::{Reached, refined};
use crate::sample;
use ridotto_core::{Control, Watch};
use ridotto_io::{Compression, Format, ReadAs};
use ridotto_microdata::{Microdata, Plan};
use ridotto_policy::edit::Change;
use ridotto_policy::{Kind, Policy};
use ridotto_release::targets::{distinct, files_of};
use ridotto_release::{Bound, Deadline, Domain, Error, Impatient, Inputs, Siblings};
use ridotto_report::{Configuration, ExploreReport, Stopped};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Files of more bytes take long to read, so that their beginning is looked at first.
const LARGE_FILE: u64 = 1 << 28;
/// Of compressed files and such as are stored by column so many bytes are as many records.
const LARGE_PACKED: u64 = 1 << 24;
/// The beginning of such a file, of which a sample is drawn.
const BEGINNING: usize = 10 * sample::SIZE;
/// Tables of more cells are worked on by one run after the other: each run has copies.
const LARGE_TABLE: u64 = 20_000_000;
/// A sample is looked at for so long at most, and not longer than a fifth of the time.
const SAMPLE_TIME: Duration = Duration::from_secs(8);
/// A run that tries several methods may search for such a part of the time.
const RUN: u32 = 6;
/// So many configurations are tried at most.
const MOST: usize = 250;

/// What came of an exploration.
#[derive(Debug)]
pub struct Exploration {
    /// What was found.
    pub report: ExploreReport,
    policy: Policy,
    /// What each configuration changes, by its number.
    changes: BTreeMap<u64, Vec<Change>>,
}

impl Exploration {
    /// What was found, and what each configuration changes in the policy, by its number.
    pub fn new(report: ExploreReport, policy: Policy, changes: BTreeMap<u64, Vec<Change>>) -> Self {
        Self { report, policy, changes }
    }

    /// The policy whose release is the configuration of a number: the text that somebody wrote, with as
    /// few changes as can be.
    pub fn policy_of(&self, number: u64) -> Result<String, Error> {
        let usage = |message: String, hint: String| Error::Usage { message, hint };
        let found = self.report.numbered(number);
        let (Some(changes), Some(found)) = (self.changes.get(&number), found) else {
            let message = format!("number {number} is none of those that were tried");
            let hint = "numbers stand before the configurations that `explore` lists; with `cache` it goes \
                        on where it was stopped";
            return Err(usage(message, hint.into()));
        };
        if let Some(why) = &found.failed {
            let message = format!("number {number} leads to no release: {why}");
            return Err(usage(message, "choose one that has a risk and a loss".into()));
        }
        self.policy.changed_text(changes).ok_or_else(|| {
            let message = "the policy is written in a way in which it cannot be changed";
            usage(message.into(), format!("write these lines into it:\n\n{}", found.lines))
        })
    }
}

/// Tries many configurations of a policy, and says which are worth a thought.
pub fn explore(
    policy: &Policy,
    options: &ExploreOptions,
    siblings: &Siblings,
    told: &dyn Fn(Told<'_>),
    watch: &dyn Watch,
) -> Result<Exploration, Error> {
    refuse(policy)?;
    let grid = Grid::new(policy, options)?;
    let inputs = match &options.input {
        Some(file) => Inputs::file(file),
        None => Inputs::of_policy(),
    };
    let inputs = Inputs { digests: options.cache.is_some(), threads: options.threads, ..inputs };
    let cache: Vec<&PathBuf> = options.cache.iter().collect();
    let read = files_of(policy).into_iter().chain(inputs.path(policy));
    distinct(&cache, &read.collect::<Vec<_>>())?;
    let opened = inputs.open(policy)?;
    let bound = Bound::<Microdata>::new(Arc::new(policy.clone()), opened, siblings)?;
    let reads = Microdata::facts(&bound.plan).reads;
    let wants = data::wants(reads.first().map_or(&[], Vec::as_slice));
    let Bound { inputs: input, .. } = bound;
    let setting = Setting {
        policy: policy.clone(),
        siblings: siblings.clone(),
        longest: options.time_limit.map(|all| all / RUN),
        input,
    };
    let watch = &Deadline::new(watch, options.time_limit);
    let mut engine = Engine {
        setting: Arc::new(setting),
        grid,
        options,
        told,
        memory: Memory::default(),
        tries: Vec::new(),
        found: BTreeMap::new(),
        costs: Arc::default(),
        sample: None,
        records: None,
        ends: options.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
    };
    engine.run(&wants, watch)?;
    engine.finish(watch)
}

/// What is not explored.
fn refuse(policy: &Policy) -> Result<(), Error> {
    let usage = |message: &str, hint: &str| {
        Err(Error::Usage { message: message.into(), hint: hint.into() })
    };
    if *policy.kind != Kind::Microdata {
        return usage(
            "`explore` compares releases of records, and this policy is of tables",
            "`plan` says what a policy of tables would do, and `table` does it",
        );
    }
    let is_private = policy.requirements.iter().any(|of| of.is("differential-privacy"));
    if is_private || policy.private_file().is_some() {
        return usage(
            "what is differentially private cannot be explored: each try would be one more look at the \
             same records, and whatever is proposed would tell of them",
            "choose epsilon and levels before you look at the data",
        );
    }
    if policy.privacy.ledger.is_some() {
        return usage(
            "a policy with a `ledger` cannot be explored: each try would be charged to it",
            "choose epsilon before you look at the data",
        );
    }
    // What is wrong with the policy alone is said before a file is opened.
    Ok(Plan::check(policy)?)
}

/// How many seconds methods took at most, and whether that was on all records.
type Costs = BTreeMap<&'static str, (f64, bool)>;

/// An exploration under way.
struct Engine<'a> {
    setting: Arc<Setting>,
    grid: Grid,
    options: &'a ExploreOptions,
    told: &'a dyn Fn(Told<'_>),
    memory: Memory,
    /// What is to be tried, by number.
    tries: Vec<Try>,
    /// What came of it, the whole instead of the sample.
    found: BTreeMap<u64, Configuration>,
    costs: Arc<Mutex<Costs>>,
    sample: Option<u64>,
    records: Option<u64>,
    ends: Option<Instant>,
}

impl Engine<'_> {
    fn run(&mut self, wants: &[ReadAs], watch: &dyn Watch) -> Result<(), Error> {
        let setting = Arc::clone(&self.setting);
        let (policy, input) = (&setting.policy, setting.input.first());
        let source = &*input.source;
        let patient = &Impatient(watch);
        watch.begin("reading", input.bytes());
        let is_wanted = self.options.only.is_none();
        if takes_long(input.format, input.bytes()) && is_wanted && source.is_repeatable() {
            let options = &setting.input.options;
            let table = sample::beginning(source, wants, BEGINNING, options, patient);
            if let Some(table) = unless_late(table)?.flatten() {
                let first = Data::new(policy, source, table);
                // A table that is no longer than its beginning is soon read.
                if first.rows() >= BEGINNING as u64 {
                    let drawn = sample::drawn(&first, sample::SIZE)?;
                    self.look_at(&drawn.unwrap_or(first), watch)?;
                }
            }
            watch.begin("reading", input.bytes());
        }
        let table = source.read(wants, patient).map_err(Error::from);
        let Some(table) = unless_late(table)? else { return Ok(()) };
        let cache = self.options.cache.as_deref();
        self.memory = Memory::open(cache, policy, table.sha256)?;
        let data = Data::new(policy, source, table);
        self.records = Some(data.rows());
        if self.sample.is_none()
            && is_wanted
            && let Some(drawn) = sample::drawn(&data, sample::SIZE)?
        {
            self.look_at(&drawn, watch)?;
        }
        self.whole(&data, watch)
    }

    /// A first look at a sample, for a short time.
    fn look_at(&mut self, sample: &Data, watch: &dyn Watch) -> Result<(), Error> {
        let sample = sample.as_sample();
        self.sample = Some(sample.rows());
        (self.told)(Told::Sample(sample.rows()));
        let short = self.options.time_limit.map_or(SAMPLE_TIME, |all| SAMPLE_TIME.min(all / 5));
        self.number(&sample);
        let first: Vec<Try> = self.tries.clone();
        let begun = Instant::now();
        let until = Deadline::new(watch, Some(short));
        self.round(first, &sample, begun.checked_add(short), &until)?;
        Ok(())
    }

    /// All records: what is to be tried whatever is found, and then what lies between the best.
    fn whole(&mut self, data: &Data, watch: &dyn Watch) -> Result<(), Error> {
        (self.told)(Told::Whole(data.rows()));
        self.number(data);
        let mut next: Vec<Try> = self.tries.clone();
        if let Some(only) = self.options.only
            && let Some(one) = self.tries.iter().find(|one| one.number == only)
        {
            next = vec![one.clone()];
        }
        let mut is_first = true;
        while !next.is_empty() && watch.goes_on() {
            let faults = self.round(next, data, self.ends, watch)?;
            if is_first && faults.len() == self.tries.len() {
                return faults.into_iter().next().map_or(Ok(()), Err);
            }
            is_first = false;
            let only = self.options.only;
            if only.is_some_and(|only| self.tries.iter().any(|one| one.number == only)) {
                return Ok(());
            }
            next = if watch.goes_on() { self.between() } else { Vec::new() };
            self.tries.extend(next.iter().cloned());
        }
        Ok(())
    }

    /// Numbers what is tried whatever is found.
    fn number(&mut self, data: &Data) {
        if self.tries.is_empty() {
            let kinds = Kinds::of(&self.setting.policy, data.table());
            self.tries = self.grid.tries(&self.setting.policy, &kinds);
        }
    }

    /// What lies between the best of those that were tried on all records.
    fn between(&self) -> Vec<Try> {
        let found: Vec<Configuration> =
            self.found.values().filter(|one| one.sample.is_none()).cloned().collect();
        let of = |number: u64| self.tries.iter().find(|one| one.number == number);
        let reached = |at: usize| {
            let one = &found[at];
            Some(Reached { of: of(one.number)?, loss: one.loss? })
        };
        let frontier: Vec<Reached<'_>> = choices(&found).into_iter().filter_map(reached).collect();
        let mut report = ExploreReport { configurations: found.clone(), ..Default::default() };
        judge(&mut report);
        let proposed = report.proposed().and_then(|one| of(one.number));
        let mut new = refined(&self.grid, &self.tries, &frontier, proposed);
        new.truncate(MOST.saturating_sub(self.tries.len()));
        new
    }

    /// Tries some configurations. What is wrong with the policy, for each for which it is.
    fn round(
        &mut self,
        tries: Vec<Try>,
        data: &Data,
        ends: Option<Instant>,
        watch: &dyn Watch,
    ) -> Result<Vec<Error>, Error> {
        watch.begin("exploring", Some(tries.len() as u64));
        let mut open = Vec::new();
        for one in tries {
            let known = self.memory.get(&one.describe()).filter(|_| data.sample.is_none());
            match known.cloned() {
                Some(known) => {
                    let known = Configuration { number: one.number, ..known };
                    self.keep(known)?;
                    watch.advance(1);
                }
                None => open.push(one),
            }
        }
        let workers = self.workers(data);
        let (setting, shared) = (Arc::clone(&self.setting), data.clone());
        let each = move |one: &Try, stop: &dyn Watch| tried(one, &setting, &shared, stop);
        let costs = Arc::clone(&self.costs);
        let pick = move |left: &[(usize, Try)]| most_telling(left, &costs, ends);
        let mut faults = Vec::new();
        let methods: BTreeMap<u64, &'static str> =
            open.iter().map(|one| (one.number, one.method())).collect();
        let keep = |outcome: &Outcome| {
            let Outcome { found, took, .. } = outcome;
            if let Some(method) = methods.get(&found.number) {
                let mut costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
                let (took, is_whole) = (took.as_secs_f64(), found.sample.is_none());
                let cost = costs.entry(method).or_insert((took, is_whole));
                // What a method takes on a sample tells which is quicker, and no more.
                *cost = (if cost.1 == is_whole { cost.0.max(took) } else { took }, is_whole);
            }
            self.keep(found.clone())
        };
        let done = at_once(open, workers, pick, each, keep, watch)?;
        faults.extend(done.into_iter().filter_map(|outcome| outcome.fault));
        Ok(faults)
    }

    /// Keeps what was found; of a sample only what was reached and is not known of the whole.
    fn keep(&mut self, found: Configuration) -> Result<(), Error> {
        if found.sample.is_some() && found.failed.is_some() {
            return Ok(());
        }
        self.memory.keep(&found, self.options.cache.as_deref())?;
        (self.told)(Told::Tried(&found));
        self.found.insert(found.number, found);
        Ok(())
    }

    /// How many configurations are run at once.
    fn workers(&self, data: &Data) -> usize {
        let cells = data.rows() * data.table().names.len() as u64;
        match self.options.threads {
            _ if cells > LARGE_TABLE => 1,
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    fn finish(self, watch: &dyn Watch) -> Result<Exploration, Error> {
        let all = self.tries.len();
        let whole = self.found.values().filter(|one| one.sample.is_none()).count();
        let stopped = match watch.control() {
            Control::Cancel if self.found.is_empty() => return Err(Error::Cancelled),
            Control::Cancel => Some(Stopped::Interrupted),
            Control::Finish if whole < all || self.records.is_none() => Some(Stopped::Time),
            _ => None,
        };
        let mut report = ExploreReport {
            ridotto: env!("CARGO_PKG_VERSION").to_owned(),
            is_of_tables: false,
            asked: all as u64,
            configurations: self.found.into_values().collect(),
            proposed: None,
            records: self.records,
            sample: self.sample,
            stopped,
            seed: SEED,
        };
        judge(&mut report);
        let policy = self.setting.policy.clone();
        let changes = self.tries.iter().map(|one| {
            let holds = report.numbered(one.number).and_then(|found| found.holds);
            (one.number, one.changes(&policy, holds == Some(true)))
        });
        let changes = changes.collect();
        Ok(Exploration::new(report, policy, changes))
    }
}

/// Whether it may take long to read: what is in memory does not, and of a folder or a table of a
/// database nobody knows.
fn takes_long(format: Option<Format>, bytes: Option<u64>) -> bool {
    let Some(format) = format else { return false };
    let most = match format {
        Format::Csv { compression: Compression::None }
        | Format::Json { compression: Compression::None }
        | Format::JsonList { compression: Compression::None } => LARGE_FILE,
        _ => LARGE_PACKED,
    };
    bytes.is_none_or(|bytes| bytes > most)
}

/// The place of what is to be tried next: what tells most, of equals what takes the least time as far
/// as is known; in the end what would not be done in time.
fn most_telling(left: &[(usize, Try)], costs: &Mutex<Costs>, ends: Option<Instant>) -> usize {
    let costs = costs.lock().unwrap_or_else(PoisonError::into_inner);
    let rest = ends.map(|ends| ends.saturating_duration_since(Instant::now()).as_secs_f64());
    let key = |at: &usize| {
        let one = &left[*at].1;
        let known = costs.get(one.method());
        let is_late = known
            .is_some_and(|(cost, is_whole)| *is_whole && rest.is_some_and(|rest| *cost > rest));
        let cost = known.map_or(f64::INFINITY, |(cost, _)| *cost);
        (is_late, one.rank, Cost(cost), one.number)
    };
    (0..left.len()).min_by_key(key).unwrap_or_default()
}

/// Seconds, from the least to the most.
#[derive(Clone, Copy, Debug)]
struct Cost(f64);

impl PartialEq for Cost {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// What was read; nothing if time was up meanwhile. Who interrupts is heard later.
fn unless_late<T>(read: Result<T, Error>) -> Result<Option<T>, Error> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(Error::Cancelled) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_larger_than_it_looks() {
        let csv = |compression| Some(Format::Csv { compression });
        let of = |format, megabytes: u64| takes_long(format, Some(megabytes << 20));
        assert!(!of(csv(Compression::None), 100) && of(csv(Compression::None), 300));
        for packed in [csv(Compression::Gzip), csv(Compression::Zstd), Some(Format::Parquet)] {
            assert!(of(packed, 100) && !of(packed, 10), "{packed:?}");
        }
        assert!(takes_long(Some(Format::Postgres), None), "nobody knows");
        assert!(!takes_long(None, None), "it is in memory");
    }
}
