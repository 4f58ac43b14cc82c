//! Noise: all that is to be known.

use super::check;
use crate::definition::StepDefinition;
use crate::parameters::{ATTRIBUTES, EPSILON, STRATA};
use ridotto_catalogue::entry::{one_copy, opaque};
use ridotto_catalogue::{
    Disclosure, Entry, Facts, FileUse, Given, Limit, Mixing, Named, Parameter, Privacy, Reference,
    Shape, Status, StepFacts, Truth, Worked, limits, names,
};

/// Noise addition as the catalogue has it.
pub static NOISE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "noise",
        title: "Noise addition",
        aliases: &["add-noise", "noise-addition", "perturb", "additive-noise"],
        formula: "x becomes x + e, where the variance of e is alpha times that of x; multiplicative: x · e with mean 1 and variance alpha, which adds alpha (V + m²) to the variance V around the mean m",
        status: Status::Now,
        summary: "Adds noise to numbers.",
        parameters: &[ATTRIBUTES, PARAMETERS, STRATA],
        check: check::check,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::Perturbed,
            keeps: "means, and by kind variances, correlations, or the range",
            did: "added random noise to numbers",
            limits: &[
                Limit {
                    name: "Outliers",
                    text: "A value that is far from all others stays far from them.",
                },
                Limit {
                    name: "Linkage by distance",
                    text: "Who holds the file before, or one much like it, links records again by distance.",
                },
            ],
            claims: &[],
            deletes: false,
            reads_records: false,
            weighs: true,
            samples: None,
            looks_at: &["strata"],
            copies: one_copy,
            privacy,
            mixes,
            transparency: opaque,
        }),
        advice: include_str!("noise.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"noise\"\nkind = \"correlated\"\nattributes = [\"income\", \"cost\"]\nalpha = 0.1\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"noise\"\nattributes = [\"pay\"]\nalpha = 0.1\n",
            "The standard deviation of pay is 698.5. Noise with a tenth of its variance has `sqrt(0.1) * 698.5 = 220.9`, so most numbers move by a few hundred. With this seed 2100 became **1925.6**, a move of `1925.6 - 2100 = -174.4`, and 2400 became **2751.7**. The mean is about what it was; nobody's own pay is.",
            &["30-39,1220*,*,flu,1925.6", "30-39,1220*,*,asthma,2751.7"],
        ),
    },
    bind: super::bind::bind,
    tries: &[
        "kind = \"uncorrelated\"\nalpha = 0.2",
        "kind = \"correlated\"\nalpha = 0.2",
        "kind = \"linear\"\nalpha = 0.2",
        "kind = \"restricted\"\nalpha = 0.2",
        "kind = \"outlier-aware\"\nalpha = 0.2",
        "kind = \"orthogonal\"\nalpha = 0.2",
        "kind = \"multiplicative\"\nalpha = 0.2",
    ],
};

names! {
    /// Which noise is added to numbers.
    NoiseKind {
        /// Independent for each attribute, in proportion to its variance.
        Uncorrelated = "uncorrelated" Now,
        /// With the covariances of the data, so that correlations stay.
        Correlated = "correlated" Now,
        /// Correlated, and then scaled so that means and covariances stay.
        Linear = "linear" Now,
        /// Within the range of the data, or `lower` and `upper`; whole numbers stay whole. Bounds leave less noise than `alpha` asks for.
        Restricted = "restricted" Now,
        /// More for records far from the others.
        OutlierAware = "outlier-aware" Now,
        /// Turns the records at random so that means and covariances stay exactly.
        Orthogonal = "orthogonal" Now,
        /// Multiplies values by factors with mean 1 and variance `alpha`, so that large ones change more.
        Multiplicative = "multiplicative" Now,
        /// Differentially private for each record; needs `epsilon`, `lower` and `upper`.
        Private = "private" Now,
    }
}

const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "kind",
        Shape::Choice(NoiseKind::NAMES),
        "\"correlated\"",
        "Which noise is added.",
    )
    .default("\"uncorrelated\""),
    Parameter::new(
        "alpha",
        Shape::Number(limits::POSITIVE),
        "0.1",
        "How much noise: its variance as a share of the attribute's. Of `multiplicative` noise the variance of the factor; what it adds to the variance V of an attribute with mean m is alpha (V + m²), which is much more than alpha V where m is great.",
    )
    .default("0.1"),
    EPSILON,
    Parameter::new("lower", Shape::Decimal, "0", "No value is below; those that are, become it."),
    Parameter::new(
        "upper",
        Shape::Decimal,
        "100000",
        "No value is above; those that are, become it.",
    ),
    Parameter::new(
        "grid",
        Shape::Number(limits::POSITIVE),
        "1",
        "For `private`: the step to which values are rounded before noise, so that they and their noise are multiples of it; a power of ten of at most a millionth of the noise when absent.",
    ),
    Parameter::new(
        "publish",
        Shape::File(FileUse::Written),
        "\"transformation.json\"",
        "For `linear`: a file for the transformation, with which users estimate means and variances of subgroups without bias. It tells the means.",
    ),
    Parameter::new(
        "reveal",
        Shape::Boolean,
        "true",
        "For `linear`: whether the transformation is told to everybody, in the report. The mean of a subgroup is then (mean - shift) / scale, and its variance is variance / scale^2 - (1 / scale^2 - 1) times the variance of the whole file. It tells the means.",
    )
    .default("false"),
];

/// Private noise is for one record, within bounds that the policy states.
fn privacy(given: &Given) -> Privacy {
    match given.choice("kind") {
        NoiseKind::Private => Privacy::Values {
            lower: given.number("lower"),
            upper: given.number("upper"),
            on_groups: true,
        },
        _ => Privacy::None,
    }
}

/// The amount of other noise comes from the variance of all records.
fn mixes(given: &Given) -> Option<Mixing> {
    (given.choice::<NoiseKind>("kind") != NoiseKind::Private).then_some(Mixing::USUAL)
}
