//! Tables within steps that perturb values: what groups must hold, what records must keep to, and
//! which values there can be.

use super::{APART, Distance, Key, L, Limits, Named, Section, Shape};

/// Bins of a domain of numbers.
pub const BINS: Limits =
    Limits { least: 1, open: false, most: 100_000, because: "it counts bins of equal width" };

/// Digits behind the point.
pub const DECIMALS: Limits =
    Limits { least: 0, open: false, most: 15, because: "it counts digits behind the point" };

const ATTRIBUTE: Key = Key::new(
    "attribute",
    Shape::Text,
    "\"disease\"",
    "The sensitive attribute; it is not changed by the step.",
)
.required();

/// What `diverse` has.
pub static DIVERSE: Section = Section {
    place: "diverse",
    doc: "Every group has so many different values of a sensitive attribute.",
    keys: &[
        ATTRIBUTE,
        Key::new("l", Shape::Integer(L), "3", "How many different values a group has at least.")
            .required(),
    ],
};

/// What `close` has.
pub static CLOSE: Section = Section {
    place: "close",
    doc: "In every group a sensitive attribute is distributed nearly as in all records.",
    keys: &[
        ATTRIBUTE,
        Key::new(
            "t",
            Shape::Number(APART),
            "0.2",
            "How far the distribution in a group may be from that of all records.",
        )
        .required(),
        Key::new(
            "distance",
            Shape::Choice(Distance::NAMES),
            "\"ordered\"",
            "How the distance of two distributions is measured.",
        )
        .default("\"equal\""),
    ],
};

/// Numbers between two ends.
pub static BETWEEN: Section = Section {
    place: "a range",
    doc: "Numbers from one to another, both included; without an end, however far.",
    keys: &[
        Key::new("lower", Shape::Decimal, "0", "The least of them."),
        Key::new("upper", Shape::Decimal, "15", "The greatest of them."),
    ],
};

/// The numbers that an attribute can have.
pub static NUMBERS: Section = Section {
    place: "a domain of numbers",
    doc: "The numbers that an attribute can have, known without looking at the data.",
    keys: &[
        Key::new("lower", Shape::Decimal, "0", "The least; one below counts as it.").required(),
        Key::new("upper", Shape::Decimal, "120", "The greatest; one above counts as it.")
            .required(),
        Key::new("bins", Shape::Integer(BINS), "12", "How many bins of equal width are counted.")
            .required(),
        Key::new(
            "decimals",
            Shape::Integer(DECIMALS),
            "2",
            "With how many digits behind the point numbers are drawn.",
        )
        .default("0"),
    ],
};
