//! Deletion: all that is to be known.

use crate::definition::StepDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth};
use ridotto_policy::language::{MaskMethod, parameters};

/// Deletion of attributes as the catalogue has it.
pub static DELETE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "delete",
        title: "Deletion of attributes",
        aliases: &["drop", "remove", "deletion"],
        formula: "the attribute is not released",
        status: Status::Now,
        summary: "Removes whole attributes.",
        parameters: &[parameters(MaskMethod::Delete)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::True,
            keeps: "all other attributes",
            did: "removed whole attributes",
            limits: &[Limit {
                name: "What others tell",
                text: "Other attributes may tell the same.",
            }],
            claims: &[],
        }),
        advice: include_str!("delete.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"delete\"\nattributes = [\"note\"]\n",
    },
    bind: super::bind,
};
