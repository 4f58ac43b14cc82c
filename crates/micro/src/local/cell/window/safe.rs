//! Whether groups of a window are safe, and stay so with a member more or less.
//!
//! A group that is asked about is shown to the models once; then members join it and leave it there, too,
//! so that a question costs what changed.

use super::Window;
use super::group::Group;

impl<'a, const L: usize> Window<'a, L> {
    /// Whether some members are safe together.
    pub(super) fn holds(&self, rows: u64, members: &[u16]) -> bool {
        let field: &super::Field<'a> = self.field;
        rows >= field.judge.least()
            && (field.judge.size_decides()
                || field.judge.holds(rows, |of| {
                    members.iter().flat_map(|&one| self.atom(one)).map(move |&unit| {
                        (field.judged(unit)[of], u64::from(field.counts[unit as usize]))
                    })
                }))
    }

    /// Whether a safe group stays safe with a member more.
    pub(super) fn holds_with(&mut self, group: &Group<L>, one: u16) -> bool {
        self.field.judge.stays_safe() || {
            self.show(group);
            self.change(group, one, true);
            let holds = self.probes[group.slot as usize].1.holds();
            self.change(group, one, false);
            holds
        }
    }

    /// Whether a group is safe without one of its members.
    pub(super) fn holds_without(&mut self, group: &Group<L>, one: u16) -> bool {
        let rows = self.rows[one as usize];
        group.rows - rows >= self.field.judge.least()
            && (self.field.judge.size_decides() || {
                self.show(group);
                self.change(group, one, false);
                let holds = self.probes[group.slot as usize].1.holds();
                self.change(group, one, true);
                holds
            })
    }

    /// A member joined a group: it has a new state, which the models are shown if they saw the last.
    pub(super) fn joined(&mut self, group: &mut Group<L>, one: u16) {
        let before = std::mem::replace(&mut group.tick, self.tick());
        if let Some((seen, _)) = self.probes.get_mut(group.slot as usize)
            && *seen == before
        {
            *seen = group.tick;
            self.change(group, one, true);
        }
    }

    /// A member joins what the models see of a group, or leaves it.
    fn change(&mut self, group: &Group<L>, one: u16, joins: bool) {
        let (field, start) = (self.field, self.start(one));
        let probe = &mut self.probes[group.slot as usize].1;
        for &unit in &self.units[start..self.ends[one as usize]] {
            let (values, rows) = (field.judged(unit), u64::from(field.counts[unit as usize]));
            if joins { probe.add(values, rows) } else { probe.take(values, rows) }
        }
    }

    /// Shows the models a group.
    fn show(&mut self, group: &Group<L>) {
        let (slot, field) = (group.slot as usize, self.field);
        while self.probes.len() <= slot {
            self.probes.push((0, field.judge.probe()));
        }
        let (seen, probe) = &mut self.probes[slot];
        if std::mem::replace(seen, group.tick) == group.tick {
            return;
        }
        probe.clear();
        for &one in &group.members {
            self.change(group, one, true);
        }
    }
}
