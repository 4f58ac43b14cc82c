//! The worst case: an intruder who has both files aligned learns the distance that links best.
//!
//! # Definition
//! Among all distances of a kind, one that links the fewest records wrongly: minimise Σ Kᵢ where
//! Kᵢ is 0 only if, for every other record j, C(aᵢ, bⱼ) - C(aᵢ, bᵢ) > 0. C is the weighted mean, the
//! ordered weighted average or the Choquet integral of the attributes' squared differences, or the
//! bilinear form of the differences. A tie counts as wrong.
//!
//! For few records the best is found by branch and bound: C is linear in its parameters, so whether
//! a set of records can be linked together is a small linear program. Otherwise a local
//! search from many starts gives a lower bound of the worst case.
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

use super::space::Space;
use super::{Attribute, LinkageError};
use crate::{group, reference};
use pairs::Pairs;
use ridotto_catalogue::Entry;
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_core::Watch;

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
    /// Up to so many records the best is searched by branch and bound.
    pub exact: usize,
    /// Of more records than this a sample is looked for.
    pub records: usize,
    /// Each of them is compared with so many others while learning. In the end all are.
    pub others: usize,
    /// How many rounds of changes to all parameters a local search makes from each start.
    pub rounds: usize,
    /// The seed of the sample and of the search.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { exact: 16, records: 400, others: 1_500, rounds: 6, seed: 1 }
    }
}

/// What was learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The parameters: the weights, the measure by sets, or the matrix row by row.
    pub parameters: Vec<f64>,
    /// How many records were looked for.
    pub asked: usize,
    /// How many are nearest to their own record and to no other.
    pub right: usize,
    /// The same as a share.
    pub rate: f64,
    /// How many are with equal weights.
    pub right_with_equal_weights: usize,
    /// Whether no parameters link more (but by margins below 10⁻⁹ of the largest difference).
    pub proved: bool,
}

/// Learns the best distance of a kind. Both files have the same people in the same order; the
/// attributes' own weights are where the search begins, and scale what is learned. Whoever waits is
/// asked; what was learned until told to stop links fewer than it could.
pub fn learn(
    attributes: &[Attribute<'_>],
    operator: Operator,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<Learned, LinkageError> {
    let space = Space::new(attributes)?;
    check(&space, attributes, operator)?;
    let rows = space.looked_for();
    let small = rows <= effort.exact;
    let everybody = Pairs::all(&space, operator, rows, (effort, watch));
    let sampled =
        if small { None } else { Some(Pairs::sampled(&space, operator, (effort, watch))) };
    let learning = sampled.as_ref().unwrap_or(&everybody);
    let mut best = local::search(learning, &space, effort);
    let mut proved = false;
    if small && let Some(found) = exact::search(learning, &best) {
        (best, proved) = found;
    }
    // What was learned on a sample of others may link fewer among all than equal weights do.
    let equal = operator.equal(space.axes.len());
    let right_with_equal_weights = everybody.right(&equal);
    let mut right = everybody.right(&best);
    if right < right_with_equal_weights {
        (right, best) = (right_with_equal_weights, equal);
    }
    let asked = everybody.asked();
    let rate = if asked == 0 { 0.0 } else { right as f64 / asked as f64 };
    Ok(Learned { parameters: best, asked, right, rate, right_with_equal_weights, proved })
}

/// How many records given parameters link, and of how many: what [`learn`] makes as great as it
/// can.
pub fn linked_with(
    attributes: &[Attribute<'_>],
    operator: Operator,
    parameters: &[f64],
    effort: Effort,
) -> Result<(usize, usize), LinkageError> {
    let space = Space::new(attributes)?;
    check(&space, attributes, operator)?;
    if parameters.len() != operator.equal(space.axes.len()).len() {
        return Err(LinkageError::List { what: "parameters" });
    }
    let pairs = Pairs::all(&space, operator, space.looked_for(), (effort, &()));
    Ok((pairs.right(parameters), pairs.asked()))
}

fn check(
    space: &Space,
    attributes: &[Attribute<'_>],
    operator: Operator,
) -> Result<(), LinkageError> {
    if space.looked_for() != space.searched() {
        return Err(LinkageError::List { what: "true links" });
    }
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
    title: "Linked in the worst case",
    aliases: &[],
    formula: "people who can be nearest to their own record at once by one weighted mean / people",
    summary: "The share of people who could be linked if the weights of attributes were learnt from both files side by side, which an intruder does not have. Who is as near to another record counts as not linked here.",
    facts: MeasureFacts {
        group: &group::LINKAGE,
        unit: Unit::Sample,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Name,
    },
    references: &[reference::ABRIL_2012],
}
.entry();

/// The same by the order of differences.
pub static LINKED_BY_LEARNED_ORDER: Entry = MeasureEntry {
    name: "linked-by-learned-order",
    title: "The same by the order of differences",
    aliases: &["owa"],
    formula: "the same by one ordered weighted average",
    summary: "As in the worst case, but weights go to the largest difference, the second largest and so on, whichever attributes they are of (an ordered weighted average).",
    facts: MeasureFacts {
        group: &group::LINKAGE,
        unit: Unit::Sample,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Name,
    },
    references: &[reference::YAGER_1988],
}
.entry();

/// The same by a bilinear form.
pub static LINKED_BY_LEARNED_FORM: Entry = MeasureEntry {
    name: "linked-by-learned-form",
    title: "The same by a bilinear form",
    aliases: &["mahalanobis"],
    formula: "the same by one positive bilinear form",
    summary: "As in the worst case, but pairs of attributes have weights, too, as in Mahalanobis's distance; only for numbers without missing values.",
    facts: MeasureFacts {
        group: &group::LINKAGE,
        unit: Unit::Sample,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Name,
    },
    references: &[reference::ABRIL_2012],
}
.entry();

/// The same by sets of attributes.
pub static LINKED_BY_LEARNED_SETS: Entry = MeasureEntry {
    name: "linked-by-learned-sets",
    title: "The same by sets of attributes",
    aliases: &["choquet"],
    formula: "the same by one Choquet integral",
    summary: "As in the worst case, but every set of attributes has a weight (a Choquet integral); for up to eight attributes.",
    facts: MeasureFacts {
        group: &group::LINKAGE,
        unit: Unit::Sample,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Name,
    },
    references: &[reference::ABRIL_2012],
}
.entry();
