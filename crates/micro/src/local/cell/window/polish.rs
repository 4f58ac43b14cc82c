//! Small steps: members change their group, and groups are taken apart whose members are better off in
//! others, until nothing is gained.

use super::group::{Group, Levels, Plan, above};
use super::{NOTHING, Window};

/// A group as it was before a member joined it.
struct Before<const L: usize> {
    at: usize,
    levels: Levels<L>,
    loss: f32,
    rows: u64,
    tick: u32,
}

impl<const L: usize> Window<'_, L> {
    pub(super) fn polish(&mut self, plan: &mut Plan<L>) {
        let (mut dissolved, mut moved) = (0, 0);
        loop {
            let start = self.tick;
            let fewer = self.dissolve(&mut plan.groups, dissolved);
            let now = self.tick;
            let changed = fewer | self.relocate(&mut plan.groups, moved);
            if !(changed | (self.budget > 0 && self.exchange(plan))) {
                return;
            }
            (dissolved, moved) = (start, now);
        }
    }

    /// Lets suppressed members join groups where that costs less, and suppresses others instead where
    /// that gains something.
    fn exchange(&mut self, plan: &mut Plan<L>) -> bool {
        let before = plan.out.len();
        let mut out = std::mem::take(&mut plan.out);
        out.retain(|&one| {
            let price = self.price(&[one]);
            let place = self.place(&plan.groups, one).filter(|of| of.0 < price - NOTHING);
            place.map(|(_, to)| self.join(&mut plan.groups[to], one)).is_none()
        });
        let mut changed = out.len() < before;
        for at in 0..plan.groups.len() {
            let mut nth = 0;
            while nth < plan.groups[at].members.len() {
                let one = plan.groups[at].members[nth];
                if self.may_go(&out, one) && self.gains_alone(&plan.groups[at], nth) {
                    self.leave(&mut plan.groups[at], nth);
                    out.push(one);
                    changed = true;
                } else {
                    nth += 1;
                }
            }
        }
        plan.out = out;
        changed
    }

    /// Whether it gains something to suppress a member of a group.
    fn gains_alone(&mut self, group: &Group<L>, nth: usize) -> bool {
        let one = group.members[nth];
        let rows = group.rows - self.rows[one as usize];
        rows >= self.field.judge.least().max(1)
            && group.cost() - self.price(&[one])
                > rows as f64 * f64::from(self.loss_without(group, nth)) + NOTHING
            && self.holds_without(group, one)
    }

    /// Takes groups apart, unless nothing changed since a state in which that was tried.
    fn dissolve(&mut self, groups: &mut Vec<Group<L>>, since: u32) -> bool {
        let (mut at, mut changed) = (0, false);
        while at < groups.len() && groups.len() > 1 {
            if groups.iter().any(|group| group.tick > since) && self.without(groups, at) {
                changed = true;
            } else {
                at += 1;
            }
        }
        changed
    }

    /// Lets the members of a group join others, if that is cheaper.
    fn without(&mut self, groups: &mut Vec<Group<L>>, at: usize) -> bool {
        let own = groups[at].cost();
        // No member is better off than alone in the group that it joins cheapest.
        let mut least = 0.0;
        for &one in &groups[at].members {
            let others = groups.iter().enumerate().filter(|(other, _)| *other != at);
            least += others.map(|(_, group)| self.lower(group, one)).fold(f64::INFINITY, f64::min);
            if least >= own - NOTHING {
                return false;
            }
        }
        let group = groups.swap_remove(at);
        let (mut joined, mut dearer) = (Vec::new(), 0.0);
        for &one in &group.members {
            let place = self.place(groups, one).filter(|place| dearer + place.0 < own - NOTHING);
            let Some((cost, to)) = place else {
                undo(groups, joined);
                groups.push(group);
                let end = groups.len() - 1;
                groups.swap(at, end);
                return false;
            };
            dearer += cost;
            let Group { levels, loss, rows, tick, .. } = groups[to];
            joined.push(Before { at: to, levels, loss, rows, tick });
            self.join(&mut groups[to], one);
        }
        true
    }

    /// What a member costs at least once it joined a group.
    fn lower(&self, group: &Group<L>, one: u16) -> f64 {
        let levels = above(&group.levels, self.meeting(group.anchor, one));
        self.rows[one as usize] as f64 * f64::from(self.loss(group.anchor, &levels))
    }

    fn relocate(&mut self, groups: &mut [Group<L>], since: u32) -> bool {
        let mut changed = false;
        for at in 0..groups.len() {
            let mut nth = 0;
            while nth < groups[at].members.len() {
                if self.relocate_one(groups, (at, nth), since) {
                    changed = true;
                } else {
                    nth += 1;
                }
            }
        }
        changed
    }

    /// Moves a member to another group if that is cheaper and both stay safe. What did not change since
    /// a state in which that was tried is not tried again.
    fn relocate_one(
        &mut self,
        groups: &mut [Group<L>],
        (at, nth): (usize, usize),
        since: u32,
    ) -> bool {
        let group = &groups[at];
        let one = group.members[nth];
        let rows = group.rows - self.rows[one as usize];
        if rows < self.field.judge.least().max(1) || group.loss <= 0.0 {
            return false;
        }
        let gain = group.cost() - rows as f64 * f64::from(self.loss_without(group, nth));
        let mut costs = std::mem::take(&mut self.costs);
        costs.clear();
        for (to, other) in groups.iter().enumerate() {
            if to != at && (group.tick > since || other.tick > since) {
                let cost = self.joining(other, one);
                if gain - cost > NOTHING {
                    costs.push((cost, to));
                }
            }
        }
        let is_open = !costs.is_empty() && self.holds_without(&groups[at], one);
        let place = if is_open { self.cheapest(groups, one, &mut costs) } else { None };
        self.costs = costs;
        let Some((_, to)) = place else { return false };
        self.leave(&mut groups[at], nth);
        self.join(&mut groups[to], one);
        true
    }

    /// A member leaves a group that has others.
    fn leave(&mut self, group: &mut Group<L>, nth: usize) {
        let mut members = std::mem::take(&mut group.members);
        members.remove(nth);
        *group = self.group_in(group.slot, members);
    }

    /// The loss of a row of a group without one of its members.
    fn loss_without(&mut self, group: &Group<L>, nth: usize) -> f32 {
        let anchor = group.members[usize::from(nth == 0)];
        self.know(anchor);
        let others = group.members.iter().enumerate().filter(|(at, _)| *at != nth);
        let levels =
            others.fold([0; L], |levels, (_, &one)| above(&levels, self.meeting(anchor, one)));
        self.loss(anchor, &levels)
    }
}

/// Takes back what members joined, the last first.
fn undo<const L: usize>(groups: &mut [Group<L>], joined: Vec<Before<L>>) {
    for Before { at, levels, loss, rows, tick } in joined.into_iter().rev() {
        let group = &mut groups[at];
        group.members.pop();
        (group.levels, group.loss, group.rows, group.tick) = (levels, loss, rows, tick);
    }
}
