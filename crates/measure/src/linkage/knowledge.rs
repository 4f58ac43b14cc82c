//! The intruder who knows some attributes only: which of them does it take?

use super::distance::{Links, Terms, link};
use super::{Attribute, LinkageError};
use crate::risk::contribution::subsets;

/// What an intruder with some of the attributes finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowing {
    /// The attributes' places.
    pub attributes: Vec<usize>,
    /// The share of people linked rightly.
    pub rate: f64,
    /// How many right links are beyond doubt.
    pub certain: u64,
}

/// Links with every set of up to `most` attributes, smaller sets first. Which people are known is
/// said by the terms.
///
/// # What it does not see
/// More knowledge does not always link better: an attribute that was masked heavily misleads. The
/// highest rate of all sets is the one to fear.
///
/// # Reference
/// V. Torra, J. M. Abowd, J. Domingo-Ferrer (2006), *Using Mahalanobis distance-based record
/// linkage for disclosure risk assessment*, doi:10.1007/11930242_20.
pub fn knowing(
    attributes: &[Attribute<'_>],
    most: usize,
    terms: Terms<'_>,
) -> Result<Vec<Knowing>, LinkageError> {
    let one = |set: Vec<usize>| {
        let some: Vec<Attribute<'_>> = set.iter().map(|&at| attributes[at].clone()).collect();
        let Links { rate, certain, .. } = link(&some, terms)?;
        Ok(Knowing { attributes: set, rate, certain })
    };
    subsets(attributes.len(), most).into_iter().map(one).collect()
}
