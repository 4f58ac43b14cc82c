//! The worst case: an intruder who has both files aligned learns the distance that links best.
//!
//! # Definition
//! Among all distances of a kind, one that links the fewest records wrongly: minimise Σ Kᵢ where
//! Kᵢ is 0 only if, for every other record j, C(aᵢ, bⱼ) - C(aᵢ, bᵢ) > 0. C is the weighted mean, the
//! ordered weighted average or the Choquet integral of the attributes' squared differences, or the
//! bilinear form of the differences. What a distance is worth is counted as for any other: one of t
//! records that are equally near is drawn, so a tie counts 1/t.
//!
//! For few records the most without a tie is found by branch and bound: C is linear in its
//! parameters, so whether a set of records can be linked together is a small linear program.
//! Otherwise a local search with a budget of trials gives a lower bound of the worst case. A
//! distance grows with each difference, so a tree finds who is nearer without comparing all.
//!
//! # Range
//! The rate goes from 0 to 1, and is at least that of equal weights.
//!
//! # What it does not see
//! It is an upper bound of what an intruder *with this kind of distance* does, because a real one has
//! no aligned files to learn from; other kinds may link more.
//!
//! # References
//! D. Abril, G. Navarro-Arribas, V. Torra (2012), *Improving record linkage with supervised learning
//! for disclosure risk assessment*, doi:10.1016/j.inffus.2011.05.001. V. Torra (2017), *Data
//! privacy: foundations, new developments and the big data challenge*,
//! doi:10.1007/978-3-319-57358-8.

mod exact;
mod local;
mod pairs;

use super::distance::{Terms, link_in};
use super::entries::FACTS;
use super::space::Space;
use super::{Attribute, LinkageError};
use crate::reference;
use pairs::Pairs;
use ridotto_catalogue::entry::MeasureEntry;
use ridotto_catalogue::{Entry, Worked};

/// The most attributes of the Choquet integral: its measure has 2^n values.
pub const MOST_CHOQUET: usize = 8;

/// The kind of distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// A weight for each attribute: [`weighted_mean`](super::aggregation::weighted_mean).
    WeightedMean,
    /// A weight for each place in the order of the differences:
    /// [`ordered_weights`](super::aggregation::ordered_weights).
    OrderedWeights,
    /// A value for each set of attributes: [`choquet`](super::aggregation::choquet).
    Choquet,
    /// A symmetric matrix that makes nothing negative: [`bilinear`](super::aggregation::bilinear).
    /// Only for numbers and ordered categories without missing values.
    Bilinear,
}

/// How much work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Up to so many people the best is searched by branch and bound.
    pub exact: usize,
    /// From more people than this a sample is drawn to learn from. In the end all are linked.
    pub people: usize,
    /// Each of them is compared with so many others while learning. In the end all are.
    pub others: usize,
    /// How many distances are tried at most.
    pub trials: usize,
    /// The seed of the sample and of the search.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { exact: 16, people: 400, others: 1_500, trials: 300, seed: 1 }
    }
}

/// How many people a distance links rightly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Linked {
    /// Expected, where one of several records that are equally near is drawn.
    pub expected: f64,
    /// Those whose record alone is the nearest.
    pub certain: usize,
}

/// What was learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The parameters: the weights, the measure by sets, or the matrix row by row.
    pub parameters: Vec<f64>,
    /// How many people were looked for, with those who have no record.
    pub asked: usize,
    /// How many the distance links.
    pub linked: Linked,
    /// How many are linked with equal weights.
    pub equal: Linked,
    /// How many are expected to be linked rightly, as a share of those looked for.
    pub rate: f64,
    /// From how many people it was learned.
    pub learnt_from: usize,
    /// How many distances were tried.
    pub tried: usize,
    /// The most people that any of these links without a tie.
    pub most_certain: usize,
    /// Whether no parameters link more of them without a tie (but by margins below 10⁻⁹ of the
    /// largest difference).
    pub proved: bool,
}

/// Learns the best distance of a kind from those whose record is known; blocks do not matter. The
/// attributes' own weights are where the search begins, and scale what is learned. Whoever waits is
/// asked; what was learned until told to stop links fewer than it could.
pub fn learn(
    attributes: &[Attribute<'_>],
    operator: Operator,
    terms: Terms<'_>,
    effort: Effort,
) -> Result<Learned, LinkageError> {
    let space = Space::new(attributes)?;
    check(&space, attributes, operator)?;
    let (asked, people) = people(&space, terms)?;
    let watch = terms.watch.unwrap_or(&());
    let all: Vec<u32> = (0..space.searched() as u32).collect();
    let everybody = Pairs::new(&space, operator, people.clone(), all, watch);
    let some = chosen(&people, effort.people, effort.seed);
    let learnt_from = some.len();
    let others = others(&space, &some, effort);
    let learning = Pairs::new(&space, operator, some, others, watch);
    let equal = operator.equal(space.axes.len());
    let (found, mut tried) = local::search(&learning, effort.trials, effort.seed);
    let mut candidates = vec![equal, found];
    let mut proved = false;
    if people.len() <= effort.exact
        && let Some((found, is_best)) = exact::search(&learning, &candidates[1])
    {
        (tried, proved) = (tried + 1, is_best);
        candidates.push(found);
    }
    // What was learned on a sample may link fewer among all than equal weights do; these are counted
    // as the plain distance is, so that rounding parts no ties.
    let plain = link_in(&space, terms)?;
    let plain = Linked { expected: plain.right, certain: plain.certain as usize };
    let learnt = candidates[1..].iter().map(|one| everybody.linked(one));
    let each: Vec<Linked> = std::iter::once(plain).chain(learnt).collect();
    let better = |a: &Linked, b: &Linked| {
        a.expected.total_cmp(&b.expected).then(a.certain.cmp(&b.certain)).is_gt()
    };
    let best =
        (1..each.len()).fold(0, |best, at| if better(&each[at], &each[best]) { at } else { best });
    let rate = if asked == 0 { 0.0 } else { each[best].expected / asked as f64 };
    Ok(Learned {
        parameters: candidates.swap_remove(best),
        asked,
        linked: each[best],
        equal: each[0],
        rate,
        learnt_from,
        tried,
        most_certain: each.iter().map(|one| one.certain).max().unwrap_or(0),
        proved,
    })
}

/// How many people given parameters link, and of how many: what [`learn`] makes as great as it can.
pub fn linked_with(
    attributes: &[Attribute<'_>],
    operator: Operator,
    parameters: &[f64],
    terms: Terms<'_>,
) -> Result<(Linked, usize), LinkageError> {
    let space = Space::new(attributes)?;
    check(&space, attributes, operator)?;
    if parameters.len() != operator.equal(space.axes.len()).len() {
        return Err(LinkageError::List { what: "parameters" });
    }
    let (asked, people) = people(&space, terms)?;
    let all: Vec<u32> = (0..space.searched() as u32).collect();
    let pairs = Pairs::new(&space, operator, people, all, terms.watch.unwrap_or(&()));
    Ok((pairs.linked(parameters), asked))
}

/// How many are looked for, and those who have a record, with it.
fn people(space: &Space, terms: Terms<'_>) -> Result<(usize, Vec<(u32, u32)>), LinkageError> {
    let known = terms.check(space.looked_for(), space.searched())?;
    let truth = |&row: &u32| {
        let truth = terms.truth.map_or(Some(row), |truth| truth[row as usize]);
        truth.map(|truth| (row, truth))
    };
    Ok((known.len(), known.iter().filter_map(truth).collect()))
}

/// Some of a list, all if there are not more, in their order.
fn chosen<T: Copy + Ord>(all: &[T], most: usize, seed: u64) -> Vec<T> {
    let mut some = all.to_vec();
    if some.len() > most {
        let mut dice = local::Dice::new(seed);
        for at in 0..most {
            some.swap(at, at + dice.below(all.len() - at));
        }
        some.truncate(most);
        some.sort_unstable();
    }
    some
}

/// The records in which people are looked for while learning: some, and those that are theirs.
fn others(space: &Space, people: &[(u32, u32)], effort: Effort) -> Vec<u32> {
    let all: Vec<u32> = (0..space.searched() as u32).collect();
    let mut some = chosen(&all, effort.others, effort.seed ^ 0x5DEE_CE66);
    some.extend(people.iter().map(|person| person.1));
    some.sort_unstable();
    some.dedup();
    some
}

fn check(
    space: &Space,
    attributes: &[Attribute<'_>],
    operator: Operator,
) -> Result<(), LinkageError> {
    let found = attributes.len();
    if operator == Operator::Choquet && found > MOST_CHOQUET {
        return Err(LinkageError::TooMany { found, most: MOST_CHOQUET });
    }
    if operator == Operator::Bilinear && !space.plain {
        return Err(LinkageError::Kind(attributes[0].to.name.clone()));
    }
    Ok(())
}

impl Operator {
    /// The parameters that make it the mean of the squared differences.
    fn equal(self, n: usize) -> Vec<f64> {
        match self {
            Self::WeightedMean | Self::OrderedWeights => vec![1.0 / n as f64; n],
            Self::Choquet => {
                (0_u32..1 << n).map(|set| f64::from(set.count_ones()) / n as f64).collect()
            }
            Self::Bilinear => {
                let diagonal = |at: usize| if at / n == at % n { 1.0 / n as f64 } else { 0.0 };
                (0..n * n).map(diagonal).collect()
            }
        }
    }
}

/// Linked in the worst case.
pub static LINKED_BY_LEARNED_WEIGHTS: Entry = MeasureEntry {
    name: "linked-by-learned-weights",
    title: "Linked by learnt weights",
    aliases: &["learned-weights", "learnt-weights"],
    formula: "people whose nearest record is their own by the best weighted mean that was found / people",
    summary: "The share of people who could be linked if the weights of attributes were learnt from both files side by side, which an intruder does not have. Never less than by plain distance.",
    facts: FACTS,
    references: &[reference::ABRIL_2012],
    worked: Worked::perturbed("Many weights of x and y are tried, and those kept that link most. By plain distance two of six are right; with the best weights four are: `4/6 = 0.6667`, so **0.6667**. Who does not know the right pairs cannot find these weights.", &["linked-by-learned-weights 1 0.6667"]),
}
.entry();

/// The same by the order of differences.
pub static LINKED_BY_LEARNED_ORDER: Entry = MeasureEntry {
    name: "linked-by-learned-order",
    title: "The same by the order of differences",
    aliases: &["owa"],
    formula: "the same by one ordered weighted average",
    summary: "As by learnt weights, but weights go to the largest difference, the second largest and so on, whichever attributes they are of (an ordered weighted average).",
    facts: FACTS,
    references: &[reference::YAGER_1988],
    worked: Worked::perturbed("The weights go to the larger and the smaller of the two differences, whichever attribute they are of. No such weights link more than rows 3 and 4: `2/6 = 0.3333`, so **0.3333**.", &["linked-by-learned-order 1 0.3333"]),
}
.entry();

/// The same by a bilinear form.
pub static LINKED_BY_LEARNED_FORM: Entry = MeasureEntry {
    name: "linked-by-learned-form",
    title: "The same by a bilinear form",
    aliases: &["bilinear-form"],
    formula: "the same by one positive bilinear form",
    summary: "As by learnt weights, but pairs of attributes have weights, too, as in Mahalanobis's distance; only for numbers without missing values.",
    facts: FACTS,
    references: &[reference::ABRIL_2012],
    worked: Worked::perturbed("A form a·dx² + b·dx·dy + c·dy² is tried with many a, b and c. One of them links all six: `6/6 = 1`, so **1**, where plain distance links two. With so few people a good form is easily found; on many, it says what the worst intruder could do.", &["linked-by-learned-form 1 1"]),
}
.entry();

/// The same by sets of attributes.
pub static LINKED_BY_LEARNED_SETS: Entry = MeasureEntry {
    name: "linked-by-learned-sets",
    title: "The same by sets of attributes",
    aliases: &["choquet"],
    formula: "the same by one Choquet integral",
    summary: "As by learnt weights, but every set of attributes has a weight (a Choquet integral); for up to eight attributes.",
    facts: FACTS,
    references: &[reference::ABRIL_2012],
    worked: Worked::perturbed("x has a weight, y has one, and both together have one of their own. The best weights link four of six: `4/6 = 0.6667`, so **0.6667**.", &["linked-by-learned-sets 1 0.6667"]),
}
.entry();
