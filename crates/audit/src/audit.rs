//! Attacking what would be published, cell by cell, as each attacker would.

use crate::everybody::Everybody;
use crate::knowledge::{Contributors, Outside, Parts};
use crate::null_space::NullSpace;
use crate::number::Residue;
use crate::reach::{Effort, Reach, Reached};
use crate::system::System;
use crate::witness::{Goal, Move, Room, holds};
use std::sync::Arc;

/// A sensitive cell, and how far below and above its value an attacker must find possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Need {
    /// The cell.
    pub cell: u32,
    /// How far below its value.
    pub down: f64,
    /// How far above it.
    pub up: f64,
}

/// A way from the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To what is less.
    Down,
    /// To what is more.
    Up,
}

/// What is not safe of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The cell.
    pub cell: u32,
    /// Who gets nearer than they may, and from which side; nobody if it is safe.
    pub near: Option<(Attacker, Direction)>,
}

/// What is known of a sensitive cell, and on which hidden cells that rests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Whether it is safe.
    pub verdict: Verdict,
    /// The cells that the witnesses move, if it is: while these stay hidden, and can move as far, it is safe.
    pub rests_on: Vec<u32>,
}

/// Who attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Attacker {
    /// Somebody who knows the table alone.
    Outsider,
    /// Somebody who knows what they contributed.
    Contributor(u32),
    /// Somebody who is the only contributor of a cell, and so knows it.
    Alone(u32),
}

/// The ends between which a hidden cell lies for an outsider, as distances from its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// How far below its value.
    pub down: f64,
    /// How far above it.
    pub up: f64,
    /// Whether the ends are the true ones. If not, the interval is at least as wide.
    pub is_exact: bool,
}

/// A table with hidden cells, and what its attackers know.
#[derive(Debug)]
pub struct Audit<'a> {
    pub(crate) system: &'a System,
    pub(crate) values: &'a [f64],
    pub(crate) outside: Outside<'a>,
    pub(crate) contributors: &'a Contributors,
    /// The true parts of everybody, if somebody has them.
    pub(crate) everybody: Option<&'a dyn Everybody>,
    /// What is known to be in each cell by those who contributed.
    pub(crate) plain: Arc<Parts>,
    /// The same, with what the lines of hidden cells tell everybody.
    pub(crate) by_lines: Arc<Parts>,
    /// Whether somebody who is alone in a cell knows its value.
    pub(crate) alone_know: bool,
    pub(crate) space: Arc<NullSpace<f64>>,
    /// Which cells follow from the relations alone, found without rounding.
    fixed: Arc<[bool]>,
}

impl<'a> Audit<'a> {
    /// A table whose hidden cells may be so far from their true values, as everybody knows.
    pub fn new(
        (system, values, hidden): (&'a System, &'a [f64], &[bool]),
        outside: Outside<'a>,
        contributors: &'a Contributors,
        alone_know: bool,
    ) -> Self {
        let parts = |with_lines| Arc::new(Parts::new(contributors, values.len(), with_lines));
        let (plain, by_lines) = (parts(false), parts(true));
        let (space, fixed) =
            rayon::join(|| NullSpace::new(system, hidden).into(), || fixed(system, hidden).into());
        let everybody = None;
        Self {
            system,
            values,
            outside,
            contributors,
            everybody,
            plain,
            by_lines,
            alone_know,
            space,
            fixed,
        }
    }

    /// The same, where the true parts of everybody are known: who gets too near by what is said of the
    /// largest alone is asked for once more.
    #[must_use]
    pub fn with_everybody(self, everybody: Option<&'a dyn Everybody>) -> Self {
        Self { everybody, ..self }
    }

    /// The same table of whose cells something else is known; nothing is eliminated again.
    #[must_use]
    pub fn with_outside<'b>(&'b self, outside: Outside<'b>) -> Audit<'b> {
        let [plain, by_lines] = [&self.plain, &self.by_lines].map(Arc::clone);
        let (space, fixed) = (self.space.clone(), self.fixed.clone());
        Audit { outside, plain, by_lines, space, fixed, ..*self }
    }

    /// Between which ends an outsider knows a cell to lie.
    pub fn interval(&self, cell: u32, stopped: &dyn Fn() -> bool) -> Interval {
        let reach = |by: f64| {
            let mut reach = Reach::new(&self.space, (cell, by));
            reach.to(by, &self.outside, Effort::Thorough, stopped)
        };
        let far = |by: f64| match reach(by) {
            Reached::Enough(_) => (f64::INFINITY, true),
            Reached::Farthest(far) => (far, true),
            Reached::AtLeast(far) => (far, false),
        };
        let ((down, below), (up, above)) = (far(f64::NEG_INFINITY), far(f64::INFINITY));
        Interval { down, up, is_exact: below && above }
    }

    /// Whether an outsider knows a hidden cell's value: by the relations alone, or by them and what
    /// values can be.
    pub fn is_exact(&self, cell: u32, stopped: &dyn Fn() -> bool) -> bool {
        let moves = |by: f64| self.any_move((cell, by), &self.outside, stopped).is_some();
        self.is_fixed(cell) || !(moves(-1.0) || moves(1.0))
    }

    /// Whether a cell follows from the relations alone.
    pub(crate) fn is_fixed(&self, cell: u32) -> bool {
        self.fixed[cell as usize]
    }

    /// How far a cell has to go for whom. Who makes something of lines knows the cell not to be below what
    /// its line tells, and so is not asked to find that possible; but then others are who know no lines.
    pub(crate) fn asked(&self, (cell, by): Goal) -> Vec<(Goal, Arc<Parts>)> {
        let own = self.by_lines.least[cell as usize] - self.values[cell as usize];
        if by >= own {
            return vec![((cell, by), self.by_lines.clone())];
        }
        let mut asked = vec![((cell, by), self.plain.clone())];
        if own < 0.0 {
            asked.push(((cell, own), self.by_lines.clone()));
        }
        asked
    }

    /// A move by as much as is asked for, if there is one.
    pub(crate) fn witness(
        &self,
        goal: (u32, f64),
        room: &impl Room,
        effort: Effort,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Move> {
        self.next_witness(&mut Reach::new(&self.space, goal), goal, (room, effort), stopped)
    }

    /// The same, where others asked about the cell before. That there is none is never said by what was
    /// worked out for many others.
    pub(crate) fn next_witness(
        &self,
        reach: &mut Reach<'_>,
        goal: (u32, f64),
        (room, effort): (&impl Room, Effort),
        stopped: &dyn Fn() -> bool,
    ) -> Option<Move> {
        let found = |reach: &mut Reach<'_>| match reach.to(goal.1, room, effort, stopped) {
            Reached::Enough(of) => holds(self.system, &of, room, goal).then_some(of),
            Reached::Farthest(..) | Reached::AtLeast(..) => None,
        };
        let first = found(reach);
        if first.is_some() || effort == Effort::Quick || !reach.forget() {
            return first;
        }
        found(reach)
    }

    /// A move by however little, if there is one.
    pub(crate) fn any_move(
        &self,
        (cell, sign): (u32, f64),
        room: &impl Room,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Move> {
        let little = self.values[cell as usize].abs().max(1.0) * 1e-6;
        self.witness((cell, sign * little), room, Effort::Thorough, stopped)
    }
}

/// Which hidden cells of a system follow from its relations alone, by elimination without rounding.
pub fn fixed(system: &System, hidden: &[bool]) -> Vec<bool> {
    let space = NullSpace::<Residue>::new(system, hidden);
    (0..hidden.len() as u32).map(|cell| hidden[cell as usize] && space.is_fixed(cell)).collect()
}
