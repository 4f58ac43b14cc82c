//! Sampling: all that is to be known.

use crate::definition::StepDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth};
use ridotto_policy::language::{MaskMethod, parameters};

/// Sampling as the catalogue has it.
pub static SAMPLE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "sample",
        title: "Sampling",
        aliases: &["sampling", "subsample"],
        formula: "each record, stratum by stratum or cluster by cluster, is kept by chance",
        status: Status::Now,
        summary: "Keeps some of the records, drawn at random.",
        parameters: &[parameters(MaskMethod::Sample)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Membership],
            truth: Truth::True,
            keeps: "values, and statistics of the whole within the error of a sample",
            did: "kept some of the records, drawn at random",
            limits: &[Limit {
                name: "Who is known to be drawn",
                text: "A sample protects nobody of whom it is known that the record is in it.",
            }],
            claims: &[],
        }),
        advice: include_str!("sample.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"sample\"\nshare = 0.05\nstrata = [\"region\"]\n",
    },
    bind: super::bind::bind,
};
