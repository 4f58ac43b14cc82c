//! Post-randomisation: all that is to be known.

use crate::definition::StepDefinition;
use crate::parameters::{ATTRIBUTES, STRATA};
use ridotto_catalogue::entry::{one_copy, opaque, promises_nothing, with_others};
use ridotto_catalogue::{
    Disclosure, Entry, Facts, FileUse, Given, Limit, Parameter, Problem, Reference, Shape, Status,
    StepFacts, Truth, Worked, code, limits,
};

/// Post-randomisation (PRAM) as the catalogue has it.
pub static PRAM: StepDefinition = StepDefinition {
    entry: Entry {
        name: "pram",
        title: "Post-randomisation (PRAM)",
        aliases: &["post-randomisation", "post-randomization", "randomized-response"],
        formula: "a category i becomes j with the probability P[i][j]",
        status: Status::Now,
        summary: "Changes categories with known probabilities.",
        parameters: &[ATTRIBUTES, PARAMETERS, STRATA],
        check,
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
            deletes: false,
            reads_records: false,
            weighs: false,
            samples: None,
            looks_at: &["strata"],
            copies: one_copy,
            privacy: promises_nothing,
            mixes: with_others,
            transparency: opaque,
        }),
        advice: include_str!("pram.md"),
        references: &[Reference {
            authors: "J. M. Gouweleeuw, P. Kooiman, L. C. R. J. Willenborg, P.-P. de Wolf",
            year: 1998,
            title: "Post randomisation for statistical disclosure control",
            doi: "",
        }],
        example: "[[mask]]\nmethod = \"pram\"\nattributes = [\"status\"]\nretain = 0.9\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"pram\"\nattributes = [\"sex\"]\nretain = 0.8\npublish = \"matrix.json\"\n",
            "Each f stays f with probability 0.8 and becomes m with `1 - 0.8 = 0.2`; m likewise. Of eight, `8 * 0.2 = 1.6` change on average; with this seed **2 cells** did. Since the matrix is published, a reader can estimate the true numbers: **4.0** women were observed, and as many are estimated.",
            &["masked first pram of sex (2 cells)", "\"observed\": [ 4.0,"],
        ),
    },
    bind: super::bind::bind,
    tries: &["retain = 0.7", "retain = 0.7\ninvariant = true"],
};

const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "retain",
        Shape::Number(limits::SOME),
        "0.9",
        "The probability with which a value stays; all others that it may become are equally likely to follow, or with `invariant` such that frequencies are kept. A category that more than half of the values have then stays more often.",
    ),
    Parameter::new(
        "matrix",
        Shape::Matrix,
        "{ F = { F = 0.9, M = 0.1 }, M = { F = 0.2, M = 0.8 } }",
        "For each value the probabilities of what it becomes; each row sums to 1. They may be values that no record has, or a missing one. Instead of `retain`.",
    ),
    Parameter::new(
        "invariant",
        Shape::Boolean,
        "true",
        "Whether the expected frequencies are those of the data.",
    )
    .default("false"),
    Parameter::new(
        "publish",
        Shape::File(FileUse::Written),
        "\"status-matrix.json\"",
        "A file for the matrix, and for the frequencies that can be estimated with it from the release.",
    ),
    Parameter::new(
        "never",
        Shape::Lists,
        "{ child = [\"widowed\", \"divorced\"] }",
        "What a value never becomes.",
    ),
];

/// Probabilities are given once.
fn check(given: &Given) -> Vec<Problem> {
    let problem = match (given.key_of("retain"), given.key_of("matrix")) {
        (Some(_), second @ Some(_)) => {
            Problem::error(code::CONTRADICTION, "the probabilities are given twice")
                .at(second, "the second time")
                .with_help("keep `retain` or `matrix`")
        }
        (None, None) => Problem::error(code::MISSING_KEY, "nothing says how likely values change")
            .at(given.span(), "no `retain` and no `matrix` here")
            .with_help("add `retain = 0.9`, or a `matrix`"),
        (None, Some(_)) => match given.lists("never").first() {
            None => return Vec::new(),
            Some((from, _)) => {
                let message = "a matrix says itself what a value never becomes";
                Problem::error(code::CONTRADICTION, message)
                    .at(from.span, "not used")
                    .with_help("write 0 in the matrix, or leave the entry out")
            }
        },
        (Some(_), None) => return Vec::new(),
    };
    vec![problem]
}
