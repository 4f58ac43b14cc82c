//! Microaggregation: all that is to be known.

use super::named::{INSENSITIVE, is_insensitive};
use super::{Algorithm, Center, Scaling, check};
use crate::definition::StepDefinition;
use crate::parameters::{ATTRIBUTES, STRATA};
use ridotto_catalogue::entry::one_copy;
use ridotto_catalogue::{
    Disclosure, Entry, Facts, FileUse, Given, Limit, Limits, Mixing, Name, Named, Parameter,
    Privacy, Reference, Section, Shape, Status, StepFacts, Transparency, Truth, Worked, limits,
};
use ridotto_core::model::DistanceKind;

/// Microaggregation as the catalogue has it.
pub static MICROAGGREGATE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "microaggregate",
        title: "Microaggregation",
        aliases: &[
            "microaggregation",
            "mdav",
            "aggregate",
            "k-ward",
            "ward",
            "hansen-mukherjee",
            "dendrogram",
        ],
        formula: "x becomes the centre of a group of at least k records that are near",
        status: Status::Now,
        summary: "Replaces numbers by the centre of a small group.",
        parameters: &[ATTRIBUTES, PARAMETERS, STRATA],
        check: check::check,
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::Perturbed,
            keeps: "means of groups, and so of the whole; numbers stay numbers",
            did: "replaced numbers by the centre of a small group",
            limits: &[Limit {
                name: "Attributes one by one",
                text: "Aggregated one by one, combinations of attributes stay rare.",
            }],
            claims: &[],
            deletes: false,
            reads_records: false,
            weighs: false,
            samples: None,
            looks_at: &["diverse.attribute", "close.attribute", "strata"],
            copies: one_copy,
            privacy,
            mixes,
            transparency,
        }),
        advice: include_str!("microaggregate.md"),
        references: &[Reference {
            authors: "J. Domingo-Ferrer, J. M. Mateo-Sanz",
            year: 2002,
            title: "Practical data-oriented microaggregation for statistical disclosure control",
            doi: "10.1109/69.979982",
        }],
        example: "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"income\", \"cost\"]\nalgorithm = \"mdav\"\nk = 5\ndiverse = { attribute = \"diagnosis\", l = 3 }\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"pay\"]\nk = 3\n",
            "Numbers that are near form groups of three or more, and each becomes the mean of its group. The three greatest are `(3400 + 3900 + 4100) / 3 = 3800`; the five others could not be parted into two groups of three and are `(2100 + 2400 + 2700 + 2900 + 3100) / 5 = 2640`. So pay is **2640.00** or **3800.00**, and each is shared by three people at least.",
            &["30-39,1220*,*,flu,2640.00", "40-49,1230*,*,cancer,3800.00"],
        ),
    },
    bind: super::bind::bind,
    tries: &[
        "algorithm = \"mdav\"\nk = 3",
        "algorithm = \"optimal\"\nk = 2",
        "algorithm = \"ward\"\nk = 70",
        "algorithm = \"v-mdav\"\nk = 3\ncenter = \"median\"",
        "algorithm = \"insensitive\"\nk = 3\nlower = 0\nupper = 100",
    ],
};

/// How records are put into groups: all algorithms, and a fixed order.
static CLUSTERINGS: [Name; Algorithm::NAMES.len() + 1] = {
    let mut all = [INSENSITIVE; Algorithm::NAMES.len() + 1];
    let mut at = 0;
    while at < Algorithm::NAMES.len() {
        all[at] = Algorithm::NAMES[at];
        at += 1;
    }
    all
};

/// How readily groups of k take in others.
const MIXABILITY: Limits =
    Limits { least: 0, open: false, most: 1, because: "at 0 a group of k takes nobody in" };

const PARAMETERS: &[Parameter] = &[
    Parameter::new("k", Shape::Integer(limits::K), "5", "The least size of a group.").required(),
    Parameter::new(
        "algorithm",
        Shape::Choice(&CLUSTERINGS),
        "\"mdav\"",
        "How records are put into groups.",
    )
    .default("\"mdav\""),
    Parameter::new(
        "scaling",
        Shape::Choice(Scaling::NAMES),
        "\"robust\"",
        "In which units it is measured how far records are apart.",
    )
    .default("\"z-score\""),
    Parameter::new(
        "mixability",
        Shape::Number(MIXABILITY),
        "0.5",
        "For `ward`: a group that has k records takes in others up to k / (1 - mixability); 1 is without limit.",
    )
    .default("1"),
    Parameter::new(
        "center",
        Shape::Choice(Center::NAMES),
        "\"mean\"",
        "What the values of a group become; categories always become the mode, or a set.",
    )
    .default("\"mean\""),
    Parameter::new(
        "diverse",
        Shape::Section(&DIVERSE),
        "{ attribute = \"disease\", l = 3 }",
        "Groups grow until each has so many different values of a sensitive attribute.",
    ),
    Parameter::new(
        "close",
        Shape::Section(&CLOSE),
        "{ attribute = \"disease\", t = 0.2 }",
        "Groups grow until a sensitive attribute is distributed in each nearly as in all records.",
    ),
    Parameter::new(
        "lower",
        Shape::Decimal,
        "0",
        "For `insensitive`: no value is below; known without looking at the data.",
    ),
    Parameter::new(
        "upper",
        Shape::Decimal,
        "100000",
        "For `insensitive`: no value is above; known without looking at the data.",
    ),
    Parameter::new(
        "tree",
        Shape::File(FileUse::Written),
        "\"tree.svg\"",
        "For `ward` and up to 200 records: a picture of how all records become one group, or a `.csv` with what each union of two records costs.",
    ),
];

const ATTRIBUTE: Parameter = Parameter::new(
    "attribute",
    Shape::Text,
    "\"disease\"",
    "The sensitive attribute; it is not changed by the step.",
)
.required();

/// What `diverse` has.
static DIVERSE: Section = Section {
    place: "diverse",
    doc: "Every group has so many different values of a sensitive attribute.",
    keys: &[
        ATTRIBUTE,
        Parameter::new(
            "l",
            Shape::Integer(limits::L),
            "3",
            "How many different values a group has at least.",
        )
        .required(),
    ],
};

/// What `close` has.
static CLOSE: Section = Section {
    place: "close",
    doc: "In every group a sensitive attribute is distributed nearly as in all records.",
    keys: &[
        ATTRIBUTE,
        Parameter::new(
            "t",
            Shape::Number(limits::APART),
            "0.2",
            "How far the distribution in a group may be from that of all records.",
        )
        .required(),
        Parameter::new(
            "distance",
            Shape::Choice(DistanceKind::NAMES),
            "\"ordered\"",
            "How the distance of two distributions is measured.",
        )
        .default("\"equal\""),
    ],
};

/// Groups in a fixed order are what noise can be added to.
fn privacy(given: &Given) -> Privacy {
    if !is_insensitive(given) {
        return Privacy::None;
    }
    let (lower, upper) = (given.number("lower"), given.number("upper"));
    Privacy::Groups { k: given.whole("k"), lower, upper }
}

/// Whoever is in a group decides about its centre.
#[expect(clippy::unnecessary_wraps, reason = "other steps mix nothing")]
fn mixes(_: &Given) -> Option<Mixing> {
    Some(Mixing {
        why: "one record may change every group, and the noise is for one",
        help: "take `algorithm = \"insensitive\"` with `lower` and `upper`, whose groups one record hardly changes; or remove this step",
    })
}

/// Attributes one by one become means of neighbours.
fn transparency(given: &Given) -> Transparency {
    if given.word("algorithm") == Some(Algorithm::Individual.name()) {
        Transparency::Averaged
    } else {
        Transparency::Nothing
    }
}
