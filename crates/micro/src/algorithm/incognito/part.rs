//! The lattice of some of the attributes, and how it is searched.

use super::{FEW, Learned};
use crate::Lattice;
use crate::algorithm::looks::Looks;
use crate::evaluate::Evaluate;
use crate::lattice::{OpenNodes, Packed};
use crate::search::Task;
use ridotto_core::objective::Scorer;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explored {
    /// Nothing.
    Open,
    /// It satisfies, and suppresses at least so many records.
    Holds(u64),
    /// It does not satisfy.
    Fails,
}

impl Explored {
    /// How many records it suppresses at least, if it satisfies.
    pub fn suppressed(self) -> Option<u64> {
        match self {
            Self::Holds(suppressed) => Some(suppressed),
            _ => None,
        }
    }
}

/// The lattice of some of the attributes. Its nodes are numbered in the order of their levels, so
/// a node comes after all that are finer.
pub struct Part<'a> {
    lattice: &'a Lattice,
    scorer: &'a Scorer,
    attributes: Vec<usize>,
    /// Each attribute's number of levels, and how far its steps are apart.
    radices: Vec<usize>,
    strides: Vec<usize>,
    nodes: usize,
    /// The digits of each node, one for each attribute: its level above the lowest.
    digits: Vec<u8>,
}

impl<'a> Part<'a> {
    /// The part of a lattice whose attributes are the bits of a set.
    pub fn new(task: &Task<'a>, set: usize) -> Self {
        let (lattice, scorer) = (task.lattice, task.scorer);
        let (bottom, top) = (lattice.bottom(), lattice.top());
        let attributes: Vec<usize> = (0..bottom.len()).filter(|at| set >> at & 1 == 1).collect();
        let radices: Vec<usize> =
            attributes.iter().map(|&at| usize::from(top[at] - bottom[at]) + 1).collect();
        let mut nodes = 1;
        let mut strides = vec![0; attributes.len()];
        for (stride, radix) in strides.iter_mut().zip(&radices).rev() {
            *stride = nodes;
            nodes *= radix;
        }
        let digit = |node: usize, place: usize| (node / strides[place] % radices[place]) as u8;
        let digits = (0..nodes).flat_map(|node| (0..radices.len()).map(move |at| (node, at)));
        let digits = digits.map(|(node, place)| digit(node, place)).collect();
        Self { lattice, scorer, attributes, radices, strides, nodes, digits }
    }

    fn digits(&self, node: usize) -> &[u8] {
        let m = self.attributes.len();
        &self.digits[node * m..][..m]
    }

    /// A node with the other attributes at the top of their hierarchies.
    pub fn levels(&self, node: usize) -> Vec<u8> {
        let scales = self.scorer.scales();
        let mut levels: Vec<u8> = scales.iter().map(|scale| scale.height() as u8).collect();
        for (&digit, &at) in self.digits(node).iter().zip(&self.attributes) {
            levels[at] = self.lattice.bottom()[at] + digit;
        }
        levels
    }

    /// The nodes one step finer.
    pub fn below(&self, node: usize) -> impl Iterator<Item = usize> {
        let steps = self.digits(node).iter().zip(&self.strides);
        steps.filter(|(digit, _)| **digit > 0).map(move |(_, stride)| node - stride)
    }

    /// The nodes one step coarser, and the place of the attribute that is.
    fn above(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let digits = self.digits(node).iter().zip(&self.radices);
        let steps = digits.zip(&self.strides).enumerate();
        steps
            .filter(|(_, ((digit, radix), _))| usize::from(**digit) + 1 < **radix)
            .map(move |(place, (_, stride))| (place, node + stride))
    }

    /// The largest sets within this one that were searched: their bits, and their attributes'
    /// places here.
    fn parts(&self) -> Vec<(usize, Vec<usize>)> {
        let m = self.attributes.len();
        let size = m.saturating_sub(1).min(FEW);
        let sets = (0..1_usize << m).filter(|set| m > 0 && set.count_ones() as usize == size);
        let part = |set: usize| {
            let places: Vec<usize> = (0..m).filter(|place| set >> place & 1 == 1).collect();
            (places.iter().map(|&place| 1 << self.attributes[place]).sum(), places)
        };
        sets.map(part).collect()
    }

    /// What the parts of each node tell of it: it is open if they all satisfy.
    fn open(&self, done: &[Vec<Explored>]) -> Vec<Explored> {
        let parts = self.parts();
        let fails = |digits: &[u8], (set, places): &(usize, Vec<usize>)| {
            let each = places.iter().map(|&place| (self.radices[place], digits[place]));
            let node = each.fold(0, |at, (radix, digit)| at * radix + usize::from(digit));
            done[*set][node] == Explored::Fails
        };
        let known = |node: usize| {
            let digits = self.digits(node);
            let fails = parts.iter().any(|part| fails(digits, part));
            if fails { Explored::Fails } else { Explored::Open }
        };
        (0..self.nodes).map(known).collect()
    }

    /// What becomes known of each node; nodes stay open only if it is time to end. Where an open
    /// node is guessed to fail, the coarsest open one above it that is guessed to fail is looked at
    /// in its stead: it closes more.
    pub fn search<E: Evaluate>(
        &self,
        done: &[Vec<Explored>],
        looks: &mut Looks<'_, '_, E>,
        learned: &mut Learned<'_>,
    ) -> Vec<Explored> {
        let mut known = self.open(done);
        for node in 0..self.nodes {
            while known[node] == Explored::Open && !looks.is_over() {
                let at = self.coarsest(node, &known, learned);
                let seen = {
                    let open = |&at: &usize| known[at] == Explored::Open;
                    let packed = |at: usize| Packed::new(&self.levels(at));
                    let list = || (node..self.nodes).filter(open).map(packed).collect();
                    learned.look(&self.levels(at), OpenNodes::listed(&list), looks)
                };
                self.mark(at, seen, &mut known);
            }
        }
        known
    }

    /// The coarsest open node that is guessed to fail, from an open node up: always by the step
    /// that suppresses the most.
    fn coarsest(&self, node: usize, known: &[Explored], learned: &Learned<'_>) -> usize {
        let mut at = node;
        let mut guess = learned.surrogate.guess(&self.levels(at));
        loop {
            let open = self.above(at).filter(|&(_, above)| known[above] == Explored::Open);
            let guesses = open.map(|(place, above)| {
                let attribute = self.attributes[place];
                let from = self.lattice.bottom()[attribute] + self.digits(at)[place];
                let after = learned.surrogate.after(guess, attribute, from, from + 1);
                (learned.surrogate.logit(after), after, above)
            });
            let failing = guesses.filter(|(logit, ..)| *logit > learned.failing());
            let most = failing.max_by(|(a, ..), (b, ..)| a.total_cmp(b));
            let Some((_, after, above)) = most else { return at };
            (guess, at) = (after, above);
        }
    }

    /// What is above a node that holds holds, and what is below one that fails fails. Nodes above
    /// one that holds may suppress less.
    fn mark(&self, node: usize, seen: Explored, known: &mut [Explored]) {
        let holds = seen != Explored::Fails;
        let mut stack = vec![node];
        while let Some(at) = stack.pop() {
            if known[at] == Explored::Open {
                known[at] = if holds { Explored::Holds(0) } else { Explored::Fails };
                if holds {
                    stack.extend(self.above(at).map(|(_, above)| above));
                } else {
                    stack.extend(self.below(at));
                }
            }
        }
        known[node] = seen;
    }
}
