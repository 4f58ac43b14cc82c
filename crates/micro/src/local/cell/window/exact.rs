//! Few members: all partitions of them.

use super::Window;
use super::group::Group;

/// Of at most so many units all partitions are tried.
pub(super) const MOST: usize = 10;

impl<const L: usize> Window<'_, L> {
    /// The best groups of all members: what is left after the group of the first member is the same
    /// question again.
    pub(super) fn exact(&mut self) -> Option<Vec<Group<L>>> {
        let all = (1_usize << self.members()) - 1;
        let count = self.members() as u16;
        let members =
            |set: usize| -> Vec<u16> { (0..count).filter(|&one| set >> one & 1 == 1).collect() };
        let mut alone = vec![0.0; all + 1];
        for (set, cost) in alone.iter_mut().enumerate().skip(1) {
            let group = self.group_in(0, members(set));
            let holds = self.holds(group.rows, &group.members);
            *cost = if holds { group.cost() } else { f64::INFINITY };
        }
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
}
