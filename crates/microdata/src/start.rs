//! Where local recoding begins, so that it is never worse than methods that are simpler.
//!
//! By itself it keeps that promise where classes need a size, no record goes and every attribute has a
//! hierarchy: it begins with Mondrian's regions, and takes one generalisation for all if that loses less.
//! Records that may go, models that look at values, and attributes without a hierarchy, whose ranges and
//! sets Mondrian can show, make the others better here and there. Then it goes on from what they found;
//! and where that is still better than all, it is what is released.

use crate::attempt::Attempt;
use crate::best::{PART, SAME, brief_looks};
use crate::bind::{self, Method};
use crate::decision::{Beside, Found, Tried};
use ridotto_core::ClassTable;
use ridotto_release::{Error, Run, RunOptions};
use std::time::{Duration, Instant};

impl Attempt<'_> {
    /// Whether others may be better, and it is nobody else who sees to that.
    pub(crate) fn has_rivals(&self) -> bool {
        let is_asked_for = self.method == Method::Cells && self.data.method == Method::Cells;
        let keeps_promise =
            self.limit() == 0 && self.least_size().is_some() && self.have_hierarchies();
        is_asked_for && self.from.is_none() && !keeps_promise && !self.suppresses_attributes()
    }

    /// Whether Mondrian shows nothing but what hierarchies have.
    fn have_hierarchies(&self) -> bool {
        let has = |name: &str| self.policy.attribute(name).is_some_and(|of| of.hierarchy.is_some());
        self.keys.iter().all(|key| has(&key.name))
    }

    /// Local recoding from its own start; from what another method found, if that is better; or what
    /// that one found, if it is still the best.
    pub(crate) fn find_from_best_start(
        &self,
        classes: &ClassTable,
        run: &mut Run<'_>,
    ) -> Result<Found, Error> {
        let (limit, started) = (run.options.time_limit, Instant::now());
        let left = || limit.map(|limit: Duration| limit.saturating_sub(started.elapsed()));
        let mut seconds = 0.0;
        let mut rival: Option<(Found, f64)> = None;
        for method in bind::rivals(&self.policy, &self.requirements, self.keys.len()) {
            let (found, took) = self.run_rival(method, classes, left(), run)?;
            seconds += took;
            if let Some(found) = found
                && rival.as_ref().is_none_or(|(best, _)| found.score < best.score)
            {
                rival = Some((found, took));
            }
        }
        run.seconds.search = seconds;
        let began = Instant::now();
        let mut own = self.find_locally(classes, left(), run.watch);
        let Some((rival, took)) = rival else { return own };
        let is_best = |own: &Result<Found, Error>| {
            own.as_ref().is_ok_and(|own| own.score <= rival.score + SAME)
        };
        if !is_best(&own) {
            let groups = self.data.groups_of(&rival);
            let from = Attempt { from: Some(&groups), ..*self };
            let other = from.find_locally(classes, left(), run.watch);
            own = better(own, other);
        }
        if is_best(&own) {
            return own;
        }
        Ok(self.yielded(own.ok(), began.elapsed(), (rival, took)))
    }

    /// What a simpler method finds, in a part of the time that is left, and how long it took.
    fn run_rival(
        &self,
        method: Method,
        classes: &ClassTable,
        left: Option<Duration>,
        run: &mut Run<'_>,
    ) -> Result<(Option<Found>, f64), Error> {
        let options = run.options;
        run.options = RunOptions {
            time_limit: left.map(|left| left / PART),
            most_checks: options.most_checks.or_else(|| Some(brief_looks(classes))),
            ..options
        };
        let found = self.data.by(method).find(classes, run);
        run.options = options;
        match found {
            Ok(found) => Ok((Some(found), run.seconds.search)),
            Err(Error::Unmet(_) | Error::Policy(_)) => Ok((None, run.seconds.search)),
            Err(error) => Err(error),
        }
    }

    /// What a simpler method found is released, and what both reached is told.
    fn yielded(&self, own: Option<Found>, took: Duration, (rival, other): (Found, f64)) -> Found {
        let tried =
            |method, objective, seconds| Tried { method, objective, seconds, proved: false };
        let tried = vec![
            tried(rival.decision.method, Some(rival.score), other),
            tried(self.method, own.map(|own| own.score), took.as_secs_f64()),
        ];
        Found { beside: Beside { tried, ..rival.beside }, ..rival }
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
