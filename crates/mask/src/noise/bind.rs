//! Noise as a step.

use super::private::PrivateNoise;
use super::{Kind, Noise, NoiseKind, bind_means, bind_values, mask};
use crate::perturb::{Method, Outcome, Perturbation, Perturbing, Plain, Rows, Said};
use crate::step::StepContext;
use crate::{Extremes, Note, Refused};
use ridotto_core::Values;
use ridotto_numbers::Dice;
use ridotto_policy::{Decimal, Problem};
use ridotto_release::{Error, Step, StepRun};
use ridotto_report::Transformation;
use ridotto_table::Table;

/// Noise for statistics.
#[derive(Debug)]
struct Asks {
    /// Which, and how much.
    noise: Noise,
    /// Whether the report tells the transformation.
    reveal: bool,
}

/// The step that a policy asks for.
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    if let Some(groups) = context.groups() {
        return Ok(bind_means::bind(context, groups));
    }
    let given = context.given();
    let number = |name: &str| given.number_if_given(name).map(Decimal::to_f64);
    let reveal = given.is("reveal");
    if reveal && !context.mask().strata().is_empty() {
        let message = "there is one transformation for each of the `strata`, and one can be told";
        let problem = Problem::error("bind::mask", message).at(given.at("reveal"), "of which?");
        return Err(problem.with_help("leave out `strata`, or `reveal`"));
    }
    let kind = match given.choice("kind") {
        NoiseKind::Uncorrelated => Kind::Uncorrelated,
        NoiseKind::Correlated => Kind::Correlated,
        NoiseKind::Linear => Kind::Linear { reveal: reveal || given.text("publish").is_some() },
        NoiseKind::Restricted => Kind::Restricted {
            lower: number("lower"),
            upper: number("upper"),
            extremes: Extremes::Move,
        },
        NoiseKind::OutlierAware => Kind::OutlierAware,
        NoiseKind::Orthogonal => Kind::Orthogonal,
        NoiseKind::Multiplicative => Kind::Multiplicative,
        NoiseKind::Private => {
            let private = PrivateNoise {
                epsilon: given.number("epsilon"),
                lower: vec![given.number("lower")],
                upper: vec![given.number("upper")],
                grid: given.number_if_given("grid"),
                clamp: false,
            };
            return bind_values::bind(context, private);
        }
    };
    let noise = Noise { kind, alpha: vec![given.number("alpha").to_f64()] };
    Perturbing::bind(context, Asks { noise, reveal })
}

/// What is said of an attribute's transformation.
fn told(of: &Transformation) -> Note {
    let Transformation { attribute, scale, shift } = of;
    Note::Transformed { attribute: attribute.clone(), scale: *scale, shift: *shift }
}

/// Noise, and the weight of each record.
struct Weighted<'a> {
    asks: &'a Asks,
    weights: Option<Vec<f64>>,
}

impl Perturbation for Asks {
    fn prepare<'a>(
        &'a self,
        context: &StepContext,
        table: &Table,
        _: &mut [Plain],
        _: &StepRun<'_>,
    ) -> Result<Box<dyn Method + 'a>, Error> {
        let weight = context.policy().data.weight.as_ref();
        let weights = weight.map(|name| Plain::of(table, context.place(name)).column.values);
        let weights = weights.and_then(|values| match values {
            Values::Numbers(numbers) => Some(numbers),
            Values::Categories { .. } => None,
        });
        Ok(Box::new(Weighted { asks: self, weights }))
    }
}

impl Method for Weighted<'_> {
    fn run(&self, rows: &Rows<'_>, dice: &Dice) -> Result<Outcome, Refused> {
        let Asks { noise, reveal } = self.asks;
        let weights = self.weights.as_ref().map(|weights| rows.each(weights));
        let done = mask(noise, &rows.columns, weights.as_deref(), dice)?;
        let mut outcome = Outcome::from(done.masked);
        if let Some(of) = done.transformation {
            let each = rows.columns.iter().zip(of.shifts).map(|(column, shift)| Transformation {
                attribute: column.name.to_string(),
                scale: of.scale,
                shift,
            });
            let each: Vec<Transformation> = each.collect();
            outcome.file = Some(ridotto_report::to_json(&each));
            if *reveal {
                outcome.notes.extend(each.iter().map(told).map(Said::Masked));
                outcome.transformations = each;
            }
        }
        Ok(outcome)
    }
}
