//! Noise: all that is to be known.

use crate::definition::StepDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth};
use ridotto_policy::language::{MaskMethod, parameters};

/// Noise addition as the catalogue has it.
pub static NOISE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "noise",
        title: "Noise addition",
        aliases: &["add-noise", "noise-addition", "perturb"],
        formula: "x becomes x + e, where the variance of e is alpha times that of x",
        status: Status::Now,
        summary: "Adds noise to numbers.",
        parameters: &[parameters(MaskMethod::Noise)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::Perturbed,
            keeps: "means, and by kind variances, correlations, or the range",
            did: "added random noise to numbers",
            limits: &[
                Limit {
                    name: "Outliers",
                    text: "A value that is far from all others stays far from them.",
                },
                Limit {
                    name: "Linkage by distance",
                    text: "Who holds the file before, or one much like it, links records again by distance.",
                },
            ],
            claims: &[],
        }),
        advice: include_str!("noise.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"noise\"\nkind = \"correlated\"\nattributes = [\"income\", \"cost\"]\nalpha = 0.1\n",
    },
    bind: super::bind::bind,
};
