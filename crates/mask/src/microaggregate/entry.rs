//! Microaggregation: all that is to be known.

use crate::definition::StepDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth};
use ridotto_policy::language::{MaskMethod, parameters};

/// Microaggregation as the catalogue has it.
pub static MICROAGGREGATE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "microaggregate",
        title: "Microaggregation",
        aliases: &["microaggregation", "mdav", "aggregate"],
        formula: "x becomes the centre of a group of at least k records that are near",
        status: Status::Now,
        summary: "Replaces numbers by the centre of a small group.",
        parameters: &[parameters(MaskMethod::Microaggregate)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::Perturbed,
            keeps: "means of groups, and so of the whole; numbers stay numbers",
            did: "replaced numbers by the centre of a small group",
            limits: &[Limit {
                name: "Attributes one by one",
                text: "Aggregated one by one, combinations of attributes stay rare.",
            }],
            claims: &[],
        }),
        advice: include_str!("microaggregate.md"),
        references: &[Reference {
            authors: "J. Domingo-Ferrer, J. M. Mateo-Sanz",
            year: 2002,
            title: "Practical data-oriented microaggregation for statistical disclosure control",
            doi: "10.1109/69.979982",
        }],
        example: "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"income\", \"cost\"]\nalgorithm = \"mdav\"\nk = 5\ndiverse = { attribute = \"diagnosis\", l = 3 }\n",
    },
    bind: super::bind::bind,
};
