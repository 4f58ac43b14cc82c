//! Objectives: what a generalisation costs. A search minimises one of them.
//!
//! With n records of which s are suppressed, and for attribute j the height h, the level ℓ and the
//! number D of leaves in its hierarchy (importance w, scaled so that its mean is 1):
//!
//! | objective | score |
//! |---|---|
//! | `loss` | per attribute v = mean over records of (leaves under the value − 1)/(D − 1), a suppressed record counting 1; aggregated as mean Σwv/m, `geometric` ∏(1+v)^(w/m) − 1, `max` of wv, or `sum` Σwv |
//! | `discernibility` | Σ over kept classes of size², plus n for every suppressed record |
//! | `class-size` | n / (kept classes, plus one if anything is suppressed) |
//! | `precision` | mean over attributes of w·((n − s)·ℓ/h + s)/n: 0 is intact, 1 is lost |
//! | `height` | Σwℓ; suppression costs nothing |
//! | `entropy` | Σ over attributes and records of −log2(count of the value / count of its generalisation), times w, plus s times the entropy of each attribute's generalised values within the suppressed records, times w |
//! | `ambiguity` | Σ over records of ∏ over attributes of (leaves under the value)^w; a suppressed record counts ∏ D^w |
//!
//! `discernibility` and `class-size` look at classes only, so importance has nothing to weigh.

mod entries;
mod scale;
mod scorer;

pub use entries::{OBJECTIVES, ObjectiveDefinition};
pub use scale::{Scale, ScaleLevel, granularity, mean_loss};
pub use scorer::{Outcome, Scorer, Terms};

use ridotto_catalogue::names;

/// What to minimise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Granularity: the share of its domain that a value was spread over.
    Loss(Aggregate),
    /// How many records each record cannot be told from.
    Discernibility,
    /// The average size of a class.
    ClassSize,
    /// Sweeney's precision, turned so that less is better.
    Precision,
    /// The number of generalisation steps.
    Height,
    /// Non-uniform entropy.
    Entropy,
    /// How many combinations of original values a record may stand for.
    Ambiguity,
}

names! {
    /// How the losses of the quasi-identifiers become one number.
    Aggregate {
        /// The arithmetic mean.
        Mean = "mean" Now,
        /// The geometric mean.
        Geometric = "geometric" Now,
        /// The worst.
        Max = "max" Now,
        /// The sum.
        Sum = "sum" Now,
    }
}

impl Objective {
    /// Its entry, with the code that belongs to it.
    pub fn definition(self) -> &'static ObjectiveDefinition {
        match self {
            Self::Loss(_) => &entries::LOSS,
            Self::Discernibility => &entries::DISCERNIBILITY,
            Self::ClassSize => &entries::CLASS_SIZE,
            Self::Precision => &entries::PRECISION,
            Self::Height => &entries::HEIGHT,
            Self::Entropy => &entries::ENTROPY,
            Self::Ambiguity => &entries::AMBIGUITY,
        }
    }

    /// The name in the policy and in the report.
    pub fn name(self) -> &'static str {
        self.definition().entry.name
    }
}
