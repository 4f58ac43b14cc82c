//! l-diversity: one name for six ways to say that values are well represented.

use super::definition::whole;
use super::parameters::{SCOPE, SENSITIVE};
use super::{
    Aspect, BoundModel, DistinctL, EntropyEstimator, EntropyL, ModelContext, ModelDefinition,
    NegativePositiveDisclosureL, PositiveDisclosureL, RecursiveL, Weakest, limits,
};
use crate::Decimal;
use ridotto_catalogue::entry::{never, promises_something};
use ridotto_catalogue::limits::{L, POSITIVE, SHARE};
use ridotto_catalogue::{
    Claim, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal, ModelFacts,
    Named, Parameter, Problem, Purpose, Reference, Shape, Status, Wording, Worked, code, names,
};
use std::num::NonZeroUsize;

names! {
    /// What it means that sensitive values are well represented.
    Diversity {
        /// There are l different ones.
        Distinct = "distinct" Now,
        /// Their entropy is at least that of l equally frequent ones.
        Entropy = "entropy" Now,
        /// The same, with Grassberger's correction for small classes.
        EntropyGrassberger = "entropy-grassberger" Now,
        /// The most frequent one is less than c times as frequent as the rare ones together.
        Recursive = "recursive" Now,
        /// The same, but some values may become known.
        PositiveDisclosure = "positive-disclosure" Now,
        /// The same, and some values must stay possible for everybody.
        NegativePositiveDisclosure = "negative-positive-disclosure" Now,
    }
}

/// l-diversity as the catalogue has it.
pub static L_DIVERSITY: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: "l-diversity",
        title: "l-diversity",
        aliases: &["diversity"],
        formula: "values(C) are well represented, l of them, for every class C",
        status: Status::Now,
        summary: "Every class has at least l well represented sensitive values.",
        parameters: &[SENSITIVE, L_AND_KIND, SCOPE],
        check: |given| fits(given).err().into_iter().collect(),
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Attribute],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                Wording::decided_by("c2", "least share of an undeniable value in a class"),
                Wording::with("kind", &["distinct"], "fewest distinct values in a class"),
                Wording::with(
                    "kind",
                    &["entropy", "entropy-grassberger"],
                    "fewest effective values in a class",
                ),
                Wording::always("most frequent value against those from the l-th on"),
            ],
            promises: &[Wording::always(
                "In every class the values of {attribute} are well represented, with l = {l}: the larger l is, the less one learns from a person's class alone.",
            )],
            limits: &[limits::SIMILARITY, limits::SKEWNESS],
            claims: &[
                Claim::new(
                    "linkage",
                    "distinct",
                    Leaves::AtMost(Figure::Certainty, ONE_OF_L),
                    "l values need l records",
                ),
                Claim::new("homogeneity", "distinct", Leaves::Nobody(2.0), "two values are left"),
                Claim::new(
                    "homogeneity",
                    "entropy",
                    Leaves::Nobody(1.000_001),
                    "an entropy above 0 needs two values",
                ),
                Claim::new(
                    "homogeneity",
                    "recursive",
                    Leaves::AtMost(Figure::Certainty, C_OF_ALL),
                    "the most frequent value has fewer than c times as many records as the others",
                ),
                Claim::new(
                    "background-knowledge",
                    "distinct",
                    Leaves::Nobody(3.0),
                    "one value ruled out leaves l − 1",
                ),
                Claim::new(
                    "background-knowledge",
                    "recursive",
                    Leaves::AtMost(Figure::Certainty, C_OF_ALL),
                    "with one value ruled out it is still (c, l − 1)-diverse, for l ≥ 3",
                ),
                Claim::new(
                    "skewness",
                    "distinct",
                    Leaves::Everything,
                    "a rare value may be half of a class",
                ),
                Claim::new(
                    "similarity",
                    "distinct",
                    Leaves::Everything,
                    "different values may be alike",
                ),
                Claim::new(
                    "intersection",
                    "distinct",
                    Leaves::Everything,
                    "each release may leave other values over",
                ),
            ],
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("l_diversity.md"),
        references: &[Reference {
            authors: "A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam",
            year: 2007,
            title: "l-diversity: privacy beyond k-anonymity",
            doi: "10.1145/1217299.1217302",
        }],
        example: "[[require]]\nmodel = \"l-diversity\"\nattribute = \"diagnosis\"\nl = 3\nkind = \"entropy\"\n",
        worked: Worked::checked(
            "[[require]]\nmodel = \"l-diversity\"\nattribute = \"disease\"\nl = 2\n",
            "Class A has two diseases (flu, asthma), B has two (gout, cancer), and C has one: all three people have cancer. The poorest class decides: l = **1**. Though nobody can be found among three, everybody in their fifties is known to have cancer. The kind `entropy` also asks how even the values are: of pay, the least even class is A with shares 1/3 and 2/3, as good as `2 ^ (-1/3 * log2(1/3) - 2/3 * log2(2/3)) = 1.89` even values, so **1.89**.",
            &[
                "l-diversity (distinct) of disease 1 (DOES NOT HOLD, 2 required)",
                "l-diversity (entropy) of pay 1.89",
            ],
        ),
    },
    bind,
    weakest: &[
        Weakest { given: &[("l", Literal::Number("1"))], told: &["kind"] },
        Weakest {
            given: &[("l", Literal::Number("1")), ("kind", Literal::Choice("entropy"))],
            told: &["kind"],
        },
        Weakest {
            given: &[
                ("l", Literal::Number("2")),
                ("kind", Literal::Choice("recursive")),
                ("c", Literal::Number("1")),
            ],
            told: &["kind", "l"],
        },
    ],
    tries: &[
        &[("l", Literal::Number("3"))],
        &[("l", Literal::Number("1.5")), ("kind", Literal::Choice("entropy"))],
        &[("l", Literal::Number("2")), ("kind", Literal::Choice("entropy-grassberger"))],
        &[
            ("l", Literal::Number("3")),
            ("kind", Literal::Choice("recursive")),
            ("c", Literal::Number("1.5")),
        ],
        &[
            ("l", Literal::Number("3")),
            ("kind", Literal::Choice("positive-disclosure")),
            ("c", Literal::Number("1.5")),
            ("disclosable", Literal::Texts(&["1", "3"])),
        ],
        &[
            ("l", Literal::Number("2")),
            ("kind", Literal::Choice("negative-positive-disclosure")),
            ("c", Literal::Number("4")),
            ("c2", Literal::Number("0.16")),
            ("undeniable", Literal::Texts(&["0", "2"])),
        ],
    ],
};

const ONE_OF_L: Formula = Formula { text: "1/l", of: |of| 1.0 / of.level };
const C_OF_ALL: Formula = Formula { text: "c/(1+c)", of: |of| of.level / (1.0 + of.level) };

const RECURSIVE: &[&str] = &["recursive", "positive-disclosure", "negative-positive-disclosure"];
const DISCLOSING: &[&str] = &["positive-disclosure", "negative-positive-disclosure"];
const NEGATIVE: &[&str] = &["negative-positive-disclosure"];

const L_AND_KIND: &[Parameter] = &[
    Parameter::new("l", Shape::Number(L), "3", "How many sensitive values a class must have.")
        .required(),
    Parameter::new(
        "kind",
        Shape::Choice(Diversity::NAMES),
        "\"entropy\"",
        "What it means that values are well represented.",
    )
    .default("\"distinct\""),
    Parameter::new(
        "c",
        Shape::Number(POSITIVE),
        "3",
        "For the recursive kinds: the most frequent value is less than c times the rare ones.",
    )
    .needed_with("kind", RECURSIVE),
    Parameter::new(
        "c2",
        Shape::Number(SHARE),
        "0.1",
        "For `negative-positive-disclosure`: the least share of every undeniable value.",
    )
    .needed_with("kind", NEGATIVE),
    Parameter::new(
        "disclosable",
        Shape::Texts,
        "[\"flu\"]",
        "For the disclosure kinds: values that may become known.",
    )
    .with("kind", DISCLOSING),
    Parameter::new(
        "undeniable",
        Shape::Texts,
        "[\"healthy\"]",
        "For `negative-positive-disclosure`: values that nobody may be known not to have.",
    )
    .needed_with("kind", NEGATIVE),
];

/// Whoever counts values counts them in whole numbers.
fn fits(given: &Given) -> Result<(), Problem> {
    let l = given.number("l");
    let is_entropy =
        matches!(given.choice("kind"), Diversity::Entropy | Diversity::EntropyGrassberger);
    if is_entropy || l.is_whole() {
        return Ok(());
    }
    Err(Problem::error(code::OUT_OF_RANGE, format!("`l = {l}` counts values"))
        .at(given.at("l"), "must be a whole number")
        .with_help("only the entropies have an l between whole numbers"))
}

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let of = context.sensitive();
    let (id, target, l) = (of.id(), of.target, given.number("l").to_f64());
    let wrong = |error: super::ModelError| {
        Problem::error("bind::model", error.to_string()).at(given.at("l"), "this")
    };
    let entropy = |estimator| EntropyL::new(id, l, estimator).map_err(wrong);
    let many: NonZeroUsize = (whole(l) as usize).try_into().expect("the limits of l exclude 0");
    let c = given.number_if_given("c").unwrap_or(Decimal::ONE);
    let disclosable = of.codes(given.texts("disclosable"), false)?;
    let positive = || PositiveDisclosureL::new(id, c, many, &disclosable).map_err(wrong);
    let spread = Aspect::concentration(&disclosable, true);
    Ok(BoundModel::shared(match given.choice("kind") {
        Diversity::Distinct => target.ask(DistinctL::new(id, many), spread),
        Diversity::Entropy => target.ask(entropy(EntropyEstimator::Shannon)?, spread),
        Diversity::EntropyGrassberger => {
            // Its correction of small counts is no function of the shares.
            let made = entropy(EntropyEstimator::Grassberger)?;
            target.ask(made, Aspect::concentration(&disclosable, false))
        }
        Diversity::Recursive => target.ask(RecursiveL::new(id, c, many).map_err(wrong)?, spread),
        Diversity::PositiveDisclosure => target.ask(positive()?, spread),
        Diversity::NegativePositiveDisclosure => {
            let undeniable = of.codes(given.texts("undeniable"), true)?;
            let least = given.share("c2").decimal();
            let made = NegativePositiveDisclosureL::new(positive()?, least, &undeniable);
            target.ask(made.map_err(wrong)?, spread)
        }
    }))
}
