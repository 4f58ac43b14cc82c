//! The keys of `[[require]]`, model by model.

use super::{
    Absent, Distance, Diversity, Estimate, Estimator, Key, Likeness, Limits, Model, Named, Section,
    Shape,
};

/// k of k-anonymity and its relatives.
pub const K: Limits = Limits {
    least: 2,
    open: false,
    most: 1_000_000_000,
    because: "`k = 1` protects nobody: every record may be alone in its class",
};

/// l of l-diversity and p of p-sensitive k-anonymity.
pub const L: Limits = Limits {
    least: 1,
    open: false,
    most: 1_000_000_000,
    because: "with less than 2 a class may have one sensitive value for all its records",
};

/// A part of the whole.
pub const SHARE: Limits = Limits {
    least: 0,
    open: false,
    most: 1,
    because: "it is a share of the records: 0.02 allows two in a hundred",
};

/// A part of the whole that is not nothing.
pub const SOME: Limits =
    Limits { least: 0, open: true, most: 1, because: "it is a share, more than 0 and at most 1" };

/// How far apart two distributions may be.
pub const APART: Limits =
    Limits { least: 0, open: false, most: 1_000_000, because: "it is a distance: 0 means equal" };

/// Any number above 0.
pub const POSITIVE: Limits =
    Limits { least: 0, open: true, most: 1_000_000_000, because: "it must be more than 0" };

/// The base of a logarithm.
pub const BASE: Limits = Limits {
    least: 1,
    open: true,
    most: 1_000_000_000,
    because: "the base of a logarithm is more than 1; without it the natural one is taken",
};

/// People.
pub const PEOPLE: Limits =
    Limits { least: 1, open: false, most: i32::MAX, because: "it counts people" };

/// How many attributes are combined at a time.
pub const EVERY: Limits =
    Limits { least: 1, open: false, most: 255, because: "it counts quasi-identifiers" };

const MODEL: Key =
    Key::new("model", Shape::Choice(Model::NAMES), "\"k-anonymity\"", "The model of privacy.")
        .required();
const OVER: Key = Key::new(
    "over",
    Shape::Texts,
    "[\"age\", \"zip\"]",
    "The quasi-identifiers that count; all when absent.",
);
const EVERY_KEY: Key = Key::new(
    "every",
    Shape::Integer(EVERY),
    "3",
    "Looks at every combination of so many quasi-identifiers.",
);
const SIZE: Key = Key::new(
    "k",
    Shape::Integer(K),
    "5",
    "How many records every combination of quasi-identifiers must have at least.",
)
.required();
const ATTRIBUTE: Key = Key::new(
    "attribute",
    Shape::TextOrTexts,
    "\"occupation\"",
    "The sensitive attribute, or several; every sensitive attribute when absent.",
);
const JOINTLY: Key = Key::new(
    "jointly",
    Shape::Boolean,
    "true",
    "Looks at the combinations of several sensitive attributes, and not at each one alone.",
)
.default("false");
const AT_MOST: Key =
    Key::new("at-most", Shape::Number(SHARE), "0.05", "The greatest share allowed.").required();
const FRACTION: Key = Key::new(
    "sampling-fraction",
    Shape::Number(SOME),
    "0.01",
    "The share of the population that is in the file.",
);
const POPULATION: Key = Key::new(
    "population-size",
    Shape::Integer(PEOPLE),
    "8_000_000",
    "How many people the population has; instead of `sampling-fraction`.",
);

const fn section(keys: &'static [Key]) -> Section {
    Section {
        place: "[[require]]",
        doc: "What the release must satisfy. All requirements must hold.",
        keys,
    }
}

/// A requirement of which only the model is known.
pub const REQUIRE: Section = section(&[MODEL]);

/// A k for each person.
pub const OWN_K: Section = Section {
    place: "k = { … }",
    doc: "A k for each person.",
    keys: &[Key::new("column", Shape::Text, "\"own_k\"", "The column with each person's own k.")
        .required()],
};

static K_ANONYMITY: Section = section(&[
    MODEL,
    Key::new(
        "k",
        Shape::IntegerOr(K, &OWN_K),
        "5",
        "How many records every combination of quasi-identifiers must have at least.",
    )
    .required(),
    OVER,
    EVERY_KEY,
]);
static K_MAP: Section = section(&[
    MODEL,
    Key::new(
        "k",
        Shape::Integer(K),
        "5",
        "How many people of the population every combination must fit at least.",
    )
    .required(),
    Key::new(
        "estimate",
        Shape::Choice(Estimate::NAMES),
        "\"poisson\"",
        "How the number of people is known.",
    )
    .default("\"poisson\""),
    FRACTION,
    POPULATION,
    OVER,
    EVERY_KEY,
]);
static SHARE_ALONE: Section = section(&[MODEL, AT_MOST, OVER, EVERY_KEY]);
static POPULATION_UNIQUENESS: Section = section(&[
    MODEL,
    AT_MOST,
    Key::new(
        "estimator",
        Shape::Choice(Estimator::NAMES),
        "\"pitman\"",
        "How the number of people who are unique in the population is estimated.",
    )
    .default("\"dankar\""),
    FRACTION,
    POPULATION,
    OVER,
]);
static L_DIVERSITY: Section = section(&[
    MODEL,
    ATTRIBUTE,
    JOINTLY,
    Key::new("l", Shape::Number(L), "3", "How many sensitive values a class must have.").required(),
    Key::new(
        "kind",
        Shape::Choice(Diversity::NAMES),
        "\"entropy\"",
        "What it means that values are well represented.",
    )
    .default("\"distinct\""),
    Key::new(
        "c",
        Shape::Number(POSITIVE),
        "3",
        "For the recursive kinds: the most frequent value is less than c times the rare ones.",
    ),
    Key::new(
        "c2",
        Shape::Number(SHARE),
        "0.1",
        "For `negative-positive-disclosure`: the least share of every undeniable value.",
    ),
    Key::new(
        "disclosable",
        Shape::Texts,
        "[\"flu\"]",
        "For the disclosure kinds: values that may become known.",
    ),
    Key::new(
        "undeniable",
        Shape::Texts,
        "[\"healthy\"]",
        "For `negative-positive-disclosure`: values that nobody may be known not to have.",
    ),
    OVER,
    EVERY_KEY,
]);
static P_SENSITIVE: Section = section(&[
    MODEL,
    ATTRIBUTE,
    JOINTLY,
    Key::new("p", Shape::Integer(L), "2", "How many sensitive values a class must have.")
        .required(),
    SIZE,
    OVER,
    EVERY_KEY,
]);
static ALPHA_K: Section = section(&[
    MODEL,
    ATTRIBUTE,
    JOINTLY,
    Key::new(
        "alpha",
        Shape::Number(SOME),
        "0.5",
        "The greatest share that a sensitive value may have in a class.",
    )
    .required(),
    SIZE,
    OVER,
    EVERY_KEY,
]);
static T_CLOSENESS: Section = section(&[
    MODEL,
    ATTRIBUTE,
    JOINTLY,
    Key::new(
        "t",
        Shape::Number(APART),
        "0.2",
        "How far the sensitive values of a class may be from those of the whole file.",
    )
    .required(),
    Key::new(
        "distance",
        Shape::Choice(Distance::NAMES),
        "\"ordered\"",
        "How the distance of two distributions is measured.",
    )
    .default("\"equal\""),
    OVER,
    EVERY_KEY,
]);
static DELTA_DISCLOSURE: Section = section(&[
    MODEL,
    ATTRIBUTE,
    JOINTLY,
    Key::new(
        "delta",
        Shape::Number(POSITIVE),
        "1.0",
        "How far the logarithm of a value's gain in likelihood may be from 0; less than this.",
    )
    .required(),
    Key::new("base", Shape::Number(BASE), "2", "The base of the logarithm; e when absent."),
    Key::new(
        "absent",
        Shape::Choice(Absent::NAMES),
        "\"ignored\"",
        "What a value does that a class does not have.",
    )
    .default("\"violates\""),
    OVER,
    EVERY_KEY,
]);
static BETA_LIKENESS: Section = section(&[
    MODEL,
    ATTRIBUTE,
    JOINTLY,
    Key::new(
        "beta",
        Shape::Number(POSITIVE),
        "1.0",
        "How much likelier a value may become in a class, as a share of its likelihood.",
    )
    .required(),
    Key::new(
        "kind",
        Shape::Choice(Likeness::NAMES),
        "\"basic\"",
        "Whether frequent values are bounded more strictly.",
    )
    .default("\"enhanced\""),
    OVER,
    EVERY_KEY,
]);
static DELTA_PRESENCE: Section = section(&[
    MODEL,
    Key::new(
        "at-least",
        Shape::Number(SHARE),
        "0.0",
        "The least probability that a person of the population is in the file.",
    )
    .default("0.0"),
    Key::new(
        "at-most",
        Shape::Number(SHARE),
        "0.5",
        "The greatest probability that a person of the population is in the file.",
    )
    .required(),
    OVER,
    EVERY_KEY,
]);
static DIFFERENTIAL_PRIVACY: Section = section(&[
    MODEL,
    Key::new(
        "epsilon",
        Shape::Number(POSITIVE),
        "1.0",
        "How much likelier any release may become by one person: at most e to this power.",
    )
    .required(),
    Key::new("delta", Shape::Number(SOME), "0.000001", "The probability with which that may fail.")
        .required(),
    Key::new(
        "sample",
        Shape::Number(SOME),
        "0.5",
        "The probability with which a record is kept; 1 - e^-epsilon, the most allowed, when absent.",
    ),
    Key::new(
        "search",
        Shape::Number(POSITIVE),
        "0.1",
        "The part of epsilon that is spent on choosing levels; without it each level must be fixed.",
    ),
]);

/// The keys of a requirement, by its model.
pub const fn requirement(model: Model) -> &'static Section {
    match model {
        Model::KAnonymity => &K_ANONYMITY,
        Model::KMap => &K_MAP,
        Model::AverageRisk | Model::SampleUniqueness => &SHARE_ALONE,
        Model::PopulationUniqueness => &POPULATION_UNIQUENESS,
        Model::LDiversity => &L_DIVERSITY,
        Model::PSensitive => &P_SENSITIVE,
        Model::AlphaK => &ALPHA_K,
        Model::TCloseness => &T_CLOSENESS,
        Model::DeltaDisclosure => &DELTA_DISCLOSURE,
        Model::BetaLikeness => &BETA_LIKENESS,
        Model::DeltaPresence => &DELTA_PRESENCE,
        Model::DifferentialPrivacy => &DIFFERENTIAL_PRIVACY,
    }
}
