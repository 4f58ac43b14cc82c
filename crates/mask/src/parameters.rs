//! Parameters that several steps have, and what is said of one that has no effect.

use ridotto_catalogue::{Limits, Parameter, Problem, Shape, Span, code, limits};

/// Records of a sample, or of a synthetic file.
pub(crate) const RECORDS: Limits =
    Limits { least: 1, open: false, most: i32::MAX, because: "it counts records, or clusters" };

/// The attributes that a step changes.
pub const ATTRIBUTES: &[Parameter] = &[Parameter::new(
    "attributes",
    Shape::Names,
    "[\"income\"]",
    "The attributes whose values are changed.",
)
.required()];

/// The attributes within whose combinations a step is done.
pub const STRATA: &[Parameter] = &[Parameter::new(
    "strata",
    Shape::Names,
    "[\"region\"]",
    "Every combination of these attributes is masked by itself.",
)];

/// The budget of steps that are private if they are asked to be.
pub(crate) const EPSILON: Parameter = Parameter::new(
    "epsilon",
    Shape::Number(limits::POSITIVE),
    "1",
    "The privacy budget of a whole record, for `kind = \"private\"`.",
);

/// A parameter that means nothing beside another one, which is to be changed or this removed.
pub(crate) fn unused(name: &str, at: Option<Span>, used_by: &str, other: &str) -> Problem {
    Problem::error(code::CONTRADICTION, format!("`{name}` is not used here"))
        .at(at, "without effect")
        .with_help(format!("it belongs to {used_by}: remove it, or change {other}"))
}

/// The parameter by which the kinds of a step are told apart.
pub(crate) const KIND: &str = "the `kind`";
