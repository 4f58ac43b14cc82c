//! K-Optimize: the best ordered partitions of the attributes' values.
//!
//! The values of each attribute are in an order, and a generalisation joins neighbours: it is the
//! set of values at which a group begins. All such sets are searched as a tree. A node has a *head*,
//! the beginnings it has, and a *tail*, those that may be added below it; the root's head is empty,
//! which is everything joined. Pruning is sound for every generalisation below a node:
//!
//! - a class of the head that fails a model of which no part of it can hold is suppressed below, too;
//! - no class below is smaller than one of head and tail together, and no value is joined with more
//!   others; together with the first that bounds the cost from below, and a node whose bound is not
//!   below the best cost is left out;
//! - a record that is kept is with k − 1 others at least, and its labels are as wide as from it to
//!   them ([`crowd`]): that bounds what is lost;
//! - a beginning that makes the head suppress too much makes every set with it do so, and leaves the
//!   tail, which raises the bound of what is left.
//!
//! The search is complete: if it comes to its end the result is proved to be the best of all ordered
//! partitions. Stopped before, it says what no partition can cost less than. The missing value is
//! never joined with some of the others: it stands alone, or everything is joined.
//!
//! The order of the tail is the cost of head and value, the lowest first, so that good results come
//! early.
//!
//! # Cost
//! Each node looks at each value of its tail; there are 2^(values − attributes) nodes at worst. Who has
//! no clock limits the looks by [`affordable_looks`], which is the same on every machine.
//!
//! # References
//! R. J. Bayardo, R. Agrawal (2005): Data Privacy through Optimal k-Anonymization,
//! doi:10.1109/ICDE.2005.42.

mod crowd;

use super::definition::{AlgorithmDefinition, Approach};
use super::{Algorithm, AlgorithmResult, Problem, Unsuited};
use crate::Grouping;
use crate::cut::{Ask, Classes, Map, Scored, Verdict, ambiguity, gauge_of, score_classes};
use crowd::{Floors, Place};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Generalize, Reference, Status, Suppress,
    Worked,
};
use ridotto_core::objective::{Aggregate, Objective, Outcome, Scorer};
use ridotto_core::{ClassTable, Code, SensitiveId, Watch};

/// K-Optimize as the catalogue has it.
pub static K_OPTIMIZE: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "k-optimize",
        title: "K-Optimize",
        aliases: &["k-optimise", "koptimize", "optimal k-anonymization"],
        formula: "argmin over ordered partitions of each domain that satisfy, of the objective",
        status: Status::Now,
        summary: "Search over partitions of ordered domains.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::OrderedPartition,
            result: Certainty::Proved,
            searches: "ordered partitions, with bounds",
            minimises: "the objective",
            grid: ATTRIBUTES,
            is_usual: false,
            needs_monotonicity: false,
            lists_nodes: false,
            by_hierarchies: false,
            weighs_attributes: true,
            cost: "2^(values - attributes) nodes at worst; without a time limit it stops after some seconds' work",
            done: "It searched the partitions of ordered domains and cut off what could not win.",
        }),
        advice: include_str!("k_optimize.md"),
        references: &[Reference {
            authors: "R. J. Bayardo, R. Agrawal",
            year: 2005,
            title: "Data privacy through optimal k-anonymization",
            doi: "10.1109/ICDE.2005.42",
        }],
        example: "[release]\nalgorithm = \"k-optimize\"\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"k-optimize\"\n",
            "It needs no hierarchy for numbers: any cuts between the ages may be made. It parts them into 31-34, 38-45 and 47-58, gives postcodes up and keeps sex: four classes of two. Ages lose `(2 * 1/7 + 2 * 1/7 + 4 * 3/7) / 8 = 0.2857`, and all `(0.2857 + 1 + 0) / 3 = 0.4286`. **0.4286** is the least that any cuts give, and less than the 0.5714 of fixed decades.",
            &["loss 0.4286: the least possible", "31-34,*,f,flu,2100", "38-45,*,m,flu,2700"],
        ),
    },
    approach: Approach::ByValue(Algorithm::KOptimize(Cost::Objective)),
};

/// Ranges are what is left of values: without them there is nothing to choose.
const ATTRIBUTES: &[(Generalize, &[Suppress])] = &[(
    Generalize::Attribute,
    &[Suppress::Record, Suppress::Attribute, Suppress::Cell, Suppress::None],
)];

/// What to minimise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// The task's objective.
    #[default]
    Objective,
    /// Classification: the share of records that are suppressed, or whose value of an attribute
    /// counted along is not the most frequent of their class.
    Classification(SensitiveId),
}

/// So many classes of the input are grouped before the search gives up: some seconds.
const WORK: u64 = 1 << 27;

/// How many looks at a table are some seconds' work, by its size and not by a clock.
pub fn affordable_looks(table: &ClassTable) -> u64 {
    let keys = table.keys();
    // A look numbers the classes attribute by attribute, and has some work of its own.
    let work = (keys.len() as u64 + 64) * (table.values().len() as u64 + 1);
    (WORK / work).max(1000)
}

/// Finds the best ordered partitions.
pub fn k_optimize(
    problem: &Problem<'_>,
    cost: Cost,
    watch: &dyn Watch,
) -> Result<AlgorithmResult, Unsuited> {
    Algorithm::KOptimize(cost).suits(&problem.task)?;
    watch.begin("searching", problem.task.most_checks);
    let mut search = Search::new(problem, cost);
    if problem.table.is_empty() {
        return Ok(search.answer(true));
    }
    search.begin();
    while let Some(node) = search.open.pop() {
        if problem.is_over(search.checked, watch) {
            search.open.push(node);
            return Ok(search.answer(false));
        }
        let before = search.checked;
        search.expand(node);
        watch.advance(search.checked - before);
    }
    Ok(search.answer(true))
}

/// A beginning of a group: an attribute and a code.
type Item = (usize, Code);

/// A set of generalisations: all that have the head and some of the tail.
#[derive(Clone, Debug)]
struct Node {
    head: Vec<Item>,
    tail: Vec<Item>,
    /// None of them costs less.
    bound: f64,
}

/// What is seen at a generalisation.
struct Seen {
    cost: f64,
    outcome: Outcome,
    groupings: Vec<Grouping>,
    classes: Classes,
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    cost: Cost,
    ask: Ask<'a>,
    /// The objective that bounds speak of.
    scorer: Scorer,
    /// What records cost at least anywhere.
    floors: Floors,
    open: Vec<Node>,
    best: Option<Scored>,
    checked: u64,
}

/// So many pairs of records are compared at the root, and fewer below it.
const PAIRS: usize = 1 << 24;

/// When the search is stopped, the bounds of so many nodes are found that it had not come to.
const LAST: usize = 1 << 10;

/// Costs closer than this, relatively, are equal.
const SAME: f64 = 1e-12;

impl<'a> Search<'a> {
    fn new(problem: &'a Problem<'a>, cost: Cost) -> Self {
        let scorer = problem.task.scorer;
        let objective = match scorer.objective() {
            // Without levels both count the share of the domain that is joined.
            Objective::Precision => Objective::Loss(Aggregate::Mean),
            objective => objective,
        };
        let scales = scorer.scales().to_vec();
        let of_bounds = Scorer::new(objective, scales, scorer.rows(), scorer.least_class());
        let ask = Ask::new(problem.table, problem.models);
        let (open, floors) = (Vec::new(), Floors::default());
        Self { problem, cost, ask, scorer: of_bounds, floors, open, best: None, checked: 0 }
    }

    /// The root: everything joined, and every beginning may be added.
    fn begin(&mut self) {
        let hierarchies = self.problem.hierarchies.iter().enumerate();
        let items = |(at, of): (usize, &ridotto_core::Hierarchy)| {
            (1..of.groups(0) as Code).map(move |code| (at, code)).collect::<Vec<Item>>()
        };
        let tail = hierarchies.flat_map(items).collect();
        let seen = self.look(&[]);
        self.keep(&seen);
        if seen.classes.floor() <= self.problem.limit() {
            self.open.push(Node { head: Vec::new(), tail, bound: 0.0 });
        }
    }

    /// Looks at a node's children, and opens those that may hold something better.
    fn expand(&mut self, Node { head, tail, bound }: Node) {
        if !self.may_win(bound) {
            return;
        }
        let mut bound = bound.max(self.bound(&head, &tail));
        if !self.may_win(bound) {
            return;
        }
        let all = tail.len();
        let mut tail = self.ranked(&head, &tail);
        if tail.len() < all {
            // What left the tail raises the bound of what is left.
            bound = bound.max(self.bound(&head, &tail));
        }
        if !self.may_win(bound) {
            return;
        }
        let mut children = Vec::with_capacity(tail.len());
        while !tail.is_empty() {
            let first = tail.remove(0);
            let mut with = head.clone();
            with.push(first);
            children.push(Node { head: with, tail: tail.clone(), bound });
        }
        // The last is taken first.
        self.open.extend(children.into_iter().rev().filter(|child| !child.tail.is_empty()));
    }

    /// The values of a tail that may be added to the head, the lowest cost first.
    fn ranked(&mut self, head: &[Item], tail: &[Item]) -> Vec<Item> {
        let mut ranked = Vec::with_capacity(tail.len());
        for &item in tail {
            let with: Vec<Item> = head.iter().copied().chain([item]).collect();
            let seen = self.look(&with);
            self.keep(&seen);
            if seen.classes.floor() <= self.problem.limit() {
                ranked.push((seen.cost, item));
            }
        }
        ranked.sort_by(|(a, one), (b, other)| a.total_cmp(b).then_with(|| one.cmp(other)));
        ranked.into_iter().map(|(_, item)| item).collect()
    }

    fn may_win(&self, bound: f64) -> bool {
        let beats = |best: &Scored| bound < best.score - SAME * best.score.abs();
        bound < f64::INFINITY && self.best.as_ref().is_none_or(beats)
    }

    fn keep(&mut self, seen: &Seen) {
        if seen.outcome.suppressed <= self.problem.limit() && self.may_win(seen.cost) {
            let (score, outcome) = (seen.cost, seen.outcome.clone());
            self.best = Some(Scored { groupings: seen.groupings.clone(), score, outcome });
        }
    }

    fn groupings(&self, items: &[Item]) -> Vec<Grouping> {
        let of = |at: usize| {
            let own = items.iter().filter(|item| item.0 == at);
            let mut starts: Vec<Code> = own.map(|item| item.1).collect();
            if !starts.is_empty() {
                starts.extend(self.problem.hierarchies[at].missing_group(0));
            }
            starts.sort_unstable();
            starts.dedup();
            Grouping::Ranges(starts)
        };
        (0..self.problem.hierarchies.len()).map(of).collect()
    }

    fn classes(&mut self, groupings: &[Grouping]) -> (Vec<Map>, Classes) {
        let by = self.problem.hierarchies;
        let maps: Vec<Map> = groupings.iter().zip(by).map(|(of, by)| of.map(by)).collect();
        let classes = Classes::new(&maps, &mut self.ask);
        (maps, classes)
    }

    fn look(&mut self, items: &[Item]) -> Seen {
        self.checked += 1;
        let groupings = self.groupings(items);
        let (maps, classes) = self.classes(&groupings);
        let scorer = self.problem.task.scorer;
        let (cost, outcome) = match self.cost {
            Cost::Objective => score_classes(
                scorer,
                &groupings,
                &maps,
                &classes,
                self.problem.hierarchies,
                &self.ask,
            ),
            Cost::Classification(id) => {
                let outcome = classes.outcome(&maps, &self.ask);
                let wrong: u64 = (0..classes.len())
                    .filter(|&class| classes.verdicts[class] == Verdict::Holds)
                    .map(|class| self.minority(&classes, class, id))
                    .sum();
                ((wrong + outcome.suppressed) as f64 / scorer.rows() as f64, outcome)
            }
        };
        Seen { cost, outcome, groupings, classes }
    }

    /// The rows of a class whose value is not its most frequent.
    fn minority(&self, classes: &Classes, class: usize, id: SensitiveId) -> u64 {
        let mut counts = vec![0; self.problem.table.sensitive_values(id)];
        for &member in classes.members(class) {
            for &(code, rows) in self.ask.class(member).histogram(id) {
                counts[code as usize] += rows;
            }
        }
        classes.rows[class] - counts.into_iter().max().unwrap_or(0)
    }

    /// What every generalisation between the head and head with tail costs at least.
    fn bound(&mut self, head: &[Item], tail: &[Item]) -> f64 {
        let at_head = self.groupings(head);
        let (head_maps, at_head) = self.classes(&at_head);
        let all: Vec<Item> = head.iter().chain(tail).copied().collect();
        let groupings = self.groupings(&all);
        let (maps, finest) = self.classes(&groupings);
        let never = never(&at_head, self.problem.table.len());
        let is_gone = |class: usize| never[finest.members(class)[0] as usize];
        let rows = self.problem.task.scorer.rows() as f64;
        let floor = at_head.floor();
        if let Cost::Classification(id) = self.cost {
            let kept = (0..finest.len()).filter(|&class| !is_gone(class));
            let wrong: u64 = kept.map(|class| self.minority(&finest, class, id)).sum();
            return (wrong + floor) as f64 / rows;
        }
        let by_crowd = self.by_crowd(&head_maps, (&maps, &finest), tail.len(), &never);
        if self.scorer.objective() == Objective::Height {
            return by_crowd;
        }
        let scorer = gauge_of(&self.scorer, &groupings, &maps, self.problem.hierarchies);
        let by_levels = scorer.bound_at(&vec![0; maps.len()], floor);
        let least = scorer.least_class();
        by_levels.max(by_crowd).max(match scorer.objective() {
            Objective::Discernibility => (0..finest.len())
                .map(|class| {
                    let size = finest.rows[class] as f64;
                    let joined = size.max(least as f64).min(rows);
                    size * if is_gone(class) { rows } else { joined }
                })
                .sum(),
            Objective::ClassSize => {
                let kept = (0..finest.len()).filter(|&class| !is_gone(class)).count();
                rows / (kept + 1) as f64
            }
            Objective::Ambiguity => {
                let (kept, gone) = ambiguity(&scorer, &maps, &finest, &self.ask);
                kept + gone
            }
            _ => 0.0,
        })
    }

    /// What is bounded by whom records can be with.
    fn by_crowd(
        &mut self,
        head: &[Map],
        finest: (&[Map], &Classes),
        tail: usize,
        never: &[bool],
    ) -> f64 {
        let table = self.problem.table;
        let place = Place { scorer: &self.scorer, table, head, finest };
        let is_root = self.floors.is_empty();
        // Below the root it is to take no longer than the looks at the tail.
        let most = if is_root { PAIRS / table.len() } else { 256.max(8 * tail) };
        let Some(floors) = Floors::new(&place, &self.floors, most) else { return 0.0 };
        let bound = floors.total(&place, self.problem.limit(), |class| never[class]);
        if is_root {
            self.floors = floors;
        }
        bound
    }

    /// Nodes that the search had no time for: what they cost at least.
    fn raise_bounds(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        open.sort_by(|a, b| a.bound.total_cmp(&b.bound));
        let affordable = 4 * PAIRS / (256 * self.problem.table.len().max(1));
        for node in open.iter_mut().take(affordable.min(LAST)) {
            node.bound = node.bound.max(self.bound(&node.head, &node.tail));
        }
        self.open = open;
    }

    fn answer(mut self, proved: bool) -> AlgorithmResult {
        if !proved {
            self.raise_bounds();
        }
        let best = self.best.as_ref().map(|best| best.score);
        let open = self.open.iter().map(|node| node.bound).reduce(f64::min);
        let bound = match (best, open) {
            (Some(best), Some(open)) => Some(best.min(open)),
            (best, open) => best.filter(|_| proved).or(open),
        };
        AlgorithmResult { best: self.best, checked: self.checked, proved, bound, note: None }
    }
}

/// For each class of the input whether it is suppressed at the head and everywhere below.
fn never(at_head: &Classes, classes: usize) -> Vec<bool> {
    let mut never = vec![false; classes];
    for class in 0..at_head.len() {
        if at_head.verdicts[class] == Verdict::Never {
            at_head.members(class).iter().for_each(|&member| never[member as usize] = true);
        }
    }
    never
}
