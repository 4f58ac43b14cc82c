//! Somebody who waits for so many questions, and then no longer.

use ridotto_core::{Control, Watch};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Goes on for some questions, and then wishes something else for good.
#[derive(Debug)]
pub struct Hurry {
    left: AtomicUsize,
    then: Control,
}

impl Hurry {
    /// After so many questions the wish is another.
    pub fn after(questions: usize, then: Control) -> Self {
        Self { left: AtomicUsize::new(questions), then }
    }

    /// How many questions are left.
    pub fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }
}

impl Watch for Hurry {
    fn control(&self) -> Control {
        let less = |left: usize| left.checked_sub(1);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less) {
            Ok(_) => Control::Continue,
            Err(_) => self.then,
        }
    }
}
