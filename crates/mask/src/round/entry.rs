//! Rounding: all that is to be known.

use crate::definition::StepDefinition;
use crate::parameters::ATTRIBUTES;
use ridotto_catalogue::entry::{any, by_itself, one_copy, opaque, promises_nothing};
use ridotto_catalogue::{
    Disclosure, Entry, Facts, Limit, Parameter, Reference, Shape, Status, StepFacts, Truth, Worked,
    limits,
};

/// Rounding as the catalogue has it.
pub static ROUND: StepDefinition = StepDefinition {
    entry: Entry {
        name: "round",
        title: "Rounding",
        aliases: &["rounding"],
        formula: "x becomes the multiple of `to` that is nearest to x",
        status: Status::Now,
        summary: "Replaces numbers by the nearest multiple of another.",
        parameters: &[
            ATTRIBUTES,
            &[Parameter::new(
                "to",
                Shape::Number(limits::POSITIVE),
                "1000",
                "Numbers become the nearest multiple of this; from the middle, the one further from 0.",
            )
            .required()],
        ],
        check: any,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::True,
            keeps: "sums and means, nearly; every value within half of `to`",
            did: "replaced numbers by the nearest multiple of another",
            limits: &[Limit {
                name: "Extreme numbers",
                text: "A number that is far from all others is still alone after rounding.",
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
        advice: include_str!("round.md"),
        references: &[Reference {
            authors: "L. Willenborg, T. de Waal",
            year: 2001,
            title: "Elements of statistical disclosure control",
            doi: "10.1007/978-1-4613-0121-9",
        }],
        example: "[[mask]]\nmethod = \"round\"\nattributes = [\"income\"]\nto = 1000\n",
        worked: Worked::released("[[mask]]\nmethod = \"round\"\nattributes = [\"pay\"]\nto = 500\n", "2100 lies between 2000 and 2500 and is nearer to 2000: `2100 - 2000 = 100` against `2500 - 2100 = 400`. So it becomes **2000**, 2400 becomes **2500**, and 3900 becomes 4000. It is how the table `released` was made.", &["30-39,1220*,*,flu,2000", "30-39,1220*,*,asthma,2500", "50-59,1230*,*,cancer,4000"]),
    },
    bind: super::bind::bind,
    tries: &[
        "to = 10",
    ],
};
