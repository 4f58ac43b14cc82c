//! The mechanisms: what noise is drawn, for what sensitivity, and what that costs.
//!
//! A mechanism is a description, and draws nothing. The [`Accountant`](crate::Accountant) charges for it
//! and gives a [`Permit`], and the permit is what draws, once. Each says beside its code why its loss is
//! what it says. A mechanism with two dimensions (planar noise for places) is one more file here:
//! permits carry any mechanism, and values of any type.

mod gaussian;
mod laplace;
mod response;
mod selection;
mod thinning;
mod truncated;

pub use gaussian::Gaussian;
pub use laplace::Laplace;
pub use response::Response;
pub use selection::{Scores, Selection};
pub use thinning::Thinning;
pub use truncated::Truncated;

use crate::source::Key;
use crate::{Loss, Neighbours, Permit, Released};
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;
use std::fmt::Debug;

/// Values that share a stream of random numbers.
const BLOCK: usize = 1 << 12;

/// What noise is drawn, and what it costs. Only the mechanisms of this crate are.
pub trait Mechanism: Debug + Send + Sync + sealed::Sealed {
    /// What one use costs for neighbours that differ in one record.
    fn loss(&self) -> Loss;

    /// Its name in a ledger.
    fn name(&self) -> &'static str;

    /// By how much one record can change what the noise is added to, in steps of the grid; `None`
    /// where that is no number.
    fn sensitivity(&self) -> Option<u64>;

    /// The noise in words: "discrete Laplace of scale 100".
    fn noise(&self) -> String;

    /// The neighbours for which the loss is argued, where it is not for any.
    fn argued_for(&self) -> Option<Neighbours> {
        None
    }
}

pub(crate) mod sealed {
    /// Whoever could write a mechanism elsewhere could state a wrong loss.
    pub trait Sealed {}
}

/// Draws for each of many values, in blocks that have streams of their own: the same on any number of
/// threads.
pub(crate) fn each<T: Copy + Sync, R: Send>(
    key: &Key,
    values: &[T],
    draw: impl Fn(T, &mut ChaCha20Rng) -> R + Sync,
) -> Vec<R> {
    let block = |(name, values): (usize, &[T])| -> Vec<R> {
        let mut stream = key.stream(name as u64);
        values.iter().map(|&value| draw(value, &mut stream)).collect()
    };
    let blocks: Vec<Vec<R>> = values.par_chunks(BLOCK).enumerate().map(block).collect();
    blocks.into_iter().flatten().collect()
}

impl<M: Mechanism> Permit<M> {
    /// The mechanism that was charged for.
    pub fn mechanism(&self) -> &M {
        &self.mechanism
    }
}

/// Values after noise.
pub(crate) fn released<T>(values: T) -> Released<T> {
    Released(values)
}
