//! Swapping and shuffling: all that is to be known.

use crate::definition::StepDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth};
use ridotto_policy::language::{MaskMethod, parameters};

/// Data swapping as the catalogue has it.
pub static SWAP: StepDefinition = StepDefinition {
    entry: Entry {
        name: "swap",
        title: "Data swapping",
        aliases: &["swapping", "rank-swapping", "data-swapping"],
        formula: "x of a record is exchanged with x of another, whose rank is near or that is alike",
        status: Status::Now,
        summary: "Exchanges values between records.",
        parameters: &[parameters(MaskMethod::Swap)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::Perturbed,
            keeps: "the distribution of each attribute, exactly",
            did: "exchanged values between records",
            limits: &[Limit {
                name: "Rare values",
                text: "All true values are released, only beside another person.",
            }],
            claims: &[],
        }),
        advice: include_str!("swap.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"swap\"\nkind = \"rank\"\nattributes = [\"income\"]\nrange = 0.05\n",
    },
    bind: super::bind::bind,
};

/// Data shuffling as the catalogue has it.
pub static SHUFFLE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "shuffle",
        title: "Data shuffling",
        aliases: &["shuffling"],
        formula: "the values of x are dealt out again by the ranks that a model predicts",
        status: Status::Now,
        summary: "Reorders values as a model predicts their ranks.",
        parameters: &[parameters(MaskMethod::Shuffle)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::Perturbed,
            keeps: "the distribution of each attribute exactly, and rank correlations nearly",
            did: "reordered values as a model predicts their ranks",
            limits: &[Limit {
                name: "Rare values",
                text: "All true values are released, only beside another person.",
            }],
            claims: &[],
        }),
        advice: include_str!("shuffle.md"),
        references: &[Reference {
            authors: "K. Muralidhar, R. Sarathy",
            year: 2006,
            title: "Data shuffling",
            doi: "10.1287/mnsc.1050.0503",
        }],
        example: "[[mask]]\nmethod = \"shuffle\"\nattributes = [\"income\", \"cost\"]\n",
    },
    bind: super::bind_shuffle::bind,
};
