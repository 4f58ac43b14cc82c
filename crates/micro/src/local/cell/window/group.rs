//! Members of a window that show the same, and what that costs.

use super::Window;

/// The levels of all attributes; those beyond the last attribute are 0.
pub(super) type Levels<const L: usize> = [u8; L];

pub(super) fn above<const L: usize>(a: &Levels<L>, b: &Levels<L>) -> Levels<L> {
    std::array::from_fn(|at| a[at].max(b[at]))
}

pub(super) fn covers<const L: usize>(a: &Levels<L>, b: &Levels<L>) -> bool {
    above(a, b) == *a
}

/// Members of a window that show the same.
#[derive(Clone, Debug)]
pub(super) struct Group<const L: usize> {
    pub members: Vec<u16>,
    pub anchor: u16,
    pub levels: Levels<L>,
    pub rows: u64,
    /// The loss of one row.
    pub loss: f32,
    /// When it was made or changed: no two states of groups of a window have the same number.
    pub tick: u32,
    /// Where the models see it.
    pub slot: u32,
}

impl<const L: usize> Group<L> {
    pub(super) fn cost(&self) -> f64 {
        self.rows as f64 * f64::from(self.loss)
    }
}

/// Groups, and the members that are suppressed.
#[derive(Clone, Debug)]
pub(super) struct Plan<const L: usize> {
    pub groups: Vec<Group<L>>,
    pub out: Vec<u16>,
}

impl<const L: usize> Window<'_, L> {
    /// Sees to it that it is known where a member meets all others, and itself.
    pub(super) fn know(&mut self, one: u16) {
        let (at, n) = (one as usize, self.members());
        if std::mem::replace(&mut self.met[at], true) {
            return;
        }
        let row = &mut self.meet[at * n..][..n];
        for (nth, levels) in self.nodes.chunks_exact(n * self.height).enumerate() {
            // Two values differ at every level below the one at which they meet.
            self.differ.clear();
            self.differ.resize(n, 0);
            for nodes in levels.chunks_exact(n) {
                let own = nodes[at];
                for (differ, &node) in self.differ.iter_mut().zip(nodes) {
                    *differ += u8::from(node != own);
                }
            }
            for (levels, &differ) in row.iter_mut().zip(&self.differ) {
                levels[nth] = differ;
            }
        }
        if self.units.len() > n {
            let own = self.base[at];
            for (levels, base) in row.iter_mut().zip(&self.base) {
                *levels = above(&above(levels, base), &own);
            }
        }
    }

    /// Where a member that is known meets another.
    pub(super) fn meeting(&self, one: u16, other: u16) -> &Levels<L> {
        debug_assert!(self.met[one as usize], "its row was worked out");
        &self.meet[one as usize * self.members() + other as usize]
    }

    /// The loss of a row that shows these levels of a member's path.
    pub(super) fn loss(&self, member: u16, levels: &Levels<L>) -> f32 {
        let path = &self.path[member as usize * L * self.height..][..L * self.height];
        (0..L).map(|at| path[at * self.height + levels[at] as usize]).sum()
    }

    /// The next number of a state.
    pub(super) fn tick(&mut self) -> u32 {
        self.tick += 1;
        self.tick
    }

    /// The group of some members: at least one.
    pub(super) fn group(&mut self, members: Vec<u16>) -> Group<L> {
        let slot = self.slots;
        self.slots += 1;
        self.group_in(slot, members)
    }

    pub(super) fn group_in(&mut self, slot: u32, members: Vec<u16>) -> Group<L> {
        let anchor = members[0];
        self.know(anchor);
        let levels =
            members.iter().fold([0; L], |levels, &one| above(&levels, self.meeting(anchor, one)));
        let rows = members.iter().map(|&one| self.rows[one as usize]).sum();
        let (loss, tick) = (self.loss(anchor, &levels), self.tick());
        Group { members, anchor, levels, rows, loss, tick, slot }
    }

    /// What it costs that a member joins a group.
    pub(super) fn joining(&self, group: &Group<L>, one: u16) -> f64 {
        let levels = above(&group.levels, self.meeting(group.anchor, one));
        let rows = group.rows + self.rows[one as usize];
        rows as f64 * f64::from(self.loss(group.anchor, &levels)) - group.cost()
    }

    pub(super) fn join(&mut self, group: &mut Group<L>, one: u16) {
        group.levels = above(&group.levels, self.meeting(group.anchor, one));
        group.loss = self.loss(group.anchor, &group.levels);
        group.rows += self.rows[one as usize];
        group.members.push(one);
        self.joined(group, one);
    }

    /// What a plan costs: a suppressed row loses all that a row can.
    pub(super) fn total(&self, plan: &Plan<L>) -> f64 {
        plan.groups.iter().map(Group::cost).sum::<f64>() + self.price(&plan.out)
    }

    /// What it costs to suppress some members.
    pub(super) fn price(&self, members: &[u16]) -> f64 {
        self.rows_of(members) as f64 * self.field.importance
    }

    pub(super) fn rows_of(&self, members: &[u16]) -> u64 {
        members.iter().map(|&one| self.rows[one as usize]).sum()
    }

    /// Whether one more member may be suppressed.
    pub(super) fn may_go(&self, plan_out: &[u16], one: u16) -> bool {
        self.budget > 0 && self.rows_of(plan_out) + self.rows[one as usize] <= self.budget
    }

    /// The group that a member joins at the least cost, and what that costs.
    pub(super) fn place(&mut self, groups: &[Group<L>], one: u16) -> Option<(f64, usize)> {
        let mut costs = std::mem::take(&mut self.costs);
        costs.clear();
        costs.extend((0..).zip(groups).map(|(at, group)| (self.joining(group, one), at)));
        let found = self.cheapest(groups, one, &mut costs);
        self.costs = costs;
        found
    }

    /// The cheapest of some groups that stays safe with a member more.
    pub(super) fn cheapest(
        &mut self,
        groups: &[Group<L>],
        one: u16,
        costs: &mut [(f64, usize)],
    ) -> Option<(f64, usize)> {
        if self.field.judge.stays_safe() {
            return costs.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0));
        }
        costs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        costs.iter().copied().find(|&(_, at)| self.holds_with(&groups[at], one))
    }
}
