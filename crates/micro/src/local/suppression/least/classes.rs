//! The fewest cells where `*` is a value of its own: the cheapest way to put rows into groups of `k`.
//!
//! A group hides the keys in which its rows differ, so each row hides at least what it would by
//! itself; the sum of these is a bound. An answer that is better than the one at hand can put two
//! rows together only if what they hide beyond their own bounds is less than the whole gap, which
//! takes tables apart; each part is searched group by group.

use super::charge::charges;
use super::components::linked;
use super::needs::{SAME, add_subsets};
use super::{Bounded, round_up, total};
use crate::local::suppression::{CellSet, cost, projection::Projections};
use ridotto_core::Watch;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Units at most; pairs of them are compared.
const UNITS: usize = 1 << 10;
/// Keys at most.
const KEYS: usize = 12;

/// Groups that are tried at most.
const STEPS: u64 = 1 << 15;

/// Units, what each would hide by itself, and how they differ.
#[derive(Debug)]
struct Units<'a> {
    costs: &'a [f64],
    k: usize,
    /// How many rows each is.
    rows: Vec<usize>,
    /// The cells of each that are `*` already.
    stars: &'a [CellSet],
    own: Vec<f64>,
    apart: Vec<CellSet>,
}

/// Improves cells that make classes of `k` rows. `stars` are the cells of each unit that are `*`
/// already. Where there are too many units nothing is done, and a bound is all that is known.
pub(in super::super) fn improve(
    projections: &mut Projections<'_>,
    unit_of: &[u32],
    stars: &[CellSet],
    (costs, k, watch): (&[f64], u64, &dyn Watch),
    cells: Vec<CellSet>,
) -> Bounded {
    let now = total(&cells, costs);
    let charged = charges(projections, stars, (costs, k), watch);
    let Some(units) = Units::new(projections, stars, costs, k as usize) else {
        return Bounded::of(cells, charged);
    };
    let least = round_up(units.least(), costs).max(charged);
    if now <= least + SAME {
        return Bounded::of(cells, now);
    }
    match units.groups(now) {
        Answer::Unknown => Bounded::of(cells, least),
        Answer::NoneBetter => Bounded::of(cells, now),
        Answer::Better(groups) => {
            let cells = units.cells(&groups, unit_of);
            let least = total(&cells, costs);
            Bounded::of(cells, least)
        }
    }
}

/// What a search for something cheaper came to.
enum Answer {
    Unknown,
    NoneBetter,
    Better(Vec<Group>),
}

/// Rows of some units that show the same: how many of each, and the keys that they hide.
#[derive(Clone, Debug, Default)]
struct Group {
    members: Vec<(usize, usize)>,
    hidden: CellSet,
}

impl<'a> Units<'a> {
    fn new(
        projections: &Projections<'_>,
        stars: &'a [CellSet],
        costs: &'a [f64],
        k: usize,
    ) -> Option<Self> {
        let (units, keys) = (projections.units(), projections.keys());
        if units > UNITS || keys > KEYS {
            return None;
        }
        let all = 0..units as u32;
        let apart: Vec<CellSet> = all
            .clone()
            .flat_map(|a| all.clone().map(move |b| projections.difference(a, b)))
            .collect();
        let rows = projections.tally().counts().iter().map(|&count| count as usize).collect();
        let mut own = Self { costs, k, rows, stars, own: Vec::new(), apart };
        own.own = (0..units).map(|unit| own.by_itself(unit)).collect();
        Some(own)
    }

    fn apart(&self, a: usize, b: usize) -> CellSet {
        self.apart[a * self.rows.len() + b]
    }

    /// What a row of a unit pays if it hides some keys.
    fn cost(&self, unit: usize, hidden: CellSet) -> f64 {
        cost(hidden & !self.stars[unit], self.costs)
    }

    /// The least that a row of a unit hides, whoever is in its group.
    fn by_itself(&self, unit: usize) -> f64 {
        if self.rows[unit] >= self.k {
            return 0.0;
        }
        let keys = self.costs.len();
        let mut alike = vec![0; 1 << keys];
        for (other, &rows) in self.rows.iter().enumerate() {
            alike[(self.apart(unit, other) & !self.stars[unit]) as usize] += rows as u64;
        }
        add_subsets(&mut alike, keys);
        let enough = (0..1 << keys).filter(|&set| alike[set as usize] >= self.k as u64);
        enough.map(|set| cost(set, self.costs)).fold(f64::INFINITY, f64::min)
    }

    /// What all rows hide at least.
    fn least(&self) -> f64 {
        self.own.iter().zip(&self.rows).map(|(own, &rows)| own * rows as f64).sum()
    }

    /// What two units hide beyond their bounds if they are together.
    fn beyond(&self, a: usize, b: usize) -> f64 {
        let apart = self.apart(a, b);
        self.cost(a, apart) - self.own[a] + self.cost(b, apart) - self.own[b]
    }

    /// Groups that cost less than `now`.
    fn groups(&self, now: f64) -> Answer {
        let gap = now - self.least();
        let mut steps = STEPS;
        let (mut groups, mut sum) = (Vec::new(), 0.0);
        for part in linked(self.rows.len(), |a, b| self.beyond(a, b) < gap - SAME) {
            let mut search = Search {
                units: self,
                part: in_order(self, part),
                known: FxHashMap::default(),
                steps,
            };
            let left: Left = search.part.iter().map(|&unit| self.rows[unit]).collect();
            let Some(best) = search.best(&left) else { return Answer::Unknown };
            sum += best;
            if sum >= now - SAME {
                return Answer::NoneBetter;
            }
            steps = search.steps;
            search.follow(left, &mut groups);
        }
        Answer::Better(groups)
    }

    /// The cells that each row hides in its group.
    fn cells(&self, groups: &[Group], unit_of: &[u32]) -> Vec<CellSet> {
        let mut sets: Vec<Vec<CellSet>> = vec![Vec::new(); self.rows.len()];
        for group in groups {
            for &(unit, rows) in &group.members {
                let set = group.hidden & !self.stars[unit];
                sets[unit].extend(std::iter::repeat_n(set, rows));
            }
        }
        let next = |unit: &u32| sets[*unit as usize].pop().expect("every row is in a group");
        unit_of.iter().map(next).collect()
    }
}

/// The dearest first: they decide the most.
fn in_order(units: &Units<'_>, mut part: Vec<usize>) -> Vec<usize> {
    part.sort_by(|&a, &b| units.own[b].total_cmp(&units.own[a]).then(a.cmp(&b)));
    part
}

/// How many rows of each unit have no group yet.
type Left = Vec<usize>;

/// A part of the units that is put into groups.
struct Search<'a, 'b> {
    units: &'a Units<'b>,
    part: Vec<usize>,
    /// For rows that are left: what they cost at least, and the group to begin with.
    known: FxHashMap<Left, (f64, Rc<Group>)>,
    steps: u64,
}

/// A group that grows from the first row that is left.
struct Growing<'a> {
    left: &'a Left,
    taken: Vec<usize>,
    size: usize,
    hidden: CellSet,
    best: (f64, Group),
}

impl Search<'_, '_> {
    /// The least that the rows left cost, infinite if they cannot be put into groups; `None` if that
    /// takes too long.
    fn best(&mut self, left: &Left) -> Option<f64> {
        let Some(first) = left.iter().position(|&rows| rows > 0) else { return Some(0.0) };
        if let Some((known, _)) = self.known.get(left) {
            return Some(*known);
        }
        let mut growing = Growing {
            left,
            taken: vec![0; left.len()],
            size: 0,
            hidden: 0,
            best: (f64::INFINITY, Group::default()),
        };
        if left[first] >= self.units.k {
            // All that are alike together cost nothing; some of them may serve others.
            growing.taken[first] = left[first];
            growing.size = left[first];
            self.close(&mut growing)?;
            growing.taken[first] = 0;
        }
        growing.size = 0;
        self.grow(&mut growing, first, first)?;
        let (least, group) = growing.best;
        self.known.insert(left.clone(), (least, Rc::new(group)));
        Some(least)
    }

    /// Adds rows of the unit at `at`, and of those after it.
    fn grow(&mut self, growing: &mut Growing<'_>, first: usize, at: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        if growing.size >= self.units.k {
            self.close(growing)?;
        }
        let room = (2 * self.units.k - 1).saturating_sub(growing.size);
        if at == self.part.len() || room == 0 || self.spent(growing) >= growing.best.0 - SAME {
            return Some(());
        }
        let hidden = growing.hidden;
        for unit in at..self.part.len() {
            for rows in 1..=room.min(growing.left[unit]) {
                growing.taken[unit] = rows;
                growing.size += rows;
                growing.hidden = hidden | self.units.apart(self.part[first], self.part[unit]);
                self.grow(growing, first, unit + 1)?;
                growing.size -= rows;
            }
            growing.taken[unit] = 0;
            growing.hidden = hidden;
            if unit == first {
                break; // the group is that of the first unit's rows
            }
        }
        Some(())
    }

    /// What the growing group costs, and all others at least.
    fn spent(&self, growing: &Growing<'_>) -> f64 {
        let each = self.part.iter().zip(growing.left).zip(&growing.taken);
        each.map(|((&unit, &left), &taken)| {
            taken as f64 * self.units.cost(unit, growing.hidden)
                + (left - taken) as f64 * self.units.own[unit]
        })
        .sum()
    }

    /// Takes the group as it is, and the best for all others.
    fn close(&mut self, growing: &mut Growing<'_>) -> Option<()> {
        if self.spent(growing) >= growing.best.0 - SAME {
            return Some(());
        }
        let left = growing.left.iter().zip(&growing.taken).map(|(left, taken)| left - taken);
        let others = self.best(&left.collect())?;
        let members: Vec<(usize, usize)> = (self.part.iter().copied())
            .zip(growing.taken.iter().copied())
            .filter(|member| member.1 > 0)
            .collect();
        let own: f64 = members
            .iter()
            .map(|&(unit, rows)| rows as f64 * self.units.cost(unit, growing.hidden))
            .sum();
        if own + others < growing.best.0 - SAME {
            growing.best = (own + others, Group { members, hidden: growing.hidden });
        }
        Some(())
    }

    /// The groups that were found to be the best.
    fn follow(&self, mut left: Left, groups: &mut Vec<Group>) {
        while let Some((_, group)) = self.known.get(&left) {
            for &(unit, rows) in &group.members {
                let at = self.part.iter().position(|&other| other == unit);
                left[at.expect("a member of this part")] -= rows;
            }
            groups.push(Group::clone(group));
        }
    }
}
