//! Incognito: all generalisations that satisfy, by the subset property.
//!
//! What fails for some of the quasi-identifiers fails for all of them: with more attributes classes
//! only split. So the algorithm begins with each attribute alone, then pairs, then all, and looks
//! at a generalisation of a set of attributes only if each of its parts with fewer attributes
//! satisfies (*subset property*), and no finer one does (*generalisation property*: then this one
//! does, too). The paper looks from the finest up; here an open node that is guessed to fail is left
//! for the coarsest above it that is, which needs fewer looks and finds the same. A part is looked at
//! as a node with the other attributes at the top of their hierarchies; evaluators keep what they
//! counted and roll it up (*roll-up property*).
//!
//! *What is optimised:* the objective picks the best of **all** generalisations that satisfy, not of
//! the minimal ones alone: with suppression a coarser node may have the lower score. So the result
//! is that of `optimal`, and beside it the minimal ones are known, all of them.
//!
//! # Cost
//! About as many looks as there are minimal nodes and coarsest that fail, and some for the choice.
//! All but those for the choice ask only how many records a node suppresses
//! ([`Evaluate::suppressed`]), which is far cheaper. Memory for all nodes.
//!
//! # References
//! K. `LeFevre`, D. J. `DeWitt`, R. Ramakrishnan (2005): Incognito: Efficient Full-Domain
//! K-Anonymity, doi:10.1145/1066157.1066164.

mod part;

use super::definition::{AlgorithmDefinition, Approach, LEVELS};
use super::looks::Looks;
use super::{Algorithm, Unsuited};
use crate::evaluate::Evaluate;
use crate::lattice::OpenNodes;
use crate::search::{SearchResult, Surrogate, Task, among};
use part::{Explored, Part};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Reference, Status, Worked,
};
use ridotto_core::Watch;

/// Incognito as the catalogue has it.
pub static INCOGNITO: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "incognito",
        title: "Incognito",
        aliases: &["subset property", "basic incognito"],
        formula: "all minimal nodes; of all nodes that satisfy, the least objective",
        status: Status::Now,
        summary: "All minimal generalisations, from subsets of the attributes.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::FullDomain,
            result: Certainty::Proved,
            searches: "sets of attributes, then all that satisfies",
            minimises: "the objective",
            grid: LEVELS,
            is_usual: false,
            needs_monotonicity: true,
            lists_nodes: true,
            by_hierarchies: true,
            weighs_attributes: true,
            cost: "about twice as long as `optimal`; memory for all nodes",
            done: "It built up the minimal generalisations from those of subsets of the attributes.",
        }),
        advice: include_str!("incognito.md"),
        references: &[Reference {
            authors: "K. LeFevre, D. J. DeWitt, R. Ramakrishnan",
            year: 2005,
            title: "Incognito: efficient full-domain k-anonymity",
            doi: "10.1145/1066157.1066164",
        }],
        example: "[release]\nalgorithm = \"incognito\"\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"incognito\"\n",
            "Ages have four levels (years, decades, twenty years, `*`), postcodes six, sex two: `4 * 6 * 2 = 48` generalisations. It begins with single attributes: ages by years leave everybody alone, so no node with ages by years is 2-anonymous, nor one with postcodes as they are; `3 * 5 * 2 = 30` nodes are left. It goes on with pairs and then all three, and counted **24** nodes; what lies above a node that holds, holds, too. Of all that hold the least loss is **0.5714**.",
            &["loss 0.5714: the least possible of 48 generalisations (24 looked at)"],
        ),
    },
    approach: Approach::ByValue(Algorithm::Incognito),
};

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

/// The best generalisation, and all minimal ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The best of all that satisfy.
    pub found: SearchResult,
    /// Those below which none satisfies, in the order of their levels; `None` if the search ended
    /// before all were found.
    pub minimal: Option<Vec<Vec<u8>>>,
}

/// Finds all generalisations that satisfy, and chooses the best of them.
pub fn incognito<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<Chosen, Unsuited> {
    Algorithm::Incognito.suits(task)?;
    // One look is left for a choice if there are too few to find all.
    let most_checks = task.most_checks.map(|most| most.saturating_sub(1));
    let searched = Searched::new(&Task { most_checks, ..*task }, evaluate, watch);
    let checked = searched.checked;
    if !searched.complete {
        let mut looks = Looks::new(task, evaluate, watch);
        let best = searched.likeliest(task).and_then(|levels| looks.look(&levels));
        let found = looks.found(best);
        return Ok(Chosen {
            found: SearchResult { checked: checked + found.checked, ..found },
            minimal: None,
        });
    }
    let most_checks = task.most_checks.map(|most| most.saturating_sub(checked));
    let found = among(&Task { most_checks, ..*task }, searched.satisfying(), evaluate, watch);
    let found = SearchResult { checked: checked + found.checked, ..found };
    Ok(Chosen { found, minimal: Some(searched.minimal()) })
}

/// Finds all generalisations that satisfy, and the minimal ones among them.
pub fn minimal<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Result<Satisfying, Unsuited> {
    Algorithm::Incognito.suits(task)?;
    let searched = Searched::new(task, evaluate, watch);
    let Searched { checked, complete, .. } = searched;
    let (all, minimal) = if complete {
        (searched.satisfying().map(|(levels, _)| levels).collect(), searched.minimal())
    } else {
        Default::default()
    };
    Ok(Satisfying { all, minimal, checked, complete })
}

/// What is known of all nodes.
struct Searched<'a> {
    whole: Part<'a>,
    known: Vec<Explored>,
    checked: u64,
    complete: bool,
}

impl<'a> Searched<'a> {
    /// Searches small sets of attributes, and then all of them.
    fn new<E: Evaluate>(task: &Task<'a>, evaluate: &mut E, watch: &dyn Watch) -> Self {
        let mut looks = Looks::new(task, evaluate, watch);
        let mut learned = Learned::new(task);
        let everything = (1_usize << task.lattice.attributes()) - 1;
        // Sets are bits: a set's parts are smaller numbers, so they are done before it.
        let mut done: Vec<Vec<Explored>> = Vec::new();
        for set in 0..everything {
            let part = (set.count_ones() as usize <= FEW).then(|| Part::new(task, set));
            let known = part.map(|part| part.search(&done, &mut looks, &mut learned));
            done.push(known.unwrap_or_default());
        }
        let whole = Part::new(task, everything);
        let known = whole.search(&done, &mut looks, &mut learned);
        let complete = !known.contains(&Explored::Open);
        Self { whole, known, checked: looks.checked, complete }
    }

    /// The nodes that satisfy, and how many records each suppresses at least.
    fn satisfying(&self) -> impl Iterator<Item = (Vec<u8>, u64)> {
        let known = self.known.iter().enumerate();
        let holds = known.filter_map(|(node, known)| Some((node, known.suppressed()?)));
        holds.map(|(node, suppressed)| (self.whole.levels(node), suppressed))
    }

    /// Those of them below which there is none.
    fn minimal(&self) -> Vec<Vec<u8>> {
        let holds = |node: usize| self.known[node].suppressed().is_some();
        let is_minimal = |&node: &usize| holds(node) && !self.whole.below(node).any(holds);
        (0..self.known.len()).filter(is_minimal).map(|node| self.whole.levels(node)).collect()
    }

    /// Of the nodes known to satisfy the one that can score the least.
    fn likeliest(&self, task: &Task<'_>) -> Option<Vec<u8>> {
        let bound = |(levels, suppressed): (Vec<u8>, u64)| {
            (task.scorer.bound_at(&levels, suppressed), levels)
        };
        let nodes = self.satisfying().map(bound);
        nodes.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, levels)| levels)
    }
}

/// What looks have taught.
struct Learned<'a> {
    surrogate: Surrogate<'a>,
    /// The logit of what may go.
    affordable: f64,
    /// So many logits more a node must be guessed to suppress to be guessed to fail.
    margin: f64,
}

/// What a look that holds adds to the margin, and one that fails takes.
const STEP: f64 = 0.05;
/// The widest margin, either way.
const WIDEST: f64 = 2.0;

impl<'a> Learned<'a> {
    fn new(task: &Task<'a>) -> Self {
        let surrogate = Surrogate::new(task);
        Self { affordable: surrogate.logit_of(task.limit), surrogate, margin: 0.0 }
    }

    /// The logit beyond which a node is guessed to fail.
    ///
    /// Guesses of nodes near the border may err to one side: of a million stays three looks of four
    /// failed. A look tells the most if it may turn out either way, so the margin follows what looks
    /// turn out to be, until as many hold as fail.
    fn failing(&self) -> f64 {
        self.affordable + self.margin
    }

    /// Looks at a node, and learns from it whether it holds: then how many records go there.
    fn look<E: Evaluate>(
        &mut self,
        levels: &[u8],
        open: OpenNodes<'_>,
        looks: &mut Looks<'_, '_, E>,
    ) -> Explored {
        let suppressed = looks.count_to_learn(levels, open);
        self.surrogate.learn_share(levels, suppressed, looks.limit());
        let is_data = looks.task.scorer.rows() > 0;
        let holds = suppressed.filter(|&suppressed| is_data && suppressed <= looks.limit());
        let step = if holds.is_some() { STEP } else { -STEP };
        self.margin = (self.margin + step).clamp(-WIDEST, WIDEST);
        holds.map_or(Explored::Fails, Explored::Holds)
    }
}
