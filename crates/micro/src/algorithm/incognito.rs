//! Incognito: all generalisations that satisfy, by the subset property.
//!
//! What fails for some of the quasi-identifiers fails for all of them: with more attributes classes
//! only split. So the algorithm begins with each attribute alone, then pairs, then all, and looks
//! at a generalisation of a set of attributes only if each of its parts with fewer attributes
//! satisfies (*subset property*), and no finer one does (*generalisation property*: then this one
//! does, too). The paper looks from the finest up; here an open node that is guessed to fail is left
//! for the coarsest above it that is, which needs fewer looks and finds the same. A part is looked at as a node with the other attributes at the top of their
//! hierarchies; evaluators keep what they counted and roll it up (*roll-up property*).
//!
//! *What is optimised:* the objective picks the best of **all** generalisations that satisfy, not of
//! the minimal ones alone: with suppression a coarser node may have the lower score. So the result
//! is that of `optimal`. For it, a node that cannot be better than the best found needs no look; all
//! that satisfy, and the minimal ones among them, are found by [`minimal`].
//!
//! # Cost
//! Looks at a small part of the nodes of the lattice and of its pairs of attributes; memory for all.
//! All that satisfy take about as many looks as there are minimal ones and coarsest that fail.
//!
//! # References
//! K. `LeFevre`, D. J. `DeWitt`, R. Ramakrishnan (2005): Incognito: Efficient Full-Domain
//! K-Anonymity, doi:10.1145/1066157.1066164.

use super::looks::Looks;
use super::{Algorithm, Unsuited};
use crate::evaluate::Evaluate;
use crate::search::{Found, Lesson, Surrogate, Task, among};
use ridotto_core::Watch;

/// Sets of up to so many attributes are searched before all attributes together.
///
/// The paper searches sets of every size. With all of them Adult took 5,506 looks at k = 5 and 2 %
/// suppressed, with pairs 1,177: larger sets leave out little that pairs did not, and cost looks
/// themselves. Leaving sets out is sound, because they only say which nodes need no look.
const FEW: usize = 2;

/// Every generalisation that satisfies the requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Satisfying {
    /// All of them, in the order of their levels.
    pub all: Vec<Vec<u8>>,
    /// Those below which none satisfies.
    pub minimal: Vec<Vec<u8>>,
    /// How many nodes, of the lattice and of its parts, were looked at.
    pub checked: u64,
    /// Whether the search came to its end; otherwise nothing is known.
    pub complete: bool,
}

/// Finds the best of all generalisations that satisfy. Where one is not better than what was found
/// already, it is not asked whether it satisfies.
pub fn incognito<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<Found, Unsuited> {
    Algorithm::Incognito.suits(task)?;
    let mut looks = Looks::new(task, evaluate, watch);
    let done = parts(task, &mut looks, &mut Learned::new(task));
    let checked = looks.checked;
    if looks.is_over() {
        return Ok(looks.found(None));
    }
    let whole = Part::new(task, everything(task));
    let left = task.most_checks.map(|most| most.saturating_sub(checked));
    let task = Task { most_checks: left, ..*task };
    let open = whole.open(&done).into_iter().enumerate().filter(|(_, open)| *open);
    let found = among(&task, open.map(|(node, _)| whole.levels(node)), evaluate, watch);
    Ok(Found { checked: checked + found.checked, ..found })
}

/// Finds all generalisations that satisfy, and the minimal ones among them.
pub fn minimal<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<Satisfying, Unsuited> {
    Algorithm::Incognito.suits(task)?;
    let mut looks = Looks::new(task, evaluate, watch);
    let mut learned = Learned::new(task);
    let done = parts(task, &mut looks, &mut learned);
    let whole = Part::new(task, everything(task));
    let satisfies = whole.search(&done, &mut looks, &mut learned);
    if looks.is_over() {
        let (all, minimal) = (Vec::new(), Vec::new());
        return Ok(Satisfying { all, minimal, checked: looks.checked, complete: false });
    }
    let nodes = |keep: &dyn Fn(usize) -> bool| {
        let kept = (0..satisfies.len()).filter(|&at| satisfies[at] && keep(at));
        kept.map(|at| whole.levels(at)).collect()
    };
    Ok(Satisfying {
        all: nodes(&|_| true),
        minimal: nodes(&|at| !whole.below(at).any(|below| satisfies[below])),
        checked: looks.checked,
        complete: true,
    })
}

/// The set of all attributes.
fn everything(task: &Task<'_>) -> usize {
    (1 << task.lattice.attributes()) - 1
}

/// For each set of few attributes which of its nodes satisfy; for others nothing. Sets are bits: a
/// set's parts are smaller numbers, so they are done before it.
fn parts<E: Evaluate>(
    task: &Task<'_>,
    looks: &mut Looks<'_, '_, E>,
    learned: &mut Learned<'_>,
) -> Vec<Vec<bool>> {
    let mut done: Vec<Vec<bool>> = Vec::new();
    for set in 0..everything(task) {
        let is_small = set.count_ones() as usize <= FEW;
        let satisfies =
            if is_small { Part::new(task, set).search(&done, looks, learned) } else { Vec::new() };
        done.push(satisfies);
    }
    done
}

/// The lattice of some of the attributes. Its nodes are numbered in the order of their levels, so
/// a node comes after all that are finer.
struct Part<'a> {
    task: &'a Task<'a>,
    attributes: Vec<usize>,
    /// Each attribute's number of levels, and how far its steps are apart.
    radices: Vec<usize>,
    strides: Vec<usize>,
    nodes: usize,
}

impl<'a> Part<'a> {
    fn new(task: &'a Task<'a>, set: usize) -> Self {
        let (bottom, top) = (task.lattice.bottom(), task.lattice.top());
        let attributes: Vec<usize> = (0..bottom.len()).filter(|at| set >> at & 1 == 1).collect();
        let radices: Vec<usize> =
            attributes.iter().map(|&at| usize::from(top[at] - bottom[at]) + 1).collect();
        let mut nodes = 1;
        let mut strides = vec![0; attributes.len()];
        for (stride, radix) in strides.iter_mut().zip(&radices).rev() {
            *stride = nodes;
            nodes *= radix;
        }
        Self { task, attributes, radices, strides, nodes }
    }

    fn digit(&self, node: usize, place: usize) -> usize {
        node / self.strides[place] % self.radices[place]
    }

    /// A node with the other attributes at the top of their hierarchies.
    fn levels(&self, node: usize) -> Vec<u8> {
        let mut levels: Vec<u8> =
            self.task.gauge.scales().iter().map(|scale| scale.height() as u8).collect();
        for (place, &at) in self.attributes.iter().enumerate() {
            levels[at] = self.task.lattice.bottom()[at] + self.digit(node, place) as u8;
        }
        levels
    }

    /// The nodes one step finer.
    fn below(&self, node: usize) -> impl Iterator<Item = usize> {
        let places = 0..self.attributes.len();
        places
            .filter(move |&place| self.digit(node, place) > 0)
            .map(move |place| node - self.strides[place])
    }

    /// The nodes one step coarser, and the place of the attribute that is.
    fn above(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let places = 0..self.attributes.len();
        places
            .filter(move |&place| self.digit(node, place) + 1 < self.radices[place])
            .map(move |place| (place, node + self.strides[place]))
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

    /// For each node whether its parts all satisfy: then it may, too.
    fn open(&self, done: &[Vec<bool>]) -> Vec<bool> {
        let parts = self.parts();
        let satisfies = |node: usize, (set, places): &(usize, Vec<usize>)| {
            let each = places.iter().map(|&place| (self.radices[place], self.digit(node, place)));
            done[*set][each.fold(0, |at, (radix, digit)| at * radix + digit)]
        };
        (0..self.nodes).map(|node| parts.iter().all(|part| satisfies(node, part))).collect()
    }

    /// Which nodes satisfy. Where an open node is guessed to fail, the coarsest open one above it
    /// that is guessed to fail is looked at in its stead: it closes more.
    fn search<E: Evaluate>(
        &self,
        done: &[Vec<bool>],
        looks: &mut Looks<'_, '_, E>,
        learned: &mut Learned<'_>,
    ) -> Vec<bool> {
        let known = |open| if open { Known::Open } else { Known::Fails };
        let mut known: Vec<Known> = self.open(done).into_iter().map(known).collect();
        for node in 0..self.nodes {
            while known[node] == Known::Open && !looks.is_over() {
                let at = self.coarsest(node, &known, learned);
                let holds = learned.look(&self.levels(at), looks);
                self.mark(at, holds, &mut known);
            }
        }
        known.into_iter().map(|known| known == Known::Holds).collect()
    }

    /// The coarsest open node that is guessed to fail, from an open node up: always by the step
    /// that suppresses the most.
    fn coarsest(&self, node: usize, known: &[Known], learned: &Learned<'_>) -> usize {
        let mut at = node;
        let mut guess = learned.surrogate.guess(&self.levels(at));
        loop {
            let open = self.above(at).filter(|&(_, above)| known[above] == Known::Open);
            let guesses = open.map(|(place, above)| {
                let attribute = self.attributes[place];
                let from = self.task.lattice.bottom()[attribute] + self.digit(at, place) as u8;
                (learned.surrogate.after(guess, attribute, from, from + 1), above)
            });
            let failing = guesses.filter(|(guess, _)| guess.logit > learned.affordable);
            let most = failing.max_by(|(a, _), (b, _)| a.logit.total_cmp(&b.logit));
            let Some((after, above)) = most else { return at };
            (guess, at) = (after, above);
        }
    }

    /// What is above a node that holds holds, and what is below one that fails fails.
    fn mark(&self, node: usize, holds: bool, known: &mut [Known]) {
        let as_known = if holds { Known::Holds } else { Known::Fails };
        let mut stack = vec![node];
        while let Some(at) = stack.pop() {
            if known[at] == Known::Open {
                known[at] = as_known;
                if holds {
                    stack.extend(self.above(at).map(|(_, above)| above));
                } else {
                    stack.extend(self.below(at));
                }
            }
        }
    }
}

/// What looks have taught.
struct Learned<'a> {
    surrogate: Surrogate<'a>,
    /// The logit of what may go.
    affordable: f64,
}

impl<'a> Learned<'a> {
    fn new(task: &Task<'a>) -> Self {
        let surrogate = Surrogate::new(task);
        Self { affordable: surrogate.logit_of(task.limit), surrogate }
    }

    /// Looks at a node, and learns from it whether it holds.
    fn look<E: Evaluate>(&mut self, levels: &[u8], looks: &mut Looks<'_, '_, E>) -> bool {
        let (seen, suppressed) = looks.look_to_learn(levels);
        let lesson = Lesson::of(seen.as_ref(), suppressed, looks.task);
        self.surrogate.learn(levels, lesson, looks.limit());
        seen.is_some()
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Open,
    Holds,
    Fails,
}
