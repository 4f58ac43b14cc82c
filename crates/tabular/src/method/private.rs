//! Differentially private counts: the entry. What is done is in [`private`](crate::private), on a way of its own:
//! nothing is judged of true counts.

use super::{Case, MethodDefinition, Outcome, Published};
use ridotto_catalogue::{
    Entry, Facts, Limit, Limits, MethodFacts, Named, Parameter, Problem, Reference, Shape, Status,
    Wording, Worked, limits, names, small,
};
use ridotto_release::Error;

names! {
    /// Which files cannot be told apart.
    NeighboursOf {
        /// One has a record that the other lacks: that somebody is in the file is hidden.
        AddRemove = "add-remove" Now,
        /// They differ in what one record says; how many there are is public. The noise is nearly twice as large.
        ChangeOne = "change-one" Now,
    }
}

/// δ is a probability.
const DELTA: Limits = Limits {
    least: 0,
    open: false,
    most: 1,
    because: "with this probability nothing is promised: keep it far below one in the number of people",
};

/// How many records a person has.
const ROWS: Limits =
    Limits { least: 1, open: false, most: 10_000, because: "it counts the records of a person" };

/// Adds noise to all declared cells, so that nobody can tell whether a person was counted.
///
/// # Guarantee
/// ε-differential privacy with discrete Laplace noise, or (ε, δ) with discrete Gaussian noise. See
/// [`private`](crate::private) for the argument.
///
/// # Does not protect against
/// What is true of everybody; a person with several records where `rows-per-person` is not said.
///
/// # References
/// M. Hay and others (2010), *Boosting the accuracy of differentially private histograms through consistency*.
pub static PRIVATE: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "private",
        title: "Differentially private counts",
        aliases: &["differentially private table", "noisy counts", "private counts"],
        formula: "x = argmin over x >= 0 that add up of sum w(c)·(x(c) - n(c) - z(c))^2, w(c) the root of the number of inner cells in c, z(c) discrete Laplace of scale D/epsilon, D = cells that one record changes",
        status: Status::Now,
        summary: "Adds differentially private noise to every declared cell, and makes totals add up.",
        parameters: &[&[
            Parameter::new(
                "epsilon",
                Shape::Number(limits::POSITIVE),
                "1",
                "How much anybody may learn of one record from the whole table: the smaller, the more noise.",
            )
            .required(),
            Parameter::new(
                "delta",
                Shape::Number(DELTA),
                "0.000001",
                "With which probability more may be learnt; more than 0 makes the noise Gaussian, which is less in tables with many levels.",
            )
            .default("0"),
            Parameter::new(
                "neighbours",
                Shape::Choice(NeighboursOf::NAMES),
                "\"change-one\"",
                "Which files cannot be told apart.",
            )
            .default("\"add-remove\""),
            Parameter::new(
                "rows-per-person",
                Shape::Integer(ROWS),
                "3",
                "How many records of a person are counted, the first of the file: then persons are protected, and the noise grows with it. Needs an attribute of role `respondent`.",
            )
            .told("records are protected"),
            Parameter::new(
                "domains",
                Shape::Domains,
                "{ size = [\"small\", \"large\"] }",
                "The values that dimensions can have, known without looking at the data, where no hierarchy and no `order` lists them.",
            ),
            Parameter::new(
                "other",
                Shape::Text,
                "\"unknown\"",
                "A declared value as which values count that are not declared; records with others are left out when absent.",
            )
            .told("left out"),
        ]],
        check: whole,
        facts: Facts::Method(MethodFacts {
            does: "adds noise to all declared cells",
            status: "perturbed",
            is_exact: false,
            promises: &[Wording::always(
                "Every declared cell is published, empty ones too, as a whole number that is not negative, and published values add up.",
            )],
            limits: &[
                Limit {
                    name: "Truth",
                    text: "No count is true; how far the noise is off on average is told, and how far this table is off is told nobody.",
                },
                Limit {
                    name: "Small cells",
                    text: "As nothing negative is published, cells with few records are published too large on average, and large ones beside them too small.",
                },
            ],
            serves: "counts of which nobody may learn who was counted",
        }),
        advice: include_str!("private.md"),
        references: &[Reference {
            authors: "M. Hay, V. Rastogi, G. Miklau, D. Suciu",
            year: 2010,
            title: "Boosting the accuracy of differentially private histograms through consistency",
            doi: "10.14778/1920841.1920970",
        }],
        example: "kind = \"table\"\n\n[data]\ndelimiter = \",\"\nencoding = \"utf-8\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[release]\nmethod = \"private\"\nepsilon = 1\ndomains = { region = [\"north\", \"south\"] }\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: r#"version = 1
kind = "table"

[data]
input = "firms.csv"
delimiter = ","
encoding = "utf-8"

[attributes.region]
role = "dimension"

[attributes.industry]
role = "dimension"

[[table]]
dimensions = ["region", "industry"]

[release]
method = "private"
epsilon = 0.5
domains = { region = ["north", "south", "west"], industry = ["food", "steel"] }

[output]
file = "out.csv"
"#,
            text: "Three regions and their total by two industries and theirs are `4 * 3 = 12` cells: **12**, although nobody is in the west. A firm more is one more in its own cell, in both totals of it and in the grand total: `2 * 2 = 4` cells change by one. So the noise of each is of the scale `4 / 0.5 = 8`: **8**.",
            run: &["table firms.toml"],
            says: &["12 cells", "discrete Laplace of scale 8"],
        },
    },
    protect: refused,
    keeps: nothing,
    keeps_rules: false,
};

/// A probability of one promises nothing.
fn whole(given: &ridotto_catalogue::Given) -> Vec<Problem> {
    let is_one = given.number("delta") >= ridotto_catalogue::Decimal::ONE;
    let problem = || {
        Problem::error("policy::out-of-range", "with a `delta` of 1 nothing is promised")
            .at(given.at("delta"), "must be below 1")
            .with_help("keep it far below one in the number of people: `delta = 0.000001`")
    };
    is_one.then(problem).into_iter().collect()
}

/// Cells that were judged have told of the truth already.
fn refused(case: &Case<'_>) -> Result<Outcome, Error> {
    let problem =
        Problem::error("bind::private", "a private table is not made of cells that were judged")
            .at(case.given.span(), "adds noise to every declared cell");
    Err(case.plan.policy.error([problem]).into())
}

/// Nor is it held against any.
fn nothing(_: &Published<'_>) -> Result<(), &'static str> {
    Err("a private table is held against no true count")
}
