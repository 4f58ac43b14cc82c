//! A few clusters that lie near each other, taken apart and put together anew.
//!
//! The nearest common ancestor of a set is the highest of those of one member with each of the others.
//! So what a cluster shows is a level for each attribute on the path of one member, its *anchor*; two
//! clusters' union, or a unit more, is the greater of two levels, attribute by attribute. The levels at
//! which an anchor meets the others are worked out once, side by side in a few bytes.
//!
//! What is moved is an *atom*: one unit, or several of a cluster that lie close together, where clusters
//! are large. An atom has its own levels below which it is never shown.

mod exact;
mod group;
mod polish;
mod rebuild;
mod safe;

use super::field::Field;
use crate::local::group_check::Probe;
use group::{Levels, Plan};
use rebuild::Offer;

/// What is gained less than this is not gained: losses are added up in another order each time.
const NOTHING: f64 = 1e-7;
/// Stands for no unit of the window.
const NONE: u16 = u16::MAX;

/// What became of a window.
pub(super) struct Better {
    pub clusters: Vec<Vec<u32>>,
    pub gone: Vec<u32>,
    pub gain: f64,
}

/// The clusters' units, and memory that is used again, window after window.
pub(super) struct Window<'a, const L: usize> {
    field: &'a Field<'a>,
    /// The units of all members, and where those of each end.
    units: Vec<u32>,
    ends: Vec<usize>,
    rows: Vec<u64>,
    /// What each member shows alone, on the path of its first unit.
    base: Vec<Levels<L>>,
    /// So many rows may be suppressed.
    budget: u64,
    /// The levels at which two members meet, row by row, of those members whose row was needed.
    meet: Vec<Levels<L>>,
    met: Vec<bool>,
    /// The node of each member: attribute, level, member; and at how many levels each differs from one.
    nodes: Vec<u32>,
    differ: Vec<u8>,
    /// What a member's own path costs at each level: member, attribute, level.
    path: Vec<f32>,
    /// How many levels the highest hierarchy has.
    height: usize,
    /// The members in the order of their distance from each seed.
    near: Vec<u64>,
    left: Vec<bool>,
    offers: Vec<Option<Offer<L>>>,
    /// How often a group was made or changed.
    tick: u32,
    /// Groups as the models see them, by their slots, each with the state that it shows.
    probes: Vec<(u32, Probe<'a>)>,
    slots: u32,
    costs: Vec<(f64, usize)>,
}

impl<'a, const L: usize> Window<'a, L> {
    pub(super) fn new(field: &'a Field<'a>) -> Self {
        Self {
            field,
            units: Vec::new(),
            ends: Vec::new(),
            rows: Vec::new(),
            base: Vec::new(),
            budget: 0,
            meet: Vec::new(),
            met: Vec::new(),
            nodes: Vec::new(),
            differ: Vec::new(),
            path: Vec::new(),
            height: field.ladders.iter().map(super::ladder::Ladder::levels).max().unwrap_or(1),
            near: Vec::new(),
            left: Vec::new(),
            offers: Vec::new(),
            tick: 0,
            probes: Vec::new(),
            slots: 0,
            costs: Vec::new(),
        }
    }

    /// Better clusters of the same atoms, those that are suppressed instead of the ones that were, no
    /// more rows than before, and what is gained; `None` if none were found.
    pub(super) fn improve(&mut self, clusters: &[Vec<&[u32]>], gone: &[&[u32]]) -> Option<Better> {
        self.load(clusters, gone);
        let mut next = 0;
        let mut members = |count: usize| {
            let start = next;
            next += count as u16;
            start..next
        };
        let mut groups = Vec::with_capacity(clusters.len());
        for cluster in clusters {
            groups.push(self.group(members(cluster.len()).collect()));
        }
        let mut best = Plan { groups, out: members(gone.len()).collect() };
        let before = self.total(&best);
        if before <= NOTHING {
            return None;
        }
        self.polish(&mut best);
        if self.members() <= exact::MOST && gone.is_empty() {
            best.groups = self.exact().unwrap_or(best.groups);
        } else if let Some(mut other) = self.rebuild() {
            self.polish(&mut other);
            if self.total(&other) < self.total(&best) - NOTHING {
                best = other;
            }
        }
        let gain = before - self.total(&best);
        (gain > NOTHING).then(|| Better {
            clusters: best.groups.iter().map(|group| self.units(&group.members)).collect(),
            gone: self.units(&best.out),
            gain,
        })
    }

    /// How many members there are.
    fn members(&self) -> usize {
        self.ends.len()
    }

    /// Where the units of a member begin.
    fn start(&self, one: u16) -> usize {
        if one == 0 { 0 } else { self.ends[one as usize - 1] }
    }

    /// The units of a member.
    fn atom(&self, one: u16) -> &[u32] {
        &self.units[self.start(one)..self.ends[one as usize]]
    }

    fn units(&self, members: &[u16]) -> Vec<u32> {
        members.iter().flat_map(|&one| self.atom(one)).copied().collect()
    }

    fn load(&mut self, clusters: &[Vec<&[u32]>], gone: &[&[u32]]) {
        let field = self.field;
        (self.tick, self.slots) = (0, 0);
        self.probes.iter_mut().for_each(|probe| probe.0 = 0);
        self.units.clear();
        self.ends.clear();
        self.rows.clear();
        self.base.clear();
        for atom in clusters.iter().flatten().chain(gone) {
            self.units.extend_from_slice(atom);
            self.ends.push(self.units.len());
            self.rows.push(field.rows(atom));
            self.base.push(field.levels(atom));
        }
        self.budget = gone.iter().map(|atom| field.rows(atom)).sum();
        let n = self.members();
        self.path.clear();
        self.path.resize(n * L * self.height, 0.0);
        self.nodes.clear();
        self.nodes.resize(n * field.ladders.len() * self.height, 0);
        for member in 0..n {
            let codes = field.codes(self.atom(member as u16)[0]);
            for (at, (ladder, &code)) in field.ladders.iter().zip(codes).enumerate() {
                let own = ladder.losses(code);
                self.path[(member * L + at) * self.height..][..own.len()].copy_from_slice(own);
                for (level, &node) in ladder.path(code).iter().enumerate() {
                    self.nodes[(at * self.height + level) * n + member] = node;
                }
            }
        }
        if self.meet.len() < n * n {
            self.meet.resize(n * n, [0; L]);
        }
        self.met.clear();
        self.met.resize(n, false);
    }
}
