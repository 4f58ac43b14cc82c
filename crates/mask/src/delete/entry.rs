//! Deletion: all that is to be known.

use crate::definition::StepDefinition;
use crate::parameters::ATTRIBUTES;
use ridotto_catalogue::entry::{any, by_itself, one_copy, opaque, promises_nothing};
use ridotto_catalogue::{
    Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth, Worked,
};

/// Deletion of attributes as the catalogue has it.
pub static DELETE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "delete",
        title: "Deletion of attributes",
        aliases: &["drop", "remove", "deletion"],
        formula: "the attribute is not released",
        status: Status::Now,
        summary: "Removes whole attributes.",
        parameters: &[ATTRIBUTES],
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
            deletes: true,
            reads_records: false,
            weighs: false,
            samples: None,
            looks_at: &[],
            copies: one_copy,
            privacy: promises_nothing,
            mixes: by_itself,
            transparency: opaque,
        }),
        advice: include_str!("delete.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"delete\"\nattributes = [\"note\"]\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"delete\"\nattributes = [\"pay\"]\n",
            "The column is not written: the **8 cells** of pay are gone, and a row ends with the disease.",
            &[
                "masked first delete of pay (8 cells)",
                "dropped pay",
                "30-39,1220*,*,flu 30-39,1220*,*,asthma",
            ],
        ),
    },
    bind: super::bind,
    tries: &[""],
};
