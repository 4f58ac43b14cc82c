//! Synthesis: all that is to be known.

use super::check;
use crate::definition::StepDefinition;
use crate::parameters::{EPSILON, RECORDS};
use ridotto_catalogue::entry::opaque;
use ridotto_catalogue::{
    Disclosure, Entry, Facts, FileUse, Given, Limit, Limits, Mixing, Named, Parameter, Privacy,
    Reference, Shape, Status, StepFacts, Truth, Worked, limits, names, small,
};

/// Synthetic data as the catalogue has it.
pub static SYNTHESIZE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "synthesize",
        title: "Synthetic data",
        aliases: &["synthesis", "synthetic", "synthetic-data", "synthesise"],
        formula: "records are drawn from a model that was fitted to the data",
        status: Status::Now,
        summary: "Draws new records from a model of the old.",
        parameters: &[PARAMETERS],
        check: check::check,
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
            deletes: false,
            reads_records: true,
            weighs: false,
            samples: None,
            looks_at: &[],
            copies,
            privacy,
            mixes,
            transparency: opaque,
        }),
        advice: include_str!("synthesize.md"),
        references: &[Reference {
            authors: "D. B. Rubin",
            year: 1993,
            title: "Statistical disclosure limitation",
            doi: "",
        }],
        example: "[[mask]]\nmethod = \"synthesize\"\nkind = \"sequential\"\nattributes = [\"age\", \"wage\", \"rent\", \"income\"]\nranges = { age = [0, 120] }\nsums = { income = [\"wage\", \"rent\"] }\n",
        worked: Worked {
            tables: &[&small::PEOPLE],
            policy: "[[mask]]\nmethod = \"synthesize\"\nkind = \"partial\"\nattributes = [\"age\"]\nsmooth = false\n",
            text: "A tree learns from the twelve people that in the north ages go from 31 to 39, and in the south from 42 to 58. For each person an age is then drawn from those of the same area. With this seed the woman of row 1, who is 31, becomes **39**, and the man of row 7, who is 45, becomes **58**: likely people of their area, and not themselves. Sex and area are the true ones here (`kind = \"partial\"`).",
            run: &["anonymize people.toml --keep-order --seed 1"],
            says: &["39,f,north", "58,m,south"],
        },
    },
    bind: super::bind::bind,
    tries: &["kind = \"sequential\"", "kind = \"partial\"", "kind = \"hybrid\""],
};

names! {
    /// Which values are synthetic.
    SynthesisKind {
        /// All: each attribute is drawn from a model of those before it.
        Sequential = "sequential" Now,
        /// All, several times over, from models that are drawn anew for each copy.
        MultipleImputation = "multiple-imputation" Now,
        /// Those of the attributes named; others stay true.
        Partial = "partial" Now,
        /// A mixture of each true record with a synthetic one that is near.
        Hybrid = "hybrid" Now,
        /// All, from noisy counts: differentially private. Needs `epsilon`.
        Private = "private" Now,
    }

    /// In which records values are synthetic, where others stay true.
    ReplacedRecords {
        /// In all.
        All = "all" Now,
        /// In those whose class is smaller than the policy asks, or that are alone if it does not.
        AtRisk = "at-risk" Now,
    }

    /// How an attribute is drawn from those before it.
    SynthesisModel {
        /// From the records in the same leaf of a tree.
        Cart = "cart" Now,
        /// From a regression.
        Parametric = "parametric" Now,
    }

    /// What happens to synthetic records that stand alone and equal a true one that does.
    Uniques {
        /// They stay, and are counted.
        Keep = "keep" Now,
        /// They are removed.
        Remove = "remove" Now,
    }
}

/// Copies of a synthetic file.
const COPIES: Limits =
    Limits { least: 3, open: false, most: 10, because: "fewer say nothing of what is uncertain" };

/// Copies of a multiple imputation of which nothing is said.
const USUAL_COPIES: u32 = 5;

const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "attributes",
        Shape::Names,
        "[\"income\", \"diagnosis\"]",
        "The attributes that are drawn anew, in this order; without it all that are released.",
    ),
    Parameter::new(
        "kind",
        Shape::Choice(SynthesisKind::NAMES),
        "\"sequential\"",
        "Which values are synthetic.",
    )
    .default("\"sequential\""),
    Parameter::new(
        "model",
        Shape::Choice(SynthesisModel::NAMES),
        "\"cart\"",
        "How an attribute is drawn from those before it.",
    )
    .default("\"cart\""),
    Parameter::new(
        "copies",
        Shape::Integer(COPIES),
        "5",
        "How many synthetic files are made, each by itself: 5 for `multiple-imputation` where nothing is said, else 1. Not for `hybrid` and `private`.",
    ),
    Parameter::new(
        "frame",
        Shape::File(FileUse::Read),
        "\"population.csv\"",
        "For `multiple-imputation`: a file of the population that has some of the columns; its records are drawn, and what they lack is synthetic.",
    ),
    Parameter::new(
        "records",
        Shape::Choice(ReplacedRecords::NAMES),
        "\"at-risk\"",
        "For `partial`: in which records values are drawn anew.",
    )
    .default("\"all\""),
    Parameter::new(
        "weight",
        Shape::Number(limits::SOME),
        "0.7",
        "For `hybrid`: how much of the true record is left.",
    )
    .default("0.5"),
    Parameter::new(
        "size",
        Shape::Integer(RECORDS),
        "1000",
        "How many records are drawn; without it as many as there are.",
    ),
    Parameter::new(
        "smooth",
        Shape::Boolean,
        "true",
        "Whether numbers are drawn between the values that records have, and not from them: a hundredth of all records up or down, or five. Means, spreads and quantiles stay as they are without it.",
    )
    .default("true"),
    Parameter::new(
        "uniques",
        Shape::Choice(Uniques::NAMES),
        "\"remove\"",
        "What happens to synthetic records that stand alone and equal a true one that does.",
    )
    .default("\"keep\""),
    Parameter::new(
        "ranges",
        Shape::Ranges,
        "{ age = [0, 120] }",
        "The least and the greatest number of attributes, if they are not those of the data.",
    ),
    Parameter::new(
        "sums",
        Shape::Lists,
        "{ income = [\"wage\", \"rent\"] }",
        "Attributes that are the sum of others, in every record.",
    ),
    Parameter::new(
        "impossible",
        Shape::Combinations,
        "[{ sex = \"male\", pregnant = \"yes\" }, { age = { upper = 15 }, status = \"married\" }]",
        "Combinations of values that no record may have.",
    ),
    Parameter::new(
        "domains",
        Shape::Domains,
        "{ sex = [\"f\", \"m\"], age = { lower = 0, upper = 120, bins = 12 } }",
        "For `private`: the values that attributes can have, known without looking at the data.",
    ),
    EPSILON,
];

/// Several files tell what one does not: how uncertain the models are.
fn copies(given: &Given) -> u32 {
    let is_multiple = given.choice::<SynthesisKind>("kind") == SynthesisKind::MultipleImputation;
    let usual = if is_multiple { USUAL_COPIES } else { 1 };
    given.whole_if_given("copies").map_or(usual, |copies| copies as u32)
}

fn is_private(given: &Given) -> bool {
    given.choice::<SynthesisKind>("kind") == SynthesisKind::Private
}

/// A private file is made of noisy counts and nothing else.
fn privacy(given: &Given) -> Privacy {
    if is_private(given) { Privacy::File } else { Privacy::None }
}

/// A model is made of all records.
fn mixes(given: &Given) -> Option<Mixing> {
    (!is_private(given)).then_some(Mixing::USUAL)
}
