//! What synthetic records keep to: from names and texts to places and codes.

use super::{Among, Bounds, Constraints, Impossible, Sum};
use crate::perturb::Plain;
use crate::step::StepContext;
use ridotto_catalogue::Among as Stated;
use ridotto_core::{Code, Values};
use ridotto_policy::{Decimal, Problem, Spanned};
use ridotto_release::Error;

/// The constraints of the policy on these columns.
pub(super) fn bound(context: &StepContext, plain: &[Plain]) -> Result<Constraints, Error> {
    let wrong = |message: String, name: &Spanned<String>, label: &str, help: &str| -> Error {
        let span = name.span.or(context.span());
        let problem = Problem::error("bind::mask", message).at(span, label).with_help(help);
        context.error(problem)
    };
    let place = |name: &Spanned<String>| {
        let found = plain.iter().position(|plain| *plain.column.name == *name.value);
        found.ok_or_else(|| {
            let message = format!("no column `{name}` is drawn, nor explains others");
            wrong(message, name, "not there", "constraints are about columns that are released")
        })
    };
    let number = |name: &Spanned<String>| {
        let at = place(name)?;
        match &plain[at].column.values {
            Values::Numbers(_) => Ok(at),
            Values::Categories { .. } => Err(wrong(
                format!("`{name}` has no numbers"),
                name,
                "has categories",
                "ranges and sums are about numbers; give the attribute its `type`",
            )),
        }
    };
    let code = |at: usize, text: &Spanned<String>| -> Result<Code, Error> {
        let found = plain[at].texts.iter().position(|other| *other == text.value);
        found.map(|code| code as Code).ok_or_else(|| {
            let message = format!("`{}` has no value `{text}`", plain[at].column.name);
            let help = "values are compared letter by letter; leave out those that do not occur";
            wrong(message, text, "no record has it", help)
        })
    };
    let (mut bound, given) = (Constraints::default(), context.given());
    for (name, (least, most)) in given.ranges("ranges") {
        let (least, most) = (least.to_f64(), most.to_f64());
        bound.ranges.push(Bounds { attribute: number(name)?, least, most });
    }
    for (total, parts) in given.lists("sums") {
        let parts = parts.iter().map(number).collect::<Result<Vec<_>, _>>()?;
        bound.sums.push(Sum { total: number(total)?, parts });
    }
    for combination in given.combinations("impossible") {
        let mut parts = Vec::new();
        for (name, among) in combination {
            parts.push(match among {
                Stated::Between(lower, upper) => {
                    let lower = lower.map_or(f64::NEG_INFINITY, Decimal::to_f64);
                    let upper = upper.map_or(f64::INFINITY, Decimal::to_f64);
                    (number(name)?, Among::Numbers(lower, upper))
                }
                Stated::Values(texts) => {
                    let at = place(name)?;
                    if matches!(plain[at].column.values, Values::Numbers(_)) {
                        let help = "write a range: `{ lower = 0, upper = 15 }`";
                        let message = format!("`{name}` has numbers, and no categories");
                        return Err(wrong(message, name, "has numbers", help));
                    }
                    let codes = texts.iter().map(|text| code(at, text));
                    (at, Among::Codes(codes.collect::<Result<_, _>>()?))
                }
            });
        }
        bound.impossible.push(Impossible { parts });
    }
    Ok(bound)
}
