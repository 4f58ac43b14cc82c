//! (n,k)-dominance: cells that a few contributors nearly fill are sensitive.

use super::claims::OF_DOMINANCE;
use super::levels::{LEVELS, doubt, few_decimals, times};
use super::{Judged, Required, RuleDefinition};
use ridotto_catalogue::entry::{never, promises_something};
use ridotto_catalogue::{
    Decimal, Degree, Disclosure, Entry, Facts, Given, Limit, Limits, ModelFacts, Parameter,
    Purpose, Reference, Shape, Status, Wording, Worked, limits, small,
};

const N: Limits = Limits {
    least: 1,
    open: false,
    most: 100,
    because: "it counts the largest contributors, and these are few",
};

/// A cell is sensitive if its n largest contributions are more than the share k of it.
///
/// # Guarantee
/// Of no published cell do the n largest contributors make more than the share k, and nobody gets nearer to
/// such a cell than the range: the others of it could not estimate the largest from its total.
///
/// # Does not protect against
/// A second largest contributor who takes their own part off and estimates the largest: that is what
/// `p-percent` bounds.
///
/// # References
/// L. H. Cox (1981), *Linear sensitivity measures in statistical disclosure control*.
pub static DOMINANCE: RuleDefinition = RuleDefinition {
    entry: Entry {
        name: "dominance",
        title: "(n,k)-dominance",
        aliases: &["n-k rule", "nk rule", "concentration rule", "dominance rule"],
        formula: "c is sensitive if x1 + … + xn > k·T, where x1 >= x2 >= … are its contributions and T their sum",
        status: Status::Now,
        summary: "A cell of a table is sensitive if its n largest contributions are more than the share k of it.",
        parameters: &[
            &[
                Parameter::new(
                    "n",
                    Shape::Integer(N),
                    "2",
                    "How many of the largest contributors are taken together.",
                )
                .required(),
                Parameter::new(
                    "k",
                    Shape::Number(limits::SOME),
                    "0.85",
                    "The largest share of the cell that they may have.",
                )
                .required(),
            ],
            LEVELS,
        ],
        check: |given| few_decimals(given, &["k"]),
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Attribute],
            degree: Degree::Gradual,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[Wording::always("largest share of the n largest contributors")],
            promises: &[Wording::always(
                "In no published cell do the {n} largest contributors have more than the share {k}, and what is hidden stays in doubt.",
            )],
            limits: &[Limit {
                name: "The second largest",
                text: "Who takes their own part off the total may come nearer to the largest than anybody else; `p-percent` bounds that.",
            }],
            claims: &OF_DOMINANCE,
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("dominance.md"),
        references: &[Reference {
            authors: "L. H. Cox",
            year: 1981,
            title: "Linear sensitivity measures in statistical disclosure control",
            doi: "10.1016/0378-3758(81)90025-0",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[attributes.turnover]\nrole = \"response\"\n\n[[table]]\ndimensions = [\"region\"]\nresponse = \"turnover\"\n\n[[require]]\nmodel = \"dominance\"\nn = 2\nk = 0.85\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[[require]]\nmodel = \"dominance\"\nn = 1\nk = 0.75\n",
            text: "The largest of the food firms in the north has 90 of 100, a share of `90 / 100 = 0.9`, which is more than 0.75: **1** cell is sensitive. In steel it has `60 / 100 = 0.6`. To keep attackers away from the 100, they must find `90 / 0.75 = 120` possible.",
            run: &["table firms.toml"],
            says: &["sensitive 1 of 9 cells"],
        },
    },
    doubt: |given, of| {
        let largest = of.largest(given.whole("n"));
        let is_dominated = times(largest, Decimal::ONE) > times(of.total, given.number("k"));
        let above = || largest as f64 / given.number("k").to_f64() - of.total as f64;
        is_dominated.then(|| doubt(given, of, Some(above())))
    },
    figure: share,
    required: |given| Required { bound: given.number("k").to_f64(), is_least: false, by: "k" },
    looks_at: |given| given.whole("n") as usize,
    needs_amounts: true,
};

/// The share of the largest contributors.
fn share(given: &Given, of: &Judged<'_>) -> Option<f64> {
    (of.total > 0).then(|| of.largest(given.whole("n")) as f64 / of.total as f64)
}
