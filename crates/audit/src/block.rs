//! Sensitive cells that are looked at in a row, so that one witness serves several.

use crate::audit::{Attacker, Audit, Direction, Need, Proof, Verdict};
use crate::believed::Found;
use crate::everybody::{Everybody, Own, truly_against};
use crate::knowledge::{Contributors, Floors, Group, Parts, eased, in_order};
use crate::reach::{Effort, Reach};
use crate::witness::{Goal, Move, Room, holds, loss};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Cells that are looked at in a row, so that one witness serves several.
const BLOCK: usize = 1_024;

impl Audit<'_> {
    /// What is not safe, of the cells that have to be.
    pub fn verdicts(&self, needs: &[Need], stopped: &(dyn Fn() -> bool + Sync)) -> Vec<Verdict> {
        self.proofs(needs, stopped).into_iter().map(|proof| proof.verdict).collect()
    }

    /// The same, and on which hidden cells it rests.
    pub fn proofs(&self, needs: &[Need], stopped: &(dyn Fn() -> bool + Sync)) -> Vec<Proof> {
        let block = |needs: &[Need]| Block::new(self, needs, stopped).proofs();
        // A few are done before another thread would have heard of them.
        if needs.len() <= BLOCK {
            return block(needs);
        }
        needs.par_chunks(BLOCK).flat_map_iter(block).collect()
    }
}

/// Some cells that are looked at in a row.
pub(crate) struct Block<'a> {
    audit: &'a Audit<'a>,
    needs: &'a [Need],
    place: FxHashMap<u32, usize>,
    /// Of each cell and direction the moves, found for another, that go as far as needed.
    shared: Vec<[Vec<Rc<Found>>; 2]>,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Of a cell and a direction, what witnesses move; or who gets too near.
type Side = Result<Vec<u32>, (Attacker, Direction)>;

impl<'a> Block<'a> {
    pub fn new(
        audit: &'a Audit<'a>,
        needs: &'a [Need],
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let place = needs.iter().enumerate().map(|(at, need)| (need.cell, at)).collect();
        Self { audit, needs, place, shared: vec![[Vec::new(), Vec::new()]; needs.len()], stopped }
    }

    pub fn proofs(mut self) -> Vec<Proof> {
        (0..self.needs.len()).map(|at| self.proof(at)).collect()
    }

    fn proof(&mut self, at: usize) -> Proof {
        let cell = self.needs[at].cell;
        let down = self.side(at, Direction::Down);
        let both = down.and_then(|mut down| {
            down.append(&mut self.side(at, Direction::Up)?);
            Ok(down)
        });
        match both {
            Ok(all) => {
                let mut rests_on = in_order(all.into_iter());
                rests_on.shrink_to_fit();
                Proof { verdict: Verdict { cell, near: None }, rests_on }
            }
            Err(near) => {
                Proof { verdict: Verdict { cell, near: Some(near) }, rests_on: Vec::new() }
            }
        }
    }

    /// Looks at a cell from one side.
    fn side(&mut self, at: usize, direction: Direction) -> Side {
        let Need { cell, down, up } = self.needs[at];
        let (needed, sign) = match direction {
            Direction::Down => (down, -1.0),
            Direction::Up => (up, 1.0),
        };
        if needed <= 0.0 {
            return Ok(Vec::new());
        }
        if self.audit.is_fixed(cell) {
            return Err((Attacker::Outsider, direction));
        }
        let goal = (cell, sign * needed);
        let shared = std::mem::take(&mut self.shared[at][direction as usize]);
        let mut cells = Vec::new();
        for (goal, parts) in self.audit.asked(goal) {
            let listed = self.convincing(goal, &parts, &shared, &mut cells);
            let truly = match (listed, self.audit.everybody) {
                (Err(Attacker::Contributor(_)), Some(everybody)) => {
                    self.truly(goal, &parts, everybody, &mut cells)
                }
                (listed, _) => listed,
            };
            truly.map_err(|who| (who, direction))?;
        }
        if self.audit.alone_know {
            // Of all moves that convince somebody: who is not convinced by the first may know the second.
            let mut alone = self.audit.contributors.alone_in(cells.iter().copied());
            alone.retain(|&who| !self.audit.contributors.is_in(cell, who));
            let known = unconvinced(&alone, |who| self.leaves_open(cell, who, &mut cells));
            if let Some(who) = known {
                return Err((Attacker::Alone(who), direction));
            }
        }
        Ok(cells)
    }

    /// Finds moves that go as far as needed and by which everybody is convinced; what all of them change is
    /// added to the cells.
    fn convincing(
        &mut self,
        goal: Goal,
        parts: &Parts,
        shared: &[Rc<Found>],
        cells: &mut Vec<u32>,
    ) -> Result<(), Attacker> {
        let Audit { contributors, values, .. } = *self.audit;
        let mut asked = Asked { goal, parts, reach: Reach::new(&self.audit.space, goal) };
        // Whoever is listed for one cell may be in others without being listed: a move that offends those
        // who are not listed convinces nobody.
        let is_plain = |of: &&Rc<Found>| !of.offends_unlisted(parts, values, goal.0);
        let shared: Vec<&Rc<Found>> = shared.iter().filter(is_plain).collect();
        let left = if shared.is_empty() {
            let witness = Rc::new(Found::new(self.found(&mut asked)?));
            self.share(&witness, goal.1);
            cells.extend(witness.moved());
            witness.against(contributors, values, goal.0)
        } else {
            self.left(goal.0, &shared, cells)
        };
        self.doubting(&mut asked, left, cells).map_or(Ok(()), |who| Err(Attacker::Contributor(who)))
    }

    /// A move that goes as far as needed; if it is found with little effort, one that convinces everybody.
    fn found(&self, asked: &mut Asked<'_>) -> Result<Move, Attacker> {
        let Audit { outside, values, .. } = *self.audit;
        let Asked { goal, parts, reach } = asked;
        let [everyone, unlisted, all] = [&parts.largest, &parts.rest, &parts.least]
            .map(|parts| Floors { outside, values, parts, target: goal.0 });
        let mut witness =
            |room: &_, effort| self.audit.next_witness(reach, *goal, (room, effort), self.stopped);
        if let Some(single) = single(self.audit, *goal, &everyone) {
            return Ok(single);
        }
        (!parts.are_alike)
            .then(|| witness(&everyone, Effort::Quick))
            .flatten()
            .or_else(|| witness(&unlisted, Effort::Thorough))
            .ok_or_else(|| {
                let any = if parts.are_told { None } else { witness(&all, Effort::Thorough) };
                let unlisted = Attacker::Contributor(Contributors::UNLISTED);
                any.map_or(Attacker::Outsider, |_| unlisted)
            })
    }

    /// Whom none of some moves convinces.
    fn left(&self, cell: u32, shared: &[&Rc<Found>], cells: &mut Vec<u32>) -> Vec<u32> {
        let Audit { contributors, values, .. } = *self.audit;
        let mut left: Option<Vec<u32>> = None;
        for witness in shared {
            let doubting = witness.against(contributors, values, cell);
            let before = left.as_ref().map_or(usize::MAX, Vec::len);
            let now = match left {
                None => doubting,
                Some(mut left) => {
                    left.retain(|who| doubting.binary_search(who).is_ok());
                    left
                }
            };
            if now.len() < before {
                cells.extend(witness.moved());
            }
            let is_done = now.is_empty();
            left = Some(now);
            if is_done {
                break;
            }
        }
        left.unwrap_or_default()
    }

    /// The first contributor whom no move convinces. All who are left are asked together, and then the
    /// first of them: the move that convinces this one convinces most of the others.
    fn doubting(
        &mut self,
        asked: &mut Asked<'_>,
        mut left: Vec<u32>,
        cells: &mut Vec<u32>,
    ) -> Option<u32> {
        let Audit { contributors, values, .. } = *self.audit;
        let goal = asked.goal;
        while !left.is_empty() {
            if left.len() > 1
                && self.convinced_by(asked, goal, (&left, Effort::Quick), cells).is_some()
            {
                return None;
            }
            // Who is in the cell is told less than the others need, so they come last.
            let outside = left.iter().find(|&&who| !contributors.is_in(goal.0, who));
            let &first = outside.or(left.first())?;
            let eased = self.eased(goal, first);
            if eased.1 != 0.0 {
                let Some(of) = self.convinced_by(asked, eased, (&[first], Effort::Thorough), cells)
                else {
                    return Some(first);
                };
                if eased == goal {
                    let still = of.against(contributors, values, goal.0);
                    left.retain(|who| still.binary_search(who).is_ok());
                }
            }
            left.retain(|&who| who != first);
        }
        None
    }

    /// Finds moves by which everybody is convinced for what they truly contribute, one after the other.
    fn truly(
        &self,
        goal: Goal,
        parts: &Parts,
        everybody: &dyn Everybody,
        cells: &mut Vec<u32>,
    ) -> Result<(), Attacker> {
        let Audit { outside, values, .. } = *self.audit;
        let (target, least) = (goal.0, &parts.least);
        let mut reach = Reach::new(&self.audit.space, goal);
        let against =
            |of: &Move| truly_against(of, everybody, (values, &self.audit.plain.largest), target);
        let all = Floors { outside, values, parts: least, target };
        let first =
            self.audit.next_witness(&mut reach, goal, (&all, Effort::Thorough), self.stopped);
        let first = first.ok_or(Attacker::Outsider)?;
        cells.extend(first.iter().map(|one| one.0));
        let mut left = against(&first);
        while let Some(&who) = left.first() {
            let own = everybody.part(target, who);
            let eased = eased(goal, own, values[target as usize]);
            if eased.1 != 0.0 {
                let parts = RefCell::default();
                let room = Own { outside, values, everybody, who, least, target, parts };
                let (asked, thorough) = (&mut reach, Effort::Thorough);
                let witness =
                    self.audit.next_witness(asked, eased, (&room, thorough), self.stopped);
                let witness = witness.ok_or(Attacker::Contributor(who))?;
                cells.extend(witness.iter().map(|one| one.0));
                if eased == goal {
                    let still = against(&witness);
                    left.retain(|who| still.binary_search(who).is_ok());
                }
            }
            left.retain(|&other| other != who);
        }
        Ok(())
    }

    /// What a contributor must find possible: if they are in the cell, not less than their own part.
    fn eased(&self, (cell, by): Goal, who: u32) -> Goal {
        let contributors = self.audit.contributors;
        if by > 0.0 || !contributors.is_in(cell, who) {
            return (cell, by);
        }
        eased((cell, by), contributors.part(cell, who), self.audit.values[cell as usize])
    }

    /// A move that goes as far as needed and convinces some contributors.
    fn convinced_by(
        &mut self,
        asked: &mut Asked<'_>,
        goal: Goal,
        (who, effort): (&[u32], Effort),
        cells: &mut Vec<u32>,
    ) -> Option<Rc<Found>> {
        let Audit { outside, values, contributors, .. } = *self.audit;
        let (target, least) = (Some(goal.0), &asked.parts.least);
        let room = Group { outside, values, contributors, who, least, target, alone_know: false };
        let witness =
            self.audit.next_witness(&mut asked.reach, goal, (&room, effort), self.stopped)?;
        let witness = Rc::new(Found::new(witness));
        cells.extend(witness.moved());
        self.share(&witness, goal.1);
        Some(witness)
    }

    /// Whether those who are alone in cells, and know these, do not know another.
    fn leaves_open(&self, cell: u32, who: &[u32], cells: &mut Vec<u32>) -> bool {
        let Audit { outside, values, contributors, .. } = *self.audit;
        let least = &self.audit.plain.least;
        let room =
            Group { outside, values, contributors, who, least, target: None, alone_know: true };
        let any = |sign: f64| self.audit.any_move((cell, sign), &room, self.stopped);
        let witness = any(-1.0).or_else(|| any(1.0));
        cells.extend(witness.iter().flatten().map(|one| one.0));
        witness.is_some()
    }

    /// A move serves each cell that it moves far enough, and so does the way back, if there is room;
    /// unless that cell needs so much less than what was asked for that the loss would matter.
    fn share(&mut self, witness: &Rc<Found>, asked: f64) {
        let outside = self.audit.outside;
        let fits = |&(cell, by): &(u32, f64)| {
            by.abs() <= if by < 0.0 { outside.up(cell) } else { outside.down(cell) }
        };
        let back = witness.of().iter().all(fits);
        let back = back.then(|| Rc::new(witness.turned()));
        for &(cell, by) in witness.of() {
            let Some(&at) = self.place.get(&cell) else { continue };
            let Need { down, up, .. } = self.needs[at];
            for (side, far, needed) in [(0, -by, down), (1, by, up)] {
                if needed < asked.abs() * 0.1 || self.shared[at][side].len() >= SHARED {
                    continue;
                }
                let enough = needed - loss(needed);
                if far >= enough {
                    self.shared[at][side].push(witness.clone());
                } else if let Some(back) = back.as_ref().filter(|_| -far >= enough) {
                    self.shared[at][side].push(back.clone());
                }
            }
        }
    }
}

/// How many moves of others are kept for a cell and direction.
const SHARED: usize = 12;

/// How far a cell has to go for some who know as much, and what was worked out for those who were asked.
struct Asked<'a> {
    goal: Goal,
    parts: &'a Parts,
    reach: Reach<'a>,
}

/// The move of a single free cell that goes as far as needed, if there is one: most cells need no more.
fn single(audit: &Audit<'_>, goal: (u32, f64), room: &impl Room) -> Option<Move> {
    /// Longer rows are those of great totals.
    const LONGEST: usize = 64;
    let (cell, by) = goal;
    let own = [(cell, 1.0)];
    let row = if audit.space.is_free(cell) { &own[..] } else { audit.space.row(cell) };
    let mut row: Vec<(u32, f64)> = row.iter().take(LONGEST).copied().collect();
    row.sort_by_key(|&(free, _)| (audit.space.column(free).len(), free));
    let fits = |&(cell, by): &(u32, f64)| {
        by.abs() <= if by > 0.0 { room.up(cell) } else { room.down(cell) }
    };
    row.into_iter().find_map(|(free, share)| {
        let far = by / share;
        let column = audit.space.column(free).iter();
        let of = || column.clone().map(|&(bound, value)| (bound, value * far)).chain([(free, far)]);
        if !of().all(|one| fits(&one)) {
            return None;
        }
        let of: Move = of().collect();
        holds(audit.system, &of, room, goal).then_some(of)
    })
}

/// The first of some who are not convinced, asked together and then one by one.
fn unconvinced(who: &[u32], mut convinces: impl FnMut(&[u32]) -> bool) -> Option<u32> {
    if who.is_empty() || convinces(who) {
        return None;
    }
    if who.len() == 1 {
        return who.first().copied();
    }
    who.iter().copied().find(|&one| !convinces(&[one]))
}
