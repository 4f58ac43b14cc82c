//! Steps that perturb values: what is asked of noise, swapping, PRAM, microaggregation, synthesis.

use super::constraints::{Close, Constraints, Diverse, Domain, Of};
use crate::language::{
    Center, Clustering, Extremes, NoiseKind, Replaced, Scaling, SwapKind, SynthesisKind,
    SynthesisModel, Uniques,
};
use ridotto_catalogue::{Decimal, Share, Spanned};

/// Noise added to numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noise {
    /// Which noise.
    pub kind: Spanned<NoiseKind>,
    /// Its variance as a share of the attribute's.
    pub alpha: Spanned<Decimal>,
    /// The budget of a record, for private noise.
    pub epsilon: Option<Spanned<Decimal>>,
    /// No value is below.
    pub lower: Option<Spanned<Decimal>>,
    /// No value is above.
    pub upper: Option<Spanned<Decimal>>,
    /// The file in which a linear transformation is published.
    pub publish: Option<Spanned<String>>,
}

/// Values exchanged between records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// Between which records.
    pub kind: Spanned<SwapKind>,
    /// How far apart ranks may be.
    pub range: Spanned<Share>,
    /// Whether the least and the greatest value stay.
    pub extremes: Spanned<Extremes>,
    /// The greatest change of a correlation.
    pub correlations: Option<Spanned<Share>>,
    /// How many records exchange their values.
    pub share: Spanned<Share>,
    /// In what two records must be alike.
    pub alike: Vec<Spanned<String>>,
    /// The file with whose records values are exchanged.
    pub with: Option<Spanned<String>>,
}

/// Categories changed with known probabilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pram {
    /// With which probabilities.
    pub chances: Chances,
    /// Whether the expected frequencies are those of the data.
    pub invariant: bool,
    /// What a value never becomes.
    pub never: Vec<List>,
    /// The file in which the matrix is published.
    pub publish: Option<Spanned<String>>,
}

/// The probabilities with which categories change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chances {
    /// A value stays with this one, and becomes any other with the same.
    Retain(Spanned<Share>),
    /// For each value those of what it becomes.
    Matrix(Vec<Row>),
}

/// A value, and the probabilities of what it becomes.
pub type Row = (Spanned<String>, Vec<(Spanned<String>, Decimal)>);

/// A value, and others.
pub type List = (Spanned<String>, Vec<Spanned<String>>);

/// Values replaced by the centre of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Microaggregate {
    /// The least size of a group.
    pub k: Spanned<u64>,
    /// How groups are found.
    pub algorithm: Spanned<Clustering>,
    /// In which units distances are.
    pub scaling: Spanned<Scaling>,
    /// How readily groups of k take in others, for k-Ward.
    pub mixability: Option<Spanned<Decimal>>,
    /// What stands for a group.
    pub center: Spanned<Center>,
    /// How many values of a sensitive attribute each group has.
    pub diverse: Option<Diverse>,
    /// How near each group is to the distribution of a sensitive attribute.
    pub close: Option<Close>,
    /// Bounds that do not come from the data, for groups that are insensitive to single records.
    pub bounds: Option<(Decimal, Decimal)>,
    /// A file that shows how records become groups, for its owner.
    pub tree: Option<Spanned<String>>,
}

/// Values drawn from a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synthesize {
    /// Which values.
    pub kind: Spanned<SynthesisKind>,
    /// From which model.
    pub model: Spanned<SynthesisModel>,
    /// How many files.
    pub copies: Option<Spanned<u32>>,
    /// A file of the population from whose records the synthetic ones are made.
    pub frame: Option<Spanned<String>>,
    /// How much of the true record is left, for hybrids.
    pub weight: Option<Spanned<Share>>,
    /// In which records, for partial synthesis.
    pub records: Replaced,
    /// How many records.
    pub size: Option<Spanned<u32>>,
    /// Whether numbers are drawn between those that records have.
    pub smooth: bool,
    /// What happens to records that stand alone and equal a true one that does.
    pub uniques: Uniques,
    /// The budget, for private synthesis.
    pub epsilon: Option<Spanned<Decimal>>,
    /// What every record keeps to.
    pub constraints: Constraints,
    /// The values that attributes can have, for private synthesis.
    pub domains: Vec<Of<Domain>>,
}
