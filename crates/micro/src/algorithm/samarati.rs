//! Samarati's algorithm: the lowest generalisations that satisfy, by a binary search over heights.
//!
//! If a node satisfies the requirements, so does one at every greater height: any node above it.
//! So the least height at which some node satisfies is found by halving, and all solutions there
//! are minimal. At most `limit` records (`MaxSup` in the paper) are suppressed.
//!
//! *What is optimised:* the preference chooses among all solutions at the least height, and only
//! among these. A node with more steps may have a lower score of another objective than height.
//!
//! # Cost
//! Every node at about log2(height) heights at worst. Those below a node that failed are skipped, and
//! where nodes fail in a row a coarser one is looked at first, which closes more if it fails, too.
//!
//! # References
//! P. Samarati (2001): Protecting Respondents' Identities in Microdata Release,
//! doi:10.1109/69.971193.

use super::looks::Looks;
use super::{Algorithm, Preference, Unsuited};
use crate::evaluate::Evaluate;
use crate::lattice::height;
use crate::search::{Best, Found, Packed, Task};
use ridotto_core::Watch;
use ridotto_core::objective::Objective;

/// All solutions at the least height.
#[derive(Clone, Debug, PartialEq)]
pub struct Lowest {
    /// The solutions, in the order of their levels.
    pub solutions: Vec<Best>,
    /// How many nodes were looked at.
    pub checked: u64,
    /// Whether the search came to its end: then these are all, and none is lower.
    pub complete: bool,
}

/// Finds the preferred solution of the least height.
pub fn samarati<E: Evaluate>(
    task: &Task<'_>,
    preference: Preference,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<Found, Unsuited> {
    let lowest = lowest(task, evaluate, watch)?;
    let best = preference.choose(task, &lowest.solutions).cloned();
    let is_proved = lowest.complete && (best.is_none() || is_height(task));
    let bound = match &best {
        Some(best) if is_proved => best.score,
        _ => task.gauge.bound_at(task.lattice.bottom(), 0),
    };
    let bound = (best.is_some() || !is_proved).then_some(bound);
    Ok(Found { best, checked: lowest.checked, proved: is_proved, bound })
}

/// Whether the objective is the height itself, no attribute dearer than another.
fn is_height(task: &Task<'_>) -> bool {
    let mut scales = task.gauge.scales().iter();
    let is_even = scales.all(|scale| (scale.importance - 1.0).abs() < 1e-12);
    task.gauge.objective() == Objective::Height && is_even
}

/// Finds all solutions of the least height.
pub fn lowest<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<Lowest, Unsuited> {
    let algorithm = Algorithm::Samarati(Preference::Objective);
    algorithm.suits(task)?;
    let mut heights = Heights::new(task, evaluate, watch);
    let (mut low, mut high) = (0, heights.nodes.len() - 1);
    while low < high && !heights.looks.is_over() {
        let middle = usize::midpoint(low, high);
        if heights.any(middle) { high = middle } else { low = middle + 1 }
    }
    let solutions = heights.all(low);
    let complete = !heights.looks.is_over();
    Ok(Lowest { solutions, checked: heights.looks.checked, complete })
}

/// The nodes by height above the bottom, and what is known of them.
struct Heights<'a, 'e, E> {
    looks: Looks<'a, 'e, E>,
    /// By height, the most general first as far as bits tell.
    nodes: Vec<Vec<(f64, Packed)>>,
    failing: Vec<Packed>,
    /// Solutions met on the way.
    met: Vec<(Packed, Best)>,
    /// Nodes in a row that failed.
    misses: u32,
    /// How many steps above a node to look first, in the hope that it fails and closes more.
    steps: u32,
}

impl<'a, 'e, E: Evaluate> Heights<'a, 'e, E> {
    fn new(task: &'a Task<'a>, evaluate: &'e mut E, watch: &'a dyn Watch) -> Self {
        let (bottom, top) = (height(task.lattice.bottom()), height(task.lattice.top()));
        let mut nodes: Vec<Vec<(f64, Packed)>> = vec![Vec::new(); (top - bottom) as usize + 1];
        for levels in task.lattice.iter() {
            let each = task.gauge.scales().iter().zip(&levels);
            let lost = each.map(|(scale, &level)| scale.levels[usize::from(level)].entropy).sum();
            nodes[(height(&levels) - bottom) as usize].push((lost, Packed::new(&levels)));
        }
        for nodes in &mut nodes {
            nodes.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        }
        let looks = Looks::new(task, evaluate, watch);
        Self { looks, nodes, failing: Vec::new(), met: Vec::new(), misses: 0, steps: 1 }
    }

    /// Whether some node at a height satisfies.
    fn any(&mut self, at: usize) -> bool {
        let nodes = std::mem::take(&mut self.nodes[at]);
        let found = nodes.iter().any(|&(_, node)| !self.looks.is_over() && self.satisfies(node));
        self.nodes[at] = nodes;
        found
    }

    /// All nodes at a height that satisfy.
    fn all(&mut self, at: usize) -> Vec<Best> {
        let nodes = std::mem::take(&mut self.nodes[at]);
        for (_, node) in nodes {
            if !self.is_met(node) && !self.looks.is_over() {
                self.satisfies(node);
            }
        }
        let bottom = height(self.looks.task.lattice.bottom()) as usize;
        let here = |best: &Best| height(&best.levels) as usize == bottom + at;
        let mut solutions: Vec<Best> =
            std::mem::take(&mut self.met).into_iter().map(|(_, best)| best).filter(here).collect();
        solutions.sort_by(|a, b| a.levels.cmp(&b.levels));
        solutions
    }

    fn satisfies(&mut self, node: Packed) -> bool {
        if self.is_met(node) {
            return true;
        }
        if self.is_known_to_fail(node) {
            return false;
        }
        if self.misses >= MISSES && self.steps > 0 {
            let coarser = self.coarser(node);
            if coarser != node {
                let fails = !self.is_above_met(coarser) && !self.looks_good(coarser);
                self.steps = if fails { (self.steps + 1).min(STEPS) } else { self.steps - 1 };
                if fails {
                    return false;
                }
            }
        }
        let good = self.looks_good(node);
        self.misses = if good { 0 } else { self.misses + 1 };
        self.steps += u32::from(!good && self.steps == 0);
        good
    }

    fn looks_good(&mut self, node: Packed) -> bool {
        let m = self.looks.task.lattice.attributes();
        match self.looks.look(&node.bytes()[..m]) {
            Some(best) => self.met.push((node, best)),
            None => self.failing.push(node),
        }
        self.failing.last() != Some(&node)
    }

    fn is_known_to_fail(&self, node: Packed) -> bool {
        self.failing.iter().any(|&failing| node.is_at_most(failing))
    }

    fn is_met(&self, node: Packed) -> bool {
        self.met.iter().any(|(met, _)| *met == node)
    }

    /// Whether a node is known to hold: it is one that was met, or above it.
    fn is_above_met(&self, node: Packed) -> bool {
        self.met.iter().any(|(met, _)| met.is_at_most(node))
    }

    /// A node some steps above, by those steps that lose the fewest bits: if it fails so do all
    /// below it.
    fn coarser(&self, node: Packed) -> Packed {
        let task = self.looks.task;
        let (m, top) = (task.lattice.attributes(), task.lattice.top());
        let mut levels = node.bytes();
        for _ in 0..self.steps {
            let lost = |at: usize| {
                let (level, of) = (usize::from(levels[at]), &task.gauge.scales()[at].levels);
                of[level + 1].entropy - of[level].entropy
            };
            let open = (0..m).filter(|&at| levels[at] < top[at]);
            let Some(least) = open.min_by(|&a, &b| lost(a).total_cmp(&lost(b))) else { break };
            levels[least] += 1;
        }
        Packed::new(&levels[..m])
    }
}

/// Nodes that fail one after the other before coarser ones are looked at in their stead.
const MISSES: u32 = 4;
/// Steps up to such a coarser node at most.
const STEPS: u32 = 4;
