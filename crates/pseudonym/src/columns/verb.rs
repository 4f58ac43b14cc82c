//! Pseudonyms in any file, without the rest of the machinery.

use super::replacing::{Plan, Replace, Replacements, Replacing, place, values, wants};
use super::{PseudonymMaker, Scheme};
use ridotto_core::Watch;
use ridotto_io::{SourceOptions, Table};
use ridotto_policy::Policy;
use ridotto_policy::Spanned;
use ridotto_policy::language::{Formulas, PseudonymMethod, Role};
use ridotto_release::Error;
use ridotto_release::{
    Bound, Opened, Order, Outputs, Randomness, Release, Run, RunOptions, folder_of, source_options,
    targets,
};
use ridotto_report::{PseudonymReport, ReplacedReport, Report};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is replaced, and how.
#[derive(Clone, Debug, Default)]
pub struct PseudonymizeOptions {
    /// The columns that are replaced by one scheme.
    pub attributes: Vec<String>,
    /// The scheme.
    pub scheme: Option<Scheme>,
    /// Or what a policy says; then identifiers without a pseudonym are left out.
    pub policy: Option<Policy>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// Overwrite what is there.
    pub force: bool,
    /// For tests: draw and shuffle by this seed.
    pub seed: Option<u64>,
    /// Do not shuffle the records.
    pub keep_order: bool,
    /// Escape cells that a spreadsheet would run, also if a policy does not say so.
    pub escape_formulas: bool,
}

/// A file that was written and verified, and is not yet in its place. Dropped without
/// [`publish`](Self::publish), it leaves nothing behind.
#[derive(Debug)]
pub struct Pseudonymized {
    release: Release,
    report: PseudonymReport,
}

impl Pseudonymized {
    pub(super) fn new(release: Release) -> Self {
        let report = of_report(release.report());
        Self { release, report }
    }

    /// What was done.
    pub fn report(&self) -> &PseudonymReport {
        &self.report
    }

    /// Puts the files in their places, the data last: all of them or none.
    pub fn publish(self) -> Result<PseudonymReport, Error> {
        self.release.publish()?;
        Ok(self.report)
    }
}

/// The document about pseudonyms that a report is.
fn of_report(report: &Report) -> PseudonymReport {
    let figure = |name: &str| report.release.figure(name).cloned().unwrap_or_default();
    PseudonymReport {
        ridotto: report.ridotto.clone(),
        input: report.input.clone(),
        output: report.output.clone(),
        attributes: serde_json::from_value(figure("attributes")).unwrap_or_default(),
        dropped: serde_json::from_value(figure("dropped")).unwrap_or_default(),
        notes: report.notes.clone(),
    }
}

/// Replaces columns of a file by pseudonyms.
pub fn pseudonymize(
    data: &Path,
    output: &Path,
    options: &PseudonymizeOptions,
    watch: &dyn Watch,
) -> Result<Pseudonymized, Error> {
    let (schemes, folder) = schemes(options)?;
    let policy = plain_policy(options.policy.as_ref(), options.escape_formulas);
    let kept = schemes.iter().filter_map(|(_, of)| Some(folder.join(of.mapping.as_ref()?)));
    let mut mappings: Vec<PathBuf> = kept.collect();
    mappings.sort();
    mappings.dedup();
    let mut others: Vec<PathBuf> =
        options.policy.as_ref().map(targets::inputs_of).unwrap_or_default();
    others.extend(schemes.iter().filter_map(|(_, of)| Some(folder.join(of.key_file.as_ref()?))));
    let files: Vec<&Path> = mappings.iter().map(PathBuf::as_path).chain([output]).collect();
    let mut inputs = others.clone();
    inputs.push(data.to_owned());
    targets::distinct(&files, &inputs)?;
    let opened =
        Opened::file(data, &reading(options.policy.as_ref(), options.threads), options.threads)?;
    let is_dropped = |name: &str| {
        let attribute = options.policy.as_ref().and_then(|policy| policy.attribute(name));
        attribute.is_some_and(|of| *of.role == Role::Identifier && of.pseudonym.is_none())
    };
    let names: Vec<&str> = schemes.iter().map(|(name, _)| name.as_str()).collect();
    let source = &*opened.first().source;
    let wants = wants(source, &names, &is_dropped)?;
    let dropped = source.columns().iter().map(|field| field.name.clone());
    let dropped = dropped.filter(|name| is_dropped(name)).collect();
    let (way, order) = (Box::new(There), Order::Shuffled);
    let plan = Plan { schemes, folder, dropped, wants, way, order, others };
    let bound: Bound<Replacing> = Bound { policy: Arc::new(policy), plan, inputs: opened };
    let outputs = Outputs { force: options.force, ..Outputs::file(output) };
    let run = RunOptions {
        randomness: Randomness::of_seed(options.seed),
        keep_order: options.keep_order,
        ..RunOptions::default()
    };
    Ok(Pseudonymized::new(bound.run(&outputs, &run, &(), watch)?))
}

/// What the policy says of pseudonyms alone.
pub(super) fn of_policy(policy: &Arc<Policy>, inputs: &Opened) -> Result<Plan, Error> {
    let all = policy.pseudonyms().map(|(of, how)| (of.name.value.clone(), Scheme::of(how)));
    let schemes: Vec<(String, Scheme)> = all.collect();
    let names: Vec<&str> = schemes.iter().map(|(name, _)| name.as_str()).collect();
    let wants = wants(&*inputs.first().source, &names, &|_| false)?;
    Ok(Plan {
        folder: folder_of(policy).to_owned(),
        dropped: Vec::new(),
        wants,
        way: Box::new(There),
        order: Order::Shuffled,
        others: Vec::new(),
        schemes,
    })
}

/// Values become pseudonyms.
#[derive(Debug)]
struct There;

impl Replace for There {
    fn replace(&self, plan: &Plan, table: &Table, run: &Run<'_>) -> Result<Replacements, Error> {
        let mut making = PseudonymMaker::new(&plan.folder, run.options.randomness)?;
        for (name, scheme) in &plan.schemes {
            let at = place(table, name);
            making.column(name, scheme, table, at, run.watch).map_err(|it| it.at_column(name))?;
        }
        let made = making.made();
        let attributes = plan.schemes.iter().map(|(name, scheme)| ReplacedReport {
            name: name.clone(),
            method: scheme.method.name().to_owned(),
            values: values(table, place(table, name)),
            unknown: 0,
        });
        let salted = plan.schemes.iter().filter(|(_, of)| of.method == PseudonymMethod::SaltedHash);
        let guessed = salted.map(|(name, _)| {
            format!("whoever can guess values of `{name}` undoes their hashes: use a key")
        });
        let after = made.notes(table).into_iter().chain(guessed).collect();
        Ok(Replacements { made, attributes: attributes.collect(), notes: (Vec::new(), after) })
    }
}

/// The columns and their schemes, and where their files are.
fn schemes(options: &PseudonymizeOptions) -> Result<(Vec<(String, Scheme)>, PathBuf), Error> {
    let schemes: Vec<(String, Scheme)> = match (&options.policy, &options.scheme) {
        (Some(policy), _) => {
            let all = policy.pseudonyms().map(|(of, how)| (of.name.value.clone(), Scheme::of(how)));
            all.collect()
        }
        (None, Some(scheme)) => {
            scheme.check()?;
            options.attributes.iter().map(|name| (name.clone(), scheme.clone())).collect()
        }
        (None, None) => Vec::new(),
    };
    if schemes.is_empty() {
        return Err(Error::Usage {
            message: "nothing says which columns become pseudonyms".into(),
            hint: "say `PseudonymizeOptions::scheme`, or \
                   `PseudonymizeOptions::policy` with `pseudonym = { … }` for an identifier"
                .into(),
        });
    }
    let folder = options.policy.as_ref().map_or(PathBuf::new(), |of| folder_of(of).to_owned());
    Ok((schemes, folder))
}

/// How the data are read.
pub(super) fn reading(policy: Option<&Policy>, threads: usize) -> SourceOptions {
    match policy {
        Some(policy) => source_options(policy, threads),
        None => SourceOptions { threads, ..SourceOptions::default() },
    }
}

/// The policy as far as it is about a file that is written for itself: how cells are escaped.
pub(super) fn plain_policy(policy: Option<&Policy>, escapes: bool) -> Policy {
    let mut plain = Policy::empty("policy");
    if escapes || policy.is_some_and(|policy| policy.output.escapes_formulas()) {
        plain.output.formulas = Some(Spanned::assumed(Formulas::Escape));
    }
    plain
}
