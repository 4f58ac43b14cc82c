//! Time that is up, and work in parts that asks before each part.

use crate::Error;
use ridotto_core::{Control, Parts, Watch};
use std::time::{Duration, Instant};

/// Somebody who waits, but not for ever.
#[derive(Debug)]
pub struct Deadline<'a> {
    watch: &'a dyn Watch,
    deadline: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// Waits no longer than that from now on: then what there is must do.
    pub fn new(watch: &'a dyn Watch, limit: Option<Duration>) -> Self {
        Self { watch, deadline: limit.and_then(|limit| Instant::now().checked_add(limit)) }
    }
}

impl Watch for Deadline<'_> {
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
        match self.watch.control() {
            Control::Continue if self.deadline.is_some_and(|end| Instant::now() >= end) => {
                Control::Finish
            }
            wish => wish,
        }
    }
}

/// Somebody who wants nothing of what is not ready when time is up: reading stops then, too.
#[derive(Debug)]
pub struct Impatient<'a>(pub &'a dyn Watch);

impl Watch for Impatient<'_> {
    fn begin(&self, stage: &'static str, total: Option<u64>) {
        self.0.begin(stage, total);
    }

    fn advance(&self, units: u64) {
        self.0.advance(units);
    }

    fn found(&self, loss: f64) {
        self.0.found(loss);
    }

    fn control(&self) -> Control {
        if self.0.goes_on() { Control::Continue } else { Control::Cancel }
    }
}

/// Goes on, unless the work was interrupted.
pub fn heed(watch: &dyn Watch) -> Result<(), Error> {
    if watch.control() == Control::Cancel { Err(Error::Cancelled) } else { Ok(()) }
}

/// What the reader must know of the parts that were left out; an error if nobody waits any more.
pub fn left_out(parts: &Parts<'_>, watch: &dyn Watch) -> Result<Option<String>, Error> {
    heed(watch)?;
    Ok(parts.note())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_testkit::Hurry;

    #[test]
    fn parts_for_which_there_is_no_time_are_named() {
        let watch = Hurry::after(2, Control::Finish);
        let mut parts = Parts::new(&watch);
        let done: Vec<u8> = (1..=4).map(|at| parts.part(&format!("part {at}"), |_| at)).collect();
        assert_eq!(done, [1, 2, 0, 0]);
        let said = left_out(&parts, &watch).unwrap().unwrap();
        assert_eq!(said, "time was up; left out: part 3, part 4");
        let watch = Hurry::after(1, Control::Cancel);
        let mut parts = Parts::new(&watch);
        parts.part("first", |_| ());
        assert_eq!(left_out(&parts, &watch).unwrap_err().exit_code(), 130);
        assert_eq!(left_out(&Parts::new(&()), &()).unwrap(), None);
    }
}
