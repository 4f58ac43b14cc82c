//! Searching: which algorithm looks at what, and what it decides about values.

use crate::attempt::Attempt;
use crate::bind::{Method, QuasiIdentifier, person_together};
use crate::data::Data;
use crate::decision::Looked;
use crate::guarantee::required_level;
use crate::requirement::Requirement;
use crate::shortfall::{Shortfall, Tried};
use ridotto_core::Control;
use ridotto_core::Watch;
use ridotto_core::objective::{Scale, Scorer};
use ridotto_core::{ClassModel, ClassTable, Hierarchy};
use ridotto_micro::Lattice;
use ridotto_micro::algorithm::{Algorithm, AlgorithmResult, Problem, Unsuited, affordable_looks};
use ridotto_micro::evaluate::{
    Evaluate, PersonEvaluator, Record, Recorded, RollupCache, Scoped, ScopedModel, Subsets,
    WildcardEvaluator, WildcardScope, all_monotone, suppressed,
};
use ridotto_micro::search::Task;
use ridotto_policy::language::{Generalize, Suppress};
use ridotto_release::Error;
use ridotto_release::{Deadline, Run};
use std::sync::Arc;
use std::time::Duration;

/// How long a lattice that is too large to list is searched when nothing is said.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// What a search found, and what it saw.
#[derive(Debug)]
pub(crate) struct Searched {
    pub answer: AlgorithmResult,
    /// Whether nothing satisfies, if nothing was found.
    pub is_none: bool,
    /// `None` if the algorithm decides by value.
    pub looked: Option<Looked>,
}

impl Attempt<'_> {
    /// What the search minimises.
    pub(crate) fn scorer(&self) -> Scorer {
        let keys = self.keys.iter().zip(&self.hierarchies);
        let scale =
            |(key, of): (&QuasiIdentifier, &Hierarchy)| Scale::new(of, &key.counts, key.importance);
        // Where there are no classes of records that are equal, they have no least size.
        let has_classes = matches!(self.method, Method::ByValue(_));
        let sizes = self.models().filter(|_| has_classes).map(ClassModel::rows_needed);
        let least = sizes.max().unwrap_or(1);
        Scorer::new(self.objective, keys.map(scale).collect(), self.rows(), least)
    }

    /// Runs the algorithm, so that at most so many records are suppressed.
    pub(crate) fn search(
        &self,
        (algorithm, limit): (Algorithm, u64),
        table: &ClassTable,
        scorer: &Scorer,
        run: &Run<'_>,
    ) -> Result<Searched, Error> {
        let coarsest: Vec<u8> = self.keys.iter().map(|key| key.max).collect();
        let finest = self.keys.iter().map(|key| key.min).collect();
        let lattice = Lattice::between(finest, coarsest.clone());
        let asked = self.asked();
        let monotone = match self.method {
            Method::Wild(_) => WildcardEvaluator::is_monotone(&self.hierarchies),
            Method::Together(_) => true,
            _ => all_monotone(&asked, limit),
        };
        let most_checks = Data::most_checks(algorithm, table, run);
        let task = Task { lattice: &lattice, scorer, limit, monotone, most_checks };
        // What stops by its work needs no clock.
        let patience = (self.is_large() && most_checks.is_none()).then_some(PATIENCE);
        let watch = &Deadline::new(run.watch, run.options.time_limit.or(patience));
        let is_drawn = run.has_page;
        let (mut answer, record) = self.look(algorithm, task, table, &asked, is_drawn, watch)?;
        if watch.control() == Control::Cancel {
            return Err(Error::Cancelled);
        }
        let is_complete = answer.proved;
        if answer.best.is_none() && !is_complete {
            // Nothing held before the end: the coarsest generalisation is always at hand.
            let top = Lattice::between(coarsest.clone(), coarsest);
            let task = Task { lattice: &top, scorer, limit, monotone, most_checks: None };
            let (coarse, _) = self.look(Algorithm::Optimal, task, table, &asked, false, &())?;
            answer = AlgorithmResult {
                best: coarse.best,
                checked: answer.checked + coarse.checked,
                ..answer
            };
        }
        // Where what fails at the coarsest fails everywhere, no more need be looked at.
        let is_none = answer.best.is_none() && (is_complete || monotone);
        let looked = record.map(|record| Looked { record, lattice });
        Ok(Searched { answer, is_none, looked })
    }

    /// Runs an algorithm with the evaluator that serves the requirements fastest. What it saw is
    /// remembered if it is to be drawn.
    fn look(
        &self,
        algorithm: Algorithm,
        task: Task<'_>,
        table: &ClassTable,
        asked: &[ScopedModel<'_>],
        is_drawn: bool,
        watch: &dyn Watch,
    ) -> Result<(AlgorithmResult, Option<Record>), Error> {
        let (hierarchies, scorer) = (&self.hierarchies[..], task.scorer);
        let by_value = matches!(
            algorithm,
            Algorithm::BottomUp(_) | Algorithm::TopDown(_) | Algorithm::KOptimize(_)
        );
        if by_value {
            if !self.is_plain() {
                let why = "it decides by value, and asks only for classes over all \
                           quasi-identifiers together";
                return Err(self.unsuited(&format!("`{}` cannot: {why}", algorithm.name())));
            }
            let models: Vec<Box<dyn ClassModel>> =
                self.models().map(|model| Box::new(model.clone()) as Box<_>).collect();
            let problem = Problem { task, table, hierarchies, models: &models };
            let answer = algorithm.run(&problem, watch).map_err(|error| self.refused(&error))?;
            return Ok((answer, None));
        }
        match self.method {
            Method::Together(_) => {
                let mut together = self.persons_together(scorer);
                return self.levels(algorithm, &task, &mut together, None, is_drawn, watch);
            }
            Method::Wild(_) => {
                let scopes = self.wild_scopes();
                let mut wild = WildcardEvaluator::new(table, hierarchies, &scopes, scorer);
                return self.levels(algorithm, &task, &mut wild, None, is_drawn, watch);
            }
            _ => {}
        }
        if let Some(least) = self.least_size() {
            let mut sizes = RollupCache::of_sizes(table, hierarchies, least, scorer);
            let subsets = algorithm.uses_subsets().then(|| sizes.subsets(task.limit)).flatten();
            return self.levels(algorithm, &task, &mut sizes, subsets, is_drawn, watch);
        }
        if self.is_plain() && table.population().is_none() {
            let models: Vec<Box<dyn ClassModel>> =
                self.models().map(|model| Box::new(model.clone()) as Box<_>).collect();
            let mut histograms = RollupCache::new(table, hierarchies, &models, scorer);
            let subsets =
                algorithm.uses_subsets().then(|| histograms.subsets(task.limit)).flatten();
            return self.levels(algorithm, &task, &mut histograms, subsets, is_drawn, watch);
        }
        let mut scoped = Scoped::new(table, hierarchies, asked, scorer);
        self.levels(algorithm, &task, &mut scoped, None, is_drawn, watch)
    }

    fn levels<E: Evaluate>(
        &self,
        algorithm: Algorithm,
        task: &Task<'_>,
        evaluate: &mut E,
        mut subsets: Option<Subsets<'_>>,
        is_drawn: bool,
        watch: &dyn Watch,
    ) -> Result<(AlgorithmResult, Option<Record>), Error> {
        let mut recorded = Recorded::new(evaluate, task.limit, task.monotone, is_drawn);
        let found = algorithm
            .search(task, &mut recorded, subsets.as_mut(), watch)
            .map_err(|error| self.refused(&error))?;
        let (found, note) = found.expect("algorithms that decide by value were taken before");
        let answer = AlgorithmResult { note, ..AlgorithmResult::from(found) };
        let mut record = recorded.into_record();
        if let (Some(record), Some(subsets)) = (&mut record, &subsets) {
            record.close(subsets.failing(0, task.limit, task.lattice.top()));
        }
        Ok((answer, record))
    }

    /// What was tried when nothing was found, and perhaps nothing exists.
    fn tried(&self, is_none: bool) -> Tried {
        let release = &self.policy.release;
        let may_suppress = matches!(*release.suppress, Suppress::Attribute | Suppress::Cell);
        if release.searches_nothing() {
            Tried::NoSearch
        } else if *release.generalize == Generalize::None {
            if may_suppress { Tried::Suppression } else { Tried::Values }
        } else if is_none {
            Tried::Everything
        } else if self.method.is_complete() {
            Tried::Stopped
        } else {
            Tried::Some(self.method.name())
        }
    }

    /// What came nearest: the coarsest generalisation allowed. Whether none at all will do is known
    /// or not.
    pub(crate) fn unmet(&self, table: &ClassTable, is_none: bool) -> Error {
        let tried = self.tried(is_none);
        let at = || self.hierarchies.iter().zip(&self.keys);
        let up: Vec<_> = at().map(|(of, key)| of.map(key.max.into())).collect();
        let values: Vec<_> = at().map(|(of, key)| of.groups(key.max.into())).collect();
        let coarsest = table.coarsen(&up, &values);
        let has_levels = matches!(tried, Tried::Everything | Tried::Some(_) | Tried::Stopped);
        let limited = at()
            .filter(|(hierarchy, key)| has_levels && usize::from(key.max) < hierarchy.height())
            .map(|(_, key)| format!("`{}`", key.name))
            .collect();
        let limit = self.limit();
        if let Method::Together(_) = self.method {
            let (scorer, top) = (self.scorer(), self.keys.iter().map(|key| key.max));
            let gone = self.persons_together(&scorer).suppressed(&top.collect::<Vec<_>>());
            let needed = gone.iter().filter(|gone| **gone).count() as u64;
            return Shortfall::models(tried, self.rows(), needed, limit).limited_by(limited).into();
        }
        let shortfall = match self.least_size() {
            Some(k) => Shortfall::nearest(tried, coarsest.keys().counts(), k, limit),
            None => {
                let gone = suppressed(&coarsest, &self.asked());
                let sizes = coarsest.keys().counts().iter().zip(&gone);
                let needed = sizes.filter(|(_, gone)| **gone).map(|(size, _)| size).sum();
                Shortfall::models(tried, self.rows(), needed, limit)
            }
        };
        shortfall.limited_by(limited).into()
    }
}

impl Data {
    /// The requirements as searches ask them.
    pub(crate) fn asked(&self) -> Vec<ScopedModel<'_>> {
        self.requirements.iter().map(|required| required.asked(self.keys.len())).collect()
    }

    /// The models that judge classes over all quasi-identifiers together.
    pub(crate) fn models(&self) -> impl Iterator<Item = &Arc<dyn ClassModel>> {
        self.requirements.iter().filter_map(|required| required.of_all())
    }

    /// Whether there is no other requirement than on classes over all quasi-identifiers.
    fn is_plain(&self) -> bool {
        self.requirements.iter().all(|required| required.of_all().is_some())
    }

    /// The size that every class must have, if that is all that is asked.
    pub(crate) fn least_size(&self) -> Option<u64> {
        let sizes = self.requirements.iter().map(|required| required.of_all()?.least_size());
        sizes.reduce(|a, b| Some(a?.max(b?))).flatten()
    }

    /// The most records that a search may suppress. A file without a record is no release, whatever
    /// the policy allows.
    pub(crate) fn most_suppressed(&self) -> u64 {
        self.limit().min(self.rows().saturating_sub(1))
    }

    /// How many generalisations may be looked at: where there is no other limit, an algorithm that
    /// would go on for years stops after some seconds' work.
    fn most_checks(algorithm: Algorithm, table: &ClassTable, run: &Run<'_>) -> Option<u64> {
        let is_endless = matches!(algorithm, Algorithm::KOptimize(_));
        match (run.options.most_checks, run.options.time_limit) {
            (None, None) => is_endless.then(|| affordable_looks(table)),
            (most, _) => most,
        }
    }

    fn refused(&self, error: &Unsuited) -> Error {
        self.unsuited(&error.to_string())
    }

    fn unsuited(&self, message: &str) -> Error {
        let problem = ridotto_policy::Problem::error("bind::algorithm", message)
            .at(self.policy.release.algorithm.span(), "cannot serve these requirements")
            .with_help("`algorithm = \"optimal\"` serves every requirement");
        self.policy.error([problem]).into()
    }

    /// All rows of each person as the unit.
    pub(crate) fn persons_together<'a>(&'a self, scorer: &'a Scorer) -> PersonEvaluator<'a> {
        let person = self.person().expect("`link` needs `person`, which is judged");
        let person = self.judged[person].column(&self.table);
        let k = self.requirements.iter().map(least_of).max().unwrap_or(1);
        let keys = self.key_columns();
        PersonEvaluator::new((&keys, person), self.table.rows, &self.hierarchies, k, scorer)
    }

    /// The place of the column that tells persons apart among those that are judged, if all rows of
    /// a person are taken together.
    pub(crate) fn person(&self) -> Option<usize> {
        person_together(&self.policy, &self.judged, &self.table)
    }

    /// The sets of attributes over which records must fit others, and how many.
    pub(crate) fn wild_scopes(&self) -> Vec<WildcardScope> {
        let scopes = |required: &Requirement| {
            let k = least_of(required);
            required.scope.subsets(self.keys.len()).into_iter().map(move |subset| (subset, k))
        };
        let mut scopes: Vec<WildcardScope> = self.requirements.iter().flat_map(scopes).collect();
        // Of the same attributes the greatest number counts.
        scopes.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
        scopes.dedup_by(|next, kept| next.0 == kept.0);
        scopes
    }
}

/// The number that a requirement asks for at least, of what it counts.
#[expect(clippy::cast_sign_loss, reason = "what is counted is not negative")]
fn least_of(required: &Requirement) -> u64 {
    (required_level(required.model.bound()) as u64).max(1)
}
