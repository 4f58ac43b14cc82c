//! Noise as a step.

use super::private::{PrivateNoise, mask as noisy};
use super::{Kind, Noise, NoiseKind, bind_means, mask};
use crate::perturb::{Method, Outcome, Perturbation, Perturbing, Plain, Rows};
use crate::step::StepContext;
use crate::{Extremes, Refused};
use ridotto_core::Values;
use ridotto_numbers::Dice;
use ridotto_policy::{Decimal, Problem};
use ridotto_release::{Error, Step, StepRun};
use ridotto_table::Table;
use serde::Serialize;

/// Which noise.
#[derive(Debug)]
enum Asks {
    /// For statistics.
    Plain(Noise),
    /// For each record, by `OpenDP`; it takes no seed.
    Private(PrivateNoise),
}

/// How an attribute was transformed after noise was added: published = scale · noisy + shift.
#[derive(Serialize)]
struct Revealed {
    attribute: String,
    scale: f64,
    shift: f64,
}

/// The step that a policy asks for.
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    if let Some(groups) = context.groups() {
        return Ok(bind_means::bind(context, groups));
    }
    let given = context.given();
    let number = |name: &str| given.number_if_given(name).map(Decimal::to_f64);
    let kind = match given.choice("kind") {
        NoiseKind::Uncorrelated => Kind::Uncorrelated,
        NoiseKind::Correlated => Kind::Correlated,
        NoiseKind::Linear => Kind::Linear { reveal: given.text("publish").is_some() },
        NoiseKind::Restricted => Kind::Restricted {
            lower: number("lower"),
            upper: number("upper"),
            extremes: Extremes::Move,
        },
        NoiseKind::OutlierAware => Kind::OutlierAware,
        NoiseKind::Orthogonal => Kind::Orthogonal,
        NoiseKind::Multiplicative => Kind::Multiplicative,
        NoiseKind::Private => {
            let stated = |name: &str| given.number(name).to_f64();
            let private = PrivateNoise {
                epsilon: stated("epsilon"),
                lower: vec![stated("lower")],
                upper: vec![stated("upper")],
                clamp: false,
            };
            return Perturbing::bind(context, Asks::Private(private));
        }
    };
    let noise = Noise { kind, alpha: vec![given.number("alpha").to_f64()] };
    Perturbing::bind(context, Asks::Plain(noise))
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
        let noise = match self.asks {
            Asks::Private(private) => return Ok(noisy(private, &rows.columns)?.into()),
            Asks::Plain(noise) => noise,
        };
        let weights = self.weights.as_ref().map(|weights| rows.each(weights));
        let done = mask(noise, &rows.columns, weights.as_deref(), dice)?;
        let revealed = done.transformation.map(|of| {
            let each = rows.columns.iter().zip(of.shifts).map(|(column, shift)| Revealed {
                attribute: column.name.to_string(),
                scale: of.scale,
                shift,
            });
            ridotto_report::to_json(&each.collect::<Vec<_>>())
        });
        Ok(Outcome { file: revealed, ..done.masked.into() })
    }
}
