//! A run under way.

use crate::{Clock, RunOptions, Trail};
use ridotto_core::Watch;
use ridotto_report::Seconds;
use std::fmt;
use std::time::Duration;

/// A run under way: what domains and steps have beside the data.
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct Run<'a> {
    /// Who waits.
    pub watch: &'a dyn Watch,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// Chance and limits.
    pub options: RunOptions,
    /// Whether a page is made, on which a search is drawn.
    pub has_page: bool,
    /// Whether the decision is to be saved.
    pub wants_recoding: bool,
    /// How the name of the owner's file about hidden cells ends: that tells its form.
    pub intervals_end: Option<String>,
    /// Whether digests of what is written are wanted.
    pub digests: bool,
    /// Whether nothing is written but the data.
    pub is_alone: bool,
    /// Whether data are only prepared, to say what would be done: nothing is drawn then.
    pub is_preview: bool,
    /// What steps did.
    pub trail: Trail,
    /// Where the time went.
    pub seconds: Seconds,
    pub(crate) clock: Clock,
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Run({:?}, {} steps)", self.options, self.trail.steps.len())
    }
}

impl<'a> Run<'a> {
    /// A run that writes nothing: to prepare data without deciding about them.
    pub fn new(watch: &'a dyn Watch, threads: usize, options: RunOptions) -> Self {
        Self {
            watch,
            threads,
            options,
            has_page: false,
            wants_recoding: false,
            intervals_end: None,
            digests: false,
            is_alone: false,
            is_preview: false,
            trail: Trail::default(),
            seconds: Seconds::default(),
            clock: Clock::start(),
        }
    }

    /// Seconds since it was asked last.
    pub fn lap(&mut self) -> f64 {
        self.clock.lap()
    }

    /// What is left of the time limit, if there is one.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.options.time_limit.map(|limit| limit.saturating_sub(self.clock.elapsed()))
    }
}
