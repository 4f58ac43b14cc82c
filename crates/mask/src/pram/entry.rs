//! Post-randomisation: all that is to be known.

use crate::definition::StepDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth};
use ridotto_policy::language::{MaskMethod, parameters};

/// Post-randomisation (PRAM) as the catalogue has it.
pub static PRAM: StepDefinition = StepDefinition {
    entry: Entry {
        name: "pram",
        title: "Post-randomisation (PRAM)",
        aliases: &["post-randomisation", "post-randomization", "randomized-response"],
        formula: "a category i becomes j with the probability P[i][j]",
        status: Status::Now,
        summary: "Changes categories with known probabilities.",
        parameters: &[parameters(MaskMethod::Pram)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::Perturbed,
            keeps: "counts, which users estimate without bias from the matrix; in expectation exactly, if it is invariant",
            did: "changed categories with known probabilities",
            limits: &[Limit {
                name: "Likely values",
                text: "Where `retain` is high, most values are true.",
            }],
            claims: &[],
        }),
        advice: include_str!("pram.md"),
        references: &[Reference {
            authors: "J. M. Gouweleeuw, P. Kooiman, L. C. R. J. Willenborg, P.-P. de Wolf",
            year: 1998,
            title: "Post randomisation for statistical disclosure control",
            doi: "",
        }],
        example: "[[mask]]\nmethod = \"pram\"\nattributes = [\"status\"]\nretain = 0.9\n",
    },
    bind: super::bind::bind,
};
