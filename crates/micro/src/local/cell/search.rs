//! The search from its starts to its end.
//!
//! Every start is made safe, the best is improved pass after pass, and the best of all that was safe on
//! the way is the answer: so it is never worse than any start, nor than after fewer passes.

use super::field::Field;
use super::improve::Stopped;
use super::partition::{Partition, State};
use super::start::Starts;
use super::{CellKey, Clustering, given};
use crate::local::NoGroups;
use ridotto_core::class::Tally;
use ridotto_core::{Control, Watch};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Units without a group are compared with groups, at most so many pairs.
const PAIRS: usize = 1 << 24;

/// The best state so far whose clusters may all be shown.
#[derive(Default)]
struct Best(Option<(f64, State)>);

impl Best {
    /// Keeps a state if it is better, once what shows the same is safe as one. Where that would be work
    /// and time is up, one answer is enough.
    fn offer(&mut self, field: &Field<'_>, state: &State, stopped: &Stopped<'_>) {
        if field.judge.unions_hold() {
            self.take(field.whole_cost(state), state);
            return;
        }
        if self.0.is_some() && stopped() {
            return;
        }
        let clusters = field.settle(field.clusters(&state.partition), Vec::new());
        if let Some(clusters) = clusters {
            let state = State::new(&clusters, state.gone.clone());
            self.take(field.whole_cost(&state), &state);
        }
    }

    /// Offers a state that was found on the way, and tells what is lost by the best so far.
    fn look(&mut self, field: &Field<'_>, state: &State, stopped: &Stopped<'_>, watch: &dyn Watch) {
        self.offer(field, state, stopped);
        let rows: u64 = field.counts.iter().map(|&count| u64::from(count)).sum();
        let most = rows as f64 * field.importance;
        if let Some((cost, _)) = self.0.as_ref().filter(|_| most > 0.0) {
            watch.found(cost / most);
        }
    }

    fn take(&mut self, cost: f64, state: &State) {
        if self.0.as_ref().is_none_or(|best| cost < best.0) {
            self.0 = Some((cost, state.clone()));
        }
    }
}

impl Field<'_> {
    /// The best clusters found in so many passes, or in as many as are worth it.
    pub(super) fn search(
        &self,
        (tally, keys): (&Tally, &[CellKey<'_>]),
        starts: Starts<'_>,
        passes: Option<usize>,
        watch: &dyn Watch,
    ) -> Result<Clustering, NoGroups> {
        let all: Vec<u32> = (0..self.units() as u32).collect();
        if all.is_empty() {
            return Ok(self.finished(Vec::new(), Vec::new()));
        }
        let told = AtomicBool::new(false);
        let stopped = || {
            let stops = watch.control() != Control::Continue;
            told.fetch_or(stops, Ordering::Relaxed);
            stops
        };
        let all_hold = self.holds(&all);
        let given = starts.given.iter().filter_map(|start| self.given(start));
        let mut states: Vec<State> = given.collect();
        if all_hold {
            let partition = self.start((tally, keys), starts.regions, watch, &stopped)?;
            if watch.control() == Control::Cancel {
                // Nobody waits for an answer: one group is one, and made at once.
                let one = vec![self.cluster(all)];
                return Ok(Clustering { cut_short: true, ..self.finished(one, Vec::new()) });
            }
            states.push(State { partition, gone: Vec::new() });
        }
        let mut best = Best::default();
        for state in &states {
            best.offer(self, state, &stopped);
        }
        let costs = states.iter().map(|state| self.whole_cost(state)).enumerate();
        let cheapest = costs.min_by(|a, b| a.1.total_cmp(&b.1)).ok_or(NoGroups)?.0;
        let mut state = states.swap_remove(cheapest);
        self.improve(&mut state, passes, &stopped, &mut |state| {
            best.look(self, state, &stopped, watch);
        });
        if self.judge.size_decides() && all_hold {
            let cost = best.0.as_ref().map_or(f64::INFINITY, |best| best.0);
            let mean = cost / self.rows(&all) as f64;
            if let Some(clusters) = self.full_domain(&self.nodes(), mean, &stopped) {
                best.offer(self, &State::new(&clusters, Vec::new()), &stopped);
            }
        }
        let (_, State { partition, gone }) = best.0.ok_or(NoGroups)?;
        let found = self.finished(self.clusters(&partition), gone);
        Ok(Clustering { cut_short: told.into_inner(), ..found })
    }

    /// A start as clusters that are safe: those of its groups that are, which what is in others joins.
    /// `None` if that would be long work or leads nowhere.
    pub(super) fn given(&self, start: &[u32]) -> Option<State> {
        let (partition, gone) = given::parted(start);
        let partition = self.joined_where_needed(&partition);
        let (safe, others): (Vec<&[u32]>, Vec<&[u32]>) =
            partition.iter().partition(|units| self.holds(units));
        let left: Vec<u32> = others.concat();
        if left.len().saturating_mul(safe.len()) > PAIRS {
            return None;
        }
        if left.is_empty() {
            return (!safe.is_empty()).then_some(State { partition, gone });
        }
        let clusters = safe.iter().map(|units| self.cluster(units.to_vec())).collect();
        Some(State::new(&self.settle(clusters, left)?, gone))
    }

    /// Groups that show the same are one to whoever sees them: where one is not safe by itself, and all of
    /// them together are, they become one.
    fn joined_where_needed(&self, partition: &Partition) -> Partition {
        let mut alike: BTreeMap<Vec<u32>, Vec<&[u32]>> = BTreeMap::new();
        for units in partition.iter() {
            alike.entry(self.cluster(units.to_vec()).nodes).or_default().push(units);
        }
        let groups = alike.into_values().flat_map(|same| {
            let joined = same.concat();
            let is_joined = same.len() > 1
                && !same.iter().all(|units| self.holds(units))
                && self.holds(&joined);
            if is_joined { vec![joined] } else { same.iter().map(|units| units.to_vec()).collect() }
        });
        let groups: Vec<Vec<u32>> = groups.collect();
        groups.iter().map(Vec::as_slice).collect()
    }

    /// The loss of all rows together, those that are suppressed at the most that a row can lose.
    pub(super) fn whole_cost(&self, state: &State) -> f64 {
        self.cost(&state.partition) + self.rows(&state.gone) as f64 * self.importance
    }
}
