//! Incognito: all generalisations that satisfy, by the subset property.
//!
//! What fails for some of the quasi-identifiers fails for all of them: with more attributes classes
//! only split. So the algorithm begins with each attribute alone, then pairs, and so on, and looks
//! at a generalisation of a set of attributes only if each of its parts, one attribute less,
//! satisfies (*subset property*), and no finer one does (*generalisation property*: then this one
//! does, too). A part is looked at as a node with the other attributes at the top of their
//! hierarchies; evaluators keep what they counted and roll it up (*roll-up property*).
//!
//! *What is optimised:* the objective then picks the best of **all** generalisations that satisfy,
//! not of the minimal ones alone: with suppression a coarser node may have the lower score. So the
//! result is that of `optimal`, and the minimal nodes can be had besides ([`minimal`]).
//!
//! # Cost
//! Looks at up to ∏ (levels + 1) nodes of all sets; the properties leave a small part of them.
//!
//! # References
//! K. `LeFevre`, D. J. `DeWitt`, R. Ramakrishnan (2005): Incognito: Efficient Full-Domain
//! K-Anonymity, doi:10.1145/1066157.1066164.

use super::looks::Looks;
use super::{Algorithm, Unsuited};
use crate::evaluate::Evaluate;
use crate::search::{Found, Task, among};
use ridotto_core::Watch;

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

/// Finds the best of all generalisations that satisfy.
pub fn incognito<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<Found, Unsuited> {
    let satisfying = satisfying(task, evaluate, watch)?;
    let left = task.most_checks.map(|most| most.saturating_sub(satisfying.checked));
    let task = Task { most_checks: left, ..*task };
    let found = among(&task, satisfying.all.into_iter(), evaluate, watch);
    let complete = satisfying.complete;
    let least = task.gauge.bound_at(task.lattice.bottom(), 0);
    Ok(Found {
        checked: satisfying.checked + found.checked,
        proved: complete && found.proved,
        bound: if complete { found.bound } else { Some(least) },
        best: found.best,
    })
}

/// Finds the minimal generalisations.
pub fn minimal<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<Satisfying, Unsuited> {
    satisfying(task, evaluate, watch)
}

fn satisfying<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<Satisfying, Unsuited> {
    Algorithm::Incognito.suits(task)?;
    let m = task.lattice.attributes();
    let mut looks = Looks::new(task, evaluate, watch);
    // Sets are bits. A set's parts are smaller numbers, so they are done before it.
    let mut done: Vec<Vec<bool>> = Vec::with_capacity(1 << m);
    for set in 0..1_usize << m {
        let part = Part::new(task, set);
        done.push(part.search(&done, &mut looks));
        if looks.is_over() {
            let (all, minimal) = (Vec::new(), Vec::new());
            return Ok(Satisfying { all, minimal, checked: looks.checked, complete: false });
        }
    }
    let whole = Part::new(task, (1 << m) - 1);
    let last = &done[(1 << m) - 1];
    let nodes = |keep: &dyn Fn(usize) -> bool| {
        (0..last.len()).filter(|&at| last[at] && keep(at)).map(|at| whole.levels(at)).collect()
    };
    Ok(Satisfying {
        all: nodes(&|_| true),
        minimal: nodes(&|at| !whole.below(at).any(|below| last[below])),
        checked: looks.checked,
        complete: true,
    })
}

/// The lattice of some of the attributes. Its nodes are numbered in the order of their levels, so
/// a node comes after all that are finer.
struct Part<'a> {
    task: &'a Task<'a>,
    set: usize,
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
        Self { task, set, attributes, radices, strides, nodes }
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

    /// Whether a node's parts, each without one attribute, all satisfy.
    fn may_satisfy(&self, node: usize, done: &[Vec<bool>]) -> bool {
        self.attributes.iter().enumerate().all(|(place, at)| {
            let (stride, radix) = (self.strides[place], self.radices[place]);
            let part = node / (stride * radix) * stride + node % stride;
            done[self.set & !(1 << at)][part]
        })
    }

    fn search<E: Evaluate>(&self, done: &[Vec<bool>], looks: &mut Looks<'_, '_, E>) -> Vec<bool> {
        let mut satisfies = vec![false; self.nodes];
        for node in 0..self.nodes {
            satisfies[node] = self.below(node).any(|below| satisfies[below])
                || (self.may_satisfy(node, done)
                    && !looks.is_over()
                    && looks.holds(&self.levels(node)));
        }
        satisfies
    }
}
