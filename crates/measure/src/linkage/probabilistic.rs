//! Probabilistic record linkage: Fellegi and Sunter's model, with its parameters estimated from the
//! pairs alone.

use super::LinkageError;
use super::agreement::{MOST, Patterns};
use super::entries::FACTS;
use crate::reference;
use ridotto_catalogue::entry::MeasureEntry;
use ridotto_catalogue::{Entry, Worked};

/// How pairs agree that are the same person (`m`), and pairs that are not (`u`).
///
/// # Definition
/// A pair is of one person with probability `share`. Given that, its attributes agree independently
/// of each other, the i-th with probability `m[i]` if it is one person and `u[i]` if not. The
/// *weight* of a pattern of agreement is log₂ of its probability for one person over that for two.
///
/// # What it does not see
/// Attributes that depend on each other (town and zip code) make it too sure of itself. Values that
/// nearly agree; rare values, whose agreement says more than that of frequent ones.
///
/// # References
/// I. P. Fellegi, A. B. Sunter (1969), *A theory for record linkage*,
/// doi:10.1080/01621459.1969.10501049. M. A. Jaro (1989), *Advances in record-linkage methodology
/// as applied to matching the 1985 census of Tampa, Florida*, doi:10.1080/01621459.1989.10478785.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The probability of agreement of each attribute for one person.
    pub m: Vec<f64>,
    /// The probability of agreement of each attribute for two people.
    pub u: Vec<f64>,
    /// The share of pairs that are one person.
    pub share: f64,
}

/// The estimate of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The model.
    pub model: Model,
    /// How many steps were made.
    pub steps: usize,
    /// Whether the last step changed nothing but rounding.
    pub converged: bool,
    /// The logarithm of the likelihood.
    pub likelihood: f64,
}

impl Model {
    /// Where estimates usually begin: agreement is likely for one person and unlikely for two.
    pub fn start(attributes: usize) -> Self {
        Self { m: vec![0.9; attributes], u: vec![0.1; attributes], share: 0.1 }
    }

    /// The probabilities of a pattern for one person and for two.
    pub fn probabilities(&self, pattern: u32) -> (f64, f64) {
        let of = |each: &[f64]| {
            let one = |(at, &p): (usize, &f64)| if pattern >> at & 1 == 1 { p } else { 1.0 - p };
            each.iter().enumerate().map(one).product::<f64>()
        };
        (of(&self.m), of(&self.u))
    }

    /// The weight of a pattern; of one that cannot be, the least there is.
    pub fn weight(&self, pattern: u32) -> f64 {
        let (one, two) = self.probabilities(pattern);
        if one == 0.0 { f64::NEG_INFINITY } else { (one / two).log2() }
    }

    /// The probability that a pair with this pattern is one person.
    pub fn posterior(&self, pattern: u32) -> f64 {
        let (one, two) = self.probabilities(pattern);
        let (one, two) = (self.share * one, (1.0 - self.share) * two);
        if one + two > 0.0 { one / (one + two) } else { 0.0 }
    }
}

/// Estimates a model by expectation and maximisation: `counts[pattern]` pairs have each pattern. It
/// ends when no parameter changes by more than 10⁻¹⁵, or after `most` steps.
pub fn estimate(counts: &[u64], start: Model, most: usize) -> Result<Fit, LinkageError> {
    estimate_by(counts, start, most, |next| next)
}

/// The same, with each step mended.
fn estimate_by(
    counts: &[u64],
    start: Model,
    most: usize,
    mend: impl Fn(Model) -> Model,
) -> Result<Fit, LinkageError> {
    let attributes = start.m.len();
    if attributes > MOST {
        return Err(LinkageError::TooMany { found: attributes, most: MOST });
    }
    let probability = |p: &f64| (0.0..=1.0).contains(p);
    let all_fit = start.m.iter().chain(&start.u).chain([&start.share]).all(probability);
    if counts.len() != 1 << attributes || start.u.len() != attributes || !all_fit {
        return Err(LinkageError::List { what: "patterns or probabilities" });
    }
    let (mut model, mut steps, mut converged) = (start, 0, false);
    while steps < most && !converged {
        let next = mend(step(counts, &model));
        let pairs =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let changed = pairs(&next.m, &model.m).max(pairs(&next.u, &model.u));
        converged = changed.max((next.share - model.share).abs()) <= 1e-15;
        (model, steps) = (next, steps + 1);
    }
    let likelihood = likelihood(counts, &model);
    Ok(Fit { model, steps, converged, likelihood })
}

/// Estimates a model in which those pairs are one person that agree most: what an intruder means by a
/// match. Plain estimates may end with any two groups of pairs that differ, such as those of one town
/// and those of two.
///
/// It begins with exact agreement, and with pairs of two people that agree as all pairs do. At no step
/// does an attribute agree less often for one person than for two, so that a record that agrees in
/// more always weighs more; and no more pairs than `most_share` are of one person, because
/// everybody has one record at most. Probabilities stay inside of 0 and 1 by half a pair, so that no
/// single disagreement rules out.
pub fn estimate_matches(
    counts: &[u64],
    attributes: usize,
    most_share: f64,
    most: usize,
) -> Result<Fit, LinkageError> {
    let all: f64 = counts.iter().map(|&pairs| pairs as f64).sum();
    let agreeing = |at: usize| {
        let agrees = (0_u32..).zip(counts).filter(|(pattern, _)| pattern >> at & 1 == 1);
        agrees.map(|(_, &pairs)| pairs as f64).sum::<f64>() / all.max(1.0)
    };
    let start = Model {
        m: vec![0.99; attributes],
        u: (0..attributes).map(agreeing).collect(),
        share: most_share.clamp(0.0, 0.5),
    };
    estimate_by(counts, start.ordered(all), most, |next| {
        Model { share: next.share.min(most_share), ..next }.ordered(all)
    })
}

impl Model {
    /// The same with every attribute agreeing more often for one person than for two, in so many
    /// pairs.
    fn ordered(mut self, pairs: f64) -> Self {
        let (one, two) = (0.5 / (self.share * pairs + 1.0), 0.5 / (pairs + 1.0));
        for (m, u) in self.m.iter_mut().zip(&mut self.u) {
            *u = u.clamp(two, 1.0 - two);
            // A hundredth of what there is above it still counts for something.
            let least = *u + 0.01 * (1.0 - *u);
            *m = m.max(least).min(1.0 - one).max(least);
        }
        self
    }
}

/// One step: who is one person is expected by the model, and the model is what this says.
fn step(counts: &[u64], model: &Model) -> Model {
    let attributes = model.m.len();
    let (mut one, mut two) = (0.0, 0.0);
    let (mut agree_one, mut agree_two) = (vec![0.0; attributes], vec![0.0; attributes]);
    for (pattern, &pairs) in (0_u32..).zip(counts) {
        let same = pairs as f64 * model.posterior(pattern);
        let other = pairs as f64 - same;
        one += same;
        two += other;
        for at in (0..attributes).filter(|at| pattern >> at & 1 == 1) {
            agree_one[at] += same;
            agree_two[at] += other;
        }
    }
    let over = |sums: Vec<f64>, all: f64, old: &[f64]| {
        if all > 0.0 { sums.into_iter().map(|sum| sum / all).collect() } else { old.to_vec() }
    };
    let share = if one + two > 0.0 { one / (one + two) } else { model.share };
    Model { m: over(agree_one, one, &model.m), u: over(agree_two, two, &model.u), share }
}

fn likelihood(counts: &[u64], model: &Model) -> f64 {
    let present = (0_u32..).zip(counts).filter(|&(_, &pairs)| pairs > 0);
    let each = present.map(|(pattern, &pairs)| {
        let (one, two) = model.probabilities(pattern);
        pairs as f64 * (model.share * one + (1.0 - model.share) * two).ln()
    });
    each.sum()
}

/// What is decided about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is taken to be one person.
    Linked,
    /// A clerk has to look at it.
    Clerical,
    /// It is taken to be two.
    NonLinked,
}

/// Which patterns are linked.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The verdict on each pattern.
    pub verdicts: Vec<Verdict>,
    /// The probability that a pair of two people is linked.
    pub false_links: f64,
    /// The probability that a pair of one person is not linked.
    pub misses: f64,
    /// Linked is what weighs more than the first of these and at least the second; absent where
    /// there is no pattern on that side.
    pub link: (Option<f64>, Option<f64>),
    /// Not linked is what weighs at most the first of these and less than the second.
    pub non_link: (Option<f64>, Option<f64>),
}

/// Decides by the false links (P(linked | two people)) and misses (P(not linked | one person)) that
/// are acceptable: as many patterns as possible are linked from the highest weight down, and of the
/// others as many as possible are not linked from the lowest up. Patterns of equal weight stay
/// together.
pub fn decide(model: &Model, false_links: f64, misses: f64) -> Decision {
    let mut order: Vec<(f64, u32)> =
        (0_u32..1 << model.m.len()).map(|pattern| (model.weight(pattern), pattern)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    #[expect(clippy::float_cmp, reason = "patterns of equal weight cannot be told apart")]
    let groups: Vec<&[(f64, u32)]> = order.chunk_by(|a, b| a.0 == b.0).collect();
    let sum = |group: &[(f64, u32)], of: fn((f64, f64)) -> f64| {
        group.iter().map(|&(_, pattern)| of(model.probabilities(pattern))).sum::<f64>()
    };
    let (mut linked, mut wrong) = (0, 0.0);
    while linked < groups.len() && wrong + sum(groups[linked], |both| both.1) <= false_links {
        wrong += sum(groups[linked], |both| both.1);
        linked += 1;
    }
    let (mut first, mut not_found) = (groups.len(), 0.0);
    while first > linked && not_found + sum(groups[first - 1], |both| both.0) <= misses {
        not_found += sum(groups[first - 1], |both| both.0);
        first -= 1;
    }
    let mut verdicts = vec![Verdict::Clerical; order.len()];
    for (at, group) in groups.iter().enumerate().filter(|&(at, _)| at < linked || at >= first) {
        let verdict = if at < linked { Verdict::Linked } else { Verdict::NonLinked };
        group.iter().for_each(|&(_, pattern)| verdicts[pattern as usize] = verdict);
    }
    let weight = |at: Option<usize>| at.and_then(|at| groups.get(at)).map(|group| group[0].0);
    Decision {
        verdicts,
        false_links: wrong,
        misses: not_found,
        link: (weight(Some(linked)), weight(linked.checked_sub(1))),
        non_link: (weight(Some(first)), weight(first.checked_sub(1))),
    }
}

/// What a record was linked to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The weight of its best pairs.
    pub weight: f64,
    /// How many records are in such a pair with it.
    pub tied: u64,
    /// The probability that one of these, drawn at random, is the right one.
    pub right: f64,
    /// What was decided about these pairs.
    pub verdict: Verdict,
}

/// The links of a file by a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbableLinks {
    /// For each record looked for its best candidates; `None` if its block is empty.
    pub candidates: Vec<Option<Candidate>>,
    /// How many records are expected to be linked rightly if each takes its best candidate.
    pub right: f64,
    /// The same as a share of the records looked for.
    pub rate: f64,
    /// How many of these right links are of pairs that were decided to be linked.
    pub right_and_linked: f64,
    /// How many pairs were linked, left to clerks, and not linked.
    pub pairs: [u64; 3],
    /// How many true pairs are among each of the three.
    pub true_pairs: [u64; 3],
}

/// Links records by a model.
///
/// # Panics
/// If the decision is of another number of attributes.
pub fn link_probably(patterns: &Patterns, model: &Model, decision: &Decision) -> ProbableLinks {
    assert_eq!(patterns.counts.len(), decision.verdicts.len(), "decided about these patterns");
    let weights: Vec<f64> =
        (0..patterns.counts.len() as u32).map(|pattern| model.weight(pattern)).collect();
    #[expect(clippy::float_cmp, reason = "patterns of equal weight cannot be told apart")]
    let one = |(own, truth): (&Vec<(u32, u64)>, &Option<u32>)| {
        let best =
            own.iter().max_by(|a, b| weights[a.0 as usize].total_cmp(&weights[b.0 as usize]))?;
        let weight = weights[best.0 as usize];
        let as_good = |pattern: u32| weights[pattern as usize] == weight;
        let tied = own.iter().filter(|&&(pattern, _)| as_good(pattern)).map(|&(_, of)| of).sum();
        let found = truth.is_some_and(as_good);
        let right = if found { 1.0 / tied as f64 } else { 0.0 };
        Some(Candidate { weight, tied, right, verdict: decision.verdicts[best.0 as usize] })
    };
    let candidates: Vec<_> = patterns.by_record.iter().zip(&patterns.truth).map(one).collect();
    let right = candidates.iter().flatten().map(|one| one.right).sum::<f64>();
    let linked = candidates.iter().flatten().filter(|one| one.verdict == Verdict::Linked);
    let right_and_linked = linked.map(|one| one.right).sum();
    let kinds = [Verdict::Linked, Verdict::Clerical, Verdict::NonLinked];
    let of = |kind, pattern: usize| decision.verdicts[pattern] == kind;
    let pairs = kinds.map(|kind| {
        let each = patterns.counts.iter().enumerate();
        each.filter(|&(pattern, _)| of(kind, pattern)).map(|(_, &pairs)| pairs).sum()
    });
    let true_pairs = kinds.map(|kind| {
        let each = patterns.truth.iter().flatten();
        each.filter(|&&pattern| of(kind, pattern as usize)).count() as u64
    });
    let rate = if candidates.is_empty() { 0.0 } else { right / candidates.len() as f64 };
    ProbableLinks { candidates, right, rate, right_and_linked, pairs, true_pairs }
}

/// Linked by probability.
pub static LINKED_BY_PROBABILITY: Entry = MeasureEntry {
    name: "linked-by-probability",
    title: "Linked by probability",
    aliases: &["fellegi-sunter", "probabilistic-linkage", "em", "expectation-maximisation"],
    formula: "people whose record with the greatest weight of agreement is their own / people",
    summary: "The share of people whom an intruder links rightly who weighs which attributes agree, after Fellegi and Sunter.",
    facts: FACTS,
    references: &[reference::FELLEGI_1969],
    worked: Worked::assessed("A record agrees with a person in age if the label holds it. Agreement in age weighs more than in postcode, since fewer pairs agree by chance. The records of a person's class agree in all, and weigh the same. Each of the three people of class A is nearest to all three records of A and guesses one of three; likewise in C, and one of two in B: `(3 * 1/3 + 2 * 1/2 + 3 * 1/3) / 8 = 0.375`. So **0.375**.", &["linked-by-probability 1 0.375"]),
}
.entry();
