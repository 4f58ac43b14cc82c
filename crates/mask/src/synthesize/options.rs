//! What can be asked of synthetic data.

use super::private::Private;
use super::{Constraints, Growth};
use ridotto_core::Series;

/// How to synthesise.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is synthesised.
    pub kind: Kind,
    /// Files of synthetic records: 1 to 100. Multiple imputation needs 3 to 10 of them, which may
    /// be drawn one by one.
    pub copies: usize,
    /// Records of a copy; as many as there are if it is not said.
    pub size: Option<usize>,
    /// The order in which attributes are synthesised, each given those before it, as places among
    /// the columns. Otherwise those with few values come first, and sums behind their parts.
    pub order: Option<Vec<usize>>,
    /// What an attribute is drawn from.
    pub model: Model,
    /// Whether numbers are drawn beside true ones instead of copied, so that no number that one
    /// record alone has is ever drawn. Numbers that at least five records share are drawn as they
    /// are. With a tree a donor's number is moved among its neighbours in the whole column, a
    /// hundredth of all records either way, or five, such that the column's distribution stays. What is
    /// kept is not drawn. A hybrid record whose mixture has such a number is the synthetic one instead.
    pub smooth: bool,
    /// What must hold in every synthetic record.
    pub constraints: Constraints,
    /// Attributes by which an attacker would find a record, for replicated uniques; none are
    /// looked for if there are none.
    pub keys: Vec<usize>,
    /// Whether replicated uniques are left out.
    pub remove_replicated: bool,
}

/// What is synthesised.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Every attribute, one after the other, from models with their best parameters. Users combine
    /// copies by [`Rule::Plain`](super::Rule::Plain).
    Sequential,
    /// Every attribute that the frame does not have, in several copies, each from models whose
    /// parameters are drawn from their posterior; trees grow on a sample with replacement instead
    /// (the approximate Bayesian bootstrap). Users combine copies by
    /// [`Rule::Full`](super::Rule::Full).
    MultipleImputation {
        /// What is known of the whole population, or of the part of it that is not in the data:
        /// columns that the data also has, under the same names. Without it the data's own
        /// attributes are all drawn.
        frame: Vec<Series>,
    },
    /// Chosen attributes, in all records or in chosen ones; parameters are drawn from their
    /// posterior as above. Users combine copies by [`Rule::Partial`](super::Rule::Partial).
    Partial {
        /// The attributes that are replaced.
        attributes: Vec<usize>,
        /// Of each record, whether it is replaced; every one if it is not said. Models are learnt
        /// from those records alone if they are at least a hundred and a quarter of all, because
        /// they may have been chosen for being special; otherwise from all records.
        records: Option<Vec<bool>>,
    },
    /// True records, each mixed with the synthetic one that is nearest to it (R. Dandekar,
    /// J. Domingo-Ferrer, F. Sebé 2002): numbers by a weighted mean; all categories of a record are
    /// the true ones with the probability of the weight. Finding the nearest may take the square
    /// of the number of records where attributes are many.
    Hybrid {
        /// How much of the true record is left, between 0 and 1.
        weight: f64,
    },
    /// Every attribute, from noisy tables, with differential privacy. There are no constraints but
    /// the domains, and no keys: who looks for replicated uniques looks at the original again.
    Private(Private),
}

/// What an attribute is drawn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Model {
    /// Classification and regression trees: a value of one of the true records in the leaf.
    Cart(Growth),
    /// Regressions: normal for numbers, logistic for categories (a tree where there are 20 or more).
    /// They remember no single record, and see only what is linear: on Adult the pair of age and
    /// salary has a standardised propensity score of 74, against 2 with trees.
    Parametric(Scale),
}

/// On which scale numbers are normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// After their ranks have become normal scores: keeps the shape of each attribute.
    Ranks,
    /// As they are.
    Values,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kind: Kind::Sequential,
            copies: 1,
            size: None,
            order: None,
            model: Model::Cart(Growth::default()),
            smooth: true,
            constraints: Constraints::default(),
            keys: Vec::new(),
            remove_replicated: false,
        }
    }
}
