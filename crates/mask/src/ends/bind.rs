//! Top and bottom coding as steps.

use super::{Ends, Side, Threshold};
use crate::changing::{Changing, Values};
use crate::replaced::Replaced;
use crate::step::StepContext;
use crate::unsuited::Unsuited;
use ridotto_catalogue::Span;
use ridotto_core::Dictionary;
use ridotto_policy::{self as policy, Problem, Step as Asked};
use ridotto_release::Step;
use std::fmt;

/// An end as the policy says it: values may have an order of their own.
struct End {
    side: Side,
    threshold: policy::Threshold,
    ends: policy::Ends,
}

/// Tells the side, and no value.
impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "End({:?})", self.side)
    }
}

/// The step that a policy asks for.
#[expect(clippy::unnecessary_wraps, reason = "every step is bound alike")]
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    let (side, threshold, ends) = match &context.mask().step {
        Asked::TopCode { at_least, ends } => (Side::Top, at_least, ends),
        Asked::BottomCode { at_most, ends } => (Side::Bottom, at_most, ends),
        _ => unreachable!("it is a step of this method"),
    };
    let values = End { side, threshold: threshold.value.clone(), ends: ends.clone() };
    Ok(Box::new(Changing { context, values }))
}

impl End {
    /// The step for an attribute whose values are in an order, if they are.
    fn of(&self, own_order: &[String]) -> Ends {
        let order: Vec<String> = match &self.ends.order[..] {
            [] => own_order.to_vec(),
            written => written.iter().map(|value| value.value.clone()).collect(),
        };
        let threshold = match &self.threshold {
            policy::Threshold::Number(number) => Threshold::Number(*number),
            policy::Threshold::Text(date) if order.is_empty() => Threshold::Date(date.clone()),
            policy::Threshold::Text(value) => Threshold::Ordered { value: value.clone(), order },
        };
        let label = self.ends.label.as_ref().map(|label| label.value.clone());
        Ends { side: self.side, threshold, label }
    }
}

impl Values for End {
    fn replace(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Replaced, Unsuited> {
        self.of(&dictionary.reading().order).replace(dictionary, is_missing)
    }

    fn label(&self) -> Option<Span> {
        self.ends.label.as_ref().and_then(|label| label.span)
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
