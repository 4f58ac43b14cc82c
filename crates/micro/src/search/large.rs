//! The search of a lattice too large to list: as good as the time it is given.
//!
//! Where little may be suppressed and pairs of attributes were counted, it begins with the nodes that
//! have the [`Lowest`] bound: the first that holds is the best, or nearly.
//!
//! [`LocalSearch`] looks for better nodes where a surrogate expects them; once it has missed for long it
//! shares the looks with [`Boxes`], which proves that nothing better is left, if it can. Both go by
//! what is [`Explored`], so no node is looked at twice and none below a failure. When the search is
//! stopped, what it has found so far is its result, not proved.
//!
//! # References
//! Looking where a surrogate expects the best: D. R. Jones, M. Schonlau, W. J. Welch (1998):
//! Efficient Global Optimization of Expensive Black-Box Functions, doi:10.1023/A:1008306431147.

use super::aim::{LocalSearch, Sight};
use super::boxes::{Boxes, Step};
use super::known::Explored;
use super::lowest::{Lowest, Next};
use super::surrogate::Surrogate;
use super::{Observation, SearchResult, SearchState, Task};
use crate::evaluate::{Evaluate, Subsets};
use crate::lattice::OpenNodes;
use ridotto_core::watch::{Control, Watch};

/// Looks without a better node, for each attribute, after which the proof has every other look.
const PATIENCE: u64 = 10;
/// Looks without a better node after which a miss need not tell by how much it misses.
const CURIOUS: u64 = 24;

/// Finds a good node of any lattice, and the best if it is given the time.
pub fn large<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    subsets: Option<&mut Subsets<'_>>,
    watch: &dyn Watch,
) -> SearchResult {
    aim_and_prove(task, Boxes::new(task), evaluate, subsets, watch)
}

/// Aims at better nodes, and proves by these boxes.
pub(super) fn aim_and_prove<E: Evaluate>(
    task: &Task<'_>,
    boxes: Boxes,
    evaluate: &mut E,
    subsets: Option<&mut Subsets<'_>>,
    watch: &dyn Watch,
) -> SearchResult {
    let mut known = Explored::new();
    let lowest = subsets.map(|subsets| Lowest::new(task, subsets, &mut known));
    let mut search = Large {
        walk: SearchState::new(task, evaluate),
        known,
        surrogate: Surrogate::new(task),
        turn: if lowest.is_some() { Turn::Lowest } else { Turn::Aim },
        lowest,
        aim: LocalSearch::new(),
        boxes,
    };
    watch.begin("searching", task.most_checks);
    let mut proved = false;
    while !proved && watch.control() == Control::Continue && !search.walk.is_spent() {
        let before = search.walk.checked;
        proved = search.advance();
        watch.advance(search.walk.checked - before);
    }
    let bound = search.boxes.bound(task).filter(|_| !proved);
    search.walk.found(proved, bound)
}

struct Large<'a, 'e, 's, 'c, E> {
    walk: SearchState<'a, 'e, E>,
    known: Explored,
    surrogate: Surrogate<'a>,
    /// What the next look is for.
    turn: Turn,
    /// The nodes with the lowest bound, while they are worth it.
    lowest: Option<Lowest<'s, 'c>>,
    aim: LocalSearch,
    boxes: Boxes,
}

/// What a look is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// To see whether the node with the lowest bound holds: then it is the best, or nearly.
    Lowest,
    /// To find a better node.
    Aim,
    /// To prove that there is none.
    Prove,
}

impl<E: Evaluate> Large<'_, '_, '_, '_, E> {
    /// One look, or one step of the proof that needs none. Says whether the proof is complete.
    fn advance(&mut self) -> bool {
        match self.turn {
            Turn::Lowest => self.look_lowest(),
            Turn::Aim => {
                self.look_ahead();
                false
            }
            Turn::Prove => self.prove(),
        }
    }

    /// Looks at the node with the lowest bound. If it is not the best, the next look aims.
    fn look_lowest(&mut self) -> bool {
        self.turn = Turn::Aim;
        let Some(mut lowest) = self.lowest.take() else { return false };
        let SearchState { task, best, .. } = &self.walk;
        match lowest.next(task, &mut self.known, best.as_ref()) {
            Next::Nothing => return true,
            Next::Spent => {}
            Next::Node(node) => {
                let (_, better) = self.look(&node, true);
                if better {
                    self.turn = Turn::Lowest;
                }
                self.lowest = lowest.is_worth(better, self.walk.task).then_some(lowest);
            }
        }
        false
    }

    /// Looks where a better node is expected.
    fn look_ahead(&mut self) {
        let target = self.target();
        if let Some(node) = &target {
            let (_, better) = self.look(node, self.aim.misses() < CURIOUS);
            self.aim.learn(better);
        }
        if self.lowest.is_some() {
            self.turn = Turn::Lowest;
        } else if target.is_none() || self.is_stalled() {
            self.turn = Turn::Prove;
        }
    }

    /// One step of the proof, or a look for it.
    fn prove(&mut self) -> bool {
        let affordable = self.surrogate.logit_of(self.walk.affordable);
        let surrogate = &self.surrogate;
        let holds = |levels: &[u8]| surrogate.logit(surrogate.guess(levels)) <= affordable;
        match self.boxes.step(self.walk.task, &self.known, self.walk.best.as_ref(), holds) {
            Step::Proved => return true,
            Step::Continue => {}
            Step::Look(node) => {
                let (lesson, better) = self.look(&node, false);
                self.boxes.learn(self.walk.task, &node, lesson);
                self.turn = Turn::Aim;
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

    fn look(&mut self, node: &[u8], is_curious: bool) -> (Observation, bool) {
        let affordable = self.walk.affordable;
        let (lesson, better) = self.walk.look(node, is_curious, OpenNodes::unknown());
        self.known.learn(node, lesson);
        self.surrogate.learn(node, lesson, affordable);
        (lesson, better)
    }
}
