//! Top and bottom coding: all that is to be known.

use crate::definition::StepDefinition;
use crate::parameters::ATTRIBUTES;
use ridotto_catalogue::entry::{by_itself, one_copy, opaque, promises_nothing};
use ridotto_catalogue::{
    Decimal, Disclosure, Entry, Facts, Given, Limit, Parameter, Problem, Reference, Shape, Status,
    StepFacts, Truth, Value, Worked, code,
};

/// Top coding as the catalogue has it.
pub static TOP_CODE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "top-code",
        title: "Top coding",
        aliases: &["topcode", "topcoding", "top-coding"],
        formula: "x becomes one label where x >= at-least",
        status: Status::Now,
        summary: "Joins a value and all above.",
        parameters: &[
            ATTRIBUTES,
            &[Parameter::new(
                "at-least",
                Shape::NumberOrText,
                "90",
                "This value and all above are joined: a number, a date, or a value of `order`.",
            )
            .required()],
            JOINED,
        ],
        check: |given| check(given, "at-least"),
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::True,
            keeps: "all values below the limit, and medians",
            did: "joined all values above a limit",
            limits: &[Limit {
                name: "Values below the limit",
                text: "They stay as they are, however rare.",
            }],
            claims: &[],
            deletes: false,
            reads_records: false,
            weighs: false,
            samples: None,
            looks_at: &[],
            copies: one_copy,
            privacy: promises_nothing,
            mixes: by_itself,
            transparency: opaque,
        }),
        advice: include_str!("top_code.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"top-code\"\nattributes = [\"age\"]\nat-least = 90\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"top-code\"\nattributes = [\"pay\"]\nat-least = 3500\n",
            "Pay of 3500 and more becomes one label: 4100 and 3900 become **>=3500**, the six others stay. **2 cells** changed. Nobody can look for the greatest pay any more.",
            &[
                "masked first top-code of pay (2 cells)",
                "50-59,1230*,*,cancer,>=3500",
                "40-49,1230*,*,cancer,3400",
            ],
        ),
    },
    bind: super::bind::top,
    tries: &["at-least = 40"],
};

/// Bottom coding as the catalogue has it.
pub static BOTTOM_CODE: StepDefinition = StepDefinition {
    entry: Entry {
        name: "bottom-code",
        title: "Bottom coding",
        aliases: &["bottomcode", "bottomcoding", "bottom-coding"],
        formula: "x becomes one label where x <= at-most",
        status: Status::Now,
        summary: "Joins a value and all below.",
        parameters: &[
            ATTRIBUTES,
            &[Parameter::new(
                "at-most",
                Shape::NumberOrText,
                "15",
                "This value and all below are joined: a number, a date, or a value of `order`.",
            )
            .required()],
            JOINED,
        ],
        check: |given| check(given, "at-most"),
        facts: Facts::Step(StepFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            truth: Truth::True,
            keeps: "all values above the limit, and medians",
            did: "joined all values below a limit",
            limits: &[Limit {
                name: "Values above the limit",
                text: "They stay as they are, however rare.",
            }],
            claims: &[],
            deletes: false,
            reads_records: false,
            weighs: false,
            samples: None,
            looks_at: &[],
            copies: one_copy,
            privacy: promises_nothing,
            mixes: by_itself,
            transparency: opaque,
        }),
        advice: include_str!("bottom_code.md"),
        references: &[Reference {
            authors: "A. Hundepool and others",
            year: 2012,
            title: "Statistical disclosure control",
            doi: "10.1002/9781118348239",
        }],
        example: "[[mask]]\nmethod = \"bottom-code\"\nattributes = [\"age\"]\nat-most = 15\n",
        worked: Worked::released(
            "[[mask]]\nmethod = \"bottom-code\"\nattributes = [\"pay\"]\nat-most = 2500\n",
            "Pay of 2500 and less becomes one label: 2100 and 2400 become **<=2500**, the six others stay. **2 cells** changed.",
            &[
                "masked first bottom-code of pay (2 cells)",
                "30-39,1220*,*,flu,<=2500",
                "30-39,1220*,*,flu,2700",
            ],
        ),
    },
    bind: super::bind::bottom,
    tries: &["at-most = 20"],
};

/// What the joined values become.
const JOINED: &[Parameter] = &[
    Parameter::new(
        "label",
        Shape::Text,
        "\"90+\"",
        "What the joined values become; without it numbers become `>=90` or `<=15`.",
    ),
    Parameter::new(
        "order",
        Shape::Names,
        "[\"primary\", \"secondary\", \"tertiary\"]",
        "All values in their order, the lowest first, if they are neither numbers nor dates.",
    ),
];

/// Whether a threshold, a label and an order go together.
fn check(given: &Given, threshold: &str) -> Vec<Problem> {
    let (order, at) = (given.texts("order"), given.at(threshold));
    let problem = match given.get(threshold) {
        Some(Value::Number(_)) if !order.is_empty() => {
            Problem::error(code::CONTRADICTION, "numbers have an order of their own")
                .at(given.key_of("order"), "not used")
                .with_help("remove `order`, or write the value in quotes as it stands in `order`")
        }
        Some(Value::Text(value))
            if !order.is_empty() && order.iter().all(|other| other.value != value.value) =>
        {
            Problem::error(code::CONTRADICTION, format!("`{value}` is not in `order`"))
                .at(at, "not among the values of `order`")
                .with_help("write one of the values of `order`, letter by letter")
        }
        Some(Value::Text(_)) if given.text("label").is_none() => {
            Problem::error(code::MISSING_KEY, "texts and dates need a `label`")
                .at(at, "what are these joined to?")
                .with_help("add `label = \"…\"`: only numbers have a notation of their own")
        }
        Some(Value::Number(limit)) => return false_label(given, threshold, *limit),
        _ => return Vec::new(),
    };
    vec![problem]
}

/// A label that is a number must be one of those that it stands for.
fn false_label(given: &Given, threshold: &str, limit: Decimal) -> Vec<Problem> {
    let Some(label) = given.text("label") else { return Vec::new() };
    let Ok(number) = label.value.replace(',', ".").parse::<Decimal>() else { return Vec::new() };
    let is_top = threshold == "at-least";
    if if is_top { number >= limit } else { number <= limit } {
        return Vec::new();
    }
    let message = format!("`{label}` is a number that nobody has of those for whom it stands");
    let help = format!(
        "write `{limit}`, or a text; without `label` it is `{}{limit}`",
        if is_top { ">=" } else { "<=" }
    );
    let problem = Problem::error(code::CONTRADICTION, message);
    vec![problem.at(label.span, format!("not within `{threshold}`")).with_help(help)]
}
