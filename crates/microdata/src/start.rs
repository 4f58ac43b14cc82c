//! Where local recoding begins, so that it is never worse than methods that are simpler, however little time
//! there is.
//!
//! Mondrian comes first, has all the time that it needs, and is an answer in any case. Where every attribute
//! has a hierarchy, its regions are what local recoding begins with; where not, Mondrian shows ranges and
//! sets, and local recoding cuts regions of its own. Mondrian that parts records that are alike is now and
//! then better; and where records may go, models look at values, or attributes have no hierarchy, so are
//! levels. Then local recoding goes on from what they found; and where that is still better than all, it
//! is what is released.

use crate::attempt::Attempt;
use crate::best::{PART, SAME, brief_looks};
use crate::bind::{self, MONDRIAN, Method};
use crate::decision::{Beside, Found, Tried};
use ridotto_core::ClassTable;
use ridotto_release::{Error, Run, RunOptions};
use std::time::{Duration, Instant};

/// What is better or worse than local recoding, and how long it took.
struct Rival {
    found: Found,
    seconds: f64,
}

/// What the rivals came to.
#[derive(Default)]
struct Rivals {
    best: Option<Rival>,
    /// Mondrian's regions before any record was suppressed, where it shows what hierarchies have.
    regions: Option<Vec<u32>>,
}

/// How much time there is.
struct Time {
    limit: Option<Duration>,
    started: Instant,
}

impl Time {
    fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.started.elapsed()))
    }

    fn is_up(&self, run: &Run<'_>) -> bool {
        self.left().is_some_and(|left| left.is_zero()) || !run.watch.goes_on()
    }
}

impl Rivals {
    /// Keeps the better one.
    fn offer(&mut self, found: Found, seconds: f64, run: &Run<'_>) {
        if self.best.as_ref().is_none_or(|best| found.score < best.found.score - SAME) {
            run.watch.found(found.score);
            self.best = Some(Rival { found, seconds });
        }
    }
}

impl Attempt<'_> {
    /// Whether others may be better, and it is nobody else who sees to that.
    pub(crate) fn has_rivals(&self) -> bool {
        let is_asked_for = self.method == Method::Cells && self.data.method == Method::Cells;
        is_asked_for && self.from.is_none() && !self.suppresses_attributes()
    }

    /// Whether no levels lose less: where classes need a size, no record goes and every attribute has a
    /// hierarchy, it takes one generalisation for all by itself if that is better.
    fn sees_to_levels(&self) -> bool {
        self.limit() == 0 && self.least_size().is_some() && self.have_hierarchies()
    }

    /// Whether Mondrian shows nothing but what hierarchies have.
    fn have_hierarchies(&self) -> bool {
        let has = |name: &str| self.policy.attribute(name).is_some_and(|of| of.hierarchy.is_some());
        self.keys.iter().all(|key| has(&key.name))
    }

    /// Local recoding from its own start; from what another method found, if that is better; or what
    /// that one found, if it is still the best or no time is left.
    pub(crate) fn find_from_best_start(
        &self,
        classes: &ClassTable,
        run: &mut Run<'_>,
    ) -> Result<Found, Error> {
        let time = Time { limit: run.options.time_limit, started: Instant::now() };
        let Rivals { best: rival, regions } = self.run_rivals(classes, &time, run)?;
        let Some(rival) = rival else {
            return self.find_locally(classes, time.left(), run.watch);
        };
        if time.is_up(run) {
            return Ok(self.out_of_time(rival));
        }
        let began = Instant::now();
        let own = Attempt { regions: regions.as_deref(), ..*self };
        let mut own = own.find_locally(classes, time.left(), run.watch);
        let is_best = |own: &Result<Found, Error>| {
            own.as_ref().is_ok_and(|own| own.score <= rival.found.score + SAME)
        };
        if !is_best(&own) && !time.is_up(run) {
            let groups = self.data.groups_of(&rival.found);
            let from = Attempt { from: Some(&groups), ..*self };
            let other = from.find_locally(classes, time.left(), run.watch);
            own = better(own, other);
        }
        if is_best(&own) {
            return own;
        }
        Ok(self.yielded(own.ok(), began.elapsed(), rival))
    }

    /// Runs the methods that may be better, the first one to its end and the others in parts of the time
    /// that is left.
    fn run_rivals(
        &self,
        classes: &ClassTable,
        time: &Time,
        run: &mut Run<'_>,
    ) -> Result<Rivals, Error> {
        let mut rivals = Rivals::default();
        for method in bind::rivals(&self.policy, &self.requirements, self.keys.len()) {
            let rival = self.data.by(method);
            let is_of_no_use = !method.is_local() && self.sees_to_levels()
                || run.wants_recoding && rival.parts_alike();
            let is_late = rivals.best.is_some() && time.is_up(run);
            if is_of_no_use || is_late {
                continue;
            }
            let began = Instant::now();
            let found = if method == MONDRIAN {
                let found = rival.find_regions(classes, time.left(), run.watch);
                found.map(|(found, regions)| {
                    rivals.regions = regions.filter(|_| self.have_hierarchies());
                    found
                })
            } else {
                rival.find_briefly(classes, time.left(), run)
            };
            match found {
                Ok(found) => rivals.offer(found, began.elapsed().as_secs_f64(), run),
                Err(Error::Unmet(_) | Error::Policy(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(rivals)
    }

    /// What a method finds in a part of the time that is left.
    fn find_briefly(
        &self,
        classes: &ClassTable,
        left: Option<Duration>,
        run: &mut Run<'_>,
    ) -> Result<Found, Error> {
        let (options, left) = (run.options, left.map(|left| left / PART));
        if self.method.is_local() {
            return self.find_locally(classes, left, run.watch);
        }
        // It measures its own time.
        let before = run.seconds.search + run.lap();
        run.seconds.search = 0.0;
        run.options = RunOptions {
            time_limit: left,
            most_checks: options.most_checks.or_else(|| Some(brief_looks(classes))),
            ..options
        };
        let found = self.find(classes, run);
        run.options = options;
        run.seconds.search += before;
        found
    }

    /// What a simpler method found is released, and what both reached is told.
    fn yielded(&self, own: Option<Found>, took: Duration, rival: Rival) -> Found {
        let Rival { found, seconds } = rival;
        let tried =
            |method, objective, seconds| Tried { method, objective, seconds, proved: false };
        let tried = vec![
            tried(found.decision.method, Some(found.score), seconds),
            tried(self.method, own.map(|own| own.score), took.as_secs_f64()),
        ];
        Found { beside: Beside { tried, ..found.beside }, ..found }
    }

    /// What a simpler method found is released, because there was no time for more.
    fn out_of_time(&self, Rival { found, seconds }: Rival) -> Found {
        let method = found.decision.method;
        let first = Tried { method, objective: Some(found.score), seconds, proved: found.proved };
        let mut notes = found.notes;
        notes.push(format!("there was no time for `{}`", self.method.name()));
        Found { notes, beside: Beside { tried: vec![first], ..found.beside }, ..found }
    }
}

/// The one that loses less; one that was found, if only one was.
fn better(one: Result<Found, Error>, other: Result<Found, Error>) -> Result<Found, Error> {
    match (&one, &other) {
        (Ok(first), Ok(second)) if second.score < first.score => other,
        (Err(_), Ok(_)) => other,
        _ => one,
    }
}
