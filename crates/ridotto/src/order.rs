//! The order in which records are written.

use crate::{Error, RunOptions};
use ridotto_release::{Order, Randomness};

/// The records in the order in which they are written.
pub(crate) fn order(
    suppressed: &[bool],
    keeps: bool,
    options: &RunOptions,
) -> Result<Vec<u32>, Error> {
    let rows = (0..suppressed.len() as u32).filter(|&row| keeps || !suppressed[row as usize]);
    let order = if options.keep_order { Order::AsGiven } else { Order::Shuffled };
    Ok(order.of(rows, Randomness::of_seed(options.seed))?)
}
