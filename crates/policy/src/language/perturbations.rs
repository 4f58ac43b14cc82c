//! The keys of those steps of `[[mask]]` that perturb values: noise, swapping, shuffling, PRAM,
//! microaggregation and synthesis.

use super::constraints::{CLOSE, DIVERSE};
use super::masks::{ATTRIBUTES, METHOD, RECORDS, STRATA, section};
use super::{
    Center, Clustering, Extremes, K, Key, Limits, Named, NoiseKind, POSITIVE, SOME, Scaling,
    Section, Shape, SwapKind, SynthesisKind, SynthesisModel,
};

/// Copies of a synthetic file.
pub const COPIES: Limits =
    Limits { least: 3, open: false, most: 10, because: "fewer say nothing of what is uncertain" };

/// How readily groups of k take in others.
pub const MIXABILITY: Limits =
    Limits { least: 0, open: false, most: 1, because: "at 0 a group of k takes nobody in" };

const ALPHA: Key = Key::new(
    "alpha",
    Shape::Number(POSITIVE),
    "0.1",
    "How much noise: its variance as a share of the attribute's.",
)
.default("0.1");
const EPSILON: Key = Key::new(
    "epsilon",
    Shape::Number(POSITIVE),
    "1",
    "The privacy budget of a whole record, for `kind = \"private\"`.",
);
const LOWER: Key =
    Key::new("lower", Shape::Decimal, "0", "No value is below; those that are, become it.");
const UPPER: Key =
    Key::new("upper", Shape::Decimal, "100000", "No value is above; those that are, become it.");

pub(super) static NOISE: Section = section(&[
    METHOD,
    ATTRIBUTES,
    Key::new("kind", Shape::Choice(NoiseKind::NAMES), "\"correlated\"", "Which noise is added.")
        .default("\"uncorrelated\""),
    ALPHA,
    EPSILON,
    LOWER,
    UPPER,
    Key::new(
        "publish",
        Shape::Text,
        "\"transformation.json\"",
        "For `linear`: a file for the transformation, with which users estimate means of subgroups without bias. It tells the means.",
    ),
    STRATA,
]);

pub(super) static SWAP: Section = section(&[
    METHOD,
    ATTRIBUTES,
    Key::new("kind", Shape::Choice(SwapKind::NAMES), "\"rank\"", "Which records exchange values.")
        .default("\"rank\""),
    Key::new(
        "range",
        Shape::Number(SOME),
        "0.05",
        "For `rank` and `cross-set`: how far apart two ranks may be, as a share of the records.",
    )
    .default("0.05"),
    Key::new(
        "extremes",
        Shape::Choice(Extremes::NAMES),
        "\"swap\"",
        "For `rank`: whether the least and the greatest value stay where they are.",
    )
    .default("\"swap\""),
    Key::new(
        "correlations",
        Shape::Number(SOME),
        "0.1",
        "For `rank`: no correlation between two of the attributes changes by more.",
    ),
    Key::new(
        "share",
        Shape::Number(SOME),
        "0.1",
        "For `pairs`: the share of the records that exchange their values.",
    )
    .default("0.1"),
    Key::new(
        "alike",
        Shape::Names,
        "[\"region\", \"sex\"]",
        "For `pairs` and `targeted`: a record exchanges values with one that is alike in these.",
    ),
    Key::new(
        "with",
        Shape::Text,
        "\"other-region.csv\"",
        "For `cross-set`: the file with whose records values are exchanged.",
    ),
    STRATA,
]);

pub(super) static SHUFFLE: Section = section(&[
    METHOD,
    ATTRIBUTES,
    Key::new(
        "by",
        Shape::Names,
        "[\"age\", \"education_years\"]",
        "The attributes that predict the ranks of the shuffled ones.",
    ),
    STRATA,
]);

pub(super) static PRAM: Section = section(&[
    METHOD,
    ATTRIBUTES,
    Key::new(
        "retain",
        Shape::Number(SOME),
        "0.9",
        "The probability with which a value stays; all others are equally likely to follow.",
    ),
    Key::new(
        "matrix",
        Shape::Matrix,
        "{ F = { F = 0.9, M = 0.1 }, M = { F = 0.2, M = 0.8 } }",
        "For each value the probabilities of what it becomes; each row sums to 1. Instead of `retain`.",
    ),
    Key::new(
        "invariant",
        Shape::Boolean,
        "true",
        "Whether the expected frequencies are those of the data.",
    )
    .default("false"),
    Key::new(
        "publish",
        Shape::Text,
        "\"status-matrix.json\"",
        "A file for the matrix, and for the frequencies that can be estimated with it from the release.",
    ),
    Key::new(
        "never",
        Shape::Lists,
        "{ child = [\"widowed\", \"divorced\"] }",
        "What a value never becomes.",
    ),
    STRATA,
]);

pub(super) static MICROAGGREGATE: Section = section(&[
    METHOD,
    ATTRIBUTES,
    Key::new("k", Shape::Integer(K), "5", "The least size of a group.").required(),
    Key::new(
        "algorithm",
        Shape::Choice(Clustering::NAMES),
        "\"mdav\"",
        "How records are put into groups.",
    )
    .default("\"mdav\""),
    Key::new(
        "scaling",
        Shape::Choice(Scaling::NAMES),
        "\"robust\"",
        "In which units it is measured how far records are apart.",
    )
    .default("\"z-score\""),
    Key::new(
        "mixability",
        Shape::Number(MIXABILITY),
        "0.5",
        "For `ward`: a group that has k records takes in others up to k / (1 - mixability); 1 is without limit.",
    )
    .default("1"),
    Key::new(
        "center",
        Shape::Choice(Center::NAMES),
        "\"mean\"",
        "What the values of a group become; categories always become the mode, or a set.",
    )
    .default("\"mean\""),
    Key::new(
        "diverse",
        Shape::Section(&DIVERSE),
        "{ attribute = \"disease\", l = 3 }",
        "Groups grow until each has so many different values of a sensitive attribute.",
    ),
    Key::new(
        "close",
        Shape::Section(&CLOSE),
        "{ attribute = \"disease\", t = 0.2 }",
        "Groups grow until a sensitive attribute is distributed in each nearly as in all records.",
    ),
    Key::new(
        "lower",
        Shape::Decimal,
        "0",
        "For `insensitive`: no value is below; known without looking at the data.",
    ),
    Key::new(
        "upper",
        Shape::Decimal,
        "100000",
        "For `insensitive`: no value is above; known without looking at the data.",
    ),
    Key::new(
        "tree",
        Shape::Text,
        "\"tree.svg\"",
        "For `ward` and up to 200 records: a picture of how all records become one group, or a `.csv` with what each union of two records costs.",
    ),
    STRATA,
]);

pub(super) static SYNTHESIZE: Section = section(&[
    METHOD,
    Key::new(
        "attributes",
        Shape::Names,
        "[\"income\", \"diagnosis\"]",
        "The attributes that are drawn anew, in this order; without it all that are released.",
    ),
    Key::new(
        "kind",
        Shape::Choice(SynthesisKind::NAMES),
        "\"sequential\"",
        "Which values are synthetic.",
    )
    .default("\"sequential\""),
    Key::new(
        "model",
        Shape::Choice(SynthesisModel::NAMES),
        "\"cart\"",
        "How an attribute is drawn from those before it.",
    )
    .default("\"cart\""),
    Key::new(
        "copies",
        Shape::Integer(COPIES),
        "5",
        "How many synthetic files are made, each by itself: 5 for `multiple-imputation` where nothing is said, else 1. Not for `hybrid` and `private`.",
    ),
    Key::new(
        "frame",
        Shape::Text,
        "\"population.csv\"",
        "For `multiple-imputation`: a file of the population that has some of the columns; its records are drawn, and what they lack is synthetic.",
    ),
    Key::new(
        "records",
        Shape::Choice(super::Replaced::NAMES),
        "\"at-risk\"",
        "For `partial`: in which records values are drawn anew.",
    )
    .default("\"all\""),
    Key::new(
        "weight",
        Shape::Number(SOME),
        "0.7",
        "For `hybrid`: how much of the true record is left.",
    )
    .default("0.5"),
    Key::new(
        "size",
        Shape::Integer(RECORDS),
        "1000",
        "How many records are drawn; without it as many as there are.",
    ),
    Key::new(
        "smooth",
        Shape::Boolean,
        "true",
        "Whether numbers are drawn between the values that records have, and not from them.",
    )
    .default("true"),
    Key::new(
        "uniques",
        Shape::Choice(super::Uniques::NAMES),
        "\"remove\"",
        "What happens to synthetic records that stand alone and equal a true one that does.",
    )
    .default("\"keep\""),
    Key::new(
        "ranges",
        Shape::Ranges,
        "{ age = [0, 120] }",
        "The least and the greatest number of attributes, if they are not those of the data.",
    ),
    Key::new(
        "sums",
        Shape::Lists,
        "{ income = [\"wage\", \"rent\"] }",
        "Attributes that are the sum of others, in every record.",
    ),
    Key::new(
        "impossible",
        Shape::Combinations,
        "[{ sex = \"male\", pregnant = \"yes\" }, { age = { upper = 15 }, status = \"married\" }]",
        "Combinations of values that no record may have.",
    ),
    Key::new(
        "domains",
        Shape::Domains,
        "{ sex = [\"f\", \"m\"], age = { lower = 0, upper = 120, bins = 12 } }",
        "For `private`: the values that attributes can have, known without looking at the data.",
    ),
    EPSILON,
]);
