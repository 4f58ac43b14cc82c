//! Exact samplers. Nothing in this folder can be reached from outside the crate: who draws has a permit.
//!
//! Noise in floating point gives secrets away by its last digits, because not every number can be
//! reached from every value (Mironov 2012, doi:10.1145/2382196.2382264). Here every value is a whole number and every
//! probability is decided by whole numbers: a coin of probability e^−x for a fraction x, after
//! Canonne, Kamath and Steinke (2020), arXiv:2004.00010.
//!
//! # How long a draw takes
//! The samplers draw again until something fits, so the time of a draw depends on chance. It also
//! depends on the size of the *noise*: a discrete Laplace draw tosses one coin for each whole multiple
//! of its scale, so that noise v times the scale takes v coins more. It does not depend on the *value*
//! that noise is added to, nor on the records. Who can measure how long one answer took could learn a
//! little of how large its noise was; who answers strangers must answer at fixed times. A choice
//! compares every score with the best: its time depends on the scores, and is the owner's to keep.

pub(crate) mod coin;
pub(crate) mod gaussian;
pub(crate) mod laplace;

#[cfg(test)]
pub(crate) mod fit;
