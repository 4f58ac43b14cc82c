//! Which requirement bounds which attack, and by how much.
//!
//! Each [`Promise`] is a claim of a model, which stands beside its code, about an attack on a release whose classes satisfy a model, by an
//! intruder who knows the quasi-identifiers that the model is about and nothing else; the prior of
//! skewness is the distribution that the model compares with. Classes may overlap, as those of local
//! recoding do, but for membership, which is then another question than the model's. Every one is tried to be refuted on
//! random tables, and where nothing is promised a table is shown on which the attack succeeds
//! although the model holds: `tests/attack/bounds.rs`.

mod book;

pub use book::{attacks, intruders, markdown, matrix};
pub use ridotto_catalogue::{Figure, Formula, Leaves, Level};

use super::Attack;
use super::found::Found;
use ridotto_core::model::MODELS;

/// A statement about an attack on what a model protects.
#[derive(Clone, Debug)]
pub struct Promise {
    /// The attack.
    pub attack: Attack,
    /// The model, as it is called in a policy, with its kind.
    pub model: String,
    /// What is promised.
    pub limit: Leaves,
    /// Why that is so.
    pub because: &'static str,
}

/// All promises: what every model claims, attack by attack.
pub fn promises() -> Vec<Promise> {
    let of = |attack: Attack| {
        MODELS.iter().flat_map(move |model| {
            let claims = model.facts().claims.iter();
            claims.filter(move |claim| claim.attack == attack.name()).map(move |claim| Promise {
                attack,
                model: format!("{} {}", model.entry.name, claim.of).trim_end().to_owned(),
                limit: claim.leaves,
                because: claim.because,
            })
        })
    };
    Attack::ALL.into_iter().flat_map(of).collect()
}

/// Whether a result keeps to what is promised. Rounding of the last digits is forgiven.
pub fn keeps(limit: Leaves, found: &Found, level: &Level) -> bool {
    const ROUNDING: f64 = 1e-9;
    match limit {
        Leaves::Everything => true,
        Leaves::Nobody(from) => level.level < from || found.people == 0,
        Leaves::AtMost(of, bound) => {
            figure(of, found).is_none_or(|it| it <= (bound.of)(level) + ROUNDING)
        }
        Leaves::AtLeast(of, bound) => {
            figure(of, found).is_none_or(|it| it >= (bound.of)(level) - ROUNDING)
        }
    }
}

/// The number in a result; `None` if it has no such figure.
pub fn figure(of: Figure, found: &Found) -> Option<f64> {
    let share = |count: u64| count as f64 / found.of.max(1) as f64;
    match of {
        Figure::Certainty => Some(found.surest),
        Figure::MeanCertainty => Some(found.certainty),
        Figure::ShareFound => Some(share(found.people)),
        Figure::ShareUnmatched => Some(share(found.unmatched)),
        Figure::Named(name) => found.figure(name),
    }
}
