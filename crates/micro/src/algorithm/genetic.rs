//! A genetic search for lattices too large to list.
//!
//! A population of nodes, one gene for each attribute's level. Parents are chosen by tournament,
//! children take each gene from either parent, and now and then a gene moves a step. A node that
//! satisfies is fitter the lower its score; one that does not is less fit than all that do, and the
//! less the more it suppresses. The fittest always live on. The same seed gives the same result.
//!
//! *What is optimised:* the objective, over the nodes met. Nothing is proved; the bound reported is
//! what the levels alone and the top's suppression cost at least.
//!
//! # Cost
//! One look for each node met, [`POPULATION`] a generation, until [`PATIENCE`] generations bring
//! nothing better, the looks are spent, or time is up.
//!
//! # References
//! V. S. Iyengar (2002): Transforming Data to Satisfy Privacy Constraints,
//! doi:10.1145/775047.775089.

use super::Algorithm;
use super::definition::{AlgorithmDefinition, Approach, LEVELS};
use super::looks::Looks;
use crate::evaluate::Evaluate;
use crate::search::dice::Dice;
use crate::search::{Incumbent, SearchResult, Task};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Reference, Status, Worked,
};
use ridotto_core::Watch;
use rustc_hash::FxHashMap;

/// Genetic algorithm as the catalogue has it.
pub static GENETIC: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "genetic",
        title: "Genetic algorithm",
        aliases: &["GA", "evolutionary", "genetic search"],
        formula: "fittest node of a population, after generations without a better one",
        status: Status::Now,
        summary: "Evolution of a population of solutions.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::FullDomain,
            result: Certainty::Bounded,
            searches: "a population",
            minimises: "the objective",
            grid: LEVELS,
            is_usual: false,
            needs_monotonicity: false,
            lists_nodes: false,
            by_hierarchies: true,
            weighs_attributes: true,
            cost: "one look for each node met",
            done: "It let a population of generalisations evolve.",
        }),
        advice: include_str!("genetic.md"),
        references: &[Reference {
            authors: "V. S. Iyengar",
            year: 2002,
            title: "Transforming data to satisfy privacy constraints",
            doi: "10.1145/775047.775089",
        }],
        example: "[release]\nalgorithm = \"genetic\"\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"genetic\"\n",
            "Ages have four levels (years, decades, twenty years, `*`), postcodes six, sex two: `4 * 6 * 2 = 48` generalisations. A population of nodes is crossed and changed, and the fittest survive. On so small a lattice it has looked at **46** of them before it stops; its dice always fall the same way. It ends at **0.5714**, and cannot say that nothing is better.",
            &["loss 0.5714: found by genetic of 48 generalisations (46 looked at)"],
        ),
    },
    // The seed of a search is no secret: it moves no record.
    approach: Approach::ByValue(Algorithm::Genetic(0)),
};

/// Nodes alive at a time.
pub const POPULATION: usize = 48;
/// Generations without a better node after which the search ends.
pub const PATIENCE: u32 = 40;
/// The fittest, which live on.
const ELITE: usize = 4;
/// Nodes compared to choose a parent.
const TOURNAMENT: usize = 3;

/// How fit a node is: whether it satisfies, then its score, or how far it is from satisfying.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Fitness {
    Score(f64),
    Fails(u64),
}

/// Searches with a population that grows from a seed.
pub fn genetic<E: Evaluate>(
    task: &Task<'_>,
    seed: u64,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> SearchResult {
    let mut search = Genetic {
        looks: Looks::new(task, evaluate, watch),
        dice: Dice::seeded(seed),
        known: FxHashMap::default(),
        best: None,
        floor: 0,
    };
    search.run();
    let Genetic { looks, best, floor, .. } = search;
    let least = task.scorer.bound_at(task.lattice.bottom(), floor);
    let found = looks.found(best);
    let bound = found.best.as_ref().map_or(least, |best| least.min(best.score));
    SearchResult { bound: Some(bound), ..found }
}

struct Genetic<'a, 'e, E> {
    looks: Looks<'a, 'e, E>,
    dice: Dice,
    known: FxHashMap<Vec<u8>, Fitness>,
    best: Option<Incumbent>,
    /// Records that every node suppresses.
    floor: u64,
}

type Living = (Fitness, Vec<u8>);

impl<E: Evaluate> Genetic<'_, '_, E> {
    fn run(&mut self) {
        let mut living = self.first();
        let mut stale = 0;
        while stale < PATIENCE && !self.looks.is_over() {
            let before = self.best.clone();
            let mut next: Vec<Living> = living[..ELITE.min(living.len())].to_vec();
            while next.len() < POPULATION && !self.looks.is_over() {
                let (a, b) = (self.parent(&living), self.parent(&living));
                let child = self.child(&living[a].1, &living[b].1);
                next.push((self.fitness(&child), child));
            }
            rank(&mut next);
            living = next;
            stale = if self.best == before { stale + 1 } else { 0 };
        }
    }

    /// The coarsest node, the finest, and nodes in between: levels as likely as their share of
    /// the way, drawn anew for each node.
    fn first(&mut self) -> Vec<Living> {
        let lattice = self.looks.task.lattice;
        let (bottom, top) = (lattice.bottom().to_vec(), lattice.top().to_vec());
        let mut living = Vec::with_capacity(POPULATION);
        let ends = [top.clone(), bottom.clone()];
        for at in 0..POPULATION {
            if self.looks.is_over() {
                break;
            }
            let node = ends.get(at).cloned().unwrap_or_else(|| {
                let share = self.dice.throw(101);
                let steps = bottom.iter().zip(&top).map(|(&bottom, &top)| {
                    let up = (0..top - bottom).filter(|_| self.dice.throw(100) < share).count();
                    bottom + up as u8
                });
                steps.collect()
            });
            let fitness = self.fitness(&node);
            living.push((fitness, node));
        }
        rank(&mut living);
        living
    }

    fn parent(&mut self, living: &[Living]) -> usize {
        let drawn = (0..TOURNAMENT).map(|_| self.dice.throw(living.len()));
        drawn.min().unwrap_or(0)
    }

    fn child(&mut self, a: &[u8], b: &[u8]) -> Vec<u8> {
        let lattice = self.looks.task.lattice;
        let m = a.len().max(1);
        let mut child: Vec<u8> =
            a.iter().zip(b).map(|(&a, &b)| if self.dice.throw(2) == 0 { a } else { b }).collect();
        for (at, gene) in child.iter_mut().enumerate() {
            // One and a half genes move, on average.
            if self.dice.throw(2 * m) < 3 {
                let up = self.dice.throw(2) == 0;
                *gene = if up { gene.saturating_add(1) } else { gene.saturating_sub(1) };
                *gene = (*gene).clamp(lattice.bottom()[at], lattice.top()[at]);
            }
        }
        child
    }

    fn fitness(&mut self, node: &[u8]) -> Fitness {
        if let Some(&known) = self.known.get(node) {
            return known;
        }
        let (seen, fails) = self.looks.look_beyond(node);
        if node == self.looks.task.lattice.top() && self.looks.task.monotone {
            self.floor = seen.as_ref().map_or(0, |best| best.outcome.suppressed);
        }
        let fitness = match seen {
            Some(new) => {
                let score = new.score;
                if self.best.as_ref().is_none_or(|best| new.rank(best).is_lt()) {
                    self.best = Some(new);
                }
                Fitness::Score(score)
            }
            None => Fitness::Fails(fails),
        };
        self.known.insert(node.to_vec(), fitness);
        fitness
    }
}

/// The fittest first; of equals the one whose levels come first.
fn rank(living: &mut [Living]) {
    living.sort_by(|(a, one), (b, other)| {
        a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal).then_with(|| one.cmp(other))
    });
}
