//! Recoding: all that is to be known.

use crate::definition::StepDefinition;
use crate::parameters::ATTRIBUTES;
use ridotto_catalogue::entry::{any, by_itself, one_copy, opaque, promises_nothing};
use ridotto_catalogue::{
    Disclosure, Entry, Facts, Limit, Parameter, Reference, Shape, Status, StepFacts, Truth, Worked,
};

/// Recoding as the catalogue has it.
pub static RECODE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "recode",
        title: "Recoding",
        aliases: &["recoding", "global-recoding", "map"],
        formula: "x becomes map(x) where the policy lists x, and others or x elsewhere",
        status: Status::Now,
        summary: "Replaces values by others that the policy lists.",
        parameters: &[
            ATTRIBUTES,
            &[
                Parameter::new(
                    "map",
                    Shape::Mapping,
                    "{ widowed = \"widowed or divorced\", divorced = \"widowed or divorced\" }",
                    "What each listed value becomes.",
                )
                .required(),
                Parameter::new(
                    "others",
                    Shape::Text,
                    "\"other\"",
                    "What all values become that are not listed; without it they stay as they are.",
                ),
            ],
        ],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::True,
            keeps: "what the listed groups mean, and every value that is not listed",
            did: "replaced values by others that the policy lists",
            limits: &[Limit {
                name: "Rare combinations",
                text: "Joined values may still be rare beside others: only a requirement says that they are not.",
            }],
            claims: &[],
            deletes: false,
            reads_records: false,
            weighs: false,
            samples: None,
            looks_at: &[],
            copies: one_copy,
            privacy: promises_nothing,
            mixes: by_itself,
            transparency: opaque,
        }),
        advice: include_str!("recode.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"recode\"\nattributes = [\"status\"]\nmap = { widowed = \"was married\", divorced = \"was married\" }\nothers = \"other\"\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"recode\"\nattributes = [\"disease\"]\nmap = { flu = \"lungs\", asthma = \"lungs\" }\nothers = \"other\"\n",
            "Flu and asthma are listed and become **lungs**; gout and cancer are not, and become **other**. All **8 cells** changed, and no class has more than one disease now: what was coarse before is told for certain.",
            &[
                "masked first recode of disease (8 cells)",
                "30-39,1220*,*,lungs,2100",
                "40-49,1230*,*,other,3100",
            ],
        ),
    },
    bind: super::bind::bind,
    tries: &["map = { A = \"B\" }"],
};
