//! `best`: every method that can serve is tried, the cheapest first, and what loses least is taken.
//!
//! Each method is run as it would be alone, so that the result is never worse than any of them; then the
//! best is improved, for as long as that gains something. Searches are limited by work that depends on
//! the data, and the clock only cuts: where it does not, the result is the same on every machine.

use crate::attempt::Attempt;
use crate::bind::{Method, RELAXED};
use crate::data::Data;
use crate::decision::{Beside, Found, Recoded, Tried};
use crate::local::stopped;
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::{ClassTable, Code, CodeColumn, Codes, Control};
use ridotto_micro::local::SUPPRESSED;
use ridotto_release::{Deadline, Error, Run, RunOptions};
use std::time::{Duration, Instant};

/// How long it takes at most when nothing is said.
const TIME: Duration = Duration::from_secs(30);
/// A search before others has so great a part of the time that is left.
pub(crate) const PART: u32 = 4;
/// Cells of class tables that a brief search looks at.
const WORK: u64 = 1 << 27;
/// It has so many looks, however large the table.
const FEWEST_LOOKS: u64 = 64;
/// Rounds of improvement at most: each runs local recoding from the best so far.
const ROUNDS: usize = 8;
/// A round that gains less than this share is the last.
const BARREN: f64 = 1e-3;

/// Scores closer than this differ by the order of additions only.
pub(crate) const SAME: f64 = 1e-12;

/// How much a method may do.
#[derive(Clone, Copy)]
struct Effort {
    /// It has the time that is left, divided by this.
    part: u32,
    /// Whether it looks at no more than some seconds' work.
    is_brief: bool,
}

/// What was tried so far.
struct Contest {
    best: Option<Found>,
    tried: Vec<Tried>,
    /// What was said when nothing was found.
    errors: Vec<(Method, Error)>,
    /// Why methods were left out that the plan had.
    left_out: Vec<String>,
    started: Instant,
    limit: Duration,
    was_cut: bool,
}

/// How many looks at nodes are about a second's work, by the size of the table and not by a clock.
pub(crate) fn brief_looks(classes: &ClassTable) -> u64 {
    let cells = (classes.len() as u64 + 64) * (classes.values().len() as u64 + 1);
    (WORK / cells).max(FEWEST_LOOKS)
}

impl Data {
    /// Tries what the policy's portfolio has, and improves the best of it.
    pub(crate) fn find_best(
        &self,
        classes: &ClassTable,
        run: &mut Run<'_>,
    ) -> Result<Found, Error> {
        let mut contest = Contest::new(run.options.time_limit.unwrap_or(TIME));
        let methods = &self.portfolio.methods;
        for (nth, &method) in methods.iter().enumerate() {
            if run.wants_recoding && !method.saves() && self.portfolio.saves() {
                contest.left_out.push(format!("`{}` has no recoding to save", method.name()));
                continue;
            }
            // Nobody asked for it by its name, so that nobody misses it.
            if run.wants_recoding && self.by(method).parts_alike() {
                continue;
            }
            if contest.is_over(run) {
                contest.out_of_time(method);
                continue;
            }
            let rest = &methods[nth + 1..];
            let effort = Effort {
                // A cheap method takes what it needs; a search for levels could take all.
                part: if rest.is_empty() || method.is_local() && method != RELAXED {
                    1
                } else {
                    PART
                },
                // What comes after it finds more than it would in the same time.
                is_brief: !method.is_local() && rest.iter().any(|other| other.is_local()),
            };
            contest.attempt(self.by(method), classes, effort, run)?;
        }
        if methods.contains(&Method::Cells) && !self.suppresses_attributes() {
            contest.improve(self, classes, run)?;
        }
        let in_time = &Deadline::new(run.watch, Some(contest.left()));
        let bound = self.lower_bound(classes.keys(), in_time);
        contest.finish(self, bound)
    }

    /// The group of each row in what was decided; [`SUPPRESSED`] if it has none.
    pub(crate) fn groups_of(&self, found: &Found) -> Vec<u32> {
        let decision = &found.decision;
        let mut groups = match &decision.shown {
            Recoded::ByRecord(local) => local.group_of.clone(),
            Recoded::ByValue(recoding) => {
                let columns = self.key_columns();
                let label = |(at, column): (usize, &CodeColumn<'_>)| -> (Codes, usize) {
                    let labelling = recoding.attributes[at].label(self.dictionary(at));
                    let of = &labelling.label_of;
                    let codes: Vec<Code> =
                        column.codes.iter().map(|code| of[code as usize]).collect();
                    (Codes::from_codes(&codes, labelling.labels.len()), labelling.labels.len())
                };
                let shown: Vec<(Codes, usize)> = columns.iter().enumerate().map(label).collect();
                let shown: Vec<CodeColumn<'_>> = shown
                    .iter()
                    .map(|(codes, values)| CodeColumn { codes, values: *values })
                    .collect();
                let tally = Tally::count(&shown, self.table.rows);
                number_rows(&tally, &shown, self.table.rows)
            }
        };
        for (group, _) in groups.iter_mut().zip(&decision.gone).filter(|(_, gone)| **gone) {
            *group = SUPPRESSED;
        }
        groups
    }
}

impl Contest {
    fn new(limit: Duration) -> Self {
        Self {
            best: None,
            tried: Vec::new(),
            errors: Vec::new(),
            left_out: Vec::new(),
            started: Instant::now(),
            limit,
            was_cut: false,
        }
    }

    fn left(&self) -> Duration {
        self.limit.saturating_sub(self.started.elapsed())
    }

    /// Whether there is an answer and no time for another.
    fn is_over(&self, run: &Run<'_>) -> bool {
        self.best.is_some() && (self.left().is_zero() || run.watch.control() != Control::Continue)
    }

    fn out_of_time(&mut self, method: Method) {
        self.was_cut = true;
        let name = method.name();
        if self.tried.iter().all(|other| other.method.name() != name) {
            self.left_out.push(format!("there was no time for `{name}`"));
        }
    }

    /// Runs a method, and keeps what it finds if that is the best so far. Says by how much it is better.
    fn attempt(
        &mut self,
        attempt: Attempt<'_>,
        classes: &ClassTable,
        effort: Effort,
        run: &mut Run<'_>,
    ) -> Result<f64, Error> {
        let (options, searched) = (run.options, run.seconds.search);
        let left = self.left();
        run.options = RunOptions {
            time_limit: Some(left / effort.part),
            most_checks: options
                .most_checks
                .or_else(|| effort.is_brief.then(|| brief_looks(classes))),
            ..options
        };
        let began = Instant::now();
        let found = attempt.find(classes, run);
        run.options = options;
        run.seconds.search += searched;
        let mut tried = Tried {
            method: attempt.method,
            objective: None,
            seconds: began.elapsed().as_secs_f64(),
            proved: false,
        };
        let gained = match found {
            Ok(found) => {
                tried.objective = Some(found.score);
                tried.proved = found.proved;
                self.offer(found, run)
            }
            Err(Error::Policy(error)) => {
                let why = error.problems().first().map(|problem| problem.message.clone());
                self.left_out.extend(why);
                self.errors.push((attempt.method, Error::Policy(error)));
                return Ok(0.0);
            }
            Err(error @ Error::Unmet(_)) => {
                self.errors.push((attempt.method, error));
                0.0
            }
            Err(error) => return Err(error),
        };
        self.note(tried);
        Ok(gained)
    }

    /// Takes an answer if it is better than all before.
    fn offer(&mut self, found: Found, run: &Run<'_>) -> f64 {
        let gained = self.best.as_ref().map_or(f64::INFINITY, |best| best.score - found.score);
        // Of two that lose the same, one level for each attribute is easier to explain.
        let is_plainer = |best: &Found| found.levels.is_some() && best.levels.is_none();
        let is_equal = gained.abs() <= SAME;
        if gained > SAME || is_equal && self.best.as_ref().is_some_and(is_plainer) {
            run.watch.found(found.score);
            self.best = Some(found);
        }
        gained.max(0.0)
    }

    /// Remembers what a method reached; what it reached in several rounds or ways is one line.
    fn note(&mut self, tried: Tried) {
        let name = tried.method.name();
        match self.tried.iter_mut().find(|other| other.method.name() == name) {
            Some(other) => {
                other.seconds += tried.seconds;
                other.objective = match (other.objective, tried.objective) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
            None => self.tried.push(tried),
        }
    }

    /// Runs local recoding from the best so far, until there is nothing to gain.
    fn improve(
        &mut self,
        data: &Data,
        classes: &ClassTable,
        run: &mut Run<'_>,
    ) -> Result<(), Error> {
        for _ in 0..ROUNDS {
            let Some(best) = self.best.as_ref().filter(|best| best.score > 0.0) else { break };
            if self.is_over(run) {
                self.was_cut = true;
                break;
            }
            let (score, groups) = (best.score, data.groups_of(best));
            let attempt = Attempt { from: Some(&groups), ..data.by(Method::Cells) };
            let effort = Effort { part: 1, is_brief: false };
            if self.attempt(attempt, classes, effort, run)? < score * BARREN {
                break;
            }
        }
        Ok(())
    }

    /// The best, with what each method reached; an error if there is none.
    fn finish(self, data: &Data, bound: Option<f64>) -> Result<Found, Error> {
        let Self { best, tried, mut errors, left_out, was_cut, .. } = self;
        let Some(best) = best else {
            // Who searches for levels knows best why there are none.
            let by_levels = errors.iter().position(|(method, _)| !method.is_local());
            return Err(errors.swap_remove(by_levels.unwrap_or(0)).1);
        };
        let planned = data.portfolio.left_out.iter().map(|of| of.why.clone());
        let left_out: Vec<String> = planned.chain(left_out).collect();
        let mut notes = Vec::new();
        if !left_out.is_empty() {
            notes.push(format!("left out: {}", left_out.join("; ")));
        }
        if was_cut {
            notes.push("time was up before there was nothing more to gain".into());
        }
        let is_alone = tried.len() == 1;
        let mut found = best;
        // That it was stopped is said already.
        let of_winner = std::mem::take(&mut found.notes).into_iter();
        notes.extend(of_winner.filter(|note| !was_cut || *note != stopped()));
        let is_least = bound.is_some_and(|bound| found.score <= bound + SAME) || found.score <= 0.0;
        let proved = found.proved && is_alone || is_least;
        let beside = Beside { tried, bound, by_record: None };
        Ok(Found { proved, notes, beside, ..found })
    }
}
