//! Top-down specialisation: begin with everything generalised, and take the step down that tells
//! the most for the anonymity it costs.
//!
//! A step replaces a group by its children in the hierarchy, for all records at once; so the result
//! is a cut for each attribute, with values of one attribute at different levels (full-subtree
//! recoding). A step's score is its information gain over its anonymity loss plus 1, where the
//! loss is by how much the smallest kept class shrinks, plus the records newly suppressed. Steps
//! after which more than the limit would be suppressed are not taken. It ends when none is left.
//! Who may suppress more may be led astray, so it descends again with fewer allowed and keeps the
//! better result by the task's objective ([`Limits`]).
//!
//! Every state is looked at with all models, so any models will do; the coarsest state must satisfy
//! them, or nothing is found.
//!
//! # Cost
//! Each step looks at each class once for each attribute.
//!
//! # References
//! B. C. M. Fung, K. Wang, P. S. Yu (2005): Top-Down Specialization for Information and Privacy
//! Preservation, doi:10.1109/ICDE.2005.143.

use super::Algorithm;
use super::definition::{AlgorithmDefinition, Approach, LEVELS};
use super::fewer::Limits;
use super::{AlgorithmResult, Problem};
use crate::Grouping;
use crate::cut::{Ask, Bits, Classes, Information, Map, Scored, Verdict, score_classes};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Reference, Status, Worked,
};
use ridotto_core::{Code, Watch};

/// Top-down specialisation as the catalogue has it.
pub static TOP_DOWN: AlgorithmDefinition = AlgorithmDefinition {
    entry: Entry {
        name: "top-down",
        title: "Top-down specialisation",
        aliases: &["TDS", "top-down specialization"],
        formula: "step down with the greatest gain / (anonymity lost + 1), while the requirements hold",
        status: Status::Now,
        summary: "Greedy, from the top downward.",
        parameters: &[],
        check: any,
        facts: Facts::Algorithm(AlgorithmFacts {
            family: Family::Subtree,
            result: Certainty::Heuristic,
            searches: "downward through cuts",
            minimises: "anonymity lost per bit gained",
            grid: LEVELS,
            is_usual: false,
            needs_monotonicity: false,
            lists_nodes: false,
            by_hierarchies: true,
            weighs_attributes: false,
            cost: "a look at each class for each step and attribute",
            done: "It began with everything generalised and refined where that told the most.",
        }),
        advice: include_str!("top_down.md"),
        references: &[Reference {
            authors: "B. C. M. Fung, K. Wang, P. S. Yu",
            year: 2005,
            title: "Top-down specialization for information and privacy preservation",
            doi: "10.1109/ICDE.2005.143",
        }],
        example: "[release]\nalgorithm = \"top-down\"\n",
        worked: Worked::released(
            "[release]\nalgorithm = \"top-down\"\n",
            "It begins at the top, where all is `*`, and steps down where most is gained for the anonymity that is lost: sex may be shown (two classes of four), and postcodes down to `12***`, which parts nobody. One level more of postcode, or ages by twenty years, would leave somebody alone. After **6** looks the loss is `(1 + 1 + 0) / 3 = 0.6667`: **0.6667**, above the 0.5714 that `optimal` finds.",
            &["loss 0.6667: found by top-down of 48 generalisations (6 looked at)"],
        ),
    },
    approach: Approach::ByValue(Algorithm::TopDown(Information::Values)),
};

/// Specialises step by step from the coarsest generalisation.
pub fn top_down(
    problem: &Problem<'_>,
    information: Information,
    watch: &dyn Watch,
) -> AlgorithmResult {
    watch.begin("searching", None);
    let (mut best, mut checked) = (None::<Scored>, 0);
    let given = problem.limit();
    let mut limits = Limits::new(given);
    let mut limit = Some(given).filter(|_| !problem.table.is_empty());
    while let Some(within) = limit {
        let mut state = State::new(problem, information, within);
        checked += 1;
        if state.classes.suppressed() > within {
            break;
        }
        let used = state.descend(&mut checked, watch);
        let work = state.looks;
        let found = state.scored();
        if best.as_ref().is_none_or(|best| found.score < best.score) {
            best = Some(found);
        }
        limit = limits.fewer(used, work).filter(|_| !problem.is_over(checked, watch));
    }
    problem.answer(best, checked.max(1))
}

struct State<'a> {
    problem: &'a Problem<'a>,
    bits: Bits,
    ask: Ask<'a>,
    groupings: Vec<Grouping>,
    maps: Vec<Map>,
    classes: Classes,
    /// The most records that may go.
    limit: u64,
    /// How often a class was looked at.
    looks: u64,
}

/// A step that could be taken: what it changes.
#[derive(Clone, Debug)]
struct Step {
    /// Rows suppressed in the classes it splits, before and after.
    before: u64,
    after: u64,
    /// The smallest kept class among those it makes, and among those it splits.
    least: u64,
    own_least: u64,
    /// Whether the group can be split at all.
    open: bool,
}

impl<'a> State<'a> {
    fn new(problem: &'a Problem<'a>, information: Information, limit: u64) -> Self {
        let hierarchies = problem.hierarchies;
        let cut =
            |(at, &level): (usize, &u8)| Grouping::Cut(vec![level; hierarchies[at].groups(0)]);
        let groupings: Vec<Grouping> =
            problem.task.lattice.top().iter().enumerate().map(cut).collect();
        let maps: Vec<Map> = groupings.iter().zip(hierarchies).map(|(of, by)| of.map(by)).collect();
        let mut ask = Ask::new(problem.table, problem.models);
        let classes = Classes::new(&maps, &mut ask);
        let bits = Bits::new(problem.table, hierarchies, information);
        Self { problem, bits, ask, groupings, maps, classes, limit, looks: 0 }
    }

    /// Takes steps until none is left or it is time to end; the most records that went on the way.
    fn descend(&mut self, checked: &mut u64, watch: &dyn Watch) -> u64 {
        let mut used = self.classes.suppressed();
        loop {
            self.take_free_steps();
            if self.problem.is_over(*checked, watch) {
                return used;
            }
            let (step, looks) = self.best_step();
            *checked += looks;
            watch.advance(looks);
            let Some((attribute, group)) = step else { return used };
            self.split(attribute, group);
            used = used.max(self.classes.suppressed());
        }
    }

    fn level(&self, attribute: usize, group: usize) -> u8 {
        let first = self.maps[attribute].first[group];
        self.groupings[attribute].level_of(first).expect("cuts have levels")
    }

    /// Lowers the values of a group by one level.
    fn lower(&mut self, attribute: usize, group: usize) {
        let of = &self.maps[attribute].of;
        if let Grouping::Cut(levels) = &mut self.groupings[attribute] {
            let values = levels.iter_mut().zip(of);
            values.filter(|&(_, &at)| at as usize == group).for_each(|(level, _)| *level -= 1);
        }
        let hierarchy = &self.problem.hierarchies[attribute];
        self.maps[attribute] = self.groupings[attribute].map(hierarchy);
    }

    fn split(&mut self, attribute: usize, group: usize) {
        self.lower(attribute, group);
        self.classes = Classes::new(&self.maps, &mut self.ask);
    }

    /// A group with one child is lowered at once: that splits no class.
    fn take_free_steps(&mut self) {
        for attribute in 0..self.maps.len() {
            let mut group = 0;
            while group < self.maps[attribute].first.len() {
                if self.is_open(attribute, group) && self.children(attribute, group) == 1 {
                    self.lower(attribute, group);
                } else {
                    group += 1;
                }
            }
        }
    }

    fn is_open(&self, attribute: usize, group: usize) -> bool {
        self.level(attribute, group) > self.problem.task.lattice.bottom()[attribute]
    }

    fn children(&self, attribute: usize, group: usize) -> usize {
        let below = usize::from(self.level(attribute, group)) - 1;
        let child = self.problem.hierarchies[attribute].map(below);
        let of = self.maps[attribute].of.iter().zip(child);
        let mut children: Vec<Code> =
            of.filter(|&(&at, _)| at as usize == group).map(|(_, &child)| child).collect();
        children.sort_unstable();
        children.dedup();
        children.len()
    }

    /// The step with the highest score, if one may be taken, and how many were looked at.
    fn best_step(&mut self) -> (Option<(usize, usize)>, u64) {
        let suppressed = self.classes.suppressed();
        let (mut best, mut looks) = (None::<((f64, f64), (usize, usize))>, 0);
        for attribute in 0..self.maps.len() {
            let steps = self.steps(attribute);
            for (group, step) in steps.iter().enumerate().filter(|(_, step)| step.open) {
                looks += 1;
                let then = suppressed - step.before + step.after;
                if then > self.limit {
                    continue;
                }
                let others = steps.iter().enumerate().filter(|&(other, _)| other != group);
                let others = others.map(|(_, step)| step.own_least).min().unwrap_or(u64::MAX);
                let (now, least) = (others.min(step.own_least), others.min(step.least));
                let loss = now.saturating_sub(least) + then.saturating_sub(suppressed);
                let level = self.level(attribute, group);
                let first = self.maps[attribute].first[group] as usize;
                let at = self.problem.hierarchies[attribute].map(level.into())[first];
                let gain = self.bits.gain(attribute, level, at);
                let score = (gain / (loss as f64 + 1.0), gain);
                if best.is_none_or(|(other, _)| score > other) {
                    best = Some((score, (attribute, group)));
                }
            }
        }
        (best.map(|(_, step)| step), looks)
    }

    /// What splitting each group of an attribute would do.
    fn steps(&mut self, attribute: usize) -> Vec<Step> {
        let keys = self.problem.table.keys();
        self.looks += keys.len() as u64;
        let hierarchy = &self.problem.hierarchies[attribute];
        let mut steps: Vec<Step> = (0..self.maps[attribute].first.len())
            .map(|group| Step {
                before: 0,
                after: 0,
                least: u64::MAX,
                own_least: u64::MAX,
                open: self.is_open(attribute, group),
            })
            .collect();
        let mut place = vec![u32::MAX; hierarchy.groups(0)];
        let mut parts: Vec<(Code, u64, Vec<u32>)> = Vec::new();
        for class in 0..self.classes.len() {
            let members = self.classes.members(class);
            let group = self.maps[attribute].of[keys.code(members[0] as usize, attribute) as usize]
                as usize;
            let (rows, holds) =
                (self.classes.rows[class], self.classes.verdicts[class] == Verdict::Holds);
            let step = &mut steps[group];
            if holds {
                step.own_least = step.own_least.min(rows);
            } else {
                step.before += rows;
            }
            if !step.open {
                continue;
            }
            let first = self.maps[attribute].first[group];
            let level = self.groupings[attribute].level_of(first).expect("cuts have levels");
            let below = hierarchy.map(usize::from(level) - 1);
            parts.clear();
            for &member in members {
                let child = below[keys.code(member as usize, attribute) as usize];
                let at = &mut place[child as usize];
                if *at == u32::MAX {
                    *at = parts.len() as u32;
                    parts.push((child, 0, Vec::new()));
                }
                let part = &mut parts[*at as usize];
                part.1 += self.ask.rows(member);
                part.2.push(member);
            }
            for (child, rows, members) in &parts {
                place[*child as usize] = u32::MAX;
                let holds = if parts.len() == 1 {
                    holds
                } else {
                    self.ask.about(*rows, &members.iter().copied()) == Verdict::Holds
                };
                if holds {
                    step.least = step.least.min(*rows);
                } else {
                    step.after += rows;
                }
            }
        }
        steps
    }

    fn scored(self) -> Scored {
        let Self { problem, ask, groupings, maps, classes, .. } = self;
        let (score, outcome) = score_classes(
            problem.task.scorer,
            &groupings,
            &maps,
            &classes,
            problem.hierarchies,
            &ask,
        );
        Scored { groupings, score, outcome }
    }
}
