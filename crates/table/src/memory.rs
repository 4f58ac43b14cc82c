//! What is kept of a file while it is read, held against the limit.

use crate::{Problem, memory_limit};
use std::sync::atomic::{AtomicU64, Ordering};

/// An error if something that a file states takes more than the limit.
pub fn room_for(bytes: u64) -> Result<(), Problem> {
    match memory_limit() {
        limit if bytes > limit => Err(Problem::NoRoom { bytes, limit }),
        _ => Ok(()),
    }
}

/// What all threads that read a file keep of it.
#[derive(Default)]
pub struct Budget(AtomicU64);

impl Budget {
    /// A thread keeps so many bytes now; before it kept `counted`.
    pub fn keep(&self, counted: &mut u64, now: u64) -> Result<(), Problem> {
        let more = now.saturating_sub(std::mem::replace(counted, now));
        room_for(self.0.fetch_add(more, Ordering::Relaxed) + more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_threads_keep_is_added_up() {
        let (budget, mut one, mut other) = (Budget::default(), 0, 0);
        let limit = memory_limit();
        assert!(budget.keep(&mut one, limit / 2).is_ok());
        assert!(budget.keep(&mut other, limit / 4).is_ok());
        assert!(budget.keep(&mut one, limit / 2).is_ok(), "nothing more than before");
        let told = budget.keep(&mut other, limit - limit / 4);
        assert!(matches!(told, Err(Problem::NoRoom { .. })), "{told:?}");
    }
}
