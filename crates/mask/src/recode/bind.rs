//! Recoding as a step.

use super::Recode;
use crate::changing::{Changing, Values};
use crate::replaced::Replaced;
use crate::step::StepContext;
use crate::unsuited::Unsuited;
use ridotto_core::Dictionary;
use ridotto_policy::{Problem, Spanned};
use ridotto_release::Step;
use std::fmt;

/// What is listed, with its places in the policy.
struct Listed {
    recode: Recode,
    from: Vec<Spanned<String>>,
}

/// Tells how many values are listed.
impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.recode.fmt(f)
    }
}

/// The step that a policy asks for.
#[expect(clippy::unnecessary_wraps, reason = "every step is bound alike")]
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    let (map, others) = (context.given().mapping("map"), context.given().text("others"));
    let from = map.iter().map(|(from, _)| from.clone()).collect();
    let map = map.iter().map(|(from, to)| (from.value.clone(), to.value.clone()));
    let recode = Recode::new(map, others.map(|label| label.value.clone()));
    Ok(Box::new(Changing { values: Listed { recode, from }, context }))
}

impl Values for Listed {
    fn replace(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Replaced, Unsuited> {
        Ok(self.recode.replace(dictionary, is_missing))
    }

    fn absent(&self, dictionary: &Dictionary, is_missing: &dyn Fn(&str) -> bool) -> Vec<String> {
        self.recode.absent(dictionary, is_missing).map(str::to_owned).collect()
    }

    fn listed(&self) -> &[Spanned<String>] {
        &self.from
    }

    fn help(&self, _: Unsuited) -> &'static str {
        "`ridotto explain recode` tells what the step needs"
    }
}
