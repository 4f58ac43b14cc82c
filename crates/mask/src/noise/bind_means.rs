//! Groups in a fixed order, and noise on their means: two steps of a policy that are done at once.

use super::means::{self, PrivateMeans};
use super::private::{budget_of, impossible};
use crate::Refused;
use crate::perturb::{New, Outcome, Plain, Told, alone, refused};
use crate::step::StepContext;
use ridotto_catalogue::{Decimal, Entry, Privacy};
use ridotto_core::Series;
use ridotto_noise::{Budget, Protected};
use ridotto_release::{Error, Promise, Step, StepOutcome, StepRun};
use ridotto_table::Table;

/// Noise on the means of groups that the step before asks for.
#[derive(Debug)]
struct NoisyMeans {
    context: StepContext,
    epsilon: Decimal,
    k: usize,
    bounds: (Decimal, Decimal),
}

/// The second step of the two; the first waits for it.
pub(super) fn bind(context: StepContext, groups: Privacy) -> Box<dyn Step> {
    let Privacy::Groups { k, lower, upper } = groups else {
        unreachable!("the policy says which two steps are one");
    };
    let (k, bounds) = (k as usize, (lower, upper));
    let epsilon = context.given().number("epsilon");
    Box::new(NoisyMeans { context, epsilon, k, bounds })
}

impl Step for NoisyMeans {
    fn method(&self) -> &'static str {
        self.context.method()
    }

    fn entry(&self) -> Option<&'static Entry> {
        Some(self.context.entry())
    }

    fn attributes(&self) -> Vec<String> {
        self.context.attributes()
    }

    fn draws(&self) -> bool {
        true
    }

    fn spends(&self) -> Result<Option<(Budget, Protected)>, Error> {
        let fits = |error: Refused| refused(&self.context, &error);
        let budget = budget_of(self.epsilon).map_err(fits)?;
        Ok(Some((budget, self.context.protected())))
    }

    /// The noise takes none of the run's random numbers.
    fn run(&self, table: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        let Self { context, epsilon, k, bounds } = self;
        context.dice(run)?;
        let places = context.places();
        let plain: Vec<Plain> = places.iter().map(|&at| alone(context, table, at, None)).collect();
        let columns: Vec<Series> = plain.iter().map(|plain| plain.column.clone()).collect();
        let private =
            PrivateMeans { epsilon: *epsilon, k: *k, bounds: vec![*bounds; columns.len()] };
        let fits = |error: Refused| refused(context, &error);
        let budget = private.budget().map_err(fits)?;
        let accountant = run.trail.privacy.allow(budget, context.protected());
        let accountant = accountant.map_err(|error| fits(impossible(error)))?;
        let done = means::mask(&private, &columns, accountant).map_err(fits)?;
        let sensitivities = done.sensitivities;
        let Outcome { columns: new, figures, notes, .. } = done.masked.into();
        for ((&at, plain), new) in places.iter().zip(&plain).zip(&new) {
            if let New::Values(values, decimals) = new {
                table.columns[at] = plain.written(values, *decimals);
            }
        }
        let rows = table.rows;
        table.renew(rows);
        let sensitivity = |(plain, by): (&Plain, f64)| (plain.column.name.to_string(), by);
        run.trail.privacy.promise(Promise {
            attributes: None,
            sensitivities: plain.iter().zip(sensitivities).map(sensitivity).collect(),
            not_protected: "how many records there are; persons with several records; what is \
                            true of everybody",
            argument: format!(
                "records were put in an order that is a function of each alone, and each {k} of \
                 them became a group; replacing one record moves the means of all groups \
                 together by a known distance in each of the {} attributes, for which each mean \
                 got exact discrete Laplace noise; nothing else of a record is released, and the \
                 number of records is taken to be public",
                plain.len()
            ),
        });
        let (cells_changed, told) = ((rows * plain.len()) as u64, Told::of(&notes, figures));
        Ok(StepOutcome { cells_changed, figures: told.figures, ..StepOutcome::default() })
    }
}
