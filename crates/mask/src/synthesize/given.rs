//! What is known of records so far, as models see it.

use super::design::{Design, Encoding};
use super::predictor::{Binning, Predictor};
use super::{Model, Scale};
use ridotto_core::Values;

/// How an attribute is seen by models of others: in bins, or as terms.
pub(super) enum Sight {
    Bins(Binning),
    /// Bins too: an attribute with many categories has a tree all the same.
    Both(Binning, Encoding),
}

/// What is known of records so far.
pub(super) struct Given {
    pub predictors: Vec<Predictor>,
    pub design: Design,
}

impl Given {
    pub fn new() -> Self {
        Self { predictors: Vec::new(), design: Design::new() }
    }

    pub fn push(&mut self, sight: &Sight, values: &Values) {
        let (Sight::Bins(binning) | Sight::Both(binning, _)) = sight;
        self.predictors.push(binning.bin(values));
        if let Sight::Both(_, encoding) = sight {
            self.design.push(encoding, values);
        }
    }
}

impl Sight {
    /// Learns from the original.
    pub fn learn(values: &Values, model: Model) -> Self {
        let binning = Binning::learn(values);
        match model {
            Model::Cart(_) => Self::Bins(binning),
            Model::Parametric(scale) => {
                Self::Both(binning, Encoding::learn(values, scale == Scale::Ranks))
            }
        }
    }
}
