//! Aiming: which node to look at to find a better one soon.
//!
//! From the best node so far, or from one thrown near it, walk downhill on the surrogate's guesses
//! by changing one attribute, or by lowering one and raising another. A guess costs nanoseconds,
//! so hundreds are compared for each look. The best node met that is not known and may still win
//! is looked at, and its lesson corrects the guesses.

use super::dice::Dice;
use super::known::Explored;
use super::surrogate::{Guess, Optimism, Surrogate};
use super::{Incumbent, Task};

/// Thresholds of one walk at most.
const STEPS: usize = 64;
/// Walks that may find nothing new before aiming is given up for now.
const WALKS: usize = 8;

/// Aims at better nodes.
#[derive(Debug)]
pub struct LocalSearch {
    dice: Dice,
    courage: Optimism,
    /// Looks since the last better node.
    misses: u64,
}

/// What aiming goes by.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The lattice and the scorer.
    pub task: &'a Task<'a>,
    /// What the looks have taught.
    pub known: &'a Explored,
    /// What can be guessed.
    pub surrogate: &'a Surrogate<'a>,
    /// The best node so far.
    pub best: Option<&'a Incumbent>,
    /// The most records that may still go.
    pub affordable: u64,
}

impl LocalSearch {
    /// Has not missed yet.
    pub fn new() -> Self {
        Self { dice: Dice::new(), courage: Optimism::default(), misses: 0 }
    }

    /// Looks since the last better node.
    pub fn misses(&self) -> u64 {
        self.misses
    }

    /// What came of a look.
    pub fn learn(&mut self, better: bool) {
        self.misses = if better { 0 } else { self.misses + 1 };
        self.courage.learn(better);
    }

    /// The node to look at next; none if walks meet known nodes only.
    pub fn next(&mut self, sight: Sight<'_>) -> Option<Vec<u8>> {
        (0..WALKS).find_map(|walk| {
            let near = walk == 0 && self.misses.is_multiple_of(2);
            let start = self.start(sight, near);
            Descent::new(sight, &start, self.courage).run()
        })
    }

    fn start(&mut self, sight: Sight<'_>, near: bool) -> Vec<u8> {
        let lattice = sight.task.lattice;
        let mut start = sight.best.map_or(lattice.top(), |best| &best.levels).to_vec();
        if !near && !start.is_empty() {
            for _ in 0..2 + self.dice.throw(3) {
                let at = self.dice.throw(start.len());
                let choices = lattice.top()[at] - lattice.bottom()[at] + 1;
                start[at] = lattice.bottom()[at] + self.dice.throw(choices.into()) as u8;
            }
        }
        start
    }
}

/// One walk downhill.
struct Descent<'a> {
    sight: Sight<'a>,
    affordable: f64,
    at: Vec<u8>,
    guess: Guess,
    score: f64,
    /// The best node met that is worth a look.
    found: Option<(f64, Vec<u8>)>,
    /// The best neighbour of the current node.
    next: Option<(f64, Guess, Vec<u8>)>,
}

impl<'a> Descent<'a> {
    fn new(sight: Sight<'a>, at: &[u8], courage: Optimism) -> Self {
        let affordable = sight.surrogate.logit_of(sight.affordable) + courage.logits();
        let guess = sight.surrogate.guess(at);
        let score = sight.surrogate.score(guess, at, affordable);
        let mut descent =
            Self { sight, affordable, at: at.to_vec(), guess, score, found: None, next: None };
        descent.meet(at, guess);
        descent.next = None;
        descent
    }

    fn run(mut self) -> Option<Vec<u8>> {
        for _ in 0..STEPS {
            self.look_around();
            match self.next.take() {
                Some((score, guess, levels)) if score < self.score => {
                    (self.score, self.guess, self.at) = (score, guess, levels);
                }
                _ => break,
            }
        }
        self.found.map(|(_, levels)| levels)
    }

    /// Meets all neighbours.
    fn look_around(&mut self) {
        let (bottom, top) = (self.sight.task.lattice.bottom(), self.sight.task.lattice.top());
        let here = self.at.clone();
        let mut levels = here.clone();
        for a in 0..here.len() {
            for to in (bottom[a]..=top[a]).filter(|&to| to != here[a]) {
                let guess = self.change(self.guess, &mut levels, a, to);
                self.meet(&levels, guess);
                if to + 1 == here[a] {
                    for b in (0..here.len()).filter(|&b| b != a && here[b] < top[b]) {
                        let both = self.change(guess, &mut levels, b, here[b] + 1);
                        self.meet(&levels, both);
                        levels[b] = here[b];
                    }
                }
                levels[a] = here[a];
            }
        }
    }

    fn change(&self, guess: Guess, levels: &mut [u8], attribute: usize, to: u8) -> Guess {
        let from = std::mem::replace(&mut levels[attribute], to);
        self.sight.surrogate.after(guess, attribute, from, to)
    }

    fn meet(&mut self, levels: &[u8], guess: Guess) {
        let score = self.sight.surrogate.score(guess, levels, self.affordable);
        if self.next.as_ref().is_none_or(|next| score < next.0) {
            self.next = Some((score, guess, levels.to_vec()));
        }
        if self.found.as_ref().is_none_or(|found| score < found.0) && self.sight.is_worth(levels) {
            self.found = Some((score, levels.to_vec()));
        }
    }
}

impl Sight<'_> {
    /// Whether a node was not looked at and may still win.
    fn is_worth(&self, levels: &[u8]) -> bool {
        let wins = |bound| self.best.is_none_or(|best| best.could_lose_to(bound, levels));
        let bound = || {
            let suppressed = self.known.suppressed(levels);
            self.task.scorer.bound_at(levels, suppressed).max(self.known.floor(levels))
        };
        // The cheapest question first.
        wins(self.surrogate.least(levels))
            && self.known.lesson(levels).is_none()
            && !self.known.fails(levels)
            && wins(bound())
    }
}
