//! A policy bound to data, of whatever kind: what programs bind, look at and run.

use crate::registry::{Registry, refuse_passwords};
use ridotto_core::Watch;
use ridotto_measure::files::assess::{KnowsMeasures, PageAssessor};
use ridotto_microdata::{Data, Microdata, Plan as MicrodataPlan, SavedRecoding, prepare};
use ridotto_policy::{Kind, Output, Policy};
use ridotto_release::{
    Assessor, Bound, Domain, Error, Inputs, Instead, Outputs, Randomness, Release, Run, RunOptions,
    Runnable,
};
use ridotto_tabular::Tables;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A policy tied to data: what will be done. Binding reads no row, draws nothing and writes nothing.
#[derive(Debug)]
pub struct Plan {
    bound: Box<dyn Runnable>,
}

impl Plan {
    /// Ties a policy to data. Their columns are looked at, and nothing else.
    #[expect(clippy::needless_pass_by_value, reason = "inputs are made for one plan")]
    pub fn bind(policy: &Policy, inputs: Inputs) -> Result<Self, Error> {
        let siblings = Registry::default().siblings();
        // What is wrong with the policy alone is said before a file is opened.
        refuse_passwords(policy.source().name(), policy.source().text())?;
        if *policy.kind == Kind::Microdata {
            MicrodataPlan::check(policy)?;
        }
        let opened = inputs.open(policy)?;
        let policy = Arc::new(policy.clone());
        let bound: Box<dyn Runnable> = match *policy.kind {
            Kind::Microdata => Box::new(Bound::<Microdata>::new(policy, opened, &siblings)?),
            Kind::Table => Box::new(Bound::<Tables>::new(policy, opened, &siblings)?),
        };
        Ok(Self { bound })
    }

    /// A plan that makes a saved decision again, on other data.
    pub fn restore(
        recoding: impl Into<SavedDecision>,
        data: impl Into<Inputs>,
        options: &RestoreOptions,
    ) -> Result<Self, Error> {
        let siblings = options.registry.siblings();
        let (name, saved) = match recoding.into() {
            SavedDecision::File(path) => {
                let saved = SavedRecoding::read(&path, &siblings.entries)?;
                (path, saved)
            }
            SavedDecision::Text(text) => {
                let name = PathBuf::from("the saved decision");
                let saved = SavedRecoding::parse(&name, &text, &siblings.entries)?;
                (name, saved)
            }
        };
        let faulty = |problem| Error::Document { file: name.clone(), problem };
        let mut policy = saved.policy(&siblings.entries).map_err(faulty)?;
        // Where its own release went is not where this one goes.
        policy.output = Output { formulas: policy.output.formulas, ..Output::default() };
        let policy = Arc::new(policy);
        let inputs = Inputs { threads: options.threads, ..data.into() };
        let inputs = inputs.open_by(saved.source_options(options.threads))?;
        let (key_file, mapping) = (options.key_file.clone(), options.mapping.clone());
        let instead = Instead { key_file, mapping };
        let saved = Arc::new(saved);
        let plan = MicrodataPlan::restore(saved, &policy, (&name, &instead), &inputs, &siblings)?;
        Ok(Self { bound: Box::new(Bound::<Microdata> { policy, plan, inputs }) })
    }

    /// The policy.
    pub fn policy(&self) -> &Policy {
        self.bound.policy()
    }

    /// What the input is called.
    pub fn input(&self) -> &Path {
        self.bound.inputs().first().source.name()
    }

    /// What will be done to which column, of microdata; `None` of other kinds.
    pub fn microdata(&self) -> Option<&MicrodataPlan> {
        self.of_microdata().map(|bound| &bound.plan)
    }

    fn of_microdata(&self) -> Option<&Bound<Microdata>> {
        self.bound.as_any().downcast_ref()
    }

    fn of_tables(&self) -> Option<&Bound<Tables>> {
        self.bound.as_any().downcast_ref()
    }

    /// What is known before anything is drawn: the data are read, steps that draw are left out, and
    /// hierarchies are compiled against what is there. Of tables nothing is handed out; what is wrong
    /// with their hierarchies and values is an error nevertheless.
    pub fn preview(&self, watch: &dyn Watch) -> Result<Option<Data>, Error> {
        if let Some(bound) = self.of_tables() {
            let tables = bound.read(watch)?;
            let mut run = preview_of(bound.inputs.threads, watch);
            Tables::prepare(&bound.plan, tables, &mut run)?;
            return Ok(None);
        }
        let Some(bound) = self.of_microdata() else { return Ok(None) };
        let table = bound.read(watch)?.into_iter().next();
        let table = table.expect("microdata have one input");
        prepare(&bound.plan, table, &mut preview_of(bound.inputs.threads, watch)).map(Some)
    }

    /// Runs it: what comes back was written where nobody sees it, read again and found to hold.
    pub fn run(
        &self,
        outputs: &Outputs,
        options: &RunOptions,
        watch: &dyn Watch,
    ) -> Result<Release, Error> {
        // What a decision was made with may no longer be there to measure with, and tables are no
        // records to be compared with records.
        let is_measured = self.microdata().is_some_and(|plan| !plan.is_restored());
        let assessor: &dyn Assessor = if is_measured { &PageAssessor } else { &KnowsMeasures };
        self.bound.run(outputs, options, assessor, watch)
    }
}

/// A run in which nothing may be drawn.
fn preview_of(threads: usize, watch: &dyn Watch) -> Run<'_> {
    let options = RunOptions { randomness: Randomness::forbidden(), ..RunOptions::default() };
    let mut run = Run::new(watch, threads, options);
    run.is_preview = true;
    run
}

/// A decision that was saved: as a file, or as the value that [`Published::saved`](crate::Published::saved)
/// hands out. It holds values of the data, and is for their owner alone.
#[derive(Clone)]
pub enum SavedDecision {
    /// In this file. Keys and mappings that its policy names lie beside it.
    File(PathBuf),
    /// This text.
    Text(String),
}

impl SavedDecision {
    /// The value that was handed out.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// Without what is in it.
impl fmt::Debug for SavedDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "File({})", path.display()),
            Self::Text(_) => f.write_str("Text"),
        }
    }
}

impl From<&Path> for SavedDecision {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

impl From<&PathBuf> for SavedDecision {
    fn from(path: &PathBuf) -> Self {
        Self::File(path.clone())
    }
}

/// How a saved decision is made again.
#[derive(Clone, Debug, Default)]
pub struct RestoreOptions {
    /// What the saved policy may name.
    pub registry: Registry,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// The key of pseudonyms; the policy's file, beside the recoding, when `None`.
    pub key_file: Option<PathBuf>,
    /// The mapping of pseudonyms; the policy's file, beside the recoding, when `None`.
    pub mapping: Option<PathBuf>,
}
