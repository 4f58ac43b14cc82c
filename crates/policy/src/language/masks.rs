//! The keys of `[[mask]]`, method by method.

use super::perturbations::{MICROAGGREGATE, NOISE, PRAM, SHUFFLE, SWAP, SYNTHESIZE};
use super::{Key, Limits, MaskMethod, Named, POSITIVE, SOME, Section, Shape};

/// Records of a sample.
pub const RECORDS: Limits =
    Limits { least: 1, open: false, most: i32::MAX, because: "it counts records, or clusters" };

pub(super) const METHOD: Key =
    Key::new("method", Shape::Choice(MaskMethod::NAMES), "\"round\"", "What is done.").required();
pub(super) const ATTRIBUTES: Key = Key::new(
    "attributes",
    Shape::Names,
    "[\"income\"]",
    "The attributes whose values are changed.",
)
.required();
pub(super) const STRATA: Key = Key::new(
    "strata",
    Shape::Names,
    "[\"region\"]",
    "Every combination of these attributes is masked by itself.",
);
const LABEL: Key = Key::new(
    "label",
    Shape::Text,
    "\"90+\"",
    "What the joined values become; without it numbers become `>=90` or `<=15`.",
);
const ORDER: Key = Key::new(
    "order",
    Shape::Names,
    "[\"primary\", \"secondary\", \"tertiary\"]",
    "All values in their order, the lowest first, if they are neither numbers nor dates.",
);

pub(super) const fn section(keys: &'static [Key]) -> Section {
    Section {
        place: "[[mask]]",
        doc: "A step that masks values before the search; steps run in the order written.",
        keys,
    }
}

/// A step of which only the method is known.
pub const MASK: Section = section(&[METHOD]);

static RECODE: Section = section(&[
    METHOD,
    ATTRIBUTES,
    Key::new(
        "map",
        Shape::Mapping,
        "{ widowed = \"widowed or divorced\", divorced = \"widowed or divorced\" }",
        "What each listed value becomes.",
    )
    .required(),
    Key::new(
        "others",
        Shape::Text,
        "\"other\"",
        "What all values become that are not listed; without it they stay as they are.",
    ),
]);
static TOP_CODE: Section = section(&[
    METHOD,
    ATTRIBUTES,
    Key::new(
        "at-least",
        Shape::NumberOrText,
        "90",
        "This value and all above are joined: a number, a date, or a value of `order`.",
    )
    .required(),
    LABEL,
    ORDER,
]);
static BOTTOM_CODE: Section = section(&[
    METHOD,
    ATTRIBUTES,
    Key::new(
        "at-most",
        Shape::NumberOrText,
        "15",
        "This value and all below are joined: a number, a date, or a value of `order`.",
    )
    .required(),
    LABEL,
    ORDER,
]);
static ROUND: Section = section(&[
    METHOD,
    ATTRIBUTES,
    Key::new(
        "to",
        Shape::Number(POSITIVE),
        "1000",
        "Numbers become the nearest multiple of this; from the middle, the one further from 0.",
    )
    .required(),
]);
static DELETE: Section = section(&[METHOD, ATTRIBUTES]);
static SAMPLE: Section = section(&[
    METHOD,
    Key::new(
        "share",
        Shape::Number(SOME),
        "0.05",
        "The share of the records, or of the clusters, that is kept; rounded down to whole ones.",
    ),
    Key::new(
        "size",
        Shape::Integer(RECORDS),
        "1000",
        "How many records, or clusters, are kept; instead of `share`.",
    ),
    Key::new(
        "strata",
        Shape::Names,
        "[\"region\"]",
        "Draws from every combination of these attributes in proportion to its records.",
    ),
    Key::new(
        "cluster",
        Shape::Text,
        "\"household\"",
        "Keeps all records with the same value of this column, or none of them.",
    ),
]);

/// The parameters of a step: its keys but the one that names it.
pub const fn parameters(method: MaskMethod) -> &'static [Key] {
    step(method).keys.split_at(1).1
}

/// The keys of a step, by its method.
pub const fn step(method: MaskMethod) -> &'static Section {
    match method {
        MaskMethod::Recode => &RECODE,
        MaskMethod::TopCode => &TOP_CODE,
        MaskMethod::BottomCode => &BOTTOM_CODE,
        MaskMethod::Round => &ROUND,
        MaskMethod::Delete => &DELETE,
        MaskMethod::Sample => &SAMPLE,
        MaskMethod::Noise => &NOISE,
        MaskMethod::Swap => &SWAP,
        MaskMethod::Shuffle => &SHUFFLE,
        MaskMethod::Pram => &PRAM,
        MaskMethod::Microaggregate => &MICROAGGREGATE,
        MaskMethod::Synthesize => &SYNTHESIZE,
    }
}
