//! A few clusters that lie near each other, taken apart and put together anew.
//!
//! The nearest common ancestor of a set is the highest of those of one member with each of the others.
//! So what a cluster shows is a level for each attribute on the path of one member, its *anchor*; two
//! clusters' union, or a unit more, is the greater of two levels, attribute by attribute. Levels of all
//! pairs are worked out once, side by side in a few bytes.

use super::field::Field;

/// What is gained less than this is not gained: losses are added up in another order each time.
const NOTHING: f64 = 1e-7;
/// At most so many units are the seeds of new clusters.
const SEEDS: usize = 32;
/// Of at most so many units all partitions are tried.
const EXACT: usize = 10;
/// Stands for no unit of the window.
const NONE: u16 = u16::MAX;

/// The levels of all attributes; those beyond the last attribute are 0.
type Levels<const L: usize> = [u8; L];

fn above<const L: usize>(a: &Levels<L>, b: &Levels<L>) -> Levels<L> {
    std::array::from_fn(|at| a[at].max(b[at]))
}

fn covers<const L: usize>(a: &Levels<L>, b: &Levels<L>) -> bool {
    above(a, b) == *a
}

/// Members of a window that show the same.
#[derive(Clone, Debug)]
struct Group<const L: usize> {
    members: Vec<u16>,
    anchor: u16,
    levels: Levels<L>,
    rows: u64,
    /// The loss of one row.
    loss: f32,
}

impl<const L: usize> Group<L> {
    fn cost(&self) -> f64 {
        self.rows as f64 * f64::from(self.loss)
    }
}

fn total<const L: usize>(groups: &[Group<L>]) -> f64 {
    groups.iter().map(Group::cost).sum()
}

/// What the best cluster around a seed would be.
#[derive(Clone, Copy)]
struct Offer<const L: usize> {
    loss: f32,
    levels: Levels<L>,
}

/// Memory that is used again, window after window.
#[derive(Default)]
pub(super) struct Window<const L: usize> {
    units: Vec<u32>,
    rows: Vec<u64>,
    /// The levels at which two members meet, row by row.
    meet: Vec<Levels<L>>,
    /// What a member's own path costs at each level: member, attribute, level.
    path: Vec<f32>,
    /// How many levels the highest hierarchy has.
    height: usize,
    /// The members in the order of their distance from each seed.
    near: Vec<u64>,
    left: Vec<bool>,
    offers: Vec<Option<Offer<L>>>,
}

impl<const L: usize> Window<L> {
    /// Better clusters of the same units, and what is gained; `None` if none were found.
    pub(super) fn improve(
        &mut self,
        field: &Field<'_>,
        clusters: &[&[u32]],
    ) -> Option<(Vec<Vec<u32>>, f64)> {
        self.load(field, clusters);
        let mut best: Vec<Group<L>> = Vec::with_capacity(clusters.len());
        let mut next = 0;
        for cluster in clusters {
            let members = (next..next + cluster.len() as u16).collect();
            next += cluster.len() as u16;
            best.push(self.group(members));
        }
        let before = total(&best);
        if before <= NOTHING {
            return None;
        }
        self.polish(field, &mut best);
        if self.units.len() <= EXACT {
            best = self.exact(field).unwrap_or(best);
        } else if let Some(mut other) = self.rebuild(field) {
            self.polish(field, &mut other);
            if total(&other) < total(&best) - NOTHING {
                best = other;
            }
        }
        let gain = before - total(&best);
        let units =
            |group: &Group<L>| group.members.iter().map(|&at| self.units[at as usize]).collect();
        (gain > NOTHING).then(|| (best.iter().map(units).collect(), gain))
    }

    fn load(&mut self, field: &Field<'_>, clusters: &[&[u32]]) {
        self.units.clear();
        self.units.extend(clusters.iter().flat_map(|cluster| cluster.iter().copied()));
        self.rows.clear();
        self.rows.extend(self.units.iter().map(|&unit| u64::from(field.counts[unit as usize])));
        let (n, ladders) = (self.units.len(), &field.ladders);
        self.height = ladders.iter().map(super::ladder::Ladder::levels).max().unwrap_or(1);
        self.path.clear();
        self.path.resize(n * L * self.height, 0.0);
        for (member, &unit) in self.units.iter().enumerate() {
            for (at, (ladder, &code)) in ladders.iter().zip(field.codes(unit)).enumerate() {
                let own = ladder.losses(code);
                self.path[(member * L + at) * self.height..][..own.len()].copy_from_slice(own);
            }
        }
        self.meet.clear();
        self.meet.resize(n * n, [0; L]);
        for one in 1..n {
            for other in 0..one {
                let codes = field.codes(self.units[one]).iter().zip(field.codes(self.units[other]));
                let mut levels = [0; L];
                for (level, (ladder, (&a, &b))) in levels.iter_mut().zip(ladders.iter().zip(codes))
                {
                    *level = ladder.meet(a, b);
                }
                self.meet[one * n + other] = levels;
                self.meet[other * n + one] = levels;
            }
        }
    }

    fn meeting(&self, one: u16, other: u16) -> &Levels<L> {
        &self.meet[one as usize * self.units.len() + other as usize]
    }

    /// The loss of a row that shows these levels of a member's path.
    fn loss(&self, member: u16, levels: &Levels<L>) -> f32 {
        let path = &self.path[member as usize * L * self.height..][..L * self.height];
        (0..L).map(|at| path[at * self.height + levels[at] as usize]).sum()
    }

    /// The group of some members: at least one.
    fn group(&self, members: Vec<u16>) -> Group<L> {
        let anchor = members[0];
        let levels =
            members.iter().fold([0; L], |levels, &one| above(&levels, self.meeting(anchor, one)));
        let rows = members.iter().map(|&one| self.rows[one as usize]).sum();
        Group { loss: self.loss(anchor, &levels), members, anchor, levels, rows }
    }

    fn holds(&self, field: &Field<'_>, rows: u64, members: &[u16]) -> bool {
        rows >= field.judge.least()
            && (field.judge.size_decides() || {
                let units: Vec<u32> = members.iter().map(|&one| self.units[one as usize]).collect();
                field.holds(&units)
            })
    }

    /// The best groups of all members, of few: what is left after the group of the first member is the
    /// same question again.
    fn exact(&self, field: &Field<'_>) -> Option<Vec<Group<L>>> {
        let all = (1_usize << self.units.len()) - 1;
        let members = |set: usize| -> Vec<u16> {
            (0..self.units.len() as u16).filter(|&one| set >> one & 1 == 1).collect()
        };
        let cost = |set: usize| {
            let group = self.group(members(set));
            let holds = self.holds(field, group.rows, &group.members);
            if holds { group.cost() } else { f64::INFINITY }
        };
        let alone: Vec<f64> = (0..=all).map(|set| if set == 0 { 0.0 } else { cost(set) }).collect();
        // What each set costs at least, and the group of its first member then.
        let mut best = vec![(0.0, 0); all + 1];
        for set in 1..=all {
            let first = set & set.wrapping_neg();
            best[set] = (alone[set], set);
            let others = set ^ first;
            let mut part = others;
            while part > 0 {
                part = (part - 1) & others;
                let cost = alone[part | first] + best[others ^ part].0;
                if cost < best[set].0 {
                    best[set] = (cost, part | first);
                }
            }
        }
        let (mut groups, mut left) = (Vec::new(), all);
        while left > 0 && best[left].0.is_finite() {
            groups.push(self.group(members(best[left].1)));
            left ^= best[left].1;
        }
        (left == 0).then_some(groups)
    }

    /// New groups of all members: of the best groups around each seed the cheapest is made, with all
    /// that it covers, and so on with what is left; the last few join others. `None` if what is left
    /// cannot be placed.
    fn rebuild(&mut self, field: &Field<'_>) -> Option<Vec<Group<L>>> {
        let n = self.units.len();
        let step = n.div_ceil(SEEDS);
        let seeds: Vec<u16> = (0..n as u16).step_by(step).collect();
        self.near.clear();
        for &seed in &seeds {
            let start = self.near.len();
            for other in 0..n as u16 {
                let distance = self.loss(seed, self.meeting(seed, other));
                // Numbers that are not negative are ordered as their bits are.
                self.near.push(u64::from(distance.to_bits()) << 16 | u64::from(other));
            }
            self.near[start..].sort_unstable();
        }
        self.left.clear();
        self.left.resize(n, true);
        self.offers.clear();
        for (nth, &seed) in seeds.iter().enumerate() {
            let offer = self.offer(field, seed, nth);
            self.offers.push(offer);
        }
        let mut groups = Vec::new();
        loop {
            let open = self.offers.iter().enumerate();
            let open = open.filter_map(|(nth, offer)| offer.map(|offer| (nth, offer)));
            let Some((nth, offer)) = open.min_by(|a, b| a.1.loss.total_cmp(&b.1.loss)) else {
                break;
            };
            let seed = seeds[nth];
            let members: Vec<u16> = (0..n as u16)
                .filter(|&one| {
                    self.left[one as usize] && covers(&offer.levels, self.meeting(seed, one))
                })
                .collect();
            for &one in &members {
                self.left[one as usize] = false;
            }
            for (other, &of) in seeds.iter().enumerate() {
                let Some(offer) = &self.offers[other] else { continue };
                let lost = |&&one: &&u16| covers(&offer.levels, self.meeting(of, one));
                if members.iter().any(|one| lost(&one)) {
                    self.offers[other] = self.offer(field, of, other);
                }
            }
            groups.push(self.group(members));
        }
        let rest: Vec<u16> = (0..n as u16).filter(|&one| self.left[one as usize]).collect();
        for one in rest {
            let at = self.place(field, &groups, one, usize::MAX)?;
            self.join(&mut groups[at], one);
        }
        Some(groups)
    }

    /// The cheapest group around a seed among what is left, found step by step.
    fn offer(&self, field: &Field<'_>, seed: u16, nth: usize) -> Option<Offer<L>> {
        if !self.left[seed as usize] {
            return None;
        }
        let n = self.units.len();
        let near = &self.near[nth * n..][..n];
        let mut levels = [0; L];
        loop {
            let is_member =
                |one: u16| self.left[one as usize] && covers(&levels, self.meeting(seed, one));
            let rows: u64 = (0..n as u16)
                .filter(|&one| is_member(one))
                .map(|one| self.rows[one as usize])
                .sum();
            if rows >= field.judge.least() {
                let holds = field.judge.size_decides() || {
                    let members: Vec<u16> = (0..n as u16).filter(|&one| is_member(one)).collect();
                    self.holds(field, rows, &members)
                };
                if holds {
                    return Some(Offer { loss: self.loss(seed, &levels), levels });
                }
            }
            let (mut best, mut next) = (f32::INFINITY, NONE);
            for &word in near {
                let one = word as u16;
                if f32::from_bits((word >> 16) as u32) >= best {
                    break;
                }
                if self.left[one as usize] && !covers(&levels, self.meeting(seed, one)) {
                    let loss = self.loss(seed, &above(&levels, self.meeting(seed, one)));
                    if loss < best {
                        (best, next) = (loss, one);
                    }
                }
            }
            if next == NONE {
                return None;
            }
            levels = above(&levels, self.meeting(seed, next));
        }
    }

    /// The group that a member joins at the least cost, but for one of them.
    fn place(&self, field: &Field<'_>, groups: &[Group<L>], one: u16, but: usize) -> Option<usize> {
        let mut offers: Vec<(f64, usize)> = (groups.iter().enumerate())
            .filter(|(at, _)| *at != but)
            .map(|(at, group)| (self.joining(group, one), at))
            .collect();
        if field.judge.size_decides() {
            return offers.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|offer| offer.1);
        }
        offers.sort_by(|a, b| a.0.total_cmp(&b.0));
        let safe = |&(_, at): &(f64, usize)| {
            let members = [&groups[at].members[..], &[one]].concat();
            self.holds(field, groups[at].rows + self.rows[one as usize], &members)
        };
        offers.into_iter().find(safe).map(|offer| offer.1)
    }

    /// What it costs that a member joins a group.
    fn joining(&self, group: &Group<L>, one: u16) -> f64 {
        let levels = above(&group.levels, self.meeting(group.anchor, one));
        let rows = group.rows + self.rows[one as usize];
        rows as f64 * f64::from(self.loss(group.anchor, &levels)) - group.cost()
    }

    fn join(&self, group: &mut Group<L>, one: u16) {
        group.levels = above(&group.levels, self.meeting(group.anchor, one));
        group.loss = self.loss(group.anchor, &group.levels);
        group.rows += self.rows[one as usize];
        group.members.push(one);
    }

    /// Lets members change their group, and takes groups apart whose members are better off in others,
    /// until nothing is gained.
    fn polish(&self, field: &Field<'_>, groups: &mut Vec<Group<L>>) {
        loop {
            let moved = self.dissolve(field, groups);
            if !(self.relocate(field, groups) | moved) {
                return;
            }
        }
    }

    fn dissolve(&self, field: &Field<'_>, groups: &mut Vec<Group<L>>) -> bool {
        let (mut at, mut changed) = (0, false);
        while at < groups.len() && groups.len() > 1 {
            match self.without(field, groups, at) {
                Some(fewer) => {
                    *groups = fewer;
                    changed = true;
                }
                None => at += 1,
            }
        }
        changed
    }

    /// The groups after the members of one of them joined others, if that is cheaper.
    fn without(&self, field: &Field<'_>, groups: &[Group<L>], at: usize) -> Option<Vec<Group<L>>> {
        let own = groups[at].cost();
        // No member is better off than alone in the group that it joins cheapest.
        let mut least = 0.0;
        for &one in &groups[at].members {
            let others = groups.iter().enumerate().filter(|(other, _)| *other != at);
            least += others.map(|(_, group)| self.lower(group, one)).fold(f64::INFINITY, f64::min);
            if least >= own - NOTHING {
                return None;
            }
        }
        let mut fewer = groups.to_vec();
        let group = fewer.swap_remove(at);
        for one in group.members {
            let at = self.place(field, &fewer, one, usize::MAX)?;
            self.join(&mut fewer[at], one);
        }
        (total(&fewer) < total(groups) - NOTHING).then_some(fewer)
    }

    /// What a member costs at least once it joined a group.
    fn lower(&self, group: &Group<L>, one: u16) -> f64 {
        let levels = above(&group.levels, self.meeting(group.anchor, one));
        self.rows[one as usize] as f64 * f64::from(self.loss(group.anchor, &levels))
    }

    fn relocate(&self, field: &Field<'_>, groups: &mut [Group<L>]) -> bool {
        let mut changed = false;
        for at in 0..groups.len() {
            let mut nth = 0;
            while nth < groups[at].members.len() {
                if self.relocate_one(field, groups, at, nth) {
                    changed = true;
                } else {
                    nth += 1;
                }
            }
        }
        changed
    }

    /// Moves a member to another group if that is cheaper and both stay safe.
    fn relocate_one(
        &self,
        field: &Field<'_>,
        groups: &mut [Group<L>],
        at: usize,
        nth: usize,
    ) -> bool {
        let group = &groups[at];
        let one = group.members[nth];
        if group.rows - self.rows[one as usize] < field.judge.least().max(1) || group.loss <= 0.0 {
            return false;
        }
        let mut members = group.members.clone();
        members.remove(nth);
        let rest = self.group(members);
        let gain = group.cost() - rest.cost();
        let Some(to) = self.place(field, groups, one, at) else { return false };
        if gain - self.joining(&groups[to], one) <= NOTHING
            || !self.holds(field, rest.rows, &rest.members)
        {
            return false;
        }
        groups[at] = rest;
        self.join(&mut groups[to], one);
        true
    }
}
