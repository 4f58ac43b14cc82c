//! Large neighbourhood search: pass after pass, clusters that lie near each other are taken apart and
//! put together anew, and what is better is kept.
//!
//! In each pass all clusters are put in a row, so that near ones tend to be neighbours: by one value
//! after another, the dearest first, in an order that differs from pass to pass. Windows of a few
//! neighbours are then improved side by side. A pass never makes a clustering worse, and costs as much
//! as there are units, whatever their number.

use super::atoms::Atoms;
use super::field::Field;
use super::partition::{Partition, State};
use super::window::{Better, Window};
use rayon::prelude::*;
use ridotto_core::splitmix;

/// A window has about so many units for each row that a safe cluster needs, and no more than …
const PER_ROW: usize = 10;
/// … so many, unless two clusters have more.
const MOST: usize = 384;
/// Clusters that have more are left as they are.
const TOO_MANY: usize = 1024;
/// Where there are more attributes, groups stay as the search began with them.
pub const MOST_ATTRIBUTES: usize = 64;
/// Units that are looked at in all passes together.
const WORK: usize = 1 << 22;
/// Passes at most, however small the table.
const PASSES: usize = 64;
/// Passes at least, however large it is.
const FEWEST: usize = 16;
/// When so many passes together gain less than a thousandth, it is enough; nothing at all, the end.
const BARREN: usize = 8;

/// An attribute, one of its levels, and how many bits a group of it takes.
type Step = (usize, usize, u32);

/// Whether it is time to finish.
pub(super) type Stopped<'a> = dyn Fn() -> bool + Sync + 'a;

/// A number that looks random.
fn mixed(of: u64) -> u64 {
    splitmix::mixed(of.wrapping_mul(splitmix::STRIDE))
}

/// A number from 0 to 1.
fn share(of: u64) -> f64 {
    (mixed(of) >> 11) as f64 / (1_u64 << 53) as f64
}

impl Field<'_> {
    /// Improves a state, pass after pass, so many times or until there is little to gain. Each state
    /// on the way is shown to `look`.
    pub(super) fn improve(
        &self,
        state: &mut State,
        passes: Option<usize>,
        stopped: &Stopped<'_>,
        look: &mut dyn FnMut(&State),
    ) {
        let most = passes.unwrap_or((WORK / self.units().max(1)).clamp(FEWEST, PASSES));
        let enough = if passes.is_some() { 0.0 } else { 1e-3 };
        let mut cost = self.whole_cost(state);
        let mut gains: Vec<f64> = Vec::new();
        for nth in 0..most {
            if stopped() {
                break;
            }
            let gain = self.improve_once(state, nth, stopped);
            look(state);
            cost -= gain;
            gains.push(gain);
            let lately: f64 = gains.iter().rev().take(BARREN).sum();
            if gains.len() >= BARREN && lately <= cost * enough {
                break;
            }
        }
    }

    /// One pass, by as many bytes as there are attributes; what was gained.
    fn improve_once(&self, state: &mut State, nth: usize, stopped: &Stopped<'_>) -> f64 {
        match self.ladders.len() {
            1..=8 => self.pass::<8>(state, nth, stopped),
            9..=16 => self.pass::<16>(state, nth, stopped),
            17..=32 => self.pass::<32>(state, nth, stopped),
            33..=MOST_ATTRIBUTES => self.pass::<MOST_ATTRIBUTES>(state, nth, stopped),
            // No attribute has nothing to gain, and pairs of so many would fill the memory.
            _ => 0.0,
        }
    }

    /// The loss of all rows together.
    pub(super) fn cost(&self, partition: &Partition) -> f64 {
        let one = |units: &[u32]| {
            let cluster = self.cluster(units.to_vec());
            cluster.rows as f64 * cluster.loss
        };
        partition.iter().map(one).sum()
    }

    fn pass<const L: usize>(&self, state: &mut State, nth: usize, stopped: &Stopped<'_>) -> f64 {
        let sequence = self.sequence(nth as u64);
        let order = self.in_a_row(state, nth as u64, &sequence);
        // Large clusters are improved by atoms and by units in turn.
        let is_coarse = self.has_large_clusters() && nth.is_multiple_of(2);
        let atoms: Option<Vec<Atoms>> = is_coarse.then(|| {
            let all = (0..state.partition.len()).into_par_iter();
            all.map(|at| self.atoms(state.units(at), |unit| self.key(unit, &sequence))).collect()
        });
        let parts = |at: usize| -> Vec<&[u32]> {
            match &atoms {
                Some(atoms) if at < atoms.len() => atoms[at].iter().collect(),
                _ => state.units(at).chunks(1).collect(),
            }
        };
        let count = |at: usize| match &atoms {
            Some(atoms) if at < atoms.len() => atoms[at].len(),
            _ => state.units(at).len(),
        };
        let windows = self.windows(&order, &count);
        let before = &*state;
        let improved: Vec<(State, f64)> = windows
            .par_iter()
            .with_min_len(8)
            .map_init(
                || Window::<L>::new(self),
                |window, range| {
                    let own = order[range.clone()].iter().map(|&at| at as usize);
                    let (clusters, gone): (Vec<_>, Vec<_>) =
                        own.partition(|&at| at < before.partition.len());
                    let members: usize = clusters.iter().chain(&gone).map(|&at| count(at)).sum();
                    if members > 1 && members <= TOO_MANY && !stopped() {
                        let parted: Vec<Vec<&[u32]>> =
                            clusters.iter().map(|&at| parts(at)).collect();
                        let out: Vec<&[u32]> = gone.iter().map(|&at| before.units(at)).collect();
                        if let Some(Better { clusters, gone, gain }) = window.improve(&parted, &out)
                        {
                            let partition = clusters.iter().map(Vec::as_slice).collect();
                            return (State { partition, gone }, gain);
                        }
                    }
                    let partition = clusters.iter().map(|&at| before.units(at)).collect();
                    let gone = gone.iter().flat_map(|&at| before.units(at)).copied().collect();
                    (State { partition, gone }, 0.0)
                },
            )
            .collect();
        let gain = improved.iter().map(|part| part.1).sum();
        state.partition = improved.iter().flat_map(|part| part.0.partition.iter()).collect();
        state.gone = improved.iter().flat_map(|part| &part.0.gone).copied().collect();
        gain
    }

    /// Where to cut the row of clusters into windows, each of which has so many members.
    fn windows(
        &self,
        order: &[u32],
        members: &dyn Fn(usize) -> usize,
    ) -> Vec<std::ops::Range<usize>> {
        let room = (PER_ROW * self.judge.least().min(MOST as u64) as usize).clamp(32, MOST);
        let (mut windows, mut start, mut sum) = (Vec::new(), 0, 0);
        for (at, &cluster) in order.iter().enumerate() {
            sum += members(cluster as usize);
            if sum >= room && at > start {
                windows.push(start..at + 1);
                (start, sum) = (at + 1, 0);
            }
        }
        windows.push(start..order.len());
        windows
    }

    /// The clusters and the suppressed units in an order in which near ones tend to be neighbours.
    fn in_a_row(&self, state: &State, nth: u64, sequence: &[Step]) -> Vec<u32> {
        let key = |at: usize| {
            let units = state.units(at);
            let of = (mixed(nth << 32 | at as u64) % units.len() as u64) as usize;
            (self.key(units[of], sequence), at as u32)
        };
        let mut keys: Vec<(u128, u32)> = (0..state.len()).into_par_iter().map(key).collect();
        keys.par_sort_unstable();
        keys.into_iter().map(|pair| pair.1).collect()
    }

    /// A unit's place in a row.
    fn key(&self, unit: u32, sequence: &[Step]) -> u128 {
        let codes = self.codes(unit);
        let (mut key, mut free) = (0_u128, u128::BITS);
        for &(attribute, level, bits) in sequence {
            if bits > free {
                break;
            }
            free -= bits;
            let group = self.ladders[attribute].group(codes[attribute], level);
            key |= u128::from(group) << free;
        }
        key
    }

    /// Which attributes at which level tell clusters apart, the dearest first, and how many bits each
    /// takes. What is dear is shaken a little, and differently in each pass.
    fn sequence(&self, nth: u64) -> Vec<Step> {
        let costs = self.costs();
        let mut steps: Vec<(f64, usize, usize, u32)> = Vec::new();
        for (at, ladder) in self.ladders.iter().enumerate() {
            let mut dearer = f64::INFINITY;
            for level in (0..ladder.levels() - 1).rev() {
                let dice = nth << 16 | (at as u64) << 8 | level as u64;
                let shaken = (share(dice) + 0.5) * 2_f64.powf(share(!dice) - 0.5);
                let saved = (costs[at][level + 1] * shaken).min(dearer * 0.999);
                dearer = saved;
                let bits = u32::BITS - ladder.groups(level).leading_zeros();
                steps.push((saved, at, level, bits));
            }
        }
        steps.sort_by(|a, b| b.0.total_cmp(&a.0));
        steps.into_iter().map(|(_, at, level, bits)| (at, level, bits)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::CellKey;
    use super::*;
    use crate::local::GroupCheck;
    use ridotto_core::ClassTable;
    use ridotto_core::model::KAnonymity;
    use ridotto_testkit::latent;

    /// Pass after pass nothing gets worse, every unit keeps a cluster, and every cluster is safe.
    #[test]
    fn no_pass_makes_it_worse() {
        for (seed, k) in [(1, 2), (2, 5), (3, 30)] {
            let table = latent(5, 3_000, seed);
            let classes = ClassTable::count(&table.keys(), &[], table.rows);
            let key = |(at, column)| CellKey {
                column,
                dictionary: &table.dictionaries[at],
                hierarchy: &table.hierarchies[at],
                importance: 1.0,
            };
            let keys: Vec<_> = table.keys().into_iter().enumerate().map(key).collect();
            let model = KAnonymity::new(k.try_into().expect("not 0"));
            let judge = GroupCheck::new([&model as _], vec![]);
            let field = Field::new(classes.keys(), &keys, &judge);
            let partition =
                field.start((classes.keys(), &keys), None, &(), &|| false).expect("rows");
            let mut state = State { partition, gone: Vec::new() };
            if seed == 2 {
                // Some clusters are suppressed: others may be instead, and not more rows.
                let clusters: Vec<&[u32]> = state.partition.iter().collect();
                let (kept, gone) = clusters.split_at(clusters.len() - 6);
                state = State { partition: kept.iter().copied().collect(), gone: gone.concat() };
            }
            let (mut cost, mut gone) = (field.whole_cost(&state), field.rows(&state.gone));
            for nth in 0..6 {
                let gain = field.improve_once(&mut state, nth, &|| false);
                let next = field.whole_cost(&state);
                assert!(gain >= 0.0 && next <= cost + 1e-6, "pass {nth}: {cost} to {next}");
                assert!((cost - gain - next).abs() < 1e-3, "pass {nth} tells its gain");
                let mut units = [&state.partition.units[..], &state.gone].concat();
                units.sort_unstable();
                assert!(units.into_iter().eq(0..field.units() as u32));
                assert!(state.partition.iter().all(|cluster| field.holds(cluster)));
                let gone_now = field.rows(&state.gone);
                assert!(gone_now <= gone, "pass {nth}: {gone} to {gone_now} suppressed");
                (cost, gone) = (next, gone_now);
            }
            assert!(seed != 2 || gone < 30, "what is suppressed for no reason comes back");
        }
    }
}
