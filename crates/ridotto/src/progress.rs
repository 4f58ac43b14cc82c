//! Readers and writers tell a watcher how far they are.

use ridotto_core::{Watch, Wish};
use ridotto_io::Progress;

/// A watcher as readers and writers see it.
#[derive(Debug)]
pub struct Watched<'a>(pub &'a dyn Watch);

impl Progress for Watched<'_> {
    fn advance(&self, amount: u64) {
        self.0.advance(amount);
    }

    fn cancelled(&self) -> bool {
        self.0.wish() == Wish::Cancel
    }
}
