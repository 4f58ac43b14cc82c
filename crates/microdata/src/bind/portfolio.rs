//! What `best` tries: every method that can do what the policy asks for, the cheapest first.
//!
//! A method that would do something else is not in it; one that cannot do what is asked for is left
//! out, and why is remembered. Algorithms that choose among the same generalisations as `optimal` are
//! not in it either: none of them can lose less. Where an attribute has a hierarchy, its labels are what is
//! shown; who wants ranges or sets there asks `mondrian` for them.

use super::method::{Method, by_value, matching};
use super::together::{goes, serves};
use crate::requirement::Requirement;
use ridotto_micro::algorithm::Algorithm;
use ridotto_micro::cut::Information;
use ridotto_micro::local::mondrian::{Cuts, Cutting, Partition};
use ridotto_policy::language::Generalize;
use ridotto_policy::{Policy, PolicyError, Problem};

/// The methods that are tried, and those that are not.
#[derive(Clone, Debug, Default)]
pub struct Portfolio {
    /// In the order in which they are tried.
    pub methods: Vec<Method>,
    /// What is left out.
    pub left_out: Vec<LeftOut>,
}

/// A method that is not tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub name: &'static str,
    /// Why it cannot serve.
    pub why: String,
}

/// Whether a method cannot do what is asked for.
pub fn cannot_serve(
    policy: &Policy,
    method: Method,
    requirements: &[Requirement],
    keys: usize,
) -> bool {
    let wrong = [goes(policy, method), serves(policy, method, requirements, keys)];
    wrong.iter().any(|problems| !problems.is_empty())
}

/// The methods that local recoding is held against: what else does what is asked for, and can.
pub fn rivals(policy: &Policy, requirements: &[Requirement], keys: usize) -> Vec<Method> {
    let serves = |method: &Method| !cannot_serve(policy, *method, requirements, keys);
    let others = candidates(policy).into_iter().filter(|method| *method != Method::Cells);
    others.filter(serves).collect()
}

/// Mondrian as it is when nothing is said.
pub const MONDRIAN: Method = mondrian(Partition::Strict);
/// Mondrian that parts records that are alike, so that halves are even: now and then that loses less.
pub const RELAXED: Method = mondrian(Partition::Relaxed);

const fn mondrian(partition: Partition) -> Method {
    Method::Mondrian(Cutting { cuts: Cuts::Median, partition, summary: None })
}

impl Portfolio {
    /// What goes with a policy; an error if nothing does.
    pub fn of(policy: &Policy) -> Result<Self, PolicyError> {
        Self::default().keep(candidates(policy), policy, |method| goes(policy, method))
    }

    /// What of it serves the requirements; an error if nothing does.
    pub fn serving(
        self,
        policy: &Policy,
        requirements: &[Requirement],
        keys: usize,
    ) -> Result<Self, PolicyError> {
        let Self { methods, left_out } = self;
        let rest = Self { methods: Vec::new(), left_out };
        rest.keep(methods, policy, |method| serves(policy, method, requirements, keys))
    }

    /// Takes the methods with which nothing is wrong.
    fn keep(
        mut self,
        methods: Vec<Method>,
        policy: &Policy,
        wrong: impl Fn(Method) -> Vec<Problem>,
    ) -> Result<Self, PolicyError> {
        let mut last = Vec::new();
        for method in methods {
            let problems = wrong(method);
            let Some(first) = problems.first() else {
                self.methods.push(method);
                continue;
            };
            let out = LeftOut { name: method.name(), why: first.message.clone() };
            if !self.left_out.contains(&out) {
                self.left_out.push(out);
            }
            if last.is_empty() || !method.is_local() {
                last = problems;
            }
        }
        if self.methods.is_empty() { Err(policy.error(last)) } else { Ok(self) }
    }

    /// Whether the decision of any of them can be saved.
    pub fn saves(&self) -> bool {
        self.methods.iter().any(|method| method.saves())
    }
}

/// What does what is asked for, whether or not it can.
fn candidates(policy: &Policy) -> Vec<Method> {
    let (generalize, suppress) = (*policy.release.generalize, *policy.release.suppress);
    let levels = |algorithm| by_value(policy, algorithm);
    let all = match generalize {
        Generalize::Cell => vec![MONDRIAN, RELAXED, levels(Algorithm::Optimal), Method::Cells],
        Generalize::Attribute => vec![
            levels(Algorithm::TopDown(Information::Values)),
            levels(Algorithm::BottomUp(Information::Values)),
            levels(Algorithm::Optimal),
        ],
        Generalize::None => {
            vec![levels(Algorithm::Optimal), Method::Suppression(matching(policy))]
        }
    };
    let does = |method: &Method| {
        let facts = method.definition().facts();
        facts.has(generalize, suppress)
            || generalize == Generalize::Cell && facts.has(Generalize::Attribute, suppress)
    };
    all.into_iter().filter(does).collect()
}
