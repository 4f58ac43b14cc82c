//! Time that is up, and work in parts that asks before each part.

use crate::Error;
use ridotto_core::{Watch, Wish};
use std::time::{Duration, Instant};

/// Somebody who waits, but not for ever.
#[derive(Debug)]
pub struct Limited<'a> {
    watch: &'a dyn Watch,
    deadline: Option<Instant>,
}

impl<'a> Limited<'a> {
    /// Waits no longer than that from now on: then what there is must do.
    pub fn new(watch: &'a dyn Watch, limit: Option<Duration>) -> Self {
        Self { watch, deadline: limit.and_then(|limit| Instant::now().checked_add(limit)) }
    }
}

impl Watch for Limited<'_> {
    fn begin(&self, stage: &'static str, total: Option<u64>) {
        self.watch.begin(stage, total);
    }

    fn advance(&self, units: u64) {
        self.watch.advance(units);
    }

    fn wish(&self) -> Wish {
        match self.watch.wish() {
            Wish::GoOn if self.deadline.is_some_and(|end| Instant::now() >= end) => Wish::Finish,
            wish => wish,
        }
    }
}

/// Goes on, unless the work was interrupted.
pub(crate) fn heed(watch: &dyn Watch) -> Result<(), Error> {
    if watch.wish() == Wish::Cancel { Err(Error::Cancelled) } else { Ok(()) }
}

/// Work in parts, of which the last are left out when time is up.
#[derive(Debug)]
pub(crate) struct Parts<'a> {
    watch: &'a dyn Watch,
    left_out: Vec<String>,
}

impl<'a> Parts<'a> {
    /// Nothing is left out yet.
    pub fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, left_out: Vec::new() }
    }

    /// Whether there is time for a part. If not, it is remembered what it was.
    pub fn has_time_for(&mut self, part: &str) -> bool {
        let has_time = self.watch.wish() == Wish::GoOn;
        if !has_time && !self.left_out.iter().any(|other| other == part) {
            self.left_out.push(part.to_owned());
        }
        has_time
    }

    /// Does a part if there is time for it.
    pub fn part<T: Default>(&mut self, part: &str, work: impl FnOnce() -> T) -> T {
        if self.has_time_for(part) { work() } else { T::default() }
    }

    /// What the reader must know of the parts that were left out; an error if nobody waits any more.
    pub fn end(self) -> Result<Option<String>, Error> {
        heed(self.watch)?;
        let parts = self.left_out.join(", ");
        Ok((!parts.is_empty()).then(|| format!("time was up; left out: {parts}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_testkit::Hurry;

    #[test]
    fn parts_for_which_there_is_no_time_are_named() {
        let watch = Hurry::after(2, Wish::Finish);
        let mut parts = Parts::new(&watch);
        let done: Vec<u8> = (1..=4).map(|at| parts.part(&format!("part {at}"), || at)).collect();
        assert_eq!(done, [1, 2, 0, 0]);
        assert_eq!(parts.end().unwrap().unwrap(), "time was up; left out: part 3, part 4");
        let watch = Hurry::after(1, Wish::Cancel);
        let mut parts = Parts::new(&watch);
        parts.part("first", || ());
        assert_eq!(parts.end().unwrap_err().exit_code(), 130);
        assert_eq!(Parts::new(&()).end().unwrap(), None);
    }
}
