//! Many ways to protect the tables of one policy, by what is left to guess and by what is lost.
//!
//! Each way is the policy with another method. It is run as any policy is, to memory, and verified there as a
//! release is. *Risk* is the share of sensitive cells that a guess comes nearer to than their rules allow;
//! *loss* is what cells lose in the mean: all, where they are hidden or too fine, or the share by which they
//! are wrong. Methods that publish sensitive cells with other values are on the map, and proposed only
//! where nothing is required: no rule is said to hold of them.

use crate::registry::Registry;
use ridotto_catalogue::Item;
use ridotto_core::{Control, Watch};
use ridotto_explore::{Exploration, ExploreOptions, Told, judge};
use ridotto_measure::files::assess::KnowsMeasures;
use ridotto_policy::Policy;
use ridotto_policy::edit::{Change, lines};
use ridotto_policy::language::Statistic;
use ridotto_release::{
    Bound, Deadline, Error, Inputs, Outputs, Randomness, Release, RunOptions, Siblings,
};
use ridotto_report::{Configuration, ExploreReport, Stopped};
use ridotto_tabular::Tables;
use ridotto_tabular::method::METHODS;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The seed by which is drawn what methods draw.
const SEED: u64 = 0;

/// A way to protect tables: a method with some of its parameters.
struct Way {
    method: &'static str,
    values: Vec<(&'static str, Item)>,
}

impl Way {
    fn new(method: &'static str, values: Vec<(&'static str, Item)>) -> Self {
        Self { method, values }
    }

    fn name(&self, is_own: bool) -> String {
        let told = self.values.iter().map(|(key, value)| format!(", {key} {}", words(value)));
        let own = if is_own { ", as the policy says" } else { "" };
        format!("{}{}{own}", self.method, told.collect::<String>())
    }

    /// What has to be changed in a policy: what belongs to its own method alone is taken away.
    fn changes(&self, policy: &Policy) -> Vec<Change> {
        let release = || ["release".into()];
        let written = policy.written().get("release");
        let is_written = |key: &str| written.is_some_and(|of| of.get(key).is_some());
        let of = METHODS.iter().find(|of| of.entry.name == self.method);
        let takes = |key: &str| of.is_some_and(|of| of.entry.parameter(key).is_some());
        let mut changes = vec![Change::set(release(), "method", self.method)];
        let own = policy.protection.method.entry().all_parameters().map(|of| of.name);
        let idle = own.filter(|key| is_written(key) && !takes(key));
        changes.extend(idle.map(|key| Change::remove(release(), key)));
        let values = self.values.iter();
        changes.extend(values.map(|(key, value)| Change::set(release(), *key, value.clone())));
        changes
    }
}

fn words(value: &Item) -> String {
    let line = lines(&[Change::set(["release".into()], "x", value.clone())]);
    let value = line.split_once("x = ").map_or("", |(_, value)| value);
    value.trim().trim_matches('"').to_owned()
}

/// The ways that suit a policy.
fn ways(policy: &Policy) -> Vec<Way> {
    let has_amounts = policy.tables.iter().any(|table| table.response.is_some());
    let has_means = policy.tables.iter().any(|table| *table.statistic == Statistic::Mean);
    let is_kept = policy.tables.iter().any(|table| table.published.is_some());
    let word = |word: &str| Item::from(word);
    let whole = |number: u64| Item::from(number);
    let mut ways = Vec::new();
    for cost in ["number", "value", "frequency", "log"] {
        ways.push(Way::new("fast", vec![("cost", word(cost))]));
    }
    for method in ["modular", "hypercube", "network", "gauss", "optimal"] {
        ways.push(Way::new(method, Vec::new()));
    }
    // What was published before is kept by methods that hide cells.
    if is_kept {
        return ways;
    }
    ways.push(Way::new("recode", Vec::new()));
    ways.push(Way::new("recode", vec![("hide", Item::from(true))]));
    if has_means {
        return ways;
    }
    let bases: &[u64] = if has_amounts { &[10, 100, 1_000] } else { &[3, 5, 10] };
    ways.extend(bases.iter().map(|&base| Way::new("round", vec![("base", whole(base))])));
    if !has_amounts {
        let small = [3, 5].into_iter();
        ways.extend(small.map(|base| Way::new("small-counts", vec![("base", whole(base))])));
    }
    for totals in ["keep", "free"] {
        ways.push(Way::new("adjust", vec![("totals", word(totals))]));
    }
    if !*policy.data.cells {
        ways.push(Way::new("cell-key", Vec::new()));
    }
    ways
}

/// Tries all methods that suit the tables of a policy, and says which are worth a thought.
pub fn explore_tables(
    policy: &Policy,
    options: &ExploreOptions,
    told: &dyn Fn(Told<'_>),
    watch: &dyn Watch,
) -> Result<Exploration, Error> {
    refuse(options)?;
    if policy.protection.is_private() {
        return Err(Error::Usage {
            message: "what is tried of tables is told by what it does to true counts".into(),
            hint: "a private table tells nothing of them: choose `epsilon` by what the noise is, which the \
                   release says"
                .into(),
        });
    }
    let siblings = Registry::default().siblings();
    let mut all: Vec<(String, Vec<Change>)> = vec![(
        format!("{}, as the policy says", policy.protection.method.entry().name),
        Vec::new(),
    )];
    all.extend(ways(policy).iter().map(|way| (way.name(false), way.changes(policy))));
    let asked = all.len();
    let ends = options.time_limit.and_then(|limit| Instant::now().checked_add(limit));
    let watch = &Deadline::new(watch, options.time_limit);
    let mut report = ExploreReport {
        ridotto: env!("CARGO_PKG_VERSION").to_owned(),
        is_of_tables: true,
        asked: asked as u64,
        seed: SEED,
        ..ExploreReport::default()
    };
    let mut changes = BTreeMap::new();
    for ((name, change), number) in all.into_iter().zip(1_u64..) {
        if options.only.is_some_and(|only| only != number) {
            continue;
        }
        match watch.control() {
            Control::Cancel if report.configurations.is_empty() => return Err(Error::Cancelled),
            Control::Continue => {}
            Control::Cancel => report.stopped = Some(Stopped::Interrupted),
            Control::Finish => report.stopped = Some(Stopped::Time),
        }
        if report.stopped.is_some() {
            break;
        }
        let left = ends.map(|ends| ends.saturating_duration_since(Instant::now()));
        let mut found = Configuration { number, name, ..Configuration::default() };
        let setting = Setting { policy, options, siblings: &siblings, left };
        report.records = setting.tried(&mut found, &change, watch)?.or(report.records);
        told(Told::Tried(&found));
        report.configurations.push(found);
        changes.insert(number, change);
    }
    judge(&mut report);
    Ok(Exploration::new(report, policy.clone(), changes))
}

/// What is asked of records means nothing here.
fn refuse(options: &ExploreOptions) -> Result<(), Error> {
    let ExploreOptions { k, suppression, algorithms, masks, finer, cache, .. } = options;
    let lists = [k.is_empty(), suppression.is_empty(), algorithms.is_empty(), masks.is_empty()];
    if lists.contains(&false) || !finer.is_empty() || cache.is_some() {
        return Err(Error::Usage {
            message: "what is tried of tables are their methods".into(),
            hint: "leave out `k`, `suppression`, `algorithms`, `masks`, `finer` and `cache`".into(),
        });
    }
    Ok(())
}

/// What all ways have in common.
struct Setting<'a> {
    policy: &'a Policy,
    options: &'a ExploreOptions,
    siblings: &'a Siblings,
    left: Option<Duration>,
}

/// Of the time that is left, so much is for a single way at most.
const SHARE: u32 = 4;

impl Setting<'_> {
    /// Runs a way, and takes its figures; how many records there are. One without a solution says why.
    fn tried(
        &self,
        found: &mut Configuration,
        changes: &[Change],
        watch: &dyn Watch,
    ) -> Result<Option<u64>, Error> {
        found.lines = if changes.is_empty() { String::new() } else { lines(changes) };
        let release = match self.run(changes, watch) {
            Ok(release) => release,
            Err(error @ (Error::Unmet(_) | Error::Policy(_) | Error::Usage { .. })) => {
                found.failed = Some(error.to_string());
                return Ok(None);
            }
            // Of a coarse base all cells may become 0, which have no line.
            Err(Error::Io(error)) if error.code() == "io::header-alone" => {
                found.failed = Some("no cell is left that has a line".to_owned());
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let report = release.report();
        let figure = |name: &str| report.release.figure(name).and_then(serde_json::Value::as_f64);
        let word = |name: &str| report.release.figure(name).and_then(serde_json::Value::as_str);
        word("method").unwrap_or_default().clone_into(&mut found.algorithm);
        (found.risk, found.loss) = (figure("guessed"), figure("lost"));
        found.risk_of = Some("a guess at sensitive cells".to_owned());
        found.records = report.output.rows;
        found.objective = figure("cost");
        found.displacement = figure("distance");
        let parts = ["primary", "secondary", "suppressed"].into_iter();
        found.parts = parts.filter_map(|name| Some((name.to_owned(), figure(name)?))).collect();
        let is_rule = |name: &str| self.policy.requirements.iter().any(|of| of.is(name));
        let keeps_rules = report.guarantees.iter().any(|of| is_rule(&of.model));
        if !self.policy.requirements.is_empty() {
            found.holds =
                Some(keeps_rules && report.guarantees.iter().all(|of| of.holds == Some(true)));
        }
        found.guarantees.clone_from(&report.guarantees);
        Ok(report.input.rows)
    }

    fn run(&self, changes: &[Change], watch: &dyn Watch) -> Result<Release, Error> {
        let mut policy = self.policy.changed(changes, &self.siblings.entries)?;
        policy.output = ridotto_policy::Output::default();
        let inputs = match &self.options.input {
            Some(file) => Inputs::file(file),
            None => Inputs::of_policy(),
        };
        let inputs = Inputs { threads: self.options.threads, ..inputs };
        let opened = inputs.open(&policy)?;
        let bound = Bound::<Tables>::new(Arc::new(policy), opened, self.siblings)?;
        // Staged in memory and looked at, and never published.
        let outputs = Outputs { alone: true, ..Outputs::memory() };
        let options = RunOptions {
            randomness: Randomness::seeded(SEED),
            time_limit: self.left.map(|left| left / SHARE),
            ..RunOptions::default()
        };
        bound.run(&outputs, &options, &KnowsMeasures, watch)
    }
}
