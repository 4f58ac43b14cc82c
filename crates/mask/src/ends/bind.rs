//! Top and bottom coding as steps.

use super::coded::Label;
use super::{Ends, Side, Threshold};
use crate::changing::{Changing, Values};
use crate::replaced::Replaced;
use crate::step::StepContext;
use crate::unsuited::Unsuited;
use ridotto_catalogue::{Span, Spanned, Value};
use ridotto_core::Dictionary;
use ridotto_core::hierarchy::{Decimal, Span as Range};
use ridotto_policy::{Mask, Problem};
use ridotto_release::Step;
use std::fmt;

/// An end as the policy says it: values may have an order of their own.
struct End {
    side: Side,
    threshold: Value,
    label: Option<Spanned<String>>,
    order: Vec<String>,
    /// What steps before coded of the same attributes.
    before: Vec<Label>,
}

/// Tells the side, and no value.
impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "End({:?})", self.side)
    }
}

/// Top coding as a policy asks for it.
pub(crate) fn top(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    bind(context, Side::Top, "at-least")
}

/// Bottom coding as a policy asks for it.
pub(crate) fn bottom(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    bind(context, Side::Bottom, "at-most")
}

#[expect(clippy::unnecessary_wraps, reason = "every step is bound alike")]
fn bind(context: StepContext, side: Side, limit: &str) -> Result<Box<dyn Step>, Problem> {
    let given = context.given();
    let values = End {
        side,
        threshold: given.get(limit).cloned().expect("an end must have a limit"),
        label: given.text("label").cloned(),
        order: given.texts("order").iter().map(|value| value.value.clone()).collect(),
        before: context.earlier().iter().filter_map(|mask| labelled(&context, mask)).collect(),
    };
    Ok(Box::new(Changing { context, values }))
}

/// The label that a step gave to an end of numbers of one of the attributes, if it did.
fn labelled(context: &StepContext, mask: &Mask) -> Option<Label> {
    let is_ours = |name: &Spanned<String>| context.attributes().contains(&name.value);
    let (limit, end): (_, fn(Decimal) -> Range) = match mask.method() {
        "top-code" => ("at-least", Range::AtLeast),
        "bottom-code" => ("at-most", Range::AtMost),
        _ => return None,
    };
    let label = mask.given().text("label").filter(|_| mask.attributes().iter().any(is_ours))?;
    match mask.given().get(limit) {
        Some(Value::Number(number)) => Some((label.value.clone(), end(*number))),
        _ => None,
    }
}

impl End {
    /// The step for an attribute whose values are in an order, if they are.
    fn of(&self, own_order: &[String]) -> Ends {
        let order = if self.order.is_empty() { own_order } else { &self.order };
        let threshold = match &self.threshold {
            Value::Number(number) => Threshold::Number(*number),
            Value::Text(date) if order.is_empty() => Threshold::Date(date.value.clone()),
            Value::Text(value) => {
                Threshold::Ordered { value: value.value.clone(), order: order.to_vec() }
            }
            _ => unreachable!("a limit is a number or a text"),
        };
        let label = self.label.as_ref().map(|label| label.value.clone());
        Ends { side: self.side, threshold, label }
    }
}

impl Values for End {
    fn replace(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Replaced, Unsuited> {
        self.of(&dictionary.reading().order).replace_beside(dictionary, is_missing, &self.before)
    }

    fn label(&self) -> Option<Span> {
        self.label.as_ref().and_then(|label| label.span)
    }

    fn help(&self, unsuited: Unsuited) -> &'static str {
        match unsuited {
            Unsuited::Kind { needs: "dates", .. } => {
                "write a number without quotes, or say in `order` how the values follow one another"
            }
            Unsuited::Kind { .. } => {
                "say in `order` how the values follow one another, and write the threshold in quotes"
            }
            Unsuited::Values { .. } => "add them to `order`, or recode them in a step before",
            Unsuited::Threshold => "write it as \"2020-01-31\", or as the data do",
        }
    }
}
