//! Swapping and shuffling: all that is to be known.

use super::{SwapKind, check};
use crate::definition::StepDefinition;
use crate::masked::Extremes;
use crate::parameters::{ATTRIBUTES, STRATA};
use ridotto_catalogue::entry::{any, one_copy, opaque, promises_nothing, with_others};
use ridotto_catalogue::{
    Disclosure, Entry, Facts, FileUse, Given, Limit, Named, Parameter, Reference, Shape, Status,
    StepFacts, Transparency, Truth, Worked, limits,
};

/// Data swapping as the catalogue has it.
pub static SWAP: StepDefinition = StepDefinition {
    entry: Entry {
        name: "swap",
        title: "Data swapping",
        aliases: &["swapping", "rank-swapping", "data-swapping"],
        formula: "x of a record is exchanged with x of another, whose rank is near or that is alike",
        status: Status::Now,
        summary: "Exchanges values between records.",
        parameters: &[ATTRIBUTES, PARAMETERS, STRATA],
        check: check::check,
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
            deletes: false,
            reads_records: false,
            weighs: false,
            samples: None,
            looks_at: &["alike", "strata"],
            copies: one_copy,
            privacy: promises_nothing,
            mixes: with_others,
            transparency,
        }),
        advice: include_str!("swap.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"swap\"\nkind = \"rank\"\nattributes = [\"income\"]\nrange = 0.05\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"swap\"\nkind = \"rank\"\nattributes = [\"pay\"]\nrange = 0.25\n",
            "Pay is put in order: 2100, 2400, 2700, 2900, 3100, 3400, 3900, 4100. Two values may be exchanged if their ranks are at most `8 * 0.25 = 2` apart. With this seed 2100 and **2700** (ranks 1 and 3) changed places, 2400 and **2900**, 3100 and 3400, 3900 and 4100. The column has the same eight numbers, so all its statistics are what they were; only whose they are is not.",
            &["30-39,1220*,*,flu,2700", "30-39,1220*,*,asthma,2900", "30-39,1220*,*,flu,2100"],
        ),
    },
    bind: super::bind::bind,
    tries: &[
        "kind = \"rank\"\nrange = 0.2",
        "kind = \"pairs\"",
        "kind = \"targeted\"",
        "kind = \"cross-set\"\nwith = \"people.csv\"",
    ],
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
        parameters: &[
            ATTRIBUTES,
            &[Parameter::new(
                "by",
                Shape::Names,
                "[\"age\", \"education_years\"]",
                "The attributes that predict the ranks of the shuffled ones.",
            )],
            STRATA,
        ],
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
            deletes: false,
            reads_records: false,
            weighs: false,
            samples: None,
            looks_at: &["by", "strata"],
            copies: one_copy,
            privacy: promises_nothing,
            mixes: with_others,
            transparency: opaque,
        }),
        advice: include_str!("shuffle.md"),
        references: &[Reference {
            authors: "K. Muralidhar, R. Sarathy",
            year: 2006,
            title: "Data shuffling",
            doi: "10.1287/mnsc.1050.0503",
        }],
        example: "[[mask]]\nmethod = \"shuffle\"\nattributes = [\"income\", \"cost\"]\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"shuffle\"\nattributes = [\"pay\"]\nby = [\"age\"]\n",
            "For each person a pay is predicted from the age, with noise. The person with the lowest prediction gets the lowest pay of the file, 2100, the next 2400, and so on. With this seed row 1 got **2700**, row 2 **2100** and row 3 **2400**: the same eight numbers, and elder people still tend to have the higher ones, but no number belongs to its owner.",
            &["30-39,1220*,*,flu,2700", "30-39,1220*,*,asthma,2100", "30-39,1220*,*,flu,2400"],
        ),
    },
    bind: super::bind_shuffle::bind,
    tries: &[""],
};

const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "kind",
        Shape::Choice(SwapKind::NAMES),
        "\"rank\"",
        "Which records exchange values.",
    )
    .default("\"rank\""),
    Parameter::new(
        "range",
        Shape::Number(limits::SOME),
        "0.05",
        "For `rank` and `cross-set`: how far apart two ranks may be, as a share of the records.",
    )
    .default("0.05"),
    Parameter::new(
        "extremes",
        Shape::Choice(Extremes::NAMES),
        "\"swap\"",
        "For `rank`: whether the least and the greatest value stay where they are.",
    )
    .default("\"swap\""),
    Parameter::new(
        "correlations",
        Shape::Number(limits::SOME),
        "0.1",
        "For `rank`: no correlation between two of the attributes changes by more.",
    ),
    Parameter::new(
        "share",
        Shape::Number(limits::SOME),
        "0.1",
        "For `pairs`: the share of the records that exchange their values.",
    )
    .default("0.1"),
    Parameter::new(
        "alike",
        Shape::Names,
        "[\"region\", \"sex\"]",
        "For `pairs` and `targeted`: a record exchanges values with one that is alike in these.",
    ),
    Parameter::new(
        "with",
        Shape::File(FileUse::Read),
        "\"other-region.csv\"",
        "For `cross-set`: the file with whose records values are exchanged.",
    ),
];

/// Who knows the range knows between which ranks a value was.
fn transparency(given: &Given) -> Transparency {
    match given.choice("kind") {
        SwapKind::Rank => Transparency::RankSwapped { range: given.number("range") },
        _ => Transparency::Nothing,
    }
}
