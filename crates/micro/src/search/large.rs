//! The search of a lattice too large to list: as good as the time it is given.
//!
//! [`Aim`] looks for better nodes where a surrogate expects them; once it has missed for long it
//! shares the looks with [`Boxes`], which proves that nothing better is left, if it can. Both go by
//! what is [`Known`], so no node is looked at twice and none below a failure. When the search is
//! stopped, what it has found so far is its result, not proved.
//!
//! # References
//! Looking where a surrogate expects the best: D. R. Jones, M. Schonlau, W. J. Welch (1998):
//! Efficient Global Optimization of Expensive Black-Box Functions, doi:10.1023/A:1008306431147.

use super::aim::{Aim, Sight};
use super::boxes::{Boxes, Step};
use super::known::Known;
use super::lowest::{Lowest, Next};
use super::surrogate::Surrogate;
use super::{Found, Lesson, Task, Walk};
use crate::evaluate::Evaluate;
use ridotto_core::watch::{Watch, Wish};

/// Looks without a better node, for each attribute, after which the proof has every other look.
const PATIENCE: u64 = 10;
/// Looks without a better node after which a miss need not tell by how much it misses.
const CURIOUS: u64 = 24;

/// Finds a good node of any lattice, and the best if it is given the time.
pub fn large<E: Evaluate>(task: &Task<'_>, evaluate: &mut E, watch: &dyn Watch) -> Found {
    aim_and_prove(task, Boxes::new(task), evaluate, watch)
}

/// Aims at better nodes, and proves by these boxes.
pub(super) fn aim_and_prove<E: Evaluate>(
    task: &Task<'_>,
    boxes: Boxes,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Found {
    let mut known = Known::new();
    let pairs = evaluate.pairs(task.limit, task.lattice.top());
    let mut search = Large {
        walk: Walk::new(task, evaluate),
        surrogate: Surrogate::new(task),
        lowest: pairs.map(|pairs| Lowest::new(task, pairs, &mut known)),
        known,
        aim: Aim::new(),
        boxes,
        proves: false,
    };
    watch.begin("searching", task.most_checks);
    let mut proved = false;
    while !proved && watch.wish() == Wish::GoOn && !search.walk.is_spent() {
        let before = search.walk.checked;
        proved = search.advance();
        watch.advance(search.walk.checked - before);
    }
    let bound = search.boxes.bound(task).filter(|_| !proved);
    search.walk.found(proved, bound)
}

struct Large<'a, 'e, E> {
    walk: Walk<'a, 'e, E>,
    known: Known,
    surrogate: Surrogate<'a>,
    /// The nodes with the lowest bound, while they turn out to be the best.
    lowest: Option<Lowest>,
    aim: Aim,
    boxes: Boxes,
    /// Whether the next look is the proof's.
    proves: bool,
}

impl<E: Evaluate> Large<'_, '_, E> {
    /// One look, or one step of the proof that needs none. Says whether the proof is complete.
    fn advance(&mut self) -> bool {
        if let Some(mut lowest) = self.lowest.take() {
            let Walk { task, evaluate, best, .. } = &mut self.walk;
            match lowest.next(task, &mut self.known, best.as_ref(), *evaluate) {
                Next::Nothing => return true,
                Next::Spent => {}
                Next::Node(node) => {
                    let (_, better) = self.look(&node, true);
                    self.lowest = better.then_some(lowest);
                }
            }
            return false;
        }
        if !self.proves {
            if let Some(node) = self.target() {
                let (_, better) = self.look(&node, self.aim.misses() < CURIOUS);
                self.aim.learn(better);
                self.proves = self.is_stalled();
                return false;
            }
            self.proves = true;
        }
        let affordable = self.surrogate.logit_of(self.walk.affordable);
        let surrogate = &self.surrogate;
        let holds = |levels: &[u8]| surrogate.logit(surrogate.guess(levels)) <= affordable;
        match self.boxes.step(self.walk.task, &self.known, self.walk.best.as_ref(), holds) {
            Step::Proved => return true,
            Step::GoOn => {}
            Step::Look(node) => {
                let (lesson, better) = self.look(&node, false);
                self.boxes.learn(self.walk.task, &node, lesson);
                self.proves = false;
                if better {
                    self.aim.learn(true);
                }
            }
        }
        false
    }

    fn is_stalled(&self) -> bool {
        self.aim.misses() >= PATIENCE * self.walk.task.lattice.attributes() as u64
    }

    fn target(&mut self) -> Option<Vec<u8>> {
        self.aim.next(Sight {
            task: self.walk.task,
            known: &self.known,
            surrogate: &self.surrogate,
            best: self.walk.best.as_ref(),
            affordable: self.walk.affordable,
        })
    }

    fn look(&mut self, node: &[u8], is_curious: bool) -> (Lesson, bool) {
        let affordable = self.walk.affordable;
        let (lesson, better) = self.walk.look(node, is_curious);
        self.known.learn(node, lesson);
        self.surrogate.learn(node, lesson, affordable);
        (lesson, better)
    }
}
