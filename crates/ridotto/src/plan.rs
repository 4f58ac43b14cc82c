//! A policy bound to data, of whatever kind: what programs bind, look at and run.

use crate::assess::{KnowsMeasures, PageAssessor};
use crate::bind;
use crate::data::Data;
use crate::microdata::Microdata;
use crate::saved::SavedRecoding;
use crate::{Error, Policy, Watch};
use ridotto_policy::Output;
use ridotto_release::{
    Assessor, Bound, Inputs, Opened, Outputs, Randomness, Release, Run, RunOptions,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A policy tied to data: what will be done. Binding reads no row, draws nothing and writes nothing.
#[derive(Debug)]
pub struct Plan {
    bound: Bound<Microdata>,
}

impl Plan {
    /// Ties a policy to data. Their columns are looked at, and nothing else.
    pub fn bind(policy: &Policy, inputs: Inputs) -> Result<Self, Error> {
        // What is wrong with the policy alone is said before a file is opened.
        bind::Plan::check(policy)?;
        let opened = inputs.open(policy)?;
        Ok(Self { bound: Bound::new(Arc::new(policy.clone()), opened)? })
    }

    /// A plan that makes a saved decision again, on other data.
    pub fn restore(recoding: &Path, data: &Path, options: &RestoreOptions) -> Result<Self, Error> {
        let saved = SavedRecoding::read(recoding)?;
        let faulty = |problem| Error::Document { file: recoding.to_owned(), problem };
        let mut policy = saved.policy().map_err(faulty)?;
        // Where its own release went is not where this one goes.
        policy.output = Output { formulas: policy.output.formulas, ..Output::default() };
        let policy = Arc::new(policy);
        let reading = saved.source_options(options.threads);
        let inputs = Opened::file(data, &reading, options.threads)?;
        let instead = (options.key_file.clone(), options.mapping.clone());
        let saved = Arc::new(saved);
        let plan = bind::Plan::restore(saved, &policy, (recoding, instead), &inputs)?;
        Ok(Self { bound: Bound { policy, plan, inputs } })
    }

    /// The policy.
    pub fn policy(&self) -> &Policy {
        &self.bound.policy
    }

    /// What the input is called.
    pub fn input(&self) -> &Path {
        self.bound.inputs.first().source.name()
    }

    /// What will be done to which column.
    pub fn microdata(&self) -> &bind::Plan {
        &self.bound.plan
    }

    /// What is known before anything is drawn: the data are read, steps that draw are left out, and
    /// hierarchies are compiled against what is there.
    pub fn preview(&self, watch: &dyn Watch) -> Result<Data, Error> {
        let randomness = Randomness::forbidden();
        let options = RunOptions { randomness, ..RunOptions::default() };
        let mut run = Run::new(watch, self.bound.inputs.threads, options);
        run.is_preview = true;
        let table = self.bound.read(watch)?.into_iter().next();
        Data::prepare(&self.bound.plan, table.expect("microdata have one input"), &mut run)
    }

    /// Runs it: what comes back was written where nobody sees it, read again and found to hold.
    pub fn run(
        &self,
        outputs: &Outputs,
        options: &RunOptions,
        watch: &dyn Watch,
    ) -> Result<Release, Error> {
        // What a decision was made with may no longer be there to measure with.
        let assessor: &dyn Assessor = match self.bound.plan.is_restored() {
            true => &KnowsMeasures,
            false => &PageAssessor,
        };
        self.bound.run(outputs, options, assessor, watch)
    }
}

/// How a saved decision is made again.
#[derive(Clone, Debug, Default)]
pub struct RestoreOptions {
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// The key of pseudonyms; the policy's file, beside the recoding, when `None`.
    pub key_file: Option<PathBuf>,
    /// The mapping of pseudonyms; the policy's file, beside the recoding, when `None`.
    pub mapping: Option<PathBuf>,
}
