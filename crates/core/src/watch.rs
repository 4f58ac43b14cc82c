//! Progress and interruption: how long work tells how far it is, and learns that it should stop.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the one who waits wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Time is up: finish with the best found so far.
    Finish,
    /// Interrupted: leave everything as it was.
    Cancel,
}

/// Somebody who waits for long work.
pub trait Watch: Debug + Sync {
    /// A stage of the work begins; it has `total` units (bytes, rows, nodes), or nobody knows.
    fn begin(&self, _stage: &'static str, _total: Option<u64>) {}
    /// So many more units are done.
    fn advance(&self, _units: u64) {}
    /// The best answer so far of a search loses so much. Where several searches run, one after the other,
    /// an answer may be worse than what another found before.
    fn found(&self, _loss: f64) {}
    /// Asked often, so it must be cheap.
    fn control(&self) -> Control {
        Control::Continue
    }
    /// Whether nobody waits any more.
    fn is_cancelled(&self) -> bool {
        self.control() == Control::Cancel
    }
    /// Whether to go on. Long loops ask this, and what they return after a no is thrown away.
    fn goes_on(&self) -> bool {
        self.control() == Control::Continue
    }
}

/// Nobody watches.
impl Watch for () {}

/// Passes everything on, and remembers whether the answer was ever no: then the work that asked may
/// have ended early.
#[derive(Debug)]
struct Heard<'a> {
    watch: &'a dyn Watch,
    was_told_to_stop: AtomicBool,
}

impl Watch for Heard<'_> {
    fn begin(&self, stage: &'static str, total: Option<u64>) {
        self.watch.begin(stage, total);
    }

    fn advance(&self, units: u64) {
        self.watch.advance(units);
    }

    fn found(&self, loss: f64) {
        self.watch.found(loss);
    }

    fn control(&self) -> Control {
        let control = self.watch.control();
        if control != Control::Continue {
            self.was_told_to_stop.store(true, Ordering::Relaxed);
        }
        control
    }
}

/// Work in parts, of which those are left out for which there is no time. What is left out is named, so
/// that nothing is silently absent.
#[derive(Debug)]
pub struct Parts<'a> {
    watch: &'a dyn Watch,
    left_out: Vec<String>,
}

impl<'a> Parts<'a> {
    /// Nothing is left out yet.
    pub fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, left_out: Vec::new() }
    }

    /// Does a part if there is time for it. It is given somebody to ask while it works, and if it was told
    /// to stop, what it made may lack something: then it is left out as a whole.
    pub fn part<T: Default>(&mut self, part: &str, work: impl FnOnce(&dyn Watch) -> T) -> T {
        if self.watch.goes_on() {
            let heard = Heard { watch: self.watch, was_told_to_stop: AtomicBool::new(false) };
            let made = work(&heard);
            if !heard.was_told_to_stop.into_inner() {
                return made;
            }
        }
        self.leave_out(part);
        T::default()
    }

    /// Remembers that a part was left out.
    fn leave_out(&mut self, part: &str) {
        if !self.left_out.iter().any(|other| other == part) {
            self.left_out.push(part.to_owned());
        }
    }

    /// What the reader must know of the parts that were left out.
    pub fn note(&self) -> Option<String> {
        let parts = self.left_out.join(", ");
        (!parts.is_empty()).then(|| format!("time was up; left out: {parts}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says no once it was asked so often.
    #[derive(Debug)]
    struct After(std::sync::atomic::AtomicUsize);

    impl After {
        fn questions(count: usize) -> Self {
            Self(count.into())
        }
    }

    impl Watch for After {
        fn control(&self) -> Control {
            let less = |left: usize| left.checked_sub(1);
            match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less) {
                Ok(_) => Control::Continue,
                Err(_) => Control::Finish,
            }
        }
    }

    #[test]
    fn parts_for_which_there_is_no_time_are_named() {
        let watch = After::questions(2);
        let mut parts = Parts::new(&watch);
        let done: Vec<u8> = (1..=4).map(|at| parts.part(&format!("part {at}"), |_| at)).collect();
        assert_eq!(done, [1, 2, 0, 0]);
        assert_eq!(parts.note().unwrap(), "time was up; left out: part 3, part 4");
        assert_eq!(Parts::new(&()).note(), None);
    }

    /// What a part made that was told to stop is not whole.
    #[test]
    fn a_part_that_was_told_to_stop_is_left_out() {
        let count = |watch: &dyn Watch| (0..10).take_while(|_| watch.goes_on()).count();
        for (questions, expected) in [(0, 0), (5, 0), (10, 0), (11, 10)] {
            let watch = After::questions(questions);
            let mut parts = Parts::new(&watch);
            assert_eq!(parts.part("counting", count), expected, "{questions}");
            assert_eq!(parts.note().is_some(), expected == 0, "{questions}");
        }
    }
}
