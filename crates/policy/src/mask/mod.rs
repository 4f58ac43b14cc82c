//! Steps that mask values before the search.

mod constraints;
mod perturbation;

pub use constraints::{Among, Close, Constraints, Diverse, Domain, Of};
pub use perturbation::{Chances, List, Microaggregate, Noise, Pram, Row, Swap, Synthesize};

use crate::language::{Clustering, MaskMethod, NoiseKind, SynthesisKind};
use ridotto_catalogue::{Decimal, Share, Span, Spanned};

/// A step that changes the table before hierarchies are compiled and the search begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Where the method is named.
    pub span: Span,
    /// The attributes whose values are changed; none for `sample`, which changes no value, and
    /// none for `synthesize` if all are drawn.
    pub attributes: Vec<Spanned<String>>,
    /// Attributes of which every combination is masked by itself; those of a sample are in its
    /// design.
    pub strata: Vec<Spanned<String>>,
    /// What is done.
    pub step: Step,
}

/// What a step does, and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the parameters have the names of the policy language")]
pub enum Step {
    /// Replaces values by others; what is not listed stays, or becomes `others`.
    Recode { map: Vec<(Spanned<String>, Spanned<String>)>, others: Option<Spanned<String>> },
    /// Joins this value and all above.
    TopCode { at_least: Spanned<Threshold>, ends: Ends },
    /// Joins this value and all below.
    BottomCode { at_most: Spanned<Threshold>, ends: Ends },
    /// Replaces numbers by the nearest multiple.
    Round { to: Spanned<Decimal> },
    /// Removes whole attributes.
    Delete,
    /// Keeps some of the records, drawn at random.
    Sample { amount: Amount, design: Design },
    /// Adds noise to numbers.
    Noise(Noise),
    /// Exchanges values between records.
    Swap(Swap),
    /// Reorders values as a model predicts their ranks from these attributes.
    Shuffle { by: Vec<Spanned<String>> },
    /// Changes categories with known probabilities.
    Pram(Pram),
    /// Replaces values by the centre of a group.
    Microaggregate(Microaggregate),
    /// Draws values from a model.
    Synthesize(Synthesize),
}

/// What the values at an end of the range become, and what that range is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// The label of the joined values; without one numbers become `>=90` or `<=15`.
    pub label: Option<Spanned<String>>,
    /// All values in their order, the lowest first, if they are neither numbers nor dates.
    pub order: Vec<Spanned<String>>,
}

/// The value at which coding begins; it is coded itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// A number.
    Number(Decimal),
    /// A date, or a value of `order`.
    Text(String),
}

/// How many records a sample has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A share of them, rounded down to whole ones.
    Share(Spanned<Share>),
    /// So many.
    Size(Spanned<u64>),
}

/// How records are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Design {
    /// Each with the same probability.
    Simple,
    /// From every combination of these attributes in proportion to its records.
    Strata(Vec<Spanned<String>>),
    /// All records with the same value of this column, or none of them.
    Cluster(Spanned<String>),
}

impl Mask {
    /// The method.
    pub const fn method(&self) -> MaskMethod {
        match self.step {
            Step::Recode { .. } => MaskMethod::Recode,
            Step::TopCode { .. } => MaskMethod::TopCode,
            Step::BottomCode { .. } => MaskMethod::BottomCode,
            Step::Round { .. } => MaskMethod::Round,
            Step::Delete => MaskMethod::Delete,
            Step::Sample { .. } => MaskMethod::Sample,
            Step::Noise(_) => MaskMethod::Noise,
            Step::Swap(_) => MaskMethod::Swap,
            Step::Shuffle { .. } => MaskMethod::Shuffle,
            Step::Pram(_) => MaskMethod::Pram,
            Step::Microaggregate(_) => MaskMethod::Microaggregate,
            Step::Synthesize(_) => MaskMethod::Synthesize,
        }
    }

    /// Whether it makes values untrue, so that only statistics stay.
    pub fn perturbs(&self) -> bool {
        use Step::{Microaggregate, Noise, Pram, Shuffle, Swap, Synthesize};
        matches!(
            self.step,
            Noise(_) | Swap(_) | Shuffle { .. } | Pram(_) | Microaggregate(_) | Synthesize(_)
        )
    }

    /// Whether the step promises differential privacy.
    pub fn is_private(&self) -> bool {
        match &self.step {
            Step::Noise(noise) => *noise.kind == NoiseKind::Private,
            Step::Synthesize(step) => *step.kind == SynthesisKind::Private,
            _ => false,
        }
    }

    /// Whether the step makes groups that one record hardly changes.
    pub fn is_insensitive(&self) -> bool {
        matches!(&self.step, Step::Microaggregate(step) if *step.algorithm == Clustering::Insensitive)
    }

    /// Whether the step and another change an attribute in common.
    pub fn shares_attributes(&self, other: &Self) -> bool {
        let has =
            |name: &Spanned<String>| other.attributes.iter().any(|one| one.value == name.value);
        self.attributes.iter().any(has)
    }

    /// Whether what the step makes of a record's values depends on other records.
    pub fn mixes_records(&self) -> bool {
        match &self.step {
            Step::Noise(_) | Step::Synthesize(_) => !self.is_private(),
            Step::Swap(_) | Step::Shuffle { .. } | Step::Pram(_) | Step::Microaggregate(_) => true,
            _ => false,
        }
    }

    /// The file that the step writes beside the release.
    pub fn publishes(&self) -> Option<&Spanned<String>> {
        match &self.step {
            Step::Noise(noise) => noise.publish.as_ref(),
            Step::Pram(pram) => pram.publish.as_ref(),
            Step::Microaggregate(step) => step.tree.as_ref(),
            _ => None,
        }
    }

    /// The same file, to be given another name.
    pub fn publishes_mut(&mut self) -> Option<&mut Spanned<String>> {
        match &mut self.step {
            Step::Noise(noise) => noise.publish.as_mut(),
            Step::Pram(pram) => pram.publish.as_mut(),
            Step::Microaggregate(step) => step.tree.as_mut(),
            _ => None,
        }
    }

    /// The columns that the step looks at without changing them.
    pub fn looks_at(&self) -> impl Iterator<Item = &Spanned<String>> {
        let looked: &[Spanned<String>] = match &self.step {
            Step::Sample { design: Design::Strata(names), .. } => names,
            Step::Sample { design: Design::Cluster(name), .. } => std::slice::from_ref(name),
            Step::Swap(swap) => &swap.alike,
            Step::Shuffle { by } => by,
            _ => &[],
        };
        let (diverse, close) = match &self.step {
            Step::Microaggregate(step) => (step.diverse.as_ref(), step.close.as_ref()),
            _ => (None, None),
        };
        let diverse = diverse.map(|diverse| &diverse.attribute);
        let judged = diverse.into_iter().chain(close.map(|close| &close.attribute));
        looked.iter().chain(judged).chain(&self.strata)
    }
}
