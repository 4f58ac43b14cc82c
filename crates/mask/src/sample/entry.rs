//! Sampling: all that is to be known.

use crate::definition::StepDefinition;
use crate::parameters::RECORDS;
use ridotto_catalogue::entry::{by_itself, one_copy, opaque, promises_nothing};
use ridotto_catalogue::{
    Disclosure, Entry, Facts, Given, Limit, Parameter, Problem, Reference, Shape, Status,
    StepFacts, Truth, Worked, code, limits,
};

/// Sampling as the catalogue has it.
pub static SAMPLE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "sample",
        title: "Sampling",
        aliases: &["sampling", "subsample"],
        formula: "each record, stratum by stratum or cluster by cluster, is kept by chance",
        status: Status::Now,
        summary: "Keeps some of the records, drawn at random.",
        parameters: &[PARAMETERS],
        check,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Membership],
            truth: Truth::True,
            keeps: "values, and statistics of the whole within the error of a sample",
            did: "kept some of the records, drawn at random",
            limits: &[Limit {
                name: "Who is known to be drawn",
                text: "A sample protects nobody of whom it is known that the record is in it.",
            }],
            claims: &[],
            deletes: false,
            reads_records: false,
            weighs: false,
            samples: Some("share"),
            looks_at: &["strata", "cluster"],
            copies: one_copy,
            privacy: promises_nothing,
            mixes: by_itself,
            transparency: opaque,
        }),
        advice: include_str!("sample.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"sample\"\nshare = 0.05\nstrata = [\"region\"]\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"sample\"\nshare = 0.5\nstrata = [\"sex\"]\n",
            "There are four women and four men, and half of each are drawn: `4 * 0.5 = 2` women and 2 men, so **4 records**. Which ones is left to chance; with this seed rows 1, 5, 6 and 8. Who is not drawn is not in the file, and nobody knows who was drawn.",
            &["masked first sample (4 records)", "*,12***,f,flu,2100", "*,12***,m,cancer,3900"],
        ),
    },
    bind: super::bind::bind,
    tries: &["share = 0.5", "size = 20"],
};

const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "share",
        Shape::Number(limits::SOME),
        "0.05",
        "The share of the records, or of the clusters, that is kept; rounded down to whole ones.",
    ),
    Parameter::new(
        "size",
        Shape::Integer(RECORDS),
        "1000",
        "How many records, or clusters, are kept; instead of `share`.",
    ),
    Parameter::new(
        "strata",
        Shape::Names,
        "[\"region\"]",
        "Draws from every combination of these attributes in proportion to its records.",
    ),
    Parameter::new(
        "cluster",
        Shape::Text,
        "\"household\"",
        "Keeps all records with the same value of this column, or none of them.",
    ),
];

/// One amount, and one design.
fn check(given: &Given) -> Vec<Problem> {
    let mut problems = Vec::new();
    match (given.key_of("share"), given.key_of("size")) {
        (Some(_), second @ Some(_)) => problems.push(
            Problem::error(code::CONTRADICTION, "the size of the sample is given twice")
                .at(second, "the second time")
                .with_help("keep `share` or `size`"),
        ),
        (None, None) => problems.push(
            Problem::error(code::MISSING_KEY, "nothing says how large the sample is")
                .at(given.span(), "no `share` and no `size` here")
                .with_help("add `share = 0.05`, or `size = 1000`"),
        ),
        _ => {}
    }
    if let (Some(_), Some(cluster)) = (given.get("strata"), given.text("cluster")) {
        problems.push(
            Problem::error(code::CONTRADICTION, "`strata` and `cluster` exclude one another")
                .at(cluster.span, "the second of them")
                .with_help("a cluster may lie in several strata: keep one of the two"),
        );
    }
    problems
}
