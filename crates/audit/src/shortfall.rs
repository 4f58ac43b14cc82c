//! By how much whoever comes nearest to a cell misses what is needed.

use crate::audit::{Audit, Need};
use crate::everybody::{Own, truly_against};
use crate::knowledge::{Contributors, Floors, Group, Parts, eased, in_order};
use crate::reach::{Effort, Reach, Reached};
use crate::witness::{Goal, Move, Room};
use std::cell::RefCell;

impl Audit<'_> {
    /// By how much what an attacker finds possible of a cell misses what is needed, at most: of the outsider
    /// and of everybody who knows their own part. Whoever believes the farthest move of the outsider finds
    /// possible what the outsider does, so only the others are asked for.
    pub fn shortfall(&self, need: &Need, stopped: &dyn Fn() -> bool) -> f64 {
        let down = self.missing((need.cell, -need.down), stopped);
        down.max(self.missing((need.cell, need.up), stopped))
    }

    fn missing(&self, goal: Goal, stopped: &dyn Fn() -> bool) -> f64 {
        let asked = if goal.1 == 0.0 { Vec::new() } else { self.asked(goal) };
        let each = asked.into_iter().map(|(goal, parts)| self.missed(goal, &parts, stopped));
        each.fold(0.0, f64::max)
    }

    fn missed(&self, goal: Goal, parts: &Parts, stopped: &dyn Fn() -> bool) -> f64 {
        let Audit { outside, values, .. } = *self;
        let mut reach = Reach::new(&self.space, goal);
        let all = Floors { outside, values, parts: &parts.least, target: goal.0 };
        let mut most = goal.1.abs() - far(&mut reach, goal.1, &all, stopped);
        for who in self.doubting(&reach.farthest(), goal.0) {
            let needed = self.needed(goal, who).1;
            if needed.abs() > most {
                let own = self.far_for(&mut reach, (goal.0, needed), (who, parts), stopped);
                most = most.max(needed.abs() - own);
            }
        }
        most
    }

    /// Who does not believe a move; where nobody knows the true parts, perhaps one who is not listed.
    fn doubting(&self, of: &Move, target: u32) -> Vec<u32> {
        if let Some(everybody) = self.everybody {
            return truly_against(of, everybody, (self.values, &self.plain.largest), target);
        }
        let all = self.contributors.against(of, self.values).into_iter();
        in_order(all.filter(|one| one.1 != target).map(|one| one.0))
    }

    /// How far one must find a cell to go, who may be in it: not below their own part.
    fn needed(&self, goal: Goal, who: u32) -> Goal {
        let own = match self.everybody {
            Some(everybody) => everybody.part(goal.0, who),
            None if self.contributors.is_in(goal.0, who) => self.contributors.part(goal.0, who),
            None => 0.0,
        };
        eased(goal, own, self.values[goal.0 as usize])
    }

    /// How far a cell goes for one who knows their own part of each.
    fn far_for(
        &self,
        reach: &mut Reach<'_>,
        (cell, by): Goal,
        (who, parts): (u32, &Parts),
        stopped: &dyn Fn() -> bool,
    ) -> f64 {
        let Audit { outside, values, contributors, .. } = *self;
        let (least, target) = (&parts.least[..], cell);
        if let Some(everybody) = self.everybody {
            let parts = RefCell::default();
            let own = Own { outside, values, everybody, who, least, target, parts };
            return far(reach, by, &own, stopped);
        }
        if who == Contributors::UNLISTED {
            let unlisted = Floors { outside, values, parts: &parts.rest, target };
            return far(reach, by, &unlisted, stopped);
        }
        let (who, target) = (&[who][..], Some(cell));
        let own = Group { outside, values, contributors, who, least, target, alone_know: false };
        far(reach, by, &own, stopped)
    }
}

/// How far a cell goes, up to so much.
fn far(reach: &mut Reach<'_>, by: f64, room: &impl Room, stopped: &dyn Fn() -> bool) -> f64 {
    match reach.to(by, room, Effort::Thorough, stopped) {
        Reached::Enough(_) => by.abs(),
        Reached::Farthest(far) | Reached::AtLeast(far) => far,
    }
}
