//! Rounding as a step.

use super::Round;
use crate::changing::{Changing, Values};
use crate::replaced::Replaced;
use crate::step::StepContext;
use crate::unsuited::Unsuited;
use ridotto_core::Dictionary;
use ridotto_policy::Problem;
use ridotto_release::Step;

/// The step that a policy asks for.
#[expect(clippy::unnecessary_wraps, reason = "every step is bound alike")]
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    let values = Round { to: context.given().number("to") };
    Ok(Box::new(Changing { context, values }))
}

impl Values for Round {
    fn replace(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Replaced, Unsuited> {
        Self::replace(self, dictionary, is_missing)
    }

    fn help(&self, unsuited: Unsuited) -> &'static str {
        match unsuited {
            Unsuited::Values { .. } => "mend the data, or leave the step out",
            _ => {
                "only numbers are rounded: name other attributes, or give this one `type = \"decimal\"`"
            }
        }
    }
}
