//! Many configurations of one policy, by risk and by loss.
//!
//! Each configuration is the policy with another k, another limit of suppression and another
//! algorithm; or with its quasi-identifiers perturbed instead ([`perturbed`]). It is run as any
//! policy is, to a file in a temporary folder that nobody keeps, and the file is measured beside its
//! input: *risk* is how many people record linkage finds (Domingo-Ferrer and Torra's DR, the mean of
//! linkage by distance and by probability), *loss* is the loss of information (their IL, here the
//! loss of the quasi-identifiers, by importance, and how far perturbed values are from the true
//! ones). Their score is the mean of the two. What was computed is remembered, so that a search that
//! was stopped goes on.

mod at_once;
mod perturbed;
mod promised;

use crate::{Error, Inputs, Outputs, Plan, Policy, RunOptions, Watch};
use at_once::at_once;
use perturbed::{Kinds, Perturbed};
use ridotto_catalogue::{Given, Value};
use ridotto_io::{Digest, digest_of};
use ridotto_measure::files::assess::{AssessOptions, quick};
use ridotto_measure::files::pair::{PairOptions, Rows};
use ridotto_measure::utility::{best, frontier};
use ridotto_micro::ALGORITHMS;
use ridotto_micro::algorithm::AlgorithmDefinition;
use ridotto_policy::language::Suppress;
use ridotto_policy::{Decimal, Share, Spanned};
use ridotto_release::heed;
use ridotto_release::targets::{distinct, inputs_of};
use ridotto_report::{Configuration, ExploreReport};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What to try.
#[derive(Clone, Debug, Default)]
pub struct ExploreOptions {
    /// Other data than the policy names.
    pub input: Option<PathBuf>,
    /// The k to try; 2, 3, 5, 10 and 20 if none is given.
    pub k: Vec<u64>,
    /// The limits of suppression to try, as shares; 0, 0.02 and 0.1 if none is given.
    pub suppression: Vec<String>,
    /// The algorithms to try, by their names; `optimal`, `mondrian` and `local-recoding` if none
    /// is given.
    pub algorithms: Vec<String>,
    /// The methods of perturbation to try, by their names; all that `explore` knows if neither they
    /// nor algorithms are given.
    pub masks: Vec<String>,
    /// Where figures are remembered. They hold no value of the data.
    pub cache: Option<PathBuf>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

/// One configuration.
#[derive(Clone, Debug)]
enum Try {
    Searched(Searched),
    Perturbed(Perturbed),
}

/// A configuration that generalises and suppresses.
#[derive(Clone, Debug)]
struct Searched {
    algorithm: &'static AlgorithmDefinition,
    name: &'static str,
    k: u64,
    suppression: Share,
}

/// What is remembered: figures by configuration, for one input and one policy.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
struct Memory {
    /// The digest of policy and input together.
    of: String,
    known: BTreeMap<String, Configuration>,
}

/// Runs all configurations, and says which are worth a thought.
pub fn explore(
    policy: &Policy,
    options: &ExploreOptions,
    watch: &dyn Watch,
) -> Result<ExploreReport, Error> {
    let input = input(policy, options)?;
    let cache: Vec<&PathBuf> = options.cache.iter().collect();
    let inputs = inputs_of(policy);
    distinct(&cache, &inputs.iter().chain([&input]).collect::<Vec<_>>())?;
    let tries = tries(policy, &input, options, watch)?;
    let mut memory = Memory::open(options.cache.as_deref(), policy, &input)?;
    let (asked, known) = (tries.len() as u64, memory.known.clone());
    watch.begin("exploring", Some(asked));
    let workers = workers(&input, options);
    let (of, given) = (policy.clone(), options.clone());
    let one = move |this: &Try, stop: &dyn Watch| match known.get(&this.describe()) {
        Some(known) => Ok(known.clone()),
        None => this.run(&of, &input, &given, stop),
    };
    let keep = |new: &Configuration| {
        if memory.known.contains_key(&new.name) {
            return Ok(());
        }
        memory.known.insert(new.name.clone(), new.clone());
        memory.save(options.cache.as_deref())
    };
    let done = at_once(tries, workers, one, keep, watch)?;
    heed(watch)?;
    Ok(judge(done, asked))
}

/// Inputs of more bytes are worked on one after the other: each run holds a table.
const LARGE: u64 = 1 << 26;

/// How many configurations are run at once.
fn workers(input: &Path, options: &ExploreOptions) -> usize {
    let size = std::fs::metadata(input).map_or(LARGE, |file| file.len());
    let threads = match options.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    if size < LARGE { threads } else { 1 }
}

/// Marks what no other beats, and proposes what has the best score.
/// Only what attains all that the policy requires is proposed.
fn judge(mut all: Vec<Configuration>, asked: u64) -> ExploreReport {
    let reached: Vec<usize> = (0..all.len()).filter(|&at| all[at].point().is_some()).collect();
    let points: Vec<(f64, f64)> = reached.iter().filter_map(|&at| all[at].point()).collect();
    for at in frontier(&points) {
        all[reached[at]].frontier = true;
    }
    let fitting: Vec<usize> =
        reached.into_iter().filter(|&at| all[at].holds != Some(false)).collect();
    let score = |&at: &usize| {
        let (risk, loss) = all[at].point().expect("it was reached");
        f64::midpoint(risk, loss)
    };
    let scores: Vec<f64> = fitting.iter().map(score).collect();
    let proposed = best(&scores).map(|at| fitting[at] as u64);
    ExploreReport {
        ridotto: env!("CARGO_PKG_VERSION").to_owned(),
        asked,
        configurations: all,
        proposed,
    }
}

fn input(policy: &Policy, options: &ExploreOptions) -> Result<PathBuf, Error> {
    let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
    let named = policy.data.input.as_ref().map(|input| ridotto_io::beside(folder, &input.value));
    options.input.clone().or(named).ok_or_else(|| Error::Usage {
        message: "the policy names no input file".into(),
        hint: "add `input = \"…\"` to `[data]`, or say `Inputs::file`".into(),
    })
}

/// Every combination of what is to be tried.
fn tries(
    policy: &Policy,
    input: &Path,
    options: &ExploreOptions,
    watch: &dyn Watch,
) -> Result<Vec<Try>, Error> {
    let or = |given: &[String], usual: &[&str]| -> Vec<String> {
        if given.is_empty() {
            usual.iter().map(|&of| of.to_owned()).collect()
        } else {
            given.to_vec()
        }
    };
    let ks = if options.k.is_empty() { vec![2, 3, 5, 10, 20] } else { options.k.clone() };
    let usage = |message: String, hint: &str| Error::Usage { message, hint: hint.into() };
    if let Some(k) = ks.iter().find(|&&k| k < 2) {
        return Err(usage(format!("k = {k} protects nobody"), "k is at least 2"));
    }
    let mut shares = Vec::new();
    for text in or(&options.suppression, &["0", "0.02", "0.1"]) {
        let share = Decimal::parse(&text).and_then(Share::new);
        shares.push(share.ok_or_else(|| {
            usage(format!("`{text}` is no share"), "a share is a number from 0 to 1, such as 0.02")
        })?);
    }
    let mut algorithms = Vec::new();
    for text in or(&options.algorithms, &["optimal", "mondrian", "local-recoding"]) {
        let algorithm = ridotto_micro::catalogue::algorithm(&text);
        algorithms.push(algorithm.ok_or_else(|| {
            let names: Vec<&str> = ALGORITHMS.iter().map(|of| of.entry.name).collect();
            Error::Usage {
                message: format!("there is no algorithm `{text}`"),
                hint: ridotto_catalogue::similar(&text, &names),
            }
        })?);
    }
    let mut tries = Vec::new();
    for algorithm in algorithms {
        let name = algorithm.entry.name;
        for &k in &ks {
            tries.extend(
                shares.iter().map(|&suppression| {
                    Try::Searched(Searched { algorithm, name, k, suppression })
                }),
            );
        }
    }
    let masks = match (&options.masks[..], &options.algorithms[..]) {
        ([], []) => perturbed::USUAL.to_vec(),
        (names, _) => perturbed::methods(names)?,
    };
    if !masks.is_empty() {
        let reading = ridotto_release::source_options(policy, options.threads);
        let kinds = Kinds::read(policy, input, &reading, watch)?;
        tries.extend(perturbed::perturbed(&masks, &kinds).into_iter().map(Try::Perturbed));
    }
    Ok(tries)
}

impl Searched {
    fn describe(&self) -> String {
        let percent = self.suppression.to_f64() * 100.0;
        format!("{}, k = {}, {percent} % suppression", self.name, self.k)
    }

    /// The policy with this configuration.
    fn policy(&self, policy: &Policy) -> Policy {
        let mut policy = policy.clone();
        let release = &mut policy.release;
        release.algorithm = Given::of(self.algorithm, &[]);
        release.suppression = Spanned::assumed(self.suppression);
        let (generalize, _) = self.algorithm.facts().usual();
        release.generalize = Spanned::assumed(generalize);
        release.suppress = Spanned::assumed(Suppress::Record);
        for required in policy.requirements.iter_mut().filter(|of| of.plain_k().is_some()) {
            required.given.set("k", Value::Whole(self.k));
        }
        policy.output = ridotto_policy::Output::default();
        policy
    }
}

impl Try {
    fn describe(&self) -> String {
        match self {
            Self::Searched(searched) => searched.describe(),
            Self::Perturbed(perturbed) => perturbed.name.clone(),
        }
    }

    /// Its configuration, without figures, and its policy.
    fn begin(&self, policy: &Policy) -> (Configuration, Policy) {
        let name = self.describe();
        match self {
            Self::Searched(searched) => {
                let configuration = Configuration {
                    name,
                    algorithm: searched.name.to_owned(),
                    k: searched.k,
                    suppression: searched.suppression.to_f64(),
                    ..Configuration::default()
                };
                (configuration, searched.policy(policy))
            }
            Self::Perturbed(perturbed) => {
                let configuration = Configuration {
                    name,
                    algorithm: perturbed.method.to_owned(),
                    k: perturbed.k,
                    ..Configuration::default()
                };
                (configuration, perturbed.policy(policy))
            }
        }
    }

    /// Runs it, and measures what it made. A configuration without a solution, or whose parts do
    /// not go together, has none of the figures and says why.
    fn run(
        &self,
        policy: &Policy,
        input: &Path,
        options: &ExploreOptions,
        watch: &dyn Watch,
    ) -> Result<Configuration, Error> {
        let asked = policy;
        let (mut configuration, policy) = self.begin(asked);
        let inputs = Inputs::file(input).threads(options.threads);
        // Staged and measured, and never published.
        let outputs = Outputs { alone: true, force: true, ..Outputs::file("-") };
        let run = RunOptions { keep_order: true, ..RunOptions::default() };
        let plan = Plan::bind(&policy, inputs);
        let release = match plan.and_then(|plan| plan.run(&outputs, &run, watch)) {
            Ok(release) => release,
            Err(error @ (Error::Unmet(_) | Error::Policy(_) | Error::Usage { .. })) => {
                configuration.failed = Some(error.to_string());
                return Ok(configuration);
            }
            Err(error) => return Err(error),
        };
        let rows = release.kept_rows().to_vec();
        let pair = PairOptions {
            policy: Some(policy),
            rows: Rows::Listed(rows),
            threads: options.threads,
            ..PairOptions::default()
        };
        let assess = AssessOptions { pair, ..AssessOptions::default() };
        let figures = quick(input, release.data().into(), &assess, watch)?;
        let report = release.report();
        configuration.guarantees = match self {
            Self::Searched(_) => promised::by_search(asked, report.guarantees.clone()),
            Self::Perturbed(_) => promised::by_file(asked, release.data().into(), options, watch)?,
        };
        configuration.holds = promised::all_hold(asked, &configuration.guarantees);
        configuration.records = report.output.rows;
        configuration.classes = Some(report.microdata().classes);
        configuration.loss = figures.loss;
        configuration.risk = figures.risk();
        configuration.parts = figures.parts();
        Ok(configuration)
    }
}

impl Memory {
    /// What is remembered of this policy and this input; nothing if they have changed.
    fn open(cache: Option<&Path>, policy: &Policy, input: &Path) -> Result<Self, Error> {
        let text = policy.source().text();
        // With what the figures mean: those of another version are not taken for them.
        let of = format!("2 {} {}", Digest::of_bytes(text.as_bytes()), digest_of(input)?);
        let of = Digest::of_bytes(of.as_bytes()).to_string();
        let fresh = Self { of: of.clone(), known: BTreeMap::new() };
        let Some(path) = cache.filter(|path| path.exists()) else { return Ok(fresh) };
        let bytes = std::fs::read(path).map_err(|error| ridotto_io::IoError::new(path, error))?;
        let found: Option<Self> = serde_json::from_slice(&bytes).ok();
        let found = found.ok_or_else(|| Error::Usage {
            message: format!("{}: this is not what `explore` remembers", path.display()),
            hint: "name another file, which may be a new one".into(),
        })?;
        Ok(if found.of == of { found } else { fresh })
    }

    fn save(&self, cache: Option<&Path>) -> Result<(), Error> {
        let Some(path) = cache else { return Ok(()) };
        let staged = ridotto_io::Staged::beside(path, true)?;
        ridotto_release::write_all(&staged, ridotto_report::to_json(self).as_bytes())?;
        Ok(staged.publish()?)
    }
}
