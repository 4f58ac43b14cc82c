//! What every step of a policy has: its place in the policy, and how the data are read.

use ridotto_catalogue::{Entry, Given, Privacy, Span, Truth};
use ridotto_core::{Code, CodeColumn};
use ridotto_noise::Protected;
use ridotto_numbers::Dice;
use ridotto_policy::{Mask, Policy, Problem, Spanned};
use ridotto_release::private::protected;
use ridotto_release::{Error, StepRun};
use ridotto_report::{Concern, Finding};
use ridotto_table::{Column, SourceOptions, Table};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the steps of a policy share.
pub(crate) struct Shared {
    /// The policy.
    pub policy: Arc<Policy>,
    /// The names of the columns.
    pub names: Vec<String>,
    /// Which columns are wanted when the steps are done; others are forgotten then.
    pub wanted: Vec<bool>,
    /// Where files that steps name are looked for.
    pub folder: PathBuf,
    /// How they are read, which is how the data are.
    pub reading: SourceOptions,
}

/// A step of a policy, at its place among all: what the policy says of it, and how the data are read.
#[derive(Clone)]
pub struct StepContext {
    shared: Arc<Shared>,
    at: usize,
    /// Which columns there are when the step begins.
    present: Vec<bool>,
}

/// The step, and nothing of what it is to do.
impl fmt::Debug for StepContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as step {}", self.method(), self.at)
    }
}

impl StepContext {
    /// The step at a place, when these columns are there.
    pub(crate) fn new(shared: &Arc<Shared>, at: usize, present: Vec<bool>) -> Self {
        Self { shared: Arc::clone(shared), at, present }
    }

    /// The step as the policy has it.
    pub fn mask(&self) -> &Mask {
        &self.shared.policy.masks[self.at]
    }

    /// Its parameters.
    pub fn given(&self) -> &Given {
        self.mask().given()
    }

    /// What is known of the step.
    pub fn entry(&self) -> &'static Entry {
        self.given().entry()
    }

    /// Where the policy names the step.
    pub fn span(&self) -> Option<Span> {
        self.mask().span()
    }

    /// Whether the step after this one does both, because what this one leaves may be seen by nobody.
    pub(crate) fn waits(&self) -> bool {
        let pair = self.policy().private_file();
        pair.is_some_and(|(first, last)| (first..last).contains(&self.at))
    }

    /// The groups that the step before left to this one to make, if it did: only to a step that promises
    /// [`Privacy::Values`] on groups.
    pub fn groups(&self) -> Option<Privacy> {
        let pair = self.policy().private_file();
        let (first, _) = pair.filter(|&(first, last)| first < last && last == self.at)?;
        Some(self.policy().masks[first].privacy())
    }

    /// The steps before.
    pub fn earlier(&self) -> &[Mask] {
        &self.shared.policy.masks[..self.at]
    }

    /// The step before that may have left texts among an attribute's numbers: the last that gave
    /// labels to its values.
    pub(crate) fn labelled_by(&self, attribute: &str) -> Option<&'static str> {
        let gives = |mask: &&Mask| {
            mask.facts().truth == Truth::True
                && mask.attributes().iter().any(|name| name.as_str() == attribute)
        };
        self.earlier().iter().rev().find(gives).map(Mask::method)
    }

    /// The steps that follow.
    pub fn later(&self) -> &[Mask] {
        &self.shared.policy.masks[self.at + 1..]
    }

    /// The policy.
    pub fn policy(&self) -> &Policy {
        &self.shared.policy
    }

    /// Where files are looked for.
    pub fn folder(&self) -> &Path {
        &self.shared.folder
    }

    /// How files are read.
    pub fn reading(&self) -> &SourceOptions {
        &self.shared.reading
    }

    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.shared.names
    }

    /// Whether a column is wanted when all steps are done.
    pub fn is_wanted(&self, at: usize) -> bool {
        self.shared.wanted[at]
    }

    /// Whether a column is there when the step begins.
    pub fn is_present(&self, at: usize) -> bool {
        self.present[at]
    }

    /// The place of a column that the policy names: names were compared with the data before.
    pub fn place(&self, name: &str) -> usize {
        let place = self.names().iter().position(|other| other == name);
        place.expect("the columns of all steps were found before the steps were bound")
    }

    /// The step's name in the policy.
    pub fn method(&self) -> &'static str {
        self.entry().name
    }

    /// The attributes that the step changes.
    pub fn attributes(&self) -> Vec<String> {
        self.mask().attributes().iter().map(|name| name.value.clone()).collect()
    }

    /// The places of these attributes.
    pub fn places(&self) -> Vec<usize> {
        self.mask().attributes().iter().map(|name| self.place(name)).collect()
    }

    /// Whether a text means "missing".
    pub fn is_missing(&self, text: &str) -> bool {
        self.reading().missing.iter().any(|missing| missing == text)
    }

    /// A problem with the step as an error that shows the policy.
    pub fn error(&self, problem: Problem) -> Error {
        self.policy().error([problem]).into()
    }

    /// Whether all attributes are there to be changed: what is left out, or was deleted, is not.
    pub fn all_present(&self) -> Result<(), Problem> {
        let is_absent = |name: &&Spanned<String>| !self.is_present(self.place(name));
        let Some(name) = self.mask().attributes().iter().find(is_absent) else { return Ok(()) };
        Err(Problem::error("bind::mask", format!("`{name}` is not released"))
            .at(name.span, "nothing to perturb")
            .with_help("remove it from the step, or give the column a role in `[attributes]`"))
    }

    /// Whether a later step hides the values of an attribute by private noise: then nothing may be told of what
    /// they were.
    pub fn hides_later(&self, attribute: &str) -> bool {
        let is_noise = |mask: &&Mask| matches!(mask.privacy(), Privacy::Values { .. });
        self.later().iter().filter(is_noise).any(|mask| mask.changes(attribute))
    }

    /// Whom it protects, if it is differentially private.
    pub fn protected(&self) -> Protected {
        protected(self.policy(), self.mask().privacy().proved())
    }

    /// The step's dice. What promises differential privacy takes none that somebody knows.
    pub fn dice(&self, run: &StepRun<'_>) -> Result<Dice, Error> {
        if run.randomness.is_seeded() && self.mask().is_private() {
            return Err(Error::Usage {
                message: format!(
                    "`{}` is differentially private, and takes no seed",
                    self.method()
                ),
                hint: "leave out `Randomness::seeded`: who knows the seed knows the noise".into(),
            });
        }
        Ok(run.dice()?)
    }

    /// Tells that a step that draws was drawn by a known seed, if it was.
    pub fn note_seed(&self, run: &mut StepRun<'_>) {
        if run.randomness.is_seeded() {
            run.trail.notes.push(format!(
                "{} was drawn by a known seed, and who knows it can undo it: for tests \
                 only",
                self.method()
            ));
        }
    }

    /// How many cells of an attribute the step changed.
    pub fn cells_changed(&self, name: &str, cells: u64) -> Finding {
        Finding {
            attribute: None,
            name: format!("cells changed by {} of {name}", self.method()),
            concern: Concern::Utility,
            before: Some(0.0),
            after: Some(cells as f64),
        }
    }
}

/// A column that a step looks at.
pub(crate) fn coded(table: &Table, at: usize) -> CodeColumn<'_> {
    match &table.columns[at] {
        Column::Coded { codes, dictionary, .. } => CodeColumn { codes, values: dictionary.len() },
        _ => unreachable!("what a step looks at is read as codes"),
    }
}

/// The line of the data in which a value comes first.
pub(crate) fn line_of(table: &Table, at: usize, value: Code) -> Option<u64> {
    let Column::Coded { codes, .. } = &table.columns[at] else { return None };
    codes.iter().position(|code| code == value).map(|row| table.line_of(row))
}
