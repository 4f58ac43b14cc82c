//! Many configurations of one policy, by risk and by loss: with everything that stands beside microdata, or
//! of tables.

use crate::explore_tables::explore_tables;
use crate::registry::{Registry, refuse_passwords};
use ridotto_core::Watch;
use ridotto_explore::{Exploration, ExploreOptions, Told};
use ridotto_policy::{Kind, Policy};
use ridotto_release::Error;
use ridotto_report::ExploreReport;

impl Registry {
    /// Tries many configurations of a policy that may name what the registry has, and says which are
    /// worth a thought.
    pub fn explore(
        &self,
        policy: &Policy,
        options: &ExploreOptions,
        watch: &dyn Watch,
    ) -> Result<ExploreReport, Error> {
        Ok(self.explore_telling(policy, options, &|_| {}, watch)?.report)
    }

    /// The same, where somebody is told of each configuration when it was tried, and may want the policy
    /// of one of them.
    pub fn explore_telling(
        &self,
        policy: &Policy,
        options: &ExploreOptions,
        told: &dyn Fn(Told<'_>),
        watch: &dyn Watch,
    ) -> Result<Exploration, Error> {
        refuse_passwords(policy.source().name(), policy.source().text())?;
        if *policy.kind == Kind::Table {
            return explore_tables(policy, options, told, watch);
        }
        ridotto_explore::explore(policy, options, &self.siblings(), told, watch)
    }
}

/// Tries many configurations of a policy that names our models and steps alone.
pub fn explore(
    policy: &Policy,
    options: &ExploreOptions,
    watch: &dyn Watch,
) -> Result<ExploreReport, Error> {
    Registry::default().explore(policy, options, watch)
}

/// The same, where somebody is told of each configuration when it was tried.
pub fn explore_telling(
    policy: &Policy,
    options: &ExploreOptions,
    told: &dyn Fn(Told<'_>),
    watch: &dyn Watch,
) -> Result<Exploration, Error> {
    Registry::default().explore_telling(policy, options, told, watch)
}
