//! Synthesis: all that is to be known.

use crate::definition::StepDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth};
use ridotto_policy::language::{MaskMethod, parameters};

/// Synthetic data as the catalogue has it.
pub static SYNTHESIZE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "synthesize",
        title: "Synthetic data",
        aliases: &["synthesis", "synthetic", "synthesise"],
        formula: "records are drawn from a model that was fitted to the data",
        status: Status::Now,
        summary: "Draws new records from a model of the old.",
        parameters: &[parameters(MaskMethod::Synthesize)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute, Disclosure::Membership],
            truth: Truth::Synthetic,
            keeps: "what the model knows: distributions, and how attributes go together",
            did: "drew new records from a model of the old ones",
            limits: &[Limit {
                name: "Learnt by heart",
                text: "A model may reproduce outliers: to be artificial is no promise.",
            }],
            claims: &[],
        }),
        advice: include_str!("synthesize.md"),
        references: &[Reference {
            authors: "D. B. Rubin",
            year: 1993,
            title: "Statistical disclosure limitation",
            doi: "",
        }],
        example: "[[mask]]\nmethod = \"synthesize\"\nkind = \"sequential\"\nattributes = [\"age\", \"wage\", \"rent\", \"income\"]\nranges = { age = [0, 120] }\nsums = { income = [\"wage\", \"rent\"] }\n",
    },
    bind: super::bind::bind,
};
