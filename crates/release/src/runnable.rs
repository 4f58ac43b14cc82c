//! Plans of any kind of data, for programs that do not care which.

use crate::{Assessor, Bound, Domain, Error, Opened, Outputs, Release, RunOptions};
use ridotto_core::Watch;
use ridotto_policy::Policy;
use std::any::Any;
use std::fmt::Debug;

/// A policy bound to data, whatever kind they are.
pub trait Runnable: Debug + Send + Sync {
    /// The kind of data.
    fn kind(&self) -> &'static str;

    /// The policy.
    fn policy(&self) -> &Policy;

    /// The data.
    fn inputs(&self) -> &Opened;

    /// Runs the plan: see [`Bound::run`].
    fn run(
        &self,
        outputs: &Outputs,
        options: &RunOptions,
        assessor: &dyn Assessor,
        watch: &dyn Watch,
    ) -> Result<Release, Error>;

    /// As the type that it is, for who knows the kind.
    fn as_any(&self) -> &dyn Any;
}

impl<D: Domain> Runnable for Bound<D> {
    fn kind(&self) -> &'static str {
        D::KIND
    }

    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn inputs(&self) -> &Opened {
        &self.inputs
    }

    fn run(
        &self,
        outputs: &Outputs,
        options: &RunOptions,
        assessor: &dyn Assessor,
        watch: &dyn Watch,
    ) -> Result<Release, Error> {
        Self::run(self, outputs, options, assessor, watch)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
