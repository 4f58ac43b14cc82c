//! With what a model that compares classes with "the whole table" compares.
//!
//! The promise of a release is about the input. Where no record can have been suppressed the file's
//! own records are spread as the input's; otherwise only the owner's recoding knows the input's
//! distribution, and without it the promise can neither be confirmed nor denied.

use crate::requirement::Requirement;
use crate::saved::SavedBaseline;
use ridotto_policy::Policy;
use ridotto_report::{Guarantee, Parameter};

/// What a figure of a file says about what was promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promise {
    /// It is about the input's distribution, or the model compares with none.
    Kept,
    /// It is about the distribution that the owner kept.
    Recorded,
    /// It is about the file's own records, and the promise was about the input.
    Other,
}

impl Promise {
    /// What can be said of a requirement.
    pub fn of(
        policy: Option<&Policy>,
        baselines: &[SavedBaseline],
        required: &Requirement,
    ) -> Self {
        if required.relative.is_none() {
            return Self::Kept;
        }
        let name = required.attribute.as_deref().unwrap_or_default();
        if baselines.iter().any(|saved| saved.attribute == name) {
            return Self::Recorded;
        }
        let suppresses =
            policy.is_some_and(|policy| *policy.release.suppression > ridotto_policy::Share::ZERO);
        if suppresses { Self::Other } else { Self::Kept }
    }

    /// What is told: the verdict on the promise, and beside it what the file's own records are.
    pub fn told(self, judged: Guarantee, among: Option<f64>) -> Vec<Guarantee> {
        let with = |guarantee: &Guarantee, baseline: &str| {
            let mut parameters = guarantee.parameters.clone();
            parameters.insert("baseline".to_owned(), Parameter::Text(baseline.to_owned()));
            parameters
        };
        let own = |guarantee: &Guarantee| Guarantee {
            parameters: with(guarantee, "this file"),
            required: None,
            decided_by: None,
            bound: None,
            attained: among.filter(|level| level.is_finite()),
            holds: None,
            ..guarantee.clone()
        };
        match self {
            Self::Kept => vec![judged],
            Self::Recorded => {
                let own = own(&judged);
                vec![Guarantee { parameters: with(&judged, "input"), ..judged }, own]
            }
            Self::Other => {
                let own = own(&judged);
                let promised = Guarantee {
                    parameters: with(&judged, "input"),
                    attained: None,
                    holds: None,
                    shown: Guarantee::BY_THE_RECODING.into(),
                    ..judged
                };
                vec![promised, own]
            }
        }
    }
}
