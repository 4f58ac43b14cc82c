//! Samarati's algorithm: the lowest generalisations that satisfy, by a binary search over heights.
//!
//! If a node satisfies the requirements, so does one at every greater height: any node above it.
//! So the least height at which some node satisfies is found by halving, and all solutions there
//! are minimal. At most `limit` records (`MaxSup` in the paper) are suppressed.
//!
//! *What is optimised:* a preference of the paper chooses among all k-minimal generalisations: those
//! below which none satisfies, whatever their heights ([`minimal`]). The fewest steps are at the
//! least height, so that for minimum absolute distance the halving suffices. Where no preference is
//! named the objective chooses among the solutions at the least height; a node with more steps may
//! have a lower score.
//!
//! # Cost
//! By halving every node at about log2(height) heights at worst; all k-minimal generalisations cost
//! what Incognito does. Those below a node that failed are skipped. A
//! node guessed to fail is not looked at itself but the coarsest above it that is guessed to fail,
//! too, which closes more: on Adult half as many looks as there are nodes at the least height.
//!
//! # References
//! P. Samarati (2001): Protecting Respondents' Identities in Microdata Release,
//! doi:10.1109/69.971193.

use super::definition::{AlgorithmDefinition, Approach, LEVELS};
use super::incognito::minimal;
use super::looks::Looks;
use super::{Algorithm, Preference, Unsuited};
use crate::evaluate::Evaluate;
use crate::lattice::{OpenNodes, Packed, height};
use crate::search::{Ascent, Incumbent, SearchResult, Surrogate, Task};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Reference, Status, Worked,
};
use ridotto_core::Watch;
use ridotto_core::objective::Objective;

/// Samarati's algorithm as the catalogue has it.
pub static SAMARATI: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "samarati",
        title: "Samarati's algorithm",
        aliases: &["binary search", "AG-TS", "AllMin", "k-minimal generalisation"],
        formula: "of the nodes below which none satisfies, the preferred one; else one of least height",
        status: Status::Now,
        summary: "Binary search on the height of the lattice.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::FullDomain,
            result: Certainty::OwnYardstick,
            searches: "heights, by halving",
            minimises: "a preference among the minimal solutions",
            grid: LEVELS,
            is_usual: false,
            needs_monotonicity: true,
            lists_nodes: true,
            by_hierarchies: true,
            weighs_attributes: true,
            cost: "the nodes at about log2(height) heights; by a preference about as long as `incognito`",
            done: "It searched by halving for the lowest height of the lattice at which the requirements can hold.",
        }),
        advice: include_str!("samarati.md"),
        references: &[Reference {
            authors: "P. Samarati",
            year: 2001,
            title: "Protecting respondents' identities in microdata release",
            doi: "10.1109/69.971193",
        }],
        example: "[release]\nalgorithm = \"samarati\"\nobjective = \"minimum-absolute-distance\"\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"samarati\"\n",
            "The height of a node is the sum of its levels, from 0 to `3 + 5 + 1 = 9`. Above a node that holds all hold, so heights are halved: something holds at height 4, nothing at 2, and at 3 the node one level up in each attribute. It was found after **7** nodes, and is the lowest there is; whether another one of height 3 loses less is not asked.",
            &["loss 0.5714: found by samarati of 48 generalisations (7 looked at)"],
        ),
    },
    approach: Approach::ByValue(Algorithm::Samarati(Preference::Objective)),
};

/// All solutions at the least height.
#[derive(Clone, Debug, PartialEq)]
pub struct Lowest {
    /// The solutions, in the order of their levels.
    pub solutions: Vec<Incumbent>,
    /// How many nodes were looked at.
    pub checked: u64,
    /// Whether the search came to its end: then these are all, and none is lower.
    pub complete: bool,
}

/// Finds the preferred solution. By a preference of the paper the score is the preference's value,
/// and proved if all k-minimal generalisations were compared.
pub fn samarati<E: Evaluate>(
    task: &Task<'_>,
    preference: Preference,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<SearchResult, Unsuited> {
    let Lowest { mut solutions, mut checked, mut complete } = lowest(task, evaluate, watch)?;
    if complete && preference.is_beyond_the_lowest() {
        let most_checks = task.most_checks.map(|most| most.saturating_sub(checked));
        let every = minimal(&Task { most_checks, ..*task }, evaluate, watch)?;
        (checked, complete) = (checked + every.checked, every.complete);
        if complete {
            let mut looks = Looks::new(task, evaluate, watch);
            solutions = every.minimal.iter().filter_map(|levels| looks.see(levels)).collect();
        }
    }
    let best = preference.choose(task, &solutions).cloned();
    let best = best.map(|best| Incumbent { score: preference.value(task, &best), ..best });
    let is_named = preference != Preference::Objective;
    let is_proved = complete && (best.is_none() || is_named || is_height(task));
    let bound = match &best {
        Some(best) if is_proved => Some(best.score),
        Some(_) if is_named => None,
        _ => (!is_proved).then(|| task.scorer.bound_at(task.lattice.bottom(), 0)),
    };
    Ok(SearchResult { best, checked, proved: is_proved, bound })
}

/// Whether the objective is the height itself, no attribute dearer than another.
fn is_height(task: &Task<'_>) -> bool {
    let mut scales = task.scorer.scales().iter();
    let is_even = scales.all(|scale| (scale.importance - 1.0).abs() < 1e-12);
    task.scorer.objective() == Objective::Height && is_even
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

/// A node, and what is expected of it before the first look.
#[derive(Clone, Copy)]
struct Node {
    levels: Packed,
    prior: f64,
}

/// The nodes by height above the bottom, and what is known of them.
struct Heights<'a, 'e, E> {
    looks: Looks<'a, 'e, E>,
    nodes: Vec<Vec<Node>>,
    surrogate: Surrogate<'a>,
    /// Nodes that fail, none below another.
    failing: Vec<Packed>,
    /// Nodes that hold.
    held: Vec<Packed>,
    ascent: Ascent,
}

impl<'a, 'e, E: Evaluate> Heights<'a, 'e, E> {
    fn new(task: &'a Task<'a>, evaluate: &'e mut E, watch: &'a dyn Watch) -> Self {
        let (bottom, top) = (height(task.lattice.bottom()), height(task.lattice.top()));
        let (surrogate, looks) = (Surrogate::new(task), Looks::new(task, evaluate, watch));
        let mut nodes: Vec<Vec<Node>> = vec![Vec::new(); (top - bottom) as usize + 1];
        for levels in task.lattice.iter() {
            let node = Node { levels: Packed::new(&levels), prior: surrogate.prior(&levels) };
            nodes[(height(&levels) - bottom) as usize].push(node);
        }
        Self {
            looks,
            nodes,
            surrogate,
            failing: Vec::new(),
            held: Vec::new(),
            ascent: Ascent::new(),
        }
    }

    /// Whether some node at a height satisfies.
    fn any(&mut self, at: usize) -> bool {
        let mut open = self.open(at);
        while !self.is_reached(at) && !open.is_empty() && !self.looks.is_over() {
            self.close_some(&mut open);
        }
        self.is_reached(at)
    }

    /// Whether a node at a height is known to satisfy: as low as that, something was met.
    fn is_reached(&self, at: usize) -> bool {
        let bottom = height(self.looks.task.lattice.bottom()) as usize;
        self.held.iter().any(|met| height(&met.bytes()) as usize <= bottom + at)
    }

    /// All nodes at a height that satisfy.
    fn all(&mut self, at: usize) -> Vec<Incumbent> {
        let mut open = self.open(at);
        while !open.is_empty() && !self.looks.is_over() {
            self.close_some(&mut open);
        }
        let bottom = height(self.looks.task.lattice.bottom()) as usize;
        let m = self.looks.task.lattice.attributes();
        let mut solutions = std::mem::take(&mut self.held);
        solutions.retain(|met| height(&met.bytes()) as usize == bottom + at);
        solutions.sort_by_key(|met| met.bytes());
        solutions.iter().filter_map(|met| self.looks.see(&met.bytes()[..m])).collect()
    }

    /// The nodes at a height that were not looked at and are not known to fail.
    fn open(&self, at: usize) -> Vec<Node> {
        let is_met = |node: &Node| self.held.contains(&node.levels);
        let fails =
            |node: &Node| self.failing.iter().any(|&failing| node.levels.is_at_most(failing));
        self.nodes[at].iter().copied().filter(|node| !is_met(node) && !fails(node)).collect()
    }

    /// Looks at the node that is guessed to suppress the least, or at one above it.
    fn close_some(&mut self, open: &mut Vec<Node>) {
        let guess = |node: &Node| self.surrogate.corrected(node.prior, &node.levels.bytes());
        let guesses = open.iter().map(guess);
        let Some((at, _)) = guesses.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)) else {
            return;
        };
        let levels = open.iter().map(|node| node.levels);
        let holds = |node: Packed| self.held.iter().any(|held| held.is_at_most(node));
        let by = (&self.surrogate, self.looks.task);
        let node = self.ascent.from(open[at].levels, levels, holds, self.looks.limit(), by);
        self.look(node, open);
        match self.failing.last() {
            Some(&failing) if failing == node => {
                open.retain(|below| !below.levels.is_at_most(failing));
            }
            _ => open.retain(|other| other.levels != node),
        }
    }

    /// Looks at a node, and learns from it.
    fn look(&mut self, node: Packed, open: &[Node]) {
        let list = || open.iter().map(|node| node.levels).collect();
        let levels = &node.bytes()[..self.looks.task.lattice.attributes()];
        let suppressed = self.looks.count_to_learn(levels, OpenNodes::listed(&list));
        self.surrogate.learn_share(levels, suppressed, self.looks.limit());
        let holds = suppressed.is_some_and(|suppressed| suppressed <= self.looks.limit());
        let holds = holds && self.looks.task.scorer.rows() > 0;
        self.ascent.learn(holds);
        if holds {
            self.held.push(node);
        } else {
            self.failing.retain(|&other| !other.is_at_most(node));
            self.failing.push(node);
        }
    }
}
