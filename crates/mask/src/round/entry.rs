//! Rounding: all that is to be known.

use crate::definition::StepDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth};
use ridotto_policy::language::{MaskMethod, parameters};

/// Rounding as the catalogue has it.
pub static ROUND: StepDefinition = StepDefinition {
    entry: Entry {
        name: "round",
        title: "Rounding",
        aliases: &["rounding"],
        formula: "x becomes the multiple of `to` that is nearest to x",
        status: Status::Now,
        summary: "Replaces numbers by the nearest multiple of another.",
        parameters: &[parameters(MaskMethod::Round)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::True,
            keeps: "sums and means, nearly; every value within half of `to`",
            did: "replaced numbers by the nearest multiple of another",
            limits: &[Limit {
                name: "Extreme numbers",
                text: "A number that is far from all others is still alone after rounding.",
            }],
            claims: &[],
        }),
        advice: include_str!("round.md"),
        references: &[Reference {
            authors: "L. Willenborg, T. de Waal",
            year: 2001,
            title: "Elements of statistical disclosure control",
            doi: "10.1007/978-1-4613-0121-9",
        }],
        example: "[[mask]]\nmethod = \"round\"\nattributes = [\"income\"]\nto = 1000\n",
    },
    bind: super::bind::bind,
};
