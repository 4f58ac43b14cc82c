//! A private table on the pipeline: counts get noise, totals are made to add up, lines are written, and what was
//! written is held against what it must be. The truth is not looked at again once the noise is drawn.

use super::{Counted, Noise, consistent};
use crate::lines::Lined;
use crate::method;
use crate::plan::Plan;
use crate::space::{Key, Space};
use crate::verify::{Found, Read, read_lines};
use arrow_array::{Int64Array, StringArray};
use ridotto_core::Control;
use ridotto_noise::{Accountant, Neighbours, NoiseError};
use ridotto_release::{Error, Promise, Run, Written, heed};
use ridotto_report::Figures;
use ridotto_table::{Look, Mark};
use std::sync::Arc;

/// What is published of every declared cell.
#[derive(Debug)]
pub struct Noisy {
    /// The counts, which add up.
    pub values: Vec<i64>,
    /// The cells in the order of their lines.
    pub order: Vec<u32>,
    /// What noise every cell got.
    pub(super) noise: Noise,
}

impl Noisy {
    /// Draws the noise, for which the run's accountant charges.
    pub fn decide(plan: &Plan, data: &Counted, run: &mut Run<'_>) -> Result<Self, Error> {
        run.watch.begin("protecting", None);
        let refused = |error: NoiseError| Error::Usage {
            message: format!("the noise of the table cannot be drawn: {error}"),
            hint: "nothing was published".into(),
        };
        let promise = &data.asked.promise;
        let privacy = &mut run.trail.privacy;
        privacy.expect(&promise.budget().map_err(refused)?, promise.protected())?;
        let accountant = if promise.delta.is_zero() {
            promise.budget().and_then(|budget| privacy.allow(budget, promise.protected()))
        } else {
            privacy.allow_concentrated(&promise.epsilon, &promise.delta, promise.protected())
        };
        let cancelled = || run.watch.control() == Control::Cancel;
        let noisy = Self::drawn(data, accountant.map_err(refused)?, &cancelled).map_err(refused)?;
        run.trail.privacy.promise(promised(plan, data, &noisy.noise));
        heed(run.watch)?;
        Ok(noisy)
    }

    /// Holds what was written against what it must be: a line for every declared cell, whole numbers, none
    /// negative, that add up, and those that were drawn. That they are noisy no file shows.
    pub fn verify(
        &self,
        plan: &Plan,
        data: &Counted,
        written: &Written<'_, Lined>,
        run: &mut Run<'_>,
    ) -> Result<Found, Error> {
        run.watch.begin("verifying", None);
        let (lines, rows, digest) = read_lines(plan, &data.space, written, run)?;
        let count = lines.len() as u64;
        self.judge(&data.space, status(plan), lines)?;
        Ok(Found { lines: count, file: (rows, digest), ..Found::default() })
    }

    /// An error if lines are not what they must be.
    pub(super) fn judge(&self, space: &Space, status: &str, lines: Vec<Read>) -> Result<(), Error> {
        let mut values: Vec<Option<i64>> = vec![None; self.values.len()];
        for line in lines {
            let value: Option<i64> = line.value.as_deref().and_then(|text| text.parse().ok());
            let value = value.filter(|value| *value >= 0);
            let value = value.ok_or_else(|| faulty("a count is no whole number, or negative"))?;
            if line.status != status {
                return Err(faulty("a line has a status that it should not have"));
            }
            let at = usize::try_from(line.key).ok().filter(|at| *at < values.len());
            let at = at.ok_or_else(|| faulty("a line is of no declared cell"))?;
            if values[at].replace(value).is_some() {
                return Err(faulty("a cell has two lines"));
            }
        }
        let values: Option<Vec<i64>> = values.into_iter().collect();
        let values = values.ok_or_else(|| faulty("a declared cell has no line"))?;
        if values != self.values {
            return Err(faulty("a count is not the one that was drawn"));
        }
        if values != added_up(space, &values) {
            return Err(faulty("published values do not add up"));
        }
        Ok(())
    }
}

fn faulty(what: &str) -> Error {
    Error::Unverified(what.to_owned())
}

/// What a line says of its cell.
fn status(plan: &Plan) -> &'static str {
    method::of(plan).entry.method().map_or("", |facts| facts.status)
}

/// Totals added up in the plainest way: each finest cell in all cells that it belongs to.
fn added_up(space: &Space, values: &[i64]) -> Vec<i64> {
    let mut sums = vec![0; values.len()];
    let dimensions = 0..space.dimensions();
    for (at, value) in values.iter().enumerate() {
        let key = at as Key;
        let is_finest = |dimension: usize| {
            space.nodes(dimension).children(space.node(key, dimension)).is_empty()
        };
        if !dimensions.clone().all(is_finest) {
            continue;
        }
        let mut cells = vec![key];
        for dimension in dimensions.clone() {
            let nodes = space.nodes(dimension);
            let up = |key: Key| {
                let start = Some(space.node(key, dimension));
                let path = std::iter::successors(start, |&node| nodes.parent(node));
                path.map(|node| space.with(key, dimension, node)).collect::<Vec<Key>>()
            };
            cells = cells.into_iter().flat_map(up).collect();
        }
        for cell in cells {
            sums[cell as usize] += value;
        }
    }
    sums
}

/// What is said of the charge.
fn promised(plan: &Plan, data: &Counted, noise: &Noise) -> Promise {
    let promise = &data.asked.promise;
    let changes = promise.changes(&data.cells);
    let leaves = match promise.neighbours {
        Neighbours::AddRemove => format!("a record is in {changes} cells at most"),
        Neighbours::ChangeOne => format!(
            "a record that says something else changes {changes} cells at most, and stays in the grand total"
        ),
    };
    let (person, not_protected) = match (plan.respondent, promise.records.get()) {
        (None, _) if promise.neighbours == Neighbours::ChangeOne => (
            String::new(),
            "what is true of everybody; how many records there are; a person with several records as well as one \
             with one",
        ),
        (None, _) => (
            String::new(),
            "what is true of everybody; a person with several records as well as one with one",
        ),
        (Some(_), most) if promise.neighbours == Neighbours::ChangeOne => (
            format!(
                "; of a person {most} at most are counted, the first of the file, and the noise is for all of them"
            ),
            "what is true of everybody; how many records there are, and whose",
        ),
        (Some(_), most) => (
            format!(
                "; of a person {most} at most are counted, the first of the file, and the noise is for all of them"
            ),
            "what is true of everybody",
        ),
    };
    Promise {
        attributes: None,
        sensitivities: vec![("all counts together, for a record".to_owned(), changes as f64)],
        not_protected,
        argument: format!(
            "all declared cells are published, empty ones too, each with noise of its own ({}); {leaves}{person}; \
             totals were made to add up by looking at noisy counts alone",
            noise.words()
        ),
    }
}

impl Noisy {
    /// Counts with noise that add up.
    pub fn drawn(
        data: &Counted,
        accountant: &mut Accountant,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Self, NoiseError> {
        let (promise, cells) = (&data.asked.promise, &data.cells);
        let noise = promise.noise(cells)?;
        let drawn = promise.noisy(accountant, cells, &data.counts)?;
        let values = consistent(&cells.system(), &drawn, stopped);
        let mut order: Vec<u32> = (0..values.len() as u32).collect();
        order.sort_by_cached_key(|&cell| data.space.rank(Key::from(cell)));
        Ok(Self { values, order, noise })
    }

    /// The lines that are written.
    pub fn lines(&self, plan: &Plan, data: &Counted) -> Lined {
        let mut lined = Lined::of_rows(self.order.len());
        for (at, (name, _)) in plan.dimensions.iter().enumerate() {
            let nodes = data.space.nodes(at);
            let label = |&cell: &u32| nodes.label(data.space.node(Key::from(cell), at));
            lined.add(name, Arc::new(self.order.iter().map(label).collect::<StringArray>()));
        }
        let values = self.order.iter().map(|&cell| Some(self.values[cell as usize]));
        lined.add("value", Arc::new(values.collect::<Int64Array>()));
        let status = std::iter::repeat_n(Some(status(plan)), self.order.len());
        lined.add("status", Arc::new(status.collect::<StringArray>()));
        let look = |&cell: &u32| {
            let adds = |at: usize| {
                let nodes = data.space.nodes(at);
                !nodes.children(data.space.node(Key::from(cell), at)).is_empty()
            };
            Look { is_total: (0..plan.dimensions.len()).any(adds), mark: Mark::Changed }
        };
        lined.look(self.order.iter().map(look).collect());
        lined
    }

    /// Figures of the release: none knows the truth.
    pub fn figures(&self, plan: &Plan, data: &Counted) -> Figures {
        Figures::default()
            .with("method", method::of(plan).entry.name)
            .with("cells", self.values.len() as u64)
            .with("suppressed", 0_u64)
            .with("changed", self.values.len() as u64)
            .with("status", status(plan))
            .with("noise", self.noise.words())
            .with("expected_error", self.noise.mean_error())
            .with("cells_of_a_record", data.cells.of_a_record())
    }
}
