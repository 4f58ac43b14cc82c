//! Shuffling as a step.

use super::bind::looked_at;
use super::shuffle;
use crate::Refused;
use crate::perturb::{Method, Outcome, Perturbation, Perturbing, Plain, Rows};
use crate::step::StepContext;
use ridotto_core::Series;
use ridotto_numbers::Dice;
use ridotto_policy::{Problem, Spanned};
use ridotto_release::{Error, Step, StepRun};
use ridotto_table::Table;

/// The attributes that predict ranks.
#[derive(Debug)]
struct By(Vec<Spanned<String>>);

/// The step that a policy asks for.
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    let by = By(context.given().texts("by").to_vec());
    Perturbing::bind(context, by)
}

/// The columns that predict ranks.
struct Predictors(Vec<Series>);

impl Perturbation for By {
    fn prepare<'a>(
        &'a self,
        context: &StepContext,
        table: &Table,
        _: &mut [Plain],
        _: &StepRun<'_>,
    ) -> Result<Box<dyn Method + 'a>, Error> {
        Ok(Box::new(Predictors(looked_at(context, table, &self.0))))
    }
}

impl Method for Predictors {
    fn run(&self, rows: &Rows<'_>, dice: &Dice) -> Result<Outcome, Refused> {
        let given: Vec<Series> = self.0.iter().map(|column| rows.of(column)).collect();
        Ok(shuffle::mask(&rows.columns, &given, dice)?.into())
    }
}
