//! The algorithms of the literature behind one signature.
//!
//! Each is an entry of the catalogue ([`ALGORITHMS`](crate::ALGORITHMS)), which says what it searches,
//! what it optimises and how sure its result is.
//!
//! Whatever an algorithm decides satisfies the requirements within the limit of suppression: each
//! one looks at its result with all models before it returns it. An algorithm that skips nodes on
//! the ground that coarser generalisations keep a model refuses models that do not promise this.

mod best;
mod best_first;
mod bottom_up;
mod datafly;
mod definition;
mod fewer;
mod genetic;
mod incognito;
mod k_optimize;
mod looks;
mod mingen;
mod mu_argus;
mod none;
mod optimal;
mod preference;
mod preferences;
mod problem;
mod samarati;
mod top_down;
mod unsuited;

pub use bottom_up::bottom_up;
pub use datafly::{datafly, distinct, most_distinct};
pub use definition::{AlgorithmDefinition, Approach};
pub use fewer::Limits;
pub use genetic::genetic;
pub use incognito::{Chosen, Satisfying, incognito, minimal};
pub use k_optimize::{Cost, affordable_looks, k_optimize};
pub use mingen::mingen;
pub use mu_argus::{Combined, mu_argus};
pub use preference::Preference;
pub use preferences::{PREFERENCES, PreferenceDefinition};
pub use problem::{AlgorithmResult, Note, Problem};
pub use samarati::{Lowest, lowest, samarati};
pub use top_down::top_down;
pub use unsuited::Unsuited;

/// The entries of those that decide by value, and of `best`.
pub(crate) mod definitions {
    pub use super::best::BEST;
    pub use super::best_first::BEST_FIRST;
    pub use super::bottom_up::BOTTOM_UP;
    pub use super::datafly::DATAFLY;
    pub use super::genetic::GENETIC;
    pub use super::incognito::INCOGNITO;
    pub use super::k_optimize::K_OPTIMIZE;
    pub use super::mingen::MINGEN;
    pub use super::mu_argus::MU_ARGUS;
    pub use super::none::NONE;
    pub use super::optimal::OPTIMAL;
    pub use super::samarati::SAMARATI;
    pub use super::top_down::TOP_DOWN;
}

use crate::Lattice;
use crate::cut::Information;
use crate::evaluate::{Evaluate, HistogramEvaluator, Subsets};
use crate::search::{SearchResult, Task, best_first, is_listed, search};
use ridotto_core::Watch;

/// An algorithm with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The exact search.
    Optimal,
    /// [`samarati`](samarati()).
    Samarati(Preference),
    /// [`incognito`](incognito()).
    Incognito,
    /// [`mingen`](mingen()).
    Mingen,
    /// [`datafly`](datafly()).
    Datafly,
    /// [`mu_argus`](mu_argus()) with combinations of up to so many attributes, 2 or 3.
    MuArgus(usize),
    /// [`bottom_up`](bottom_up()).
    BottomUp(Information),
    /// [`top_down`](top_down()).
    TopDown(Information),
    /// [`k_optimize`](k_optimize()).
    KOptimize(Cost),
    /// [`best_first`].
    BestFirst,
    /// [`genetic`](genetic()) from a seed.
    Genetic(u64),
    /// Takes the lowest levels that are allowed, and looks whether they satisfy.
    None,
}

impl Algorithm {
    /// All algorithms that search, with the usual parameters.
    pub const ALL: [Self; 11] = [
        Self::Optimal,
        Self::Samarati(Preference::Objective),
        Self::Incognito,
        Self::Mingen,
        Self::Datafly,
        Self::MuArgus(3),
        Self::BottomUp(Information::Values),
        Self::TopDown(Information::Values),
        Self::KOptimize(Cost::Objective),
        Self::BestFirst,
        Self::Genetic(0),
    ];

    /// Its entry, with what is run for it.
    pub fn definition(self) -> &'static AlgorithmDefinition {
        match self {
            Self::Optimal => &definitions::OPTIMAL,
            Self::Samarati(_) => &definitions::SAMARATI,
            Self::Incognito => &definitions::INCOGNITO,
            Self::Mingen => &definitions::MINGEN,
            Self::Datafly => &definitions::DATAFLY,
            Self::MuArgus(_) => &definitions::MU_ARGUS,
            Self::BottomUp(_) => &definitions::BOTTOM_UP,
            Self::TopDown(_) => &definitions::TOP_DOWN,
            Self::KOptimize(_) => &definitions::K_OPTIMIZE,
            Self::BestFirst => &definitions::BEST_FIRST,
            Self::Genetic(_) => &definitions::GENETIC,
            Self::None => &definitions::NONE,
        }
    }

    /// The name in the policy and in the report.
    pub fn name(self) -> &'static str {
        self.definition().entry.name
    }

    /// Whether it is right only for models that coarser generalisations keep.
    pub fn needs_monotonicity(self) -> bool {
        self.definition().facts().needs_monotonicity
    }

    /// Whether it goes by what subsets of the attributes say.
    pub fn uses_subsets(self) -> bool {
        matches!(self, Self::Optimal | Self::BestFirst)
    }

    /// Whether it lists all nodes of the lattice, of which there must not be too many.
    pub fn lists_nodes(self) -> bool {
        self.definition().facts().lists_nodes
    }

    /// Whether it serves a task.
    pub fn suits(self, task: &Task<'_>) -> Result<(), Unsuited> {
        if self.needs_monotonicity() && !task.monotone {
            return Err(Unsuited::not_monotone(self.name()));
        }
        let lattice = task.lattice;
        if self.lists_nodes() && !is_listed(task) {
            return Err(Unsuited::too_large(self.name(), lattice.nodes()));
        }
        let is_whole = lattice.bottom().iter().all(|&level| level == 0)
            && lattice
                .top()
                .iter()
                .zip(task.scorer.scales())
                .all(|(&top, scale)| usize::from(top) == scale.height());
        if matches!(self, Self::KOptimize(_)) && !is_whole {
            return Err(Unsuited::NoLevels { algorithm: self.name() });
        }
        Ok(())
    }

    /// Searches for levels with an evaluator of one's own, and with what subsets of the attributes say; `None` for algorithms that decide by
    /// value and not by level ([`Algorithm::run`] serves all).
    pub fn search<E: Evaluate>(
        self,
        task: &Task<'_>,
        evaluate: &mut E,
        subsets: Option<&mut Subsets<'_>>,
        watch: &dyn Watch,
    ) -> Result<Option<(SearchResult, Option<Note>)>, Unsuited> {
        self.suits(task)?;
        let found = match self {
            Self::Optimal => search(task, evaluate, subsets, watch),
            Self::Samarati(preference) => samarati(task, preference, evaluate, watch)?,
            Self::Incognito => {
                let Chosen { found, minimal } = incognito(task, evaluate, watch)?;
                return Ok(Some((found, minimal.map(Note::Minimal))));
            }
            Self::Mingen => mingen(task, evaluate, watch)?,
            Self::Datafly => datafly(task, evaluate, watch),
            Self::MuArgus(size) => {
                let Combined { found, stopped, holds_there } =
                    mu_argus(task, size, evaluate, watch);
                let levels = stopped.filter(|_| !holds_there);
                return Ok(Some((
                    found,
                    levels.map(|levels| Note::CombinationsOnly { size, levels }),
                )));
            }
            Self::BestFirst => best_first(task, evaluate, subsets, watch),
            Self::Genetic(seed) => genetic(task, seed, evaluate, watch),
            Self::None => {
                let bottom = task.lattice.bottom().to_vec();
                let lattice = &Lattice::between(bottom.clone(), bottom);
                search(&Task { lattice, ..*task }, evaluate, None, watch)
            }
            Self::BottomUp(_) | Self::TopDown(_) | Self::KOptimize(_) => return Ok(None),
        };
        Ok(Some((found, None)))
    }

    /// Decides what becomes of each attribute's values.
    pub fn run(
        self,
        problem: &Problem<'_>,
        watch: &dyn Watch,
    ) -> Result<AlgorithmResult, Unsuited> {
        let Problem { task, table, hierarchies, models } = problem;
        match self {
            Self::BottomUp(information) => return Ok(bottom_up(problem, information, watch)),
            Self::TopDown(information) => return Ok(top_down(problem, information, watch)),
            Self::KOptimize(cost) => return k_optimize(problem, cost, watch),
            _ => {}
        }
        let mut evaluate = HistogramEvaluator::new(table, hierarchies, *models, task.scorer);
        let found = self.search(task, &mut evaluate, None, watch)?;
        let (found, note) = found.expect("the others are done");
        Ok(AlgorithmResult { note, ..AlgorithmResult::from(found) })
    }
}
