//! Parameters that several models have.

use ridotto_catalogue::limits::{EVERY, K, PEOPLE, SHARE, SOME};
use ridotto_catalogue::{Given, Parameter, Problem, Shape, Span, code};

/// Over which quasi-identifiers a model is asked.
pub const SCOPE: &[Parameter] = &[OVER, EVERY_SET];

/// The quasi-identifiers that count.
pub const OVER: Parameter = Parameter::new(
    "over",
    Shape::Texts,
    "[\"age\", \"zip\"]",
    "The quasi-identifiers that count; all when absent.",
);

const EVERY_SET: Parameter = Parameter::new(
    "every",
    Shape::Integer(EVERY),
    "3",
    "Looks at every combination of so many quasi-identifiers.",
);

/// Which sensitive attributes a model is asked of.
pub const SENSITIVE: &[Parameter] = &[
    Parameter::new(
        "attribute",
        Shape::TextOrTexts,
        "\"occupation\"",
        "The sensitive attribute, or several; every sensitive attribute when absent.",
    ),
    Parameter::new(
        "jointly",
        Shape::Boolean,
        "true",
        "Looks at the combinations of several sensitive attributes, and not at each one alone.",
    )
    .default("false"),
];

/// How many records a class must have.
pub const SIZE: Parameter = Parameter::new(
    "k",
    Shape::Integer(K),
    "5",
    "How many records every combination of quasi-identifiers must have at least.",
)
.required();

/// The greatest share allowed.
pub const AT_MOST: Parameter =
    Parameter::new("at-most", Shape::Number(SHARE), "0.05", "The greatest share allowed.")
        .required();

/// How large the population is, in one of two ways.
pub const POPULATION: &[Parameter] = &[
    Parameter::new(
        "sampling-fraction",
        Shape::Number(SOME),
        "0.01",
        "The share of the population that is in the file.",
    ),
    Parameter::new(
        "population-size",
        Shape::Integer(PEOPLE),
        "8_000_000",
        "How many people the population has; instead of `sampling-fraction`.",
    ),
];

/// Whether the size of the population is given; an error if it is given twice.
pub(super) fn knows_population(given: &Given) -> Result<bool, Problem> {
    let fraction = given.get("sampling-fraction").is_some();
    match given.get("population-size") {
        Some(_) if fraction => {
            Err(Problem::error(code::CONTRADICTION, "the size of the population is given twice")
                .at(given.key_of("population-size"), "the second time")
                .with_help("keep `sampling-fraction` or `population-size`"))
        }
        size => Ok(fraction || size.is_some()),
    }
}

/// Who estimates a population must know how large it is.
pub(super) fn no_population(who: &str, span: Option<Span>) -> Problem {
    Problem::error(code::MISSING_KEY, format!("`{who}` must know how large the population is"))
        .at(span, "estimates the population")
        .with_help("add `sampling-fraction = 0.01`, or `population-size = 8_000_000`")
}
