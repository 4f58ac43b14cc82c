//! Top and bottom coding: all that is to be known.

use crate::definition::StepDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Disclosure, Entry, Facts, Limit, Reference, Status, StepFacts, Truth};
use ridotto_policy::language::{MaskMethod, parameters};

/// Top coding as the catalogue has it.
pub static TOP_CODE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "top-code",
        title: "Top coding",
        aliases: &["topcode", "topcoding", "top-coding"],
        formula: "x becomes one label where x >= at-least",
        status: Status::Now,
        summary: "Joins a value and all above.",
        parameters: &[parameters(MaskMethod::TopCode)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::True,
            keeps: "all values below the limit, and medians",
            did: "joined all values above a limit",
            limits: &[Limit {
                name: "Values below the limit",
                text: "They stay as they are, however rare.",
            }],
            claims: &[],
        }),
        advice: include_str!("top_code.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"top-code\"\nattributes = [\"age\"]\nat-least = 90\n",
    },
    bind: super::bind::bind,
};

/// Bottom coding as the catalogue has it.
pub static BOTTOM_CODE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "bottom-code",
        title: "Bottom coding",
        aliases: &["bottomcode", "bottomcoding", "bottom-coding"],
        formula: "x becomes one label where x <= at-most",
        status: Status::Now,
        summary: "Joins a value and all below.",
        parameters: &[parameters(MaskMethod::BottomCode)],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::True,
            keeps: "all values above the limit, and medians",
            did: "joined all values below a limit",
            limits: &[Limit {
                name: "Values above the limit",
                text: "They stay as they are, however rare.",
            }],
            claims: &[],
        }),
        advice: include_str!("bottom_code.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"bottom-code\"\nattributes = [\"age\"]\nat-most = 15\n",
    },
    bind: super::bind::bind,
};
